import { inTransaction } from "#platform/db/database";
import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import { findOpenOrder, lockOrder, type OrderRow, updateOrder } from "../records/orders/repository.ts";
import type { OpenOrder } from "./agreement.ts";
import { cancelAction, cancelOrder } from "./cancel-order.ts";

/**
 * Returns the open order for the same purchase; null if a new one may be inserted. An open order for another one of its
 * kind is closed first.
 */
export async function reuseOpenOrder(
  billing: Billing,
  { caller, request }: OpenOrder,
  what: Parameters<typeof findOpenOrder>[2],
  isSame: (found: OrderRow) => boolean,
): Promise<OrderRow | null> {
  const found = await findOpenOrder(billing.db, caller.id, what);
  if (!found) return null;
  const same = isSame(found);
  if (same && found.method === request.method && found.state !== "pending") return found;
  // It is being paid, and that outcome comes first. Only a pending bank authentication can still be
  // cancelled.
  const open = found.state === "processing" ? await cancelAction(billing, found, "switched") : found;
  if (open.state !== "pending") return isClosed(open) ? null : open;
  const over = open.expires_at !== null && open.expires_at <= billing.clock.now();
  if (over || !same) {
    const closed = await cancelOrder(
      billing,
      open.id,
      over ? "expired" : "cancelled",
      over ? "expiry" : "switched",
    );
    return isClosed(closed) ? null : closed;
  }
  return open.method === request.method ? open : switchMethod(billing, open, request.method);
}

const isClosed = ({ state }: OrderRow) => state === "cancelled" || state === "expired" || state === "failed";

async function switchMethod(
  billing: Billing,
  { id }: OrderRow,
  method: OrderRow["method"],
): Promise<OrderRow> {
  return inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order) throw explainedRefusal("order_gone");
    return order.state === "pending" ? updateOrder(trx, id, { method }) : order;
  });
}
