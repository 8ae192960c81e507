import * as z from "zod";
import { choiceParameter, Id, Moment, Money, textParameter } from "../common.ts";
import { UsedMethod } from "../money.ts";
import { orderKinds, orderStates, subscriptionStates } from "../order-states.ts";
import { keyPageQuery } from "./key-pages.ts";
import { RequestKey } from "./operator.ts";
import { orderGateways, orderMethods, refundReasons } from "./order-kinds.ts";

/** Filters of the list of orders. Amounts are decimals, in the currency of each order. */
export const ConsoleOrderQuery = z.object({
  ...keyPageQuery,
  state: choiceParameter(orderStates, undefined),
  method: choiceParameter(orderMethods, undefined),
  gateway: choiceParameter(orderGateways, undefined),
  currency: textParameter(3),
  from: textParameter(20),
  to: textParameter(20),
  decline: textParameter(60),
  campaign: textParameter(200),
  /** A whole order or receipt number, id at a gateway, or mail address. */
  text: textParameter(200),
});
export type ConsoleOrderQuery = z.infer<typeof ConsoleOrderQuery>;

/** One order in a list. */
export const ConsoleOrderRow = z.object({
  id: Id,
  number: z.string(),
  at: Moment,
  kind: z.enum(orderKinds),
  title: z.string(),
  email: z.string().nullable(),
  total: Money,
  state: z.enum(orderStates),
  method: z.enum(orderMethods),
  decline: z.string().nullable(),
  campaign: z.string().nullable(),
});
export type ConsoleOrderRow = z.infer<typeof ConsoleOrderRow>;

/** Names an order by its number, or by its id. */
export const ConsoleOrderName = z.object({ number: z.string().min(1).max(40) });

/** Something that happened to an order. `word` is the word of whoever says it: a decline code, a kind of mail, a state. */
export const OrderEvent = z.object({
  at: Moment,
  kind: z.enum([
    "ordered",
    "declined",
    "paid",
    "began",
    "receipt",
    "creditNote",
    "mail",
    "watched",
    "refund",
    "dispute",
    "withdrawal",
    "ended",
  ]),
  word: z.string().nullable(),
  money: z.string().nullable(),
  number: z.string().nullable(),
  until: Moment.nullable(),
  count: z.int().nullable(),
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** A refund of an order. `by` is the address of the operator who asked for it. */
export const ConsoleRefund = z.object({
  id: Id,
  state: z.enum(["pending", "done", "failed"]),
  amount: Money,
  at: Moment,
  initiator: z.enum(["operator", "member", "system", "gateway"]),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ConsoleRefund = z.infer<typeof ConsoleRefund>;

/** One order with everything that a person decides by. */
export const ConsoleOrder = ConsoleOrderRow.extend({
  paidAt: Moment.nullable(),
  paidWith: UsedMethod.nullable(),
  gateway: z.enum(orderGateways).nullable(),
  remoteId: z.string().nullable(),
  days: z.int().nullable(),
  /** What the gateway kept and what is left, in the currency of its balance; null while that is not known. */
  fee: Money.nullable(),
  net: Money.nullable(),
  refunded: Money,
  left: Money,
  /** Why nothing can be refunded now, in a sentence; null: it can. */
  notRefundable: z.string().nullable(),
  /** Until when the refund promise covers it. */
  promiseEndsAt: Moment.nullable(),
  /** The membership whose present period it pays for. */
  membership: z.object({ state: z.enum(subscriptionStates), endsAt: Moment, renews: z.boolean() }).nullable(),
  events: z.array(OrderEvent),
  books: z.array(
    z.object({
      at: Moment,
      source: z.string(),
      entries: z.array(
        z.object({ account: z.string(), currency: z.string(), debit: z.string(), credit: z.string() }),
      ),
    }),
  ),
  buyer: z.object({
    id: Id.nullable(),
    kind: z.enum(["guest", "member", "erased"]),
    since: Moment.nullable(),
    channel: z.string().nullable(),
  }),
  consent: z.object({ text: z.string().nullable(), version: z.string(), at: Moment }).nullable(),
  receipts: z.array(
    z.object({
      id: Id,
      number: z.string(),
      kind: z.enum(["receipt", "credit_note"]),
      total: Money,
      at: Moment,
    }),
  ),
  refunds: z.array(ConsoleRefund),
  /** Other orders of the same buyer within the hour around it. */
  others: z.array(ConsoleOrderRow.pick({ number: true, title: true, total: true, state: true, at: true })),
  /** Whether support asked finance to refund it, and that is open. */
  asked: z.object({ amount: Money, at: Moment, reason: z.string() }).nullable(),
  /** The most that this operator refunds without a fresh proof, or, as support, at all. */
  refundAmount: Money,
});
export type ConsoleOrder = z.infer<typeof ConsoleOrder>;

/** A receipt or credit note as it was issued. */
export const ConsoleReceipt = z.object({
  id: Id,
  number: z.string(),
  kind: z.enum(["receipt", "credit_note"]),
  at: Moment,
  buyer: z.string().nullable(),
  lines: z.array(z.object({ title: z.string(), amount: z.string() })),
  total: Money,
});
export type ConsoleReceipt = z.infer<typeof ConsoleReceipt>;

const wanted = {
  orderId: Id,
  /** In minor units of the order's currency. */
  amount: z.int().positive().max(10_000_000_000),
  reason: z.enum(refundReasons),
  note: z
    .string()
    .trim()
    .max(500)
    .refine((text) => !text.includes("\0"))
    .default(""),
  /** Whether the membership that the order paid for ends at once. */
  endNow: z.boolean().default(false),
};

/** Refunds an order, or answers what that would do: the act carries the hash of that answer. */
export const RefundAct = z.object({
  ...wanted,
  requestKey: RequestKey,
  dryRun: z.boolean().optional(),
  effect: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** Asks finance for a refund that is above what support refunds. */
export const RefundAsk = z.object({ ...wanted, requestKey: RequestKey });

/** What a refund would do. Without a hash it would be refused, and the sentence says why. */
export const RefundEffect = z.object({
  hash: z.string().nullable(),
  sentences: z.array(
    z.object({ about: z.enum(["money", "rights", "note", "fee", "refused"]), text: z.string() }),
  ),
  /** Whether the operator may do it as they are: `fresh` after a fresh proof, `ask` not at all. */
  allowed: z.enum(["yes", "fresh", "ask"]),
});
export type RefundEffect = z.infer<typeof RefundEffect>;

/** Sends the receipt of an order again. */
export const ReceiptSend = z.object({ orderId: Id, requestKey: RequestKey });
