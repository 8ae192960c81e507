import type { MessageId } from "../../../lib/messages.ts";

/** The three fields that are the gateway's own. */
export type CardField = "number" | "expiry" | "cvc";

/** What is wrong with a field, as a key of our words. */
export interface CardFault {
  field: CardField;
  key: MessageId;
}

const faults: Record<string, CardFault> = {
  incomplete_number: { field: "number", key: "pay.faults.numberShort" },
  invalid_number: { field: "number", key: "pay.faults.numberWrong" },
  incorrect_number: { field: "number", key: "pay.faults.numberWrong" },
  card_declined: { field: "number", key: "pay.faults.numberRefused" },
  incomplete_expiry: { field: "expiry", key: "pay.faults.expiryShort" },
  invalid_expiry_month: { field: "expiry", key: "pay.faults.expiryWrong" },
  invalid_expiry_year: { field: "expiry", key: "pay.faults.expiryWrong" },
  invalid_expiry_month_past: { field: "expiry", key: "pay.faults.expiryPast" },
  invalid_expiry_year_past: { field: "expiry", key: "pay.faults.expiryPast" },
  expired_card: { field: "expiry", key: "pay.faults.expiryPast" },
  incomplete_cvc: { field: "cvc", key: "pay.faults.cvcShort" },
  invalid_cvc: { field: "cvc", key: "pay.faults.cvcWrong" },
  incorrect_cvc: { field: "cvc", key: "pay.faults.cvcWrong" },
};

const empty: Record<CardField, MessageId> = {
  number: "pay.faults.numberEmpty",
  expiry: "pay.faults.expiryEmpty",
  cvc: "pay.faults.cvcEmpty",
};

/** What the gateway's code says is wrong, and with which field; null where it is about none of them. */
export function cardFault(code: string | undefined): CardFault | null {
  return code !== undefined && Object.hasOwn(faults, code) ? (faults[code] ?? null) : null;
}

/** How far a field is: what the gateway tells of it, which is never what it holds. */
export interface FieldState {
  empty: boolean;
  complete: boolean;
  fault: MessageId | null;
}

/** What to say of a field when somebody wants to pay: it is empty, unfinished or wrong; null where it is good. */
export function faultWhenPaying(field: CardField, state: FieldState): MessageId | null {
  if (state.fault) return state.fault;
  if (state.complete) return null;
  return state.empty ? empty[field] : (faults[`incomplete_${field}`]?.key ?? null);
}

const brands: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  cartes_bancaires: "Cartes Bancaires",
  eftpos_au: "eftpos",
};

/** A card brand as its owner knows it; null while it is not known. */
export function brandName(brand: string | null | undefined): string | null {
  return brand && Object.hasOwn(brands, brand) ? (brands[brand] ?? null) : null;
}
