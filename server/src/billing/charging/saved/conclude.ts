import type { Billing } from "../../records/billing.ts";
import type { Decline, Gateway, SavedCharge, Snapshot } from "../../records/gateway.ts";
import type { OrderRow } from "../../records/orders/repository.ts";
import { nextInspection } from "../../records/payments/inspection-schedule.ts";
import {
  type AttemptRow,
  findPayment,
  type PaymentRow,
  scheduleInspection,
} from "../../records/payments/repository.ts";
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
  if (attempt.initiator === "customer" && snapshot.decline?.advice === "authenticate")
    return askOwner(billing, { order, payment, attempt }, snapshot);
  if (!charge.captures) {
    await settle(billing, payment.id, snapshot, "charge");
    return outcomeOf(billing, order.id, payment.id, snapshot);
  }
  const taken = await confirm(billing, gateway, payment, {
    key: `pay_${payment.id}:capture:${attempt.n}`,
    remoteId: snapshot.remoteId,
    initiator: attempt.initiator,
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

/**
 * Lets a customer who is present approve the payment at the gateway. That is no decline: the order waits, and is paid when
 * they return, or when an inspection finds their approval.
 */
async function askOwner(
  billing: Billing,
  { order, payment }: SavedAttempt,
  seen: Snapshot,
): Promise<ChargeOutcome> {
  const snapshot: Snapshot = { ...seen, state: "open", decline: null };
  await settle(billing, payment.id, snapshot, "charge");
  const at = nextInspection("open", 0, billing.clock.now());
  const stored = await findPayment(billing.db, payment.id);
  if (stored) await scheduleInspection(billing.db, stored, at);
  return { ...(await outcomeOf(billing, order.id, payment.id, snapshot)), result: "approval" };
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
    customer: null,
    live,
    captures: [],
    refunds: [],
    decline,
    instrument: null,
    next: null,
  };
}
