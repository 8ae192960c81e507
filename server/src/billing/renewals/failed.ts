import { inTransaction, type Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { countDeclines, listDeclines } from "../records/dunning/repository.ts";
import type { Decline } from "../records/gateway.ts";
import { markDead } from "../records/instruments/repository.ts";
import { type SubscriptionMail, subscriptionMails } from "../records/mail-kinds.ts";
import { findOrder } from "../records/orders/repository.ts";
import type { SubscriptionRow } from "../records/subscriptions/repository.ts";
import { lockWithOrder, type OrderRow } from "../subscriptions/coming-order.ts";
import { endSubscription } from "../subscriptions/end.ts";
import { openGrace } from "../subscriptions/grace.ts";
import { isLive } from "../subscriptions/membership.ts";
import { day, later, NO_MORE_ATTEMPTS } from "../subscriptions/period.ts";
import { change } from "../subscriptions/schedule.ts";
import { restartDunning } from "./postpone.ts";

/** Stays at about half of what the card networks allow. */
const MAX_DECLINES = 8;
const declinesSpanMs = 30 * day;

/** The advice after a declined charge; `no instrument`: no saved instrument could be charged. */
export type Advice = Decline["advice"] | "no instrument";

/** Handles a declined renewal; once per decline, however often it is called. */
export async function handleRenewalDecline(billing: Billing, orderId: string): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const subscriptionId = (await findOrder(trx, orderId))?.subscription_id;
    const found = subscriptionId ? await lockWithOrder(trx, subscriptionId) : undefined;
    if (found?.order?.id !== orderId || !isLive(found.row.state)) return;
    await handleDeclines(trx, billing, found.row, found.order);
  });
}

/**
 * Handles declines that were not handled yet: their charge was answered late, or its process crashed. Returns
 * whether there were any.
 */
export async function handleDeclines(
  trx: Trx,
  billing: Billing,
  row: SubscriptionRow,
  order: OrderRow,
): Promise<boolean> {
  const declines = await listDeclines(trx, order.id);
  const last = declines.at(-1);
  if (order.state !== "pending" || !last || declines.length <= row.dunning_step) return false;
  await handleDecline(
    trx,
    billing,
    { row, order },
    {
      count: declines.length,
      advice: (last.advice as Advice | null) ?? "retry",
    },
  );
  return true;
}

/** Marks a locked subscription as past due, schedules the next attempt or none, and notifies its owner. */
export async function handleDecline(
  trx: Trx,
  billing: Billing,
  { row: given, order }: { row: SubscriptionRow; order: OrderRow },
  { count, advice }: { count: number; advice: Advice },
): Promise<void> {
  if (given.cancel_at_period_end) {
    // Cancelled while the charge was in flight: that was the last one.
    await endSubscription(trx, billing, { row: given, order }, { to: "cancelled", cause: "owner" });
    return;
  }
  const now = billing.clock.now();
  const first = given.dunning_step === 0;
  // Charging was unavailable until now, so the first decline starts a full grace period.
  const over = given.grace_until === null || now >= given.grace_until;
  // A renewal whose outcome stayed unknown until the end of its grace period has used it up.
  const held = given.state === "past_due";
  const open = first && over && !held ? await openGrace(trx, billing, given) : given;
  const row = first ? await restartDunning(trx, billing, open, order) : open;
  const isExhausted =
    (await countDeclines(trx, row.id, later(now, -declinesSpanMs))) >= MAX_DECLINES || advice !== "retry";
  if (advice === "never" && row.instrument_id) await markDead(trx, row.instrument_id);
  await change(trx, billing, row, {
    changes: { state: "past_due", dunning_step: isExhausted ? NO_MORE_ATTEMPTS : count, remind_at: null },
    cause: `refused: ${advice}`,
  });
  const kind = mailAfter(advice, { first, isExhausted });
  if (kind) await billing.mail.send(trx, kind, { orderId: order.id });
}

function mailAfter(
  advice: Advice,
  { first, isExhausted }: { first: boolean; isExhausted: boolean },
): SubscriptionMail | null {
  if (advice === "authenticate") return subscriptionMails.confirmCard;
  if (advice === "retry" && !isExhausted) return first ? subscriptionMails.renewalFailed : null;
  return subscriptionMails.methodRefused;
}
