import { randomInt } from "node:crypto";

/** Crockford's base 32: no I, L, O, U, which are read as something else. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** A new order's code: it tells nobody how many orders there were. One has a letter at least, as old numbers have none. */
export function newOrderCode(): string {
  for (;;) {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
    if (/[A-Z]/.test(code)) return code;
  }
}

/** How an order is called: by its code, or by its number where it is from before there were codes. */
export interface OrderName {
  code: string | null;
  number: number;
}

/** An order's number as people read it: `CH-7Q2MK0XD`, an old one's `CH-000123`. */
export function orderNumberOf({ code, number }: OrderName): string {
  return `CH-${code ?? String(number).padStart(6, "0")}`;
}

/** The code or number in what a person typed: `CH-7Q2MK0XD`, `ch-7q2mk0xd`, `CH-000123`, `123`; null where it is neither. */
export function parseOrderNumber(text: string): { code: string } | { number: number } | null {
  const typed = text
    .trim()
    .toUpperCase()
    .replace(/^CH-?(?=[0-9A-Z])/, "");
  if (/^\d{1,15}$/.test(typed)) return Number(typed) === 0 ? null : { number: Number(typed) };
  // People take some letters for digits.
  const code = typed.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code) && /[A-Z]/.test(code) ? { code } : null;
}
