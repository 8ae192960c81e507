import { currencyDigits, minorUnits } from "#platform/money";
import type { Say } from "#platform/said";
import type { GatewayName } from "../records/gateway.ts";
import { gatewayRefusal } from "../records/gateway-amounts.ts";
import { PlanError } from "./plan-error.ts";

/** The new price in a currency: an amount in minor units, or null to stop selling in it. */
export interface PriceChange {
  currency: string;
  amount: number | null;
}

const notOffered = {
  stripe: "priceFault.noCards",
  paypal: "priceFault.noPaypal",
} as const satisfies Record<GatewayName, string>;

/** Parses `USD=9.99`, or `USD=none`. */
export function parsePrice(texts: string): PriceChange {
  const [, code = "", value = ""] = /^([A-Za-z]{3})=(.+)$/.exec(texts.trim()) ?? [];
  const currency = code.toUpperCase();
  const digits = code === "" ? null : currencyDigits(currency);
  if (digits === null) throw new PlanError(`"${texts}" is no price. Give CURRENCY=AMOUNT, such as USD=9.99.`);
  if (value.toLowerCase() === "none") return { currency, amount: null };
  const amount = minorUnits(value, currency);
  if (amount !== null) return { currency, amount };
  const example = digits === 0 ? "980" : `9.${"9".repeat(digits)}`;
  throw new PlanError(
    `"${value}" is no amount of ${currency}. Give one above 0 with at most ${digits} decimals and a point, such as ${example}.`,
  );
}

/** Joins `USD 14.99`, as people write a price and `refund` accepts it, to `USD=14.99`. */
function joined(texts: readonly string[]): string[] {
  const prices: string[] = [];
  for (const word of texts) {
    const last = prices.at(-1);
    if (last !== undefined && /^[A-Za-z]{3}$/.test(last)) prices[prices.length - 1] = `${last}=${word}`;
    else prices.push(word);
  }
  return prices;
}

/** Parses several prices; each currency once. */
export function parsePrices(texts: readonly string[]): PriceChange[] {
  const prices = joined(texts).map(parsePrice);
  const twice = prices.find(
    ({ currency }, at) => prices.findIndex((one) => one.currency === currency) !== at,
  );
  if (twice) throw new PlanError(`${twice.currency} is named twice. Say each currency once.`);
  return prices;
}

/** Parses the day or time from which a price holds: `2027-01-31` means midnight UTC. */
export function parseFrom(text: string): Date {
  const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;
  const at = new Date(text);
  if (form.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10)))
    return at;
  throw new PlanError(`"${text}" is no date. Give one such as 2027-01-31, or 2027-01-31T18:00Z, in UTC.`);
}

/**
 * Throws a PlanError with the reasons if none of these gateways accepts the price. Returns a note for each
 * gateway that does not: its method is then not offered. `country`: that of the PayPal account.
 */
export function checkPrice(
  { currency, amount }: PriceChange,
  configured: readonly GatewayName[],
  country: string | null = null,
): Say[] {
  if (amount === null) return [];
  const gateways = configured.length > 0 ? configured : (["stripe", "paypal"] as const);
  const faults = gateways.map((gateway) => ({
    gateway,
    fault: gatewayRefusal(gateway, amount, currency, country),
  }));
  const refused = faults.flatMap(({ fault }) => fault ?? []);
  if (refused.length === faults.length)
    throw new PlanError((t, language) => {
      const why = new Set(refused.map((say) => say(t, language)));
      return t("priceFault.nobody", { why: [...why].join(" ") });
    });
  return faults.flatMap(({ gateway, fault }): Say[] =>
    fault === null ? [] : [(t, language) => t(notOffered[gateway], { why: fault(t, language) })],
  );
}
