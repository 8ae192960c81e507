import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseCsv } from "./asvs.ts";

/**
 * Returns a sample of `count` ids of `docs/asvs.csv` to review. The same seed gives the same sample: the ids are sorted by the
 * SHA-256 of seed and id, so an additional row changes at most one row of the sample.
 */
export function sampleRows(ids: readonly string[], seed: string, count: number): string[] {
  const rank = (id: string) => createHash("sha256").update(`${seed}:${id}`).digest("hex");
  return ids.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seed, count = "30", ...rest] = process.argv.slice(2);
  if (seed === undefined || !/^[1-9]\d*$/.test(count) || rest.length > 0) {
    console.error(
      "Usage: node tools/asvs-sample.ts <seed> [count], for example: node tools/asvs-sample.ts 20261123 30",
    );
    process.exit(2);
  }
  const csv = readFileSync(new URL("../docs/asvs.csv", import.meta.url), "utf8");
  const met = parseCsv(csv).filter(([, , , status]) => status === "Met");
  console.log(
    sampleRows(
      met.map(([id = ""]) => id),
      seed,
      Number(count),
    ).join("\n"),
  );
}
