import type { Language, ReviewDetail, ReviewEntryRow, ReviewQueue } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { notFound } from "#platform/http/errors";
import { moneyOf, signedDisplay } from "#platform/money";
import { evidenceFields } from "../../records/disputes/fields.ts";
import type { CaseRow } from "../../records/disputes/repository.ts";
import { orderNumberOf } from "../../records/order-code.ts";
import { findOrder } from "../../records/orders/repository.ts";
import { listClosed, type ReviewEntry } from "../../records/review/repository.ts";
import { listOpen } from "../../review/review.ts";
import type { ConsoleBilling } from "../orders/console-billing.ts";
import { findBuyer, findRight } from "../orders/repository.ts";
import { countPaidBefore, findNewestCase, findRequest } from "./repository.ts";

const CLOSED_SHOWN = 50;
const OPEN_SHOWN = 500;

/** Returns the entries that need a person, by deadline, and the ones that were closed last. */
export async function describeQueue(
  { billing: { db } }: ConsoleBilling,
  language: Language,
): Promise<ReviewQueue> {
  const [open, closed] = await Promise.all([listOpen(db), listClosed(db, { limit: CLOSED_SHOWN })]);
  const sums = new Map<string, number>();
  for (const { amount, currency } of open)
    if (amount !== null && currency !== null && amount > 0)
      sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return {
    list: open.slice(0, OPEN_SHOWN).map((entry) => describeEntry(entry, language)),
    stake: [...sums].map(([currency, amount]) => moneyOf(amount, currency, language).display),
    closed: closed.map(({ kind, number, code, at, note }) => ({
      kind,
      number: number === null ? null : orderNumberOf({ number, code }),
      at: at.toISOString(),
      note,
    })),
  };
}

/** Returns an open entry by the console's name of it. */
export async function findEntry(
  db: ConsoleBilling["billing"]["db"],
  name: string,
): Promise<ReviewEntry | undefined> {
  return (await listOpen(db)).find((entry) => nameOfEntry(entry) === name);
}

const nameOfEntry = ({ kind, id }: ReviewEntry) => `${kind}.${id}`;

function describeEntry(entry: ReviewEntry, language: Language): ReviewEntryRow {
  const { kind, since, number, code, email, gateway, remote_id: remoteId, amount, currency, about } = entry;
  return {
    id: nameOfEntry(entry),
    kind,
    since: since.toISOString(),
    due: about?.due ? new Date(about.due).toISOString() : null,
    number: number === null ? null : orderNumberOf({ number, code }),
    email,
    gateway,
    remoteId,
    money: amount === null || currency === null ? null : signedDisplay(amount, currency, language),
    word: about?.code ?? about?.type ?? about?.reason ?? (about?.faults?.join(", ") || null),
    count: about?.count ?? null,
    evidence: (about?.state as CaseRow["state"] | undefined) ?? null,
  };
}

/** Describes an open entry with its evidence and its order. */
export async function describeEntryWhole(
  { billing, nameOf }: ConsoleBilling,
  name: string,
  language: Language,
): Promise<ReviewDetail> {
  const { db } = billing;
  const entry = await findEntry(db, name);
  if (!entry) throw notFound();
  const { order_id: orderId, kind } = entry;
  const [row, order, request] = await Promise.all([
    caseOf(db, entry),
    orderId === null ? undefined : describeOrderOf(db, orderId, language),
    kind === "request" ? findRequest(db, entry.id) : undefined,
  ]);
  const described = describeEntry(entry, language);
  return {
    ...described,
    due: described.due ?? row?.due_by?.toISOString() ?? null,
    evidence: row?.state ?? null,
    word: row?.reason ?? described.word,
    reachable: entry.gateway === null || billing.gateways.has(entry.gateway),
    case: row
      ? {
          reason: row.reason,
          remoteId: row.dispute_id,
          sentAt: row.sent_at?.toISOString() ?? null,
          sentBy: row.sent_by === null ? null : ((await nameOf(row.sent_by)) ?? row.sent_by),
          fields: Object.entries(evidenceFields[row.gateway]).map(([field, max]) => ({
            name: field,
            max,
            text: row.texts[field] ?? "",
          })),
        }
      : null,
    request: request
      ? {
          by: await nameOf(request.asked_by),
          reason: request.reason,
          note: request.note,
          endNow: request.ends_membership,
        }
      : null,
    order: order ?? null,
  };
}

/** Returns the case of a dispute, or of a bank's question, which takes evidence too. */
export async function caseOf(
  db: ConsoleBilling["billing"]["db"],
  { kind, order_id: orderId }: ReviewEntry,
): Promise<CaseRow | undefined> {
  const hasCase = kind === "dispute" || kind === "warning";
  return hasCase && orderId !== null ? findNewestCase(db, orderId) : undefined;
}

async function describeOrderOf(
  db: ConsoleBilling["billing"]["db"],
  orderId: string,
  language: Language,
): Promise<ReviewDetail["order"]> {
  const order = await findOrder(db, orderId);
  if (!order) return null;
  const [buyer, right, paidBefore] = await Promise.all([
    findBuyer(db, order),
    findRight(db, orderId),
    countPaidBefore(db, order),
  ]);
  return {
    title: textIn(order.title, language),
    total: moneyOf(order.amount, order.currency, language).display,
    state: order.state,
    paidAt: order.paid_at?.toISOString() ?? null,
    right,
    buyerSince: buyer?.since.toISOString() ?? null,
    paidBefore,
  };
}
