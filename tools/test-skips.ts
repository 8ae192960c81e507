import { noTests, sumSummaries, type TestSummary } from "./test-summary.ts";

/** What a skip says when a program is missing; a skip without it is for another reason, such as absent specifications. */
const installable = /apt-get install/;

/** Returns the skips that a program's output names: `SKIP name: reason`, or `Skipped: …` above its last line. */
export function skipsIn(output: string): string[] {
  return [...output.matchAll(/^(?:SKIP|Skipped:) (.+)$/gm)].map(([, name]) => name?.trim() ?? "");
}

/** Prints skipped tests by name, each once, above the last line of a command. */
export function printSkips(skips: readonly string[]): void {
  for (const name of new Set(skips)) console.log(`Skipped: ${name}`);
}

/** Returns the summary of a run with `--no-skips`: each missing program counts as a failure. */
export function withoutSkips(summary: TestSummary, skips: readonly string[]): TestSummary {
  const missing = new Set(skips.filter((name) => installable.test(name)));
  return sumSummaries([summary, { ...noTests, failed: missing.size }]);
}

/** Takes `--no-skips` out of a command's arguments; returns whether it was there, and the others. */
export function takeNoSkips(args: readonly string[]): { noSkips: boolean; rest: string[] } {
  return { noSkips: args.includes("--no-skips"), rest: args.filter((arg) => arg !== "--no-skips") };
}
