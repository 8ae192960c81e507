import { plainText } from "#platform/terminal";
import type { LintFinding, Report } from "./lint-findings.ts";
import { clockTime } from "./progress-view.ts";

/** Returns the findings of a folder as lines of text. */
export function reportLines({ path, series, findings }: Report): string[] {
  const head = series
    ? [
        `${plainText(series.title)} (${plainText(path)})`,
        `  ${plural(series.episodes, "episode")}, ${clockTime(series.seconds)} in all, ${Math.min(series.free, series.episodes)} free, ` +
          (series.languages.length > 0 ? `captions in ${series.languages.join(", ")}` : "no captions"),
      ]
    : [plainText(path)];
  return [...head, ...findings.map(({ severity, text }) => `  ${severity.padEnd(8)} ${text}`), ""];
}

/** Returns a one-line summary of all folders. */
export function reportSum(findings: readonly LintFinding[]): string {
  const count = (severity: LintFinding["severity"]) =>
    findings.filter((each) => each.severity === severity).length;
  const parts = [
    plural(count("error"), "error"),
    plural(count("warning"), "warning"),
    plural(count("note"), "note"),
  ];
  return `${parts.join(", ")}. Nothing was changed.`;
}

/** Returns `1 episode`, `2 episodes`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
