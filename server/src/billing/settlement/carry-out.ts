import { inTransaction } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import {
  type Gateway,
  GatewayBusy,
  GatewayRefused,
  GatewayUnknown,
  type RemoteRefund,
} from "../records/gateway.ts";
import { logChange } from "../records/log.ts";
import { lockOrder } from "../records/orders/repository.ts";
import { findPayment, lockPayments } from "../records/payments/repository.ts";
import {
  findCaptureById,
  findRefund,
  type RefundRow,
  scheduleRefundInspection,
  updateRefund,
} from "../records/refunds/repository.ts";
import { claimDue } from "../records/repository.ts";
import { findRestoredSnapshot } from "../records/restored/repository.ts";
import { settleRefunds } from "./settle-refund.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Delays between inspections of a pending refund; daily after the last. */
const delaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs];
const dailyMs = 24 * hourMs;
/** Banks take ten working days; a refund that takes longer than this goes to manual review. */
const maxInspections = delaysMs.length + 45;

/** Returns when a refund is inspected next; null once it goes to manual review. */
export function nextRefundInspection(inspections: number, now: Date): Date | null {
  return inspections >= maxInspections ? null : new Date(now.getTime() + (delaysMs[inspections] ?? dailyMs));
}

/**
 * Requests a stored refund from the gateway, or fetches its state, and settles the answer. Without an answer
 * it stays pending and is inspected later. A retry first searches for it at the gateway, so it does not
 * depend on how long the gateway remembers our key. If the gateway is not configured here, the refund waits
 * for a node that has it. After a restore it waits until the gateway's events are read.
 */
export async function carryOut(billing: Billing, row: RefundRow): Promise<RefundRow> {
  const gateway = billing.gateways.get(row.gateway);
  if (!gateway) return row;
  // It may have been requested after the backup: the gateway's events tell.
  if (row.remote_id === null && (await findRestoredSnapshot(billing.db)) !== null) return row;
  try {
    const remote = await ask(billing, gateway, row);
    await settleAnswer(billing, row, remote);
  } catch (error) {
    if (error instanceof GatewayRefused) await fail(billing, row, error);
    else if (error instanceof GatewayBusy || error instanceof GatewayUnknown)
      billing.log.warn({ err: error, refund: row.id }, "Refund without an answer; will retry");
    else throw error;
  }
  return (await findRefund(billing.db, row.id)) ?? row;
}

async function ask(billing: Billing, gateway: Gateway, row: RefundRow): Promise<RemoteRefund> {
  if (row.remote_id !== null) return gateway.fetchRefund(row.remote_id);
  const capture = await findCaptureById(billing.db, row.capture_id);
  const payment = capture && (await findPayment(billing.db, capture.payment_id));
  if (!capture || !payment || payment.remote_id === null)
    throw new Error(`Refund ${row.id} has no payment at its gateway`);
  if (row.inspections > 0) {
    const { refunds } = await gateway.fetchPayment(payment.remote_id);
    const known = refunds.find(({ refundId }) => refundId === row.id);
    if (known) return known;
  }
  return gateway.refund({
    key: `ref_${row.id}`,
    refundId: row.id,
    captureRemoteId: capture.remote_id,
    paymentRemoteId: payment.remote_id,
    amount: row.amount,
    currency: row.currency,
  });
}

async function settleAnswer(billing: Billing, row: RefundRow, remote: RemoteRefund): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, row.order_id);
    const payments = await lockPayments(trx, row.order_id);
    const capture = await findCaptureById(trx, row.capture_id);
    const payment = payments.find(({ id }) => id === capture?.payment_id);
    if (!order || !payment) throw new Error(`Refund ${row.id} has lost its order`);
    await settleRefunds(trx, billing, { order, payment }, [{ ...remote, refundId: row.id }]);
  });
}

/** Marks a refund as failed that its gateway refused: no money moved. */
async function fail(
  billing: Billing,
  { id, order_id: orderId }: RefundRow,
  error: GatewayRefused,
): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    await lockOrder(trx, orderId);
    const row = await findRefund(trx, id);
    if (row?.state !== "pending" || row.remote_id !== null) return;
    await updateRefund(trx, id, {
      state: "failed",
      next_inspect_at: null,
      updated_at: billing.clock.now(),
    });
    await logChange(trx, billing, {
      subject: "refund",
      subjectId: id,
      from: "pending",
      to: "failed",
      cause: "refused",
      detail: { code: error.code },
    });
  });
  billing.log.error(
    { refund: id, order: orderId, code: error.code },
    "Gateway refused a refund; added to manual review",
  );
}

const BATCH = 20;

/** Inspects due refunds; returns how many were due. */
export async function inspectRefundsDue(billing: Billing): Promise<number> {
  const now = billing.clock.now();
  const until = new Date(now.getTime() + 2 * minuteMs);
  const due = await inTransaction(billing.db, (trx) => claimDue(trx, "refund", { now, until, limit: BATCH }));
  for (const row of due) {
    const after = await carryOut(billing, row).catch((error: unknown) => {
      // A refund that cannot be requested must not keep the others waiting.
      billing.log.error({ err: error, refund: row.id }, "Refund could not be requested; will retry");
      return row;
    });
    if (after.state !== "pending") continue;
    if (!billing.gateways.has(row.gateway))
      billing.log.error(
        { refund: row.id, gateway: row.gateway },
        "Refund waits for a gateway that is not configured",
      );
    const next = nextRefundInspection(row.inspections, now);
    await scheduleRefundInspection(billing.db, row.id, next);
    if (next === null)
      billing.log.error(
        { refund: row.id, order: row.order_id },
        "Refund pending after all inspections; check it in the gateway's dashboard",
      );
  }
  return due.length;
}
