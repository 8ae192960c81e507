// `npm run budget`: what the console's first screen and each further one download, against what they may.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import budget from "../size-budget.json" with { type: "json" };

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const client = join(import.meta.dirname, "../dist/client");
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8"));

/** The keys given and all that they import before they can run. */
function withImports(keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (seen.has(key) || !chunk) continue;
    seen.add(key);
    withImports(chunk.imports ?? [], seen);
  }
  return seen;
}

function weight(files: Iterable<string>): number {
  let sum = 0;
  for (const file of new Set(files)) sum += brotliCompressSync(readFileSync(join(client, file))).length;
  return sum;
}

const filesOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? []);
const sheetsOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.css ?? []);

const entry = withImports(["index.html"]);
const screens = Object.keys(manifest)
  .filter((key) => /^src\/screens\/[^.]+\.tsx$/.test(key))
  .map((key) => {
    const own = [...withImports([key])].filter((one) => !entry.has(one));
    return { key, js: weight(filesOf(own)), css: weight(sheetsOf(own)) };
  });
if (screens.length === 0) throw new Error("The build has no chunk of a screen.");
const heaviest = (part: "js" | "css") => Math.max(...screens.map((screen) => screen[part]));

/** What reports load with their pictures, which are a part of their own. */
const reports = [...withImports(["src/screens/reports.tsx", "src/features/reports/pictures.tsx"])].filter(
  (one) => !entry.has(one),
);
if (!manifest["src/features/reports/pictures.tsx"])
  throw new Error("The pictures of reports are no part of their own.");

/** One language is loaded. */
const messages = Math.max(
  ...Object.keys(manifest)
    .filter((key) => /^src\/messages\/\w+\/console\.json$/.test(key))
    .map((key) => weight(filesOf([key]))),
);

// The first screen is whichever address is opened, and in whichever language, so the heaviest ones count.
const lines: [name: string, bytes: number, limit: number][] = [
  ["first screen: JS", weight(filesOf(entry)) + messages + heaviest("js"), budget.firstScreen.js],
  ["first screen: CSS", weight(sheetsOf(entry)) + heaviest("css"), budget.firstScreen.css],
  ...screens.map(({ key, js }): [string, number, number] => [`${key}: JS`, js, budget.furtherScreen.js]),
  ["reports with pictures: JS", weight(filesOf(reports)), budget.reports.js],
];

let over = false;
for (const [name, bytes, limit] of lines) {
  over ||= bytes > limit;
  const verdict = bytes <= limit ? "of" : "over its budget of";
  console.log(`${name.padEnd(32)} ${String(bytes).padStart(7)} B ${verdict} ${limit}`);
}
if (over) process.exitCode = 1;
