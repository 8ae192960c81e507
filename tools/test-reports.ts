import type { TestSummary } from "./test-summary.ts";

/** The summary of a runner's report, and the titles of tests that failed, passed only at the second attempt, or were skipped. */
export interface Report {
  summary: TestSummary;
  failures: string[];
  retried: string[];
  skips: string[];
}

/** The parts of vitest's JSON report that are read. */
export interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    /** The file's path. */
    name: string;
    status: string;
    /** Why the file failed outside its tests; otherwise empty. */
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const skippedStates = new Set(["pending", "skipped", "todo", "disabled"]);

/** Reads vitest's report. A file that fails outside its tests, because it does not load or leaves something open, counts. */
export function readVitest({
  numPassedTests,
  numPendingTests,
  numTodoTests,
  testResults,
}: VitestReport): Report {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  const failedFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  const failures = [...failed, ...failedFiles.map(({ name }) => name)];
  return {
    summary: {
      passed: numPassedTests,
      failed: failures.length,
      skipped: numPendingTests + numTodoTests,
    },
    failures,
    // A test that passed at the second attempt still has the failure of the first in its report.
    retried: tests
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
    skips: tests.filter(({ status }) => skippedStates.has(status)).map(({ fullName }) => fullName),
  };
}

/** Returns the reports of several runs as one. */
export function joinReports(reports: readonly VitestReport[]): VitestReport {
  const sum = (count: "numPassedTests" | "numPendingTests" | "numTodoTests") =>
    reports.reduce((total, { [count]: one }) => total + one, 0);
  return {
    numPassedTests: sum("numPassedTests"),
    numPendingTests: sum("numPendingTests"),
    numTodoTests: sum("numTodoTests"),
    testResults: reports.flatMap(({ testResults }) => testResults),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string }[] }[];
}

/** The parts of Playwright's JSON report that are read. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** Reads Playwright's report. */
export function readPlaywright({ stats, suites }: PlaywrightReport): Report {
  return {
    summary: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    failures: suites.flatMap((suite) => titlesOf(suite, "unexpected")),
    retried: suites.flatMap((suite) => titlesOf(suite, "flaky")),
    skips: suites.flatMap((suite) => titlesOf(suite, "skipped")),
  };
}

function titlesOf(
  { suites = [], specs }: PlaywrightSuite,
  wanted: "unexpected" | "flaky" | "skipped",
): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [...own.map(({ title }) => title), ...suites.flatMap((suite) => titlesOf(suite, wanted))];
}
