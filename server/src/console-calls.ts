import { type Accounts, countAgreedBefore, findMemberByEmail } from "#accounts";
import { listPixelEvents } from "#attribution";
import { type Billing, registerConsoleBilling } from "#billing";
import {
  defineExportMail,
  openReports,
  registerActivity,
  registerBulk,
  registerCaptions,
  registerConsoleReports,
  registerExports,
  registerHome,
  registerJobs,
  registerPeople,
  registerPictures,
  registerPreviews,
  registerReleases,
  registerSearch,
  registerSeries,
  registerTags,
  registerTexts,
  registerTickets,
  registerToday,
} from "#console";
import { loadUploads, openUploadFiles } from "#media";
import { countRequestRows, findOperator, findOperators, onceFor } from "#operators";
import type { Clock } from "#platform/clock";
import { addressOf, type Config } from "#platform/config";
import type { Db } from "#platform/db/database";
import { openReadings } from "#platform/db/replica";
import type { Http } from "#platform/http/server";
import type { Jobs } from "#platform/jobs";
import { once } from "#platform/once";
import type { MediaStore } from "#platform/storage";
import type { GrantKey } from "#playback";
import {
  findPages,
  type InformationPages,
  readRefundAmount,
  readSiteZone,
  registerConsolePages,
  registerConsoleSite,
} from "#site";
import {
  type HomePreviewOptions,
  openPreviewCodes,
  registerHomePreview,
  registerPagePreview,
  registerPlansPreview,
  registerSeriesPreview,
  type SeriesPreviewOptions,
} from "#storefront";
import { openHealth } from "./health.ts";

/** What the console's calls about content and the site need. */
export interface ConsoleCalls {
  db: Db;
  clock: Clock;
  store: MediaStore;
  config: Config;
  billing: Billing;
  accounts: Accounts;
  /** The keys that sign the codes of previews. */
  keys: readonly GrantKey[];
  /** What renders the preview of the home screen. */
  storefront: Omit<HomePreviewOptions & SeriesPreviewOptions, "codes" | "consoleOrigin" | "keys"> & {
    information: InformationPages;
  };
  jobs: () => Promise<Jobs>;
}

/** Registers the console's calls about series, home, releases, the site and jobs, and the preview of the home screen. */
export function registerConsoleCalls(http: Http, options: ConsoleCalls): void {
  const memberOf = async (email: string) => (await findMemberByEmail(db, email))?.id ?? null;
  const { db, clock, accounts, store, config, keys, storefront, jobs } = options;
  const { mail, log } = accounts;
  const nameOf = async (id: string) => (await findOperator(db, { id }))?.email ?? null;
  const gateways = {
    configured: (["stripe", "paypal"] as const).filter((name) => config[name]),
    country: config.paypal?.country ?? null,
  };
  const uploads = openUploadFiles(config, store);
  registerSeries(http, { db, clock, jobs, uploads, nameOf, gateways });
  registerTags(http, { db, clock });
  registerTexts(http, { db, clock });
  registerBulk(http, { db, clock });
  const tools = once(async () => (await loadUploads()).findMediaTools(config.ffmpegPath ?? undefined));
  registerCaptions(http, { db, clock, store });
  registerPictures(http, { db, clock, store, uploads, tools, nameOf });
  const consoleOrigin = config.console.origin;
  const codes = openPreviewCodes(keys, clock);
  registerHomePreview(http, { ...storefront, codes, consoleOrigin });
  // Where the console has an address of its own, the preview is at the viewers' one.
  const base = consoleOrigin ? (config.publicOrigin ?? "") : "";
  const previewAddress = () => `${base}/preview/home/${codes.create()}`;
  registerPlansPreview(http, { ...storefront, billing: options.billing, codes, consoleOrigin });
  registerHome(http, { db, clock, nameOf, previewAddress });
  registerSeriesPreview(http, { ...storefront, keys, consoleOrigin });
  registerPreviews(http, { db, clock, nameOf, publicOrigin: config.publicOrigin });
  registerReleases(http, { db, clock, nameOf });
  registerConsoleSite(http, {
    db,
    clock,
    store,
    pixelEvents: () => listPixelEvents(db, clock.now()),
    scripts: storefront.abilities.pixels ?? null,
    siteOrigin: addressOf(config),
  });
  const { information } = storefront;
  registerPagePreview(http, { ...storefront, clock, consoleOrigin });
  registerConsolePages(http, {
    db,
    clock,
    information,
    nameOf,
    previewAddress: (code) => `${base}/preview/page/${code}`,
    countAgreedBefore: (agreed) => countAgreedBefore(db, agreed),
  });
  registerJobs(http, { db, clock, jobs, health: openHealth(config, clock) });
  registerConsoleBilling(http, {
    billing: options.billing,
    refundAmount: () => readRefundAmount(db),
    nameOf,
    memberOf,
    zone: () => readSiteZone(db),
    gateways,
    planPreview: () => `${base}/preview/plans/${codes.create()}`,
    once: onceFor,
  });
  registerPeople(http, {
    db,
    clock,
    log,
    nameOf,
    zone: () => readSiteZone(db),
    mail,
    accounts,
  });
  registerTickets(http, { db, clock, mail, inbox: config.supportInbox, nameOf });
  registerToday(http, {
    db,
    clock,
    config,
    billing: options.billing,
    nameOf,
    zone: () => readSiteZone(db),
    lastBackup: async () => {
      // What writes backups is more than a process that only answers requests has loaded.
      const { listRuns } = await import("#backup");
      return (await listRuns(db)).find(({ work }) => work === "backup")?.succeededAt ?? null;
    },
  });
  defineExportMail(mail, db, consoleOrigin ?? addressOf(config));
  const zone = () => readSiteZone(db);
  const readings = openReadings(db, config, log);
  http.addHook("onClose", () => readings.close());
  const read = openReports(readings);
  registerConsoleReports(http, { db, clock, read, zone });
  registerExports(http, { db, clock, read, exporting: { zone, memberOf } });
  registerActivity(http, db);
  registerSearch(http, {
    db,
    memberOf,
    pages: (text) => findPages(information, text),
    operators: (text) => findOperators(db, clock.now(), text),
    countRequestRows: (operator, requestId) => countRequestRows(db, operator, requestId),
  });
}
