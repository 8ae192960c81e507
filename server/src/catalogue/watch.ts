import type { Db } from "#platform/db/database";
import type { Notifications } from "#platform/db/listen";
import type { Log } from "#platform/log";
import { CATALOGUE_CHANGED, readChange } from "./events.ts";
import { findCatalogueVersion } from "./repository.ts";

/** Pause between two reads of the version. Together with the grace, the longest time that a change stays unnoticed. */
const CHECK_MS = 5_000;
/** A notification that is on its way arrives within this time. */
const GRACE_MS = 1_000;

/** What watching the catalogue needs. */
export interface WatchOptions {
  db: Db;
  notifications: Notifications;
  log: Log;
  /** Discards what shows a series, or everything if null. */
  forget(seriesId: string | null): void;
}

/**
 * Calls `forget` for each change of the catalogue. Notifications report them within milliseconds; because a notification can be
 * lost without an error, the version of the catalogue is read every five seconds too. Returns what ends the watch.
 */
export async function watchCatalogue({ db, notifications, log, forget }: WatchOptions): Promise<() => void> {
  let seen = 0;
  let isStopped = false;
  let grace: NodeJS.Timeout | undefined;
  await notifications.on(CATALOGUE_CHANGED, (payload) => {
    const { version, seriesId } = readChange(payload);
    // One version was skipped: another notification is missing, or not here yet.
    forget(version === seen + 1 || seen === 0 ? seriesId : null);
    seen = Math.max(seen, version);
  });
  seen = await findCatalogueVersion(db);

  const check = async () => {
    const version = await findCatalogueVersion(db);
    if (version <= seen || isStopped) return;
    grace = setTimeout(() => {
      if (version <= seen) return;
      log.warn({ version, seen }, "A notification of the catalogue was lost; cached answers were discarded");
      seen = version;
      forget(null);
    }, GRACE_MS).unref();
  };
  // While the database is away, cached answers keep the site up; nothing newer can be read, and the next check compares again.
  const checkSafely = () =>
    void check().catch((error: unknown) =>
      log.debug({ err: error }, "The version of the catalogue could not be read"),
    );
  const timer = setInterval(checkSafely, CHECK_MS).unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
    clearTimeout(grace);
  };
}
