import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { storage } from "../../../lib/storage.ts";
import { LanguageContext } from "../../../lib/use-language.ts";
import { PayerFields } from "./payer-fields.tsx";
import { keepTyped } from "./typed-payer.ts";

/** One entry of a browser's history. */
function entry(state: unknown = null) {
  return {
    state,
    replaceState(next: unknown) {
      this.state = structuredClone(next);
    },
  };
}

const mara = { firstName: "Mara", lastName: "Quint", email: "other@example.com" };

function valuesIn(page: ReturnType<typeof entry>): string[] {
  vi.stubGlobal("history", page);
  const fields = createElement(PayerFields, { email: "mara@example.com", faultOf: () => undefined });
  const html = renderToString(
    createElement(LanguageContext, { value: { language: "en", t: (id) => id } }, fields),
  );
  return [...html.matchAll(/<input[^>]*>/g)].map(([input]) => / value="([^"]*)"/.exec(input)?.[1] ?? "");
}

beforeEach(() => storage.set("userId", "mara"));
afterEach(() => vi.unstubAllGlobals());

test("R28: who comes back to the card form from another site finds the name and address that they typed", () => {
  const page = entry({ stays: true });
  expect(valuesIn(page)).toEqual(["", "", "mara@example.com"]);
  keepTyped(mara);
  expect(valuesIn(page)).toEqual(["Mara", "Quint", "other@example.com"]);
  expect(page.state).toMatchObject({ stays: true });
});

test("R39, R61: the next viewer of this browser finds nothing of what was typed, nor does a new visit", () => {
  const page = entry();
  valuesIn(page);
  keepTyped(mara);
  storage.set("userId", "next");
  expect(valuesIn(page)).toEqual(["", "", "mara@example.com"]);
  storage.set("userId", "mara");
  expect(valuesIn(entry())).toEqual(["", "", "mara@example.com"]);
});
