import { setTimeout as pause } from "node:timers/promises";
import { inTransaction } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import {
  type ChargeInput,
  type Gateway,
  GatewayBusy,
  GatewayRefused,
  type Snapshot,
} from "../records/gateway.ts";
import { lockOrder } from "../records/orders/repository.ts";
import { lockPayments, type PaymentRow } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { movePayment } from "../records/transitions.ts";

/**
 * What is known after a charge: the payment's state, a fault of the merchant, that nothing was done, or
 * nothing.
 */
export type Charged =
  | { kind: "answered"; snapshot: Snapshot }
  | { kind: "merchant_fault"; error: GatewayRefused }
  | { kind: "not_done" }
  | { kind: "unknown" };

const pausesMs = [0, 400, 1_500, 4_000];
/** No attempt starts after this: the inspector treats an older charge as no longer in flight. */
const TIMEOUT_MS = 20_000;

/**
 * Charges a payment. Retries with the same idempotency key when the gateway was busy, or when its answer was
 * lost and the payment is unchanged. Otherwise the payment becomes `in_doubt` and is inspected later.
 */
export async function confirm(
  billing: Billing,
  gateway: Gateway,
  payment: PaymentRow,
  input: ChargeInput,
): Promise<Charged> {
  const begun = performance.now();
  let isInDoubt = false;
  for (const ms of pausesMs) {
    await pause(ms);
    if (ms > 0 && performance.now() - begun > TIMEOUT_MS) break;
    try {
      return { kind: "answered", snapshot: await gateway.charge(input) };
    } catch (error) {
      if (error instanceof GatewayRefused) return refused(billing, gateway, input, { error, isInDoubt });
      if (error instanceof GatewayBusy) continue;
      if (!isInDoubt) await markInDoubt(billing, payment);
      isInDoubt = true;
      billing.log.warn(
        { payment: payment.id, reason: reasonOf(error) },
        "Charge outcome unknown; checking the payment",
      );
      const moved = await fetchOutcome(billing, gateway, input.remoteId);
      if (moved) return { kind: "answered", snapshot: moved };
    }
  }
  return { kind: isInDoubt ? "unknown" : "not_done" };
}

/** Handles a refusal. The refused request did nothing, but an earlier one may have. */
async function refused(
  billing: Billing,
  gateway: Gateway,
  { remoteId, initiator }: ChargeInput,
  { error, isInDoubt }: { error: GatewayRefused; isInDoubt: boolean },
): Promise<Charged> {
  const snapshot = await gateway.fetchPayment(remoteId).catch((fault: unknown) => {
    billing.log.warn(
      { remoteId, reason: reasonOf(fault) },
      "Payment could not be fetched after a refusal; inspections will retry",
    );
    return null;
  });
  if (!snapshot) return { kind: "unknown" };
  if (hasMoved(snapshot)) return { kind: "answered", snapshot };
  // After a lost answer, the refusal may be a consequence of the earlier request.
  if (isInDoubt) return { kind: "unknown" };
  if (error.fault === "merchant") return { kind: "merchant_fault", error };
  const reason = gateway.name === "stripe" ? "card_refused" : "paypal_declined";
  // A saved token that its gateway does not know will never work again.
  const advice = initiator === "merchant" && error.code === "resource_missing" ? "never" : "other_method";
  const decline = { code: error.code, reason, advice } as const;
  return { kind: "answered", snapshot: { ...snapshot, state: "declined", decline } };
}

async function fetchOutcome(billing: Billing, gateway: Gateway, remoteId: string): Promise<Snapshot | null> {
  try {
    const snapshot = await gateway.fetchPayment(remoteId);
    return hasMoved(snapshot) ? snapshot : null;
  } catch (error) {
    billing.log.warn(
      { remoteId, reason: reasonOf(error) },
      "Payment in doubt could not be fetched; will retry",
    );
    return null;
  }
}

/** Returns whether a payment has left the states that wait for a charge. */
function hasMoved({ state }: Snapshot): boolean {
  return state === "succeeded" || state === "pending" || state === "action" || state === "cancelled";
}

async function markInDoubt(billing: Billing, { id, order_id: orderId }: PaymentRow): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    await lockOrder(trx, orderId);
    const row = (await lockPayments(trx, orderId)).find((payment) => payment.id === id);
    if (row?.state === "charging") await movePayment(trx, billing, row, { to: "in_doubt", cause: "charge" });
  });
}
