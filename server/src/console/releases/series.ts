import type { SeriesReleases } from "@cliffhanger/contract";
import { listReleasing, listReleasingSeries } from "#catalogue";
import type { Db } from "#platform/db/database";
import { notFound } from "#platform/http/errors";
import { describeDrops, findPlan, listDrops, listOpenDrops } from "#releases";
import { dropOf } from "./compose.ts";

const DAY_MS = 86_400_000;
/** Drops that happened before are found in the log; one that still waits is shown however long ago it was due. */
const DAYS_BEFORE = 90;
/** Nothing is planned later. */
const DAYS_AHEAD = 3 * 366;
/** More drops than a series of 100 episodes has. */
const MAX_DROPS = 500;

/** Returns the plan of a series, its drops, and the episodes without a time. */
export async function describeSeriesReleases(db: Db, seriesId: string, now: Date): Promise<SeriesReleases> {
  const range = {
    from: new Date(now.getTime() - DAYS_BEFORE * DAY_MS),
    to: new Date(now.getTime() + DAYS_AHEAD * DAY_MS),
    seriesId,
    limit: MAX_DROPS,
  };
  const [[series], episodes, plan, open, drops] = await Promise.all([
    listReleasingSeries(db, [seriesId]),
    listReleasing(db, seriesId),
    findPlan(db, seriesId),
    listOpenDrops(db, seriesId),
    listDrops(db, range),
  ]);
  if (!series) throw notFound();
  const late = open.filter(({ at }) => at < range.from);
  const described = await describeDrops(db, [...late, ...drops]);
  const last = Math.max(0, ...episodes.flatMap(({ isReleased, number }) => (isReleased ? number : [])));
  const next = episodes.find(({ isReleased, number }) => !isReleased && number > last);
  const isGoing = series.state === "live" && series.mode !== "held";
  return {
    mode: series.mode,
    plan: plan?.active
      ? {
          from: plan.startsOn,
          time: plan.timeOfDay,
          zone: plan.zone,
          weekdays: plan.weekdays === null ? null : [...plan.weekdays],
          perTime: plan.perTime,
          skip: [...plan.skip],
        }
      : null,
    drops: described.map((drop) => dropOf(drop, now)),
    waiting: episodes
      .filter(({ isReleased, releaseAt }) => !isReleased && releaseAt === null)
      .map(({ number, isReady }) => ({ number, isReady })),
    next: isGoing && next?.isReady ? next.number : null,
  };
}
