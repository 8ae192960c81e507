import { invalid } from "#platform/http/errors";
import { currencyDigits, minorUnits } from "#platform/money";
import type { GatewayName } from "../records/gateway.ts";
import { checkPrice, type PriceChange } from "./parse-price.ts";
import { PlanError } from "./plan-error.ts";

/** New prices by currency, as an operator types them; null takes one away. */
export type PriceSet = readonly { currency: string; amount: string | null }[];

/** The price before a change and after it; null where there is none. */
export type PriceStep = { from: number | null; to: number | null };

/** The gateways whose limits a price is checked against, and the country of the PayPal account. */
export interface PriceGateways {
  configured: readonly GatewayName[];
  country: string | null;
}

/** A change of more than this part of a price wants its amount typed. */
const LARGE_STEP = 0.5;

/** Parses what an operator typed. Throws a refusal that names the fields; returns notes for prices that not every gateway accepts. */
export function parseChanges(
  set: PriceSet,
  { configured, country }: PriceGateways,
): { prices: PriceChange[]; notes: string[] } {
  const faults: { field: string; message: string }[] = [];
  const notes: string[] = [];
  const prices = set.map(({ currency, amount }): PriceChange => {
    const value = amount === null ? null : minorUnits(amount, currency);
    const price = { currency, amount: value };
    if (amount !== null && value === null)
      faults.push({ field: `amount.${currency}`, message: faultOf(currency) });
    else
      try {
        notes.push(...checkPrice(price, configured, country));
      } catch (error) {
        if (!(error instanceof PlanError)) throw error;
        faults.push({ field: `amount.${currency}`, message: error.message });
      }
    return price;
  });
  if (new Set(set.map(({ currency }) => currency)).size < set.length)
    faults.push({ field: "set", message: "Name each currency once." });
  if (faults.length > 0) throw invalid(faults);
  return { prices, notes };
}

function faultOf(currency: string): string {
  const digits = currencyDigits(currency);
  if (digits === null) return `There is no currency ${currency}.`;
  const example = digits === 0 ? "980" : `6.${"9".repeat(digits)}`;
  return `Give an amount above 0 with a point, such as ${example}.`;
}

/** Returns whether a price changes by more than half. */
export function isLarge(from: number | null, to: number | null): boolean {
  return from !== null && to !== null && from > 0 && Math.abs(to - from) > from * LARGE_STEP;
}

/** Says by how much a price rises or falls. */
export function changeWords(change: PriceStep | undefined): string {
  if (!change?.from || change.to === null) return "";
  const share = Math.round((Math.abs(change.to - change.from) / change.from) * 100);
  return ` (${share} % ${change.to > change.from ? "more" : "less"})`;
}

/** Refuses a large step whose amount was not typed again. */
export function requireTyped(
  currencies: readonly string[],
  prices: readonly PriceChange[],
  typed: Readonly<Record<string, string>>,
): void {
  const missing = currencies.filter((currency) => {
    const wanted = prices.find((price) => price.currency === currency);
    // The general price of a series has no amount to repeat, so its own word stands for it.
    if (wanted?.amount === null) return typed[currency]?.toLowerCase() !== "general";
    return minorUnits(typed[currency] ?? "", currency) !== wanted?.amount;
  });
  if (missing.length === 0) return;
  throw invalid(
    missing.map((currency) => ({
      field: `typed.${currency}`,
      message: "This changes the price by more than half. Type the new amount again to confirm it.",
    })),
  );
}
