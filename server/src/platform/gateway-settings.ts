/** The Stripe account that cards are charged through. */
export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  /** Secrets of the webhook endpoint; two while one is being replaced. */
  webhookSecrets: string[];
  /** Where the API is, in place of Stripe's own; null: Stripe. */
  apiUrl: URL | null;
  /** The script of the card form. */
  scriptUrl: string;
}

/** The PayPal app that payments go through. */
export interface PayPalSettings {
  clientId: string;
  clientSecret: string;
  /** The id of our webhook endpoint there; null: no webhooks are believed. */
  webhookId: string | null;
  apiUrl: URL;
  /** Whether it is PayPal itself and not its sandbox or a simulator. */
  live: boolean;
  /** How a saved account is charged: by the order that is created with it, or by its capture. */
  vaultCharge: "create" | "capture";
  /** Where the account is, as two letters; null: not said. Some currencies go between accounts of their country alone. */
  country: string | null;
}

/** Stripe's own script, at the version that goes with the SDK. */
const STRIPE_SCRIPT = "https://js.stripe.com/endive/stripe.js";

const paypalApis: Record<string, string> = {
  live: "https://api-m.paypal.com",
  sandbox: "https://api-m.sandbox.paypal.com",
};

type Read = (name: string) => string | null;

/** The settings of this file, as the documentation prints them. */
export const gatewaySettings = [
  {
    name: "STRIPE_SECRET_KEY",
    fallback: "(no cards)",
    meaning: "Secret key of the Stripe account that cards are charged through",
  },
  { name: "STRIPE_PUBLISHABLE_KEY", fallback: "(no cards)", meaning: "Its publishable key" },
  {
    name: "STRIPE_WEBHOOK_SECRET",
    fallback: "(no cards)",
    meaning:
      "Signing secret of its webhook endpoint, PUBLIC_ORIGIN/api/webhook/payment/stripe; two separated by a comma while it is replaced",
  },
  {
    name: "PAYPAL_CLIENT_ID",
    fallback: "(no PayPal)",
    meaning: "Client id of the PayPal app that is paid through",
  },
  { name: "PAYPAL_CLIENT_SECRET", fallback: "(no PayPal)", meaning: "Its secret" },
  {
    name: "PAYPAL_WEBHOOK_ID",
    fallback: "(no PayPal)",
    meaning: "Id of its webhook, whose address is PUBLIC_ORIGIN/api/webhook/payment/paypal",
  },
  {
    name: "PAYPAL_COUNTRY",
    fallback: "(not said)",
    meaning:
      "Country of the PayPal account as two letters; BR, MY and CN allow BRL, MYR and CNY with PayPal, which takes these between accounts of that country alone",
  },
  { name: "PAYPAL_ENV", fallback: "live", meaning: "live, or sandbox for an app of PayPal's sandbox" },
  {
    name: "PAYPAL_VAULT_CHARGE",
    fallback: "create",
    meaning:
      "How renewals charge a saved account: create (the order names it) or capture, where PayPal refuses the first for your account",
  },
  {
    name: "STRIPE_API_URL",
    fallback: "(Stripe)",
    meaning: "Another host that speaks Stripe's protocol, for trials; never with live keys",
  },
  {
    name: "PAYPAL_API_URL",
    fallback: "(PayPal)",
    meaning: "Another host that speaks PayPal's protocol, for trials; never with PAYPAL_ENV live",
  },
  {
    name: "PAYMENTS_ALLOW_SANDBOX",
    fallback: "(off)",
    meaning: "1 allows test keys on a public address, and other hosts than the gateways' own",
  },
  {
    name: "REFUND_SELF_MAX",
    fallback: "150.00",
    meaning:
      "The most that a withdrawal gives back without an operator, in the order's currency; above it, npm run review lists it",
  },
];

/** Whether any key here moves real money. */
export function namesLiveKey(read: Read): boolean {
  return /^[sr]k_live_/.test(read("STRIPE_SECRET_KEY") ?? "") || isLivePayPal(read);
}

// PayPal's keys look alike: which world they belong to is said beside them.
function isLivePayPal(read: Read): boolean {
  return read("PAYPAL_CLIENT_ID") !== null && (read("PAYPAL_ENV") ?? "live") === "live";
}

/** Where the keys of a trial may be used: on this machine, or where somebody said so. */
export interface TrialRule {
  /** Whether people reach this installation from elsewhere. */
  isPublic: boolean;
}

/**
 * Reads STRIPE_*; null where no cards are taken. A key that moves money never goes to another host than Stripe's, one that
 * does not never sells to the public, and a webhook that cannot be checked is none (case 65).
 */
export function readStripe(read: Read, { isPublic }: TrialRule, faults: string[]): StripeSettings | null {
  const secretKey = read("STRIPE_SECRET_KEY");
  const publishableKey = read("STRIPE_PUBLISHABLE_KEY");
  const webhookSecrets = (read("STRIPE_WEBHOOK_SECRET") ?? "").split(",").flatMap((one) => one.trim() || []);
  const apiUrl = readUrl("STRIPE_API_URL", read, faults);
  if (secretKey === null && publishableKey === null && webhookSecrets.length === 0 && apiUrl === null)
    return null;
  if (secretKey === null || publishableKey === null || webhookSecrets.length === 0) {
    faults.push(
      "Cards need all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET; give them, or none.",
    );
    return null;
  }
  const secretWorld = /^[sr]k_(live|test)_\w+$/.exec(secretKey)?.[1];
  const publicWorld = /^pk_(live|test)_\w+$/.exec(publishableKey)?.[1];
  // Never repeated: they are secrets.
  if (!secretWorld) faults.push("STRIPE_SECRET_KEY is no secret key; it begins with sk_live_ or sk_test_.");
  if (!publicWorld)
    faults.push("STRIPE_PUBLISHABLE_KEY is no publishable key; it begins with pk_live_ or pk_test_.");
  if (secretWorld && publicWorld && secretWorld !== publicWorld)
    faults.push(
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong to different modes; take both from one.",
    );
  if (webhookSecrets.some((secret) => !secret.startsWith("whsec_")))
    faults.push("STRIPE_WEBHOOK_SECRET is no signing secret; it begins with whsec_.");
  if (secretWorld === "live" && apiUrl)
    faults.push("STRIPE_SECRET_KEY is a live key, but STRIPE_API_URL names another host than Stripe's.");
  if (secretWorld === "test") faults.push(...trialFaults("STRIPE_SECRET_KEY is a test key", isPublic, read));
  if (apiUrl) faults.push(...simulatorFaults("STRIPE_API_URL", read));
  return {
    secretKey,
    publishableKey,
    webhookSecrets,
    apiUrl,
    scriptUrl: apiUrl ? new URL("/endive/stripe.js", apiUrl).href : STRIPE_SCRIPT,
  };
}

/** Reads PAYPAL_*; null where PayPal is not offered. */
export function readPayPal(read: Read, { isPublic }: TrialRule, faults: string[]): PayPalSettings | null {
  const clientId = read("PAYPAL_CLIENT_ID");
  const clientSecret = read("PAYPAL_CLIENT_SECRET");
  const webhookId = read("PAYPAL_WEBHOOK_ID");
  const apiUrl = readUrl("PAYPAL_API_URL", read, faults);
  if (clientId === null && clientSecret === null && webhookId === null && apiUrl === null) return null;
  if (clientId === null || clientSecret === null || webhookId === null) {
    faults.push(
      "PayPal needs all of PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID; give them, or none.",
    );
    return null;
  }
  const country = read("PAYPAL_COUNTRY");
  if (country !== null && !/^[A-Z]{2}$/.test(country))
    faults.push(`PAYPAL_COUNTRY is "${country}"; give two letters such as BR, or leave it out.`);
  const world = read("PAYPAL_ENV") ?? "live";
  const api = paypalApis[world];
  if (!api) faults.push(`PAYPAL_ENV is "${world}"; give live or sandbox.`);
  if (world === "live" && apiUrl)
    faults.push("PAYPAL_ENV is live, but PAYPAL_API_URL names another host than PayPal's.");
  if (world === "sandbox") faults.push(...trialFaults("PAYPAL_ENV is sandbox", isPublic, read));
  if (apiUrl) faults.push(...simulatorFaults("PAYPAL_API_URL", read));
  const vaultCharge = read("PAYPAL_VAULT_CHARGE") ?? "create";
  if (vaultCharge !== "create" && vaultCharge !== "capture") {
    faults.push(`PAYPAL_VAULT_CHARGE is "${vaultCharge}"; give create or capture.`);
    return null;
  }
  return {
    clientId,
    clientSecret,
    webhookId,
    apiUrl: apiUrl ?? new URL(api ?? "https://api-m.paypal.com"),
    live: world === "live",
    vaultCharge,
    country,
  };
}

/** Reads REFUND_SELF_MAX. */
export function readRefundMax(read: Read, faults: string[]): string {
  const value = read("REFUND_SELF_MAX") ?? "150.00";
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(value))
    faults.push(`REFUND_SELF_MAX is "${value}"; give an amount such as 150.00, without a currency.`);
  return value;
}

function trialFaults(what: string, isPublic: boolean, read: Read): string[] {
  if (!isPublic || read("PAYMENTS_ALLOW_SANDBOX") === "1") return [];
  return [`${what}, which takes no money from the public; use live keys, or set PAYMENTS_ALLOW_SANDBOX=1.`];
}

function simulatorFaults(name: string, read: Read): string[] {
  if (read("PAYMENTS_ALLOW_SANDBOX") === "1") return [];
  return [`${name} sends payments to another host; set PAYMENTS_ALLOW_SANDBOX=1 where that is meant.`];
}

function readUrl(name: string, read: Read, faults: string[]): URL | null {
  const value = read(name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "") return url;
  faults.push(`${name} is "${value}"; give scheme and host only, such as http://127.0.0.1:4242.`);
  return null;
}
