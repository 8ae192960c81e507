import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseCsv } from "./asvs.ts";

/**
 * The ids of `count` rows of `docs/asvs.csv` to review, drawn from those in `ids` and the same for the same seed: the ids are
 * sorted by the SHA-256 of seed and id, so a row added later changes the draw by at most one row.
 */
export function drawRows(ids: readonly string[], seed: string, count: number): string[] {
  const rank = (id: string) => createHash("sha256").update(`${seed}:${id}`).digest("hex");
  return ids.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seed, count = "30", ...rest] = process.argv.slice(2);
  if (seed === undefined || !/^[1-9]\d*$/.test(count) || rest.length > 0) {
    console.error(
      "Usage: node tools/asvs-draw.ts <seed> [count], for example: node tools/asvs-draw.ts 20261123 30",
    );
    process.exit(2);
  }
  const csv = readFileSync(new URL("../docs/asvs.csv", import.meta.url), "utf8");
  const met = parseCsv(csv).filter(([, , , status]) => status === "Met");
  console.log(
    drawRows(
      met.map(([id = ""]) => id),
      seed,
      Number(count),
    ).join("\n"),
  );
}
