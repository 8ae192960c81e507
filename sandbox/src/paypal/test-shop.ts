import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { openPayPal, type PayPal } from "./paypal.ts";
import { faultsOfAnswer, hasOfficial, type OfficialFile } from "./test-official.ts";

type Json = Record<string, unknown>;

/** An answer. The body is untyped: tests state what they expect of it. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of another program, of which each test knows its part.
  body: any;
  headers: Headers;
}

/** A received webhook. */
export interface Arrived {
  headers: IncomingHttpHeaders;
  raw: Buffer;
}

/** A shop that sells by PayPal, played by the tests: it uses only the protocol. */
export interface Shop {
  paypal: Pick<PayPal, "api" | "control" | "clientId" | "clientSecret">;
  /** Calls the API; the answer is checked against PayPal's own description when it is available. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Calls the control plane. */
  control(method: string, path: string, body?: Json): Promise<Answer>;
  /** Moves the clock to this many seconds from the machine's time; this shop's access token never expires. */
  moveClock(seconds: number): Promise<void>;
  /** Creates an order of one item. */
  order(change?: OrderOptions): Promise<Answer>;
  /** Creates an order and approves it as a buyer. */
  approved(buyer?: string, change?: OrderOptions): Promise<string>;
  capture(orderId: string, body?: unknown, requestId?: string): Promise<Answer>;
  /** Creates, approves and captures an order; returns the capture. */
  pay(buyer?: string, change?: OrderOptions): Promise<Answer["body"]>;
  close(): void;
}

interface OrderOptions {
  value?: string;
  currency?: string;
  invoice?: string;
  vault?: Json | null;
  requestId?: string;
}

let requests = 0;
function nextId(): string {
  requests += 1;
  return `req-${requests}`;
}

/** Opens a dedicated simulator for a test file. */
export async function openShop(file?: string): Promise<Shop> {
  const paypal = await openPayPal({ port: 0, elsewhere: false, ...(file === undefined ? {} : { file }) });
  return shopAt(paypal, () => paypal.close());
}

/** Opens a shop of a simulator that runs elsewhere. */
export async function shopAt(paypal: Shop["paypal"], close: () => void): Promise<Shop> {
  let token = "";
  const access = async () => {
    const answer = await fetch(`${paypal.api}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${paypal.clientId}:${paypal.clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    token = ((await answer.json()) as { access_token: string }).access_token;
  };
  await access();

  const shop: Shop = {
    paypal,
    async ask(method, path, body, headers = {}) {
      const answer = await send(`${paypal.api}${path}`, method, body, {
        authorization: `Bearer ${token}`,
        ...headers,
      });
      if (answer.status === 401 && !headers["authorization"]) await access();
      conform(method, path, answer);
      return answer;
    },
    control: (method, path, body) =>
      send(`${paypal.control}${path}`, method, body ?? (method === "GET" ? undefined : {})),
    async moveClock(seconds) {
      await shop.control("POST", "/clock", { offset: seconds });
      await access();
    },
    order: ({ value = "9.99", currency = "USD", invoice, vault = null, requestId = nextId() } = {}) =>
      shop.ask(
        "POST",
        "/v2/checkout/orders",
        {
          intent: "CAPTURE",
          purchase_units: [
            {
              custom_id: "payment-1",
              ...(invoice === undefined ? {} : { invoice_id: invoice }),
              amount: { currency_code: currency, value },
            },
          ],
          payment_source: {
            paypal: {
              experience_context: {
                return_url: "http://shop.test/return?order=1",
                cancel_url: "http://shop.test/cancel?order=1",
                user_action: "PAY_NOW",
                brand_name: "A shop",
                locale: "en-US",
              },
              ...(vault
                ? {
                    attributes: { vault: { store_in_vault: "ON_SUCCESS", usage_type: "MERCHANT", ...vault } },
                  }
                : {}),
            },
          },
        },
        { "paypal-request-id": requestId },
      ),
    async approved(buyer = "funded", change = {}) {
      const { id } = (await shop.order(change)).body;
      expect((await shop.control("POST", "/approve", { orderId: id, buyer })).status).toBe(200);
      return id;
    },
    capture: (orderId, body = {}, requestId = nextId()) =>
      shop.ask("POST", `/v2/checkout/orders/${orderId}/capture`, body, { "paypal-request-id": requestId }),
    async pay(buyer, change) {
      const { status, body } = await shop.capture(await shop.approved(buyer, change));
      expect(status).toBe(201);
      return body.purchase_units[0].payments.captures[0];
    },
    close,
  };
  return shop;
}

/** Returns a payment source without the buyer. */
export const byMerchant = (vaultId: string) => ({
  payment_source: {
    paypal: {
      vault_id: vaultId,
      stored_credential: {
        payment_initiator: "MERCHANT",
        usage: "SUBSEQUENT",
        usage_pattern: "RECURRING_PREPAID",
      },
    },
  },
});

/** Returns the issue of a refusal. */
export const issueOf = ({ body }: Answer): string => body.details?.[0]?.issue;

/** Opens an endpoint for webhooks; it answers with the configured status. */
export async function openHook() {
  const arrived: Arrived[] = [];
  const hook = { arrived, status: 200, url: "", close: () => server.close() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      arrived.push({ headers: request.headers, raw: Buffer.concat(chunks) });
      response.writeHead(hook.status).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return hook;
}

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text), headers: answer.headers };
}

const described: [RegExp, OfficialFile, string][] = [
  [/^\/v2\/checkout\/orders$/, "checkout_orders_v2", "/v2/checkout/orders"],
  [/^\/v2\/checkout\/orders\/[^/]+$/, "checkout_orders_v2", "/v2/checkout/orders/{id}"],
  [/^\/v2\/checkout\/orders\/[^/]+\/capture$/, "checkout_orders_v2", "/v2/checkout/orders/{id}/capture"],
  [/^\/v2\/payments\/captures\/[^/]+$/, "payments_payment_v2", "/v2/payments/captures/{capture_id}"],
  [
    /^\/v2\/payments\/captures\/[^/]+\/refund$/,
    "payments_payment_v2",
    "/v2/payments/captures/{capture_id}/refund",
  ],
  [/^\/v2\/payments\/refunds\/[^/]+$/, "payments_payment_v2", "/v2/payments/refunds/{refund_id}"],
  [/^\/v3\/vault\/payment-tokens$/, "vault_payment_tokens_v3", "/v3/vault/payment-tokens"],
  [/^\/v3\/vault\/payment-tokens\/[^/]+$/, "vault_payment_tokens_v3", "/v3/vault/payment-tokens/{id}"],
  [/^\/v3\/vault\/setup-tokens$/, "vault_payment_tokens_v3", "/v3/vault/setup-tokens"],
  [/^\/v3\/vault\/setup-tokens\/[^/]+$/, "vault_payment_tokens_v3", "/v3/vault/setup-tokens/{id}"],
  [/^\/v1\/notifications\/webhooks$/, "notifications_webhooks_v1", "/v1/notifications/webhooks"],
  [
    /^\/v1\/notifications\/webhooks\/[^/]+$/,
    "notifications_webhooks_v1",
    "/v1/notifications/webhooks/{webhook_id}",
  ],
  [
    /^\/v1\/notifications\/verify-webhook-signature$/,
    "notifications_webhooks_v1",
    "/v1/notifications/verify-webhook-signature",
  ],
  [
    /^\/v1\/notifications\/webhooks-events$/,
    "notifications_webhooks_v1",
    "/v1/notifications/webhooks-events",
  ],
  [
    /^\/v1\/notifications\/webhooks-events\/[^/]+$/,
    "notifications_webhooks_v1",
    "/v1/notifications/webhooks-events/{event_id}",
  ],
  [/^\/v1\/reporting\/transactions$/, "reporting_transactions_v1", "/v1/reporting/transactions"],
  [/^\/v1\/customer\/disputes\/[^/]+$/, "customer_disputes_v1", "/v1/customer/disputes/{id}"],
];

function conform(method: string, path: string, { status, body }: Answer): void {
  const plain = path.split("?")[0] ?? "";
  const found = described.find(([pattern]) => pattern.test(plain));
  // A refusal for lack of access is the same everywhere; not every description lists it.
  if (!hasOfficial || !found || body === null || status === 401) return;
  const operation = `${method.toLowerCase()} ${found[2]}` as `get ${string}`;
  expect(faultsOfAnswer(found[1], operation, status, body), `${method} ${path} ${status}`).toEqual([]);
}
