import { expect, it } from "vitest";
import { faultsIn, formatSummary, parseSummary, summaryOf, sumSummaries } from "./test-summary.ts";

it("a summary is read back as it was printed", () => {
  for (const summary of [
    { passed: 12, failed: 0, skipped: 0 },
    { passed: 0, failed: 3, skipped: 2 },
  ]) {
    expect(parseSummary(`earlier output\n${formatSummary(summary)}\n`)).toEqual(summary);
  }
});

it("only the last line counts", () => {
  expect(parseSummary("3 passed, 0 failed\nthen it crashed\n")).toBeUndefined();
  expect(parseSummary("")).toBeUndefined();
});

it("a program without a summary is a failure, even with exit code 0", () => {
  expect(summaryOf({ code: 0, output: "all fine, believe me\n" })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

it("a bad exit code is a failure, even if every test passed", () => {
  expect(summaryOf({ code: 1, output: "5 passed, 0 failed\n" })).toEqual({
    passed: 5,
    failed: 1,
    skipped: 0,
  });
  expect(summaryOf({ code: 1, output: "5 passed, 2 failed\n" })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 0,
  });
});

it("summaries add up", () => {
  const sum = sumSummaries([
    { passed: 1, failed: 2, skipped: 3 },
    { passed: 10, failed: 20, skipped: 30 },
  ]);
  expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 });
  expect(sumSummaries([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

it("what failed is read from a program's output, each line once, and no more than four", () => {
  const output = `
ok   the first kill
 FAIL  |server| test/a.test.ts > a title (initial run)
AssertionError: expected 4 to be 3 // Object.is equality
 FAIL  |server| test/a.test.ts > a title (1st retry)
AssertionError: expected 4 to be 3 // Object.is equality
FAIL O9: the move: it hangs
FAILED Down: ${"x".repeat(300)}
1 passed, 1 failed
`;
  expect(faultsIn(output)).toEqual([
    "FAIL |server| test/a.test.ts > a title (initial run)",
    "AssertionError: expected 4 to be 3 // Object.is equality",
    "FAIL |server| test/a.test.ts > a title (1st retry)",
    "FAIL O9: the move: it hangs",
  ]);
  expect(faultsIn(output.slice(output.indexOf("FAILED")))).toEqual([`FAILED Down: ${"x".repeat(187)}`]);
  expect(faultsIn("3 passed, 0 failed\n")).toEqual([]);
});
