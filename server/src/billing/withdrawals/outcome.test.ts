import { assert, boolean, constantFrom, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { outcomeOf, type WithdrawalFacts } from "./outcome.ts";

const day = 86_400_000;
const paidAt = new Date("2026-11-24T12:00:00Z");
const at = (days: number) => new Date(paidAt.getTime() + days * day);
const unlock: WithdrawalFacts = {
  kind: "unlock",
  total: 699,
  left: 699,
  paidAt,
  used: false,
  period: null,
  isPresent: false,
  isCarriedOver: false,
  earlier: 0,
  most: 15_000,
  step: 1,
};
const plan: WithdrawalFacts = {
  ...unlock,
  kind: "subscribe",
  total: 1999,
  left: 1999,
  period: { start: paidAt, end: at(30) },
  isPresent: true,
};

test.each<[string, WithdrawalFacts, number, object]>([
  ["an unlock, unused", unlock, 3, { outcome: "whole", amount: 699, why: null }],
  ["an unlock, used", { ...unlock, used: true }, 3, { outcome: "none", amount: 0, why: "used" }],
  [
    "an unlock with a part given back",
    { ...unlock, left: 499 },
    3,
    { outcome: "whole", amount: 499, why: null },
  ],
  ["a plan, unused", plan, 13, { outcome: "whole", amount: 1999, why: null }],
  // 1999 × 25 / 30 = 1665.83
  ["a plan on day 5 of 30, used", { ...plan, used: true }, 5, { outcome: "part", amount: 1665, why: null }],
  ["a plan at once, used", { ...plan, used: true }, 0, { outcome: "part", amount: 1999, why: null }],
  // The five days cost 334, and 1299 went back before.
  [
    "a used plan with a part given back",
    { ...plan, used: true, left: 700 },
    5,
    { outcome: "part", amount: 366, why: null },
  ],
  [
    "a used plan of which no more than the days is left",
    { ...plan, used: true, left: 334 },
    5,
    { outcome: "none", amount: 0, why: "used" },
  ],
  [
    "a used plan that was captured twice",
    { ...plan, used: true, left: 3998 },
    5,
    { outcome: "part", amount: 1665, why: null },
  ],
  [
    "a plan in whole units at once, used, with a broken part given back",
    { ...plan, used: true, step: 100, left: 1234 },
    0,
    { outcome: "part", amount: 1234, why: null },
  ],
  ["a used plan after 14 days", { ...plan, used: true }, 14, { outcome: "none", amount: 0, why: "used" }],
  ["a renewal, unused", { ...plan, kind: "renewal" }, 5, { outcome: "whole", amount: 1999, why: null }],
  [
    "a renewal, used",
    { ...plan, kind: "renewal", used: true },
    5,
    { outcome: "none", amount: 0, why: "used" },
  ],
  ["a change, used", { ...plan, kind: "change", used: true }, 5, { outcome: "none", amount: 0, why: "used" }],
  [
    "a used plan whose period is over",
    { ...plan, used: true, isPresent: false },
    8,
    { outcome: "none", amount: 0, why: "used" },
  ],
  [
    "a plan in whole units, used",
    { ...plan, used: true, step: 100 },
    5,
    { outcome: "part", amount: 1600, why: null },
  ],
  [
    "a change that was renewed since",
    { ...plan, kind: "change", isPresent: false },
    8,
    { outcome: "review", amount: 1999, why: "changed" },
  ],
  [
    "a used change that was renewed since",
    { ...plan, kind: "change", isPresent: false, used: true },
    8,
    { outcome: "none", amount: 0, why: "used" },
  ],
  [
    "a plan that a change took over",
    { ...plan, isCarriedOver: true },
    5,
    { outcome: "review", amount: 1999, why: "changed" },
  ],
  ["the third in a year", { ...unlock, earlier: 2 }, 3, { outcome: "review", amount: 699, why: "limit" }],
  [
    "more than the limit",
    { ...plan, left: 15_001, total: 15_001 },
    3,
    { outcome: "review", amount: 15_001, why: "limit" },
  ],
])("case 134, case 135, case 136: a withdrawal from %s", (_, facts, days, expected) => {
  expect(outcomeOf(facts, at(days))).toEqual(expected);
});

test("case 135: whatever the facts, never more than is left comes back, and less the later it is", () => {
  const facts = record({
    kind: constantFrom("unlock", "subscribe", "renewal", "change"),
    total: integer({ min: 1, max: 20_000 }),
    given: integer({ min: 0, max: 20_000 }),
    used: boolean(),
    days: integer({ min: 1, max: 400 }),
    from: integer({ min: 0, max: 400 * 24 }),
    more: integer({ min: 0, max: 400 * 24 }),
  });
  assert(
    property(facts, ({ kind, total, given, used, days, from, more }) => {
      const left = Math.max(0, total - given);
      const wanted = {
        ...plan,
        kind,
        total,
        left,
        used,
        period: { start: paidAt, end: at(days) },
        most: 20_000,
      };
      const [sooner, later] = [outcomeOf(wanted, at(from / 24)), outcomeOf(wanted, at((from + more) / 24))];
      expect(later.amount).toBeLessThanOrEqual(sooner.amount);
      expect(sooner.amount).toBeLessThanOrEqual(left);
      // The days that passed stay paid, to the minor unit below.
      const passed = used && later.amount > 0 ? total * (from + more) - days * 24 : 0;
      expect((left - later.amount) * days * 24).toBeGreaterThanOrEqual(passed);
      expect(sooner.amount).toBeGreaterThanOrEqual(0);
      expect(sooner.outcome === "none").toBe(sooner.amount === 0);
    }),
  );
});
