import { join } from "node:path";
import { addressOf, type Config } from "#platform/config";
import { randomWord } from "#platform/ids";
import type { FacebookSettings } from "#platform/integration-config";
import type { Log } from "#platform/log";
import { startStandIn } from "./sandbox-fork.ts";
import { type SandboxGateways, startGateways } from "./sandbox-gateways.ts";
import { type SandboxPixels, startPixels } from "./sandbox-pixels.ts";

/** The mailbox and Facebook's stand-in, running in a process of their own. */
export interface Sandbox {
  /** Where a person reads the mails. */
  mailbox: string;
  smtpUrl: string;
  facebook: FacebookSettings;
  stop(): Promise<void>;
}

/** Where the stand-ins listen. */
export interface SandboxOptions {
  port: number;
  /** Whether other ports will do where these are taken. */
  elsewhere: boolean;
  log: Log;
  /** Further apps that the Facebook stand-in knows, as id:secret. */
  otherApps?: string[];
}

const appId = "100000000000001";
/** The gateways' ports come after those of the mailbox, SMTP and Facebook. */
const gatewaysAt = 3;
/** Those of the pixels after the gateways' four. */
const pixelsAt = 7;

/** Starts the mailbox and Facebook's stand-in and waits until they listen. Throws what is in their way, as a sentence. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, elsewhere, log, otherApps = [] } = options;
  const appSecret = randomWord(24);
  const { ready, stop } = await startStandIn<{ mailbox: string; smtp: string; facebook: string }>({
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

/** The settings of the demo, with the pages of the stand-ins that it uses. */
export interface Demo {
  config: Config;
  /** Where mail lands; null where it really goes out. */
  mailbox: string | null;
  /** The gateways' pages; null where a real gateway is configured. */
  gateways: SandboxGateways["pages"] | null;
  /** In place of the pixels' vendors; null outside of the demo. */
  pixels: Pick<SandboxPixels, "scripts" | "page"> | null;
}

/**
 * The settings with the stand-ins in the place of what they leave out, in the demo alone; what is really configured is never
 * replaced, and a gateway's stand-in never stands beside a real one.
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

/** Returns where the demo's simulators listen, for the program that started this one; null where one is missing. */
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
  return orWithout(config, log, "The demo runs without stand-ins for pixels", (port, elsewhere) =>
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
    // Nobody asked for them by name: the demo goes on without.
    log.warn({ reason: (error as Error).message }, without);
    return null;
  }
}
