import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { checkMedia } from "#backup";
import { checkGateways, countFindings, describeCatchUp, pricesNow, readCatchUp } from "#billing";
import { loadEncoding } from "#media";
import { type Config, ConfigError, originWarning, readConfig } from "#platform/config";
import { makeDataFolder } from "#platform/data-folder";
import { type Database, type Db, openDatabase } from "#platform/db/database";
import { listMediaFiles } from "#platform/db/media-files";
import { pendingMigrations } from "#platform/db/migrate";
import { describeReplication } from "#platform/db/replication";
import { hasRoleSettings, setRoleSettings } from "#platform/db/role-settings";
import { isClockRight, readClockOffset, sentenceOfOffset } from "#platform/db/verified-clock";
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
import { checkBackups, type Finding, type Say } from "./doctor-backups.ts";

export type { Finding } from "./doctor-backups.ts";

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
  const findings: Finding[] = [];
  const say = (state: Finding["state"], about: string, text: string) => findings.push({ state, about, text });

  say("ok", "Runtime", `Node ${process.versions.node} on ${process.platform} ${process.arch}`);
  let config: Config;
  try {
    config = readConfig(env, root);
    say("ok", "Settings", "readable");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) say("fault", "Settings", fault);
    return findings;
  }
  judgeSettings(config, say);
  const hasFolder = await checkFolder(config, say);
  const reachable = hasFolder || config.databaseUrl !== null;
  const prices = reachable ? await checkDatabase(config, { now, fix, media }, say) : [];
  const { maxConnections, maxConnectionsPerAddress } = config.serving;
  const files = fileLimit();
  say(
    files < 2_048 ? "note" : "ok",
    "Connections",
    `at most ${maxConnections}, ${maxConnectionsPerAddress} from one address; this process may open ${files} files${files < 2_048 ? ", which is few: raise it with ulimit -n or LimitNOFILE" : ""}`,
  );
  const stored = await checkStore(config);
  if (stored) say(stored.isGood ? "ok" : "fault", "Media bucket", stored.text);
  await checkFfmpeg(config, say);
  await checkMail(config, say);
  judgeFacebook(config, say);
  judgeGateways(config, say, offline);
  if (!offline)
    findings.push(...(await checkGateways(config, { origin: config.publicOrigin, now: now(), fix, prices })));
  if (!offline) findings.push(...(await (await loadEdgeCheck()).checkEdge(config, now())));
  for (const [app, folder] of [
    ["Viewers' app", "web"],
    ["Console", "console"],
  ] as const) {
    const built = await readdir(join(root, folder, "dist/client")).then(
      () => true,
      () => false,
    );
    say(built ? "ok" : "fault", app, built ? "built" : "not built; run: npm run build");
  }
  return findings;
}

type Prices = Awaited<ReturnType<typeof pricesNow>>;

function judgeSettings(config: Config, say: Say): void {
  say(
    "note",
    "Demo",
    config.demo
      ? "on: the demo catalogue is shown. Set PUBLIC_ORIGIN, DATABASE_URL or DEMO=off to turn it off."
      : "off",
  );
  const { publicOrigin } = config;
  const warning = originWarning(config);
  if (warning) say("note", "Address", warning);
  if (publicOrigin?.startsWith("http:") && !isLoopback(new URL(publicOrigin).hostname)) {
    say(
      "fault",
      "Address",
      `PUBLIC_ORIGIN ${publicOrigin} is not https: passwords and cookies would be sent unencrypted. Use a TLS proxy and write https://.`,
    );
  }
  if (config.console.origin === null)
    say(
      "note",
      "Console",
      "answers at the site's own address. Set CONSOLE_ORIGIN to a host of its own: then no script of the viewers' pages can reach it.",
    );
  if (publicOrigin && config.trustProxy.length === 0) {
    say(
      "note",
      "Proxy",
      "TRUST_PROXY is not set: behind a proxy, every visitor seems to have its address. Set it to the proxy's address.",
    );
  }
  if (config.grantKeys === null)
    say("ok", "Grant keys", "generated by this installation and stored in its database");
  else say("ok", "Grant keys", `${config.grantKeys?.length ?? 0} from GRANT_KEYS`);
}

/** Returns whether DATA_DIR can be used. */
async function checkFolder(config: Config, say: Say): Promise<boolean> {
  try {
    makeDataFolder(config.dataDir);
    const { bavail, bsize } = await statfs(config.dataDir);
    const free = (bavail * bsize) / 2 ** 30;
    const state = free < lowDiskGb ? "note" : "ok";
    say(
      state,
      "Data folder",
      `${config.dataDir}, ${free.toFixed(1)} GB free${state === "note" ? "; ingesting needs more, make room" : ""}`,
    );
    return true;
  } catch (error) {
    say("fault", "Data folder", (error as Error).message);
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
      say(
        "ok",
        "Database",
        `PostgreSQL ${version.rows[0]?.server_version ?? "?"}, ${database.embedded ? "embedded" : "by DATABASE_URL"}, fsync on, synchronous_commit ${sync.rows[0]?.synchronous_commit ?? "?"}`,
      );
      if (database.isPooled)
        say(
          "ok",
          "Pooler",
          "DATABASE_URL leads to a pooler; notifications, migrations and backups use DIRECT_DATABASE_URL",
        );
      await checkPlans(database, say, fix);
      for (const { state, text } of await describeReplication(database.pool, config, log))
        say(state, "Replication", text);
      judgeClock(await readClockOffset(database.db, { machine: now }), say);
      const pending = await pendingMigrations(database, migrations);
      say(
        pending.length > 0 ? "note" : "ok",
        "Schema",
        pending.length > 0 ? `${pending.length} migrations pending; the next start runs them` : "up to date",
      );
      if (pending.length === 0) judgeFindings(await countFindings(database.db), say);
      if (pending.length === 0) await judgeRestore(database.db, { config, now }, say);
      const aside = pending.length > 0 ? 0 : await countPlaysAside(database.db);
      if (aside > 0)
        say(
          "fault",
          "Play counter",
          `${aside} plays could not be added; the table pending_play_stuck says why`,
        );
      if (pending.length > 0) return [];
      for (const late of await sayLate(database.db)) say("fault", "Releases", late);
      await checkBackups(config, database, say);
      if (media) await checkMediaFiles(config, database, say);
      const { describePriority } = await loadEncoding();
      const priority = await describePriority(database.db);
      say("ok", "Encodes", priority ?? "at nice 19; no worker runs on this machine now");
      return await pricesNow(database.db, new Date());
    } finally {
      await database.close();
    }
  } catch (error) {
    say("fault", "Database", (error as Error).message);
    return [];
  }
}

function judgeFindings(found: Awaited<ReturnType<typeof countFindings>>, say: Say): void {
  if (found.length === 0) return;
  const counts = found.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  say(
    "fault",
    "Books",
    `the ledger and the gateways' balances differ: ${counts}. Run npm run finance -- check, and see npm run review.`,
  );
}

/** Says what a restore waits for, and which emails of the backup are held. */
async function judgeRestore(
  db: Db,
  { config, now }: { config: Config; now: () => Date },
  say: Say,
): Promise<void> {
  const configured = (["stripe", "paypal"] as const).filter((name) => config[name] !== null);
  const left = await readCatchUp(db, { configured, now: now() });
  if (left !== null) say("fault", "Restore", describeCatchUp(left, configured));
  const { length } = await listHeldJobs(db, MAIL_QUEUE);
  if (length > 0)
    say(
      "note",
      "Held mail",
      `${length} emails of a restored backup may have been sent before. To list them: npm run restore -- --held-mail; to send them: npm run restore -- --release-mail`,
    );
}

/** Not a fault without it: every answer is the same, only slower. */
async function checkPlans(database: Database, say: Say, fix: boolean): Promise<void> {
  if (await hasRoleSettings(database)) return say("ok", "Plans", "prepared statements are planned once");
  if (fix) {
    await setRoleSettings(database);
    return say("ok", "Plans", "plan_cache_mode is set for this role now; restart the app to use it");
  }
  const remedy = "Run: npm run doctor -- --fix";
  say("note", "Plans", `plan_cache_mode is not set for this role, so reads need more time. ${remedy}`);
}

/** Reads every recorded media file: what it finds cannot be seen in any other way. */
async function checkMediaFiles(config: Config, database: Database, say: Say): Promise<void> {
  const files = await listMediaFiles(database.db);
  const faults = await checkMedia({ media: files }, await openStore(config));
  for (const { key, fault } of faults)
    say("fault", "Media files", `${key} is ${fault}; restore it from a copy`);
  if (faults.length === 0)
    say("ok", "Media files", `${files.length} read, each with the hash that it had when it was published`);
}

/** Milliseconds from which a difference between the clocks is worth knowing. */
const NOTABLE_OFFSET_MS = 2_000;

function judgeClock(offsetMs: number, say: Say): void {
  const what = `this machine's ${sentenceOfOffset(offsetMs)}`;
  if (!isClockRight(offsetMs))
    say(
      "fault",
      "Clock",
      `${what}, so nothing is charged or removed here. Set it, and keep it right by NTP.`,
    );
  else if (Math.abs(offsetMs) > NOTABLE_OFFSET_MS)
    say("note", "Clock", `${what}; from 30 s on nothing is charged or removed here. Keep it right by NTP.`);
  else say("ok", "Clock", "agrees with the database's");
}

async function checkMail({ smtpUrl, mailFrom, demo }: Config, say: Say): Promise<void> {
  if (smtpUrl !== null) {
    const fault = await mailServerFault(smtpUrl);
    const { host } = new URL(smtpUrl);
    if (fault) say("fault", "Mail", `${host} ${fault}. Correct SMTP_URL; queued mail is sent then.`);
    else say("ok", "Mail", `sent by ${host}, from ${mailFrom}`);
    return;
  }
  if (demo) return say("note", "Mail", "stays in the demo's mailbox, whose address the start prints");
  say("note", "Mail", "not sent, so passwords cannot be reset. Set SMTP_URL.");
}

function judgeFacebook({ facebook, demo, publicOrigin }: Config, say: Say): void {
  if (!facebook) {
    const stand = demo ? "simulated in the demo" : "off; FACEBOOK_APP_ID and FACEBOOK_APP_SECRET turn it on";
    say("ok", "Facebook sign-in", stand);
    return;
  }
  say(
    "ok",
    "Facebook sign-in",
    `by app ${facebook.appId}, whose valid redirect addresses must include ${publicOrigin}/api/user/facebook/callback`,
  );
}

function judgeGateways(
  { stripe, paypal, demo, publicOrigin, refundSelfMax }: Config,
  say: Say,
  offline: boolean,
): void {
  const webhook = (gateway: string) => `${publicOrigin ?? "PUBLIC_ORIGIN"}/api/webhook/payment/${gateway}`;
  if (!stripe && !paypal) {
    const stand = "simulated in the demo; no real money is taken";
    const closed =
      "Nothing is on sale: locked episodes stay locked. Set the keys of Stripe, of PayPal, or of both.";
    say("note", "Payments", demo ? stand : closed);
    return;
  }
  if (offline) say("note", "Payments", "not checked, because of --offline");
  else if (publicOrigin === null)
    say("note", "Payments", "PUBLIC_ORIGIN is not set, so the gateways' webhooks are not checked");
  say(
    "ok",
    "Withdrawals",
    `up to ${refundSelfMax} in the order's currency go back without an operator (REFUND_SELF_MAX)`,
  );
  const isTest = stripe?.secretKey.includes("_test_") ?? false;
  if (stripe)
    say(
      isTest ? "note" : "ok",
      "Cards",
      `by Stripe${isTest ? " with test keys, which move no money" : ""}; its webhook must send to ${webhook("stripe")}`,
    );
  else say("note", "Cards", "not offered: STRIPE_SECRET_KEY is not set");
  if (paypal)
    say(
      paypal.live ? "ok" : "note",
      "PayPal",
      `offered${paypal.live ? "" : " from its sandbox, which moves no money"}; its webhook must send to ${webhook("paypal")}`,
    );
  else say("note", "PayPal", "not offered: PAYPAL_CLIENT_ID is not set");
}

async function checkFfmpeg(config: Config, say: Say): Promise<void> {
  try {
    const { findMediaTools } = await loadEncoding();
    const tools = await findMediaTools(config.ffmpegPath ?? undefined);
    say(
      tools.warning ? "note" : "ok",
      "ffmpeg",
      tools.warning ?? `${tools.ffmpeg}, in a sandbox: no network, no files but its own`,
    );
  } catch (error) {
    say("note", "ffmpeg", `${(error as Error).message} Watching works without it.`);
  }
}
