import fc from "fast-check";
import { expect, test } from "vitest";
import { chargeForChange, unusedOf, type ValuedPeriod } from "./proration.ts";

const day = 86_400_000;
const start = Date.UTC(2027, 0, 1);
const periodOf = (value: number, days: number): ValuedPeriod => ({
  value,
  starts_at: new Date(start),
  ends_at: new Date(start + days * day),
});

test("case 111: chains of up to five changes never charge less than nothing or more than the price, and lose no money", () => {
  const change = fc.record({
    days: fc.integer({ min: 1, max: 400 }),
    more: fc.nat(20_000),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 50, max: 20_000 }),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      (first, changes) => {
        let [price, paid, used] = [first, first, 0];
        let period = periodOf(first, 30);
        for (const { days, more, share } of changes) {
          const length = period.ends_at.getTime() - period.starts_at.getTime();
          const at = new Date(period.starts_at.getTime() + Math.floor(length * share));
          const unused = unusedOf(period, at);
          price += more;
          const { charge, credit, waived } = chargeForChange({ price, unused }, 1, (amount) => amount >= 50);
          expect(charge).toBeGreaterThanOrEqual(0);
          expect(charge).toBeLessThanOrEqual(price);
          expect(charge + credit + waived).toBe(price);
          expect(credit).toBe(unused);
          paid += charge;
          used += period.value - unused;
          period = { value: charge + credit, starts_at: at, ends_at: new Date(at.getTime() + days * day) };
          expect(paid - used).toBe(period.value);
        }
      },
    ),
    { numRuns: 5_000 },
  );
});

test("case 112: what a gateway does not take is waived, and a charge is whole where the currency wants it", () => {
  const isTaken = (charge: number) => charge >= 50;
  expect(chargeForChange({ price: 1999, unused: 1960 }, 1, isTaken)).toEqual({
    charge: 0,
    credit: 1960,
    waived: 39,
  });
  expect(chargeForChange({ price: 1999, unused: 1949 }, 1, isTaken)).toEqual({
    charge: 50,
    credit: 1949,
    waived: 0,
  });
  expect(chargeForChange({ price: 1999, unused: 1999 }, 1, isTaken)).toEqual({
    charge: 0,
    credit: 1999,
    waived: 0,
  });
  expect(chargeForChange({ price: 499_000, unused: 123_456 }, 100, () => true)).toEqual({
    charge: 375_500,
    credit: 123_456,
    waived: 44,
  });
});

test("the unused part is exact to the millisecond, whole before the period and nothing after it", () => {
  const period = periodOf(999, 7);
  expect(unusedOf(period, new Date(start))).toBe(999);
  expect(unusedOf(period, new Date(start - day))).toBe(999);
  expect(unusedOf(period, new Date(start + 1))).toBe(998);
  expect(unusedOf(period, new Date(start + 3.5 * day))).toBe(499);
  expect(unusedOf(period, new Date(start + 7 * day))).toBe(0);
  // More than 2^53 in between.
  expect(unusedOf(periodOf(9_999_999_999, 3660), new Date(start + 1))).toBe(9_999_999_998);
});
