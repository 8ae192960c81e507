import type { Language, OrderRequest } from "@cliffhanger/contract";
import type { Caller, Origin } from "#platform/http/caller";
import { invalidField } from "#platform/http/errors";
import type { Keep } from "../charging/begin.ts";
import type { Billing } from "../records/billing.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { consentOf, keepConsentOf } from "../sales/consent.ts";

/** The request for an order: who opens it, from where, and what they want. */
export interface OpenOrder {
  caller: Caller;
  language: Language;
  origin: Origin;
  /** The attribution of the purchase. */
  click: OrderRow["click"];
  request: OrderedRequest;
}

/** A request for an order, with a saved method resolved to its kind. */
export type OrderedRequest = Omit<OrderRequest, "method"> & {
  method: OrderRow["method"];
  /** Whether it is paid by a saved method or a wallet: nothing is prepared at the gateway, and the pay call is next. */
  isSaved?: boolean;
  /** Whether it is paid by a wallet, which shows the amount: another amount than the offer's is refused. */
  isWallet?: boolean;
};

/** The terms that were agreed to. */
export interface Agreed {
  version: string;
  text: string;
}

/**
 * Throws unless the current terms were accepted. Returns what fills in the periods that are bought; without one it is
 * the text of an unlock.
 */
export function checkConsent(
  billing: Pick<Billing, "policy">,
  language: Language,
  { accepted, version }: OrderRequest["consent"],
): (periods: readonly number[]) => Agreed {
  const { refundDays } = billing.policy;
  const current = consentOf(language, { refundDays, periods: [] });
  if (!accepted || version !== current.version) throw invalidField("consent", "consent_required");
  return (periods) => {
    const { text, unlockText } = consentOf(language, { refundDays, periods });
    return { version, text: periods.length > 0 ? text : unlockText };
  };
}

/**
 * Returns what a customer agrees to who wants a method kept for later unlocks; null if they do not. Throws unless these are
 * the words that they have read.
 */
export function checkKeep(
  { keep, keepVersion }: Pick<OrderRequest, "keep" | "keepVersion">,
  language: Language,
  method: OrderRow["method"],
): Keep | null {
  if (!keep) return null;
  const { version, ...words } = keepConsentOf(language);
  if (keepVersion !== version) throw invalidField("keep", "consent_required");
  return { version, text: words[method] };
}

/** Returns the columns of an order that prove what was agreed to, when and from where. */
export function agreedBy({ origin }: Pick<OpenOrder, "origin">, { version, text }: Agreed, at: Date) {
  return {
    consent_version: version,
    consent_text: text,
    consent_at: at,
    consent_address: origin.address,
    consent_agent: origin.userAgent,
  };
}
