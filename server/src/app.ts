import { join } from "node:path";
import {
  type Accounts,
  defineAccountMails,
  openAccounts,
  registerAccounts,
  registerFacebook,
  startHousekeeping,
} from "#accounts";
import {
  type Attribution,
  attributionListener,
  openAttribution,
  openReports,
  orderListener,
  registerAttribution,
  registerReports,
  startAttribution,
} from "#attribution";
import {
  type Billing,
  billingListener,
  billingTasks,
  defaultPolicy,
  membershipReader,
  openBilling,
  registerBilling,
  startBilling,
  type Task,
} from "#billing";
import { catalogueChanged, catchUpSearch, findEpisode, openSearchCounter, openTagNames } from "#catalogue";
import { type Library, libraryListener, openLibrary, registerLibrary } from "#library";
import { startTranscoding } from "#media";
import type { Clock } from "#platform/clock";
import { addressOf, type Config } from "#platform/config";
import type { Database } from "#platform/db/database";
import { openNotifications } from "#platform/db/listen";
import { clockMoved } from "#platform/db/moved-clock";
import { openDocuments } from "#platform/http/document";
import { registerHealth } from "#platform/http/health";
import { type Http, openHttp } from "#platform/http/server";
import { serveFolder } from "#platform/http/static";
import type { Jobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { openOutbox } from "#platform/mail/outbox";
import { once } from "#platform/once";
import type { MediaStore } from "#platform/storage";
import {
  loadGrantKeys,
  openMediaFiles,
  openPlays,
  playsCounted,
  playsListener,
  registerMedia,
} from "#playback";
import {
  type Abilities,
  defineTicketMail,
  mailFaceOf,
  memberTickets,
  openInformationPages,
  readPublicConfig,
  registerSite,
  siteChanged,
} from "#site";
import {
  openMadePictures,
  openPlayCounts,
  openShop,
  pageHandler,
  registerFindable,
  registerInstallable,
  registerStorefront,
  type Shell,
} from "#storefront";

import { type DemoClockOptions, registerDemoClock } from "./demo-clock.ts";
import { openGateways } from "./gateways.ts";

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
  /** The demo's clock, which can be moved; null outside of the demo. */
  demo?: DemoClockOptions | null;
  /** Where the pixels' scripts are in the demo; null: at their vendors'. */
  pixels?: Abilities["pixels"] | null;
}

/** The app, put together and not listening yet. */
export interface App {
  http: Http;
  accounts: Accounts;
  attribution: Attribution;
  library: Library;
  billing: Billing;
  /** What is due by the clock; done in the background unless the role is web. */
  tasks: readonly Task[];
  /** Stops taking part: readiness off, connections told to close, running jobs handed back. */
  stop(): Promise<void>;
}

/** Documents are rebuilt this often even when nothing changed: "new" badges go by the clock. */
const documentLifeMs = 10 * 60_000;

/** What "I agree" means (R51): the terms and the privacy policy. */
const agreedPages = ["serviceAgreement", "privacyPolicy"] as const;

/** Puts the app together. The one place that knows every domain. */
export async function createApp({
  config,
  log,
  clock,
  database,
  store,
  web,
  role,
  demo = null,
  pixels = null,
}: AppOptions): Promise<App> {
  const { db } = database;
  const notifications = await openNotifications(database, log);
  const documents = openDocuments({ count: 5000, bytes: 24 * 2 ** 20 });
  const searches = openDocuments({ count: 5000, bytes: 16 * 2 ** 20 });
  const pages = openDocuments({ count: 500, bytes: 24 * 2 ** 20 });
  const sitemaps = openDocuments({ count: 200, bytes: 16 * 2 ** 20 });
  const tagNames = openTagNames(db);
  const forget = () => {
    for (const store of [documents, searches, pages, sitemaps, tagNames]) store.clear();
  };
  await notifications.on(catalogueChanged, forget);
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
  const timer = setInterval(forgetAll, documentLifeMs).unref();

  const keys = await loadGrantKeys(db, clock, config.grantKeys);
  const playback = { db, clock, keys };
  const plays = openPlays({ db, log });
  const library = openLibrary({ db, clock, listener: plays.listener });
  const playCounts = openPlayCounts({ documents, pages });
  await notifications.on(playsCounted, playCounts.changed);
  const jobs = openJobsLater(database, log);
  const mail = openOutbox({
    jobs: jobs.get,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    face: async () => mailFaceOf((await readPublicConfig(db)).site),
    log,
  });
  const attribution = openAttribution({
    db,
    clock,
    log,
    origin: addressOf(config),
    seriesOf: async (trx, episodeId) => (await findEpisode(trx, episodeId))?.series_id,
  });
  const billing = openBilling({
    db,
    clock,
    log,
    mail,
    listeners: [orderListener(attribution)],
    ...openGateways(config, log),
    origin: addressOf(config),
    site: async () => mailFaceOf((await readPublicConfig(db)).site),
    policy: defaultPolicy,
  });
  const storefront = {
    ...playback,
    documents,
    searches,
    pages,
    information,
    tagNames,
    library,
    publicOrigin: config.publicOrigin,
    abilities: {
      mail: mail.available,
      facebook: config.facebook !== null,
      ...(pixels ? { pixels } : {}),
    },
    shop: openShop(billing, documents),
    cardScriptUrl: billing.cardForm?.scriptUrl ?? null,
    shell: web?.shell ?? null,
    searchCounter: openSearchCounter({ db, clock, log }),
  };
  const accounts = openAccounts({
    db,
    clock,
    log,
    mail,
    // Who keeps things about visitors, and must hear when a guest becomes somebody.
    listeners: [
      libraryListener,
      playsListener,
      memberTickets,
      attributionListener(attribution),
      billingListener(billing),
    ],
    membershipOf: membershipReader(billing),
    documents: async () => {
      const versions = information.versions();
      return agreedPages.map((document) => ({ document, version: versions[document] }));
    },
    siteName: async () => (await readPublicConfig(db)).site.name,
  });
  const { identify } = accounts;
  const http = openHttp({ config, log, clock, identify, page: pageHandler(storefront) });
  const health = registerHealth(http, database);
  const metrics = await openMetricsOf(config);
  metrics?.watch(http);
  registerStorefront(http, storefront);
  const pictures = { store, made: openMadePictures({ store, clock }) };
  registerFindable(http, { ...storefront, ...pictures, sitemaps });
  registerInstallable(http, { ...storefront, ...pictures });
  registerAccounts(http, accounts);
  registerFacebook(http, accounts, config);
  registerLibrary(http, { db, clock, tagNames, library });
  const webhooks = await registerBilling(http, billing);
  if (demo) {
    registerDemoClock(http, demo);
    await notifications.on(clockMoved, () => void refreshClock(demo, log));
    notifications.onGap(() => void refreshClock(demo, log));
  }
  registerSite(http, { db, clock, mail, documents, information });
  const reports = openReports({ db, clock, log, identify });
  registerReports(http, { reports, clock });
  registerAttribution(http, attribution);
  defineTicketMail(mail, db);
  defineAccountMails({ outbox: mail, db, clock, origin: addressOf(config) });
  const files = openMediaFiles(config.mediaCacheBytes);
  registerMedia(http, { ...playback, store, files, accel: config.mediaAccel });
  if (web) await serveFolder(http, web.folder);

  metrics?.gauge("media_cache_bytes", "Bytes of media files held in memory", files.cachedBytes);
  metrics?.gauge(
    "webhooks_refused",
    "Webhooks that no gateway had signed, since the start",
    webhooks.refused,
  );
  metrics?.gauge(
    "reports_dropped",
    "Events of browsers that were not taken in, since the start",
    reports.dropped,
  );
  metrics?.gauge("reports_waiting", "Rows of reports that wait to be written", reports.waiting);

  // Not waited for: after an update, series are found one after the other.
  catchUpSearch(db).catch((error: unknown) =>
    log.error({ err: error }, "Not every series can be searched for yet"),
  );

  const background =
    role === "web" ? null : await startBackground({ config, log, clock, database, store }, await jobs.get());
  if (role !== "web") await mail.work();
  const housekeeping = role === "web" ? null : startHousekeeping(accounts);
  const money = role === "web" ? null : startBilling(billing);
  const visits = role === "web" ? null : startAttribution(attribution);

  return {
    http,
    accounts,
    attribution,
    library,
    billing,
    tasks: billingTasks,
    async stop() {
      clearInterval(timer);
      await health.drain();
      await http.close();
      await storefront.searchCounter
        .flush()
        .catch((error: unknown) => log.warn({ err: error }, "The last searches were not counted"));
      await Promise.all([housekeeping?.stop(), money?.stop(), visits?.stop(), reports.stop()]);
      await jobs.stop();
      await background?.stop();
      await plays.stop();
      playCounts.stop();
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

/** The background jobs, opened when somebody first wants them: a process that only answers, with its first mail. */
function openJobsLater(database: Database, log: Log) {
  let opened: Jobs | null = null;
  return {
    get: once(async () => {
      const { openJobs } = await import("#platform/jobs");
      opened = await openJobs(database, log);
      return opened;
    }),
    async stop() {
      await opened?.stop();
    },
  };
}

async function refreshClock({ clock }: DemoClockOptions, log: Log): Promise<void> {
  await clock.refresh().catch((error: unknown) => log.warn({ err: error }, "The demo's clock was not read"));
}

type BackgroundOptions = Pick<AppOptions, "config" | "log" | "clock" | "database" | "store">;

function startBackground(options: BackgroundOptions, jobs: Jobs) {
  return startTranscoding({ ...options, jobs, ffmpegPath: options.config.ffmpegPath });
}
