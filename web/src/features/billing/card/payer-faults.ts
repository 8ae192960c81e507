import type { MessageId, Translate } from "../../../lib/messages.ts";
import { type CardField, type FieldState, faultWhenPaying } from "./card-faults.ts";

/** The three fields that are ours. */
export interface Payer {
  firstName: string;
  lastName: string;
  email: string;
}

/** What is wrong: with single fields, or with the payment as a whole. */
export interface PayFault {
  fields: Partial<Record<CardField | keyof Payer, string>>;
  message: string;
}

const cardFields = ["number", "expiry", "cvc"] as const;
const payerFields = ["firstName", "lastName", "email"] as const;
const payerPrompts: Record<keyof Payer, MessageId> = {
  firstName: "pay.faults.firstName",
  lastName: "pay.faults.lastName",
  email: "pay.faults.email",
};

/** Whether a field's name is one of ours, not one of the gateway's. */
export function isPayerField(name: string): name is keyof Payer {
  return name in payerPrompts;
}

/** Returns the first card field with a fault, in the order of the form. */
export function firstCardFault(faults: PayFault["fields"]): CardField | undefined {
  return cardFields.find((field) => faults[field]);
}

/** Returns what is missing or wrong in the form; null when it can be paid. */
export function findFormFaults(
  payer: Payer,
  states: Record<CardField, FieldState>,
  t: Translate,
): PayFault | null {
  const faults: PayFault["fields"] = {};
  for (const field of cardFields) {
    const key = faultWhenPaying(field, states[field]);
    if (key) faults[field] = t(key);
  }
  for (const name of payerFields) {
    if (!payer[name].trim()) faults[name] = t(payerPrompts[name]);
  }
  if (payer.email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(payer.email.trim()))
    faults.email = t("pay.faults.emailWrong");
  return Object.keys(faults).length > 0 ? { fields: faults, message: "" } : null;
}
