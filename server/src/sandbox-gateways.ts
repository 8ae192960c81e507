import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PayPalSettings, StripeSettings } from "#platform/gateway-settings";
import { sendRequest } from "#platform/http-client";
import type { Log } from "#platform/log";
import { portAt, type StartSimulator, startSimulator } from "./sandbox-fork.ts";

/** The gateway simulators, each in a separate process, with the keys that an operator would copy from the dashboards. */
export interface SandboxGateways {
  stripe: StripeSettings;
  paypal: PayPalSettings;
  /** Where an operator sees payments, resends webhooks, declines cards and moves the clock. */
  pages: { stripe: string; paypal: string };
  stop(): Promise<void>;
}

/** Where they listen and store their data. */
export interface SandboxGatewayOptions {
  /** The first of their four ports; 0: any. */
  port: number;
  elsewhere: boolean;
  /** The folder of their persistent data; null: none is stored. */
  folder: string | null;
  log: Log;
  start?: StartSimulator;
}

interface StripeReady {
  api: string;
  script: string;
  control: string;
  secretKey: string;
  publishableKey: string;
}

interface PayPalReady {
  api: string;
  control: string;
  clientId: string;
  clientSecret: string;
}

/** Starts both gateway simulators. `origin`: where they send webhooks, as an operator enters it at the gateway. */
export async function startGateways(
  options: SandboxGatewayOptions,
  origin: string,
): Promise<SandboxGateways> {
  const { port, elsewhere, folder, log, start = startSimulator } = options;
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 });
  const argsOf = (place: number, store: string) => [
    "--port",
    portAt(port, place),
    ...(elsewhere ? ["--elsewhere"] : []),
    ...(folder ? ["--store", join(folder, store)] : []),
  ];
  const without = "nothing is sold until the next start.";
  const [stripe, paypal] = await Promise.all([
    start<StripeReady>({ file: "stripe/main.ts", args: argsOf(0, "stripe.db"), without, log }),
    start<PayPalReady>({ file: "paypal/main.ts", args: argsOf(2, "paypal.db"), without, log }),
  ]);
  const [{ secret }, { webhookId }] = (await Promise.all([
    control(stripe.ready.control, "PUT", "/webhook-endpoint", {
      url: `${origin}/api/webhook/payment/stripe`,
    }),
    control(paypal.ready.control, "PUT", "/webhook-endpoint", {
      url: `${origin}/api/webhook/payment/paypal`,
    }),
  ])) as [{ secret: string }, { webhookId: string }];
  return {
    stripe: {
      secretKey: stripe.ready.secretKey,
      publishableKey: stripe.ready.publishableKey,
      webhookSecrets: [secret],
      apiUrl: new URL(stripe.ready.api),
      scriptUrl: stripe.ready.script,
    },
    paypal: {
      clientId: paypal.ready.clientId,
      clientSecret: paypal.ready.clientSecret,
      webhookId,
      apiUrl: new URL(paypal.ready.api),
      vaultCharge: "create",
      live: false,
      country: null,
    },
    pages: { stripe: stripe.ready.control, paypal: paypal.ready.control },
    async stop() {
      await Promise.all([stripe.stop(), paypal.stop()]);
    },
  };
}

/** Calls a simulator's control page. */
export async function control(
  page: string,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
  // The answer may contain everything since the start.
  const { status, text } = await sendRequest(new URL(path, page), init, { maxBytes: 64 * 2 ** 20 });
  if (status >= 300) throw new Error(`The simulator answered ${status}: ${text}`);
  return JSON.parse(text);
}
