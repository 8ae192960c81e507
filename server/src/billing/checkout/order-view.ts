import { type Language, type Order, type Reason, reasons } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { messageOf } from "#platform/messages";
import { moneyOf, signedDisplay } from "#platform/money";
import { linesOf } from "../accounting/receipts/lines.ts";
import type { Billing } from "../records/billing.ts";
import { orderNumberOf } from "../records/order-code.ts";
import { findOrderParts, type OrderRow } from "../records/orders/repository.ts";
import { usedMethodOf } from "../records/used-method.ts";
import { withdrawableUntil } from "../records/withdrawals/promise.ts";
import { periodStart } from "../subscriptions/period.ts";

/**
 * Returns an order as its owner sees it, in a language. After a bank's warning our records say paid, but the
 * purchase is suspended, so its owner sees a dispute. A late payment is refunded automatically; its owner
 * sees it as refunded from the start, never as an order without a charge.
 */
export async function orderOf(
  { db, clock, policy }: Pick<Billing, "db" | "clock" | "policy">,
  row: OrderRow,
  language: Language,
): Promise<Order> {
  const { paidWith, refunds, hasReceipt, renewed, awaitsBank, isSuspended, paidLate, withdrawal } =
    await findOrderParts(db, row);
  const state = isSuspended ? "disputed" : paidLate ? "refunded" : stateOf(row, clock.now());
  return {
    id: row.id,
    number: orderNumberOf(row),
    kind: row.kind,
    state,
    total: moneyOf(row.amount, row.currency, language),
    lines: linesOf(row, language).map(({ title, amount }) => ({
      title,
      display: signedDisplay(amount, row.currency, language),
    })),
    title: textIn(row.title, language),
    planId: row.plan_id,
    periodDays: row.period_days,
    seriesId: row.series_id,
    episodeId: row.episode_id,
    method: row.method,
    paidWith: paidWith ? usedMethodOf(paidWith) : null,
    renewalMode: row.kind === "unlock" ? null : (renewed?.renewal_mode ?? null),
    declined: declineOf({ ...row, state }, language),
    awaitsBank,
    eventId: row.event_id,
    startsAt: renewed ? startOf({ ...row, state }, renewed) : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    receiptUrl: hasReceipt ? `/api/payment/receipt?orderId=${row.id}` : null,
    refunds: refunds.map(({ id, state, amount, currency, created_at }) => ({
      id,
      state,
      amount: moneyOf(amount, currency, language),
      at: created_at.toISOString(),
    })),
    withdrawUntil:
      withdrawal || (state !== "paid" && state !== "partially_refunded")
        ? null
        : (withdrawableUntil(row, policy, clock.now())?.toISOString() ?? null),
    withdrawal: withdrawal
      ? {
          outcome: withdrawal.outcome,
          amount: moneyOf(withdrawal.amount, withdrawal.currency, language),
          at: withdrawal.at.toISOString(),
        }
      : null,
  };
}

/** Returns when the period begins that a renewal is for; null unless it waits to be paid. */
function startOf(
  { kind, state, period_no: no }: Pick<OrderRow, "kind" | "state" | "period_no">,
  renewed: Parameters<typeof periodStart>[0],
): string | null {
  const waits = kind === "renewal" && (state === "pending" || state === "processing");
  return waits && no !== null ? periodStart(renewed, no).toISOString() : null;
}

/** Returns the state at a given time: an expired order shows as expired before the task closes it. */
function stateOf({ state, expires_at }: OrderRow, now: Date): Order["state"] {
  return state === "pending" && expires_at !== null && expires_at <= now ? "expired" : state;
}

function declineOf({ state, last_decline: decline }: OrderRow, language: Language): Order["declined"] {
  if (!decline || (state !== "pending" && state !== "failed")) return null;
  const reason: Reason = reasons.find((word) => word === decline.reason) ?? "card_declined";
  const retryable = decline.retryable && state === "pending";
  return { reason, message: messageOf(reason, language), retryable };
}
