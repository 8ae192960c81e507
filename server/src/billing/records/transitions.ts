import type { OrderState } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import type { Billing } from "./billing.ts";
import { logChange } from "./log.ts";
import { type OrderRow, updateOrder } from "./orders/repository.ts";
import { nextInspection } from "./payments/inspection-schedule.ts";
import { type PaymentRow, updatePayment } from "./payments/repository.ts";
import type { PaymentState } from "./payments/tables.ts";
import { assertOrderTransition, assertPaymentTransition, isLivePayment } from "./states.ts";

type Detail = Record<string, unknown>;

/** Changes the state of an order, if allowed, and logs it. The caller holds the order's lock. */
export async function moveOrder(
  trx: Trx,
  billing: Pick<Billing, "clock"> & Partial<Pick<Billing, "meters">>,
  order: OrderRow,
  { to, cause, changes = {}, detail = {} }: MoveTo<OrderState, OrderRow>,
): Promise<OrderRow> {
  if (order.state === to) return order;
  assertOrderTransition(order.state, to);
  const moved = await updateOrder(trx, order.id, { ...changes, state: to });
  await logChange(trx, billing, {
    subject: "order",
    subjectId: order.id,
    from: order.state,
    to,
    cause,
    detail,
  });
  billing.meters?.order(trx, to);
  return moved;
}

/**
 * Changes the state of a payment, if allowed, and logs it. A payment that may still succeed is inspected by
 * its schedule from then on.
 */
export async function movePayment(
  trx: Trx,
  billing: Pick<Billing, "clock">,
  payment: PaymentRow,
  { to, cause, changes = {}, detail = {} }: MoveTo<PaymentState, PaymentRow>,
): Promise<PaymentRow> {
  if (payment.state === to) return payment;
  assertPaymentTransition(payment.state, to);
  const now = billing.clock.now();
  const moved = await updatePayment(trx, payment.id, {
    inspections: 0,
    next_inspect_at: isLivePayment(to) ? nextInspection(to, 0, now) : null,
    updated_at: now,
    ...changes,
    state: to,
  });
  await logChange(trx, billing, {
    subject: "payment",
    subjectId: payment.id,
    from: payment.state,
    to,
    cause,
    detail: { ...detail, ...(moved.remote_id === null ? {} : { remoteId: moved.remote_id }) },
  });
  return moved;
}

interface MoveTo<State, Row> {
  to: State;
  cause: string;
  /** Other columns to change with the state. */
  changes?: Partial<Omit<Row, "id" | "number" | "state">>;
  detail?: Detail;
}
