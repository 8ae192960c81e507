import type { SavedMethod } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

const listIn = ({ data }: { data?: unknown }) => (data as { list: SavedMethod[] }).list;
const methodsOf = async (member: MadeMember) => listIn(await member.call("GET", "/api/payment/methods"));
const remove = (member: MadeMember, id: string) => member.call("DELETE", "/api/payment/methods", { id });
const choose = (member: MadeMember, id: string) =>
  member.call("POST", "/api/payment/methods/default", { id });

/** The id of the only saved method. */
const onlyMethod = async (member: MadeMember) => (await methodsOf(member))[0]?.id ?? "";

/** Whether the gateway still has the method saved, by its own records. */
async function isAtGateway({ card }: Subscriber, gateway: "stripe" | "paypal"): Promise<boolean> {
  const found = await shop.billing.gateways.get(gateway)?.fetchInstrument(card);
  return found !== null && found !== undefined;
}

/** Ends a membership at the end of its period, so that its method renews nothing. */
const cancel = (member: MadeMember) => member.call("POST", "/api/payment/cancel", {});

async function storedInstrument(
  id: string,
): Promise<{ status: string; removed_at: Date | null } | undefined> {
  const { rows } = await shop.database.pool.query("select status, removed_at from instrument where id = $1", [
    id,
  ]);
  return rows[0];
}

test("case 110: removing the method that renews is refused with the two ways out, and changes nothing", async () => {
  const member = await shop.subscribe(30);
  const [method] = await methodsOf(member);
  expect(method).toMatchObject({
    type: "card",
    brand: "visa",
    last4: "4242",
    expires: expect.stringMatching(/^\d{4}-\d{2}$/),
    usage: "off_session",
    renews: true,
    isDefault: true,
  });
  const refused = await remove(member, method?.id ?? "");
  expect([refused.code, refused.reason, refused.info]).toEqual([
    409,
    "method_in_use",
    { ways: ["change", "cancel"] },
  ]);
  expect(refused.message).toMatch(/Change how the membership is paid, or cancel it/);
  expect(await methodsOf(member)).toEqual([method]);
  expect(await isAtGateway(member, "stripe")).toBe(true);
  expect((await shop.seen(member)).renewalMode).toBe("auto");
});

test.each(["stripe", "paypal"] as const)(
  "case 110: a method of %s that renews nothing any more is removed here and at its gateway",
  async (gateway) => {
    const member = gateway === "stripe" ? await shop.subscribe(30) : await shop.subscribeByPayPal(30);
    const id = await onlyMethod(member);
    await cancel(member);
    expect(await methodsOf(member)).toMatchObject([{ id, renews: false }]);
    const removed = await remove(member, id);
    expect([removed.code, listIn(removed)]).toEqual([200, []]);
    expect(await isAtGateway(member, gateway)).toBe(false);
    expect(await storedInstrument(id)).toMatchObject({ status: "detached" });
    // The card that is gone is charged by nothing: a renewal that is taken up again sends a link.
    await member.call("POST", "/api/payment/cancel", { undo: true });
    expect(await shop.seen(member)).toMatchObject({ renewalMode: "manual", method: null, state: "active" });
    expect((await remove(member, id)).code).toBe(404);
  },
);

test("case 110: a method whose gateway does not answer disappears at once, and is deleted there later", async () => {
  const member = await shop.subscribe(30);
  const id = await onlyMethod(member);
  await cancel(member);
  await shop.stripe.post("/faults", { kind: "500", path: "/v1/payment_methods/**", n: 1 });
  const removed = await remove(member, id);
  expect([removed.code, listIn(removed)]).toEqual([200, []]);
  expect(await isAtGateway(member, "stripe")).toBe(true);
  await shop.work();
  expect(await isAtGateway(member, "stripe")).toBe(false);
  expect(await storedInstrument(id)).toMatchObject({ status: "detached" });
});

test("case 110: a method is not removed while a payment by it may still succeed", async () => {
  const member = await shop.subscribe(30);
  const id = await onlyMethod(member);
  await cancel(member);
  await shop.database.pool.query(
    `update payment set state = 'pending', instrument_id = $1 where order_id = $2`,
    [id, member.orderId],
  );
  const refused = await remove(member, id);
  expect([refused.code, refused.reason]).toEqual([409, "method_charging"]);
  expect(await isAtGateway(member, "stripe")).toBe(true);
});

test("case 106: the method of another person is unknown to everybody else, and needs a sign-in", async () => {
  const owner = await shop.subscribe(30);
  const id = await onlyMethod(owner);
  const other = await makeMember(shop);
  expect(await methodsOf(other)).toEqual([]);
  expect((await remove(other, id)).code).toBe(404);
  expect((await choose(other, id)).code).toBe(404);
  expect((await remove(other, "nothing")).code).toBe(404);
  expect((await other.call("DELETE", "/api/payment/methods", {})).code).toBe(400);
  expect(await methodsOf(owner)).toMatchObject([{ id }]);
});

test("case 110: the chosen default comes first and stays it; without one, the method that renews does", async () => {
  const member = await shop.subscribe(30);
  const first = await onlyMethod(member);
  await cancel(member);
  await shop.at(new Date((await shop.stored(member.subscriptionId)).period_end.getTime() + 1000));
  member.cookie = null;
  await member.call("GET", "/api/user");
  await member.call("POST", "/api/user/login", { email: member.email, password: member.password });
  const { info } = await orderOf(member);
  await payOrder(member, info.order.id, "pm_card_mastercard");
  expect(await methodsOf(member)).toMatchObject([
    { brand: "mastercard", renews: true, isDefault: true },
    { id: first, renews: false, isDefault: false },
  ]);
  const chosen = await choose(member, first);
  expect(listIn(chosen)).toMatchObject([
    { id: first, isDefault: true },
    { brand: "mastercard", isDefault: false, renews: true },
  ]);
  await choose(member, first);
  expect((await methodsOf(member)).map(({ isDefault }) => isDefault)).toEqual([true, false]);
});
