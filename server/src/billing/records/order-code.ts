import { randomInt } from "node:crypto";

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 8;

/**
 * Returns a new order code, which does not reveal how many orders exist. It contains a letter: old order
 * numbers have digits only.
 */
export function newOrderCode(): string {
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
    if (/[A-Z]/.test(code)) return code;
  }
}

/** An order's code, or its number if it predates the codes. */
export interface OrderName {
  code: string | null;
  number: number;
}

/** Returns an order number in display form: `CH-7Q2MK0XD`, or `CH-000123` for an old order. */
export function orderNumberOf({ code, number }: OrderName): string {
  return `CH-${code ?? String(number).padStart(6, "0")}`;
}

/**
 * Parses an order number as typed: `CH-7Q2MK0XD`, `ch-7q2mk0xd`, `CH-000123`, `123`; null if it is neither
 * code nor number.
 */
export function parseOrderNumber(text: string): { code: string } | { number: number } | null {
  const typed = text
    .trim()
    .toUpperCase()
    .replace(/^CH-?(?=[0-9A-Z])/, "");
  if (/^\d{1,15}$/.test(typed)) return Number(typed) === 0 ? null : { number: Number(typed) };
  // O, I and L are easily mistaken for digits.
  const code = typed.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code) && /[A-Z]/.test(code) ? { code } : null;
}
