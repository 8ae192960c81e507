import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOperator } from "#test/console";
import { type Subscriber, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { orderOf, payOrder } from "#test/purchases";
import { timeLimit } from "../../../../tools/time-limit.ts";

const DAY_MS = 86_400_000;

/** A membership as the script of the year has it. `ends`: the day in the script on which it is over. */
interface Lived {
  member: Subscriber;
  begins: number;
  days: number;
  amount: number;
  currency: string;
  isRegained: boolean;
  ends?: { day: number; by: "choice" | "failure" };
}

let shop: TestMemberships;
let begun: number;
const lived: Lived[] = [];
const amounts: Record<number, number> = { 1: 999, 7: 0, 30: 0, 365: 0 };

const at = (day: number) => shop.at(new Date(begun + day * DAY_MS));
const dateOf = (day: number) => new Date(begun + day * DAY_MS).toISOString().slice(0, 10);

/** The days from a renewal on at which something is tried or ends: its own and the next, or those of grace. */
const daysOf = ({ ends }: Lived) => (ends?.by === "failure" ? 8 : 1);

const isEventful = (day: number) =>
  lived.some(
    (one) =>
      day <= (one.ends?.day ?? Number.POSITIVE_INFINITY) + 1 && (day - one.begins) % one.days <= daysOf(one),
  );

/** Lets the year pass; each attempt happens on its day. Days without one pass at once: each costs a tenth of a second. */
async function passUntil(day: number): Promise<void> {
  for (let now = (shop.clock.now().getTime() - begun) / DAY_MS + 1; now < day; now += 1)
    if (isEventful(now)) await at(now);
  await at(day);
}

async function join(day: number, days: number): Promise<Lived> {
  await passUntil(day);
  const member = await shop.subscribe(days);
  const one = { member, begins: day, days, amount: amounts[days] ?? 0, currency: "USD", isRegained: false };
  lived.push(one);
  return one;
}

/** Ends with the period that is paid. */
async function leave(one: Lived, day: number): Promise<void> {
  await passUntil(day);
  const answer = await one.member.call("POST", "/api/payment/cancel", {});
  if (answer.code === 401) await one.member.call("POST", "/api/user/login", one.member);
  expect((await one.member.call("POST", "/api/payment/cancel", {})).code).toBe(200);
  one.ends = { day: one.begins + Math.ceil((day - one.begins) / one.days) * one.days, by: "choice" };
}

/** Its bank declines from now on, and the days of grace pass. */
async function lapse(one: Lived, day: number): Promise<void> {
  await passUntil(day);
  await shop.stripe.post("/declines", {
    outcome: "insufficient_funds",
    of: one.member.card,
    offSession: true,
    n: 99,
  });
  one.ends = { day: one.begins + Math.ceil((day - one.begins) / one.days) * one.days + 7, by: "failure" };
}

async function joinAgain(earlier: Lived, day: number): Promise<void> {
  await passUntil(day);
  const { member, days } = earlier;
  await member.call("POST", "/api/user/login", { email: member.email, password: member.password });
  const ordered = await orderOf(member, { days });
  await payOrder(member, ordered.info?.order.id ?? "");
  await shop.work();
  const { ends: _ends, ...rest } = earlier;
  lived.push({ ...rest, begins: day, isRegained: true });
}

beforeAll(async () => {
  shop = await testMembershipsWithMail();
  const { rows } = await shop.database.pool.query(
    `select period_days, amount::int from plan join plan_price on plan_id = plan.id where currency = 'USD'`,
  );
  for (const { period_days, amount } of rows) amounts[period_days] = amount;
  begun = shop.clock.now().getTime();
  // These two stay.
  await join(0, 365);
  await join(1, 30);
  const [leaves, lapses] = [await join(2, 30), await join(3, 30)];
  const weekly = await join(5, 7);
  await leave(weekly, 20);
  await leave(leaves, 40);
  await lapse(lapses, 70);
  await passUntil(110);
  await joinAgain(leaves, 110);
  const late = await join(150, 30);
  await passUntil(200);
  await leave(late, 200);
  const failing = await join(300, 30);
  await lapse(failing, 301);
  await passUntil(332);
}, timeLimit(240));
afterAll(() => shop?.close());

const isLive = (one: Lived, day: number) =>
  one.begins <= day && (one.ends === undefined || one.ends.day > day);

describe("C43: memberships of a scripted year", () => {
  test("each day has as many as the script, and what they bring in thirty days", async () => {
    const owner = await makeOperator(shop, "owner");
    const { info } = await owner.call("GET", `/reports/subscriptions?from=${dateOf(0)}&to=${dateOf(332)}`);
    expect(info.days).toHaveLength(333);
    const wrong: unknown[] = [];
    for (let day = 0; day < 332; day++) {
      // What happens at the moment of the day at which the script began is counted at that day's end.
      const live = lived.filter((one) => isLive(one, day));
      const monthly = Math.round(live.reduce((sum, { amount, days }) => sum + (amount * 30) / days, 0));
      const seen = info.days[day];
      const wanted = { day: dateOf(day), live: live.length, monthly: [{ currency: "USD", amount: monthly }] };
      if (
        JSON.stringify(wanted) !== JSON.stringify({ day: seen.day, live: seen.live, monthly: seen.monthly })
      )
        wrong.push({ wanted, seen });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(info.moves).toEqual({
      began: lived.filter(({ isRegained }) => !isRegained).length,
      regained: 1,
      lostByChoice: lived.filter(({ ends }) => ends?.by === "choice").length,
      lostByFailure: lived.filter(({ ends }) => ends?.by === "failure" && ends.day <= 332).length,
    });
    expect(info.moves).toMatchObject({ lostByChoice: 3, lostByFailure: 1 });
  });

  test("months have the share that renewed, and one whose payment fails is in dunning", async () => {
    const owner = await makeOperator(shop, "owner");
    const { info } = await owner.call("GET", `/reports/subscriptions?from=${dateOf(0)}&to=${dateOf(332)}`);
    const monthOf = (one: Lived) => dateOf(one.begins).slice(0, 7);
    for (const month of new Set(lived.map(monthOf))) {
      const members = lived.filter((one) => monthOf(one) === month);
      const renewals = Array.from({ length: 12 }, (_, at) => at + 1).flatMap((n) => {
        const due = members.filter(({ begins, days }) => begins + n * days < 332);
        // Whoever left was gone at the end of that period; whoever's bank declined had seven days more.
        const paidUntil = ({ ends }: Lived) =>
          ends ? ends.day - (ends.by === "failure" ? 7 : 0) : Number.POSITIVE_INFINITY;
        const renewed = due.filter((one) => one.begins + n * one.days < paidUntil(one));
        return due.length > 0 ? [{ due: due.length, renewed: renewed.length }] : [];
      });
      const seen = info.cohorts.find((one: { month: string }) => one.month === month);
      expect(seen, month).toEqual({ month, began: members.length, renewals });
    }
    expect(info.dunning).toEqual([
      { step: expect.any(Number), members: 1, amounts: [{ currency: "USD", amount: amounts[30] }] },
    ]);
  });

  test("C60: an editor reads no group of less than five", async () => {
    const editor = await makeOperator(shop, "editor");
    const { info } = await editor.call("GET", `/reports/subscriptions?from=${dateOf(0)}&to=${dateOf(332)}`);
    const counts = [
      info.live,
      ...Object.values(info.moves),
      ...info.days.flatMap((day: Record<string, unknown>) => [day.live, day.began, day.lostByChoice]),
      ...info.cohorts.flatMap((one: { began: unknown; renewals: { due: unknown; renewed: unknown }[] }) => [
        one.began,
        ...one.renewals.flatMap(({ due, renewed }) => [due, renewed]),
      ]),
      ...info.dunning.map(({ members }: { members: unknown }) => members),
    ];
    expect(counts).toContain("few");
    expect(counts.filter((count) => typeof count === "number" && count > 0 && count < 5)).toEqual([]);
    expect(info.dunning[0].amounts).toEqual([]);
    // What they bring in thirty days, divided by the price, is how many they are.
    expect(info.monthly).toEqual([{ currency: "USD", amount: null }]);
    const telling = (day: { live: unknown; monthly: { amount: number | null }[] }) =>
      day.live === "few" && day.monthly.some(({ amount }) => amount !== null);
    expect(info.days.filter(telling)).toEqual([]);
  });
});
