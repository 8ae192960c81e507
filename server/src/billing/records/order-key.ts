import { createHash, timingSafeEqual } from "node:crypto";
import type { Db } from "#platform/db/database";
import { notFound } from "#platform/http/errors";
import { randomWord } from "#platform/ids";
import type { Billing } from "./billing.ts";
import { findOrder, type OrderRow, saveOrderKey } from "./orders/repository.ts";

/** How long after payment the link in an email still shows the paid order. */
const VISIBLE_MS = 15 * 60_000;

/**
 * Creates a secret for the link in an email, which allows paying this one order. The previous secret becomes
 * invalid.
 */
export async function newOrderKey(db: Db, orderId: string): Promise<string> {
  const key = randomWord(32);
  await saveOrderKey(db, orderId, hashOf(key));
  return key;
}

/** The caller who requests an order, and the key from an email's link. */
export interface OrderAccess {
  orderId: string;
  orderKey?: string | undefined;
  caller: { id: string } | null;
}

/**
 * Returns an order of the caller, or one that a key allows to be viewed; any other order answers "not found"
 * (cases 7 and 62).
 */
export async function findOwnOrder(
  billing: Billing,
  { orderId, orderKey, caller }: OrderAccess,
): Promise<OrderRow> {
  const order = await findOrder(billing.db, orderId);
  if (!order) throw notFound();
  if (caller !== null && order.visitor_id === caller.id) return order;
  if (orderKey !== undefined && opens(order, orderKey) && isVisible(order, billing.clock.now())) return order;
  throw notFound();
}

/** Like {@link findOwnOrder}, for payment: a key is invalid once its order is paid or over. */
export async function findOrderToPay(billing: Billing, access: OrderAccess): Promise<OrderRow> {
  const order = await findOwnOrder(billing, access);
  const own = access.caller !== null && order.visitor_id === access.caller.id;
  if (!own && !isOpen(order, billing.clock.now())) throw notFound();
  return order;
}

function opens({ key_hash }: OrderRow, key: string): boolean {
  return key_hash !== null && timingSafeEqual(key_hash, hashOf(key));
}

function isOpen({ state, expires_at }: OrderRow, now: Date): boolean {
  const over = expires_at !== null && expires_at <= now;
  return state === "processing" || state === "review" || (state === "pending" && !over);
}

function isVisible(order: OrderRow, now: Date): boolean {
  const paidLately = order.paid_at !== null && now.getTime() - order.paid_at.getTime() < VISIBLE_MS;
  return isOpen(order, now) || paidLately;
}

/** Returns the hash by which a key is stored. */
export function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
