import Stripe from "stripe";
import type { StripeSettings } from "#platform/gateway-settings";
import { gatewayFault, stripeAmountOf } from "../../records/gateway-amounts.ts";
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
import { checkWallets } from "./check-wallets.ts";
import { stripeEvents } from "./events.ts";

type Ask = (path: string, key?: string) => Promise<Checked>;
type Send = (path: string, form: Record<string, string>) => Promise<Checked>;

/** Stripe's copy of Apple's file, which is the same for all its accounts (docs.stripe.com/payments/payment-methods/pmd-registration). */
const ASSOCIATION_PATH = "/files/apple-pay/apple-developer-merchantid-domain-association";
const DASHBOARD_URL = "https://dashboard.stripe.com";

/**
 * Checks whether Stripe's account, keys and webhook are set up for card payments. Without `fix` all it leaves there is a cancelled
 * payment.
 */
export async function checkStripe(
  settings: StripeSettings,
  against: CheckedAgainst,
): Promise<GatewayFinding[]> {
  const base = settings.apiUrl ?? new URL("https://api.stripe.com");
  const ask: Ask = (path, key = settings.secretKey) =>
    readGateway(new URL(path, base), {
      headers: { authorization: `Bearer ${key}`, "stripe-version": Stripe.API_VERSION },
    });
  const send: Send = (path, form) =>
    readGateway(new URL(path, base), {
      method: "POST",
      headers: {
        authorization: `Bearer ${settings.secretKey}`,
        "stripe-version": Stripe.API_VERSION,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams(form).toString(),
    });
  const filesUrl = new URL(ASSOCIATION_PATH, settings.apiUrl ?? "https://stripe.com");
  const found = await Promise.all([
    account(ask, against.now),
    publishable(ask, send, settings.publishableKey, against),
    balance(ask, settings, against),
    webhook(ask, send, against),
    inbound(against.origin),
    checkWallets({ ask, send, filesUrl, page: `${DASHBOARD_URL}/settings/payment_method_domains` }, against),
  ]);
  return [...found.flat(), ...prices(against)].map((one) => ({ ...one, about: "Cards" }));
}

/**
 * Returns the finding for an unexpected response. An unreachable gateway and an unknown key are reported
 * once, by the account check.
 */
function unexpected(checked: Checked, what: string): Found[] {
  if ("away" in checked || checked.status === 401) return [];
  if (checked.status === 403) return [note(`This restricted key may not read ${what}; it is not checked.`)];
  return [fault(`Stripe answered ${checked.status} when asked for ${what}. Try again later.`)];
}

async function account(ask: Ask, now: Date): Promise<Found[]> {
  const checked = await ask("/v1/account");
  const skew = skewFault(checked, now);
  const late = skew === null ? [] : [fault(skew)];
  if ("status" in checked && checked.status === 401)
    return [
      fault(`Stripe does not know STRIPE_SECRET_KEY. Copy it again from ${DASHBOARD_URL}/apikeys.`),
      ...late,
    ];
  if ("away" in checked)
    return [fault(`${checked.away}: nothing of Stripe could be checked. Try again later.`)];
  if (checked.status !== 200) return [...unexpected(checked, "the account"), ...late];
  const { charges_enabled: enabled, country, capabilities } = checked.body;
  const { card_payments: cards } = (capabilities ?? {}) as Record<string, unknown>;
  if (enabled !== true)
    return [
      fault(`The account may not charge yet. Finish its activation: ${DASHBOARD_URL}/account.`),
      ...late,
    ];
  if (cards !== "active")
    return [
      fault(
        `The account may not take cards (${textOf(cards) || "not asked for"}). See ${DASHBOARD_URL}/settings/payment_methods.`,
      ),
      ...late,
    ];
  return [ok(`by a Stripe account of ${textOf(country)} that may charge cards`), ...late];
}

/**
 * Tries the publishable key on a payment that the secret key opens, which it must be able to read. That payment is cancelled at once;
 * nobody can pay it.
 */
async function publishable(
  ask: Ask,
  send: Send,
  key: string,
  { prices: [price] }: CheckedAgainst,
): Promise<Found[]> {
  const { amount, currency } = price ?? { amount: 1000, currency: "USD" };
  const made = await send("/v1/payment_intents", {
    amount: String(stripeAmountOf(amount, currency)),
    currency: currency.toLowerCase(),
    "allowed_payment_method_types[0]": "card",
    description: "Opened by npm run doctor to compare the keys, and cancelled",
  });
  if (!("status" in made) || made.status !== 200) return unexpected(made, "payments");
  const path = `/v1/payment_intents/${encodeURIComponent(textOf(made.body["id"]))}`;
  const secret = encodeURIComponent(textOf(made.body["client_secret"]));
  const seen = await ask(`${path}?client_secret=${secret}`, key);
  await send(`${path}/cancel`, {});
  if ("away" in seen) return [note(`${seen.away}: the publishable key could not be tried.`)];
  const copy = `Copy both keys from one place: ${DASHBOARD_URL}/apikeys.`;
  if (seen.status === 401) return [fault(`Stripe does not know STRIPE_PUBLISHABLE_KEY. ${copy}`)];
  if (seen.status === 200) return [ok("both keys are of one account")];
  return [fault(`STRIPE_PUBLISHABLE_KEY is of another account than STRIPE_SECRET_KEY. ${copy}`)];
}

async function balance(ask: Ask, { secretKey }: StripeSettings, against: CheckedAgainst): Promise<Found[]> {
  const checked = await ask("/v1/balance");
  if (!("status" in checked) || checked.status !== 200) return unexpected(checked, "the balance");
  const { livemode, available, pending } = checked.body;
  if (typeof livemode === "boolean" && livemode !== /^[sr]k_live_/.test(secretKey))
    return [fault("Stripe takes this key for one of the other mode. Copy it again.")];
  const settles = new Set(
    [...objectsOf(available), ...objectsOf(pending)].map(({ currency }) => textOf(currency).toUpperCase()),
  );
  const others = [...new Set(against.prices.map(({ currency }) => currency))].filter(
    (one) => !settles.has(one),
  );
  const converted = others.length === 0 ? "" : `; ${others.join(", ")} is converted, at a cost`;
  return [ok(`settles in ${[...settles].toSorted().join(", ")}${converted}`)];
}

async function webhook(ask: Ask, send: Send, { origin, fix }: CheckedAgainst): Promise<Found[]> {
  if (origin === null) return [];
  const url = `${origin}/api/webhook/payment/stripe`;
  const checked = await ask("/v1/webhook_endpoints?limit=100");
  if (!("status" in checked) || checked.status !== 200) return unexpected(checked, "webhooks");
  const ours = objectsOf(checked.body["data"]).filter((one) => one["url"] === url);
  const page = `${DASHBOARD_URL}/webhooks`;
  const endpoint = ours.find(({ status }) => status === "enabled") ?? ours[0];
  const mended = fix ? await mendWebhook(send, url, endpoint) : [];
  if (mended.length > 0) return mended;
  if (!endpoint) return [fault(`Stripe sends no webhooks to ${url}. Add that address: ${page}.`)];
  if (endpoint["status"] !== "enabled")
    return [fault(`The webhook to ${url} is disabled. Enable it: ${page}.`)];
  const events = (endpoint["enabled_events"] ?? []) as string[];
  const missing = missingOf(events);
  const version = endpoint["api_version"];
  return [
    missing.length === 0
      ? ok(`Stripe sends its webhooks to ${url}`)
      : fault(`The webhook lacks the events ${missing.join(", ")}. Add them: ${page}.`),
    ...(version === Stripe.API_VERSION
      ? []
      : [
          note(
            `The webhook is written by API version ${textOf(version) || "of the account"}; make it ${Stripe.API_VERSION}.`,
          ),
        ]),
  ];
}

function missingOf(events: readonly string[]): string[] {
  return events.includes("*") ? [] : stripeEvents.filter((one) => !events.includes(one));
}

/** Creates the webhook, enables it, or adds the events that it lacks; empty if nothing was to be done. */
async function mendWebhook(
  send: Send,
  url: string,
  endpoint: Record<string, unknown> | undefined,
): Promise<Found[]> {
  const known = (endpoint?.["enabled_events"] ?? []) as string[];
  const missing = missingOf(known);
  if (endpoint?.["status"] === "enabled" && missing.length === 0) return [];
  const events = known.includes("*") ? known : [...known, ...missing];
  const form = {
    ...Object.fromEntries(events.map((type, index) => [`enabled_events[${index}]`, type])),
    ...(endpoint ? { disabled: "false" } : { url, api_version: Stripe.API_VERSION }),
  };
  const made = await send(`/v1/webhook_endpoints${endpoint ? `/${textOf(endpoint["id"])}` : ""}`, form);
  if (!("status" in made) || made.status !== 200)
    return [fault(`The webhook to ${url} could not be corrected. Do it here: ${DASHBOARD_URL}/webhooks.`)];
  if (endpoint) return [ok(`The webhook to ${url} was corrected: it is enabled and gets every event`)];
  return [
    note(
      `A webhook to ${url} was created. Set STRIPE_WEBHOOK_SECRET=${textOf(made.body["secret"])} and restart; Stripe shows it this once.`,
    ),
  ];
}

function prices({ prices: all }: CheckedAgainst): Found[] {
  return all.flatMap(({ amount, currency }) => {
    const refused = gatewayFault("stripe", amount, currency);
    return refused === null ? [] : [note(`${refused} At that price cards are not offered.`)];
  });
}

async function inbound(origin: string | null): Promise<Found[]> {
  if (origin === null) return [];
  const found = await inboundFault(new URL(`${origin}/api/webhook/payment/stripe`));
  return found ? [found] : [];
}
