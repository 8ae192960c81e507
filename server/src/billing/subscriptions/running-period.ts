import type { Db } from "#platform/db/database";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { findReturned } from "../records/refunds/repository.ts";
import {
  listUnfinished,
  type SubscriptionRow,
  type UnfinishedPeriod,
} from "../records/subscriptions/repository.ts";

/** The period that a membership runs in. */
export interface RunningPeriod extends UnfinishedPeriod {
  /** What was given back, or is on its way back, of what it is worth. */
  returned: number;
}

/**
 * Returns the period that a membership runs in, as a change of plan counts it: the last one, or the one before it if the last
 * was paid ahead and taken back, which left it empty. What was given back of its credit counts as given back of it.
 */
export async function findRunningPeriod(
  db: Db,
  row: SubscriptionRow,
  at: Date,
): Promise<RunningPeriod | undefined> {
  const periods = await listUnfinished(db, row.id, at);
  const last = periods.find(({ no }) => no === row.period_no);
  const isEmpty = last !== undefined && last.ends_at <= last.starts_at;
  const running = isEmpty ? periods.find(({ no, starts_at }) => no !== last.no && starts_at <= at) : last;
  const paid = running?.order_id ? await findOrder(db, running.order_id) : undefined;
  const returned = paid ? (await findReturned(db, paid)) + (await lostCredit(db, paid)) : 0;
  return running && { ...running, returned };
}

/**
 * Returns how much of the credit of a change of plan is gone because the money that it came from was given back since. Money
 * that a lost dispute took shortens the period instead.
 */
async function lostCredit(db: Db, { credit, replaced }: OrderRow): Promise<number> {
  const before = credit > 0 && replaced?.orderId ? await findOrder(db, replaced.orderId) : undefined;
  if (!before) return 0;
  const counted = replaced?.returned ?? 0;
  const since = (await findReturned(db, before)) + (await lostCredit(db, before)) - counted;
  const value = before.amount + before.credit - counted;
  if (since <= 0 || value <= 0) return 0;
  return Math.min(credit, Math.floor((credit * since) / value));
}
