import { expect, test } from "vitest";
import { checkLanguages } from "./check-languages.ts";

type Known = Readonly<Record<string, string>>;

function faultsOf(text: string, path = "server/src/billing/a.ts", known: Known = {}): string[] {
  return checkLanguages([{ path, text }], known).faults;
}

const fault = (line: number) => [
  `server/src/billing/a.ts:${line}: texts of several languages; write them into the locales`,
];

test.each([
  ["an object", `const words = { en: "Yes", de: "Ja" };`],
  ["an object of functions", "const words = { fr: (n) => n + ' jours', es: () => `días` };"],
  ["an object of objects", `const words = { "en": { label: "Pay" }, "pt": { label: "Pagar" } };`],
  ["codes of the app", `const words = { fy: "Oui", dy: "Ja" };`],
  ["pairs", `const words = new Map([["en", "Yes"], ["de", "Ja"]]);`],
  ["cases", `switch (code) { case "en": say("Yes"); break; case "de": say("Ja"); }`],
  ["a comparison", `const word = language === "de" ? "Ja" : "Yes";`],
])("H18: texts of two languages in %s are found", (_, text) => {
  expect(faultsOf(text)).toEqual(fault(1));
  expect(faultsOf(`\n\n${text}`)).toEqual(fault(3));
});

test("H18: texts of two languages in a component are found", () => {
  const text = `export const Yes = () => (language === "de" ? <b>Ja</b> : <b>Yes</b>);`;
  expect(faultsOf(text, "web/src/ui/yes.tsx")).toHaveLength(1);
});

test("H18: one language, tags of languages, other keys and tests are no fault", () => {
  expect(faultsOf(`const words = { en: "Yes" };`)).toEqual([]);
  expect(faultsOf(`const tags = { en: "en-US", de: "de_DE", pt: "pt" };`)).toEqual([]);
  expect(faultsOf(`const sizes = { es: 1, de: 2 };`)).toEqual([]);
  expect(faultsOf(`const names = { visa: "Visa", amex: "American Express" };`)).toEqual([]);
  expect(faultsOf(`const words = { en: "Yes", de: "Ja" };`, "server/src/billing/a.test.ts")).toEqual([]);
  expect(faultsOf(`const word = size === "s" ? "small" : "large";`)).toEqual([]);
});

test("H18: an exception allows a file, and one that is no longer needed is a fault", () => {
  const known = { "server/src/billing/a.ts": "because" };
  expect(faultsOf(`const words = { en: "Yes", de: "Ja" };`, undefined, known)).toEqual([]);
  expect(faultsOf(`const words = {};`, undefined, known)).toEqual([
    'tools/check-languages.ts: "server/src/billing/a.ts" holds no such texts; delete the exception',
  ]);
});
