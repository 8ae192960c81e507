import { explainedRefusal } from "#platform/http/errors";
import { prepareRemote } from "../charging/prepare.ts";
import { type Billing, gatewayOf } from "../records/billing.ts";
import type { Snapshot } from "../records/gateway.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { listPayments, liveOf } from "../records/payments/repository.ts";

/** Where the person goes on; null where there is nothing for them to do. */
export type OrderNext = { type: "card" | "redirect"; url: string } | null;

/** The page or the gateway that an order is paid at. */
export async function nextOf(billing: Billing, order: OrderRow): Promise<OrderNext> {
  const over = order.expires_at !== null && order.expires_at <= billing.clock.now();
  if (over || !(order.state === "pending" || (await standsAtBank(billing, order)))) return null;
  const gateway = gatewayOf(billing, order.method);
  if (!gateway) throw explainedRefusal("method_unavailable");
  const id = encodeURIComponent(order.id);
  if (order.method === "card") return { type: "card", url: `/order/easy?order=${id}` };
  const seen = await prepareRemote(billing, gateway, order);
  const back = `order=${id}&token=${encodeURIComponent(seen.remoteId)}`;
  return redirectOf(seen, `${billing.origin}/api/webhook/payment/paypal-return?${back}`);
}

/** Whether the person left the bank's step of a card's payment: they may begin anew. */
async function standsAtBank({ db }: Billing, { id, state, method }: OrderRow): Promise<boolean> {
  if (state !== "processing" || method !== "card") return false;
  return liveOf(await listPayments(db, id))?.state === "action";
}

/** The gateway's own page; what its person approved already only needs to come back. */
function redirectOf({ next, state }: Snapshot, back: string): OrderNext {
  if (next?.type === "redirect" && state !== "approved") return { type: "redirect", url: next.url };
  return { type: "redirect", url: back };
}
