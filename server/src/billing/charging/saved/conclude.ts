import type { Billing } from "../../records/billing.ts";
import type { Decline, Gateway, SavedCharge, Snapshot } from "../../records/gateway.ts";
import type { OrderRow } from "../../records/orders/repository.ts";
import type { AttemptRow, PaymentRow } from "../../records/payments/repository.ts";
import { settle } from "../../settlement/settle.ts";
import { confirm } from "../confirm.ts";
import { returnsOf } from "../create-input.ts";
import { noteMerchantFault } from "../merchant-fault.ts";
import { type ChargeOutcome, outcomeOf } from "../outcome.ts";
import { adopt } from "./adopt.ts";

/** A single-step charge in progress. */
export interface SavedAttempt {
  order: OrderRow;
  payment: PaymentRow;
  attempt: AttemptRow;
}

/** Settles the answer to a single-step charge: paid, still to be captured, to be approved, or declined. */
export async function conclude(
  billing: Billing,
  gateway: Gateway,
  { order, payment, attempt }: SavedAttempt,
  charge: SavedCharge,
): Promise<ChargeOutcome> {
  if (charge.kind === "declined") {
    const snapshot = nothingMade({ order, payment, live: gateway.live }, charge.decline);
    await settle(billing, payment.id, snapshot, "charge");
    return outcomeOf(billing, order.id, payment.id, snapshot);
  }
  const { snapshot } = charge;
  const adopted = await adopt(billing, payment.id, snapshot);
  // The payment already has another object: this one is its second, and is refunded.
  if (adopted !== "ours") return outcomeOf(billing, order.id, payment.id, null);
  if (!charge.captures) {
    await settle(billing, payment.id, snapshot, "charge");
    return outcomeOf(billing, order.id, payment.id, snapshot);
  }
  const taken = await confirm(billing, gateway, payment, {
    key: `pay_${payment.id}:capture:${attempt.n}`,
    remoteId: snapshot.remoteId,
    initiator: "merchant",
    token: null,
    saveInstrument: false,
    billing: null,
    returnUrl: returnsOf(billing, gateway, order).returnUrl,
  });
  if (taken.kind === "merchant_fault")
    await noteMerchantFault(billing, { payment, attempt, error: taken.error });
  if (taken.kind === "not_done")
    await settle(billing, payment.id, { ...snapshot, state: "open", decline: null }, "charge");
  if (taken.kind === "answered") await settle(billing, payment.id, taken.snapshot, "charge");
  return outcomeOf(billing, order.id, payment.id, taken.kind === "answered" ? taken.snapshot : null);
}

/** Returns the snapshot of a decline that left no object at the gateway. */
function nothingMade(
  { order, payment, live }: Pick<SavedAttempt, "order" | "payment"> & { live: boolean },
  decline: Decline,
): Snapshot {
  return {
    remoteId: "",
    state: "declined",
    amount: payment.amount,
    currency: payment.currency,
    paymentId: payment.id,
    orderId: order.id,
    sale: null,
    live,
    captures: [],
    refunds: [],
    decline,
    instrument: null,
    next: null,
  };
}
