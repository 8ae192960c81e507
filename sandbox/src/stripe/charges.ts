import { bookCharge } from "./balance.ts";
import { announce, type Bank, find, mint } from "./bank.ts";
import type { Decline } from "./declines.ts";
import { putOff } from "./due.ts";
import { behindOf } from "./payment-methods.ts";
import { settlementOf } from "./settlement.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./types.ts";

/** How the charge came about. */
export interface Occasion {
  /** Whether the customer authenticated. */
  authenticated: boolean;
  offSession: boolean;
}

/** Seconds until the fee of an asynchronous capture is known. */
export const feeDelay = 5;

/** Creates a charge that the bank accepted, or that is pending in its review. */
export function makeCharge(
  bank: Bank,
  intent: PaymentIntent,
  method: PaymentMethod,
  occasion: Occasion,
  decline: Decline | null,
  pending = false,
): Charge {
  const paid = decline === null && !pending;
  const charge: Charge = {
    id: mint("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "SANDBOX",
    captured: paid,
    created: bank.clock.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline ? refusedBy(decline) : accepted,
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method, occasion, decline), type: "card" },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: pending ? "pending" : decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
  const atOnce = intent.capture_method === "automatic" && settlementOf(bank).delay === null;
  const stored = paid && atOnce ? booked(bank, charge) : charge;
  bank.store.put("charge", stored.id, stored, intent.id);
  announce(bank, pending ? "charge.pending" : decline ? "charge.failed" : "charge.succeeded", stored);
  if (paid) follow(bank, stored, method);
  return stored;
}

/** Schedules what follows a successful charge: its fee, and the consequences of the test card. */
export function follow(bank: Bank, charge: Charge, method: PaymentMethod): void {
  if (charge.balance_transaction === null)
    putOff(bank, settlementOf(bank).delay ?? feeDelay, { what: "book_charge", of: charge.id });
  const { after } = behindOf(bank, method);
  if (after === "dispute") putOff(bank, 2, { what: "open_dispute", of: charge.id, outcome: "fraudulent" });
  if (after === "inquiry") putOff(bank, 2, { what: "open_dispute", of: charge.id, outcome: "inquiry" });
  if (after === "fraud_warning") putOff(bank, 2, { what: "warn_of_fraud", of: charge.id });
}

/** Adds the fee of an asynchronous capture. */
export function bookLater(bank: Bank, id: string): void {
  const charge = find<Charge>(bank, "charge", id);
  if (charge.balance_transaction !== null) return;
  const after = booked(bank, charge);
  bank.store.put("charge", id, after);
  announce(bank, "charge.updated", after, { balance_transaction: null });
}

/** Changes a charge. */
export function changeCharge(bank: Bank, charge: Charge, change: Partial<Charge>): Charge {
  const after: Charge = { ...charge, ...change };
  bank.store.put("charge", charge.id, after);
  return after;
}

function booked(bank: Bank, charge: Charge): Charge {
  return { ...charge, balance_transaction: bookCharge(bank, charge).id };
}

const accepted = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: "approved_by_network",
  reason: null,
  risk_level: "normal",
  risk_score: 12,
  seller_message: "Payment complete.",
  type: "authorized",
};

function refusedBy({ decline_code: code, advice_code: advice }: Decline) {
  const blocked = code === "fraudulent";
  return {
    advice_code: advice ?? null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: blocked ? "not_sent_to_network" : "declined_by_network",
    reason: blocked ? "highest_risk_level" : code,
    risk_level: blocked ? "highest" : "normal",
    risk_score: blocked ? 95 : 12,
    seller_message: blocked
      ? "Stripe blocked this payment as too risky."
      : "The bank did not return any further details with this decline.",
    type: blocked ? "blocked" : "issuer_declined",
  };
}

function cardDetails(
  intent: PaymentIntent,
  { card }: PaymentMethod,
  occasion: Occasion,
  decline: Decline | null,
) {
  const options = intent.payment_method_options.card ?? {};
  const { authenticated, offSession } = occasion;
  const cvc = offSession || card.checks.cvc_check === null ? null : "pass";
  const usage = options["stored_credential_usage"];
  const setUp = options["setup_credential_usage"];
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: decline ? null : "000000",
    brand: card.brand,
    checks: { ...card.checks, cvc_check: decline?.decline_code === "incorrect_cvc" ? "fail" : cvc },
    country: card.country,
    electronic_commerce_indicator: authenticated ? "05" : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: "disabled" },
    fingerprint: card.fingerprint,
    funding: card.funding,
    incremental_authorization: { status: "unavailable" },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: "unavailable" },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: "123456789012345",
    overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
    regulated_status: "unregulated",
    three_d_secure: authenticated ? shownToBank : null,
    transaction_link_id: null,
    wallet: null,
    ...(usage !== undefined && { stored_credential_usage: usage }),
    ...(setUp !== undefined && { setup_credential_usage: setUp }),
  };
}

const shownToBank = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: "00000000-0000-4000-8000-000000000000",
  version: "2.2.0",
};
