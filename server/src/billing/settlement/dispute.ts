import { inTransaction, type Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { hasOpenCase } from "../records/disputes/repository.ts";
import type { GatewayName, RemoteDispute } from "../records/gateway.ts";
import { logChange } from "../records/log.ts";
import { lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { findPaymentByRemote, lockPayments, type PaymentRow } from "../records/payments/repository.ts";
import { keptOf, leftOf, listCaptures, type RefundRow } from "../records/refunds/repository.ts";
import {
  isLost,
  revokeRights,
  stopRenewals,
  suspendRights,
  wasWarned,
} from "../records/settlement/repository.ts";
import { moveOrder } from "../records/transitions.ts";
import { isCarriedOver } from "../records/withdrawals/repository.ts";
import { undoChange } from "../subscriptions/change-plan.ts";
import { endByRefund } from "../subscriptions/end.ts";
import { loseCredit } from "../subscriptions/lose-credit.ts";
import { bookDispute } from "./book-dispute.ts";
import { followCase } from "./dispute-case.ts";
import { beginRefund, carryOutRefunds } from "./refund.ts";

/** Whether an early fraud warning refunds an unlock or a first payment by itself, before it becomes a dispute. */
const EFW_REFUND: boolean = true;
/** How long after it the first payment of a membership is refunded by itself. */
const FIRST_PAYMENT_MS = 30 * 86_400_000;

/**
 * Updates our records to the state of a dispute. The purchase is suspended while a bank decides, restored if
 * we win, and revoked if we lose, as by a refund: a change of plan is undone. A warning suspends it too, but the
 * money can still be refunded, so the order stays paid; a warning of fraud may refund it by itself. A dispute of
 * unwanted money only moves that money.
 * Repeating a state changes nothing.
 */
export async function settleDispute(
  billing: Billing,
  gateway: GatewayName,
  paymentRemoteId: string,
  dispute: RemoteDispute,
): Promise<void> {
  const known = await findPaymentByRemote(billing.db, gateway, paymentRemoteId);
  if (!known) return;
  const refunds = await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, known.order_id);
    if (!order) return [];
    await lockPayments(trx, order.id);
    await bookDispute(trx, billing, { order, payment: known, dispute });
    await followCase(trx, billing, { order, payment: known, dispute });
    // Late or second money delivered nothing, so its bank takes nothing away: another payment may have paid for the order.
    if (known.unwanted) {
      if (dispute.state === "lost") await markLost(trx, billing, known, dispute);
      return [];
    }
    const isNew = !(await wasWarned(trx, order.id, dispute.remoteId));
    await applyState(trx, billing, order, dispute);
    // An operator may have closed the warning, with or without a refund: it is decided once.
    if (!isNew || !refundsItself(order, dispute, billing.clock.now())) return [];
    // A change of plan has credited it, so giving it back would pay it twice: an operator decides.
    return (await isCarriedOver(trx, order.id)) ? [] : refundWarned(trx, billing, order);
  });
  if (refunds.length > 0) await carryOutRefunds(billing, refunds);
}

/** Records that a bank took a second or late payment: nothing of it is left to be refunded. */
async function markLost(
  trx: Trx,
  billing: Billing,
  { id, state }: PaymentRow,
  { remoteId }: RemoteDispute,
): Promise<void> {
  if (await isLost(trx, id)) return;
  const move = { subject: "payment" as const, subjectId: id, from: state, to: "lost", cause: "dispute" };
  await logChange(trx, billing, { ...move, detail: { remoteId } });
}

async function applyState(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  { state, remoteId }: RemoteDispute,
): Promise<void> {
  const move = { cause: state === "warning" ? "warning" : "dispute", detail: { remoteId, state } };
  const paid = order.state === "paid" || order.state === "partially_refunded";
  if (!paid && order.state !== "disputed") return;
  switch (state) {
    case "warning":
      // An operator may have closed this warning: repeating it must not suspend the purchase again.
      if (paid && !(await wasWarned(trx, order.id, remoteId))) await suspend(trx, billing, order, move);
      return;
    case "opened":
      if (!paid) return;
      await suspend(trx, billing, order, move);
      await moveOrder(trx, billing, order, { to: "disputed", ...move });
      return;
    case "won": {
      // Another dispute about the same order may be undecided: whoever decides last decides what it has.
      if (await hasOpenCase(trx, order.id)) return;
      await restoreRights(trx, billing, order, move);
      if (paid) return;
      // An accidental second payment that went back takes nothing away.
      const kept = (await listCaptures(trx, order.id)).reduce((sum, capture) => sum + keptOf(capture), 0);
      await moveOrder(trx, billing, order, {
        to: kept < order.amount ? "partially_refunded" : "paid",
        ...move,
      });
      return;
    }
    case "lost":
      // The event that opened the dispute may never have arrived.
      await revokeRights(trx, order.id, billing.clock.now());
      if (order.kind === "change") await undoChange(trx, billing, order);
      else await endByRefund(trx, billing, order);
      await loseCredit(trx, billing, order);
      await moveOrder(trx, billing, order, { to: "refunded", ...move });
  }
}

/** Returns whether a warning of fraud refunds an order without an operator. */
function refundsItself(
  { kind, state, paid_at: paidAt }: OrderRow,
  dispute: RemoteDispute,
  now: Date,
): boolean {
  const isPaid = state === "paid" || state === "partially_refunded";
  if (!EFW_REFUND || !isPaid || dispute.state !== "warning" || !dispute.fraud?.isActionable) return false;
  const isFirst = kind === "subscribe" && paidAt !== null;
  return kind === "unlock" || (isFirst && now.getTime() - paidAt.getTime() <= FIRST_PAYMENT_MS);
}

/** Stores the refund of what is left, with the suspension: a crash between them and the gateway loses neither. */
async function refundWarned(trx: Trx, billing: Billing, order: OrderRow): Promise<RefundRow[]> {
  const captures = await listCaptures(trx, order.id);
  if (captures.every((capture) => leftOf(capture) <= 0)) return [];
  return beginRefund(trx, billing, order, {
    amount: null,
    request: { by: "system", reason: "fraud_warning" },
  });
}

interface Cause {
  cause: string;
  detail: Record<string, unknown>;
}

/** Suspends an order's entitlements while its bank decides, and stops automatic charges of its owner. */
async function suspend(
  trx: Trx,
  billing: Billing,
  { id, visitor_id }: OrderRow,
  cause: Cause,
): Promise<void> {
  await suspendRights(trx, id, billing.clock.now());
  if (visitor_id !== null) await stopRenewals(trx, visitor_id);
  await logChange(trx, billing, {
    subject: "entitlement",
    subjectId: id,
    from: null,
    to: "suspended",
    ...cause,
  });
}

/** Restores suspended entitlements. Renewal stays stopped: only the owner may resume it. */
export async function restoreRights(
  trx: Trx,
  billing: Pick<Billing, "clock">,
  { id }: Pick<OrderRow, "id">,
  cause: Cause,
): Promise<void> {
  if (!(await suspendRights(trx, id, null))) return;
  await logChange(trx, billing, {
    subject: "entitlement",
    subjectId: id,
    from: "suspended",
    to: "open",
    ...cause,
  });
}
