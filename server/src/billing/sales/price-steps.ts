import { type FieldFault, invalid } from "#platform/http/errors";
import type { Translate } from "#platform/messages";
import { currencyDigits, minorUnits } from "#platform/money";
import { faultAt, type Say } from "#platform/said";
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
): { prices: PriceChange[]; notes: Say[] } {
  const faults: FieldFault[] = [];
  const notes: Say[] = [];
  const prices = set.map(({ currency, amount }): PriceChange => {
    const value = amount === null ? null : minorUnits(amount, currency);
    const price = { currency, amount: value };
    if (amount !== null && value === null) faults.push(faultAt(`amount.${currency}`, faultOf(currency)));
    else
      try {
        notes.push(...checkPrice(price, configured, country));
      } catch (error) {
        if (!(error instanceof PlanError)) throw error;
        faults.push(error.at(`amount.${currency}`));
      }
    return price;
  });
  if (new Set(set.map(({ currency }) => currency)).size < set.length)
    faults.push(faultAt("set", (t) => t("priceFault.once")));
  if (faults.length > 0) throw invalid(faults);
  return { prices, notes };
}

function faultOf(currency: string): Say {
  const digits = currencyDigits(currency);
  if (digits === null) return (t) => t("priceFault.currency", { currency });
  const example = digits === 0 ? "980" : `6.${"9".repeat(digits)}`;
  return (t) => t("priceFault.amount", { example });
}

/** Returns whether a price changes by more than half. */
export function isLarge(from: number | null, to: number | null): boolean {
  return from !== null && to !== null && from > 0 && Math.abs(to - from) > from * LARGE_STEP;
}

/** Says by how much a price rises or falls. */
export function changeWords(change: PriceStep | undefined, t: Translate): string {
  if (!change?.from || change.to === null) return "";
  const percent = Math.round((Math.abs(change.to - change.from) / change.from) * 100);
  return t(change.to > change.from ? "effect.price.more" : "effect.price.less", { percent });
}

/** Says the same in brackets, after a price. */
export function shareWords(change: PriceStep | undefined, t: Translate): string {
  const words = changeWords(change, t);
  return words && ` (${words})`;
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
  throw invalid(missing.map((currency) => faultAt(`typed.${currency}`, (t) => t("priceFault.typed"))));
}
