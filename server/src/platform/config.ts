import { isIP, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { type BackupSettings, backupSettings, readBackup } from "./backup-settings.ts";
import { type ConsoleSettings, consoleSettings, readConsole } from "./console-settings.ts";
import {
  type ConnectionSettings,
  connectionSettings,
  judgeHosts,
  readConnection,
} from "./db/connection-settings.ts";
import {
  type EdgeSettings,
  edgeSettings,
  type GrantKeySetting,
  readEdge,
  readGrantKeys,
} from "./edge-settings.ts";
import {
  gatewaySettings,
  namesLiveKey,
  type PayPalSettings,
  readPayPal,
  readRefundMax,
  readStripe,
  type StripeSettings,
} from "./gateway-settings.ts";
import {
  type FacebookSettings,
  readFacebook,
  readMailFrom,
  readSmtpUrl,
  readSupportInbox,
} from "./integration-config.ts";
import { type Limits, limitSettings, readLimits } from "./limit-settings.ts";
import { isLoopback } from "./loopback.ts";
import { readServing, type ServingSettings, servingSettings } from "./serving-settings.ts";
import type { Setting } from "./setting.ts";
import { readSettingFiles } from "./setting-files.ts";
import { type BucketSettings, readDiskCache, readStore, storeSettings } from "./store-settings.ts";

/** The settings from the environment, checked and typed. */
export interface Config extends ConnectionSettings {
  port: number;
  host: string;
  /** The one origin that users visit, without a trailing slash; null while it runs on this machine only. */
  publicOrigin: string | null;
  /** Addresses or ranges of proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: string[];
  metricsPort: number | null;
  metricsHost: string;
  /** The token required to read the metrics, as `Authorization: Bearer`; null: none is required. */
  metricsToken: string | null;
  /** Absolute folder of the embedded database and the media. */
  dataDir: string;
  databaseUrl: string | null;
  /** Whether to run the demo catalogue and the simulators of external services. */
  demo: boolean;
  /** Whether DEMO=on asks for the demo; otherwise it is on because no setting of a real site is there. */
  demoIsChosen: boolean;
  /** Newest first: the first signs, all of them verify. Null: a key generated for this installation, stored in the database. */
  grantKeys: GrantKeySetting[] | null;
  edge: EdgeSettings;
  /** First of the simulators' ports; null: PORT + 1, or others when those are in use. */
  sandboxPort: number | null;
  /** The mail server, smtp:// or smtps://, with its password; null: no mail is sent. */
  smtpUrl: string | null;
  /** The sender address of mail. */
  mailFrom: string;
  /** Where viewers' answers to mails about tickets go; null: to the seller's address. */
  supportInbox: string | null;
  /** Null: no sign-in with Facebook. */
  facebook: FacebookSettings | null;
  /** Null: cards are not accepted. */
  stripe: StripeSettings | null;
  /** Null: PayPal is not offered. */
  paypal: PayPalSettings | null;
  /** The most that a withdrawal gives back without an operator, as a decimal amount in the order's currency. */
  refundSelfMax: string;
  ffmpegPath: string | null;
  /** Size of the segment cache in bytes. */
  mediaCacheBytes: number;
  /** Size of the copies of the bucket's files in DATA_DIR/media-cache; 0 for none. */
  mediaDiskCacheBytes: number;
  /** Memory of the cache of list cards; 0: none. */
  cardCacheBytes: number;
  /** Location of nginx that serves DATA_DIR/media by X-Accel-Redirect; null: this process sends the bytes. */
  mediaAccel: string | null;
  /** The bucket that media is stored in; null: DATA_DIR/media. */
  bucket: BucketSettings | null;
  serving: ServingSettings;
  backup: BackupSettings;
  console: ConsoleSettings;
  logLevel: string;
  /** What one address may do before it is throttled. */
  limits: Limits;
}

/** Every setting, in the order of the documentation. */
export const settings: Setting[] = [
  { name: "PORT", fallback: "3000", meaning: "Port of the web server" },
  { name: "HOST", fallback: "127.0.0.1", meaning: "Address it listens on; 0.0.0.0 for every network" },
  {
    name: "PUBLIC_ORIGIN",
    fallback: "(none)",
    meaning:
      "Address of the site, such as https://watch.example.com; requests to other hosts are then refused",
  },
  {
    name: "TRUST_PROXY",
    fallback: "(none)",
    meaning: "Addresses or ranges of proxies whose X-Forwarded-* headers are trusted, separated by commas",
  },
  { name: "METRICS_PORT", fallback: "(off)", meaning: "Port of the Prometheus metrics, on METRICS_HOST" },
  {
    name: "METRICS_HOST",
    fallback: "127.0.0.1",
    meaning:
      "Address that the metrics listen on, whatever HOST is; an address that is not loopback needs METRICS_TOKEN",
  },
  {
    name: "METRICS_TOKEN",
    fallback: "(none)",
    meaning: "Token of 16 characters or more that Prometheus must send as a bearer token",
  },
  { name: "DATA_DIR", fallback: "data", meaning: "Folder of the embedded database and the media" },
  {
    name: "DATABASE_URL",
    fallback: "(embedded)",
    meaning: "PostgreSQL 15 or newer to use instead of the embedded one",
  },
  ...connectionSettings,
  {
    name: "ALLOW_EMBEDDED",
    fallback: "0",
    meaning:
      "1 allows the embedded database in a Kubernetes pod, whose DATA_DIR must then be a lasting volume",
  },
  {
    name: "DEMO",
    fallback: "(automatic)",
    meaning:
      "on or off: the demo catalogue and the simulators; by default on when HOST is loopback, PUBLIC_ORIGIN is unset or loopback, and neither DATABASE_URL nor a live key is set",
  },
  {
    name: "SANDBOX_PORT",
    fallback: "PORT + 1",
    meaning:
      "First of nine consecutive ports of the demo's simulators: mailbox, SMTP, Facebook, then Stripe, PayPal and the pixels, each of these three with its page",
  },
  {
    name: "SMTP_URL",
    fallback: "(no mail)",
    meaning:
      "Mail server, such as smtp://user:password@mail.example.com:587 or smtps://…; a password is only sent encrypted",
  },
  { name: "MAIL_FROM", fallback: "no-reply@ the public host", meaning: "Sender address of mail" },
  {
    name: "SUPPORT_INBOX",
    fallback: "the seller's address",
    meaning: "Mailbox that answers to tickets arrive in; the console names it",
  },
  {
    name: "FACEBOOK_APP_ID",
    fallback: "(off)",
    meaning: "Facebook app for sign-in; its return address is PUBLIC_ORIGIN/api/user/facebook/callback",
  },
  { name: "FACEBOOK_APP_SECRET", fallback: "(off)", meaning: "That app's secret" },
  ...gatewaySettings,
  ...edgeSettings,
  {
    name: "FFMPEG_PATH",
    fallback: "ffmpeg",
    meaning: "The ffmpeg to use, with ffprobe next to it; needed only to ingest",
  },
  { name: "MEDIA_CACHE_MB", fallback: "64", meaning: "Size of the segment cache in megabytes" },
  {
    name: "CARD_CACHE_MB",
    fallback: "16",
    meaning: "Megabytes of list cards cached in memory, at most 512; 0 for none",
  },
  {
    name: "MEDIA_ACCEL",
    fallback: "(off)",
    meaning:
      "Internal nginx location that serves DATA_DIR/media, such as /internal-media; media is then served by X-Accel-Redirect",
  },
  ...storeSettings,
  ...limitSettings,
  ...servingSettings,
  ...backupSettings,
  ...consoleSettings,
  { name: "LOG_LEVEL", fallback: "info", meaning: "trace, debug, info, warn, error or silent" },
];

/** Settings that former releases had, with what to set instead. The start ignores them; `npm run upgrade -- --check` reports them. */
export const goneSettings: { name: string; instead: string }[] = [];

/** Thrown with all faults of the environment, in sentences. */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(
      `The settings have ${faults.length === 1 ? "a fault" : `${faults.length} faults`}:\n${faults.map((f) => `  - ${f}`).join("\n")}`,
    );
    this.name = "ConfigError";
    this.faults = faults;
  }
}

/** Reads the settings from an environment and the files that it names. Throws ConfigError with every fault at once. */
export function readConfig(environment: Record<string, string | undefined>, cwd: string): Config {
  const faults: string[] = [];
  const env = readSettingFiles(
    environment,
    settings.map(({ name }) => name),
    faults,
  );
  const text = (name: string) => env[name]?.trim() || null;

  const port = (name: string, fallback: number | null): number | null => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65535) return Number(value);
    faults.push(`${name} is "${value}"; give a port number from 1 to 65535.`);
    return fallback;
  };

  const publicOrigin = readOrigin(text("PUBLIC_ORIGIN"), faults);
  const databaseUrl = text("DATABASE_URL");
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    faults.push(
      "DATABASE_URL does not start with postgres:// ; give postgres://user:password@host:5432/database.",
    );
  } else if (databaseUrl !== null) judgeHosts("DATABASE_URL", databaseUrl, faults);
  judgePod(text, faults);
  const dataDir = resolve(cwd, text("DATA_DIR") ?? "data");
  const trial = { isPublic: publicOrigin !== null && !isLoopback(new URL(publicOrigin).hostname) };
  const hasLiveKey = namesLiveKey(text);
  if (hasLiveKey && text("DEMO") === "on")
    faults.push("DEMO is on beside a key that moves real money; leave one of them out.");
  const host = text("HOST") ?? "127.0.0.1";
  const isReachable = trial.isPublic || !isLoopback(host.includes(":") ? `[${host}]` : host);
  const demo = readDemo(text("DEMO"), databaseUrl === null && !isReachable && !hasLiveKey, faults);
  const config: Config = {
    port: port("PORT", 3000) ?? 3000,
    host,
    publicOrigin,
    trustProxy: (text("TRUST_PROXY") ?? "")
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean),
    metricsPort: port("METRICS_PORT", null),
    metricsHost: text("METRICS_HOST") ?? "127.0.0.1",
    metricsToken: readToken(text("METRICS_TOKEN"), faults),
    dataDir,
    databaseUrl,
    ...readConnection(text, faults),
    demo,
    demoIsChosen: text("DEMO") === "on",
    grantKeys: readGrantKeys(text("GRANT_KEYS"), faults),
    edge: readEdge(text, publicOrigin, faults),
    sandboxPort: port("SANDBOX_PORT", null),
    smtpUrl: readSmtpUrl(text("SMTP_URL"), faults),
    mailFrom: readMailFrom(text("MAIL_FROM"), publicOrigin, faults),
    supportInbox: readSupportInbox(text("SUPPORT_INBOX"), faults),
    facebook: readFacebook(
      { appId: text("FACEBOOK_APP_ID"), appSecret: text("FACEBOOK_APP_SECRET") },
      publicOrigin,
      faults,
    ),
    stripe: readStripe(text, trial, faults),
    paypal: readPayPal(text, trial, faults),
    refundSelfMax: readRefundMax(text, faults),
    ffmpegPath: text("FFMPEG_PATH"),
    mediaCacheBytes: readMegabytes(text, { name: "MEDIA_CACHE_MB", fallback: 64, most: 999_999 }, faults),
    cardCacheBytes: readMegabytes(text, { name: "CARD_CACHE_MB", fallback: 16, most: 512 }, faults),
    mediaAccel: readAccel(text("MEDIA_ACCEL"), faults),
    bucket: readStore(text, faults),
    mediaDiskCacheBytes: readDiskCache(text, faults),
    serving: readServing(text, faults),
    backup: readBackup(text, { cwd, dataDir, isOwn: databaseUrl === null && !demo }, faults),
    console: readConsole(text, publicOrigin, faults),
    logLevel: readLevel(text("LOG_LEVEL"), faults),
    limits: readLimits(text, faults),
  };
  for (const proxy of config.trustProxy) {
    if (isIP(proxy.split("/", 1)[0] ?? "") === 0)
      faults.push(`TRUST_PROXY names "${proxy}", which is no IP address or range such as 10.0.0.0/8.`);
  }
  const { metricsPort, metricsHost } = config;
  const isPrivate = metricsHost === "::1" || isLoopback(metricsHost);
  if (metricsPort !== null && !isPrivate && text("METRICS_TOKEN") === null)
    faults.push(
      `METRICS_HOST is ${metricsHost}, which others may reach, and METRICS_TOKEN is not set; set it (openssl rand -hex 32).`,
    );
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Returns the address at which users reach the site and to which links in mails lead. No request can change it. */
export function addressOf({
  publicOrigin,
  host,
  port,
}: Pick<Config, "publicOrigin" | "host" | "port">): string {
  const open = isUnspecified(host) ? ownAddress() : host;
  return publicOrigin ?? `http://${open.includes(":") ? `[${open}]` : open}:${port}`;
}

/** Returns a warning when others can reach the site and no setting names its address; null otherwise. */
export function originWarning(config: Pick<Config, "publicOrigin" | "host" | "port">): string | null {
  const { publicOrigin, host } = config;
  if (publicOrigin !== null || host === "::1" || isLoopback(host)) return null;
  return `HOST is ${host} and PUBLIC_ORIGIN is not set: only IP addresses are answered, and links in mails lead to ${addressOf(config)}. Set PUBLIC_ORIGIN to the address that people use.`;
}

/** Returns whether the host means every address of this machine, in which case it cannot be opened in a browser. */
function isUnspecified(host: string): boolean {
  return host === "0.0.0.0" || (isIPv6(host) && /^[0:]*$/.test(host));
}

/** Returns the first address by which others on this machine's network reach it; loopback when it has none. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";
}

/** A pod loses its disk with its node, so that an embedded database there would lose what it has acknowledged. */
function judgePod(text: (name: string) => string | null, faults: string[]): void {
  const allowed = text("ALLOW_EMBEDDED") ?? "0";
  if (!/^[01]$/.test(allowed)) faults.push(`ALLOW_EMBEDDED is "${allowed}"; give 1 or 0.`);
  if (text("KUBERNETES_SERVICE_HOST") === null || text("DATABASE_URL") !== null || allowed !== "0") return;
  faults.push(
    "This is a Kubernetes pod without DATABASE_URL, where an embedded database would be lost with the pod; set DATABASE_URL, or ALLOW_EMBEDDED=1 if DATA_DIR is a lasting volume.",
  );
}

function readToken(value: string | null, faults: string[]): string | null {
  if (value === null || /^[\x21-\x7e]{16,200}$/.test(value)) return value;
  faults.push("METRICS_TOKEN is too short or has spaces; give 16 characters or more (openssl rand -hex 32).");
  return null;
}

function readOrigin(value: string | null, faults: string[]): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== "/" ||
    url.search !== "" ||
    url.username !== ""
  ) {
    faults.push(`PUBLIC_ORIGIN is "${value}"; give scheme and host only, such as https://watch.example.com.`);
    return null;
  }
  return url.origin;
}

function readDemo(value: string | null, byItself: boolean, faults: string[]): boolean {
  if (value === "on") return true;
  if (value === "off") return false;
  if (value !== null) faults.push(`DEMO is "${value}"; give on or off.`);
  return byItself;
}

function readMegabytes(
  text: (name: string) => string | null,
  { name, fallback, most }: { name: string; fallback: number; most: number },
  faults: string[],
): number {
  const value = text(name);
  if (value === null) return fallback * 1024 * 1024;
  if (/^\d{1,6}$/.test(value) && Number(value) <= most) return Number(value) * 1024 * 1024;
  faults.push(`${name} is "${value}"; give whole megabytes up to ${most}, 0 for none.`);
  return 0;
}

function readAccel(value: string | null, faults: string[]): string | null {
  if (value === null || /^\/[A-Za-z0-9_/-]+$/.test(value)) return value?.replace(/\/$/, "") ?? null;
  faults.push(`MEDIA_ACCEL is "${value}"; give an nginx location such as /internal-media.`);
  return null;
}

function readLevel(value: string | null, faults: string[]): string {
  const levels = ["trace", "debug", "info", "warn", "error", "silent"];
  if (value !== null && !levels.includes(value))
    faults.push(`LOG_LEVEL is "${value}"; give one of ${levels.join(", ")}.`);
  return value ?? "info";
}
