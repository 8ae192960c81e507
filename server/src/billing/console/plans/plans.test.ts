import type { ConsolePlan } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { becomeFresh, type MadeOperator, makeOperator } from "#test/console";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeMember } from "#test/people";
import { orderOf, payOrder, plansFor } from "#test/purchases";
import { unaudited } from "#test/unaudited";

const day = 86_400_000;

let app: TestMemberships;
let finance: MadeOperator;
beforeAll(async () => {
  app = await testMemberships();
});
afterAll(() => app?.close());
// Time passes in these tests, and a session ends with it.
beforeEach(async () => {
  finance = await makeOperator(app, "finance");
  await becomeFresh(app, finance);
});

const key = () => newId(app.clock.now());
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * day).toISOString();
const post = (path: string, body: object) => finance.call("POST", path, { requestKey: key(), ...body });
const plans = async (): Promise<ConsolePlan[]> => (await finance.call("GET", "/plans")).info.list;
const planIn = async (id: string) => (await plans()).find((plan) => plan.id === id) as ConsolePlan;
const inDollars = (plan: ConsolePlan) => plan.prices.find(({ currency }) => currency === "USD");

/** Asks what an act would do, and does it as it was shown. */
async function confirm(path: string, body: object, typed: object = {}) {
  const { effect } = (await post(path, { ...body, dryRun: true })).info;
  return { effect, done: await post(path, { ...body, typed, effect: effect.hash }) };
}

async function shown(planId: string): Promise<number | undefined> {
  return (await plansFor(await makeMember(app))).plans.find(({ id }) => id === planId)?.price.amount;
}

async function place(planId: string): Promise<number> {
  return (await plansFor(await makeMember(app))).plans.findIndex(({ id }) => id === planId);
}

test("C38: a price with a moment holds from then on; running memberships and an open order keep theirs", async () => {
  await app.addPlan(10);
  const member = await app.subscribe(10);
  const from = inDays(15);
  const body = { planId: "plan-10", set: [{ currency: "USD", amount: "12.99" }], from };
  const { effect, done } = await confirm("/plans/price", body);
  expect(effect.sentences[0]).toMatch(/ costs \$12\.99 instead of \$9\.99 \(30 % more\) from .+ on\.$/);
  expect(effect.sentences).toContain("The one running membership keeps its price.");
  expect(effect.sentences).toContain("The paywall shows then: $12.99, which is $1.30 a day.");
  expect(effect.typed).toEqual([]);
  expect(done.code).toBe(200);
  expect(inDollars(await planIn("plan-10"))).toMatchObject({
    price: { amount: 999 },
    members: 1,
    renews: [{ price: { amount: 999 }, members: 1 }],
    planned: [{ at: from, price: { amount: 1299 } }],
    net: { amount: 999 },
  });
  const log = await app.database.pool.query(
    "select action, kept, before, after from audit where subject_id = 'plan-10' and actor = $1",
    [finance.id],
  );
  expect(log.rows).toEqual([
    { action: "plan.price", kept: "money", before: { prices: ["999 USD"] }, after: { prices: ["1299 USD"] } },
  ]);
  expect(await shown("plan-10")).toBe(999);

  await app.at(new Date(Date.parse(from) - 60_000));
  const early = await makeMember(app);
  const { info } = await orderOf(early, { plan: await place("plan-10") });
  await app.at(new Date(from));
  expect(await shown("plan-10")).toBe(1299);
  expect((await payOrder(early, info?.order.id ?? "")).info.order).toMatchObject({
    state: "paid",
    total: { amount: 999 },
  });
  const late = await orderOf(await makeMember(app), { plan: await place("plan-10") });
  expect(late.info?.order.total.amount).toBe(1299);
  await app.at(new Date(Date.parse(inDays(6))));
  const { rows } = await app.database.pool.query(
    "select distinct amount::int from purchase_order where subscription_id = $1",
    [member.subscriptionId],
  );
  expect(rows).toEqual([{ amount: 999 }]);
  expect((await app.stored(member.subscriptionId)).period_no).toBe(3);
});

test("C38: a planned price is cancelled, once: the one before goes on, also up to what is planned after it", async () => {
  await app.addPlan(11);
  const [first, second] = [inDays(5), inDays(9)];
  const planned = (amount: string | null, from: string) =>
    confirm("/plans/price", { planId: "plan-11", set: [{ currency: "USD", amount }], from });
  await planned("12.49", first);
  const { effect } = await planned("13.49", second);
  expect(effect.sentences[0]).toContain("instead of $12.49");
  const cancel = { planId: "plan-11", currency: "USD", at: first };
  const cancelled = await confirm("/plans/price/cancel", cancel);
  expect(cancelled.effect.sentences[0]).toMatch(/ keeps \$9\.99, until /);
  expect(cancelled.done.code).toBe(200);
  expect(inDollars(await planIn("plan-11"))?.planned).toMatchObject([
    { at: second, price: { amount: 1349 } },
  ]);
  expect(await post("/plans/price/cancel", { ...cancel, dryRun: true })).toMatchObject({
    code: 400,
    errors: [{ field: "at", message: "No price is planned for then any more." }],
  });
  await planned(null, first);
  const ended = inDollars(await planIn("plan-11"))?.planned;
  expect(ended).toMatchObject([
    { at: first, price: null },
    { at: second, price: { amount: 1349 } },
  ]);
  await confirm("/plans/price/cancel", cancel);
  await confirm("/plans/price/cancel", { ...cancel, at: second });
  expect(inDollars(await planIn("plan-11"))?.planned).toEqual([]);
  await app.at(new Date(second));
  expect(await shown("plan-11")).toBe(999);
});

test("C36, C37: a step of more than half is typed again; what changed since is refused; a repeated act happens once", async () => {
  await app.addPlan(12);
  const body = { planId: "plan-12", set: [{ currency: "USD", amount: "19.99" }], from: null };
  const { effect, done } = await confirm("/plans/price", body);
  expect(effect.typed).toEqual(["USD"]);
  expect(done).toMatchObject({ code: 400, errors: [{ field: "typed.USD" }] });
  const act = { ...body, typed: { USD: "19.99" }, effect: effect.hash, requestKey: key() };
  expect((await post("/plans/price", act)).code).toBe(200);
  expect((await post("/plans/price", act)).code).toBe(200);
  expect(await shown("plan-12")).toBe(1999);
  expect(await post("/plans/price", { ...act, requestKey: key() })).toMatchObject({
    reason: "changed_meanwhile",
  });
  expect(await post("/plans/price", { ...body, from: inDays(-1), dryRun: true })).toMatchObject({
    code: 400,
    errors: [{ field: "from" }],
  });
  const { rows } = await app.database.pool.query(
    "select count(*)::int as rows from audit where subject_id = 'plan-12' and actor = $1",
    [finance.id],
  );
  expect(rows[0].rows).toBe(1);
});

test("C11: plans are added, moved, taken off sale and back, and named in five languages; each leaves its row", async () => {
  const added = await post("/plans", {
    act: "add",
    id: "yearly",
    days: 365,
    name: "Yearly",
    prices: [{ currency: "USD", amount: "79.99" }],
  });
  expect(added.code).toBe(200);
  const from = (await plans()).map(({ id }) => id);
  expect(from.at(-1)).toBe("yearly");
  const order = { act: "order", from, id: "yearly", place: 1 };
  expect((await post("/plans", order)).code).toBe(200);
  expect((await plans()).map(({ id }) => id)).toEqual(["yearly", ...from.slice(0, -1)]);
  expect((await post("/plans", order)).reason).toBe("changed_meanwhile");

  const { effect, done } = await confirm("/plans", { act: "sell", id: "yearly", isSold: false });
  expect(effect.sentences[0]).toBe("The paywall does not offer Yearly any more, at once.");
  expect(done.code).toBe(200);
  expect(await shown("yearly")).toBeUndefined();
  await confirm("/plans", { act: "sell", id: "yearly", isSold: true });

  const texts = { id: "yearly", from: { names: { en: "Yearly" }, descriptions: {} } };
  const names = { en: "Year", de: "Jahr", es: "Año", fr: "An", pt: "" };
  const named = await post("/plans/texts", { ...texts, names, descriptions: { en: "Best price" } });
  expect(named.code).toBe(200);
  expect(await planIn("yearly")).toMatchObject({
    names: { en: "Year", de: "Jahr", es: "Año", fr: "An" },
    descriptions: { en: "Best price" },
  });
  expect((await planIn("yearly")).names).not.toHaveProperty("pt");
  expect(await post("/plans/texts", { ...texts, names, descriptions: {} })).toMatchObject({
    reason: "changed_meanwhile",
  });
  const log = await app.database.pool.query(
    "select action from audit where subject_id = 'yearly' and actor = $1 order by action desc",
    [finance.id],
  );
  expect(log.rows.map(({ action }) => action)).toEqual(["plan.create", ...Array(4).fill("plan.change")]);
});

test("C38: the general price of a series is set here too, and nothing without a fresh proof", async () => {
  const stale = await makeOperator(app, "owner");
  const set = [{ currency: "USD", amount: "7.49" }];
  const body = { planId: null, set, from: inDays(3), requestKey: key() };
  await app.advance(600);
  expect((await stale.call("POST", "/plans/price", body)).reason).toBe("fresh_required");
  await becomeFresh(app, finance);
  await confirm("/plans/price", { planId: null, set, from: body.from });
  const { unlock } = (await finance.call("GET", "/plans")).info;
  expect(unlock.find(({ currency }: { currency: string }) => currency === "USD")).toMatchObject({
    price: { amount: 699 },
    planned: [{ at: body.from, price: { amount: 749 } }],
  });
  await confirm("/plans/price/cancel", { planId: null, currency: "USD", at: body.from });
});

test("C60: an editor sees the plans, no group under five people, and changes nothing", async () => {
  const editor = await makeOperator(app, "editor");
  const { list } = (await editor.call("GET", "/plans")).info as { list: ConsolePlan[] };
  const plan = list.find(({ id }) => id === "plan-10");
  expect(plan?.members).toBeNull();
  expect(inDollars(plan as ConsolePlan)).toMatchObject({ members: null, net: null });
  expect(list.find(({ id }) => id === "yearly")?.members).toBe(0);
  const body = { act: "sell", id: "yearly", isSold: false, requestKey: key() };
  expect((await editor.call("POST", "/plans", body)).reason).toBe("not_permitted");
});

test("C53: more than ten thousand members are counted once in ten seconds for all who ask, fewer each time", async () => {
  const join = (name: string, count: number) =>
    unaudited(app.database.pool).query(
      `insert into subscription (id, plan_id, currency, amount, period_days, state, anchor_at, period_no, period_start, period_end,
         renewal_mode, language, created_at)
       select $1 || n, 'plan-10', 'USD', 999, 10, 'active', $2, 1, $2, $2::timestamptz + interval '10 days', 'manual', 'en', $2
       from generate_series(1, $3) as n`,
      [`many-${name}-`, app.clock.now(), count],
    );
  const members = async () => (await planIn("plan-10")).members ?? Number.NaN;
  const before = await members();
  await join("few", 10);
  expect(await members()).toBe(before + 10);
  await join("thousands", 10_000);
  expect(await members()).toBe(before + 10_010);
  await join("late", 5);
  expect(await Promise.all([members(), members()])).toEqual([before + 10_010, before + 10_010]);
  await app.advance(11);
  expect(await members()).toBe(before + 10_015);
  await unaudited(app.database.pool).query("delete from subscription where id like 'many-%'");
});
