import { setTimeout as pause } from "node:timers/promises";
import type { Billing } from "../records/billing.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { listPayments, liveOf } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { inspectPayment } from "./inspect.ts";

/** Between two looks at one payment because somebody asked: pages ask every second. */
const betweenMs = 2_000;
/** Nobody waits longer than this for a gateway before they hear what we know. */
const timeoutMs = 3_000;
const mostRemembered = 10_000;
const looked = new Map<string, number>();

/**
 * An order that somebody waits for, as it is now: where its person has done their bank's step, or an outcome is in doubt, the
 * gateway is looked at, so that nobody waits for its word to arrive by itself.
 */
export async function peekAtOrder(billing: Billing, order: OrderRow): Promise<OrderRow> {
  if (order.state !== "processing") return order;
  const live = liveOf(await listPayments(billing.db, order.id));
  if ((live?.state !== "action" && live?.state !== "in_doubt") || !takeLook(live.id)) return order;
  const look = inspectPayment(billing, live.id, "asked").catch((error: unknown) =>
    billing.log.warn({ payment: live.id, reason: reasonOf(error) }, "A payment could not be looked at"),
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
