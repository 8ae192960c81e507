import { type Language, parseLanguage, type RefundEffect } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import type { Db } from "#platform/db/database";
import { effectHash } from "#platform/effect";
import { longDate } from "#platform/long-date";
import { messagesIn, type Translate } from "#platform/messages";
import { minorUnits, moneyOf } from "#platform/money";
import { methodName } from "../../accounting/receipts/facts.ts";
import type { Billing } from "../../records/billing.ts";
import { gatewayNames } from "../../records/gateway.ts";
import { findOrderParts, type OrderRow } from "../../records/orders/repository.ts";
import { findEmailOf, listReceipts } from "../../records/receipts/repository.ts";
import { leftOf, listCaptures, type OpenCapture } from "../../records/refunds/repository.ts";
import type { SubscriptionRow } from "../../records/subscriptions/repository.ts";
import { usedMethodOf } from "../../records/used-method.ts";
import { nothingLeft, partOf, RefundError } from "../../settlement/refund.ts";
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
  /** Says it in a language. */
  sentencesIn: (language: Language) => Promise<RefundEffect["sentences"]>;
  /** All that is refunded of the order with it, in minor units. */
  total: number;
  /** Whether it gives back all that is left. */
  isWhole: boolean;
  /** Whether the membership ends with it; null: it pays for none. */
  endsMembership: boolean | null;
}

/** Who reads the sentences. */
interface Reader {
  language: Language;
  t: Translate;
}

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
  const isWhole = amount === left;
  if (!isWhole) partOf(open, amount);
  const present = await presentMembership(db, order, billing.clock.now());
  // A change of plan does not end the membership: the plan before comes back.
  const isUndone = order.kind === "change" && present !== null;
  const membership = isUndone ? null : present;
  const isOpen = (await findRight(db, order.id)) !== "none";
  const before = captures.reduce((sum, { refunded, pending }) => sum + refunded + pending, 0);
  const state = captures.map(({ id, refunded, pending }) => [id, refunded, pending]);
  const about = membership && [membership.id, membership.period_end.toISOString(), renews(membership)];
  const rights = { membership, isUndone, isOpen, isWhole, endNow };
  return {
    hash: effectHash([order.id, order.state, amount, endNow, state, about, isOpen, isUndone]),
    async sentencesIn(language) {
      const reader = { language, t: messagesIn(language) };
      return [
        { about: "money", text: await moneySentence(db, order, amount, reader) },
        { about: "rights", text: rightsSentence(order, rights, reader.t) },
        { about: "note", text: await noteSentence(db, billing, order, reader) },
        ...feeSentences(captures, reader),
      ];
    },
    total: before + amount,
    isWhole,
    endsMembership: membership ? endNow : null,
  };
}

async function moneySentence(db: Db, order: OrderRow, amount: number, { t, language }: Reader) {
  const { paidWith } = await findOrderParts(db, order);
  const isPaypal = order.method === "paypal";
  const way = paidWith
    ? methodName(usedMethodOf(paidWith), t)
    : isPaypal
      ? "PayPal"
      : t("effect.refund.card");
  return t("effect.refund.money", {
    amount: moneyOf(amount, order.currency, language).display,
    way: way || t("effect.refund.asPaid"),
    when: t(isPaypal ? "effect.refund.sameDay" : "effect.refund.days"),
  });
}

interface RightsFacts {
  membership: SubscriptionRow | null;
  /** Whether it is a change of plan that is undone with it: its period is the present one. */
  isUndone: boolean;
  isOpen: boolean;
  isWhole: boolean;
  endNow: boolean;
}

function rightsSentence(order: OrderRow, facts: RightsFacts, t: Translate) {
  const { membership, isUndone, isOpen, isWhole, endNow } = facts;
  if (isUndone) return t(isWhole ? "effect.refund.undone" : "effect.refund.newPlan");
  if (order.kind === "unlock") {
    const title = textIn(order.title, "en");
    if (!isOpen) return t("effect.refund.locked", { title });
    return t(isWhole ? "effect.refund.locks" : "effect.refund.unlocked", { title });
  }
  if (!membership) return t(isOpen && isWhole ? "effect.refund.opened" : "effect.refund.noAccess");
  const day = longDate(membership.period_end.toISOString());
  if (endNow) return t("effect.refund.endsNow");
  if (isWhole) return t("effect.refund.noRenewal", { day });
  return t(renews(membership) ? "effect.refund.renews" : "effect.refund.cancelled", { day });
}

async function noteSentence(db: Db, { mail }: Billing, order: OrderRow, { t, language }: Reader) {
  const receipts = await listReceipts(db, order.id);
  const receipt = receipts.find(({ kind }) => kind === "receipt");
  if (!receipt) return t("effect.refund.noReceipt");
  const to = order.email ?? (order.visitor_id === null ? null : await findEmailOf(db, order.visitor_id));
  if (to === null) return t("effect.refund.noAddress");
  if (!mail.available) return t("effect.refund.noMail");
  const names = new Intl.DisplayNames(language, { type: "language" });
  const code = parseLanguage(order.language) ?? "en";
  return t("effect.refund.note", { receipt: receipt.content.number, language: names.of(code) ?? code });
}

function feeSentences(captures: readonly OpenCapture[], { t, language }: Reader): RefundEffect["sentences"] {
  return captures.slice(0, 1).map(({ gateway: name, settled_fee: fee, settled_currency: currency }) => {
    const gateway = gatewayNames[name];
    if (fee === null || currency === null)
      return { about: "fee", text: t("effect.refund.feeUnknown", { gateway }) };
    if (fee === 0) return { about: "fee", text: t("effect.refund.noFee", { gateway }) };
    const display = moneyOf(Math.abs(fee), currency, language).display;
    return { about: "fee", text: t("effect.refund.fee", { gateway, fee: display }) };
  });
}

/** Returns a whole number of units of a currency in minor units. */
export function unitsIn(units: number, currency: string): number {
  return minorUnits(String(units), currency) ?? 0;
}
