import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { after, day, hour, openAgenda } from "./agenda.ts";
import { bookJournal, foldIncome } from "./books.ts";
import { openJournal, sequence } from "./journal.ts";
import { chargeOf, Follower, graceOf, type Membership, mayWatch } from "./membership.ts";
import { writeResult } from "./report.ts";
import type { World } from "./world.ts";

const until = new Date("2027-03-01T12:00:00Z");
const membership = (changes: Partial<Membership>): Membership =>
  ({ until, days: 30, fate: { kind: "renews" }, disputed: false, ended: null, ...changes }) as Membership;

test("access lasts as long as the specification says: the paid period, then at most half of it and a week", () => {
  expect([1, 7, 30, 365].map((days) => graceOf(days) / hour)).toEqual([6, 72, 168, 168]);
  expect(mayWatch(membership({}), after(until, -day))).toBe(true);
  expect(mayWatch(membership({}), after(until, 6 * day))).toBe(true);
  expect(mayWatch(membership({}), after(until, 8 * day))).toBe(false);
  expect(mayWatch(membership({ fate: { kind: "ends" } }), after(until, hour))).toBe(false);
  expect(mayWatch(membership({ disputed: true }), after(until, -day))).toBe(false);
  expect(mayWatch(membership({ ended: until }), after(until, -day))).toBe(false);
});

test("case 148: a change of plan costs its price less what is left of the period's worth, rounded down", () => {
  const week = { value: 999, days: 7, until };
  const at = (days: number) => chargeOf(week, 1999, after(until, -days * day));
  expect([at(7), at(3.5), at(0)]).toEqual([1000, 1500, 1999]);
  expect(chargeOf({ ...week, value: 1999, days: 30 }, 4999, after(until, -10 * day))).toBe(4999 - 666);
});

test("case 148: what buyers did comes to accounts that balance, with the fees of both gateways", () => {
  const journal = openJournal(() => until);
  journal.agree({ method: "card", currency: "EUR", amount: 1000, what: "unlock" });
  journal.agree({ method: "card", currency: "EUR", amount: -1000, what: "refund" });
  journal.agree({ method: "paypal", currency: "USD", amount: 1000, what: "unlock" });
  journal.agree({ method: "paypal", currency: "USD", amount: -1000, what: "lost dispute", lost: true });
  journal.disputes.push({ method: "paypal", currency: "USD", amount: 1000, state: "lost" });
  journal.disputes.push({ method: "card", currency: "USD", amount: 500, state: "open" });
  const books = {};
  bookJournal(books, journal);
  expect(foldIncome(books)).toEqual({
    "gateway_fees USD": 61 + 84 + 2000 + 1500,
    "gateway_clearing USD": -61 - 84 - 2000 - 500 - 1500,
    "dispute_hold USD": 500,
  });
});

test("case 148: renewals are waited for from the end of a period until their outcome is known", () => {
  const follower = new Follower({} as World, openAgenda());
  follower.all.push(membership({ open: false }));
  expect([follower.isWaiting(after(until, -hour)), follower.isWaiting(until)]).toEqual([false, true]);
  follower.all[0] = membership({ open: false, fate: { kind: "ends" } });
  expect(follower.isWaiting(until)).toBe(false);
});

test("entries of the agenda come by their time, and at one time in the order in which they were put down", () => {
  const agenda = openAgenda();
  agenda.at(after(until, 2), "third");
  agenda.at(until, "first");
  agenda.at(until, "second");
  agenda.at(after(until, day), "too late");
  const taken: string[] = [];
  for (let next = agenda.next(after(until, hour)); next; next = agenda.next(after(until, hour)))
    taken.push(next.what);
  expect(taken).toEqual(["first", "second", "third"]);
});

test("a seed gives the same chances again", () => {
  const [one, other] = [sequence(7), sequence(7)];
  const drawn = Array.from({ length: 100 }, one);
  expect(Array.from({ length: 100 }, other)).toEqual(drawn);
  expect(drawn.every((chance) => chance >= 0 && chance < 1)).toBe(true);
  expect(new Set(drawn).size).toBe(100);
});

test("a journal holds what was agreed to, and what of it goes back", () => {
  const journal = openJournal(() => until);
  journal.agree({ method: "card", currency: "USD", amount: 1999, what: "subscribe" });
  journal.agree({ method: "card", currency: "USD", amount: -500, what: "refund" });
  expect(journal.agreed.reduce((sum, { amount }) => sum + amount, 0)).toBe(1499);
  expect(journal.lines[1]).toBe("2027-03-01T12:00:00.000Z gets back 500 USD by card: refund");
});

test("the result of a run stands below what the file said before", () => {
  const file = join(mkdtempSync(join(tmpdir(), "cliffhanger-year-")), "soak.md");
  writeFileSync(file, "# Soak test\n\nThe video.\n");
  const result = { months: 2, minutes: 3, counts: { payments: 4 }, totals: { "card USD": 123_456 } };
  writeResult(file, { seed: 1, ...result });
  writeResult(file, { seed: 2, ...result });
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^# Soak test\n\nThe video\.\n\n## A year of business\n/);
  expect(text.match(/## A year of business/g)).toHaveLength(1);
  expect(text.match(/seed \d+/g)).toEqual(["seed 1", "seed 2"]);
  expect(text).toContain("| card USD | 1234.56 |");
  expect(text.match(/Not run yet in full/g)).toHaveLength(1);
  writeResult(file, { seed: 3, ...result, months: 12 });
  expect(readFileSync(file, "utf8")).not.toContain("Not run yet in full");
});
