import { join } from "node:path";
import { addressOf, type Config } from "#platform/config";
import { randomWord } from "#platform/ids";
import type { FacebookSettings } from "#platform/integration-config";
import type { Log } from "#platform/log";
import { type StartSimulator, startSimulator } from "./sandbox-fork.ts";
import { type SandboxGateways, startGateways } from "./sandbox-gateways.ts";
import { type SandboxPixels, startPixels } from "./sandbox-pixels.ts";

/** The simulated mailbox and Facebook, running in a separate process. */
export interface Sandbox {
  /** The page that shows the mails. */
  mailbox: string;
  smtpUrl: string;
  facebook: FacebookSettings;
  stop(): Promise<void>;
}

/** Where the simulators listen. */
export interface SandboxOptions {
  port: number;
  /** Whether to use other ports when these are in use. */
  elsewhere: boolean;
  log: Log;
  /** Further apps of the Facebook simulator, as id:secret. */
  otherApps?: string[];
  start?: StartSimulator;
}

const appId = "100000000000001";
/** The gateways' ports come after those of the mailbox, SMTP and Facebook. */
const gatewaysAt = 3;
/** The pixels' ports come after the gateways' four. */
const pixelsAt = 7;

/** Starts the mailbox and the Facebook simulator and waits until they listen. Throws a sentence when they cannot start. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, elsewhere, log, otherApps = [], start = startSimulator } = options;
  const appSecret = randomWord(24);
  const { ready, stop } = await start<{ mailbox: string; smtp: string; facebook: string }>({
    file: "main.ts",
    args: ["--port", String(port), ...(elsewhere ? ["--elsewhere"] : [])],
    env: { FACEBOOK_APPS: [`${appId}:${appSecret}`, ...otherApps].join(",") },
    without: "mail waits until the next start.",
    log,
  });
  const facebookUrl = `${ready.facebook}/v23.0`;
  return {
    mailbox: ready.mailbox,
    smtpUrl: ready.smtp,
    facebook: { appId, appSecret, dialogUrl: facebookUrl, graphUrl: facebookUrl },
    stop,
  };
}

/** The settings of the demo, with the pages of its simulators. */
export interface Demo {
  config: Config;
  /** The mailbox page; null when real mail is sent. */
  mailbox: string | null;
  /** The gateways' pages; null when a real gateway is configured. */
  gateways: SandboxGateways["pages"] | null;
  /** Replacements of the pixel vendors; null outside the demo. */
  pixels: Pick<SandboxPixels, "scripts" | "page"> | null;
}

/**
 * Returns the settings, in the demo with simulators for what they leave out. Configured services are never replaced,
 * and a gateway's simulator never runs with a real one.
 */
export async function withSandbox(config: Config, log: Log): Promise<Demo> {
  if (!config.demo) return { config, mailbox: null, gateways: null, pixels: null };
  const wantsGateways = config.stripe === null && config.paypal === null;
  const [outside, gateways, pixels] = await Promise.all([
    config.smtpUrl !== null && config.facebook !== null ? null : openSandbox(config, log),
    wantsGateways ? openGateways(config, log) : null,
    openPixels(config, log),
  ]);
  return {
    config: {
      ...config,
      smtpUrl: config.smtpUrl ?? outside?.smtpUrl ?? null,
      facebook: config.facebook ?? outside?.facebook ?? null,
      stripe: config.stripe ?? gateways?.stripe ?? null,
      paypal: config.paypal ?? gateways?.paypal ?? null,
    },
    mailbox: config.smtpUrl === null ? (outside?.mailbox ?? null) : null,
    gateways: gateways?.pages ?? null,
    pixels,
  };
}

/** Returns where the demo's simulators listen, for the program that started this one; null when one is missing. */
export function simulatorAddresses({ config, mailbox, gateways, pixels }: Demo) {
  if (!mailbox || !gateways || !pixels) return null;
  return {
    mailbox,
    stripe: config.stripe?.apiUrl?.origin,
    stripeControl: gateways.stripe,
    paypal: config.paypal?.apiUrl.origin,
    paypalControl: gateways.paypal,
    pixels: new URL(pixels.scripts.facebook).origin,
    pixelsControl: pixels.page,
  };
}

function openSandbox(config: Config, log: Log): Promise<Sandbox | null> {
  return orWithout(config, log, "The demo runs without mail and Facebook", (port, elsewhere) =>
    startSandbox({ port, elsewhere, log }),
  );
}

function openGateways(config: Config, log: Log): Promise<SandboxGateways | null> {
  const folder = join(config.dataDir, "sandbox");
  return orWithout(config, log, "The demo runs without the gateways: nothing is on sale", (port, elsewhere) =>
    startGateways({ port: port && port + gatewaysAt, elsewhere, folder, log }, addressOf(config)),
  );
}

function openPixels(config: Config, log: Log): Promise<SandboxPixels | null> {
  return orWithout(config, log, "The demo runs without simulated pixels", (port, elsewhere) =>
    startPixels({ port: port && port + pixelsAt, elsewhere, log }),
  );
}

async function orWithout<T>(
  { sandboxPort, port }: Config,
  log: Log,
  without: string,
  start: (port: number, elsewhere: boolean) => Promise<T>,
): Promise<T | null> {
  if (sandboxPort !== null) return start(sandboxPort, false);
  try {
    return await start(port === 0 ? 0 : port + 1, true);
  } catch (error) {
    // The ports were not chosen by the operator: the demo continues without the simulator.
    log.warn({ reason: (error as Error).message }, without);
    return null;
  }
}
