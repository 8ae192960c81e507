import { type Bank, find, mint } from "./bank.ts";
import { need, type Params } from "./params.ts";
import { createPaymentMethod, dressAsWallet, resolvePaymentMethod } from "./payment-methods.ts";
import { invalid } from "./refusal.ts";
import { billingShape } from "./shapes.ts";
import type { ConfirmationToken, PaymentIntent, PaymentMethod, SetupIntent, WalletType } from "./types.ts";

/** How long a token may wait to be used, in seconds. */
const LIFETIME = 12 * 3600;

const usages = ["off_session", "on_session"] as const;

/** The parameters of a token that a merchant's test creates with the secret key. */
export const testTokenShape = {
  payment_method: "text",
  return_url: "text",
  setup_future_usage: usages,
} as const;

/** The parameters of a token that a wallet's sheet creates in the browser; `elements` is what the page was opened for. */
export const walletTokenShape = {
  wallet: ["apple_pay", "google_pay", "link"],
  card: { token: "text" },
  billing_details: billingShape,
  return_url: "text",
  elements: {
    mode: ["payment", "setup", "subscription"],
    amount: "integer",
    currency: "text",
    setup_future_usage: usages,
    allowed_payment_method_types: "texts",
  },
} as const;

type Opened = NonNullable<Params<typeof walletTokenShape>["elements"]>;

/** What the bank knows of a token in addition to its visible data. */
interface TokenBehind {
  method: string;
  /** What the page's elements were opened for; null for a test's token. */
  elements: Opened | null;
}

/** Creates a token from an existing payment method, as `test_helpers` do. */
export function createTestToken(bank: Bank, params: Params<typeof testTokenShape>): ConfirmationToken {
  const method = resolvePaymentMethod(bank, need(params.payment_method, "payment_method"));
  return store(bank, method, { ...params, elements: null });
}

/** Creates a token from what a person authorised in a wallet's sheet. */
export function createWalletToken(bank: Bank, params: Params<typeof walletTokenShape>): ConfirmationToken {
  const wallet: WalletType = need(params.wallet, "wallet");
  const elements = need(params.elements, "elements");
  const token = need(params.card?.token, "card[token]");
  const billing = params.billing_details ? { billing_details: params.billing_details } : {};
  const made = createPaymentMethod(bank, { type: "card", card: { token }, ...billing }, false);
  const usage = elements.setup_future_usage;
  return store(bank, dressAsWallet(bank, made, wallet), {
    elements,
    ...(params.return_url === undefined ? {} : { return_url: params.return_url }),
    ...(usage === undefined ? {} : { setup_future_usage: usage }),
  });
}

function store(
  bank: Bank,
  method: PaymentMethod,
  more: { return_url?: string; setup_future_usage?: (typeof usages)[number]; elements: Opened | null },
): ConfirmationToken {
  const { billing_details, card, type } = method;
  const token: ConfirmationToken = {
    id: mint("ctoken"),
    object: "confirmation_token",
    created: bank.clock.seconds(),
    expires_at: bank.clock.seconds() + LIFETIME,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: {
      allow_redisplay: "unspecified",
      billing_details,
      card,
      customer: null,
      customer_account: null,
      type,
    },
    return_url: more.return_url ?? null,
    setup_future_usage: more.setup_future_usage ?? null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  };
  bank.store.put("confirmation_token", token.id, token);
  const behind: TokenBehind = { method: method.id, elements: more.elements };
  bank.store.put("token_behind", token.id, behind);
  return token;
}

/**
 * Uses a token up for an intent and returns its payment method. Refuses a token that was used or is too old, and one that was
 * made for another amount, currency, use or kind of payment than the intent's.
 */
export function useToken(bank: Bank, intent: PaymentIntent | SetupIntent, id: string): PaymentMethod {
  const token = find<ConfirmationToken>(bank, "confirmation_token", id, "confirmation_token");
  if (token.payment_intent !== null || token.setup_intent !== null)
    throw refused(`The ConfirmationToken (${id}) has already been used to confirm an Intent.`);
  if (token.expires_at < bank.clock.seconds()) throw refused(`The ConfirmationToken (${id}) has expired.`);
  const { method, elements } = find<TokenBehind>(bank, "token_behind", id);
  const fault = elements && mismatch(intent, elements);
  if (fault) throw refused(fault);
  bank.store.put("confirmation_token", id, { ...token, [intent.object]: intent.id });
  return find<PaymentMethod>(bank, "payment_method", method);
}

/** Returns the refusal of a confirmation that names both a token and a payment method. */
export const notBoth = () => refused("You cannot provide both `payment_method` and `confirmation_token`.");

const refused = (message: string) => invalid(message, undefined, "confirmation_token");

function mismatch(intent: PaymentIntent | SetupIntent, opened: Opened): string | null {
  const { mode, amount, currency, setup_future_usage: usage, allowed_payment_method_types: types } = opened;
  const isSetup = intent.object === "setup_intent";
  const kind = isSetup ? "SetupIntent" : "PaymentIntent";
  const differs = (what: string, theirs: unknown, ours: unknown) =>
    `The ${what} of the Elements instance (${String(theirs)}) does not match the ${what} of the ${kind} (${String(ours)}).`;
  if ((mode === "setup") !== isSetup) return differs("mode", mode, isSetup ? "setup" : "payment");
  if (isSetup) {
    const used = usage ?? "off_session";
    if (used !== intent.usage) return differs("setup_future_usage", used, intent.usage);
  } else {
    if (amount !== intent.amount) return differs("amount", amount, intent.amount);
    if (currency !== intent.currency) return differs("currency", currency, intent.currency);
    const used = usage ?? null;
    if (used !== intent.setup_future_usage)
      return differs("setup_future_usage", used, intent.setup_future_usage);
  }
  const allowed = intent["allowed_payment_method_types"] as string[] | null;
  const same = (types ?? []).toSorted().join() === (allowed ?? []).toSorted().join();
  return same ? null : differs("allowed_payment_method_types", types ?? null, allowed);
}
