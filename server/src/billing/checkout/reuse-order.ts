import { inTransaction } from "#platform/db/database";
import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import { findOpenOrder, lockOrder, type OrderRow, updateOrder } from "../records/orders/repository.ts";
import { agreedBy, checkConsent, type OpenOrder } from "./agreement.ts";
import { cancelAction, cancelOrder } from "./cancel-order.ts";

/**
 * Returns the open order for the same purchase; null if a new one may be inserted. An open order for another one of its
 * kind is closed first.
 */
export async function reuseOpenOrder(
  billing: Billing,
  given: OpenOrder,
  what: Parameters<typeof findOpenOrder>[2],
  isSame: (found: OrderRow) => boolean,
): Promise<OrderRow | null> {
  const { caller, request } = given;
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
  return asAskedAgain(billing, given, open);
}

const isClosed = ({ state }: OrderRow) => state === "cancelled" || state === "expired" || state === "failed";

/**
 * Returns an open order as the page that asks for it again shows it: with its method, the episode that the buyer comes from, and its
 * language with the terms that were agreed to in it. One that is being paid, or is over, stays as it is.
 */
export async function asAskedAgain(billing: Billing, given: OpenOrder, order: OrderRow): Promise<OrderRow> {
  if (order.state !== "pending" || Object.keys(changesBy(billing, given, order)).length === 0) return order;
  return inTransaction(billing.db, async (trx) => {
    const locked = await lockOrder(trx, order.id);
    if (!locked) throw explainedRefusal("order_gone");
    return locked.state === "pending"
      ? updateOrder(trx, order.id, changesBy(billing, given, locked))
      : locked;
  });
}

function changesBy(billing: Billing, given: OpenOrder, order: OrderRow): Partial<OrderRow> {
  const { request, language } = given;
  const episodeId = request.episodeId ?? order.episode_id;
  const periods = order.period_days === null ? [] : [order.period_days];
  const agreed = () => checkConsent(billing, language, request.consent)(periods);
  return {
    ...(order.method === request.method ? {} : { method: request.method }),
    ...(order.episode_id === episodeId ? {} : { episode_id: episodeId }),
    ...(order.language === language ? {} : { language, ...agreedBy(given, agreed(), billing.clock.now()) }),
  };
}
