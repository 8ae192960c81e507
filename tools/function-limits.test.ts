import { expect, test } from "vitest";
import { checkFunctionLimits, measureFunctions } from "./function-limits.ts";

const none: NonNullable<Parameters<typeof checkFunctionLimits>[1]> = { roots: {}, known: [] };

const lines = (count: number) => "  use();\n".repeat(count);

function faultsOf(text: string, path = "web/src/lib/a.tsx", exceptions = none): string[] {
  return checkFunctionLimits([{ path, text }], exceptions).faults;
}

test("H36: a function of more than 100 lines is found; blank lines and comments do not count", () => {
  expect(faultsOf(`function long() {\n${lines(99)}}\n`)).toEqual([
    "web/src/lib/a.tsx:1: long has 101 lines, at most 100",
  ]);
  expect(faultsOf(`function fits() {\n${lines(98)}\n// why\n/* and\n what for */\n}\n`)).toEqual([]);
  expect(faultsOf(`const long = () => {\n${lines(99)}};\n`)[0]).toContain("long has 101 lines");
  expect(faultsOf(`export const one = {\n  long() {\n${lines(99)}},\n};\n`)[0]).toContain(
    "a.tsx:2: long has 101",
  );
});

test("H36: a function with five parameters is found, wherever it is; a function type is not", () => {
  expect(
    faultsOf("type F = (a: 1, b: 2, c: 3, d: 4, e: 5) => void;\nconst f = (a, b, c, d) => a;\n"),
  ).toEqual([]);
  expect(faultsOf("new (class {\n  m(a, b, c, d, e) {}\n})();\n")).toEqual([
    "web/src/lib/a.tsx:2: m has 5 params, at most 4",
  ]);
});

test("H36: a component with thirteen props is found, however its props are written", () => {
  const members = (count: number) => Array.from({ length: count }, (_, at) => `p${at}: string;`).join(" ");
  const component = "export function Box(props: Omit<BoxProps, 'p1'> & More) { return null; }";
  const types = (own: number) => `interface BoxProps { ${members(own)} }\ntype More = { more: string };\n`;
  expect(faultsOf(types(11) + component)).toEqual([]);
  expect(faultsOf(types(12) + component)).toEqual(["web/src/lib/a.tsx:3: Box has 13 props, at most 12"]);
  expect(faultsOf(`function Box({ p1 }: { ${members(13)} }) { return null; }`)[0]).toContain("13 props");
  expect(faultsOf(types(13) + component.replace("Box", "box")), "no component").toEqual([]);
});

test("H36: a row of the exceptions excuses only its function, and a needless row is an error", () => {
  const text = `function long(a, b, c, d, e) {\n${lines(99)}}\n`;
  const known = ["web long params", "web long lines"];
  expect(faultsOf(text, "web/src/lib/a.ts", { roots: {}, known })).toEqual([]);
  const roots = { "web long": "puts parts together" };
  expect(faultsOf(text, "web/src/lib/a.ts", { roots, known: [] }), "a root may be long, and no more").toEqual(
    ["web/src/lib/a.ts:1: long has 5 params, at most 4"],
  );
  expect(faultsOf(text, "server/src/a.ts", { roots: {}, known })).toHaveLength(4);
  expect(faultsOf("function short() {}\n", "web/src/lib/a.ts", { roots, known: ["web gone lines"] })).toEqual(
    [
      expect.stringContaining('"web gone lines" is within the limit or gone; delete the row'),
      expect.stringContaining('"web long" is within the limit or gone; delete the row'),
    ],
  );
});

test("H36: tests and other folders are not measured, and nested functions are", () => {
  const text = `function long() {\n${lines(99)}}\n`;
  for (const path of ["web/src/lib/a.test.ts", "e2e/a.ts", "web/test/a.ts"])
    expect(faultsOf(text, path)).toEqual([]);
  const nested = measureFunctions({
    path: "web/src/a.ts",
    text: "function outer() {\n  return () => 1;\n}\n",
  });
  expect(nested.map(({ name, lines: count }) => [name, count])).toEqual([
    ["outer", 3],
    ["(anonymous)", 1],
  ]);
});
