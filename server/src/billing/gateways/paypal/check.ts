import type { PayPalSettings } from "#platform/gateway-settings";
import { gatewayFault } from "../../records/gateway-amounts.ts";
import {
  type Checked,
  type CheckedAgainst,
  type Found,
  fault,
  type GatewayFinding,
  inboundFault,
  note,
  objectsOf,
  ok,
  readGateway,
  skewFault,
  textOf,
} from "../check.ts";
import { paypalEvents } from "./hints.ts";

const APPS_URL = "https://developer.paypal.com/dashboard/applications";

const VAULT_SCOPE = "/services/vault/payment-tokens/readwrite";

/** The permissions that an app needs, by the end of their scope's name, and what happens without them. */
const scopes: [state: Found["state"], scope: string, words: string][] = [
  [
    "fault",
    VAULT_SCOPE,
    `This app may keep no PayPal accounts, so memberships do not renew by themselves. Turn on Vault for it: ${APPS_URL}.`,
  ],
  [
    "fault",
    "/services/disputes/read-seller",
    `This app may not read disputes, so what they cost is not booked. Turn on Disputes for it: ${APPS_URL}.`,
  ],
  [
    "note",
    "/services/reporting/search/read",
    `This app may not search transactions: a charge whose answer is lost may stay in doubt, and PayPal's balance is not compared with the ledger. Turn on Transaction search: ${APPS_URL}.`,
  ],
];

/**
 * Checks whether PayPal's app, its permissions and its webhook are set up for selling. Without `fix` all it leaves there is a request
 * to keep an account, which nobody can approve.
 */
export async function checkPayPal(
  settings: PayPalSettings,
  against: CheckedAgainst,
): Promise<GatewayFinding[]> {
  const { clientId, clientSecret, apiUrl, live } = settings;
  const token = await readGateway(new URL("/v1/oauth2/token", apiUrl), {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const skew = skewFault(token, against.now);
  const found: Found[] = skew === null ? [] : [fault(skew)];
  const access = "status" in token && token.status === 200 ? token.body["access_token"] : null;
  if (typeof access === "string") {
    const ask = (path: string) =>
      readGateway(new URL(path, apiUrl), { headers: { authorization: `Bearer ${access}` } });
    const send: Send = (method, path, body) =>
      readGateway(new URL(path, apiUrl), {
        method,
        headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const granted = ("body" in token ? textOf(token.body["scope"]) : "").split(" ");
    const asked = await Promise.all([
      webhook(ask, send, settings, against),
      balances(ask, against),
      inbound(against.origin),
      granted.some((one) => one.endsWith(VAULT_SCOPE)) ? vault(send, against.origin) : [],
    ]);
    found.push(
      ok(`PayPal knows this app${live ? "" : " in its sandbox"}`),
      ...scopes.flatMap(([state, scope, text]) =>
        granted.some((one) => one.endsWith(scope)) ? [] : [{ state, text }],
      ),
      ...asked.flat(),
      ...prices(settings, against),
    );
  } else found.unshift(refusal(token, live));
  return found.map((one) => ({ ...one, about: "PayPal" }));
}

function refusal(token: Checked, live: boolean): Found {
  if ("away" in token) return fault(`${token.away}: nothing of PayPal could be checked. Try again later.`);
  if (token.status === 401 || token.status === 400)
    return fault(
      `PayPal does not know PAYPAL_CLIENT_ID with this secret ${live ? "as a live app" : "in its sandbox"}. Copy both again (${APPS_URL}), or set PAYPAL_ENV to where they are from.`,
    );
  return fault(`PayPal answered ${token.status} when asked for access. Try again later.`);
}

type Ask = (path: string) => Promise<Checked>;
type Send = (method: "POST" | "PATCH", path: string, body: unknown) => Promise<Checked>;

async function webhook(
  ask: Ask,
  send: Send,
  { webhookId }: PayPalSettings,
  { origin, fix }: CheckedAgainst,
): Promise<Found[]> {
  if (origin === null) return [];
  const url = `${origin}/api/webhook/payment/paypal`;
  const checked = await ask("/v1/notifications/webhooks");
  if (!("status" in checked) || checked.status !== 200)
    return [note("The webhooks of this app could not be read; they are not checked.")];
  const all = objectsOf(checked.body["webhooks"]);
  const named = all.find(({ id }) => id === webhookId);
  const ours = all.find((one) => one["url"] === url);
  const mended = fix ? await mendWebhook(send, url, ours) : [];
  if (mended.length > 0) return mended;
  if (!ours) return [fault(`PayPal sends no webhooks to ${url}. Add that address to the app: ${APPS_URL}.`)];
  if (!named || named["id"] !== ours["id"])
    return [
      fault(`PAYPAL_WEBHOOK_ID is not the id of the webhook to ${url}. Set it to ${textOf(ours["id"])}.`),
    ];
  const missing = missingOf(ours);
  return missing.length === 0
    ? [ok(`PayPal sends its webhooks to ${url}`)]
    : [fault(`The webhook lacks the events ${missing.join(", ")}. Add them: ${APPS_URL}.`)];
}

function missingOf(endpoint: Record<string, unknown>): string[] {
  const events = objectsOf(endpoint["event_types"]).map(({ name }) => textOf(name));
  return events.includes("*") ? [] : paypalEvents.filter((one) => !events.includes(one));
}

/** Creates the webhook, or gives it the events that it lacks; empty if nothing was to be done. */
async function mendWebhook(
  send: Send,
  url: string,
  ours: Record<string, unknown> | undefined,
): Promise<Found[]> {
  if (ours && missingOf(ours).length === 0) return [];
  const types = paypalEvents.map((name) => ({ name }));
  const made = ours
    ? await send("PATCH", `/v1/notifications/webhooks/${encodeURIComponent(textOf(ours["id"]))}`, [
        { op: "replace", path: "/event_types", value: types },
      ])
    : await send("POST", "/v1/notifications/webhooks", { url, event_types: types });
  if (!("status" in made) || (made.status !== 200 && made.status !== 201))
    return [fault(`The webhook to ${url} could not be corrected. Do it here: ${APPS_URL}.`)];
  if (ours) return [ok(`The webhook to ${url} was corrected: it gets every event`)];
  return [
    note(`A webhook to ${url} was created. Set PAYPAL_WEBHOOK_ID=${textOf(made.body["id"])} and restart.`),
  ];
}

/** Asks to keep an account, as the first payment of a membership does. Without its owner's approval nothing comes of it. */
async function vault(send: Send, origin: string | null): Promise<Found[]> {
  const page = `${origin ?? "https://example.com"}/individual`;
  const made = await send("POST", "/v3/vault/setup-tokens", {
    payment_source: {
      paypal: {
        usage_type: "MERCHANT",
        customer_type: "CONSUMER",
        usage_pattern: "RECURRING_PREPAID",
        experience_context: { shipping_preference: "NO_SHIPPING", return_url: page, cancel_url: page },
      },
    },
  });
  if (!("status" in made)) return [];
  if (made.status === 200 || made.status === 201)
    return [ok("PayPal accounts can be kept, so memberships renew by themselves")];
  if (made.status === 403)
    return [
      fault(
        `PayPal lets this account keep no PayPal accounts, so memberships do not renew by themselves. Ask PayPal to turn on Vault for it: ${APPS_URL}.`,
      ),
    ];
  return [note(`PayPal answered ${made.status} when asked to keep an account; that is not checked.`)];
}

async function balances(ask: Ask, against: CheckedAgainst): Promise<Found[]> {
  const checked = await ask("/v1/reporting/balances");
  if (!("status" in checked) || checked.status !== 200)
    return [
      note("The account's balances could not be read, so its currencies are not compared with the prices."),
    ];
  const held = new Set(objectsOf(checked.body["balances"]).map(({ currency }) => textOf(currency)));
  const others = [...new Set(against.prices.map(({ currency }) => currency))].filter((one) => !held.has(one));
  return others.length === 0
    ? []
    : [
        note(
          `The account holds no ${others.join(", ")}: such payments wait for a person at PayPal, or are converted.`,
        ),
      ];
}

function prices({ country }: PayPalSettings, { prices: all }: CheckedAgainst): Found[] {
  const refused = all.flatMap(
    ({ amount, currency }) => gatewayFault("paypal", amount, currency, country) ?? [],
  );
  return [...new Set(refused)].map((text) => note(`${text} At that price PayPal is not offered.`));
}

async function inbound(origin: string | null): Promise<Found[]> {
  if (origin === null) return [];
  const found = await inboundFault(new URL(`${origin}/api/webhook/payment/paypal`));
  return found ? [found] : [];
}
