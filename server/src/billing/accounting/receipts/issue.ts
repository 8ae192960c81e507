import { parseLanguage, type UsedMethod } from "@cliffhanger/contract";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../../records/billing.ts";
import { billingMails } from "../../records/mail-kinds.ts";
import { orderNumberOf } from "../../records/order-code.ts";
import type { OrderRow } from "../../records/orders/repository.ts";
import { hashOfContent, type ReceiptContent } from "../../records/receipts/content.ts";
import {
  findEmailOf,
  insertReceipt,
  listReceipts,
  type ReceiptRow,
  takeNumber,
} from "../../records/receipts/repository.ts";
import { linesOf } from "./lines.ts";
import { noTax } from "./tax.ts";

/** What a receipt states besides its order. */
export interface PaidFacts {
  paidWith: UsedMethod | null;
  periodStart?: Date | null;
  periodEnd?: Date | null;
  /** The time of the next automatic charge; null: there is none, an email asks for payment. */
  nextChargeAt?: Date | null;
  /** Its amount; default: the order's. */
  nextAmount?: number;
}

/**
 * Issues and emails the receipt of a paid order, in the transaction that pays the order. Repeated calls issue one receipt;
 * the caller holds the order's lock.
 */
export async function issueReceipt(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  facts: PaidFacts,
): Promise<void> {
  const issued = await listReceipts(trx, order.id);
  if (issued.some(({ kind }) => kind === "receipt")) return;
  const base = await contentBaseOf(trx, billing, order);
  const { amount, currency } = order;
  await storeReceipt(
    trx,
    billing,
    { order, seq: 1 },
    {
      ...base,
      kind: "receipt",
      lines: linesOf(order, base.language),
      currency,
      total: amount,
      tax: noTax({ amount, currency }),
      paidWith: facts.paidWith,
      period: periodOf(order, facts),
      renewal: renewalOf(order, facts),
      credits: null,
    },
  );
  await billing.mail.send(trx, billingMails.receipt, { orderId: order.id });
}

function periodOf(order: OrderRow, { periodStart, periodEnd }: PaidFacts): ReceiptContent["period"] {
  if (!periodStart || !periodEnd || order.period_days === null) return null;
  return { start: periodStart.toISOString(), end: periodEnd.toISOString(), days: order.period_days };
}

function renewalOf(order: OrderRow, facts: PaidFacts): ReceiptContent["renewal"] {
  if (!facts.periodEnd) return null;
  if (!facts.nextChargeAt) return { mode: "manual", at: facts.periodEnd.toISOString() };
  return { mode: "auto", at: facts.nextChargeAt.toISOString(), amount: facts.nextAmount ?? order.amount };
}

/** Returns what all documents of an order state. */
export async function contentBaseOf(trx: Trx, billing: Billing, order: OrderRow) {
  const { name: site, seller } = await billing.site();
  const { name, address, email } = seller;
  const language = parseLanguage(order.language) ?? "en";
  const { consent_version: version, consent_at: at } = order;
  return {
    language,
    site,
    seller: { name, address, email },
    buyer: order.email ?? (order.visitor_id === null ? null : await findEmailOf(trx, order.visitor_id)),
    order: {
      number: orderNumberOf(order),
      kind: order.kind,
      at: (order.paid_at ?? order.created_at).toISOString(),
    },
    consent: version === null || at === null ? null : { version, at: at.toISOString() },
  };
}

const seriesLetters = { receipt: "R", credit_note: "C" } as const;

/** Numbers and stores a content; returns its row. */
export async function storeReceipt(
  trx: Trx,
  billing: Billing,
  { order, seq }: { order: OrderRow; seq: number },
  draft: Omit<ReceiptContent, "number" | "issuedAt">,
): Promise<ReceiptRow> {
  const at = billing.clock.now();
  const series = `${seriesLetters[draft.kind]}-${at.getUTCFullYear()}`;
  const number = await takeNumber(trx, series);
  const content: ReceiptContent = {
    ...draft,
    number: `${series}-${String(number).padStart(6, "0")}`,
    issuedAt: at.toISOString(),
  };
  const row: ReceiptRow = {
    id: newId(at),
    series,
    number,
    order_id: order.id,
    kind: draft.kind,
    seq,
    currency: draft.currency,
    amount: draft.total,
    content,
    hash: hashOfContent(content),
    issued_at: at,
  };
  await insertReceipt(trx, row);
  return row;
}
