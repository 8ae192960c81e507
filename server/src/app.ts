import { calls, sandboxCalls } from "@cliffhanger/contract";
import {
  type Accounts,
  type AccountsOptions,
  accountLimits,
  defineAccountMails,
  openAccounts,
  registerAccounts,
  registerFacebook,
} from "#accounts";
import {
  type Attribution,
  attributionListener,
  openAttribution,
  openEventReports,
  readRequestClick,
  registerAttribution,
  registerReports,
} from "#attribution";
import {
  type Billing,
  billingListener,
  cleanAttribution,
  membershipReader,
  moneyTasks,
  refuseCardNumbers,
  registerBilling,
  type Task,
  waitForCharges,
} from "#billing";
import { findEpisode, nameSubjects, openSearchCounter, prepareBacklog } from "#catalogue";
import { type ConsoleFiles, personRecords, registerConsole } from "#console";
import { type Library, libraryListener, openLibrary, registerLibrary } from "#library";
import { type Operators, operatorGate, readConsoleKey, registerOperators } from "#operators";
import type { Clock } from "#platform/clock";
import { addressOf, type Config } from "#platform/config";
import { WRITES_CHANGED } from "#platform/db/closed-writes";
import type { Database } from "#platform/db/database";
import type { Figures } from "#platform/db/figures";
import { type Notifications, openNotifications } from "#platform/db/listen";
import { claimStore } from "#platform/db/media-marker";
import { renewPool } from "#platform/db/pool";
import { limitConnections } from "#platform/http/connections";
import { registerCspReports } from "#platform/http/csp-reports";
import { registerHealth } from "#platform/http/health";
import { measureHttp, measureRefused } from "#platform/http/measure";
import { publicCalls } from "#platform/http/openapi";
import { type Http, openHttp } from "#platform/http/server";
import { serveFolder } from "#platform/http/static";
import { type DueTask, startDue } from "#platform/jobs/due";
import type { Log } from "#platform/log";
import { webConnectionName } from "#platform/machine";
import { openOutbox } from "#platform/mail/outbox";
import { saveSentMail } from "#platform/mail/repository";
import { messageOf } from "#platform/messages";
import { noMeters } from "#platform/meters";
import { once } from "#platform/once";
import { runStopStages } from "#platform/stop-stages";
import type { MediaStore } from "#platform/storage";
import { measureStore } from "#platform/store/measure-store";
import {
  loadGrantKeys,
  openCopies,
  openFirstUse,
  openMediaFiles,
  openPlays,
  openStartups,
  openWithdrawnAssets,
  PLAYS_COUNTED,
  playsListener,
  registerMedia,
} from "#playback";
import {
  type Abilities,
  agreedPages,
  defineTicketMail,
  mailBrandingOf,
  memberTickets,
  readRefundAmount,
  readSite,
  readSiteZone,
  registerSite,
  setRefundAmount,
} from "#site";
import {
  API_VERSION,
  openMadePictures,
  openPlayCounts,
  openPricing,
  pageHandler,
  registerFindable,
  registerInstallable,
  registerStorefront,
  type Shell,
} from "#storefront";
import { openCaches } from "./caches.ts";
import { registerConsoleCalls } from "./console-calls.ts";
import type { DemoClockOptions } from "./demo-clock.ts";
import { dueTasksOf } from "./due-tasks.ts";
import { openJobsLater, openMetricsOf, startBackground } from "./lazy-modules.ts";
import { openMeasures } from "./measures.ts";
import { openShop } from "./open-shop.ts";
import { allWork, type BackgroundWork, jobQueues } from "./worker-queues.ts";

export { type ConsoleFiles, messagesOf as consoleMessagesOf } from "#console";
export type { Shell, ShellModule } from "#storefront";

/** The parts of the app. */
export interface AppOptions {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  store: MediaStore;
  /** The built viewers' app: its server half, and the folder of its files. Null: not built, API only. */
  web: { shell: Shell; folder: string } | null;
  /** The built operators' console. Null: not built. */
  console?: ConsoleFiles | null;
  /** Whether to answer requests, work in the background, or both. */
  role: "all" | "web" | "worker";
  /** What it does in the background, unless the role is web; by default everything. */
  backgroundWork?: BackgroundWork;
  /** The demo's movable clock; null outside the demo. */
  demo?: DemoClockOptions | null;
  /** Where the pixels' scripts are in the demo; null: at their vendors'. */
  pixels?: Abilities["pixels"] | null;
  /** The cost of hashing a password. Only tests set it: no setting leads here, so no installation hashes cheaply. */
  passwordCost?: AccountsOptions["passwordCost"];
}

/** The app, assembled and not listening yet. */
export interface App {
  http: Http;
  accounts: Accounts;
  attribution: Attribution;
  library: Library;
  billing: Billing;
  /** The tasks of billing; the poller runs them unless the role is web. */
  tasks: readonly Task[];
  /** All work that is due by the clock, including that of billing. */
  dueTasks: readonly DueTask[];
  /** Messages between the processes on this database. */
  notifications: Notifications;
  /** The port of the metrics; null when they are off. */
  metricsPort: number | null;
  /** The figures that one node reads for all; null when metrics are off. */
  figures: Figures | null;
  /** Leaves service: readiness off, `drainSeconds` (DRAIN_SECONDS) later no more connections, running jobs released. */
  stop(drainSeconds?: number): Promise<void>;
}

/** Assembles the app. The only place that imports every domain. */
export async function createApp({
  config,
  log,
  clock,
  database,
  store,
  web,
  console = null,
  role,
  backgroundWork: work = allWork,
  demo = null,
  pixels = null,
  passwordCost,
}: AppOptions): Promise<App> {
  const { db } = database;
  const notifications = await openNotifications(
    database,
    log,
    role === "worker" ? {} : { name: webConnectionName },
  );
  await notifications.on(WRITES_CHANGED, () => Object.values(database.pools).forEach(renewPool));
  const metrics = await openMetricsOf(config, role);
  const meters = metrics?.meters ?? noMeters;
  const withdrawn = openWithdrawnAssets({ db, clock, log });
  const caches = await openCaches({ config, db, notifications, log, changed: withdrawn.changed });
  const { responses, searches, pages, sitemaps, tagNames, cards, information } = caches;

  const keys = await loadGrantKeys(db, clock, config.grantKeys);
  measureStore(meters, store);
  const copies = openCopies(config, store);
  const files = openMediaFiles(store, config.mediaCacheBytes, meters, copies);
  const firstUse = openFirstUse({ db: database.upkeep, clock, log });
  const playback = { db, clock, keys, startups: openStartups(files), firstUse, edge: config.edge };
  const plays = openPlays({ db: database.upkeep, log, meters });
  const library = openLibrary({ db, clock, listener: plays.listener });
  const playCounts = openPlayCounts({ responses, pages });
  await notifications.on(PLAYS_COUNTED, playCounts.changed);
  const jobs = openJobsLater(database, log, { poolSize: config.jobsPoolSize, meters, queues: jobQueues });
  const mail = openOutbox({
    jobs: jobs.get,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    branding: async () => mailBrandingOf(await readSite(db)),
    log,
    record: (sent) => saveSentMail(db, { ...sent, at: clock.now() }),
    meters,
  });
  const attribution = openAttribution({
    db,
    clock,
    log,
    origin: addressOf(config),
    seriesOf: async (trx, episodeId) => (await findEpisode(trx, episodeId))?.series_id,
  });
  const billing = await openShop({ config, db, clock, log, mail, attribution, metrics: meters });
  const accounts = openAccounts({
    db,
    clock,
    log,
    mail,
    guestDays: config.serving.guestDays,
    // Domains that store data about visitors and must be notified of account changes.
    listeners: [
      libraryListener,
      playsListener,
      memberTickets,
      personRecords,
      attributionListener(attribution),
      billingListener(billing),
    ],
    membershipOf: membershipReader(billing),
    documents: async () => {
      const versions = information.versions();
      return agreedPages.map((document) => ({ document, version: versions[document] }));
    },
    siteName: async () => (await readSite(db)).name,
    limits: accountLimits(config.limits),
    guestKeys: keys.map(({ secret }) => secret),
    passwordCost,
  });
  const storefront = {
    ...playback,
    responses,
    searches,
    pages,
    information,
    tagNames,
    cards,
    library,
    recogniseWith: accounts.recogniseWith,
    publicOrigin: config.publicOrigin,
    abilities: {
      mail: mail.available,
      facebook: config.facebook !== null,
      ...(pixels ? { pixels } : {}),
    },
    pricing: openPricing(billing, responses),
    cardScriptUrl: billing.cardForm?.scriptUrl ?? null,
    shell: web?.shell ?? null,
    searchCounter: openSearchCounter({ db, clock, log }),
    calls: publicCalls(demo ? { ...calls, ...sandboxCalls } : calls),
  };
  const { identify } = accounts;
  const operators: Operators = {
    db,
    clock,
    timeOfCodes: demo ? demo.clock.machine : clock.now,
    log,
    hashingQueue: accounts.hashingQueue,
    key: once(() => readConsoleKey(config.console.key, config.dataDir)),
    idleMinutes: config.console.idleMinutes,
    demo: config.demo,
    siteName: async () => (await readSite(db)).name,
    siteZone: () => readSiteZone(db),
    nameSubjects: (subjects) => nameSubjects(db, subjects),
    siteOrigin: addressOf(config),
  };
  const refused = measureRefused(meters);
  const http = openHttp({
    config: { ...config, accessLog: config.serving.accessLog, consoleOrigin: config.console.origin },
    log,
    clock,
    identify,
    operators: operatorGate(operators),
    rules: { inspect: refuseCardNumbers, clean: cleanAttribution, readClick: readRequestClick },
    messageOf,
    page: pageHandler(storefront),
    refused: refused.request,
  });
  const connections = limitConnections(http.server, {
    ...config.serving,
    trustProxy: config.trustProxy,
    log,
    refused: refused.connection,
  });
  measureHttp(meters, http, connections);
  const health = registerHealth(http, {
    database,
    notifications,
    clock,
    log,
    storage: await claimStore(db, store),
    needsMedia: config.serving.readyNeedsMedia,
  });
  registerStorefront(http, storefront);
  const pictures = { store, made: openMadePictures({ store, clock }) };
  registerFindable(http, { ...storefront, ...pictures, sitemaps });
  registerInstallable(http, { ...storefront, ...pictures });
  registerAccounts(http, accounts);
  registerFacebook(http, accounts, config);
  registerLibrary(http, { db, clock, tagNames, library });
  await registerBilling(http, billing);
  if (demo) {
    const { followDemoClock, registerDemoClock } = await import("./demo-clock.ts");
    registerDemoClock(http, demo);
    await followDemoClock(demo, notifications, log);
  }
  registerSite(http, { db, clock, mail, responses, information, publicOrigin: config.publicOrigin });
  registerOperators(http, {
    operators,
    refundAmount: { read: () => readRefundAmount(db), set: setRefundAmount },
    version: API_VERSION,
  });
  registerConsoleCalls(http, {
    db,
    clock,
    accounts,
    billing,
    store,
    config,
    keys,
    storefront,
    jobs: jobs.get,
  });
  registerCspReports(http, { log, clock, perMinute: config.limits.cspReports });
  const reports = openEventReports({ db, clock, log, identify, metrics: meters });
  registerReports(http, { reports, clock });
  registerAttribution(http, attribution);
  defineTicketMail(mail, db, config.supportInbox);
  defineAccountMails({ outbox: mail, db, clock, origin: addressOf(config) });
  registerMedia(http, { ...playback, withdrawn, files, accel: config.mediaAccel });
  await registerConsole(http, { files: console, publicOrigin: config.publicOrigin });
  if (web) await serveFolder(http, web.folder);

  if (role !== "web" && work.queues === null) await prepareBacklog(database.upkeep);
  const background =
    role === "web"
      ? null
      : await startBackground({ config, log, clock, database, store, meters, work }, await jobs.get());
  const dueTasks = await dueTasksOf({ config, role, work, billing, accounts, attribution, mail, store });
  const figures =
    metrics &&
    (await openMeasures({
      metrics,
      config,
      role,
      database,
      notifications,
      clock,
      log,
      billing,
      reports,
      cards,
      responses: { documents: responses, searches, pages },
      dueTasks,
    }));
  const due = role === "web" ? null : startDue({ db, upkeep: database.upkeep, clock, log }, dueTasks);

  return {
    http,
    accounts,
    attribution,
    library,
    billing,
    tasks: moneyTasks,
    dueTasks,
    notifications,
    metricsPort: metrics?.port ?? null,
    figures,
    stop: (drainSeconds = config.serving.drainSeconds) =>
      runStopStages(log, [
        ["readiness", () => health.stop()],
        ["connections", () => connections.drain(drainSeconds)],
        ["cached answers", () => caches.stop()],
        ["web server", () => http.close()],
        [
          "search counter",
          () =>
            storefront.searchCounter
              .flush()
              .catch((error: unknown) => log.warn({ err: error }, "Last searches could not be counted")),
        ],
        ["scheduled work", () => Promise.all([due?.stop(), reports.stop()])],
        ["charges", () => waitForCharges(billing)],
        ["jobs", () => jobs.stop()],
        ["transcoding", () => background?.stop()],
        ["plays", () => plays.stop()],
        ["first uses", () => firstUse.stop()],
        ["play counts", () => playCounts.stop()],
        ["figures", () => figures?.stop()],
        ["notifications", () => notifications.close()],
        ["metrics", () => metrics?.close()],
      ]),
  };
}
