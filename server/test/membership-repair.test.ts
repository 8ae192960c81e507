import { afterAll, beforeAll, expect, test } from "vitest";
import { asSystem } from "#platform/db/audit";
import { migrations } from "../migrations/index.ts";
import { type Subscriber, type TestMemberships, testMemberships } from "./memberships.ts";
import { type TestSandbox, testSandbox } from "./sandbox.ts";

const day = 86_400_000;
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

let mailbox: TestSandbox;
let shop: TestMemberships;
beforeAll(async () => {
  mailbox = await testSandbox();
  shop = await testMemberships(mailbox);
});
afterAll(async () => {
  await shop.close();
  await mailbox.stop();
});

/**
 * Creates PayPal memberships as the defect left them: renewed once by us, then turned to manual, with their accounts
 * still saved.
 */
async function brokenMemberships(days: number, ...names: string[]): Promise<Subscriber[]> {
  const members: Subscriber[] = [];
  for (const name of names) members.push(await shop.subscribeByPayPal(days, `funded:${name}`));
  const { period_end: end } = await shop.stored(members[0]?.subscriptionId ?? "");
  await shop.at(later(end, -4 * 60_000));
  await shop.at(end);
  for (const { subscriptionId } of members)
    await shop.database.pool.query(
      `update subscription set renewal_mode = 'manual', instrument_id = null, next_action_at = period_end,
        remind_at = period_end - least(interval '7 days', period_days * interval '12 hours') where id = $1`,
      [subscriptionId],
    );
  return members;
}

/** Runs the repair as an upgrade would. */
async function repair(): Promise<void> {
  await shop.database.pool.query("delete from clock_offset");
  await shop.database.pool.query("insert into clock_offset (one, seconds) values (true, $1)", [
    (shop.clock.now().getTime() - Date.now()) / 1000,
  ]);
  await asSystem(shop.database.db, "restore", async (trx) => migrations["0017-renewing-again"]?.up(trx));
}

test.each([
  ["in the middle of its period", 30, 10],
  ["two days before its end", 30, 28],
  ["in a period that is shorter than the notice", 7, 1],
])(
  "case 71: a membership that the defect had made manual is repaired %s, reminded seven days before, and renewed",
  async (_, days, after) => {
    const [member] = await brokenMemberships(days, `broken${days}-${after}`);
    if (!member) throw new Error("Nobody subscribed");
    const { period_end: before } = await shop.stored(member.subscriptionId);
    await shop.advance(after * 86_400);
    await repair();
    const { period_end: end, renewal_mode, remind_at } = await shop.stored(member.subscriptionId);
    expect(renewal_mode).toBe("auto");
    // The period is longer only when the notice would not fit.
    const fits = before.getTime() - shop.clock.now().getTime() > 8 * day;
    expect(end.getTime() === before.getTime()).toBe(fits);
    expect(end.getTime() - (remind_at?.getTime() ?? 0)).toBeGreaterThanOrEqual(7 * day);
    await shop.at(later(remind_at ?? end, 60_000));
    expect(await shop.mails(member.subscriptionId)).toContain("renewal-reminder");
    expect(end.getTime() - shop.clock.now().getTime()).toBeGreaterThanOrEqual(7 * day);
    // Nothing is closed on the way there, and nothing is charged early.
    await shop.at(later(end, -6 * 60_000));
    expect(await shop.watches(member)).toBe(true);
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
    for (let no = 3; no <= 4; no++) {
      const stored = await shop.stored(member.subscriptionId);
      await shop.at(later(stored.period_end, -4 * 60_000));
      await shop.at(stored.period_end);
      expect(await shop.seen(member)).toMatchObject({ state: "active", renewalMode: "auto" });
    }
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
    const { rows } = await shop.database.pool.query(
      "select from_state, to_state from money_log where subject_id = $1 and cause = 'repair'",
      [member.subscriptionId],
    );
    expect(rows).toEqual([{ from_state: "active", to_state: "active" }]);
  },
);

test("case 71: the repair skips ended, cancelled and manually paid memberships, and those without a saved account", async () => {
  const [ended] = await brokenMemberships(7, "ended");
  await shop.at(later((await shop.stored(ended?.subscriptionId ?? "")).period_end, day));
  const [cancelled, lost] = await brokenMemberships(30, "cancelled", "lost");
  if (!ended || !cancelled || !lost) throw new Error("Nobody subscribed");
  await shop.seen(cancelled);
  await cancelled.call("POST", "/api/payment/cancel", {});
  await shop.database.pool.query("update instrument set status = 'dead' where visitor_id = $1", [lost.id]);
  const manual = await shop.subscribeByPayPal(30, "no-vault:manual");
  const all = [ended, cancelled, lost, manual];
  const read = () => Promise.all(all.map(({ subscriptionId }) => shop.stored(subscriptionId)));
  const before = await read();
  expect(before.map(({ state }) => state)).toEqual(["cancelled", "active", "active", "active"]);
  await repair();
  expect(await read()).toEqual(before);
});

test("case 71: running the repair twice changes nothing more", async () => {
  const [member] = await brokenMemberships(30, "twice");
  if (!member) throw new Error("Nobody subscribed");
  await repair();
  const once = await shop.stored(member.subscriptionId);
  await repair();
  expect(await shop.stored(member.subscriptionId)).toEqual(once);
});
