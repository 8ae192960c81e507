// `npm run budget`: what a first visit downloads, against what it may. `--report` says what is in it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import budget from "../size-budget.json" with { type: "json" };
import type { Manifest } from "../src/loader/server/manifest.ts";
import type { BudgetList } from "./screens.ts";

const { values: options } = parseArgs({ options: { report: { type: "boolean" } } });
const client = join(import.meta.dirname, "../dist/client");
const manifest: Manifest = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8"));
const list: BudgetList = JSON.parse(readFileSync(join(client, ".vite/budget.json"), "utf8"));

/** The keys given and all that they import before they can run. */
function withImports(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (seen.has(key) || !chunk) continue;
    seen.add(key);
    withImports(chunk.imports ?? [], seen);
  }
  return seen;
}

function filesOf(keys: Iterable<string>): string[] {
  return [...new Set([...keys].flatMap((key) => manifest[key]?.file ?? []))];
}

/** Bytes over the wire: fonts are compressed already, the rest travels as brotli. */
function weight(files: string[]): number {
  return files.reduce((sum, file) => {
    const bytes = readFileSync(join(client, file));
    return sum + (file.endsWith(".woff2") ? bytes.length : brotliCompressSync(bytes).length);
  }, 0);
}

const all = Object.keys(manifest);
const languages = all.filter((key) => /^src\/messages\/[a-z]+\/core\.json$/.test(key));
const heaviest = languages.toSorted((a, b) => weight(filesOf([b])) - weight(filesOf([a])))[0] ?? "";
const first = withImports([...list.first, heaviest]);
const player = [...withImports(list.player)].filter((key) => !first.has(key));
const watch = [...withImports(list.watch)].filter((key) => !first.has(key));
const sheets = [...first].flatMap((key) => manifest[key]?.css ?? []);

const lines: [string, number, number | null][] = [
  ["first load of /: JS", weight(filesOf(first)), budget.firstLoad.js],
  ["first load of /: CSS", weight([...new Set(sheets)]), budget.firstLoad.css],
  [
    "first load of /: fonts",
    weight(filesOf(all).filter((file) => file.endsWith(".woff2"))),
    budget.firstLoad.fonts,
  ],
  ["player: JS", weight(filesOf(player)), budget.player.js],
  ["watch screen: JS", weight(filesOf(watch)), null],
];

let over = false;
for (const [name, bytes, limit] of lines) {
  const verdict = limit === null ? "" : bytes <= limit ? `of ${limit}` : `over its budget of ${limit}`;
  over ||= limit !== null && bytes > limit;
  console.log(`${name.padEnd(24)} ${String(bytes).padStart(7)} B ${verdict}`);
}
if (over) process.exitCode = 1;
if (options.report) {
  // Loaded here alone: the check itself needs no bundler.
  const { bundleReport } = await import("./bundle-report.ts");
  const lines = await bundleReport([...filesOf(first), ...new Set(sheets)]);
  console.log(`\nWhat the first load of / is made of, as brotli:\n${lines.join("\n")}`);
}
