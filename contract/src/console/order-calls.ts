import * as z from "zod";
import { type Call, Nothing } from "../call.ts";
import { Id } from "../common.ts";
import { keyPage } from "./key-pages.ts";
import {
  ConsoleOrder,
  ConsoleOrderName,
  ConsoleOrderQuery,
  ConsoleOrderRow,
  ConsoleReceipt,
  ConsoleRefund,
  ReceiptSend,
  RefundAct,
  RefundAsk,
  RefundEffect,
} from "./orders.ts";

/** The calls of orders and their refunds. */
export const consoleOrderCalls = {
  "GET /api/console/orders": {
    summary: "The list of orders with filters, the newest first",
    cache: "private",
    query: ConsoleOrderQuery,
    data: keyPage(ConsoleOrderRow),
    console: { permission: "order.read" },
  },
  "GET /api/console/orders/one": {
    summary: "One order: what happened, its entries in the books, buyer, consent and refunds",
    cache: "private",
    query: ConsoleOrderName,
    info: ConsoleOrder,
    console: { permission: "order.read" },
  },
  "GET /api/console/receipts/one": {
    summary: "A receipt or credit note as it was issued",
    cache: "private",
    query: z.object({ id: Id }),
    info: ConsoleReceipt,
    console: { permission: "order.read" },
  },
  "POST /api/console/orders/refund": {
    summary: "Refunds an order, or answers what that would do",
    cache: "private",
    body: RefundAct,
    info: z.object({ refunds: z.array(ConsoleRefund), effect: RefundEffect.nullable() }),
    console: { permission: "refund", writes: "order.refund", fresh: "over_limit" },
  },
  "POST /api/console/orders/refund/ask": {
    summary: "Asks finance for a refund above the refund amount",
    cache: "private",
    body: RefundAsk,
    info: Nothing,
    console: { permission: "refund", writes: "order.refund.ask" },
  },
  "POST /api/console/orders/receipt/send": {
    summary: "Sends the receipt of an order again",
    cache: "private",
    body: ReceiptSend,
    info: Nothing,
    console: { permission: "person.help", writes: "order.receipt.send" },
  },
} as const satisfies Record<string, Call>;
