import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Config } from "#platform/config";
import { randomWord } from "#platform/ids";
import type { Log } from "#platform/log";
import type { FacebookSettings } from "#platform/outside-settings";

/** The stand-ins for the outside world, running in a process of their own. */
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

type Word = { ready?: { mailbox: string; smtp: string; facebook: string }; fault?: string };

const program = join(import.meta.dirname, "../../sandbox/src/main.ts");
const appId = "100000000000001";

/** Starts the stand-ins and waits until they listen. Throws what is in their way, as a sentence. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, elsewhere, log, otherApps = [] } = options;
  const appSecret = randomWord(24);
  const child = fork(program, ["--port", String(port), ...(elsewhere ? ["--elsewhere"] : [])], {
    // Nothing of our environment: it holds secrets, and the stand-ins know nothing of us.
    env: { FACEBOOK_APPS: [`${appId}:${appSecret}`, ...otherApps].join(",") },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = once(child, "exit");
  const first = once(child, "message") as Promise<[Word]>;
  const ended = exit.then((): [Word] => [{ fault: "They ended before they were ready." }]);
  const [{ ready, fault }] = await Promise.race([first, ended]);
  if (!ready) throw new Error(`The stand-ins for the outside world did not start. ${fault ?? ""}`);
  let stopping = false;
  child.once("exit", () => {
    if (!stopping) log.warn("The stand-ins for the outside world ended: mail waits until the next start.");
  });
  const facebookUrl = `${ready.facebook}/v23.0`;
  return {
    mailbox: ready.mailbox,
    smtpUrl: ready.smtp,
    facebook: { appId, appSecret, dialogUrl: facebookUrl, graphUrl: facebookUrl },
    async stop() {
      stopping = true;
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}

/**
 * The settings with the stand-ins in the place of what they leave out, in the demo alone; what is really configured is never
 * replaced. `mailbox`: where mail lands then, if it does.
 */
export async function withSandbox(
  config: Config,
  log: Log,
): Promise<{ config: Config; mailbox: string | null }> {
  if (!config.demo || (config.smtpUrl !== null && config.facebook !== null)) return { config, mailbox: null };
  const sandbox = await openSandbox(config, log);
  if (!sandbox) return { config, mailbox: null };
  return {
    config: {
      ...config,
      smtpUrl: config.smtpUrl ?? sandbox.smtpUrl,
      facebook: config.facebook ?? sandbox.facebook,
    },
    mailbox: config.smtpUrl === null ? sandbox.mailbox : null,
  };
}

async function openSandbox({ sandboxPort, port }: Config, log: Log): Promise<Sandbox | null> {
  if (sandboxPort !== null) return startSandbox({ port: sandboxPort, elsewhere: false, log });
  try {
    return await startSandbox({ port: port === 0 ? 0 : port + 1, elsewhere: true, log });
  } catch (error) {
    // Nobody asked for them by name: the demo goes on without mail and Facebook.
    log.warn({ reason: (error as Error).message }, "The demo runs without mail and Facebook");
    return null;
  }
}
