import { playErrors } from "@cliffhanger/contract";
import type { DayFigure } from "../repository.ts";
import { firstFrame, groupBy, qualityOf } from "./quality.ts";
import { networkOf } from "./view.ts";

/**
 * Returns the figures as CSV: one line per day, rendition and network. All cells are numbers or our own words, so
 * none can be a formula.
 */
export function csvOf(figures: readonly DayFigure[]): string {
  const head = [
    ...[
      "day",
      "rendition",
      "network",
      "plays",
      "first_frame_p50_ms",
      "first_frame_p75_ms",
      "first_frame_p95_ms",
    ],
    ...["played_ms", "rebuffer_ms", "exits_before_start", ...playErrors.map((kind) => `errors_${kind}`)],
  ];
  const lines = [...groupBy(figures, ({ day, rendition, network }) => `${day} ${rendition} ${network}`)].map(
    ([, group]) => {
      const [first] = group;
      const quality = qualityOf(group);
      return [
        first?.day,
        first?.rendition || "unknown",
        first && networkOf(first),
        quality.plays,
        ...[0.5, 0.75, 0.95].map((share) => rounded(firstFrame(quality, share))),
        ...[quality.playedMs, quality.rebufferMs, quality.exits],
        ...playErrors.map((kind) => quality.errors.get(kind) ?? 0),
      ];
    },
  );
  return [head, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

function rounded(ms: number | null): string {
  return ms === null ? "" : String(Math.round(ms));
}
