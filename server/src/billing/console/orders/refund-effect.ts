import { parseLanguage, type RefundEffect } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Db } from "#platform/db/database";
import { effectHash } from "#platform/effect";
import { longDate } from "#platform/long-date";
import { messagesIn } from "#platform/messages";
import { decimalOf, minorUnits, moneyOf } from "#platform/money";
import { methodName } from "../../accounting/receipts/facts.ts";
import type { Billing } from "../../records/billing.ts";
import { gatewayNames } from "../../records/gateway.ts";
import { findOrderParts, type OrderRow } from "../../records/orders/repository.ts";
import { findEmailOf, listReceipts } from "../../records/receipts/repository.ts";
import { listCaptures, type OpenCapture } from "../../records/refunds/repository.ts";
import type { SubscriptionRow } from "../../records/subscriptions/repository.ts";
import { usedMethodOf } from "../../records/used-method.ts";
import { leftOf, nothingLeft, RefundError } from "../../settlement/refund.ts";
import { presentMembership, renews } from "./membership.ts";
import { findRight } from "./repository.ts";

/** What an operator wants to give back. */
export interface WantedRefund {
  orderId: string;
  amount: number;
  endNow: boolean;
}

/** What a refund does to an order, computed under its lock when it is carried out. */
export interface ComputedRefund {
  hash: string;
  sentences: RefundEffect["sentences"];
  /** All that is refunded of the order with it, in minor units. */
  total: number;
  /** Whether it gives back all that is left. */
  isWhole: boolean;
  /** Whether the membership ends with it; null: it pays for none. */
  endsMembership: boolean | null;
}

const languageNames = new Intl.DisplayNames("en", { type: "language" });

/** Returns what a refund of an order would do. Throws a {@link RefundError} for one that cannot be. */
export async function computeRefund(
  db: Db,
  billing: Billing,
  order: OrderRow,
  { amount, endNow }: WantedRefund,
): Promise<ComputedRefund> {
  const captures = await listCaptures(db, order.id);
  const open = captures.filter((capture) => leftOf(capture) > 0);
  if (open.length === 0) throw new RefundError(nothingLeft(order, captures));
  const left = open.reduce((sum, capture) => sum + leftOf(capture), 0);
  const largest = Math.max(...open.map(leftOf));
  const isWhole = amount === left;
  if (!isWhole && amount > largest)
    throw new RefundError(
      `That is more than is left: at most ${decimalOf(largest, order.currency)} ${order.currency} can be given back.`,
    );
  const membership = order.kind === "change" ? null : await presentMembership(db, order, billing.clock.now());
  const isOpen = (await findRight(db, order.id)) !== "none";
  const before = captures.reduce((sum, { refunded, pending }) => sum + refunded + pending, 0);
  const state = captures.map(({ id, refunded, pending }) => [id, refunded, pending]);
  const about = membership && [membership.id, membership.period_end.toISOString(), renews(membership)];
  const rights = { membership, isOpen, isWhole, endNow };
  return {
    hash: effectHash([order.id, order.state, amount, endNow, state, about, isOpen]),
    sentences: [
      { about: "money", text: await moneySentence(db, order, amount) },
      { about: "rights", text: rightsSentence(order, rights) },
      { about: "note", text: await noteSentence(db, billing, order) },
      ...feeSentences(captures),
    ],
    total: before + amount,
    isWhole,
    endsMembership: membership ? endNow : null,
  };
}

async function moneySentence(db: Db, order: OrderRow, amount: number): Promise<string> {
  const { paidWith } = await findOrderParts(db, order);
  const way = paidWith
    ? methodName(usedMethodOf(paidWith), messagesIn("en"))
    : order.method === "paypal"
      ? "PayPal"
      : "the card that paid";
  const when = order.method === "paypal" ? "usually the same day" : "in 5 to 10 days";
  return `${moneyOf(amount, order.currency, "en").display} goes back to ${way || "the way it was paid"}, ${when}`;
}

interface RightsFacts {
  membership: SubscriptionRow | null;
  isOpen: boolean;
  isWhole: boolean;
  endNow: boolean;
}

function rightsSentence(order: OrderRow, { membership, isOpen, isWhole, endNow }: RightsFacts): string {
  if (order.kind === "change") return changeSentence(isWhole);
  if (order.kind === "unlock") {
    const series = `“${textIn(order.title, "en")}”`;
    if (!isOpen) return `${series} is locked for the buyer already`;
    return isWhole ? `${series} locks at once, on every device` : `${series} stays unlocked`;
  }
  if (!membership)
    return isOpen && isWhole
      ? "What this payment opened ends; the present membership is not touched"
      : "No access changes: what this payment opened is over, or goes on";
  const until = longDate(membership.period_end.toISOString());
  if (endNow) return "The membership ends: all series lock at once, on every device";
  if (isWhole) return `The membership runs until ${until} and does not renew`;
  return renews(membership)
    ? `The membership goes on, and renews on ${until}`
    : `The membership runs until ${until}, as it was cancelled`;
}

function changeSentence(isWhole: boolean): string {
  return isWhole
    ? "The change of plan is undone: the plan before comes back if its time is not over"
    : "The new plan stays";
}

async function noteSentence(db: Db, { mail }: Billing, order: OrderRow): Promise<string> {
  const receipts = await listReceipts(db, order.id);
  const receipt = receipts.find(({ kind }) => kind === "receipt");
  if (!receipt) return "There is no receipt, so no credit note is written";
  const language = languageNames.of(parseLanguage(order.language) ?? "en") ?? "English";
  const to = order.email ?? (order.visitor_id === null ? null : await findEmailOf(db, order.visitor_id));
  if (to === null) return "A credit note is written; there is no address to mail it to";
  if (!mail.available) return "A credit note is written; no mail server is set up to send it";
  return `A credit note for receipt ${receipt.content.number} is written, and mailed in ${language}`;
}

function feeSentences(captures: readonly OpenCapture[]): RefundEffect["sentences"] {
  return captures.slice(0, 1).map(({ gateway, settled_fee: fee, settled_currency: currency }) => {
    if (fee === null || currency === null)
      return {
        about: "fee",
        text: `${gatewayNames[gateway]} does not return its fee, which is not known yet`,
      };
    if (fee === 0) return { about: "fee", text: `${gatewayNames[gateway]} took no fee` };
    const display = moneyOf(Math.abs(fee), currency, "en").display;
    return {
      about: "fee",
      text: `The fee of ${display} is not returned by ${gatewayNames[gateway]}: the order costs you ${display}`,
    };
  });
}

/** Returns a whole number of units of a currency in minor units. */
export function unitsIn(units: number, currency: string): number {
  return minorUnits(String(units), currency) ?? 0;
}
