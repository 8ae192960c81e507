import type { Db } from "#platform/db/database";
import { listFigures } from "../repository.ts";
import { exitShare, firstFrame, groupBy, type Quality, qualityOf, rebufferShare } from "./quality.ts";
import { networkOf, renditionOf } from "./view.ts";

/** Returns playback quality of some days: together, by day, by size and network, and the errors by kind. */
export async function readPlayback(db: Db, first: string, last: string) {
  const figures = await listFigures(db, first, last);
  const all = qualityOf(figures);
  const byWay = groupBy(
    figures.toSorted((a, b) => b.rendition - a.rendition),
    (one) => `${renditionOf(one)}|${networkOf(one)}`,
  );
  return {
    all: summaryOf(all),
    days: [...groupBy(figures, ({ day }) => day)].map(([day, some]) => ({
      day,
      ...summaryOf(qualityOf(some)),
    })),
    rows: [...byWay].map(([key, some]) => {
      const [rendition = "", network = ""] = key.split("|");
      return { rendition, network, ...summaryOf(qualityOf(some)) };
    }),
    errors: [...all.errors].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count),
  };
}

function summaryOf(quality: Quality) {
  return {
    plays: quality.plays,
    p50: firstFrame(quality, 0.5),
    p75: firstFrame(quality, 0.75),
    p95: firstFrame(quality, 0.95),
    rebuffering: rebufferShare(quality),
    leftEarly: exitShare(quality),
    errors: [...quality.errors.values()].reduce((sum, count) => sum + count, 0),
  };
}
