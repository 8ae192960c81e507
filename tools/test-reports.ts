import type { TestSummary } from "./test-summary.ts";

/** What a runner's report says: its tally, and the titles of the tests that passed only at the second try. */
export interface Report {
  tally: TestSummary;
  retried: string[];
}

/** vitest's JSON report, as far as it is read. */
export interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Reads vitest's report. A file that fails beside its tests, because it does not load or leaves something open, counts. */
export function readVitest({
  numPassedTests,
  numPendingTests,
  numTodoTests,
  testResults,
}: VitestReport): Report {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === "failed").length;
  const failedFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  ).length;
  return {
    tally: {
      passed: numPassedTests,
      failed: failed + failedFiles,
      skipped: numPendingTests + numTodoTests,
    },
    // The failure of the first try stays in the report of a test that passed at the second.
    retried: tests
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string }[] }[];
}

/** Playwright's JSON report, as far as it is read. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** Reads Playwright's report. */
export function readPlaywright({ stats, suites }: PlaywrightReport): Report {
  return {
    tally: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    retried: suites.flatMap(flakyTitles),
  };
}

function flakyTitles({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ title }) => title), ...suites.flatMap(flakyTitles)];
}
