import type { CallInput } from "#platform/http/call";
import type { Caller, Origin } from "#platform/http/caller";
import { DomainError, notFound } from "#platform/http/errors";
import type { Charge } from "../charging/begin.ts";
import { chargeOrder } from "../charging/charge.ts";
import type { Billing } from "../records/billing.ts";
import { findOrderToPay } from "../records/order-key.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { checkKeep } from "./agreement.ts";
import { orderOf } from "./order-view.ts";
import { findSavedMethod } from "./saved-method.ts";

type PayInput = CallInput<"POST /api/payment/pay"> & { caller: Caller | null; origin: Origin };

/** Pays an order (R76) by the card form, by PayPal, or by a saved method, and returns what its customer does next. */
export async function payOrder(billing: Billing, input: PayInput) {
  const { body, language, caller, origin } = input;
  const orderKey = "orderKey" in body ? body.orderKey : undefined;
  const found = await findOrderToPay(billing, { orderId: body.orderId, orderKey, caller });
  const charge = await methodOf(billing, input, found);
  const count = (outcome: string) =>
    body.method === "wallet"
      ? billing.meters.express({ wallet: body.wallet ?? "other", result: outcome })
      : undefined;
  const { order, result, decline, next } = await chargeOrder(billing, found.id, {
    initiator: "customer",
    address: origin.address,
    ...charge,
  }).catch((error: unknown) => {
    count("refused");
    throw error;
  });
  count(result);
  const view = await orderOf(billing, order, language);
  if (result === "declined" && decline) throw new DomainError(500, decline.reason, { info: { order: view } });
  // A saved PayPal account whose owner has to approve once more: the order waits for that.
  if (result === "approval" && body.method === "saved" && next?.type === "redirect")
    return { info: { order: view, next } };
  if (result === "approval") throw new DomainError(500, "paypal_not_approved", { info: { order: view } });
  if (result === "gone") throw new DomainError(500, "order_gone", { info: { order: view } });
  // Another process is about to charge it; the caller sees that it is being checked.
  const state = result === "checking" && view.state === "pending" ? "processing" : view.state;
  return { info: { order: { ...view, state }, next: next?.type === "action" ? next : null } };
}

async function methodOf(
  billing: Billing,
  { body, language, caller }: PayInput,
  order: OrderRow,
): Promise<Partial<Charge>> {
  const isOwner = caller !== null && order.visitor_id === caller.id;
  if (body.method === "paypal") return { method: "paypal" };
  if (body.method === "wallet") {
    // The token names the payer. No link of an email leads to a wallet, so only the order's owner pays by one.
    if (!isOwner) throw notFound();
    return { method: "card", token: body.confirmationToken, keep: null };
  }
  if (body.method === "card") {
    const { firstName, lastName, email } = body;
    // The link of an email lets anyone pay, and only the order's owner keep a card: a member, or the guest of this session.
    const keep = order.kind === "unlock" && isOwner ? checkKeep(body, language, "card") : null;
    return {
      method: "card",
      token: body.paymentMethod,
      billingDetails: { name: `${firstName} ${lastName}`.trim(), email },
      keep,
    };
  }
  if (!isOwner) throw notFound();
  const { instrumentId } = body;
  const { id, kind, token, customer } = await findSavedMethod(billing, caller.id, {
    instrumentId,
    kind: order.kind,
  });
  return { method: kind, token, instrumentId: id, customer, keep: null };
}
