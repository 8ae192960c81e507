import type { CancelReason } from "@cliffhanger/contract/cancel-reasons";
import { inTransaction, type Trx } from "#platform/db/database";
import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import { logChange } from "../records/log.ts";
import { subscriptionMails } from "../records/mail-kinds.ts";
import { revokeGrace } from "../records/periods/repository.ts";
import { findNewestSubscription, isOwnerQuestioned } from "../records/subscriptions/repository.ts";
import { isInFlight, lockWithOrder, type WithOrder } from "./coming-order.ts";
import { endSubscription } from "./end.ts";
import { isLeaving, renewalModeNow } from "./fulfil.ts";
import { isLive, membershipState } from "./membership.ts";
import { remindAt } from "./period.ts";
import { change } from "./schedule.ts";

/**
 * Cancels the renewal of a visitor's subscription, which continues until the end of the paid period. If that
 * end has passed because a renewal is due or was declined, it ends at once and nothing is owed. A charge in
 * flight counts first: if it succeeds, the subscription continues until the end of that period. Repeating it
 * changes nothing. A reason is noted for the operator.
 */
export async function cancelRenewal(
  billing: Billing,
  visitorId: string,
  reason?: CancelReason,
): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const found = await lockNewest(trx, visitorId);
    await endRenewal(trx, billing, found);
    if (reason === undefined) return;
    const { id, state } = found.row;
    await logChange(trx, billing, {
      subject: "subscription",
      subjectId: id,
      from: state,
      to: state,
      cause: "owner",
      detail: { cancelReason: reason },
    });
  });
}

/**
 * Cancels the renewal of a visitor who requested deletion: nothing is charged until the account is erased.
 */
export async function cancelForLeaving(trx: Trx, billing: Billing, visitorId: string): Promise<void> {
  const newest = await findNewestSubscription(trx, visitorId);
  const found = newest && (await lockWithOrder(trx, newest.id));
  if (found) await endRenewal(trx, billing, found);
}

/**
 * Cancels the renewal of a membership whose order was refunded or withdrawn from, and which runs to the end of its period all the
 * same.
 */
export async function cancelByRefund(
  trx: Trx,
  billing: Billing,
  { subscription_id: id }: { subscription_id: string | null },
): Promise<void> {
  const found = id === null ? undefined : await lockWithOrder(trx, id);
  if (found) await endRenewal(trx, billing, found);
}

async function endRenewal(trx: Trx, billing: Billing, found: WithOrder): Promise<void> {
  const now = billing.clock.now();
  const { row, order } = found;
  if (row.cancel_at_period_end || !isLive(membershipState(row, now))) return;
  if (now < row.period_end || isInFlight(order)) await stop(trx, billing, found, "owner");
  else await endSubscription(trx, billing, found, { to: "cancelled", cause: "owner" });
  await billing.mail.send(trx, subscriptionMails.cancelled, { subscriptionId: row.id });
}

/**
 * Resumes a cancelled renewal, as long as the subscription is live. Refused while a bank questions one of
 * their payments, or the account is to be deleted, because nothing is charged automatically then.
 */
export async function undoCancel(billing: Billing, visitorId: string): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const { row } = await lockNewest(trx, visitorId);
    if (!isLive(membershipState(row, billing.clock.now()))) throw explainedRefusal("subscription_ended");
    if (!row.cancel_at_period_end) return;
    if (await isOwnerQuestioned(trx, row)) throw explainedRefusal("payment_disputed");
    if (await isLeaving(trx, visitorId)) throw explainedRefusal("account_leaving");
    const changes = { ...(await renewalModeNow(trx, row)), cancel_at_period_end: false };
    const remind_at = remindAt({ ...row, ...changes });
    await change(trx, billing, row, { changes: { ...changes, remind_at }, cause: "owner" });
  });
}

async function lockNewest(trx: Trx, visitorId: string): Promise<WithOrder> {
  const newest = await findNewestSubscription(trx, visitorId);
  const found = newest && (await lockWithOrder(trx, newest.id));
  if (!found) throw explainedRefusal("no_subscription");
  return found;
}

/** A charge in flight keeps its grace access until its outcome is known. */
async function stop(trx: Trx, billing: Billing, { row, order }: WithOrder, cause: string): Promise<void> {
  const underWay = isInFlight(order) && row.grace_until !== null;
  if (!underWay) await revokeGrace(trx, row.id, row.period_no + 1, billing.clock.now());
  const grace_until = underWay ? row.grace_until : null;
  await change(trx, billing, row, {
    changes: { cancel_at_period_end: true, grace_until, remind_at: null },
    cause,
  });
}
