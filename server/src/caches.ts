import { join } from "node:path";
import { openCardCache, openTagNames, watchCatalogue } from "#catalogue";
import type { Config } from "#platform/config";
import type { Db } from "#platform/db/database";
import type { Notifications } from "#platform/db/listen";
import { openResponseCache } from "#platform/http/cached-response";
import type { Log } from "#platform/log";
import { openInformationPages, readOwnPages, siteChanged } from "#site";

/** Documents are rebuilt this often even without changes, because "new" badges depend on the clock. */
const DOCUMENT_LIFE_MS = 10 * 60_000;

/** What the caches need. */
export interface CacheOptions {
  config: Config;
  db: Db;
  notifications: Notifications;
  log: Log;
  /** Called when the catalogue changed, or may have. */
  changed: () => void;
}

/** Opens the caches of public answers; all of them are cleared when their data changes. */
export async function openCaches({ config, db, notifications, log, changed }: CacheOptions) {
  const responses = openResponseCache({ count: 5000, bytes: 24 * 2 ** 20 });
  const searches = openResponseCache({ count: 5000, bytes: 16 * 2 ** 20 });
  const pages = openResponseCache({ count: 500, bytes: 24 * 2 ** 20 });
  const sitemaps = openResponseCache({ count: 200, bytes: 16 * 2 ** 20 });
  const tagNames = openTagNames(db);
  const cards = openCardCache(db, config.cardCacheBytes);
  const forget = (seriesId: string | null) => {
    cards.forget(seriesId);
    for (const store of [responses, searches, pages, sitemaps, tagNames]) store.clear();
    changed();
  };
  const stopWatching = await watchCatalogue({ db, notifications, log, forget });
  const information = await openInformationPages({
    folder: join(config.dataDir, "pages"),
    publicOrigin: config.publicOrigin,
    log,
    readOwn: () => readOwnPages(db),
  });
  const forgetAll = () => {
    information.forget();
    forget(null);
  };
  await notifications.on(siteChanged, forgetAll);
  notifications.onGap(forgetAll);
  const timer = setInterval(forgetAll, DOCUMENT_LIFE_MS).unref();
  const stop = () => {
    stopWatching();
    clearInterval(timer);
  };
  return { responses, searches, pages, sitemaps, tagNames, cards, information, stop };
}
