import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { explainedRefusal, notFound } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { minorUnits } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import { notClosed } from "../records/closed.ts";
import { chargeStep } from "../records/gateway-amounts.ts";
import { logChange } from "../records/log.ts";
import { billingMails } from "../records/mail-kinds.ts";
import { findOrder, lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { leftOf, listCaptures, type RefundRow } from "../records/refunds/repository.ts";
import { lockSerial } from "../records/repository.ts";
import { revokeRights } from "../records/settlement/repository.ts";
import { findPeriod, findSubscription } from "../records/subscriptions/repository.ts";
import { promiseEnd } from "../records/withdrawals/promise.ts";
import {
  countWithdrawals,
  findWithdrawal,
  insertWithdrawal,
  isCarriedOver,
  isSuspended,
  isUsed,
  listFingerprints,
  type WithdrawalRow,
} from "../records/withdrawals/repository.ts";
import { staysUntil } from "../records/withdrawals/stays-until.ts";
import { beginRefund, carryOutRefunds } from "../settlement/refund.ts";
import { cancelByRefund } from "../subscriptions/cancel.ts";
import { endByRefund } from "../subscriptions/end.ts";
import { outcomeOf, type WithdrawalOutcome } from "./outcome.ts";

const YEAR_MS = 365 * 86_400_000;

/** A withdrawal as its customer sees it: before it is confirmed, `at` is null. */
export interface Withdrawal extends WithdrawalOutcome {
  at: Date | null;
  /** Until when the customer may withdraw. */
  until: Date;
  /** The end of the running period, if a renewal that was paid ahead is taken back. */
  staysUntil: Date | null;
}

/** Returns what a withdrawal from an order would bring now, or what it brought. */
export async function askWithdrawal(billing: Billing, orderId: string): Promise<Withdrawal> {
  const order = await findOrder(billing.db, orderId);
  if (!order) throw notFound();
  return quote(billing.db, billing, order);
}

/**
 * Withdraws from an order, once. The outcome, the refund, the end of what was bought and the email are stored in one
 * transaction before the gateway is called, so a crash at any step loses nothing. Repeating it returns the same answer.
 */
export async function confirmWithdrawal(billing: Billing, orderId: string): Promise<Withdrawal> {
  const { withdrawal, refunds } = await inTransaction(billing.db, async (trx) => {
    const visitorId = (await findOrder(trx, orderId))?.visitor_id;
    // Withdrawals from several orders at once would not count each other: of one customer, or of one card.
    if (visitorId) await lockSerial(trx, "withdraw", [visitorId]);
    await lockSerial(trx, "withdraw", await listFingerprints(trx, orderId));
    const order = await lockOrder(trx, orderId);
    if (!order) throw notFound();
    const found = await quote(trx, billing, order);
    if (found.at !== null) return { withdrawal: found, refunds: [] };
    const at = billing.clock.now();
    const { outcome, amount, why } = found;
    const refunds = await carry(trx, billing, order, found);
    const row = await insertWithdrawal(trx, {
      id: newId(at),
      order_id: order.id,
      visitor_id: order.visitor_id,
      outcome,
      why,
      currency: order.currency,
      amount,
      at,
      ...notClosed,
    });
    await logChange(trx, billing, {
      subject: "withdrawal",
      subjectId: row.id,
      from: null,
      to: outcome,
      cause: "owner",
      detail: { order: order.id, amount, why, refunds: refunds.map(({ id }) => id) },
    });
    await billing.mail.send(trx, billingMails.withdrawal, { withdrawalId: row.id });
    return { withdrawal: { ...found, at }, refunds };
  });
  if (refunds.length > 0) await carryOutRefunds(billing, refunds);
  return withdrawal;
}

/** Begins the refund, and ends what was bought; where a person decides, the renewal alone. A change of plan is undone when its refund is done. */
async function carry(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  { outcome, amount }: WithdrawalOutcome,
): Promise<RefundRow[]> {
  // Whatever a person decides about the money: nothing is charged after a withdrawal.
  if (outcome === "review") await cancelByRefund(trx, billing, order);
  if (outcome !== "whole" && outcome !== "part") return [];
  const refunds = await beginRefund(trx, billing, order, {
    amount: outcome === "whole" ? null : amount,
    request: { by: "member", reason: "withdrawal" },
  });
  if (order.kind === "change") return refunds;
  await revokeRights(trx, order.id, billing.clock.now());
  await endByRefund(trx, billing, order, { cause: "withdrawal" });
  // A later period, which is paid for, runs to its end: nothing is charged after a withdrawal.
  await cancelByRefund(trx, billing, order);
  return refunds;
}

async function quote(db: Db, billing: Billing, order: OrderRow): Promise<Withdrawal> {
  if (order.paid_at === null) throw notFound();
  const until = promiseEnd(order.paid_at, order, billing.policy);
  const known = await findWithdrawal(db, order.id);
  if (known) return { ...pick(known), until, staysUntil: await staysUntil(db, order, known.at) };
  if (order.state === "disputed" || (await isSuspended(db, order.id)))
    throw explainedRefusal("withdrawal_disputed");
  const now = billing.clock.now();
  if ((order.state !== "paid" && order.state !== "partially_refunded") || now >= until)
    throw explainedRefusal("withdrawal_over");
  const left = (await listCaptures(db, order.id)).reduce((sum, capture) => sum + leftOf(capture), 0);
  if (left <= 0) throw explainedRefusal("withdrawal_over");
  const { subscription_id: id, period_no: no, visitor_id: visitorId } = order;
  const fingerprints = await listFingerprints(db, order.id);
  const [period, present, used, carriedOver, earlier] = await Promise.all([
    id === null || no === null ? undefined : findPeriod(db, id, no),
    findPresentPeriod(db, order),
    isUsed(db, order.id),
    isCarriedOver(db, order.id),
    countWithdrawals(db, { visitorId, fingerprints }, new Date(now.getTime() - YEAR_MS)),
  ]);
  const outcome = outcomeOf(
    {
      kind: order.kind,
      total: order.amount,
      left,
      paidAt: order.paid_at,
      used,
      // A period that came back when a change of plan was undone has the end of the first one.
      period: period ? { start: period.starts_at, end: (present ?? period).ends_at } : null,
      // The period of a new contract runs also where the next one is paid already, or was and is taken back.
      isPresent:
        present !== undefined || (order.kind === "subscribe" && period !== undefined && now < period.ends_at),
      isCarriedOver: carriedOver,
      earlier,
      most: mostIn(billing.policy.refundSelfMax, order.currency),
      step: chargeStep(order.currency),
    },
    now,
  );
  return { ...outcome, at: null, until, staysUntil: await staysUntil(db, order, now) };
}

/** Returns the limit in minor units; a currency without decimals drops those of the setting. */
function mostIn(limit: string, currency: string): number {
  return minorUnits(limit, currency) ?? minorUnits(limit.split(".")[0] ?? "", currency) ?? 0;
}

const pick = ({ outcome, amount, why, at }: WithdrawalRow) => ({ outcome, amount, why, at });

/** Returns the present period of a membership if this order paid for it. */
async function findPresentPeriod(db: Db, { id, subscription_id, period_no }: OrderRow) {
  const row = subscription_id === null ? undefined : await findSubscription(db, subscription_id);
  const present = row && (await findPeriod(db, row.id, row.period_no));
  return present && (present.no === period_no || present.order_id === id) ? present : undefined;
}
