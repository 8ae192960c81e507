import { setTimeout as pause } from "node:timers/promises";
import { inTransaction } from "#platform/db/database";
import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import { type Gateway, GatewayRefused } from "../records/gateway.ts";
import { lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { findCustomer, lockPayments, type PaymentRow, saveCustomer } from "../records/payments/repository.ts";
import { movePayment } from "../records/transitions.ts";
import { createInputOf } from "./create-input.ts";
import { timeStep } from "./time-step.ts";

/** Pauses before a call that moves no money is repeated. */
const pausesMs = [300, 1_500];
/** After this no retry starts: a customer may be waiting. */
const RETRY_WINDOW_MS = 6_000;

/**
 * Calls a gateway with retries. Only for calls that move no money: their key, or being a read, makes a repeat
 * harmless.
 */
export async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (const ms of pausesMs) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof GatewayRefused || performance.now() - begun > RETRY_WINDOW_MS) throw error;
      await pause(ms);
    }
  }
  return ask();
}

/**
 * Creates a payment's remote object if there is none, and stores its id before anything can be charged by it. `owner`: the
 * customer at the gateway that a saved instrument belongs to.
 */
export async function ensureRemote(
  billing: Billing,
  gateway: Gateway,
  {
    order,
    payment,
    owner = null,
  }: { order: OrderRow; payment: PaymentRow; owner?: string | null | undefined },
): Promise<PaymentRow & { remote_id: string }> {
  if (payment.remote_id !== null) return { ...payment, remote_id: payment.remote_id };
  const usage = usageOf(order, payment);
  const customer = owner ?? (usage === null ? null : await customerFor(billing, gateway, order));
  const input = await createInputOf(
    billing,
    gateway,
    { order, payment },
    {
      key: `pay_${payment.id}:create`,
      customer,
      saveInstrument: usage !== null,
      usage: usage ?? "off_session",
      initiator: payment.initiator,
    },
  );
  const create = () => askAgain(() => gateway.create(input));
  const snapshot = await timeStep(billing, gateway, "create", create);
  const stored = await inTransaction(billing.db, async (trx) => {
    await lockOrder(trx, order.id);
    const row = (await lockPayments(trx, order.id)).find(({ id }) => id === payment.id);
    if (row?.state !== "new") return row;
    const changes = { remote_id: snapshot.remoteId };
    return movePayment(trx, billing, row, { to: "open", cause: "created", changes });
  });
  if (stored?.remote_id === snapshot.remoteId) return { ...stored, remote_id: snapshot.remoteId };
  // Closed in the meantime: the new object must never be paid.
  await askAgain(() => gateway.cancel(snapshot.remoteId, `pay_${payment.id}:cancel`));
  throw explainedRefusal("order_gone");
}

/** Returns what the instrument of a payment is saved for; null: it is not saved. */
export function usageOf(
  { kind }: Pick<OrderRow, "kind">,
  { keep_version }: Pick<PaymentRow, "keep_version">,
): "on_session" | "off_session" | null {
  if (kind !== "unlock") return "off_session";
  return keep_version === null ? null : "on_session";
}

/** Returns the gateway's id of an order's customer, who is created there if needed. */
export async function customerFor(
  billing: Billing,
  gateway: Gateway,
  { visitor_id: visitorId, email }: OrderRow,
): Promise<string | null> {
  return visitorId === null ? null : customerOf(billing, gateway, { visitorId, email });
}

/** Returns the gateway's id of a customer, who is created there if needed; null if the gateway has no customers. */
export async function customerOf(
  billing: Billing,
  gateway: Gateway,
  { visitorId, email }: { visitorId: string; email: string | null },
): Promise<string | null> {
  const known = await findCustomer(billing.db, visitorId, gateway.name);
  if (known) return known;
  const made = await askAgain(() => gateway.customer({ key: `customer_${visitorId}`, visitorId, email }));
  if (made === null) return null;
  await saveCustomer(billing.db, { visitor_id: visitorId, gateway: gateway.name, remote_id: made });
  return (await findCustomer(billing.db, visitorId, gateway.name)) ?? made;
}
