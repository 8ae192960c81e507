import * as z from "zod";
import type { Call } from "./call.ts";
import {
  CancelRequest,
  ChangeRequest,
  MethodChange,
  MethodChangeQuery,
  MethodChangeRequest,
  Offer,
  Order,
  OrderNext,
  OrderRequest,
  PaymentQuery,
  Payments,
  PayNext,
  PayRequest,
  PlanList,
  PlanQuery,
  SavedMethodRequest,
  SavedMethods,
  Subscription,
  Unlocked,
  UnlockRequest,
  Withdrawal,
  WithdrawRequest,
} from "./money.ts";

/** The calls of plans, orders and payments. */
export const moneyCalls = {
  "POST /api/video/unlock": {
    summary: "Whether this visitor may watch a series, and the offer that unlocks it; never charges (R73)",
    cache: "private",
    body: UnlockRequest,
    info: Unlocked,
    offer: Offer,
  },
  "GET /api/plan": {
    summary: "Plans, payment methods and the text to accept (R78)",
    cache: "private",
    query: PlanQuery,
    info: PlanList,
  },
  "POST /api/payment/order": {
    summary:
      "Opens an order, also for a guest with an address; a repeated clientToken returns the same order (R77)",
    cache: "private",
    body: OrderRequest,
    info: z.object({ order: Order, next: OrderNext.nullable() }),
  },
  "POST /api/payment/pay": {
    summary: "Pays an order (R76)",
    cache: "private",
    body: PayRequest,
    info: z.object({ order: Order, next: PayNext.nullable() }),
  },
  "POST /api/payment/change": {
    summary: "Plans a cheaper plan for the next period; the present plan drops a planned change",
    cache: "private",
    body: ChangeRequest,
    info: z.object({ subscription: Subscription }),
  },
  "GET /api/payment": {
    summary: "One order (orderId), or the membership and all orders, also of a guest who bought (R74)",
    cache: "private",
    query: PaymentQuery,
    info: z.union([Order, Payments]),
  },
  "POST /api/payment/cancel": {
    summary: "Cancels the renewal, resumes it (undo), or cancels a pending order (R75)",
    cache: "private",
    body: CancelRequest,
    info: z.union([z.object({ subscription: Subscription }), z.object({ order: Order })]),
  },
  "POST /api/payment/withdraw": {
    summary:
      "What a withdrawal from an order brings (ask), or the withdrawal itself (confirm), once; order: for its owner",
    cache: "private",
    body: WithdrawRequest,
    info: z.object({ withdrawal: Withdrawal, order: Order.nullable() }),
  },
  "POST /api/payment/method": {
    summary: "Begins a change of the method that the membership renews by, or gives a card to one",
    cache: "private",
    body: MethodChangeRequest,
    info: MethodChange,
  },
  "GET /api/payment/method": {
    summary: "How far a change of method is",
    cache: "private",
    query: MethodChangeQuery,
    info: MethodChange,
  },
  "GET /api/payment/methods": {
    summary: "Saved payment methods of the caller, the default one first",
    cache: "private",
    data: SavedMethods,
  },
  "DELETE /api/payment/methods": {
    summary:
      "Removes a saved payment method, and deletes it at its gateway; 409 while a membership renews by it",
    cache: "private",
    body: SavedMethodRequest,
    data: SavedMethods,
  },
  "POST /api/payment/methods/default": {
    summary: "Makes a saved payment method the one that is offered first",
    cache: "private",
    body: SavedMethodRequest,
    data: SavedMethods,
  },
} as const satisfies Record<string, Call>;
