import type { Trx } from "#platform/db/database";
import { post } from "../accounting/ledger/post.ts";
import { issueCreditNote } from "../accounting/receipts/credit-note.ts";
import type { Billing } from "../records/billing.ts";
import type { RemoteRefund } from "../records/gateway.ts";
import { logChange } from "../records/log.ts";
import { billingMails } from "../records/mail-kinds.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { lockPayments, type PaymentRow } from "../records/payments/repository.ts";
import {
  addRefunded,
  type CaptureRow,
  findDisputePosting,
  findRefund,
  findRefundByRemote,
  keptOf,
  leftOf,
  listCaptures,
  type RefundRow,
  updateRefund,
} from "../records/refunds/repository.ts";
import { findCapture, revokeRights } from "../records/settlement/repository.ts";
import { findPeriod, findSubscription, lockRenewalOrder } from "../records/subscriptions/repository.ts";
import { moveOrder } from "../records/transitions.ts";
import { cancelByRefund } from "../subscriptions/cancel.ts";
import { undoChange } from "../subscriptions/change-plan.ts";
import { endByRefund } from "../subscriptions/end.ts";
import { loseCredit } from "../subscriptions/lose-credit.ts";
import { isLive } from "../subscriptions/membership.ts";
import { addRefund } from "./add-refund.ts";

/**
 * Updates our records to the refunds that a gateway reports, ours and those made there (case 56). The caller
 * holds the locks of order and payment. Repeating it changes nothing. Returns the updated order.
 */
export async function settleRefunds(
  trx: Trx,
  billing: Billing,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  remoteRefunds: readonly RemoteRefund[],
): Promise<OrderRow> {
  let settled = order;
  for (const remote of remoteRefunds) {
    const capture = await findCapture(trx, payment.gateway, remote.captureRemoteId);
    if (capture?.payment_id !== payment.id) {
      billing.log.error(
        { order: order.id, remoteId: remote.remoteId },
        "Refund of an unknown capture; ignored",
      );
      continue;
    }
    const row = await rowOf(trx, billing, { order: settled, capture, remote });
    settled = await settleOne(trx, billing, { order: settled, payment, capture, row, remote });
  }
  return settled;
}

/**
 * Returns our row of a remote refund: the one that requested it, the one that recorded it before, or a new
 * one.
 */
async function rowOf(
  trx: Trx,
  billing: Billing,
  { order, capture, remote }: { order: OrderRow; capture: CaptureRow; remote: RemoteRefund },
): Promise<RefundRow> {
  const ours = remote.refundId === null ? undefined : await findRefund(trx, remote.refundId);
  if (ours?.capture_id === capture.id && (ours.remote_id === null || ours.remote_id === remote.remoteId)) {
    return ours.remote_id === null ? updateRefund(trx, ours.id, { remote_id: remote.remoteId }) : ours;
  }
  const known = await findRefundByRemote(trx, capture.gateway, remote.remoteId);
  if (known) return known;
  const at = billing.clock.now();
  return addRefund(trx, billing, {
    of: capture,
    orderId: order.id,
    amount: remote.amount,
    by: "gateway",
    remoteId: remote.remoteId,
    at,
    nextInspectAt: remote.state === "pending" ? new Date(at.getTime() + 3_600_000) : null,
  });
}

interface OneRefund {
  order: OrderRow;
  payment: PaymentRow;
  capture: CaptureRow;
  row: RefundRow;
  remote: RemoteRefund;
}

async function settleOne(
  trx: Trx,
  billing: Billing,
  { order, payment, capture, row, remote }: OneRefund,
): Promise<OrderRow> {
  const { state: to } = remote;
  if (to === row.state || to === "pending" || (row.state === "failed" && row.remote_id !== null))
    return order;
  const wrong = remote.amount !== row.amount || remote.currency !== row.currency;
  if (wrong)
    billing.log.error(
      { refund: row.id, ours: row.amount, theirs: remote.amount, currency: remote.currency },
      "Gateway refunded a different amount than requested; the ledger follows the gateway",
    );
  if (remote.currency !== row.currency) return order;
  const at = billing.clock.now();
  const amount = remote.amount;
  await updateRefund(trx, row.id, { state: to, amount, next_inspect_at: null, updated_at: at });
  await logChange(trx, billing, {
    subject: "refund",
    subjectId: row.id,
    from: row.state,
    to,
    cause: row.initiated_by,
    detail: { order: order.id, amount },
  });
  const refund = { ...row, amount };
  if (to === "done") return applyRefund(trx, billing, { order, payment, capture, refund });
  billing.log.error(
    { refund: row.id, order: order.id, amount },
    "Refund failed at its gateway; added to manual review",
  );
  if (row.state === "done") await reverseRefund(trx, billing, { order, payment, capture, refund });
  return order;
}

interface DoneRefund {
  order: OrderRow;
  payment: PaymentRow;
  capture: CaptureRow;
  refund: RefundRow;
}

/** Records a completed refund: posts it, updates the order and its entitlements, and notifies the owner. */
async function applyRefund(
  trx: Trx,
  billing: Billing,
  { order, payment, capture, refund }: DoneRefund,
): Promise<OrderRow> {
  const at = billing.clock.now();
  const { amount, currency } = refund;
  await addRefunded(trx, capture, amount);
  const disputed = await postedByDispute(trx, order, refund);
  if (disputed !== undefined) await updateRefund(trx, refund.id, { dispute_ref: disputed });
  else
    await post(trx, {
      source: `refund:${refund.id}`,
      orderId: order.id,
      at,
      entries: [
        { account: "refunds", currency, amount },
        { account: "gateway_receivable", currency, amount: -amount },
      ],
    });
  const moved = await updateOrderAfterRefund(trx, billing, order, refund);
  // The receipt is for the payment that paid for the order: a second one that goes back takes nothing off it.
  if (!payment.unwanted && (await issueCreditNote(trx, billing, moved, refund))) return moved;
  if (refund.initiated_by === "system")
    await billing.mail.send(trx, billingMails.returned, { refundId: refund.id });
  return moved;
}

/**
 * Returns the posting of a lost dispute for the same money. PayPal also lists it as a refund, and either may
 * be reported first.
 */
async function postedByDispute(
  trx: Trx,
  { id: orderId }: OrderRow,
  { gateway, initiated_by: by, amount, currency }: RefundRow,
): Promise<string | undefined> {
  if (gateway !== "paypal" || by !== "gateway") return undefined;
  return findDisputePosting(trx, { orderId, amount, currency });
}

/**
 * Updates an order after a refund. The remaining amount of all its captures decides, not which payment was
 * refunded: refunding an accidental second payment takes nothing away. When nothing remains, only what this
 * order delivered ends.
 */
async function updateOrderAfterRefund(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  refund: RefundRow,
): Promise<OrderRow> {
  const { id, ends_membership: ends } = refund;
  const captures = await listCaptures(trx, order.id);
  const left = captures.reduce((sum, capture) => sum + keptOf(capture), 0);
  const detail = { refund: id, left };
  if (left > 0) {
    if (ends === true) await endBought(trx, billing, order, refund);
    const isPart = left < order.amount && order.state === "paid";
    return isPart
      ? moveOrder(trx, billing, order, { to: "partially_refunded", cause: "refund", detail })
      : order;
  }
  // An operator may let the membership run to the end of what was paid.
  if (ends === false) await cancelByRefund(trx, billing, order);
  else await endBought(trx, billing, order, refund);
  // PayPal lists a lost dispute as a refund, which may be reported first: no operator weighed what it takes.
  if (order.state === "disputed") await loseCredit(trx, billing, order);
  return moveOrder(trx, billing, order, { to: "refunded", cause: "refund", detail });
}

/**
 * Ends what an order delivered; a change of plan is undone. A renewal that was being charged when the refund began is refunded
 * with it: nothing is charged for a membership that ends by a refund.
 */
async function endBought(trx: Trx, billing: Billing, order: OrderRow, refund: RefundRow): Promise<void> {
  const atOnce = refund.ends_membership === true;
  const renewal = await lockRenewedMeanwhile(trx, order, refund.created_at);
  await revokeRights(trx, order.id, billing.clock.now());
  if (order.kind === "change") await undoChange(trx, billing, order, renewal);
  else await endByRefund(trx, billing, renewal ?? order, { atOnce });
  if (!renewal) return;
  await revokeRights(trx, renewal.id, billing.clock.now());
  await giveBack(trx, billing, renewal.id);
}

/** Stores the refund of all that is left of an order; the inspection of refunds requests it. */
async function giveBack(trx: Trx, billing: Billing, orderId: string): Promise<void> {
  const at = billing.clock.now();
  for (const of of await listCaptures(trx, orderId)) {
    const amount = leftOf(of);
    if (amount <= 0) continue;
    const refund = { of, orderId, amount, by: "system" as const, reason: "refund", remoteId: null };
    await addRefund(trx, billing, { ...refund, at, nextInspectAt: at });
  }
}

/**
 * Returns the paid renewal that followed the period of an order at once, and was charged by us, though the order's refund had
 * begun before it was paid; locked.
 */
async function lockRenewedMeanwhile(
  trx: Trx,
  { id: orderId, subscription_id: id }: OrderRow,
  begunAt: Date,
): Promise<OrderRow | undefined> {
  const seen = id === null ? undefined : await findSubscription(trx, id);
  if (!seen || !isLive(seen.state)) return undefined;
  const before = await findPeriod(trx, seen.id, seen.period_no - 1);
  if (before?.order_id !== orderId) return undefined;
  const renewal = await lockRenewalOrder(trx, seen.id, seen.period_no);
  if (renewal?.state !== "paid" || renewal.paid_at === null || renewal.paid_at <= begunAt) return undefined;
  const payments = await lockPayments(trx, renewal.id);
  const isOurs = payments.some(({ state, initiator }) => state === "succeeded" && initiator === "merchant");
  return isOurs ? renewal : undefined;
}

/**
 * Reverses a completed refund that failed later (case 54): the money is back with us. An operator decides
 * whether to restore access or to refund another way.
 */
async function reverseRefund(
  trx: Trx,
  billing: Billing,
  { order, capture, refund }: DoneRefund,
): Promise<void> {
  const { amount, currency } = refund;
  await addRefunded(trx, capture, -amount);
  // Otherwise the dispute posted it, and will post the reversal itself.
  if (refund.dispute_ref === null)
    await post(trx, {
      source: `refund:${refund.id}:failed`,
      orderId: order.id,
      at: billing.clock.now(),
      entries: [
        { account: "gateway_receivable", currency, amount },
        { account: "refunds", currency, amount: -amount },
      ],
    });
  await logChange(trx, billing, {
    subject: "order",
    subjectId: order.id,
    from: order.state,
    to: order.state,
    cause: "refund failed later",
    detail: { refund: refund.id, amount, decide: "give access back, or refund again" },
  });
}
