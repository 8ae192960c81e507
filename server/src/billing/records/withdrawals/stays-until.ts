import type { Db } from "#platform/db/database";
import type { OrderRow } from "../orders/repository.ts";
import { isRunning } from "../periods/repository.ts";
import { findPeriod } from "../subscriptions/repository.ts";

/**
 * Returns until when a membership stays although its renewal is taken back at a time: that renewal was paid ahead, and the
 * running period is paid for and was not taken back itself. Null for every other order.
 */
export async function staysUntil(
  db: Db,
  { kind, subscription_id: id, period_no: no }: Pick<OrderRow, "kind" | "subscription_id" | "period_no">,
  at: Date,
): Promise<Date | null> {
  if (kind !== "renewal" || id === null || no === null) return null;
  const period = await findPeriod(db, id, no);
  if (!period || period.starts_at <= at) return null;
  return (await isRunning(db, id, at)) ? period.starts_at : null;
}
