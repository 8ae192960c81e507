import type { Db } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** A merchant-initiated charge that was declined. */
export type DeclinedCharge = Pick<BillingTables["payment_attempt"], "id" | "advice" | "decline_code">;

/** Returns the declined merchant-initiated charges of an order, oldest first. */
export async function listDeclines(db: Db, orderId: string): Promise<DeclinedCharge[]> {
  return moneyTables(db)
    .selectFrom("payment_attempt as attempt")
    .innerJoin("payment", "payment.id", "attempt.payment_id")
    .select(["attempt.id", "attempt.advice", "attempt.decline_code"])
    .where("payment.order_id", "=", orderId)
    .where("attempt.initiator", "=", "merchant")
    .where("attempt.outcome", "=", "declined")
    .orderBy("attempt.created_at")
    .orderBy("attempt.id")
    .execute();
}

/** Returns the outcomes of an order's merchant-initiated charges, oldest first. */
export async function listOutcomes(
  db: Db,
  orderId: string,
): Promise<Pick<BillingTables["payment_attempt"], "outcome" | "created_at" | "ended_at" | "body">[]> {
  return moneyTables(db)
    .selectFrom("payment_attempt as attempt")
    .innerJoin("payment", "payment.id", "attempt.payment_id")
    .select(["attempt.outcome", "attempt.created_at", "attempt.ended_at", "attempt.body"])
    .where("payment.order_id", "=", orderId)
    .where("attempt.initiator", "=", "merchant")
    .orderBy("attempt.created_at")
    .orderBy("attempt.id")
    .execute();
}

/** Counts the declined merchant-initiated charges of a subscription since a given time. */
export async function countDeclines(db: Db, subscriptionId: string, since: Date): Promise<number> {
  const { count } = await moneyTables(db)
    .selectFrom("payment_attempt as attempt")
    .innerJoin("payment", "payment.id", "attempt.payment_id")
    .innerJoin("purchase_order as paid", "paid.id", "payment.order_id")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("paid.subscription_id", "=", subscriptionId)
    .where("attempt.initiator", "=", "merchant")
    .where("attempt.outcome", "=", "declined")
    .where("attempt.created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
