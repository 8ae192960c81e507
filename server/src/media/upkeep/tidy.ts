import type { Clock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";
import { listWaitingHashes } from "../repository.ts";
import { collectOrphans } from "./collect.ts";

/** What tidying up needs. */
export interface Tidying {
  database: Database;
  store: MediaStore;
  clock: Clock;
  log: Log;
}

const EVERY_MS = 3600 * 1000;
const ABANDONED_MS = 24 * 3600 * 1000;

/** Removes what killed encodes left. Call it before the first encode: it takes folders of this process for old ones. */
export async function sweep({ store, log }: Tidying): Promise<void> {
  try {
    const swept = await store.sweep();
    if (swept > 0) log.info(`Removed ${swept} unfinished folders of an interrupted encode.`);
  } catch (error) {
    log.error({ err: error }, "Unfinished folders could not be removed; the next start tries again");
  }
}

/** Tidies up now and every hour. Nothing waits for it, and no failure of it ends anything. */
export function startTidying(options: Tidying): { stop(): Promise<void> } {
  const once = () =>
    tidy(options).catch((error: unknown) =>
      options.log.error({ err: error }, "Media upkeep failed; will retry in an hour"),
    );
  let running = once();
  const timer = setInterval(() => {
    running = running.then(once);
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Removes sources that no asset waits for, where a process ended between "ready" and clearing up, and orphans. */
async function tidy({ store, clock, database, log }: Tidying): Promise<void> {
  // On a large catalogue its statements take longer than a request's may.
  const db = database.upkeep;
  const waiting = await listWaitingHashes(db);
  for (const { name, since } of await store.list("spool")) {
    // One that has just come may belong to an ingest whose rows are not written yet.
    const old = clock.now().getTime() - since.getTime() > ABANDONED_MS;
    if (old && !waiting.has(name)) await store.remove(`spool/${name}`);
  }
  const collected = await collectOrphans({ db, clock, store });
  if (collected > 0) log.info(`Removed ${collected} videos that no episode plays any more.`);
}
