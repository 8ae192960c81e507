import { textIn } from "#catalogue";
import { handleCall } from "#platform/http/call";
import { DomainError, explainedRefusal } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import { moneyOf } from "#platform/money";
import { refreshOrder } from "./charging/inspect-order.ts";
import { cancelForCustomer } from "./checkout/cancel-order.ts";
import { scheduleChange } from "./checkout/open-change.ts";
import { openOrder } from "./checkout/open-order.ts";
import { orderOf } from "./checkout/order-view.ts";
import { payOrder } from "./checkout/pay-order.ts";
import type { Billing } from "./records/billing.ts";
import { orderNumberOf } from "./records/order-code.ts";
import { findOwnOrder, newOrderKey } from "./records/order-key.ts";
import { findOrder, listOrders } from "./records/orders/repository.ts";
import { cancelRenewal, undoCancel } from "./subscriptions/cancel.ts";
import { subscriptionOf } from "./subscriptions/view.ts";
import { findOrderToWithdraw } from "./withdrawals/find-order.ts";
import { askWithdrawal, confirmWithdrawal } from "./withdrawals/withdraw.ts";

/** The most orders that a response lists. */
const MAX_ORDERS = 100;

/** Registers the routes for orders and payments. */
export function registerPayments(http: Http, billing: Billing): void {
  registerWithdrawals(http, billing);
  handleCall(http, "POST /api/payment/order", {
    access: "visitor",
    savesGuest: true,
    async handle({ body, language, caller, origin, click }) {
      const { order, next } = await openOrder(billing, { caller, language, origin, click, request: body });
      // The card form is a separate document: without cookies, a key identifies the owner of the order.
      const key =
        next?.type === "card" && origin.cookieToken === null ? await newOrderKey(billing.db, order.id) : null;
      const way =
        next?.type === "card" && key !== null
          ? { ...next, url: `${next.url}&key=${encodeURIComponent(key)}` }
          : next;
      return { info: { order: await orderOf(billing, order, language), next: way } };
    },
  });
  handleCall(http, "POST /api/payment/pay", {
    access: "recognised",
    handle: (input) => payOrder(billing, input),
  });
  handleCall(http, "POST /api/payment/change", {
    access: "member",
    async handle({ body, language, caller, origin }) {
      await scheduleChange(billing, { caller, language, origin }, body);
      const subscription = await subscriptionOf(billing, caller.id, language);
      if (!subscription) throw explainedRefusal("no_subscription");
      return { info: { subscription } };
    },
  });
  handleCall(http, "GET /api/payment", {
    access: "recognised",
    async handle({ query: { orderId, orderKey }, language, caller }) {
      if (orderId !== undefined) {
        const order = await findOwnOrder(billing, { orderId, orderKey, caller });
        return { info: await orderOf(billing, await refreshOrder(billing, order), language) };
      }
      if (caller === null) throw new DomainError(401, "sign_in_required");
      const [subscription, rows] = await Promise.all([
        subscriptionOf(billing, caller.id, language),
        listOrders(billing.db, caller.id, MAX_ORDERS),
      ]);
      // A guest sees what they bought here; one who bought nothing has no orders to see.
      if (caller.kind === "guest" && rows.length === 0) throw new DomainError(401, "sign_in_required");
      const orders = await Promise.all(rows.map((row) => orderOf(billing, row, language)));
      return { info: { subscription, orders } };
    },
  });
  handleCall(http, "POST /api/payment/cancel", {
    access: "recognised",
    async handle({ body: { orderId, orderKey, undo, reason }, language, caller }) {
      if (orderId !== undefined) {
        const order = await findOwnOrder(billing, { orderId, orderKey, caller });
        const closed = order.kind === "renewal" ? order : await cancelForCustomer(billing, order);
        return { info: { order: await orderOf(billing, closed, language) } };
      }
      if (caller === null) throw new DomainError(401, "sign_in_required");
      if (caller.kind === "guest" && (await subscriptionOf(billing, caller.id, language)) === null)
        throw new DomainError(401, "sign_in_required");
      await (undo ? undoCancel(billing, caller.id) : cancelRenewal(billing, caller.id, reason));
      const subscription = await subscriptionOf(billing, caller.id, language);
      if (!subscription) throw explainedRefusal("no_subscription");
      return { info: { subscription } };
    },
  });
}

/**
 * Registers the withdrawal from a contract. Its owner gets the order too; a key or an order number with its email
 * address shows what the receipt says already, and nothing else.
 */
function registerWithdrawals(http: Http, billing: Billing): void {
  handleCall(http, "POST /api/payment/withdraw", {
    access: "recognised",
    async handle({ body: { step, ...named }, language, caller, origin }) {
      const order = await findOrderToWithdraw(billing, { ...named, caller, address: origin.address });
      const found = await (step === "ask" ? askWithdrawal : confirmWithdrawal)(billing, order.id);
      const { outcome, why, amount, until, at, staysUntil } = found;
      const withdrawal = {
        outcome,
        why,
        amount: moneyOf(amount, order.currency, language),
        until: until.toISOString(),
        at: at?.toISOString() ?? null,
        staysUntil: staysUntil?.toISOString() ?? null,
        of: { number: orderNumberOf(order), kind: order.kind, title: textIn(order.title, language) },
      };
      const isOwner = caller !== null && order.visitor_id === caller.id;
      const after = isOwner ? ((await findOrder(billing.db, order.id)) ?? order) : null;
      return { info: { withdrawal, order: after && (await orderOf(billing, after, language)) } };
    },
  });
}
