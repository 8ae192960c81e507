import { setTimeout as pause } from "node:timers/promises";
import type { Billing } from "../records/billing.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { listPayments, liveOf } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { inspectPayment } from "./inspect.ts";

/** Minimum interval between inspections of one payment on request: a page polls every second. */
const betweenMs = 2_000;
/** A request waits at most this long for the gateway, then answers with our own records. */
const timeoutMs = 3_000;
const mostRemembered = 10_000;
const looked = new Map<string, number>();

/**
 * Returns the current state of an order that a customer waits for. After the bank's authentication, or while
 * an outcome is in doubt, it asks the gateway instead of waiting for the webhook.
 */
export async function peekAtOrder(billing: Billing, order: OrderRow): Promise<OrderRow> {
  if (order.state !== "processing") return order;
  const live = liveOf(await listPayments(billing.db, order.id));
  if ((live?.state !== "action" && live?.state !== "in_doubt") || !takeLook(live.id)) return order;
  const look = inspectPayment(billing, live.id, "asked").catch((error: unknown) =>
    billing.log.warn({ payment: live.id, reason: reasonOf(error) }, "Payment inspection failed; will retry"),
  );
  await Promise.race([look, pause(timeoutMs, undefined, { ref: false })]);
  return (await findOrder(billing.db, order.id)) ?? order;
}

function takeLook(paymentId: string): boolean {
  const now = performance.now();
  const last = looked.get(paymentId);
  if (last !== undefined && now - last < betweenMs) return false;
  if (looked.size > mostRemembered) looked.clear();
  looked.set(paymentId, now);
  return true;
}
