import type { PeopleCount } from "@cliffhanger/contract/console/people-count";
import { isoDigits } from "@cliffhanger/contract/currency-digits";
import { formatNumber, numberFormat } from "./messages.ts";

/** Returns the format of a currency, with its own number of decimals unless it is given. */
export function currencyFormat(
  currency: string,
  digits: Pick<Intl.NumberFormatOptions, "minimumFractionDigits" | "maximumFractionDigits"> = {},
): Intl.NumberFormat {
  return numberFormat({ style: "currency", currency, currencyDisplay: "narrowSymbol", ...digits });
}

/** Returns an amount in the smallest unit of a currency as people write it. */
export function formatAmount(amount: number, currency: string): string {
  const format = currencyFormat(currency);
  const digits = isoDigits[currency] ?? format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** Returns a number of people; a small group stays unnamed, and one that would tell it. */
export function formatPeople(count: PeopleCount): string {
  if (count === "hidden") return "≥ 5";
  return count === "few" ? "< 5" : formatNumber(count);
}

/** Returns a share of a whole in percent, with one decimal. */
export function formatShare(part: PeopleCount, whole: PeopleCount): string {
  if (typeof part !== "number" || typeof whole !== "number" || whole === 0) return "–";
  return formatPercent(part / whole);
}

/** Returns a share from 0 to 1 in percent, with one decimal. */
export function formatPercent(share: number): string {
  return formatNumber(share, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
