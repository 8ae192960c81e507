import { currencyFormat } from "../../lib/amount.ts";

/** Returns an amount of minor units as one types it: `6.99`. */
export function decimalOf(amount: number, exponent: number): string {
  if (exponent === 0) return String(amount);
  const text = String(amount).padStart(exponent + 1, "0");
  return `${text.slice(0, -exponent)}.${text.slice(-exponent)}`;
}

/** Returns what one typed in minor units; null unless it is an amount above nothing. A comma is a decimal point too. */
export function minorUnitsOf(typed: string, exponent: number): number | null {
  const [, whole, fraction = ""] = /^(\d{1,8})(?:[.,](\d+))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || fraction.length > exponent) return null;
  const value = Number(whole + fraction.padEnd(exponent, "0"));
  return value > 0 ? value : null;
}

/** Returns an amount with its currency. */
export function shown(amount: number, currency: string, exponent: number): string {
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  return currencyFormat(currency, digits).format(Number(decimalOf(amount, exponent)));
}
