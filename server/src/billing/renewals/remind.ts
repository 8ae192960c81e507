import { inTransaction, type Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { subscriptionMails } from "../records/mail-kinds.ts";
import {
  lockOneToRemind,
  type SubscriptionRow,
  updateSubscription,
} from "../records/subscriptions/repository.ts";
import { openRenewalOrder } from "./renewal-order.ts";

const BATCH = 20;

/**
 * Sends reminders of the end of a period: of the coming charge, or with a payment link. Returns how many were
 * due.
 */
export async function remindDue(billing: Billing): Promise<number> {
  for (let done = 0; done < BATCH; done++) {
    if (!(await inTransaction(billing.db, (trx) => remindOne(trx, billing)))) return done;
  }
  return BATCH;
}

async function remindOne(trx: Trx, billing: Billing): Promise<boolean> {
  const now = billing.clock.now();
  const row = await lockOneToRemind(trx, now);
  if (!row) return false;
  await updateSubscription(trx, row.id, { remind_at: null });
  const comes = row.state === "active" && !row.cancel_at_period_end && now < row.period_end;
  if (comes) await announce(trx, billing, row);
  return true;
}

async function announce(trx: Trx, billing: Billing, row: SubscriptionRow): Promise<void> {
  if (row.renewal_mode === "auto") {
    return billing.mail.send(trx, subscriptionMails.renewalReminder, { subscriptionId: row.id });
  }
  const order = await openRenewalOrder(trx, billing, row);
  if (order.state === "pending")
    await billing.mail.send(trx, subscriptionMails.renewalDue, { orderId: order.id });
}
