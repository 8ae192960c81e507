import type {
  ConsoleOrder,
  ConsoleReceipt,
  ConsoleRefund,
  Language,
  OrderEvent,
} from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { notFound } from "#platform/http/errors";
import { moneyOf, signedDisplay } from "#platform/money";
import { type Say, sayIn } from "#platform/said";
import { orderNumberOf, parseOrderNumber } from "../../records/order-code.ts";
import { findOrderParts } from "../../records/orders/repository.ts";
import { listPayments, type PaymentRow } from "../../records/payments/repository.ts";
import { findReceipt, listReceipts, type ReceiptRow } from "../../records/receipts/repository.ts";
import {
  findOrderId,
  leftOf,
  listCaptures,
  type OpenCapture,
  type RefundRow,
} from "../../records/refunds/repository.ts";
import { wasLost } from "../../records/settlement/repository.ts";
import type { SubscriptionRow } from "../../records/subscriptions/repository.ts";
import { usedMethodOf } from "../../records/used-method.ts";
import { promiseEnd } from "../../records/withdrawals/promise.ts";
import { nothingLeft, refusalOf } from "../../settlement/refund.ts";
import type { ConsoleBilling } from "./console-billing.ts";
import { describeRow } from "./list-orders.ts";
import { presentMembership, renews } from "./membership.ts";
import { unitsIn } from "./refund-effect.ts";
import * as repository from "./repository.ts";

/** Other orders of the buyer this long before and after are shown beside an order. */
const BESIDE_MS = 30 * 60_000;

/** Describes one order with everything that a person decides by. */
export async function describeOrder(
  context: ConsoleBilling,
  name: string,
  language: Language,
): Promise<ConsoleOrder> {
  const { billing } = context;
  const { db } = billing;
  const id = await findOrderId(db, parseOrderNumber(name) ?? { id: name });
  const order = id === undefined ? undefined : await repository.findListed(db, id);
  if (!order) throw notFound();
  const at = order.created_at.getTime();
  const span = { from: new Date(at - BESIDE_MS), to: new Date(at + BESIDE_MS) };
  const [
    captures,
    payments,
    parts,
    receipts,
    facts,
    booked,
    buyer,
    beside,
    membership,
    asked,
    limit,
    isLost,
  ] = await Promise.all([
    listCaptures(db, order.id),
    listPayments(db, order.id),
    findOrderParts(db, order),
    listReceipts(db, order.id),
    repository.readOrderFacts(db, order),
    repository.listBooked(db, order.id),
    repository.findBuyer(db, order),
    repository.listBeside(db, order, span),
    presentMembership(db, order, billing.clock.now()),
    repository.findRefundRequest(db, order.id),
    context.refundAmount(),
    wasLost(db, order),
  ]);
  const money = (amount: number) => moneyOf(amount, order.currency, language);
  const left = isLost ? 0 : captures.reduce((sum, capture) => sum + leftOf(capture), 0);
  const payment = payments.find(({ state }) => state === "succeeded") ?? payments[0];
  const refusal = notRefundable({ order, isLost }, payments, captures);
  const events = eventsOf({ order, captures, receipts, refunds: parts.refunds, facts, membership, language });
  return {
    ...describeRow(order, language),
    paidAt: order.paid_at?.toISOString() ?? null,
    paidWith: parts.paidWith ? usedMethodOf(parts.paidWith) : null,
    gateway: payment?.gateway ?? null,
    remoteId: payment?.remote_id ?? null,
    days: order.period_days,
    ...settledOf(captures, language),
    refunded: money(captures.reduce((sum, { refunded, pending }) => sum + refunded + pending, 0)),
    left: money(Math.max(0, left)),
    notRefundable: refusal && sayIn(language, refusal),
    promiseEndsAt: order.paid_at && promiseEnd(order.paid_at, order, billing.policy).toISOString(),
    membership: membership && {
      state: membership.state,
      endsAt: membership.period_end.toISOString(),
      renews: renews(membership),
    },
    events,
    books: booksOf(booked, language),
    buyer: {
      id: order.visitor_id,
      kind: buyer?.kind ?? "erased",
      since: buyer?.since.toISOString() ?? null,
      channel: buyer?.channel ?? null,
    },
    consent:
      order.consent_version === null || order.consent_at === null
        ? null
        : { text: order.consent_text, version: order.consent_version, at: order.consent_at.toISOString() },
    receipts: receipts.map(({ id: receiptId, content, kind, amount, currency, issued_at: issued }) => ({
      id: receiptId,
      number: content.number,
      kind,
      total: moneyOf(amount, currency, language),
      at: issued.toISOString(),
    })),
    refunds: await Promise.all(parts.refunds.map((row) => describeRefund(context, row, language))),
    others: beside.map((row) => ({
      number: orderNumberOf(row),
      title: textIn(row.title, language),
      total: moneyOf(row.amount, row.currency, language),
      state: row.state,
      at: row.created_at.toISOString(),
    })),
    asked: asked ? { amount: money(asked.amount), at: asked.at.toISOString(), reason: asked.reason } : null,
    refundAmount: money(unitsIn(limit, order.currency)),
  };
}

function notRefundable(
  asked: { order: repository.ListedOrder; isLost: boolean },
  payments: readonly PaymentRow[],
  captures: readonly OpenCapture[],
): Say | null {
  const refusal = refusalOf(asked, payments);
  if (refusal !== null) return refusal;
  const { order } = asked;
  return captures.some((capture) => leftOf(capture) > 0) ? null : nothingLeft(order, captures);
}

/** Returns fee and net of the captures, if the lines of the gateway's balance are known. */
function settledOf(captures: readonly OpenCapture[], language: Language): Pick<ConsoleOrder, "fee" | "net"> {
  const [first] = captures;
  const currency = first?.settled_currency ?? null;
  const isKnown = captures.every(
    (capture) => capture.settled_currency === currency && capture.settled_fee !== null,
  );
  if (currency === null || !isKnown) return { fee: null, net: null };
  const fee = captures.reduce((sum, { settled_fee: one }) => sum + (one ?? 0), 0);
  const amount = captures.reduce((sum, { settled_amount: one }) => sum + (one ?? 0), 0);
  return {
    fee: moneyOf(Math.abs(fee), currency, language),
    net: moneyOf(Math.max(0, amount - Math.abs(fee)), currency, language),
  };
}

/** Describes a refund with the address of the operator who made it. */
export async function describeRefund(
  { nameOf }: ConsoleBilling,
  row: RefundRow,
  language: Language,
): Promise<ConsoleRefund> {
  return {
    id: row.id,
    state: row.state,
    amount: moneyOf(row.amount, row.currency, language),
    at: row.created_at.toISOString(),
    initiator: row.initiated_by,
    by: row.operator_id === null ? null : await nameOf(row.operator_id),
    reason: row.reason,
  };
}

interface Happened {
  order: repository.ListedOrder;
  captures: readonly OpenCapture[];
  receipts: readonly ReceiptRow[];
  refunds: readonly RefundRow[];
  facts: repository.OrderFacts;
  membership: SubscriptionRow | null;
  language: Language;
}

const event = (at: Date, kind: OrderEvent["kind"], more: Partial<OrderEvent> = {}): OrderEvent => ({
  word: null,
  money: null,
  number: null,
  until: null,
  count: null,
  ...more,
  at: at.toISOString(),
  kind,
});

/** Returns what happened to an order, the oldest first. */
function eventsOf({
  order,
  captures,
  receipts,
  refunds,
  facts,
  membership,
  language,
}: Happened): OrderEvent[] {
  const display = (amount: number, currency: string) => moneyOf(amount, currency, language).display;
  const events = [
    event(order.created_at, "ordered", { money: display(order.amount, order.currency) }),
    ...facts.declines.map(({ at, code }) => event(at, "declined", { word: code })),
    ...captures.map(({ at, amount, currency, gateway }) =>
      event(at, "paid", { word: gateway, money: display(amount, currency) }),
    ),
    ...(membership && order.paid_at
      ? [
          event(order.paid_at, "began", {
            until: membership.period_end.toISOString(),
            count: order.period_days,
          }),
        ]
      : []),
    ...receipts.map(({ issued_at: at, kind, amount, currency, content }) =>
      event(at, kind === "receipt" ? "receipt" : "creditNote", {
        number: content.number,
        money: display(amount, currency),
      }),
    ),
    ...facts.mails.map(({ at, kind }) => event(at, "mail", { word: kind })),
    ...(facts.watched.last ? [event(facts.watched.last, "watched", { count: facts.watched.count })] : []),
    ...facts.disputes.map(({ at, to }) => event(at, "dispute", { word: to })),
    ...facts.withdrawals.map(({ at, to, amount, currency }) =>
      event(at, "withdrawal", { word: to, money: display(amount, currency) }),
    ),
    ...refunds.map(({ created_at: at, state, amount, currency }) =>
      event(at, "refund", { word: state, money: display(amount, currency) }),
    ),
  ];
  return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function booksOf(entries: readonly repository.BookedEntry[], language: Language): ConsoleOrder["books"] {
  const groups = Map.groupBy(entries, ({ id }) => id);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        at: first.at.toISOString(),
        source: first.source.split(":", 1)[0] ?? first.source,
        entries: group.map(({ account, currency, amount }) => {
          const display = signedDisplay(Math.abs(amount), currency, language);
          return { account, currency, debit: amount > 0 ? display : "", credit: amount < 0 ? display : "" };
        }),
      },
    ];
  });
}

/** Describes a receipt or credit note as it was issued. */
export async function describeReceipt(
  { billing: { db } }: ConsoleBilling,
  id: string,
  language: Language,
): Promise<ConsoleReceipt> {
  const row = await findReceipt(db, id);
  if (!row) throw notFound();
  const { content, currency } = row;
  return {
    id: row.id,
    number: content.number,
    kind: row.kind,
    at: row.issued_at.toISOString(),
    buyer: content.buyer,
    lines: content.lines.map(({ title, amount }) => ({
      title,
      amount: signedDisplay(amount, currency, language),
    })),
    total: moneyOf(row.amount, currency, language),
  };
}
