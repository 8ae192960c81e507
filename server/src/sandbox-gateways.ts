import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PayPalSettings, StripeSettings } from "#platform/gateway-settings";
import { sendRequest } from "#platform/http-client";
import type { Log } from "#platform/log";
import { portAt, startStandIn } from "./sandbox-fork.ts";

/** The gateways' stand-ins, each in a process of its own, and what an operator would copy from their dashboards. */
export interface SandboxGateways {
  stripe: StripeSettings;
  paypal: PayPalSettings;
  /** Where a person reads what moved, sends webhooks again, declines and moves the clock. */
  pages: { stripe: string; paypal: string };
  stop(): Promise<void>;
}

/** Where they listen and keep what they know. */
export interface SandboxGatewayOptions {
  /** First of their four ports; 0: any. */
  port: number;
  elsewhere: boolean;
  /** The folder of what they must not forget; null: they forget when they end. */
  folder: string | null;
  log: Log;
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

/** Starts both gateways' stand-ins. `origin`: where they send webhooks, as an operator enters it at the gateway. */
export async function startGateways(
  options: SandboxGatewayOptions,
  origin: string,
): Promise<SandboxGateways> {
  const { port, elsewhere, folder, log } = options;
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 });
  const argsOf = (place: number, store: string) => [
    "--port",
    portAt(port, place),
    ...(elsewhere ? ["--elsewhere"] : []),
    ...(folder ? ["--store", join(folder, store)] : []),
  ];
  const without = "nothing is sold until the next start.";
  const [stripe, paypal] = await Promise.all([
    startStandIn<StripeReady>({ file: "stripe/main.ts", args: argsOf(0, "stripe.db"), without, log }),
    startStandIn<PayPalReady>({ file: "paypal/main.ts", args: argsOf(2, "paypal.db"), without, log }),
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

/** Asks a stand-in's control page for something. */
export async function control(
  page: string,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
  // All that happened since the start may be in it.
  const { status, text } = await sendRequest(new URL(path, page), init, { mostBytes: 64 * 2 ** 20 });
  if (status >= 300) throw new Error(`The stand-in answered ${status}: ${text}`);
  return JSON.parse(text);
}
