import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The root of the installation. */
export const root = join(import.meta.dirname, "../..");

/** One series of an answer of `/metrics`. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** An answer of `/metrics`: the types of the metrics, and their series. */
export interface Scrape {
  types: Map<string, string>;
  series: Series[];
  lines: number;
  /** Returns the value of the only series with these labels, or undefined. */
  value(name: string, labels?: Record<string, string>): number | undefined;
}

/** Reads `/metrics` as Prometheus does. */
export async function scrape(port: number | null): Promise<Scrape> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const types = new Map<string, string>();
  const series: Series[] = [];
  for (const line of text.split("\n")) {
    const [, metric, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (metric !== undefined && type !== undefined) types.set(metric, type);
    const [, name, labels = "", value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, said]) => [key, said]);
    series.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return {
    types,
    series,
    lines: text.split("\n").length,
    value(name, wanted = {}) {
      const found = series.filter(
        (one) => one.name === name && Object.entries(wanted).every(([key, said]) => one.labels[key] === said),
      );
      if (found.length > 1) throw new Error(`${found.length} series of ${name} match`);
      return found[0]?.value;
    },
  };
}

/** A row of docs/metrics.tsv. */
export interface MetricRow {
  metric: string;
  type: string;
  role: string;
  labels: string[];
}

/** Reads the documented metrics. */
export async function documentedMetrics(): Promise<MetricRow[]> {
  const [, ...rows] = (await readFile(join(root, "docs/metrics.tsv"), "utf8")).trimEnd().split("\n");
  return rows.map((row) => {
    const [metric = "", type = "", role = "", labels = ""] = row.split("\t");
    return { metric, type, role, labels: labels.split(",").filter(Boolean) };
  });
}
