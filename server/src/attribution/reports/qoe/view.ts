import { networks } from "@cliffhanger/contract";
import type { Figure } from "../figures.ts";
import type { DayFigure } from "../repository.ts";
import { exitShare, firstFrame, groupBy, type Quality, qualityOf, rebufferShare } from "./quality.ts";

const heads = ["plays", "p50", "p75", "p95", "rebuffering", "left early", "errors"];
const bars = "▁▂▃▄▅▆▇█";

/** Returns the figures of some days as text for a terminal. */
export function viewOf(figures: readonly DayFigure[], days: readonly string[]): string {
  const tables = [
    { title: "First frame after p50, p75, p95", keyOf: () => "all" },
    { title: "By rendition", keyOf: renditionOf },
    { title: "By network", keyOf: networkOf },
    { title: "By rendition and network", keyOf: (one: Figure) => `${renditionOf(one)}, ${networkOf(one)}` },
  ];
  const sorted = figures.toSorted((a, b) => b.rendition - a.rendition || rankOf(b) - rankOf(a));
  const parts = tables.map(({ title, keyOf }) => tableOf(title, groupBy(sorted, keyOf)));
  return [...parts, byDay(figures, days), errorsOf(qualityOf(figures))].join("\n\n");
}

function rankOf({ network }: Figure): number {
  return (networks as readonly string[]).indexOf(network);
}

/** Returns the name of a rendition. */
export function renditionOf({ rendition }: Figure): string {
  return rendition === 0 ? "quality unknown" : `${rendition}p`;
}

/** Returns the browser's name of a network type. */
export function networkOf({ network }: Figure): string {
  return network === "" ? "network unknown" : network;
}

function tableOf(title: string, groups: Map<string, Figure[]>): string {
  const rows = [...groups].map(([name, figures]) => [name, ...cellsOf(qualityOf(figures))]);
  const all = [[title, ...heads], ...rows];
  const widths = all[0]?.map((_, column) =>
    Math.max(column === 0 ? 32 : 8, ...all.map((row) => row[column]?.length ?? 0)),
  );
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf(quality: Quality): string[] {
  const errors = [...quality.errors.values()].reduce((sum, count) => sum + count, 0);
  return [
    quality.plays.toLocaleString("en"),
    ...[0.5, 0.75, 0.95].map((share) => timeText(firstFrame(quality, share))),
    shareText(rebufferShare(quality)),
    shareText(exitShare(quality)),
    errors.toLocaleString("en"),
  ];
}

function byDay(figures: readonly DayFigure[], days: readonly string[]): string {
  const groups = groupBy(figures, ({ day }) => day);
  const each = days.map((day) => qualityOf(groups.get(day) ?? []));
  const textLine = (
    title: string,
    read: (quality: Quality) => number | null,
    text: (value: number) => string,
  ) => {
    const values = each.map(read);
    const known = values.filter((value) => value !== null);
    const range = known.length === 0 ? "" : `  ${text(Math.min(...known))} to ${text(Math.max(...known))}`;
    return `${title.padEnd(32)}  ${sparkline(values)}${range}`;
  };
  return [
    `Day by day, ${days[0]} to ${days.at(-1)}`,
    textLine(
      "plays",
      ({ plays }) => plays,
      (value) => value.toLocaleString("en"),
    ),
    textLine("first frame, p75", (quality) => firstFrame(quality, 0.75), timeText),
    textLine("rebuffering", rebufferShare, shareText),
    textLine("left early", exitShare, shareText),
  ].join("\n");
}

/** Renders a bar for each value, scaled to the highest; a dot for a missing value. */
export function sparkline(values: readonly (number | null)[]): string {
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  return values
    .map((value) => {
      if (value === null) return "·";
      return bars[highest === 0 ? 0 : Math.round((value / highest) * (bars.length - 1))];
    })
    .join("");
}

function errorsOf({ errors }: Quality): string {
  const kinds = [...errors].toSorted(([, a], [, b]) => b - a);
  if (kinds.length === 0) return "No errors were reported.";
  return [
    "Errors",
    ...kinds.map(([kind, count]) => `${kind.padEnd(32)}  ${count.toLocaleString("en")}`),
  ].join("\n");
}

function timeText(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

function shareText(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`;
}
