const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
/** More than anything costs, and still exact. */
const MOST = 10_000_000_000;

/** How many decimals a currency has; null where it is none. */
export function currencyDigits(currency: string): number | null {
  if (!CURRENCIES.has(currency)) return null;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? null;
}

/** An amount as people write it, `6.99`, in the currency's smallest unit; null where it is none above 0. */
export function minorUnits(amount: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const [, whole, fraction = ""] = /^(\d{1,10})(?:\.(\d+))?$/.exec(amount.trim()) ?? [];
  if (digits === null || whole === undefined || fraction.length > digits) return null;
  const value = Number(whole + fraction.padEnd(digits, "0"));
  return value > 0 && value <= MOST ? value : null;
}
