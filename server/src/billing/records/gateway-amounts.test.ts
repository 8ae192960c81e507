import { describe, expect, it, test } from "vitest";
import {
  amountOfPaypal,
  amountOfStripe,
  gatewayFault,
  paypalValueOf,
  stripeAmountOf,
} from "./gateway-amounts.ts";

// Amount in ISO minor units, as Stripe counts it, as PayPal writes it; null: refused when the price is created.
const cases: [string, string, number, number | null, string | null][] = [
  ["9.99 dollars", "USD", 999, 999, "9.99"],
  ["nine cents less than a dollar", "USD", 91, 91, "0.91"],
  ["980 yen", "JPY", 980, 980, "980"],
  ["990.00 forint", "HUF", 99_000, 99_000, "990"],
  ["990.50 forint", "HUF", 99_050, null, null],
  ["300.00 Taiwan dollars", "TWD", 30_000, 30_000, "300"],
  ["300.10 Taiwan dollars", "TWD", 30_010, null, null],
  ["1,500 krónur", "ISK", 1500, 150_000, null],
  ["40,000 Uganda shillings", "UGX", 40_000, 4_000_000, null],
  ["3.120 dinars", "KWD", 3120, 3120, null],
  ["3.125 dinars", "KWD", 3125, null, null],
  ["100.00 ariary", "MGA", 10_000, 100, null],
  ["100.50 ariary", "MGA", 10_050, null, null],
  ["49 cents", "USD", 49, null, "0.49"],
  ["a million dollars", "USD", 100_000_000, null, "1000000.00"],
];

/** What a gateway is told of a price, and what we read from that again; the fault where it takes none. */
function toldTo(gateway: "stripe" | "paypal", amount: number, currency: string) {
  const fault = gatewayFault(gateway, amount, currency);
  if (fault !== null) return { wire: null, back: null, fault };
  const wire = gateway === "stripe" ? stripeAmountOf(amount, currency) : paypalValueOf(amount, currency);
  const back = typeof wire === "string" ? amountOfPaypal(wire, currency) : amountOfStripe(wire, currency);
  return { wire, back, fault };
}

describe("case 57: a price is told each gateway in its own form, or refused when it is created", () => {
  it.each(cases)("%s", (_, currency, amount, stripe, paypal) => {
    const refused = (name: string): unknown => expect.stringMatching(new RegExp(`^${name} .+\\.$`));
    const faults = { stripe: refused("Stripe"), paypal: refused("PayPal") };
    const expected = (gateway: "stripe" | "paypal", wire: number | string | null) =>
      wire === null ? { wire, back: null, fault: faults[gateway] } : { wire, back: amount, fault: null };
    expect(toldTo("stripe", amount, currency)).toEqual(expected("stripe", stripe));
    expect(toldTo("paypal", amount, currency)).toEqual(expected("paypal", paypal));
  });
});

test("case 57: what PayPal answers is read whether or not it writes decimals", () => {
  expect(amountOfPaypal("990.00", "HUF")).toBe(99_000);
  expect(amountOfPaypal("980.00", "JPY")).toBe(980);
  expect(amountOfPaypal("9.9", "USD")).toBe(990);
  for (const odd of ["980.50", "-1", "1e3", "", "9,99", "NaN"])
    expect(() => amountOfPaypal(odd, "JPY")).toThrow(RangeError);
});

test("case 58: what is no amount is told to no gateway", () => {
  for (const value of [0.1 + 0.2, 2 ** 53, -1, Number.NaN]) {
    expect(() => stripeAmountOf(value, "USD")).toThrow(RangeError);
    expect(() => paypalValueOf(value, "USD")).toThrow(RangeError);
    expect(gatewayFault("stripe", value, "USD")).not.toBeNull();
    expect(gatewayFault("paypal", value, "USD")).not.toBeNull();
  }
  expect(() => paypalValueOf(99_050, "HUF")).toThrow(RangeError);
  expect(() => stripeAmountOf(10_050, "MGA")).toThrow(RangeError);
  expect(gatewayFault("stripe", 0, "USD")).not.toBeNull();
});
