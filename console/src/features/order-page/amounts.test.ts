import { expect, test } from "vitest";
import { decimalOf, minorUnitsOf } from "./amounts.ts";

test("C35: an amount is typed and read in the currency's own decimals, and nothing else is one", () => {
  for (const [text, exponent, amount] of [
    ["6.99", 2, 699],
    [" 6,9 ", 2, 690],
    ["1200", 0, 1200],
    ["0.001", 3, 1],
  ] as const)
    expect(minorUnitsOf(text, exponent), text).toBe(amount);
  for (const text of ["", "0", "-1", "6.999", "1e3", "1.200,00", "6."])
    expect(minorUnitsOf(text, 2), text).toBeNull();
  expect([decimalOf(5, 2), decimalOf(1999, 2), decimalOf(1200, 0)]).toEqual(["0.05", "19.99", "1200"]);
});
