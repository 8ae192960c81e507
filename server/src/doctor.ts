import { existsSync } from "node:fs";
import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { checkMedia } from "#backup";
import { checkGateways, countFindings, describeCatchUp, pricesNow, readCatchUp } from "#billing";
import { loadEncoding } from "#media";
import { addressOf, type Config, ConfigError, originWarning, readConfig } from "#platform/config";
import { makeDataFolder } from "#platform/data-folder";
import { type Database, type Db, openDatabase } from "#platform/db/database";
import { listMediaFiles } from "#platform/db/media-files";
import { pendingMigrations } from "#platform/db/migrate";
import { describeReplication } from "#platform/db/replication";
import { hasRoleSettings, setRoleSettings } from "#platform/db/role-settings";
import { listOtherUsers, readServerId } from "#platform/db/store-users";
import { isClockRight, readClockOffset } from "#platform/db/verified-clock";
import { listHeldJobs } from "#platform/jobs/held";
import { openLog } from "#platform/log";
import { isLoopback } from "#platform/loopback";
import { mailServerFault } from "#platform/mail/deliver";
import { MAIL_QUEUE } from "#platform/mail/outbox";
import { fileLimit } from "#platform/serving-settings";
import { checkStore } from "#platform/store/check-store";
import { openStore } from "#platform/store/open-store";
import { countPlaysAside, loadEdgeCheck } from "#playback";
import { sayLate } from "#releases";
import { migrations } from "../migrations/index.ts";
import { checkBackups } from "./doctor-backups.ts";
import { type Finding, noteFindings, type Say } from "./findings.ts";

/** Gigabytes below which a disk counts as nearly full. */
const lowDiskGb = 2;

/** The options of the check. */
export interface DiagnoseOptions {
  /** Whether to skip calls to the payment gateways. */
  offline?: boolean;
  /** Whether to correct what it can. */
  fix?: boolean;
  /** Whether to read every media file and compare its hash. */
  media?: boolean;
  /** Returns the time on this machine. */
  now?: () => Date;
}

/** Checks everything that a working installation needs. Without `fix` it changes nothing except creating DATA_DIR. */
export async function diagnose(
  env: Record<string, string | undefined>,
  root: string,
  { offline = false, fix = false, media = false, now = () => new Date() }: DiagnoseOptions = {},
): Promise<Finding[]> {
  const { findings, say } = noteFindings();
  const { versions, platform, arch } = process;
  say("ok", "runtime", (t) => t("health.runtime", { node: versions.node, platform, arch }));
  let config: Config;
  try {
    config = readConfig(env, root);
    say("ok", "settings", (t) => t("health.settings.readable"));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) say("fault", "settings", fault);
    return findings;
  }
  judgeSettings(config, say);
  const hasFolder = await checkFolder(config, say);
  const reachable = hasFolder || config.databaseUrl !== null;
  const prices = reachable ? await checkDatabase(config, { now, fix, media }, say) : [];
  judgeConnections(config, say);
  const stored = await checkStore(config);
  if (stored) say(stored.isGood ? "ok" : "fault", "bucket", stored.say);
  await checkFfmpeg(config, say);
  await checkMail(config, say);
  judgeFacebook(config, say);
  judgeGateways(config, say, offline);
  if (!offline)
    findings.push(...(await checkGateways(config, { origin: config.publicOrigin, now: now(), fix, prices })));
  if (!offline) findings.push(...(await (await loadEdgeCheck()).checkEdge(config, now())));
  for (const [app, folder] of [
    ["viewersApp", "web"],
    ["console", "console"],
  ] as const) {
    const built = await readdir(join(root, folder, "dist/client")).then(
      () => true,
      () => false,
    );
    say(built ? "ok" : "fault", app, (t) => t(built ? "health.built" : "health.built.not"));
  }
  return findings;
}

type Prices = Awaited<ReturnType<typeof pricesNow>>;

function judgeSettings(config: Config, say: Say): void {
  say("note", "demo", (t) => t(config.demo ? "health.demo.on" : "health.demo.off"));
  const { publicOrigin, host } = config;
  if (originWarning(config) !== null)
    say("note", "address", (t) => t("health.address.none", { host, address: addressOf(config) }));
  if (publicOrigin?.startsWith("http:") && !isLoopback(new URL(publicOrigin).hostname)) {
    say("fault", "address", (t) => t("health.address.open", { origin: publicOrigin }));
  }
  if (config.console.origin === null) say("note", "console", (t) => t("health.console.shared"));
  if (publicOrigin && config.trustProxy.length === 0) {
    say("note", "proxy", (t) => t("health.proxy.none"));
  }
  const count = config.grantKeys?.length ?? null;
  say("ok", "grantKeys", (t) =>
    count === null ? t("health.grantKeys.own") : t("health.grantKeys.given", { count }),
  );
}

function judgeConnections({ serving }: Config, say: Say): void {
  const { maxConnections: most, maxConnectionsPerAddress: each } = serving;
  const files = fileLimit();
  const isFew = files < 2_048;
  const id = isFew ? "health.connections.few" : "health.connections";
  say(isFew ? "note" : "ok", "connections", (t) => t(id, { most, each, files }));
}

/** Returns whether DATA_DIR can be used. */
async function checkFolder(config: Config, say: Say): Promise<boolean> {
  try {
    makeDataFolder(config.dataDir);
    const { bavail, bsize } = await statfs(config.dataDir);
    const free = (bavail * bsize) / 2 ** 30;
    const isLow = free < lowDiskGb;
    const id = isLow ? "health.folder.low" : "health.folder";
    const values = { folder: config.dataDir, free: free.toFixed(1) };
    say(isLow ? "note" : "ok", "folder", (t) => t(id, values));
    return true;
  } catch (error) {
    say("fault", "folder", (error as Error).message);
    return false;
  }
}

/** Returns the prices of plans, to compare with the gateways; nothing when the database or its schema is unavailable. */
async function checkDatabase(
  config: Config,
  { now, fix, media }: { now: () => Date; fix: boolean; media: boolean },
  say: Say,
): Promise<Prices> {
  const log = openLog({ level: "silent", pretty: false });
  try {
    const database = await openDatabase({
      ...config,
      mode: "attach-or-own",
      holder: "npm run doctor",
      log,
      poolSize: 1,
    });
    try {
      const version = await database.pool.query<{ server_version: string }>("show server_version");
      const sync = await database.pool.query<{ synchronous_commit: string }>("show synchronous_commit");
      const id = database.embedded ? "health.database.embedded" : "health.database.given";
      const values = {
        version: version.rows[0]?.server_version ?? "?",
        sync: sync.rows[0]?.synchronous_commit ?? "?",
      };
      say("ok", "database", (t) => t(id, values));
      if (database.isPooled) say("ok", "pooler", (t) => t("health.pooler"));
      await checkPlans(database, say, fix);
      for (const note of await describeReplication(database.pool, config, log))
        say(note.state, "replication", note.say);
      judgeClock(await readClockOffset(database.db, { machine: now }), say);
      const pending = await pendingMigrations(database, migrations);
      say(pending.length > 0 ? "note" : "ok", "schema", (t) =>
        pending.length > 0
          ? t("health.schema.pending", { count: pending.length })
          : t("health.schema.current"),
      );
      if (pending.length === 0) judgeFindings(await countFindings(database.db), say);
      if (pending.length === 0) await judgeRestore(database.db, { config, now }, say);
      const aside = pending.length > 0 ? 0 : await countPlaysAside(database.db);
      if (aside > 0) say("fault", "playCounter", (t) => t("health.playCounter.aside", { count: aside }));
      if (pending.length > 0) return [];
      for (const late of await sayLate(database.db)) say("fault", "releases", late);
      await checkBackups(config, database, say);
      await judgeStoreUsers(config, database.db, say);
      if (media) await checkMediaFiles(config, database, say);
      const { describePriority } = await loadEncoding();
      const priority = await describePriority(database.db);
      say("ok", "encodes", priority ?? ((t) => t("health.encodes.idle")));
      return await pricesNow(database.db, new Date());
    } finally {
      await database.close();
    }
  } catch (error) {
    say("fault", "database", (error as Error).message);
    return [];
  }
}

function judgeFindings(found: Awaited<ReturnType<typeof countFindings>>, say: Say): void {
  if (found.length === 0) return;
  const counts = found.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  say("fault", "books", (t) => t("health.books.differ", { counts }));
}

/** Says what a restore waits for, and which emails of the backup are held. */
async function judgeRestore(
  db: Db,
  { config, now }: { config: Config; now: () => Date },
  say: Say,
): Promise<void> {
  const configured = (["stripe", "paypal"] as const).filter((name) => config[name] !== null);
  const left = await readCatchUp(db, { configured, now: now() });
  if (left !== null) say("fault", "restore", describeCatchUp(left, configured));
  const { length } = await listHeldJobs(db, MAIL_QUEUE);
  if (length > 0) say("note", "heldMail", (t) => t("health.heldMail", { count: length }));
}

/** Not a fault without it: every answer is the same, only slower. */
async function checkPlans(database: Database, say: Say, fix: boolean): Promise<void> {
  if (await hasRoleSettings(database)) return say("ok", "plans", (t) => t("health.plans.once"));
  if (fix) {
    await setRoleSettings(database);
    return say("ok", "plans", (t) => t("health.plans.set"));
  }
  say("note", "plans", (t) => t("health.plans.unset"));
}

/** Says which other databases use the media storage. What does not answer, or is not there yet, is the business of other checks. */
async function judgeStoreUsers(config: Config, db: Db, say: Say): Promise<void> {
  const isThere = config.bucket !== null || existsSync(join(config.dataDir, "media"));
  const others = isThere ? await listOtherUsers(db, await openStore(config)).catch(() => []) : [];
  if (isThere && (await readServerId(db)) === null)
    say("note", "sharedMedia", (t) => t("health.sharedMedia.unsure"));
  for (const { who, at, place } of others)
    say("fault", "sharedMedia", (t) => t("health.sharedMedia", { who, at: at.toISOString(), place }));
}

/** Reads every recorded media file: what it finds cannot be seen in any other way. */
async function checkMediaFiles(config: Config, database: Database, say: Say): Promise<void> {
  const files = await listMediaFiles(database.db);
  const faults = await checkMedia({ media: files }, await openStore(config));
  for (const { key, fault } of faults)
    say("fault", "mediaFiles", (t) => t("health.mediaFiles.bad", { key, fault }));
  if (faults.length === 0)
    say("ok", "mediaFiles", (t) => t("health.mediaFiles.good", { count: files.length }));
}

/** Milliseconds from which a difference between the clocks is worth knowing. */
const NOTABLE_OFFSET_MS = 2_000;

function judgeClock(offsetMs: number, say: Say): void {
  const isRight = isClockRight(offsetMs);
  if (isRight && Math.abs(offsetMs) <= NOTABLE_OFFSET_MS) {
    say("ok", "clock", (t) => t("health.clock.right"));
    return;
  }
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  const what = offsetMs < 0 ? "health.clock.behind" : "health.clock.ahead";
  const id = isRight ? "health.clock.off" : "health.clock.wrong";
  say(isRight ? "note" : "fault", "clock", (t) => t(id, { what: t(what, { seconds }) }));
}

async function checkMail({ smtpUrl, mailFrom, demo }: Config, say: Say): Promise<void> {
  if (smtpUrl !== null) {
    const fault = await mailServerFault(smtpUrl);
    const { host } = new URL(smtpUrl);
    if (fault) say("fault", "mail", (t) => t("health.mail.refused", { host, fault }));
    else say("ok", "mail", (t) => t("health.mail.sent", { host, from: mailFrom ?? "?" }));
    return;
  }
  if (demo) return say("note", "mail", (t) => t("health.mail.demo"));
  say("note", "mail", (t) => t("health.mail.none"));
}

function judgeFacebook({ facebook, demo, publicOrigin }: Config, say: Say): void {
  if (!facebook) {
    say("ok", "facebook", (t) => t(demo ? "health.facebook.demo" : "health.facebook.off"));
    return;
  }
  const values = { app: facebook.appId, address: `${publicOrigin}/api/user/facebook/callback` };
  say("ok", "facebook", (t) => t("health.facebook.on", values));
}

function judgeGateways(
  { stripe, paypal, demo, publicOrigin, refundSelfMax }: Config,
  say: Say,
  offline: boolean,
): void {
  if (!stripe && !paypal) {
    say("note", "payments", (t) => t(demo ? "health.payments.demo" : "health.payments.closed"));
    return;
  }
  if (offline) say("note", "payments", (t) => t("health.payments.offline"));
  else if (publicOrigin === null) say("note", "payments", (t) => t("health.payments.origin"));
  say("ok", "withdrawals", (t) => t("health.withdrawals", { most: refundSelfMax }));
  const webhook = (gateway: string) => ({
    address: `${publicOrigin ?? "PUBLIC_ORIGIN"}/api/webhook/payment/${gateway}`,
  });
  const isTest = stripe?.secretKey.includes("_test_") ?? false;
  const cards = isTest ? "health.cards.test" : "health.cards.live";
  if (stripe) say(isTest ? "note" : "ok", "cards", (t) => t(cards, webhook("stripe")));
  else say("note", "cards", (t) => t("health.cards.none"));
  const account = paypal?.live ? "health.paypal.live" : "health.paypal.sandbox";
  if (paypal) say(paypal.live ? "ok" : "note", "paypal", (t) => t(account, webhook("paypal")));
  else say("note", "paypal", (t) => t("health.paypal.none"));
}

async function checkFfmpeg(config: Config, say: Say): Promise<void> {
  try {
    const { findMediaTools } = await loadEncoding();
    const tools = await findMediaTools(config.ffmpegPath ?? undefined);
    const { warning, ffmpeg: path } = tools;
    say(warning ? "note" : "ok", "ffmpeg", warning ?? ((t) => t("health.ffmpeg", { path })));
  } catch (error) {
    const fault = (error as Error).message;
    say("note", "ffmpeg", (t) => t("health.ffmpeg.none", { fault }));
  }
}
