import * as z from "zod";
import type { Call } from "./call.ts";
import {
  CancelRequest,
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
  Subscription,
  Unlocked,
  UnlockRequest,
} from "./money.ts";

/** The calls of plans, orders and payments. */
export const moneyCalls = {
  "POST /api/video/unlock": {
    summary: "Whether a series is open to this viewer, and what opens it; never charges (R73)",
    cache: "private",
    body: UnlockRequest,
    info: Unlocked,
    offer: Offer,
  },
  "GET /api/plan": {
    summary: "What is sold here, how it is paid and what one agrees to (R78)",
    cache: "private",
    query: PlanQuery,
    info: PlanList,
  },
  "POST /api/payment/order": {
    summary: "Opens an order; the same clientToken is the same order (R77)",
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
  "GET /api/payment": {
    summary: "One order (orderId), or the membership and all orders (R74)",
    cache: "private",
    query: PaymentQuery,
    info: z.union([Order, Payments]),
  },
  "POST /api/payment/cancel": {
    summary: "Ends renewal, takes that back (undo), or gives up a pending order (R75)",
    cache: "private",
    body: CancelRequest,
    info: z.union([z.object({ subscription: Subscription }), z.object({ order: Order })]),
  },
} as const satisfies Record<string, Call>;
