import { book } from "./balance.ts";
import { announce, type Bank, find, random } from "./bank.ts";
import { changeCharge } from "./charges.ts";
import { putOff } from "./due.ts";
import { display } from "./money.ts";
import { mergedMetadata, type Params } from "./params.ts";
import { behindOf } from "./payment-methods.ts";
import { invalid, required, unfit } from "./refusal.ts";
import type { Charge, Dispute, PaymentIntent, PaymentMethod, Refund } from "./types.ts";

/** The parameters that create a refund. */
export const refundCreateShape = {
  amount: "integer",
  charge: "text",
  payment_intent: "text",
  metadata: "metadata",
  reason: ["duplicate", "fraudulent", "requested_by_customer"],
} as const;
/** The parameters that change a refund. */
export const refundUpdateShape = { metadata: "metadata" } as const;

/** Refunds a charge. */
export function createRefund(bank: Bank, params: Params<typeof refundCreateShape>): Refund {
  const charge = chargeOf(bank, params);
  if (charge.status !== "succeeded") {
    throw unfit(`Charge ${charge.id} cannot be refunded because it has a status of ${charge.status}.`);
  }
  if (charge.disputed && !bank.store.list<Dispute>("dispute", { under: charge.id }).every(refundable)) {
    throw unfit(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw unfit(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  }
  const amount = params.amount ?? left;
  if (amount < 1) throw invalid("Invalid positive integer", "parameter_invalid_integer", "amount");
  if (amount > left) {
    const [asked, rest] = [display(amount, charge.currency), display(left, charge.currency)];
    throw unfit(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`,
      "charge_already_refunded",
      {
        param: "amount",
      },
    );
  }
  return refund(bank, charge, amount, params.reason ?? null, mergedMetadata({}, params.metadata));
}

/** Changes a refund's metadata. */
export function updateRefund(bank: Bank, id: string, params: Params<typeof refundUpdateShape>): Refund {
  const before = find<Refund>(bank, "refund", id);
  return change(bank, before, { metadata: mergedMetadata(before.metadata, params.metadata) });
}

/** Completes a pending refund, or fails one that seemed to have succeeded. */
export function settleRefund(bank: Bank, id: string, outcome: "succeeded" | "failed"): Refund {
  const before = find<Refund>(bank, "refund", id);
  if (before.status === "failed" || before.status === "canceled" || before.status === outcome) return before;
  if (outcome === "succeeded") return announced(bank, change(bank, before, { status: "succeeded" }));
  const charge = find<Charge>(bank, "charge", before.charge);
  const entry = book(bank, {
    type: "refund_failure",
    amount: before.amount,
    fee: 0,
    currency: before.currency,
    source: before.id,
    description: "REFUND FAILURE",
  });
  const refunded = charge.amount_refunded - before.amount;
  changeCharge(bank, charge, { amount_refunded: refunded, refunded: false });
  const after = change(bank, before, {
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: entry.id,
  });
  announce(bank, "refund.failed", after);
  return announced(bank, after);
}

function refund(
  bank: Bank,
  charge: Charge,
  amount: number,
  reason: string | null,
  metadata: Refund["metadata"],
): Refund {
  const { after: behaves } = behindOf(
    bank,
    find<PaymentMethod>(bank, "payment_method", charge.payment_method),
  );
  const id = `re_3${random(23)}`;
  const { currency } = charge;
  const entry = book(bank, {
    type: "refund",
    amount: -amount,
    fee: 0,
    currency,
    source: id,
    description: "REFUND FOR CHARGE",
  });
  const made: Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: entry.id,
    charge: charge.id,
    created: bank.clock.seconds(),
    currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: "pending",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behaves === "refund_pending" ? "pending" : "succeeded",
    transfer_reversal: null,
  };
  bank.store.put("refund", id, made, charge.id);
  const refunded = charge.amount_refunded + amount;
  const after = changeCharge(bank, charge, {
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  });
  announce(bank, "refund.created", made);
  announce(bank, "charge.refunded", after, { amount_refunded: charge.amount_refunded });
  if (behaves === "refund_pending") putOff(bank, 5, { what: "settle_refund", of: id, outcome: "succeeded" });
  if (behaves === "refund_fails") putOff(bank, 5, { what: "settle_refund", of: id, outcome: "failed" });
  return made;
}

function refundable({ is_charge_refundable: still, status }: Dispute): boolean {
  return still || status === "won";
}

function chargeOf(
  bank: Bank,
  { charge, payment_intent: intentId }: Params<typeof refundCreateShape>,
): Charge {
  if (charge !== undefined && intentId !== undefined) {
    throw invalid(
      "You may only specify one of these parameters: charge, payment_intent.",
      "parameters_exclusive",
    );
  }
  if (charge !== undefined) return find<Charge>(bank, "charge", charge, "charge");
  if (intentId === undefined) throw required("payment_intent");
  const intent = find<PaymentIntent>(bank, "payment_intent", intentId, "payment_intent");
  if (intent.latest_charge === null || intent.status !== "succeeded") {
    throw unfit(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      "payment_intent_unexpected_state",
      { payment_intent: intent },
    );
  }
  return find<Charge>(bank, "charge", intent.latest_charge);
}

function change(bank: Bank, before: Refund, to: Partial<Refund>): Refund {
  const after: Refund = { ...before, ...to };
  bank.store.put("refund", before.id, after);
  return after;
}

function announced(bank: Bank, refund: Refund): Refund {
  announce(bank, "refund.updated", refund, { status: "pending" });
  announce(bank, "charge.refund.updated", refund, { status: "pending" });
  return refund;
}
