/** How many tests passed, failed and were left out. */
export type TestSummary = { passed: number; failed: number; skipped: number };

const line = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

/** The tally of nothing. */
export const noTests: TestSummary = { passed: 0, failed: 0, skipped: 0 };

/** The last line of every test command, which scripts read: `12 passed, 0 failed` or `…, 1 skipped`. */
export function formatSummary({ passed, failed, skipped }: TestSummary): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Reads the last line of a program's output; undefined when it is not a tally. */
export function parseSummary(output: string): TestSummary | undefined {
  const [, passed, failed, skipped = "0"] =
    line.exec(output.trimEnd().split("\n").at(-1)?.trim() ?? "") ?? [];
  if (passed === undefined || failed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** What a test program's end is worth: the tally it ends with, or a failure when there is none. */
export function summaryOf({ code, output }: { code: number; output: string }): TestSummary {
  return withExit(parseSummary(output) ?? { ...noTests, failed: 1 }, code);
}

/** A runner can fail beside its tests, by an error that no test caught: a bad exit is a failure too. */
export function withExit(tally: TestSummary, code: number): TestSummary {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** All of them together. */
export function sumSummaries(tallies: readonly TestSummary[]): TestSummary {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    noTests,
  );
}

/** Prints the last line and sets the exit code: a failure, or nothing that ran, is not a success. */
export function endWithSummary(tally: TestSummary): void {
  process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1;
  console.log(formatSummary(tally));
}
