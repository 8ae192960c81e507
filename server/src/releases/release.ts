import {
  followReleases,
  hasUnplanned,
  listReleasing,
  listUnplanned,
  lockReleasing,
  releaseEpisodes,
} from "#catalogue";
import type { Clock } from "#platform/clock";
import { asSystem } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { DueTask } from "#platform/jobs/due";
import { nextOf } from "./change.ts";
import { extend } from "./drops.ts";
import { releasable } from "./order.ts";
import { ReleaseError } from "./release-error.ts";
import * as repository from "./repository.ts";

/** Plans of series with new episodes are worked off in parts. */
const BATCH = 50;
const HOUR_MS = 3_600_000;

/** Releases the episodes whose time has come. */
export function releaseTask(): DueTask {
  return {
    name: "releases: release",
    hasWork: (now) => repository.hasDue(now),
    async run({ db, clock }) {
      let released = 0;
      for (const id of await repository.listDueSeries(db, clock.now()))
        released += await releaseDue(db, clock, id);
      return released;
    },
  };
}

/**
 * Releases what is due of a series, in one transaction under its lock: killed at any point, it happens once. Returns the
 * number of released episodes.
 */
async function releaseDue(db: Db, clock: Clock, seriesId: string): Promise<number> {
  return asSystem(db, "releases", async (trx) => {
    const series = await lockReleasing(trx, seriesId);
    if (!series) return 0;
    const now = clock.now();
    const due = (await repository.listOpenDrops(trx, seriesId)).filter(({ at }) => at <= now);
    const episodes = await listReleasing(trx, seriesId);
    const waiting = due.flatMap((drop) => drop.episodes.filter(({ releasedAt }) => releasedAt === null));
    const isOpen = series.state === "live" && series.mode !== "held";
    const going = isOpen ? releasable(episodes, new Set(waiting.map(({ id }) => id))) : [];
    const ids = going.map(({ id }) => id);
    if (ids.length > 0) {
      await releaseEpisodes(trx, { seriesId, ids, at: now });
      await repository.noteReleased(trx, ids, now);
      await repository.insertEvent(trx, { id: newId(now), seriesId, episodeIds: ids, at: now });
    }
    let isChanged = ids.length > 0;
    for (const drop of due) {
      const lacks = drop.episodes.some(({ id, releasedAt }) => releasedAt === null && !ids.includes(id));
      const state = lacks ? "blocked" : "done";
      if (drop.state === state) continue;
      isChanged = true;
      await repository.setDropState(trx, drop.id, state);
    }
    if (isChanged) {
      const last = ids.length > 0 ? { last: now } : {};
      await followReleases(trx, seriesId, { next: await nextOf(trx, seriesId), ...last });
    }
    return ids.length;
  });
}

/** Gives a time to the new episodes of series with an active plan, of at most `batch` series at a time. */
export function planTask(batch = BATCH): DueTask {
  /** When a plan could give no time. An operator has to change it, so it is not tried each second. */
  const refusedAt = new Map<string, number>();
  return {
    name: "releases: plan",
    hasWork: () => hasUnplanned(),
    async run({ db, clock, log }) {
      const now = clock.now().getTime();
      for (const [id, at] of refusedAt) if (Math.abs(now - at) >= HOUR_MS) refusedAt.delete(id);
      // Left out by the query: a part full of them would leave no room for the others.
      const ids = await listUnplanned(db, { except: [...refusedAt.keys()], limit: batch });
      let planned = 0;
      for (const id of ids) {
        try {
          planned += await extendPlan(db, clock, id);
        } catch (error) {
          if (!(error instanceof ReleaseError)) throw error;
          refusedAt.set(id, clock.now().getTime());
          log.warn(
            { seriesId: id, reason: error.message },
            "A plan gives no time to new episodes; will retry",
          );
        }
      }
      return planned;
    },
  };
}

async function extendPlan(db: Db, clock: Clock, seriesId: string): Promise<number> {
  return asSystem(db, "releases", async (trx) => {
    const series = await lockReleasing(trx, seriesId);
    const plan = await repository.findPlan(trx, seriesId);
    if (series?.mode !== "planned" || !plan?.active) return 0;
    const episodes = (await listReleasing(trx, seriesId)).filter(
      ({ isReleased, isHeld, releaseAt, withdrawnAt }) =>
        !isReleased && !isHeld && releaseAt === null && withdrawnAt === null,
    );
    await extend({ trx, seriesId, plan, episodes, now: clock.now(), by: "system:releases" });
    await followReleases(trx, seriesId, { next: await nextOf(trx, seriesId) });
    return episodes.length;
  });
}
