import { catalogueChanged, catchUpSearch, openTagNames } from "#catalogue";
import { startTranscoding } from "#media";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db/database";
import { openNotifications } from "#platform/db/listen";
import { openDocuments } from "#platform/http/document";
import { registerHealth } from "#platform/http/health";
import { type Http, openHttp } from "#platform/http/server";
import { serveFolder } from "#platform/http/static";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";
import { loadGrantKeys, openMediaFiles, registerMedia } from "#playback";
import { siteChanged } from "#site";
import { pageHandler, registerStorefront, type Shell } from "#storefront";

export type { Shell } from "#storefront";

/** What the app is made of. */
export interface AppOptions {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  store: MediaStore;
  /** The built viewers' app: its server half, and the folder of its files. Null: not built, API only. */
  web: { shell: Shell; folder: string } | null;
  /** Answers requests, works in the background, or both. */
  role: "all" | "web" | "worker";
}

/** The app, put together and not listening yet. */
export interface App {
  http: Http;
  /** Stops taking part: readiness off, connections told to close, running jobs handed back. */
  stop(): Promise<void>;
}

/** Documents are rebuilt this often even when nothing changed: "new" badges go by the clock. */
const documentLifeMs = 10 * 60_000;

/** Puts the app together. The one place that knows every domain. */
export async function createApp({
  config,
  log,
  clock,
  database,
  store,
  web,
  role,
}: AppOptions): Promise<App> {
  const { db } = database;
  const notifications = await openNotifications(database, log);
  const documents = openDocuments({ count: 5000, bytes: 24 * 2 ** 20 });
  const searches = openDocuments({ count: 5000, bytes: 16 * 2 ** 20 });
  const pages = openDocuments({ count: 500, bytes: 24 * 2 ** 20 });
  const tagNames = openTagNames(db);
  const forget = () => {
    for (const store of [documents, searches, pages, tagNames]) store.clear();
  };
  await notifications.on(catalogueChanged, forget);
  await notifications.on(siteChanged, forget);
  notifications.onGap(forget);
  const timer = setInterval(forget, documentLifeMs).unref();

  const keys = await loadGrantKeys(db, clock, config.grantKeys);
  const playback = { db, clock, keys };
  const storefront = {
    ...playback,
    documents,
    searches,
    pages,
    tagNames,
    publicOrigin: config.publicOrigin,
    shell: web?.shell ?? null,
  };
  const http = openHttp({ config, log, clock, identify: async () => null, page: pageHandler(storefront) });
  const health = registerHealth(http, database);
  const metrics = await openMetricsOf(config);
  metrics?.watch(http);
  registerStorefront(http, storefront);
  const files = openMediaFiles(config.mediaCacheBytes);
  registerMedia(http, { ...playback, store, files, accel: config.mediaAccel });
  if (web) await serveFolder(http, web.folder);

  metrics?.gauge("media_cache_bytes", "Bytes of media files held in memory", files.cachedBytes);

  // Not waited for: after an update, series are found one after the other.
  catchUpSearch(db).catch((error: unknown) =>
    log.error({ err: error }, "Not every series can be searched for yet"),
  );

  const background = role === "web" ? null : await startBackground({ config, log, clock, database, store });

  return {
    http,
    async stop() {
      clearInterval(timer);
      await health.drain();
      await http.close();
      await background?.stop();
      await notifications.close();
      await metrics?.close();
    },
  };
}

// What follows is loaded where it is wanted: a process that only answers needs neither, in time to start nor in memory.

async function openMetricsOf({ metricsPort, host }: Config) {
  if (metricsPort === null) return null;
  const { openMetrics } = await import("#platform/metrics");
  return openMetrics({ port: metricsPort, host });
}

async function startBackground(options: Pick<AppOptions, "config" | "log" | "clock" | "database" | "store">) {
  const { openJobs } = await import("#platform/jobs");
  const jobs = await openJobs(options.database, options.log);
  const transcoding = await startTranscoding({ ...options, jobs, ffmpegPath: options.config.ffmpegPath });
  return {
    async stop() {
      await jobs.stop();
      await transcoding.stop();
    },
  };
}
