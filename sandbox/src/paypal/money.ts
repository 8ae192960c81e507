import { unprocessable } from "./errors.ts";

/** An amount in PayPal's form: a decimal string. */
export interface Money {
  currency_code: string;
  value: string;
}

// The currencies that PayPal accepts; these three have no decimals there, whatever ISO says.
const withDecimals =
  "AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP RUB SGD SEK CHF THB USD".split(" ");
const withoutDecimals = ["HUF", "JPY", "TWD"];
const fixedFees: Record<string, number> = { EUR: 39, GBP: 39, BRL: 60, JPY: 40, HUF: 120, TWD: 10 };

const exponentOf = (currency: string) => (withoutDecimals.includes(currency) ? 0 : 2);

/** Currencies that are available only between accounts of one country. */
const local: Record<string, string> = { BRL: "BR", MYR: "MY", CNY: "CN" };

/** Refuses a currency that accounts of that country cannot receive. */
export function checkCountry(currency: string, country: string): void {
  if ((local[currency] ?? country) !== country) throw unprocessable("CURRENCY_NOT_SUPPORTED_FOR_COUNTRY");
}

/** Returns the amount in the currency's smallest unit. Refuses, as PayPal does, decimals that the currency does not have. */
export function minor(money: Money, field: string): number {
  const { currency_code: currency, value } = money;
  const at = { field: `${field}/value`, value };
  if (!/^[A-Z]{3}$/.test(currency) || ![...withDecimals, ...withoutDecimals].includes(currency)) {
    throw unprocessable(/^[A-Z]{3}$/.test(currency) ? "CURRENCY_NOT_SUPPORTED" : "INVALID_CURRENCY_CODE", {
      field: `${field}/currency_code`,
      value: currency,
    });
  }
  const [whole = "", decimals = ""] = value.replace("-", "").split(".");
  const exponent = exponentOf(currency);
  if (exponent === 0 && value.includes(".")) throw unprocessable("DECIMALS_NOT_SUPPORTED", at);
  if (decimals.length > exponent) throw unprocessable("DECIMAL_PRECISION", at);
  if (whole.length > 15 || Number(whole) > Number.MAX_SAFE_INTEGER / 1000)
    throw unprocessable("MAX_VALUE_EXCEEDED", at);
  const amount = Number(whole || "0") * 10 ** exponent + Number(decimals.padEnd(exponent, "0") || "0");
  return value.startsWith("-") ? -amount : amount;
}

/** Returns the same, and refuses amounts that are not positive. */
export function positiveMinor(money: Money, field: string): number {
  const amount = minor(money, field);
  if (amount <= 0)
    throw unprocessable("CANNOT_BE_ZERO_OR_NEGATIVE", { field: `${field}/value`, value: money.value });
  return amount;
}

/** What a unit of each currency is worth in US dollars, before PayPal's own 3 %. */
const values: Record<string, number> = { USD: 1, EUR: 1.1, BRL: 0.18, GBP: 1.29, JPY: 0.0066, MXN: 0.054 };
const CONVERSION_SHARE = 0.03;

/** Returns an amount in another currency, at the rate that PayPal gives the account; null if it does not convert it. */
export function convert(
  currency: string,
  amount: number,
  into: string,
): { amount: number; rate: string } | null {
  const [from, to] = [values[currency], values[into]];
  if (currency === into || from === undefined || to === undefined) return null;
  // What is taken from the account is converted to its disadvantage too.
  const rate = ((from / to) * (1 + (amount < 0 ? CONVERSION_SHARE : -CONVERSION_SHARE))).toFixed(10);
  const units = (amount / 10 ** exponentOf(currency)) * Number(rate);
  return { amount: Math.round(units * 10 ** exponentOf(into)), rate };
}

/** Returns an amount of smallest units in PayPal's form. */
export function money(currency: string, amount: number): Money {
  const exponent = exponentOf(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, "0");
  const value = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  return { currency_code: currency, value: amount < 0 ? `-${value}` : value };
}

/** Returns PayPal's fee of a payment: 3.49 % and a fixed part, never more than the payment. */
export function feeOf(currency: string, amount: number): number {
  return Math.min(amount, Math.round((amount * 349) / 10_000) + (fixedFees[currency] ?? 49));
}
