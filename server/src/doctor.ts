import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { checkGateways, pricesNow } from "#billing";
import { findMediaTools } from "#media";
import { type Config, ConfigError, isLoopback, originWarning, readConfig } from "#platform/config";
import { makeDataFolder } from "#platform/data-folder";
import { openDatabase } from "#platform/db/database";
import { pendingMigrations } from "#platform/db/migrate";
import { openLog } from "#platform/log";
import { mailServerFault } from "#platform/mail/deliver";
import { fileLimit } from "#platform/serving-settings";
import { countPlaysAside } from "#playback";
import { migrations } from "../migrations/index.ts";

/** One thing looked at: fine, worth knowing, or broken; with what to do about it. */
export interface Finding {
  state: "ok" | "note" | "fault";
  about: string;
  text: string;
}

/** Gigabytes under which a disk is called nearly full. */
const lowDiskGb = 2;

/** How it is looked. */
export interface DiagnoseOptions {
  /** Without asking the payment gateways. */
  offline?: boolean;
  /** What time it is here. */
  now?: () => Date;
}

/** Looks at everything that a working installation needs. Never changes anything but DATA_DIR, which it makes. */
export async function diagnose(
  env: Record<string, string | undefined>,
  root: string,
  { offline = false, now = () => new Date() }: DiagnoseOptions = {},
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
  judgeSettings(config, env, say);
  const hasFolder = await checkFolder(config, say);
  const reachable = hasFolder || config.databaseUrl !== null;
  const prices = reachable ? await checkDatabase(config, say) : [];
  const { maxConnections, maxConnectionsPerAddress } = config.serving;
  const files = fileLimit();
  say(
    files < 2_048 ? "note" : "ok",
    "Connections",
    `at most ${maxConnections}, ${maxConnectionsPerAddress} from one address; this process may open ${files} files${files < 2_048 ? ", which is few: raise it with ulimit -n or LimitNOFILE" : ""}`,
  );
  await checkFfmpeg(config, say);
  await checkMail(config, say);
  judgeFacebook(config, say);
  judgeGateways(config, say, offline);
  if (!offline)
    findings.push(...(await checkGateways(config, { origin: config.publicOrigin, now: now(), prices })));
  const built = await readdir(join(root, "web/dist/client")).then(
    () => true,
    () => false,
  );
  say(built ? "ok" : "fault", "Viewers' app", built ? "built" : "not built; run: npm run build");
  return findings;
}

type Prices = Awaited<ReturnType<typeof pricesNow>>;
type Say = (state: Finding["state"], about: string, text: string) => void;

function judgeSettings(config: Config, env: Record<string, string | undefined>, say: Say): void {
  say(
    "note",
    "Demo",
    config.demo
      ? "on: the demo catalogue is shown. Set PUBLIC_ORIGIN, DATABASE_URL or DEMO=off to end it."
      : "off",
  );
  const { publicOrigin } = config;
  const warning = originWarning(config);
  if (warning) say("note", "Address", warning);
  if (publicOrigin?.startsWith("http:") && !isLoopback(new URL(publicOrigin).hostname)) {
    say(
      "fault",
      "Address",
      `PUBLIC_ORIGIN ${publicOrigin} is not https: passwords and cookies would travel in the open. Put a TLS proxy in front and write https://.`,
    );
  }
  if (publicOrigin && config.trustProxy.length === 0) {
    say(
      "note",
      "Proxy",
      "TRUST_PROXY is not set: behind a proxy, every visitor seems to come from its address. Name the proxy's address there.",
    );
  }
  if (!env.GRANT_KEYS) say("ok", "Grant keys", "made by this installation and kept in its database");
  else say("ok", "Grant keys", `${config.grantKeys?.length ?? 0} from GRANT_KEYS`);
}

/** Whether DATA_DIR can be used. */
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

/** What plans cost, to be compared with the gateways; nothing where the database or its schema does not say. */
async function checkDatabase(config: Config, say: Say): Promise<Prices> {
  const log = openLog({ level: "silent", pretty: false });
  try {
    const database = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
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
      const pending = await pendingMigrations(database, migrations);
      say(
        pending.length > 0 ? "note" : "ok",
        "Schema",
        pending.length > 0
          ? `${pending.length} steps behind; the next start brings it up to date`
          : "up to date",
      );
      const aside = pending.length > 0 ? 0 : await countPlaysAside(database.db);
      if (aside > 0)
        say(
          "fault",
          "Play counter",
          `${aside} plays could not be added; the table pending_play_stuck says why`,
        );
      return pending.length > 0 ? [] : await pricesNow(database.db);
    } finally {
      await database.close();
    }
  } catch (error) {
    say("fault", "Database", (error as Error).message);
    return [];
  }
}

async function checkMail({ smtpUrl, mailFrom, demo }: Config, say: Say): Promise<void> {
  if (smtpUrl !== null) {
    const fault = await mailServerFault(smtpUrl);
    const { host } = new URL(smtpUrl);
    if (fault) say("fault", "Mail", `${host} ${fault}. Correct SMTP_URL; what waits is sent then.`);
    else say("ok", "Mail", `goes out by ${host}, from ${mailFrom}`);
    return;
  }
  if (demo) return say("note", "Mail", "stays in the demo's mailbox, whose address the start prints");
  say("note", "Mail", "does not go out, so nobody can reset a password. Set SMTP_URL.");
}

function judgeFacebook({ facebook, demo, publicOrigin }: Config, say: Say): void {
  if (!facebook) {
    const stand = demo
      ? "a stand-in plays its part in the demo"
      : "off; FACEBOOK_APP_ID and FACEBOOK_APP_SECRET turn it on";
    say("ok", "Facebook sign-in", stand);
    return;
  }
  say(
    "ok",
    "Facebook sign-in",
    `by app ${facebook.appId}, whose valid redirect addresses must hold ${publicOrigin}/api/user/facebook/callback`,
  );
}

function judgeGateways({ stripe, paypal, demo, publicOrigin }: Config, say: Say, offline: boolean): void {
  const webhook = (gateway: string) => `${publicOrigin ?? "PUBLIC_ORIGIN"}/api/webhook/payment/${gateway}`;
  if (!stripe && !paypal) {
    const stand = "stand-ins take no real money in the demo";
    const closed =
      "Nothing is on sale: locked episodes stay locked. Set the keys of Stripe, of PayPal, or of both.";
    say("note", "Payments", demo ? stand : closed);
    return;
  }
  if (offline) say("note", "Payments", "the gateways were not asked, because of --offline");
  else if (publicOrigin === null)
    say("note", "Payments", "PUBLIC_ORIGIN is not set, so the gateways' webhooks are not checked");
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
