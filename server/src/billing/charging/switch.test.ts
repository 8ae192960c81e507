import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { type MadeMember, makeMember } from "#test/people";
import { booksOf, orderOf, payOrder, seeOrder } from "#test/purchases";

let app: TestMoney;
beforeAll(async () => {
  app = await testMoney();
});
afterAll(() => app?.close());

/** Makes a member with one order started with both methods: a remote object at Stripe and one at PayPal. */
async function betweenBoth(card: string) {
  const buyer = await makeMember(app);
  const { id: seriesId } = await makeSeries(app);
  const byCard = await orderOf(buyer, { seriesId });
  await payOrder(buyer, byCard.info.order.id, card);
  const byPayPal = await orderOf(buyer, { seriesId, method: "paypal" });
  expect(byPayPal.info.order.id).toBe(byCard.info.order.id);
  const remoteId = new URL(byPayPal.info.next?.url ?? "").searchParams.get("token") ?? "";
  return { buyer, orderId: byCard.info.order.id, seriesId, remoteId };
}

const approve = async (orderId: string) =>
  ((await app.paypal.post("/approve", { orderId })) as { url: string }).url;
const capturesOf = async (remoteId: string) =>
  ((await app.paypal.get("/money")) as { capturesByOrder: Record<string, number> }).capturesByOrder[
    remoteId
  ] ?? 0;
const payByPayPal = (buyer: MadeMember, orderId: string) =>
  buyer.call<{ order: { state: string } }>("POST", "/api/payment/pay", { orderId, method: "paypal" });

async function expectPaidOnce(orderId: string): Promise<void> {
  const books = await booksOf(app, orderId);
  let taken = 0;
  for (const { remote_id: id, state } of books.payments) {
    expect(["succeeded", "cancelled"]).toContain(state);
    if (id?.startsWith("pi_")) {
      const { charges } = (await app.stripe.get(`/money/intents/${id}`)) as { charges: number };
      taken += charges;
    } else taken += await capturesOf(id ?? "");
  }
  expect(taken).toBe(1);
  expect(books).toMatchObject({ state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 });
}

test("case 3: if the card pays first, the order approved at PayPal is not captured", async () => {
  const { buyer, orderId, remoteId } = await betweenBoth("pm_card_chargeDeclined");
  const back = await approve(remoteId);
  expect((await payOrder(buyer, orderId)).info.order).toMatchObject({ state: "paid", method: "card" });
  await fetch(back, { redirect: "manual" });
  expect((await payByPayPal(buyer, orderId)).info.order.state).toBe("paid");
  await app.work();
  expect(await capturesOf(remoteId)).toBe(0);
  await expectPaidOnce(orderId);
});

test("case 3: if PayPal pays first, the card is not charged, whatever the buyer presses afterwards", async () => {
  const { buyer, orderId, remoteId } = await betweenBoth("pm_card_chargeDeclined");
  await fetch(await approve(remoteId), { redirect: "manual" });
  expect(await seeOrder(buyer, orderId)).toMatchObject({ state: "paid", method: "paypal" });
  expect((await payOrder(buyer, orderId)).info.order.state).toBe("paid");
  await app.work();
  expect(await capturesOf(remoteId)).toBe(1);
  await expectPaidOnce(orderId);
});

test("case 3: both at the same moment are one payment", async () => {
  for (let round = 0; round < 5; round++) {
    const { buyer, orderId, remoteId } = await betweenBoth("pm_card_chargeDeclined");
    await approve(remoteId);
    await Promise.all([payOrder(buyer, orderId), payByPayPal(buyer, orderId)]);
    await app.advance(70);
    await app.work();
    await expectPaidOnce(orderId);
    expect((await seeOrder(buyer, orderId)).state).toBe("paid");
  }
});

test("case 3: a card payment before its bank authentication is cancelled when the buyer switches to PayPal, and works again after PayPal", async () => {
  const { buyer, orderId, remoteId } = await betweenBoth("pm_card_threeDSecure2Required");
  const [stripe] = (await booksOf(app, orderId)).payments.filter(({ remote_id }) =>
    remote_id?.startsWith("pi_"),
  );
  expect(stripe?.state).toBe("cancelled");
  expect(await payByPayPal(buyer, orderId)).toMatchObject({ code: 500, reason: "paypal_not_approved" });
  expect((await payOrder(buyer, orderId)).info.order).toMatchObject({ state: "paid", method: "card" });
  await approve(remoteId);
  await app.work();
  expect(await capturesOf(remoteId)).toBe(0);
  await expectPaidOnce(orderId);
});
