import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./bootstrap/paths.mjs";
import { MUTATION_LIST, mutate, outcomeOf, readMutations } from "./mutation-list.ts";
import type { VitestReport } from "./test-reports.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const mutations = readMutations(read(MUTATION_LIST));

test("H31: the list has 20 mutations, numbered in order, each of its own rule", () => {
  expect(mutations.map(({ no }) => no)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
  expect(new Set(mutations.map(({ rule }) => rule)).size).toBe(20);
});

describe.each(mutations)("mutation $no: $rule", (mutation) => {
  test("H31: its text occurs once in its file, and its replacement changes the file", () => {
    const text = read(mutation.file);
    expect(text.split(mutation.find).length - 1).toBe(1);
    expect(mutate(mutation, text)).not.toBe(text);
  });

  test("H31: its test files exist, belong to its project and contain the title of its test", () => {
    for (const path of mutation.tests)
      expect(path).toMatch(new RegExp(`^${mutation.project}/.+\\.test\\.ts$`));
    expect(mutation.caughtBy).not.toBe("");
    expect(mutation.tests.map(read).join("\n")).toContain(mutation.caughtBy);
  });
});

const [first] = mutations;

test("H31: a text that is missing or occurs twice is not mutated", () => {
  if (!first) throw new Error("The list is empty.");
  expect(() => mutate(first, "nothing of it")).toThrow("occurs 0 times");
  expect(() => mutate(first, first.find.repeat(2))).toThrow("occurs 2 times");
  expect(mutate({ ...first, find: "b", replace: "$&$1" }, "abc")).toBe("a$&$1c");
});

/** Returns a report of tests by title and status. */
function reportOf(tests: Record<string, string>, status = "failed", message = ""): VitestReport {
  const assertionResults = Object.entries(tests).map(([fullName, result]) => ({
    fullName,
    status: result,
    failureMessages: [],
  }));
  const counts = { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  return { ...counts, testResults: [{ name: "some.test.ts", status, message, assertionResults }] };
}

test("H31: only a failure of the named test catches a mutation", () => {
  const isCaught = (report: VitestReport | null) => outcomeOf({ caughtBy: "R1: locked" }, report).isCaught;
  expect(isCaught(reportOf({ "a group R1: locked": "failed", other: "passed" }))).toBe(true);
  expect(isCaught(reportOf({ "R1: locked": "passed", other: "failed" }))).toBe(false);
  expect(isCaught(reportOf({ "R1: locked": "passed" }, "passed"))).toBe(false);
  expect(isCaught(reportOf({}))).toBe(false);
  expect(isCaught(null)).toBe(false);
});

test("H31: a mutation whose tests did not run says why", () => {
  const report = reportOf(
    { "R1: locked": "skipped" },
    "failed",
    "TypeError: Cache is not a constructor\n at x",
  );
  expect(outcomeOf({ caughtBy: "R1: locked" }, report)).toEqual({
    isCaught: false,
    remark: "no test ran: TypeError: Cache is not a constructor",
  });
});

test("H31: a list with other columns is refused", () => {
  expect(() => readMutations("no\trule\n1\tx\n")).toThrow("its first row must name the columns");
});
