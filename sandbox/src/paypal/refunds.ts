import { saveCapture } from "./capture.ts";
import { notThere, unprocessable } from "./errors.ts";
import { emit } from "./events.ts";
import { transactionId } from "./ids.ts";
import { type Money, money, positiveMinor } from "./money.ts";
import { takePlan } from "./plans.ts";
import { wholeRefund } from "./represent.ts";
import {
  type Capture,
  type Dispute,
  type Refund,
  type RefundStatus,
  settingsOf,
  type World,
} from "./state.ts";

/** The body of POST /v2/payments/captures/{id}/refund. */
export interface RefundRequest {
  amount?: Money;
  custom_id?: string;
  invoice_id?: string;
  note_to_payer?: string;
}

const LIMIT_MS = 180 * 86_400_000;

/** Returns a capture by id. */
export function findCapture({ store }: World, id: string): Capture {
  const capture = store.get<Capture>("capture", id);
  if (!capture) throw notThere("capture_id", id);
  return capture;
}

/** Returns a refund by id. */
export function findRefund({ store }: World, id: string): Refund {
  const refund = store.get<Refund>("refund", id);
  if (!refund) throw notThere("refund_id", id);
  return refund;
}

/** Refunds a part, or the remaining amount. */
export function refund(world: World, id: string, request: RefundRequest, by: Refund["by"] = "api"): Refund {
  const capture = findCapture(world, id);
  const left = capture.amount - capture.refunded;
  if (by !== "reversal") refuseByState(world, capture, request);
  const amount = request.amount ? positiveMinor(request.amount, "/amount") : left;
  if (request.amount && request.amount.currency_code !== capture.currency)
    throw unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH", {
      field: "/amount/currency_code",
      value: request.amount.currency_code,
    });
  if (amount > left)
    throw unprocessable("REFUND_AMOUNT_EXCEEDED", {
      field: "/amount/value",
      value: request.amount?.value ?? "",
    });
  refuseSecondInvoice(world, request.invoice_id);
  const planned = by === "reversal" ? undefined : takePlan(world, "refund");
  const status = (planned?.outcome ?? "COMPLETED") as RefundStatus;
  if (status !== "COMPLETED" && status !== "PENDING" && status !== "FAILED") throw unprocessable(status);
  return give(world, capture, { amount, status, by, request });
}

/** Completes a pending refund, or undoes one: the money then stays with the shop. */
export function settleRefund(world: World, id: string, status: RefundStatus): Refund {
  const before = findRefund(world, id);
  if (before.status === status) return before;
  const at = world.clock.now();
  const undone = status === "FAILED" || status === "CANCELLED";
  const after: Refund = {
    ...before,
    status,
    updatedAt: at,
    completedAt: status === "COMPLETED" ? at : (before.completedAt ?? null),
    returnedAt: undone && before.status === "COMPLETED" ? at : null,
  };
  world.store.put("refund", id, after, after.captureId);
  const capture = findCapture(world, after.captureId);
  if (undone) setRefunded(world, capture, capture.refunded - after.amount);
  emitEvents(world, after);
  return after;
}

function give(
  world: World,
  capture: Capture,
  {
    amount,
    status,
    by,
    request,
  }: { amount: number; status: RefundStatus; by: Refund["by"]; request: RefundRequest },
): Refund {
  const now = world.clock.now();
  const given: Refund = {
    id: transactionId(),
    captureId: capture.id,
    currency: capture.currency,
    amount,
    total: capture.refunded + amount,
    status,
    createdAt: now,
    updatedAt: now,
    invoiceId: request.invoice_id ?? null,
    customId: request.custom_id ?? null,
    note: request.note_to_payer ?? null,
    by,
    completedAt: status === "COMPLETED" ? now : null,
    returnedAt: null,
  };
  world.store.put("refund", given.id, given, capture.id);
  if (status !== "FAILED")
    setRefunded(world, by === "reversal" ? { ...capture, reversed: true } : capture, given.total);
  emitEvents(world, given);
  return given;
}

function setRefunded(world: World, capture: Capture, refunded: number): void {
  const status = refunded === 0 ? "COMPLETED" : refunded < capture.amount ? "PARTIALLY_REFUNDED" : "REFUNDED";
  saveCapture(world, { ...capture, refunded, status, updatedAt: world.clock.now() });
}

function refuseByState(world: World, capture: Capture, request: RefundRequest): void {
  const { status } = capture;
  if (capture.reversed) throw unprocessable("REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK");
  if (status === "PENDING") throw unprocessable("PENDING_CAPTURE");
  if (status === "DECLINED" || status === "FAILED") throw unprocessable("REFUND_NOT_ALLOWED");
  if (status === "REFUNDED") throw unprocessable("CAPTURE_FULLY_REFUNDED");
  if (world.clock.now() - capture.createdAt > LIMIT_MS) throw unprocessable("REFUND_TIME_LIMIT_EXCEEDED");
  const disputed = world.store
    .list<Dispute>("dispute", { under: capture.id })
    .some((dispute) => dispute.status !== "RESOLVED");
  if (disputed && request.amount) throw unprocessable("TRANSACTION_DISPUTED");
}

function refuseSecondInvoice(world: World, invoice: string | undefined): void {
  if (invoice === undefined || !settingsOf(world).uniqueInvoices) return;
  if (world.store.list<Refund>("refund").some(({ invoiceId }) => invoiceId === invoice))
    throw unprocessable("DUPLICATE_INVOICE_ID", { field: "/invoice_id", value: invoice });
}

function emitEvents(world: World, refunded: Refund): void {
  const words = `${money(refunded.currency, refunded.amount).value} ${refunded.currency}`;
  const type =
    refunded.by === "reversal"
      ? "PAYMENT.CAPTURE.REVERSED"
      : refunded.status === "COMPLETED"
        ? "PAYMENT.CAPTURE.REFUNDED"
        : refunded.status === "PENDING"
          ? "PAYMENT.REFUND.PENDING"
          : "PAYMENT.REFUND.FAILED";
  emit(world, type, refunded.id, wholeRefund(world, refunded), words);
}
