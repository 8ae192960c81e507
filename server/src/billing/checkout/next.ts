import { explainedRefusal } from "#platform/http/errors";
import type { Keep } from "../charging/begin.ts";
import { prepareRemote } from "../charging/prepare.ts";
import { type Billing, gatewayOf } from "../records/billing.ts";
import type { Snapshot } from "../records/gateway.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { listPayments, liveOf } from "../records/payments/repository.ts";

/** Where the customer continues; null if there is nothing to do. */
export type OrderNext = { type: "card" | "redirect"; url: string } | { type: "none" } | null;

/** How an order is going to be paid. */
interface Way {
  /** By a saved method: nothing is prepared, the pay call is next. */
  isSaved?: boolean | undefined;
  /** What the customer agreed to if the PayPal account is to be kept for later unlocks. */
  keep?: Keep | null;
}

/** Returns the page or the gateway URL where an order is paid. */
export async function nextOf(
  billing: Billing,
  order: OrderRow,
  { isSaved = false, keep = null }: Way = {},
): Promise<OrderNext> {
  const over = order.expires_at !== null && order.expires_at <= billing.clock.now();
  if (over || !(order.state === "pending" || (await awaitsBank(billing, order)))) return null;
  const gateway = gatewayOf(billing, order.method);
  if (!gateway) throw explainedRefusal("method_unavailable");
  if (isSaved) return { type: "none" };
  const id = encodeURIComponent(order.id);
  if (order.method === "card") return { type: "card", url: `/order/easy?order=${id}` };
  const seen = await prepareRemote(billing, gateway, order, keep);
  const back = `order=${id}&token=${encodeURIComponent(seen.remoteId)}`;
  return redirectOf(seen, `${billing.origin}/api/webhook/payment/paypal-return?${back}`);
}

/** Returns whether a card payment waits for the bank's authentication: its customer may start again. */
async function awaitsBank({ db }: Billing, { id, state, method }: OrderRow): Promise<boolean> {
  if (state !== "processing" || method !== "card") return false;
  return liveOf(await listPayments(db, id))?.state === "action";
}

/** Returns the gateway's own page; after an approval, directly the return URL. */
function redirectOf({ next, state }: Snapshot, back: string): OrderNext {
  if (next?.type === "redirect" && state !== "approved") return { type: "redirect", url: next.url };
  return { type: "redirect", url: back };
}
