import { setTimeout as pause } from "node:timers/promises";
import type { Billing } from "../records/billing.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { listPayments, liveOf } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { inspectPayment } from "./inspect.ts";

/** Minimum interval between inspections of one payment on request: a page polls every second. */
const MIN_INTERVAL_MS = 2_000;
/** A request waits at most this long for the gateway, then answers with our own records. */
const TIMEOUT_MS = 3_000;
const MAX_REMEMBERED = 10_000;
const inspectedAt = new Map<string, number>();

/**
 * Returns the current state of an order that a customer waits for. After the bank's authentication, or while
 * an outcome is in doubt, it asks the gateway instead of waiting for the webhook.
 */
export async function refreshOrder(billing: Billing, order: OrderRow): Promise<OrderRow> {
  if (order.state !== "processing") return order;
  const live = liveOf(await listPayments(billing.db, order.id));
  if ((live?.state !== "action" && live?.state !== "in_doubt") || !mayInspect(live.id)) return order;
  const inspecting = inspectPayment(billing, live.id, "asked").catch((error: unknown) =>
    billing.log.warn({ payment: live.id, reason: reasonOf(error) }, "Payment inspection failed; will retry"),
  );
  await Promise.race([inspecting, pause(TIMEOUT_MS, undefined, { ref: false })]);
  return (await findOrder(billing.db, order.id)) ?? order;
}

function mayInspect(paymentId: string): boolean {
  const now = performance.now();
  const last = inspectedAt.get(paymentId);
  if (last !== undefined && now - last < MIN_INTERVAL_MS) return false;
  if (inspectedAt.size > MAX_REMEMBERED) inspectedAt.clear();
  inspectedAt.set(paymentId, now);
  return true;
}
