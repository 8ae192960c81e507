import type { MessageId } from "../../../lib/messages.ts";

/** The three fields that belong to the gateway. */
export type CardField = "number" | "expiry" | "cvc";

/** A fault of a field, with the id of its message. */
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

/** Returns the field and the message of a gateway error code; null when it is about none of the fields. */
export function cardFault(code: string | undefined): CardFault | null {
  return code !== undefined && Object.hasOwn(faults, code) ? (faults[code] ?? null) : null;
}

/** The state of a field as the gateway reports it, which never includes its value. */
export interface FieldState {
  empty: boolean;
  complete: boolean;
  fault: MessageId | null;
}

/** Returns the fault of a field when the user pays: empty, incomplete or wrong; null when it is valid. */
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

/** Returns the display name of a card brand; null for an unknown one. */
export function brandName(brand: string | null | undefined): string | null {
  return brand && Object.hasOwn(brands, brand) ? (brands[brand] ?? null) : null;
}
