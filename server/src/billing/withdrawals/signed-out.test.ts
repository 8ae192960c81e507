import type { Withdrawal } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WriteEmail } from "#platform/mail/email";
import { makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { type MadeMember, makeGuest, makeMember, type Person } from "#test/people";
import { orderChange } from "#test/plan-changes";
import { orderOf, payOrder, seeOrder } from "#test/purchases";
import { unaudited } from "#test/unaudited";
import { defineReceiptMails } from "../mails/define-receipt-mails.ts";
import { anonymiseBuyers } from "../records/erasure/repository.ts";
import { newWithdrawalKey, opensWithdrawal } from "../records/withdrawals/keys.ts";
import { askWithdrawal } from "./withdraw.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop.close());

interface Bought {
  member: MadeMember;
  orderId: string;
  number: string;
}

async function unlock(card = "pm_card_visa", buyer?: MadeMember): Promise<Bought> {
  const member = buyer ?? (await makeMember(shop));
  const series = await makeSeries(shop, { free: 1, episodes: 2 });
  const { id: orderId, number } = (await orderOf(member, { seriesId: series.id })).info.order;
  await payOrder(member, orderId, card);
  return { member, orderId, number };
}

/** Returns the links of the receipt's email of an order, as it is written now. */
async function receiptLinks(orderId: string): Promise<string[]> {
  const writers = new Map<string, WriteEmail<object>>();
  const define = <T extends object>(kind: string, write: WriteEmail<T>) =>
    void writers.set(kind, write as WriteEmail<object>);
  defineReceiptMails({ ...shop.billing, mail: { ...shop.billing.mail, define } });
  const email = await writers.get("receipt")?.({ orderId });
  return (email?.links ?? []).map(({ url }) => url);
}

let hosts = 0;
/** A guest on a network of their own. */
async function stranger(): Promise<Person> {
  const guest = await makeGuest(shop);
  hosts += 1;
  guest.address = `198.51.100.${hosts}`;
  return guest;
}

const send = (who: Person, body: object) =>
  who.call<{ withdrawal: Withdrawal; order: unknown }>("POST", "/api/payment/withdraw", {
    step: "ask",
    ...body,
  });

async function count(query: string, value: unknown): Promise<number> {
  return (await shop.database.pool.query(query, [value])).rows.length;
}
const refunds = (orderId: string) => count("select from refund where order_id = $1", orderId);

const keyFor = (orderId: string, at = shop.clock.now()) =>
  newWithdrawalKey(shop.database.db, { orderId, at, outdated: new Date(at.getTime() - 14 * 86_400_000) });

test("case 133: signed out, order number and e-mail withdraw in two steps, and show nothing beside the receipt's facts", async () => {
  const { member, orderId, number } = await unlock();
  const guest = await stranger();
  const pair = { code: ` ${number.toLowerCase()} `, email: member.email.toUpperCase() };
  const asked = await send(guest, pair);
  expect(asked.info).toMatchObject({
    order: null,
    withdrawal: { outcome: "whole", amount: { amount: 699 }, at: null, of: { number, kind: "unlock" } },
  });
  expect(await refunds(orderId)).toBe(0);
  const confirmed = await send(guest, { ...pair, step: "confirm" });
  expect(confirmed.info).toMatchObject({ order: null, withdrawal: { at: expect.any(String) } });
  expect((await send(guest, { ...pair, step: "confirm" })).info).toEqual(confirmed.info);
  expect(await refunds(orderId)).toBe(1);
});

test("case 133: each wrong pair has one answer, and so has an unpaid order; one address tries ten times an hour", async () => {
  const { member, number } = await unlock();
  const other = await unlock();
  const series = await makeSeries(shop, { free: 1, episodes: 2 });
  const unpaid = (await orderOf(member, { seriesId: series.id })).info.order;
  const guest = await stranger();
  const pairs = [
    { code: number, email: other.member.email },
    { code: "CH-ZZZZZZZZ", email: member.email },
    { code: "nothing like it", email: member.email },
    { code: number, email: "no address" },
    { code: unpaid.number, email: member.email },
  ];
  const answers = [];
  for (const pair of pairs) answers.push(await send(guest, pair));
  const said = answers.map(({ status, code, reason, message, info }) => ({
    status,
    code,
    reason,
    message,
    info,
  }));
  expect(said[0]).toMatchObject({ status: 200, code: 500, reason: "withdrawal_unknown" });
  for (const answer of said) expect(answer).toEqual(said[0]);
  for (let times = 0; times < 5; times++) await send(guest, pairs[0] ?? {});
  expect(await send(guest, { code: number, email: member.email })).toMatchObject({ status: 429 });
  expect((await send(await stranger(), { code: number, email: member.email })).code).toBe(200);
  await shop.advance(3_601);
  expect((await send(guest, { code: number, email: member.email })).code).toBe(200);
});

test("case 133: a receipt's key withdraws from its own order alone, each mail's key stays valid, and an old one is removed", async () => {
  const { orderId } = await unlock();
  const other = await unlock();
  const guest = await stranger();
  const [first, second] = [await keyFor(orderId), await keyFor(orderId)];
  for (const key of [first, second])
    expect((await send(guest, { orderId, key })).info.withdrawal).toMatchObject({ outcome: "whole" });
  for (const wrong of [
    { orderId: other.orderId, key: first },
    { orderId, key: "guess" },
    { orderId, key: "" },
    { orderId: "none", key: first },
  ])
    expect(await send(guest, wrong)).toMatchObject({ code: 500, reason: "withdrawal_unknown" });
  expect(await send(guest, { orderId })).toMatchObject({ code: 401 });
  expect(await send(guest, {})).toMatchObject({ code: 400, reason: "invalid_request" });
  const stored = await shop.database.pool.query("select hash from withdrawal_key where order_id = $1", [
    orderId,
  ]);
  expect(JSON.stringify(stored.rows)).not.toContain(first);
  await send(guest, { orderId, key: first, step: "confirm" });
  expect(await refunds(orderId)).toBe(1);
  await keyFor(other.orderId, new Date(shop.clock.now().getTime() + 15 * 86_400_000));
  expect(await opensWithdrawal(shop.database.db, orderId, first)).toBe(false);
});

test("case 133: an erased customer's key and pair open nothing", async () => {
  const { member, orderId, number } = await unlock();
  const key = await keyFor(orderId);
  const guest = await stranger();
  await shop.database.db.transaction().execute((trx) => anonymiseBuyers(trx, [member.id]));
  expect(await send(guest, { orderId, key })).toMatchObject({ reason: "withdrawal_unknown" });
  expect(await send(guest, { code: number, email: member.email })).toMatchObject({
    reason: "withdrawal_unknown",
  });
});

test("case 136: the third withdrawal in a year from what one card paid waits in manual review, whoever it is, even at once", async () => {
  const card = "pm_card_amex";
  const bought = [await unlock(card), await unlock(card), await unlock(card)];
  const other = await unlock("pm_card_mastercard");
  const confirm = ({ member, orderId }: Bought) => send(member, { orderId, step: "confirm" });
  const answers = await Promise.all(bought.map(confirm));
  expect(answers.map(({ info }) => info.withdrawal.outcome).sort()).toEqual(["review", "whole", "whole"]);
  expect((await confirm(other)).info.withdrawal.outcome).toBe("whole");
});

test("case 134: terms that promise fewer days leave those who bought before the days that they agreed to", async () => {
  const { member, orderId } = await unlock("pm_card_jcb");
  const { policy } = shop.billing;
  const until = async () => (await seeOrder(member, orderId)).withdrawUntil;
  const before = await until();
  // The console's session would be over after days.
  const onConsole = async () => {
    const support = await makeOperator(shop, "support");
    return (await support.call("GET", `/orders/one?number=${orderId}`)).info.promiseEndsAt;
  };
  shop.billing.policy = { ...policy, refundDays: 3 };
  await shop.advance(5 * 86_400);
  expect([await until(), await onConsole()]).toEqual([before, before]);
  expect(await receiptLinks(orderId)).toEqual([expect.stringContaining(`/withdraw?order=${orderId}&key=`)]);
  const { info } = await send(member, { orderId, step: "ask" });
  expect(info.withdrawal).toMatchObject({ outcome: "whole", until: before });
  shop.billing.policy = { ...policy, refundDays: 30 };
  await shop.advance(20 * 86_400);
  expect((await askWithdrawal(shop.billing, orderId)).outcome).toBe("whole");
  shop.billing.policy = policy;
  expect(await receiptLinks(orderId)).toEqual([]);
  await expect(askWithdrawal(shop.billing, orderId)).rejects.toMatchObject({ reason: "withdrawal_over" });
});

test("case 133, case 112: the receipt of a change of plan that cost nothing offers no withdrawal, of which nothing would come", async () => {
  const member = await shop.subscribe(365);
  await shop.addPlan(9);
  await unaudited(shop.database.pool).query("update plan_price set amount = 9999 where plan_id = 'plan-9'");
  const { info } = await orderChange(member, "plan-9");
  expect(info.order).toMatchObject({ state: "paid", total: { amount: 0 }, withdrawUntil: null });
  expect(await receiptLinks(info.order.id)).toEqual([]);
});

test("REFUND_SELF_MAX: more than it waits in manual review, and a currency without decimals drops those of the setting", async () => {
  const { orderId } = await unlock("pm_card_discover");
  const limited = (refundSelfMax: string) => ({
    ...shop.billing,
    policy: { ...shop.billing.policy, refundSelfMax },
  });
  expect(await askWithdrawal(limited("6.98"), orderId)).toMatchObject({ outcome: "review", why: "limit" });
  expect(await askWithdrawal(limited("6.99"), orderId)).toMatchObject({ outcome: "whole" });
  await shop.database.pool.query("update purchase_order set currency = 'JPY' where id = $1", [orderId]);
  expect(await askWithdrawal(limited("700.50"), orderId)).toMatchObject({ outcome: "whole" });
});
