import type { Language, OrderRequest } from "@cliffhanger/contract";
import type { Caller, Origin } from "#platform/http/caller";
import { invalidField } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { consentOf } from "../sales/consent.ts";

/** The request for an order: who opens it, from where, and what they want. */
export interface OpenOrder {
  caller: Caller;
  language: Language;
  origin: Origin;
  /** The attribution of the purchase. */
  click: OrderRow["click"];
  request: OrderRequest;
}

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
