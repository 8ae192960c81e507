import type { OrderState } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import type { Billing } from "./billing.ts";
import { logRowOf } from "./log.ts";
import { type OrderRow, updateLoggedOrder } from "./orders/repository.ts";
import { nextInspection } from "./payments/inspection-schedule.ts";
import { type PaymentRow, updateLoggedPayment } from "./payments/repository.ts";
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
  const log = logRowOf(billing.clock.now(), {
    subject: "order",
    subjectId: order.id,
    from: order.state,
    to,
    cause,
    detail,
  });
  const moved = await updateLoggedOrder(trx, order.id, { ...changes, state: to }, log);
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
  const remoteId = changes.remote_id ?? payment.remote_id;
  const log = logRowOf(now, {
    subject: "payment",
    subjectId: payment.id,
    from: payment.state,
    to,
    cause,
    detail: { ...detail, ...(remoteId === null ? {} : { remoteId }) },
  });
  const changed = {
    inspections: 0,
    next_inspect_at: isLivePayment(to) ? nextInspection(to, 0, now) : null,
    updated_at: now,
    ...changes,
    state: to,
  };
  return updateLoggedPayment(trx, payment.id, changed, log);
}

interface MoveTo<State, Row> {
  to: State;
  cause: string;
  /** Other columns to change with the state. */
  changes?: Partial<Omit<Row, "id" | "number" | "state">>;
  detail?: Detail;
}
