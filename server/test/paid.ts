import type { Order } from "@cliffhanger/contract";
import { makeSeries } from "./factories.ts";
import type { TestMoney } from "./money.ts";
import { type MadeMember, makeMember } from "./people.ts";
import { type Bought, orderOf, payOrder, seeOrder } from "./purchases.ts";

/** A customer who bought something, and the purchase. */
export interface MadePurchase {
  member: MadeMember;
  order: Order;
}

/** Creates a member who buys a series, by card or with PayPal, as a browser does it. */
export async function makePurchase(
  shop: TestMoney,
  {
    method,
    currency = "USD",
    buyer = "funded",
  }: { method: "card" | "paypal"; currency?: string; buyer?: string },
): Promise<MadePurchase> {
  const member = await makeMember(shop);
  const { id: seriesId } = await makeSeries(shop);
  const { info, reason } = await orderOf(member, { seriesId, currency, method });
  if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
  if (method === "card") await payOrder(member, info.order.id);
  else await approveOrder(shop, info, buyer);
  const order = await seeOrder(member, info.order.id);
  if (order.state !== "paid") throw new Error(`The order is ${order.state}`);
  return { member, order };
}

/** Approves an order at PayPal's simulator and follows the browser's return. */
export async function approveOrder(shop: TestMoney, { next }: Bought, buyer = "funded"): Promise<void> {
  const orderId = new URL(next?.url ?? "").searchParams.get("token");
  const { url } = (await shop.paypal.post("/approve", { orderId, buyer })) as { url: string };
  await fetch(url, { redirect: "manual" });
}
