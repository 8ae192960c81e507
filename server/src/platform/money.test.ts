import { languages } from "@cliffhanger/contract";
import { describe, expect, it, test } from "vitest";
import {
  amountOf,
  currencyDigits,
  decimalOf,
  isAmount,
  minorUnits,
  moneyOf,
  pricePerUnit,
  signedDisplay,
} from "./money.ts";

describe("an amount as text", () => {
  it("is parsed exactly, in the smallest unit of its currency", () => {
    expect(minorUnits("19.99", "USD")).toBe(1999);
    expect(minorUnits("0.29", "EUR")).toBe(29);
    expect(minorUnits("3", "KWD")).toBe(3000);
    expect(minorUnits("990.00", "HUF")).toBe(99_000);
    expect(minorUnits("980", "JPY")).toBe(980);
  });

  const none = ["0", "-1", "1e3", "1,5", "", " ", "99999999999", "NaN", "Infinity", "0x10", "1.999", "9."];
  it.each(none)("is rejected: %j", (text) => {
    expect(minorUnits(text, "USD")).toBeNull();
  });

  it("has no more decimals than its currency", () => {
    expect(minorUnits("980.5", "JPY")).toBeNull();
    expect(minorUnits("1.5", "ISK")).toBeNull();
    expect(minorUnits("1", "ZZZ")).toBeNull();
  });
});

test("an amount below 0 is shown with its sign, one above without", () => {
  expect([-63, 0, 499].map((amount) => signedDisplay(amount, "USD", "en"))).toEqual([
    "−$0.63",
    "$0.00",
    "$4.99",
  ]);
});

const notMoney = [0.1 + 0.2, 2 ** 53, -1, -0.5, Number.NaN, Number.POSITIVE_INFINITY, 10_000_000_001];
test.each(notMoney)("case 58: %s is not an amount of money and never reaches the ledger", (value) => {
  expect(isAmount(value)).toBe(false);
  expect(() => amountOf(value)).toThrow(RangeError);
  expect(() => moneyOf(value, "USD", "en")).toThrow(RangeError);
  expect(() => pricePerUnit(value, 30)).toThrow(RangeError);
});

test("case 58: ten cents and twenty cents are thirty, and formatting never divides", () => {
  const sum = (minorUnits("0.1", "USD") ?? 0) + (minorUnits("0.2", "USD") ?? 0);
  expect(sum).toBe(30);
  expect(decimalOf(sum, "USD")).toBe("0.30");
  for (const amount of [0, 1, 5, 10, 99, 100, 101, 1999, 999_999_999, 10_000_000_000]) {
    expect(minorUnits(decimalOf(amount, "USD"), "USD") ?? 0).toBe(amount);
    expect(minorUnits(decimalOf(amount, "KWD"), "KWD") ?? 0).toBe(amount);
  }
});

test("a currency has the decimals of ISO 4217, even when they are no longer written", () => {
  const digits = { USD: 2, JPY: 0, HUF: 2, TWD: 2, ISK: 0, UGX: 0, KWD: 3, IDR: 2, COP: 2 };
  for (const [currency, expected] of Object.entries(digits)) expect(currencyDigits(currency)).toBe(expected);
  expect(currencyDigits("XXZ")).toBeNull();
  expect(currencyDigits("usd")).toBeNull();
});

test("money is formatted in the reader's locale", () => {
  const displays = languages.map((language) => moneyOf(199_999, "USD", language).display);
  expect(displays.map((text) => text.replaceAll(/\s/gu, " "))).toEqual([
    "$1,999.99",
    "1999,99 US$",
    "1 999,99 $US",
    "1.999,99 $",
    "US$ 1.999,99",
  ]);
  expect(moneyOf(1999, "USD", "en")).toEqual({
    amount: 1999,
    currency: "USD",
    exponent: 2,
    display: "$19.99",
  });
  expect(moneyOf(980, "JPY", "en").display).toBe("¥980");
});

test("decimals that are usually omitted are shown when they are not zero", () => {
  const rendered = (amount: number) => moneyOf(amount, "HUF", "en").display.replaceAll(/\s/gu, " ");
  expect(rendered(99_000)).toBe("HUF 990");
  expect(rendered(99_050)).toBe("HUF 990.50");
});

test("R31: the price per day is rounded up to the cent", () => {
  expect(pricePerUnit(1999, 30)).toBe(67);
  expect(pricePerUnit(999, 7)).toBe(143);
  expect(pricePerUnit(9999, 365)).toBe(28);
  expect(pricePerUnit(700, 7)).toBe(100);
  expect(pricePerUnit(1, 365)).toBe(1);
});
