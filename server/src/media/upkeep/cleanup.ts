import { basename } from "node:path";
import { findRecentSnapshot } from "#billing";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import { isMediaBackedUp } from "#platform/db/media-files";
import { listOtherUsers, type StoreUser } from "#platform/db/store-users";
import { noteUpkeep } from "#platform/db/upkeep";
import { ClockError, verifiedNow } from "#platform/db/verified-clock";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";
import { MEDIA_CLEANUP } from "../names.ts";
import { listWaitingHashes } from "../repository.ts";
import { collectOrphans } from "./collect.ts";

/** What the cleanup needs. */
export interface CleanupContext {
  database: Database;
  store: MediaStore;
  clock: Clock;
  log: Log;
}

const EVERY_MS = 3600 * 1000;
const ABANDONED_MS = 24 * 3600 * 1000;

/** Removes the folders of killed encodes. */
export async function sweep({ store, log }: CleanupContext): Promise<void> {
  try {
    const swept = await store.sweep();
    if (swept > 0) log.info({ folders: swept }, "Unfinished folders of interrupted encodes removed");
  } catch (error) {
    log.error({ err: error }, "Unfinished folders could not be removed; the next start tries again");
  }
}

/** Runs the cleanup now and every hour. Nothing waits for it, and its failures end nothing. */
export function startCleanup(options: CleanupContext): { stop(): Promise<void> } {
  const once = () =>
    cleanUp(options).catch((error: unknown) => {
      // The health check has logged a wrong clock.
      if (error instanceof ClockError) return;
      options.log.error({ err: error }, "Media upkeep failed; will retry in an hour");
    });
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

/**
 * Removes nothing while another database uses the storage, which may play what this one needs no more, or a backup reads it.
 * Otherwise removes orphans, and sources that no asset waits for because a process ended before it removed them.
 */
async function cleanUp({ store, clock, database, log }: CleanupContext): Promise<void> {
  // On a large catalogue these statements exceed the timeout of a request.
  const db = database.upkeep;
  const at = await verifiedNow(db, clock);
  const [other] = await listOtherUsers(db, store);
  if (other) return log.warn({ ...other }, sentenceOf(other));
  if (await isMediaBackedUp(db))
    return log.info("Nothing is removed from the media storage while a backup reads it");
  const waiting = await listWaitingHashes(db);
  // What was restored knows no source that came later; the database that was moved aside may wait for it.
  const snapshotAt = await findRecentSnapshot(db);
  for await (const { key, since } of store.list("spool/")) {
    // A new source may belong to an ingest whose rows are not written yet.
    const old = at.getTime() - since.getTime() > ABANDONED_MS;
    const isLater = snapshotAt !== null && since > snapshotAt;
    if (old && !isLater && !waiting.has(basename(key))) await store.remove(key);
  }
  const unfinished = await store.discardUnfinished(at);
  if (unfinished > 0) log.info({ count: unfinished }, "Unfinished uploads to the media storage removed");
  const collected = await collectOrphans({ db, clock, store });
  if (collected > 0) log.info({ videos: collected }, "Videos without episodes removed");
  await noteUpkeep(db, MEDIA_CLEANUP);
}

function sentenceOf({ who, at, place }: StoreUser): string {
  return (
    `Another database uses this media storage: ${who}, last seen at ${at.toISOString()}. Nothing is deleted from the storage until two ` +
    `hours after that. Give a copy a storage of its own (docs/backup.md); if that database is gone for ever, delete ${place}`
  );
}
