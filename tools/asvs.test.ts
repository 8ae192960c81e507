import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkAsvs, wantedIds } from "./asvs.ts";

const root = join(import.meta.dirname, "..");
const head = 'id,level,requirement,status,"how it is met, or why not",evidence';
const files: Record<string, string> = { "a.test.ts": 'test("nothing leaves")' };
const check = (...rows: string[]) =>
  checkAsvs([head, ...rows, ""].join("\n"), (path) => files[path]).faults.filter(
    (fault) => !fault.endsWith("no row."),
  );

function textOf(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

it("docs/asvs.csv answers every requirement of levels 1 and 2, and its evidence exists", () => {
  const { faults } = checkAsvs(textOf("docs/asvs.csv") ?? "", textOf);
  expect(faults).toEqual([]);
});

it("ASVS 5.0.0 has 253 requirements at levels 1 and 2", () => {
  expect(new Set(wantedIds()).size).toBe(253);
});

it("a row is refused without evidence, with missing evidence, when repeated, and with an unknown status", () => {
  expect(check("1.1.1,2,x,Met,so,a.test.ts: nothing leaves")).toEqual([]);
  expect(check('1.1.1,2,"x, ""y""",Not met,because,')).toEqual([]);
  expect(check("1.1.1,2,x,Met,so,")).toEqual([expect.stringContaining("names no place")]);
  expect(check("1.1.1,2,x,Partly,so,b.test.ts: nothing leaves")).toEqual([
    expect.stringContaining("file that there is not"),
  ]);
  expect(check("1.1.1,2,x,Met,so,a.test.ts: something leaves")).toEqual([
    expect.stringContaining("does not say"),
  ]);
  expect(check("1.1.1,2,x,Met,so,a.test.ts: ")).toEqual([expect.stringContaining("does not say")]);
  expect(check("1.1.1,2,x,Done,so,")).toEqual([expect.stringContaining('is "Done"')]);
  expect(check("1.1.1,2,x,Not met,,")).toEqual([expect.stringContaining("why not")]);
  expect(check("1.1.1,2,x,Not met,so,", "1.1.1,2,x,Not met,so,")).toEqual([
    expect.stringContaining("two rows"),
  ]);
});
