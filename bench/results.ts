import { readFile, writeFile } from "node:fs/promises";
import { type Goal, isReached, type Outcome, type Row } from "./measure.ts";

/** A section of the file. `about` is the time of the measurement and the machine's load. */
export interface Section {
  name: string;
  about: string;
  outcome: Outcome;
}

/** Prints a measurement to the terminal. */
export function print({ outcome }: Section): void {
  console.table(
    Object.fromEntries(
      outcome.rows.map((row) => {
        const [what, ours, limit, ratio, goal, reached] = cells(row);
        return [what, { ours, limit, ratio, goal, reached }];
      }),
    ),
  );
  for (const line of outcome.missing) console.log(`Not measured: ${line}`);
}

/** Writes the file: new measurements replace the sections of the same names, the others stay. */
export async function write(
  path: string,
  facts: string,
  order: readonly string[],
  fresh: Section[],
): Promise<void> {
  const old = await readFile(path, "utf8").catch(() => "");
  const texts = new Map(
    old
      .split(/^(?=## )/m)
      .slice(1)
      .map((text) => [text.slice(3, text.indexOf("\n")), text.trim()]),
  );
  for (const section of fresh) texts.set(section.name, sectionText(section));
  const sections = order.flatMap((name) => texts.get(name) ?? []);
  await writeFile(path, `${[HEAD, facts, ...sections].join("\n\n")}\n`);
}

const HEAD = `# Results

Written by \`npm run bench\`; [README.md](README.md) explains each row. Machines drift, so what counts is the ratio to
a limit program that ran alternately with ours; every figure is the median of three rounds or more.`;

function sectionText({ name, about, outcome }: Section): string {
  const table = [
    "| what | ours | limit | ratio | goal | reached |",
    "| --- | --- | --- | --- | --- | --- |",
    ...outcome.rows.map((row) => `| ${cells(row).join(" | ")} |`),
  ];
  const missing = outcome.missing.map((line) => `Not measured: ${line}`);
  const parts = [
    `## ${name}`,
    [about, ...outcome.notes].join("\n"),
    ...(outcome.rows.length > 0 ? [table.join("\n")] : []),
    ...missing,
  ];
  return parts.join("\n\n");
}

function cells(row: Row): string[] {
  const reached = isReached(row);
  return [
    row.what,
    `${number(row.ours)} ${row.unit}`.trimEnd(),
    row.limit === null ? "" : `${number(row.limit)} ${row.unit}`,
    row.ratio === null ? "" : row.ratio.toFixed(2),
    row.goal === null ? "" : goalText(row.goal, row.unit),
    reached === null ? "" : reached ? "yes" : "no",
  ];
}

function goalText(goal: Goal, unit: string): string {
  if ("atMost" in goal) return `≤ ${goal.atMost} ${unit}`.trimEnd();
  if ("atLeast" in goal) return `≥ ${goal.atLeast} ${unit}`.trimEnd();
  return "ratioAtLeast" in goal ? `≥ ${goal.ratioAtLeast} ×` : `≤ ${goal.ratioAtMost} ×`;
}

function number(value: number): string {
  if (!Number.isFinite(value)) return "?";
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
