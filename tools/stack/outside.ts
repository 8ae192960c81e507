import { openLog } from "../../server/src/platform/log.ts";
import { startGateways } from "../../server/src/sandbox-gateways.ts";
import { startSandbox } from "../../server/src/sandbox-process.ts";

/** Gateways come after the mailbox, its SMTP and Facebook. */
const GATEWAYS_AT = 3;

/** The simulators of mail, Facebook and the gateways, as processes that outlive every node. */
export interface Outside {
  /** The settings that lead to them. */
  env: Record<string, string>;
  mailbox: string;
  gateways: { stripe: string; paypal: string };
  stop(): Promise<void>;
}

/** Starts them; their webhooks go to `origin`. */
export async function startOutside({
  port,
  folder,
  origin,
}: {
  port: number;
  folder: string;
  origin: string;
}): Promise<Outside> {
  const log = openLog({ level: "warn", pretty: true });
  const sandbox = await startSandbox({ port, elsewhere: false, log });
  const { stripe, paypal, pages, stop } = await startGateways(
    { port: port + GATEWAYS_AT, elsewhere: false, folder, log },
    origin,
  );
  return {
    env: {
      SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: "no-reply@example.com",
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(","),
      STRIPE_API_URL: stripe.apiUrl?.origin ?? "",
      PAYPAL_CLIENT_ID: paypal.clientId,
      PAYPAL_CLIENT_SECRET: paypal.clientSecret,
      PAYPAL_WEBHOOK_ID: paypal.webhookId ?? "",
      PAYPAL_API_URL: paypal.apiUrl.origin,
      PAYPAL_ENV: "sandbox",
      PAYMENTS_ALLOW_SANDBOX: "1",
    },
    mailbox: sandbox.mailbox,
    gateways: pages,
    async stop() {
      await Promise.all([sandbox.stop(), stop()]);
    },
  };
}
