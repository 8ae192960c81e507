import { join } from "node:path";
import { CATALOGUE_CHANGED, openTagNames } from "#catalogue";
import type { Config } from "#platform/config";
import type { Db } from "#platform/db/database";
import type { Notifications } from "#platform/db/listen";
import { openResponseCache } from "#platform/http/cached-response";
import type { Log } from "#platform/log";
import { openInformationPages, siteChanged } from "#site";

/** Documents are rebuilt this often even without changes, because "new" badges depend on the clock. */
const DOCUMENT_LIFE_MS = 10 * 60_000;

/** What the caches need. */
export interface CacheOptions {
  config: Config;
  db: Db;
  notifications: Notifications;
  log: Log;
}

/** Opens the caches of public answers; all of them are cleared when their data changes. */
export async function openCaches({ config, db, notifications, log }: CacheOptions) {
  const responses = openResponseCache({ count: 5000, bytes: 24 * 2 ** 20 });
  const searches = openResponseCache({ count: 5000, bytes: 16 * 2 ** 20 });
  const pages = openResponseCache({ count: 500, bytes: 24 * 2 ** 20 });
  const sitemaps = openResponseCache({ count: 200, bytes: 16 * 2 ** 20 });
  const tagNames = openTagNames(db);
  const forget = () => {
    for (const store of [responses, searches, pages, sitemaps, tagNames]) store.clear();
  };
  await notifications.on(CATALOGUE_CHANGED, forget);
  const information = await openInformationPages({
    folder: join(config.dataDir, "pages"),
    publicOrigin: config.publicOrigin,
    log,
  });
  const forgetAll = () => {
    information.forget();
    forget();
  };
  await notifications.on(siteChanged, forgetAll);
  notifications.onGap(forgetAll);
  const timer = setInterval(forgetAll, DOCUMENT_LIFE_MS).unref();
  const stop = () => clearInterval(timer);
  return { responses, searches, pages, sitemaps, tagNames, information, stop };
}
