import { createHmac } from "node:crypto";
import { passesLuhn } from "../gateway/requests.ts";
import { announce, type Bank, customerOf, find, mint } from "./bank.ts";
import { declineFault, declineOf } from "./declines.ts";
import type { Listing } from "./lists.ts";
import { mergedMetadata, need, type Params } from "./params.ts";
import { DomainError, unfit } from "./refusal.ts";
import { billingShape, cardShape, fullAddress } from "./shapes.ts";
import { type Behaviour, behaviourOf, numberOfName } from "./test-cards.ts";
import type { CardFace, PaymentMethod, WalletType } from "./types.ts";

/** The parameters that create a payment method. */
export const methodCreateShape = {
  type: ["card"],
  card: cardShape,
  billing_details: billingShape,
  allow_redisplay: ["always", "limited", "unspecified"],
  metadata: "metadata",
} as const;

/** The parameters that change a payment method. */
export const methodUpdateShape = {
  billing_details: billingShape,
  card: { exp_month: "integer", exp_year: "integer" },
  metadata: "metadata",
  allow_redisplay: ["always", "limited", "unspecified"],
} as const;

/** What the bank knows of a card in addition to its visible data. Its number is discarded after it was read. */
export interface CardBehind extends Behaviour {
  /** Whether the customer agreed with the bank to later charges. */
  setUp: boolean;
  /** It was detached, or used by a payment without a customer; it cannot be used again. */
  spent: boolean;
}

/** Creates a payment method from a card. `raw` allows a card number: only the field iframes' key may send one. */
export function createPaymentMethod(
  bank: Bank,
  params: Params<typeof methodCreateShape>,
  raw: boolean,
): PaymentMethod {
  need(params.type, "type");
  const card = need(params.card, "card");
  if (card.token !== undefined) {
    const number = numberOfName(card.token);
    if (!number)
      throw new DomainError(404, {
        type: "invalid_request_error",
        code: "resource_missing",
        message: `No such token: '${card.token}'`,
        param: "card[token]",
      });
    return make(bank, { ...params, card: wellKnown(bank, number) });
  }
  if (!raw) {
    throw new DomainError(402, {
      type: "invalid_request_error",
      message:
        "Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.",
    });
  }
  return make(bank, params);
}

/** Returns a payment method by id, or a new one by a well-known name. */
export function resolvePaymentMethod(bank: Bank, id: string, param = "payment_method"): PaymentMethod {
  const number = numberOfName(id);
  if (number && id.startsWith("pm_card_")) {
    return make(bank, { type: "card", card: wellKnown(bank, number) });
  }
  return find<PaymentMethod>(bank, "payment_method", id, param);
}

/** Returns what the bank knows of a card. */
export function behindOf(bank: Bank, method: PaymentMethod): CardBehind {
  return find<CardBehind>(bank, "card_behind", method.id);
}

/** Changes what the bank knows of a card. */
export function markCard(bank: Bank, method: PaymentMethod, change: Partial<CardBehind>): void {
  bank.store.put("card_behind", method.id, { ...behindOf(bank, method), ...change });
}

/** Saves a card with a customer after asking its bank. */
export function attachPaymentMethod(bank: Bank, id: string, customer: string): PaymentMethod {
  const method = resolvePaymentMethod(bank, id);
  customerOf(bank, customer);
  checkUsable(bank, method);
  if (method.customer !== null) {
    throw unfit(
      "The payment method you provided has already been attached to a customer.",
      "payment_method_unexpected_state",
    );
  }
  const { decline, saves } = behindOf(bank, method);
  if (decline !== null && !saves) throw new DomainError(402, declineFault(declineOf(decline)), true);
  return savePaymentMethod(bank, method, customer);
}

/** Saves a card with a customer. */
export function savePaymentMethod(bank: Bank, method: PaymentMethod, customer: string): PaymentMethod {
  const saved = { ...method, customer };
  bank.store.put("payment_method", saved.id, saved, customer);
  announce(bank, "payment_method.attached", saved);
  return saved;
}

/** Detaches a card; it cannot be used again. */
export function detachPaymentMethod(bank: Bank, method: PaymentMethod): PaymentMethod {
  if (method.customer === null) {
    throw unfit(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      "payment_method_unexpected_state",
    );
  }
  const detached = { ...method, customer: null };
  bank.store.put("payment_method", method.id, detached, "");
  markCard(bank, method, { spent: true });
  announce(bank, "payment_method.detached", detached, { customer: method.customer });
  return detached;
}

/** What the list of a customer's cards is of. */
export function listingOf(customer: string) {
  const keep = (method: PaymentMethod) => method.customer === customer;
  return { kind: "payment_method", under: customer, keep } satisfies Listing<PaymentMethod>;
}

/** Lists a customer's cards, the oldest first. */
export function methodsOf(bank: Bank, customer: string): PaymentMethod[] {
  const { kind, keep } = listingOf(customer);
  return bank.store.list<PaymentMethod>(kind, { under: customer }).filter(keep);
}

/** Changes the changeable data of a card. */
export function updatePaymentMethod(
  bank: Bank,
  id: string,
  params: Params<typeof methodUpdateShape>,
): PaymentMethod {
  const method = find<PaymentMethod>(bank, "payment_method", id);
  if (method.customer === null) {
    throw unfit(
      "You must save this PaymentMethod to a customer before you can update it.",
      "payment_method_unexpected_state",
    );
  }
  const changed: PaymentMethod = {
    ...method,
    metadata: mergedMetadata(method.metadata, params.metadata),
    billing_details: params.billing_details ? billing(params.billing_details) : method.billing_details,
    allow_redisplay: params.allow_redisplay ?? method.allow_redisplay,
    card: { ...method.card, ...params.card },
  };
  bank.store.put("payment_method", id, changed);
  announce(bank, "payment_method.updated", changed, {});
  return changed;
}

/** Stores that a card came through a wallet; a card of a phone has a number of its own there. */
export function dressAsWallet(bank: Bank, method: PaymentMethod, type: WalletType): PaymentMethod {
  const dynamic = type === "link" ? null : method.card.last4;
  const wallet = { type, dynamic_last4: dynamic, [type]: {} };
  const dressed: PaymentMethod = { ...method, card: { ...method.card, wallet } };
  bank.store.put("payment_method", dressed.id, dressed);
  return dressed;
}

/** Refuses a card that was used up or detached. */
export function checkUsable(bank: Bank, method: PaymentMethod): void {
  if (!behindOf(bank, method).spent) return;
  throw unfit(
    "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
    "payment_method_unexpected_state",
  );
}

type Sent = NonNullable<Params<typeof methodCreateShape>["card"]>;

function make(bank: Bank, params: Params<typeof methodCreateShape>): PaymentMethod {
  const { number, exp_month: month, exp_year: year, cvc } = readCard(bank, params.card ?? {});
  const behaviour = behaviourOf(number) as Behaviour;
  const { brand, country, funding } = behaviour;
  const billed = billing(params.billing_details);
  const shown: CardFace = {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: billed.address.postal_code === null ? null : "unchecked",
      cvc_check: cvc === undefined ? null : "unchecked",
    },
    country,
    display_brand: brand,
    exp_month: month,
    exp_year: year,
    // The same card has the same fingerprint at one merchant, and the number cannot be derived from it.
    fingerprint: createHmac("sha256", bank.keys.secret).update(number).digest("base64url").slice(0, 16),
    funding,
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: "unregulated",
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
  const method: PaymentMethod = {
    id: mint("pm"),
    object: "payment_method",
    allow_redisplay: params.allow_redisplay ?? "unspecified",
    billing_details: billed,
    card: shown,
    created: bank.clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    type: "card",
  };
  const behind: CardBehind = { ...behaviour, setUp: behaviour.authentication === "set_up", spent: false };
  bank.store.put("payment_method", method.id, method);
  bank.store.put("card_behind", method.id, behind);
  return method;
}

function readCard(bank: Bank, card: Sent) {
  const number = need(card.number, "card[number]").replace(/[ -]/g, "");
  const month = need(card.exp_month, "card[exp_month]");
  const sentYear = need(card.exp_year, "card[exp_year]");
  const year = sentYear < 100 ? 2000 + sentYear : sentYear;
  const now = new Date(bank.clock.now());
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw wrongCard("incorrect_number", "Your card number is incorrect.", "number");
  }
  if (month < 1 || month > 12) {
    throw wrongCard("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  }
  if (year > now.getUTCFullYear() + 50 || isPast(month, year, now)) {
    throw wrongCard("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw wrongCard("invalid_cvc", "Your card's security code is invalid.", "cvc");
  }
  if (!behaviourOf(number)) {
    // The message of Stripe's test mode for a number that is not a test card.
    const message = "Your card was declined. Your request was in test mode, but used a non test card.";
    throw new DomainError(402, {
      type: "card_error",
      code: "card_declined",
      decline_code: "test_mode_live_card",
      message: `${message} For a list of valid test cards, visit: https://stripe.com/docs/testing.`,
    });
  }
  return { number, exp_month: month, exp_year: year, cvc: card.cvc };
}

/** Returns whether a card's last month has passed. */
export function isPast(month: number, year: number, now: Date): boolean {
  return year * 12 + month - 1 < now.getUTCFullYear() * 12 + now.getUTCMonth();
}

function wrongCard(code: string, message: string, param: string): DomainError {
  return new DomainError(402, { type: "card_error", code, message, param });
}

function wellKnown(bank: Bank, number: string): Sent {
  const year = new Date(bank.clock.now()).getUTCFullYear() + 3;
  return { number, exp_month: 12, exp_year: year, cvc: "123" };
}

function billing(sent: Params<typeof billingShape> = {}) {
  const { address, email, name, phone, tax_id: taxId } = sent;
  return {
    address: fullAddress(address),
    email: email || null,
    name: name || null,
    phone: phone || null,
    tax_id: taxId || null,
  };
}
