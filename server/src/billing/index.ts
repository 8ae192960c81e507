export { type Billing, type BillingListener, defaultPolicy } from "./billing.ts";
export { checkGateways, pricesNow } from "./check.ts";
export type { Gateway, GatewayName } from "./gateway.ts";
export { billingListener } from "./listener.ts";
export {
  type BillingOptions,
  billingTasks,
  openBilling,
  registerBilling,
  tasks as moneyTasks,
} from "./open.ts";
export { orderNumberOf, parseOrderNumber } from "./orders/order-code.ts";
export type { OrderRow } from "./orders/repository.ts";
export { cleanWaysHere, hasCardNumber, refuseCardNumbers, withoutCardNumbers } from "./pan-guard.ts";
export { chargesEnded } from "./payments/charge.ts";
export { currencyFor } from "./plans/currency.ts";
export { offerFor } from "./plans/offer.ts";
export { readSale } from "./plans/plan-list.ts";
export { openPayPal } from "./providers/paypal/paypal.ts";
export { openStripe } from "./providers/stripe/stripe.ts";
export { RefundError, refundOrder } from "./refunds/refund.ts";
export { findOrderId, findRefund, listRefunds } from "./refunds/repository.ts";
export { readInstallation } from "./repository.ts";
export { listUnlocked } from "./rights/repository.ts";
export { noRights, type Rights, rightsOf } from "./rights.ts";
export { membershipReader } from "./subscriptions/membership.ts";
export type { Task } from "./work.ts";
