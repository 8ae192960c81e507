import type { Db, Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { grantGrace } from "../records/periods/repository.ts";
import type { SubscriptionRow } from "../records/subscriptions/repository.ts";
import { findComingPlan } from "./coming-plan.ts";
import { comingStart, graceMs, later } from "./period.ts";
import { change } from "./schedule.ts";

/**
 * Grants access beyond the end of a locked subscription's period, while its renewal is in flight or declined.
 * If no node ran for longer than the grace period, the coming period starts now: the time before is not
 * charged.
 */
export async function openGrace(
  trx: Trx,
  billing: Pick<Billing, "clock" | "policy">,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const now = billing.clock.now();
  const no = row.period_no + 1;
  const length = await graceLengthMs(trx, billing, row);
  const missed = now >= later(comingStart(row), length);
  const anchor = missed ? { anchor_at: now, anchor_no: no } : {};
  const from = comingStart({ ...row, ...anchor });
  const to = later(from, length);
  if (row.visitor_id !== null)
    await grantGrace(trx, row.id, no, { visitorId: row.visitor_id, from, to, at: now });
  return change(trx, billing, row, {
    changes: { ...anchor, dunning_from: null, grace_until: to },
    cause: "renewal",
  });
}

/**
 * Returns how long access continues while the coming period is unpaid: by the days of the plan that it is for, which may be shorter.
 * Otherwise whoever pays at the end of it would pay for days that are nearly over.
 */
export async function graceLengthMs(
  db: Db,
  { policy }: Pick<Billing, "policy">,
  row: SubscriptionRow,
): Promise<number> {
  const coming = await findComingPlan(db, row);
  return graceMs(coming?.periodDays ?? row.period_days, policy.graceDays);
}

/** Extends the grace period of a locked subscription. */
export async function extendGrace(
  trx: Trx,
  billing: Pick<Billing, "clock">,
  row: SubscriptionRow,
  {
    until,
    changes = {},
    cause = "merchant fault",
  }: { until: Date; changes?: Partial<SubscriptionRow>; cause?: string },
): Promise<SubscriptionRow> {
  const span = { from: comingStart(row), to: until, at: billing.clock.now() };
  if (row.visitor_id !== null)
    await grantGrace(trx, row.id, row.period_no + 1, { visitorId: row.visitor_id, ...span });
  return change(trx, billing, row, { changes: { ...changes, grace_until: until }, cause });
}
