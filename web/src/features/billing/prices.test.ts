import { expect, test } from "vitest";
import { formatDate } from "../../lib/format.ts";
import { barPrice, changeText, nextCharge } from "./prices.ts";

const money = (amount: number, currency: string, exponent: number, display: string) => ({
  amount,
  currency,
  exponent,
  display,
});
// Intl separates number and sign by several kinds of no-break spaces.
const plain = (text: string) => text.replaceAll(/\s/g, " ");

test.each([
  [money(1999, "USD", 2, "-"), "en", "$19.99"],
  [money(700, "USD", 2, "-"), "en", "$7.00"],
  [money(5, "USD", 2, "-"), "en", "$0.05"],
  [money(123_456, "EUR", 2, "-"), "de", "1.234,56 €"],
  [money(2990, "BRL", 2, "-"), "pt", "R$ 29,90"],
] as const)(
  "R103: the submit bar divides minor units by 100 and shows two decimals: %o in %s",
  (price, language, shown) => {
    expect(plain(barPrice(price, language))).toBe(shown);
  },
);

test.each([
  [money(980, "JPY", 0, "¥980"), "¥980"],
  [money(1500, "KWD", 3, "KWD 1.500"), "KWD 1.500"],
] as const)(
  "R103: a currency with another exponent is shown as the server formats it: %o",
  (price, shown) => {
    expect(barPrice(price, "en")).toBe(shown);
  },
);

test("R7: the next charge is a whole number of days after the start, across clock changes", () => {
  const date = (periodDays: number, begins: string) => formatDate(nextCharge({ periodDays }, begins));
  expect(date(30, "2026-11-20T15:00:00.000Z")).toBe("20 December 2026");
  expect(date(7, "2026-03-28T23:59:59.000Z")).toBe("4 April 2026");
  expect(date(365, "2028-02-29T00:00:00.000Z")).toBe("28 February 2029");
});

test("case 111, case 115: a change that begins now says that the present plan is taken off its price only where something is", () => {
  const credit = (amount: number) => money(amount, "USD", 2, "-");
  expect(changeText({ kind: "now", credit: credit(1) })).toBe("membership.changeNowText");
  expect(changeText({ kind: "now", credit: credit(0) })).toBe("membership.changeNowWhole");
  expect(changeText({ kind: "atEnd", credit: credit(0) })).toBe("membership.changeEndText");
});
