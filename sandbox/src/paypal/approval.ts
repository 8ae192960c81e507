import { buyerOf, findBuyer } from "./buyers.ts";
import { emit } from "./events.ts";
import { cancelScheduled, later } from "./plans.ts";
import { wholeOrder } from "./represent.ts";
import type { Order, Setup, World } from "./state.ts";
import { stamp } from "./state.ts";

const APPROVAL_SECONDS = 3 * 3600;

/** Returns why an order cannot be approved now, as text for the buyer; null when it can. */
export function refusalToApprove(order: Order): string | null {
  if (order.status === "COMPLETED") return "This payment has been made already.";
  if (order.status === "VOIDED") return "This payment has expired. Go back to the shop and start again.";
  return null;
}

/** Approves an order as a buyer. Returns where the browser goes. */
export function approve(world: World, order: Order, buyerName: string): string {
  const buyer = findBuyer(buyerName);
  if (!buyer) throw new Error(`There is no buyer ${buyerName}.`);
  const now = world.clock.now();
  cancelScheduled(world, order.id, "approval-ends");
  const approved: Order = {
    ...order,
    status: "APPROVED",
    buyer: buyerName,
    approvedAt: now,
    updatedAt: now,
  };
  world.store.put("order", order.id, approved);
  later(world, "approval-ends", order.id, APPROVAL_SECONDS);
  emit(world, "CHECKOUT.ORDER.APPROVED", order.id, wholeOrder(world, approved, []));
  return returnAddress(world, order.experience.return_url, { token: order.id, PayerID: buyer.account });
}

/** Cancels an approval: the buyer returns without paying. */
export function cancel(world: World, order: Order): string {
  return returnAddress(world, order.experience.cancel_url, { token: order.id });
}

/** Approves later charges as a buyer. */
export function approveSetup(world: World, setup: Setup, buyerName: string): string {
  buyerOf(buyerName);
  world.store.put("setup", setup.id, { ...setup, status: "APPROVED", buyer: buyerName });
  return returnAddress(world, setup.experience.return_url, {
    approval_token_id: setup.id,
    approval_session_id: setup.id,
  });
}

/** Cancels a setup: the buyer does not approve later charges. */
export function cancelSetup(world: World, setup: Setup): string {
  return returnAddress(world, setup.experience.cancel_url, {
    approval_token_id: setup.id,
    approval_session_id: setup.id,
  });
}

/** Ends the approval of an order that was not captured in time. */
export function endApproval(world: World, orderId: string): void {
  const order = world.store.get<Order>("order", orderId);
  if (order?.status !== "APPROVED") return;
  const ended: Order = { ...order, status: "VOIDED", updatedAt: world.clock.now() };
  world.store.put("order", order.id, ended);
  emit(world, "CHECKOUT.PAYMENT-APPROVAL.REVERSED", order.id, {
    order_id: order.id,
    purchase_units: order.units.map((unit) => ({ reference_id: "default", ...unit })),
    payment_source: { paypal: {} },
    create_time: stamp(ended.updatedAt),
  });
}

function returnAddress(world: World, address: string | undefined, said: Record<string, string>): string {
  const url = new URL(address ?? `${world.base()}/finished`);
  for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value);
  return url.href;
}
