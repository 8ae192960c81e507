import { LRUCache } from "lru-cache";
import { findEpisode } from "#catalogue";
import { noteFirstUse } from "#entitlements";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Log } from "#platform/log";

/** Records when an entitlement is first used: what decides whether a withdrawal returns the money. */
export interface FirstUse {
  /** Notes that a segment is served under a verified grant. Never waits for the database; works once for each grant. */
  note(grant: string): void;
  /** Waits for what is being recorded. */
  stop(): Promise<void>;
}

/** Grants that are remembered as recorded. One that is forgotten costs a read. */
const MAX_GRANTS = 20_000;

/** Opens the record of first uses. A failed record is tried again with the next segment. */
export function openFirstUse({ db, clock, log }: { db: Db; clock: Clock; log: Log }): FirstUse {
  const noted = new LRUCache<string, true>({ max: MAX_GRANTS });
  const running = new Set<Promise<void>>();

  async function record(grant: string): Promise<void> {
    const [, , episodeId = "", viewer = ""] = grant.split(".");
    const episode = await findEpisode(db, episodeId);
    if (episode && !episode.free) await noteFirstUse(db, viewer, episode.series_id, clock.now());
  }

  return {
    note(grant) {
      if (noted.has(grant)) return;
      noted.set(grant, true);
      const work = record(grant).catch((error: unknown) => {
        noted.delete(grant);
        log.warn({ err: error }, "First use could not be recorded; will retry");
      });
      running.add(work);
      void work.finally(() => running.delete(work));
    },
    stop: async () => void (await Promise.all(running)),
  };
}
