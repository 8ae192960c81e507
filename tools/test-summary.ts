/** The numbers of tests that passed, failed and were skipped. */
export type TestSummary = { passed: number; failed: number; skipped: number };

const line = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

/** Prefix of the lines that name a test or a program which failed; `.ci/run` collects them. */
export const FAILED = "Failed: ";

/** The summary of no tests. */
export const noTests: TestSummary = { passed: 0, failed: 0, skipped: 0 };

/** Formats the last line of every test command, which scripts read: `12 passed, 0 failed` or `…, 1 skipped`. */
export function formatSummary({ passed, failed, skipped }: TestSummary): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Reads the last line of a program's output. Returns undefined if it is not a summary. */
export function parseSummary(output: string): TestSummary | undefined {
  const [, passed, failed, skipped = "0"] =
    line.exec(output.trimEnd().split("\n").at(-1)?.trim() ?? "") ?? [];
  if (passed === undefined || failed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** Returns the summary that a test program ends with, or a failure if it has none. */
export function summaryOf({ code, output }: { code: number; output: string }): TestSummary {
  return withExit(parseSummary(output) ?? { ...noTests, failed: 1 }, code);
}

/** How many lines of a failed program are repeated at the end, and of how many letters each. */
const MOST_FAULTS = 4;
const FAULT_LETTERS = 200;

/** Returns the lines in which a failed program's output says what failed: `FAIL title`, or an error's first line. */
export function faultsIn(output: string): string[] {
  const found = [...output.matchAll(/^\s*((?:FAIL(?:ED)? |\w*Error: ).+)$/gm)].map(([, text = ""]) =>
    text.replaceAll(/\s+/g, " ").trim().slice(0, FAULT_LETTERS),
  );
  return [...new Set(found)].slice(0, MOST_FAULTS);
}

/** Adds a failure for a bad exit code: a runner can fail outside its tests, by an error that no test caught. */
export function withExit(summary: TestSummary, code: number): TestSummary {
  return code !== 0 && summary.failed === 0 ? { ...summary, failed: 1 } : summary;
}

/** Adds summaries. */
export function sumSummaries(summaries: readonly TestSummary[]): TestSummary {
  return summaries.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    noTests,
  );
}

/** Prints the last line and sets the exit code. A failure, or a run without tests, is not a success. */
export function endWithSummary(summary: TestSummary): void {
  process.exitCode = summary.failed === 0 && summary.passed > 0 ? 0 : 1;
  console.log(formatSummary(summary));
}
