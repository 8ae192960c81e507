import { isoDigits, type Language, type Money } from "@cliffhanger/contract";

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
/** More than any price, and still exact. */
const MAX_AMOUNT = 10_000_000_000;

/** Returns the decimals of a currency's smallest unit (ISO 4217); null for an unknown currency. */
export function currencyDigits(currency: string): number | null {
  if (!CURRENCIES.has(currency)) return null;
  return isoDigits[currency] ?? writtenDigits(currency);
}

const written = new Map<string, number>();

/** Returns how many of them people write. Making a format takes longer than writing a hundred amounts. */
function writtenDigits(currency: string): number {
  const known = written.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits as number;
  written.set(currency, digits);
  return digits;
}

/**
 * Returns whether a value is an amount of money: a whole number of smallest units, never below 0, never so large that
 * it is inexact.
 */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_AMOUNT;
}

/** Returns the amount itself; throws when it is invalid, before it reaches the ledger. */
export function amountOf(value: number): number {
  if (isAmount(value)) return value;
  throw new RangeError(`${String(value)} is no amount in whole minor units`);
}

/** Returns an amount as people write it, `6.99`, in the currency's smallest unit; null unless it is a positive amount. */
export function minorUnits(amount: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const [, whole, fraction = ""] = /^(\d{1,10})(?:\.(\d+))?$/.exec(amount.trim()) ?? [];
  if (digits === null || whole === undefined || fraction.length > digits) return null;
  const value = Number(whole + fraction.padEnd(digits, "0"));
  return value > 0 && value <= MAX_AMOUNT ? value : null;
}

/** Returns an amount as programs write it, `6.99`: with exactly as many decimals as the currency has, or as requested. */
export function decimalOf(amount: number, currency: string, digits = digitsOf(currency)): string {
  return shift(amountOf(amount), digits);
}

/** Returns an amount with its currency, formatted in the language. */
export function moneyOf(amount: number, currency: string, language: Language): Money {
  const exponent = digitsOf(currency);
  return { amount: amountOf(amount), currency, exponent, display: displayOf(amount, currency, language) };
}

/** Returns an amount with its currency as text, also one below 0, such as a balance: `−$4.99`. */
export function signedDisplay(amount: number, currency: string, language: Language): string {
  return `${amount < 0 ? "−" : ""}${moneyOf(Math.abs(amount), currency, language).display}`;
}

/** Returns the price of one day of a period or of one episode of a series, rounded up to the smallest unit (R31). */
export function pricePerUnit(amount: number, units: number): number {
  return Math.ceil(amountOf(amount) / units);
}

function digitsOf(currency: string): number {
  const digits = currencyDigits(currency);
  if (digits === null) throw new RangeError(`${currency} is no currency`);
  return digits;
}

const formats = new Map<string, Intl.NumberFormat>();

function displayOf(amount: number, currency: string, language: Language): string {
  const exponent = digitsOf(currency);
  const usual = writtenDigits(currency);
  // Decimals that are usually omitted are shown when they are not zero: the shown amount is the charged amount.
  const digits = amount % 10 ** Math.max(0, exponent - usual) === 0 ? Math.min(usual, exponent) : exponent;
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

/** Inserts the decimal point without dividing. */
function shift(amount: number, digits: number): string {
  if (digits === 0) return String(amount);
  const text = String(amount).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Formats an amount in minor units as a decimal. Totals may be negative and larger than any price. */
export function decimalText(amount: number, currency: string): string {
  const digits = currencyDigits(currency) ?? 0;
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const sign = amount < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
