import type { Language, RefundEffect, RefundReason } from "@cliffhanger/contract";
import { type Acting, audited } from "#platform/db/audit";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { requireEffect } from "#platform/effect";
import { DomainError, invalid, notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import { newId } from "#platform/ids";
import { faultAt } from "#platform/said";
import { notClosed } from "../../records/closed.ts";
import { logChange } from "../../records/log.ts";
import { findOrder, type OrderRow } from "../../records/orders/repository.ts";
import { findEmailOf } from "../../records/receipts/repository.ts";
import { listAskedRefunds, type RefundRow } from "../../records/refunds/repository.ts";
import { lockRefundable, RefundError, refundOrder } from "../../settlement/refund.ts";
import type { ConsoleBilling } from "./console-billing.ts";
import { computeRefund, unitsIn, type WantedRefund } from "./refund-effect.ts";
import * as repository from "./repository.ts";

/** A refund that an operator asks for. */
export interface OperatorsRefund extends WantedRefund {
  requestKey: string;
  reason: RefundReason;
  note: string;
  effect?: string | undefined;
}

/** Who asks, and how a fresh proof of them is required. */
export interface Asking {
  operator: OperatorCaller;
  isFresh: boolean;
  requireFresh: () => void;
}

/** Answers what a refund would do, and whether this operator may do it as they are. */
export async function previewRefund(
  context: ConsoleBilling,
  wanted: WantedRefund,
  { operator, isFresh, language }: Pick<Asking, "operator" | "isFresh"> & { language: Language },
): Promise<RefundEffect> {
  const { billing } = context;
  try {
    return await inTransaction(billing.db, async (trx) => {
      const order = await lockRefundable(trx, wanted.orderId);
      await refuseOwn(context, trx, order, operator.id);
      const { hash, sentencesIn, total } = await computeRefund(trx, billing, order, wanted);
      const isOver = total > unitsIn(await context.refundAmount(), order.currency);
      const allowed = !isOver || (isFresh && operator.role !== "support") ? "yes" : overFor(operator);
      return { hash, sentences: await sentencesIn(language), allowed };
    });
  } catch (error) {
    const [fault] =
      error instanceof RefundError
        ? [error.at("amount")]
        : error instanceof DomainError
          ? (error.errors ?? [])
          : [];
    if (fault === undefined) throw error;
    const text = fault.say?.(language) ?? fault.message;
    return { hash: null, sentences: [{ about: "refused", text }], allowed: "yes" };
  }
}

const overFor = ({ role }: OperatorCaller) => (role === "support" ? "ask" : "fresh");

/**
 * Refunds an order as the operator saw it: once for its key, also after a double click or a lost answer. What it does, and
 * whether the operator may, is decided under the order's lock.
 */
export async function refundByOperator(
  context: ConsoleBilling,
  wanted: OperatorsRefund,
  { operator, requireFresh }: Asking,
): Promise<RefundRow[]> {
  const { billing } = context;
  const { orderId, amount, reason, note, effect, requestKey } = wanted;
  const order = await findOrder(billing.db, orderId);
  if (!order) throw notFound();
  const key = requestKey.toUpperCase();
  const asked = { operatorId: operator.id, requestKey: key };
  const limit = unitsIn(await context.refundAmount(), order.currency);
  const seen = await computeForAct(context, wanted, order, asked);
  await refundOrder(billing, orderId, seen?.isWhole ? null : amount, {
    by: "operator",
    actor: operator.actor,
    reason: reasonText(reason, note),
    asked: {
      ...asked,
      endsMembership: seen?.endsMembership ?? null,
      async check(trx, locked) {
        await refuseOwn(context, trx, locked, operator.id);
        const now = await computeRefund(trx, billing, locked, wanted);
        requireEffect(now.hash, effect, { by: null, at: billing.clock.now() });
        if (now.total <= limit) return;
        if (operator.role === "support") throw new DomainError(403, "limit_exceeded");
        requireFresh();
      },
      begun: (trx, { id }) => closeRequest(trx, context, id, operator.id),
    },
  }).catch(explain);
  return listAskedRefunds(billing.db, asked);
}

/** Returns what the refund does; undefined when its request has begun it already. */
async function computeForAct(
  { billing }: ConsoleBilling,
  wanted: WantedRefund,
  order: OrderRow,
  asked: { operatorId: string; requestKey: string },
) {
  const hasBegun = async () => (await listAskedRefunds(billing.db, asked)).length > 0;
  if (await hasBegun()) return undefined;
  try {
    return await computeRefund(billing.db, billing, order, wanted);
  } catch (error) {
    // The other press of a double click may have been booked between the two statements: nothing is left to refund then.
    if (await hasBegun()) return undefined;
    return explain(error);
  }
}

function explain(error: unknown): never {
  if (error instanceof RefundError) throw invalid([error.at("amount")]);
  throw error;
}

/** Returns a reason as it is kept with the refund and in the audit log. */
export function reasonText(reason: RefundReason, note: string): string {
  return note === "" ? reason : `${reason}: ${note}`;
}

/** Refuses a refund to the operator's own address, whoever they are. */
async function refuseOwn(
  { nameOf }: ConsoleBilling,
  db: Db,
  order: OrderRow,
  operatorId: string,
): Promise<void> {
  const own = await nameOf(operatorId);
  const account = order.visitor_id === null ? null : await findEmailOf(db, order.visitor_id);
  const isOwn = [order.email, account].some((email) => email !== null && email.toLowerCase() === own);
  if (isOwn) throw invalid([faultAt("amount", (t) => t("effect.refund.own"))]);
}

async function closeRequest(
  trx: Trx,
  { billing }: ConsoleBilling,
  orderId: string,
  operatorId: string,
): Promise<void> {
  const note = "Refunded";
  const at = billing.clock.now();
  const closing = { closed_at: at, closed_by: operatorId, close_note: note };
  const closed = await repository.closeRefundRequest(trx, orderId, closing);
  if (!closed) return;
  const detail = { note, since: closed.at.toISOString(), order: orderId, by: operatorId };
  const move = { from: "request", to: "done", cause: "operator", detail };
  await logChange(trx, billing, { subject: "review", subjectId: closed.id, ...move });
}

/** Asks finance for a refund: one open entry for each order. */
export async function askForRefund(
  context: ConsoleBilling,
  acting: Acting,
  { operatorId, ...wanted }: Omit<OperatorsRefund, "effect"> & { operatorId: string },
): Promise<void> {
  const { billing } = context;
  const { orderId, amount, reason, note, endNow } = wanted;
  if (!(await findOrder(acting.db, orderId))) throw notFound();
  await audited(acting, { action: "order.refund.ask", reason: reasonText(reason, note) }, async (trx) => {
    const order = await lockRefundable(trx, orderId);
    await refuseOwn(context, trx, order, operatorId);
    const { endsMembership } = await computeRefund(trx, billing, order, wanted);
    const at = acting.clock.now();
    const isNew = await repository.insertRefundRequest(trx, {
      id: newId(at),
      order_id: orderId,
      currency: order.currency,
      amount,
      reason,
      note,
      ends_membership: endsMembership ?? endNow,
      asked_by: operatorId,
      at,
      ...notClosed,
    });
    if (!isNew) throw new DomainError(409, "already_so");
    const subject = { kind: "order", id: orderId };
    return { result: undefined, changes: [{ subject, after: { asked: amount, currency: order.currency } }] };
  }).catch(explain);
}
