import { inTransaction } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { type Gateway, GatewayRefused, type Snapshot } from "../records/gateway.ts";
import { lockOrder } from "../records/orders/repository.ts";
import { lockPayments, type PaymentRow } from "../records/payments/repository.ts";
import { movePayment } from "../records/transitions.ts";
import { askAgain } from "./remote.ts";

/** The codes for an object that no longer exists: PayPal deletes orders that were never approved. */
const goneCodes = new Set(["gone", "resource_missing", "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID"]);

/**
 * Fetches a payment's remote object. Returns null if the gateway deleted it before any charge; the payment is
 * then closed here too. For a charged payment that answer proves nothing, and the error is thrown.
 */
export async function fetchRemote(
  billing: Billing,
  gateway: Gateway,
  payment: PaymentRow & { remote_id: string },
): Promise<Snapshot | null> {
  try {
    return await askAgain(() => gateway.fetchPayment(payment.remote_id));
  } catch (error) {
    const gone = error instanceof GatewayRefused && goneCodes.has(error.code);
    if (gone && (await forgetUncharged(billing, payment))) return null;
    throw error;
  }
}

async function forgetUncharged(billing: Billing, { id, order_id: orderId }: PaymentRow): Promise<boolean> {
  return inTransaction(billing.db, async (trx) => {
    await lockOrder(trx, orderId);
    const payment = (await lockPayments(trx, orderId)).find((row) => row.id === id);
    if (payment?.state === "cancelled") return true;
    if (payment?.state !== "open" && payment?.state !== "declined") return false;
    await movePayment(trx, billing, payment, { to: "cancelled", cause: "gone" });
    return true;
  });
}
