import type { Language, Money } from "@cliffhanger/contract";

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
/** More than anything costs, and still exact. */
const MOST = 10_000_000_000;

// Intl says how a currency is written, which is not always ISO 4217's minor unit: nobody writes the fillér of a forint, and
// gateways count it all the same.
const isoDigits: Record<string, number> = {
  AFN: 2,
  ALL: 2,
  COP: 2,
  HUF: 2,
  IDR: 2,
  IQD: 3,
  IRR: 2,
  KPW: 2,
  LAK: 2,
  LBP: 2,
  MGA: 2,
  MMK: 2,
  SOS: 2,
  SYP: 2,
  YER: 2,
};

/** How many decimals a currency's smallest unit has (ISO 4217); null where it is none. */
export function currencyDigits(currency: string): number | null {
  if (!CURRENCIES.has(currency)) return null;
  return isoDigits[currency] ?? writtenDigits(currency);
}

/** How many of them people write. */
function writtenDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits as number;
}

/** Whether it is an amount of money: a whole number of smallest units, never below 0, never so large that it is inexact. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST;
}

/** The amount itself; throws where it is none, before it gets into the books. */
export function amountOf(value: number): number {
  if (isAmount(value)) return value;
  throw new RangeError(`${String(value)} is no amount in whole minor units`);
}

/** An amount as people write it, `6.99`, in the currency's smallest unit; null where it is none above 0. */
export function minorUnits(amount: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const [, whole, fraction = ""] = /^(\d{1,10})(?:\.(\d+))?$/.exec(amount.trim()) ?? [];
  if (digits === null || whole === undefined || fraction.length > digits) return null;
  const value = Number(whole + fraction.padEnd(digits, "0"));
  return value > 0 && value <= MOST ? value : null;
}

/** An amount as programs write it, `6.99`: exactly as many decimals as the currency has, or as many as asked for. */
export function decimalOf(amount: number, currency: string, digits = digitsOf(currency)): string {
  return shift(amountOf(amount), digits);
}

/** An amount with its currency, in words of the language. */
export function moneyOf(amount: number, currency: string, language: Language): Money {
  const exponent = digitsOf(currency);
  return { amount: amountOf(amount), currency, exponent, display: displayOf(amount, currency, language) };
}

/** What a period's price makes by the day, rounded up to the smallest unit (R31). */
export function perDayOf(amount: number, days: number): number {
  return Math.ceil(amountOf(amount) / days);
}

function digitsOf(currency: string): number {
  const digits = currencyDigits(currency);
  if (digits === null) throw new RangeError(`${currency} is no currency`);
  return digits;
}

const formats = new Map<string, Intl.NumberFormat>();

function displayOf(amount: number, currency: string, language: Language): string {
  const exponent = digitsOf(currency);
  const written = writtenDigits(currency);
  // Decimals that nobody writes are shown where they are not nothing: what is shown is what is charged.
  const digits =
    amount % 10 ** Math.max(0, exponent - written) === 0 ? Math.min(written, exponent) : exponent;
  const key = `${language} ${currency} ${digits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  return format.format(shift(amount, exponent) as Intl.StringNumericLiteral);
}

/** Puts the decimal point in without ever dividing. */
function shift(amount: number, digits: number): string {
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
