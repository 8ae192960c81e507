import { openNotifications } from "#platform/db/listen";
import type { Database } from "#platform/db/database";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import { openDocuments } from "#platform/http/document";
import { type Http, openHttp } from "#platform/http/server";
import { openJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { openMetrics } from "#platform/metrics";
import { openStore } from "#platform/storage";
import { catalogueChanged } from "#catalogue";
import { startTranscoding } from "#media";
import { loadGrantKeys, openMediaFiles, registerMedia } from "#playback";
import { pageHandler, registerStorefront, type Shell } from "#storefront";
import { registerHealth } from "#platform/http/health";
import { serveFolder } from "#platform/http/static";

/** What the app is made of. */
export interface AppOptions {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
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
export async function createApp({ config, log, clock, database, web, role }: AppOptions): Promise<App> {
  const { db } = database;
  const store = await openStore(config.dataDir);
  const notifications = await openNotifications(database, log);
  const documents = openDocuments(5000);
  const pages = openDocuments(500);
  const forget = () => {
    documents.clear();
    pages.clear();
  };
  await notifications.on(catalogueChanged, forget);
  notifications.onGap(forget);
  const timer = setInterval(forget, documentLifeMs).unref();

  const keys = await loadGrantKeys(db, clock, config.grantKeys);
  const playback = { db, clock, keys };
  const storefront = { ...playback, documents, pages, publicOrigin: config.publicOrigin, shell: web?.shell ?? null };
  const http = openHttp({ config, log, clock, page: pageHandler(storefront) });
  const health = registerHealth(http, database);
  const metrics = config.metricsPort === null ? null : await openMetrics({ port: config.metricsPort, host: config.host });
  metrics?.watch(http);
  registerStorefront(http, storefront);
  const files = openMediaFiles(config.mediaCacheBytes);
  registerMedia(http, { ...playback, store, files, accel: config.mediaAccel });
  if (web) await serveFolder(http, web.folder);

  metrics?.gauge("media_cache_bytes", "Bytes of media files held in memory", files.cachedBytes);

  const jobs = await openJobs(database, log);
  const transcoding = role === "web" ? null : await startTranscoding({ database, jobs, store, clock, log, ffmpegPath: config.ffmpegPath });

  return {
    http,
    async stop() {
      clearInterval(timer);
      await health.drain();
      await http.close();
      await jobs.stop();
      await transcoding?.stop();
      await notifications.close();
      await metrics?.close();
    },
  };
}
