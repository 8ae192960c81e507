import { parseLanguage } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Billing } from "../records/billing.ts";
import type { CreateInput, Gateway } from "../records/gateway.ts";
import { orderNumberOf } from "../records/order-code.ts";
import { findSubscribeOrder, type OrderRow } from "../records/orders/repository.ts";
import type { PaymentRow } from "../records/payments/repository.ts";
import { textOfSale } from "../records/sale-mark.ts";

/** How a remote object is created: its idempotency key, its customer, and who will charge it. */
type Creation = Required<Pick<CreateInput, "key" | "customer" | "saveInstrument" | "usage" | "initiator">>;

/** Returns what the gateway needs to create the remote object of a payment. */
export async function createInputOf(
  billing: Billing,
  gateway: Gateway,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  creation: Creation,
): Promise<CreateInput> {
  const { name: siteName } = await billing.site();
  const language = parseLanguage(order.language) ?? "en";
  const first =
    order.kind === "renewal" && order.subscription_id !== null
      ? await findSubscribeOrder(billing.db, order.subscription_id)
      : undefined;
  return {
    amount: payment.amount,
    currency: payment.currency,
    orderId: order.id,
    orderNumber: orderNumberOf(order),
    paymentId: payment.id,
    sale: textOfSale(order, { firstOrderId: first?.id ?? null, initiator: payment.initiator }),
    facts: payment.risk_facts,
    description: textIn(order.title, language),
    siteName,
    language,
    visitorId: order.visitor_id ?? "",
    email: order.email,
    ...creation,
    ...returnsOf(billing, gateway, order),
  };
}

/** Returns the URLs to which the gateway redirects the browser. */
export function returnsOf({ origin }: Billing, gateway: Gateway, { id }: OrderRow) {
  const order = `order=${encodeURIComponent(id)}`;
  if (gateway.name === "stripe")
    return { returnUrl: `${origin}/order/result?${order}`, cancelUrl: `${origin}/order/easy?${order}` };
  const hook = `${origin}/api/webhook/payment/paypal`;
  return { returnUrl: `${hook}-return?${order}`, cancelUrl: `${hook}-cancel?${order}` };
}
