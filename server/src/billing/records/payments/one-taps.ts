import type { Db } from "#platform/db/database";
import { moneyTables } from "../repository.ts";

/** A payment by a saved method that its customer confirmed. `isPaid`: it took the money, or may still do so. */
export interface OneTap {
  amount: number;
  currency: string;
  at: Date;
  isPaid: boolean;
}

/** Returns the payments by saved methods that a customer began since a given time. */
export async function listOneTaps(db: Db, visitorId: string, since: Date): Promise<OneTap[]> {
  const rows = await moneyTables(db)
    .selectFrom("payment_attempt")
    .innerJoin("payment", "payment.id", "payment_attempt.payment_id")
    .innerJoin("purchase_order", "purchase_order.id", "payment.order_id")
    .select(["payment.amount", "payment.currency", "payment_attempt.created_at", "payment_attempt.outcome"])
    .where("purchase_order.visitor_id", "=", visitorId)
    .where("payment_attempt.initiator", "=", "customer")
    .where("payment_attempt.instrument_id", "is not", null)
    .where("payment_attempt.created_at", ">", since)
    .execute();
  return rows.map(({ amount, currency, created_at, outcome }) => ({
    amount,
    currency,
    at: created_at,
    isPaid: outcome === null || outcome === "succeeded",
  }));
}
