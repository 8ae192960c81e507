import type { User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { defineAccountMails, requestAddressChange } from "#accounts";
import { refundOrder } from "#billing";
import { commandActor } from "#platform/actor";
import type { Outbox, WriteEmail } from "#platform/mail/email";
import { type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { makeGuest, newAddress } from "#test/people";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop?.close());

/** Changes the address of a person and proves the new mailbox; returns who is signed in there. */
async function move(visitorId: string, email: string) {
  const { clock } = shop;
  const { db } = shop.database;
  await requestAddressChange(shop.accounts, { db, clock, by: commandActor() }, { id: visitorId, email });
  const writers = new Map<string, WriteEmail<{ visitorId: string }>>();
  const define: Outbox["define"] = (kind, write) =>
    void writers.set(kind, write as unknown as WriteEmail<{ visitorId: string }>);
  const outbox = { available: true, define, send: async () => undefined };
  defineAccountMails({ outbox, db, clock, origin: "https://watch.example.com" });
  const written = await writers.get("address-new")?.({ visitorId });
  const code = new URL(written?.button?.url ?? "").searchParams.get("code");
  const elsewhere = await makeGuest(shop);
  const redeemed = await elsewhere.call<User>("POST", "/api/user/link/redeem", { code });
  expect(redeemed).toMatchObject({ code: 200, info: { id: visitorId, email } });
}

const buyers = async (subscriptionId: string) =>
  (
    await shop.database.pool.query<{ buyer: string }>(
      `select receipt.content ->> 'buyer' as buyer from receipt join purchase_order o on o.id = order_id
      where o.subscription_id = $1 order by o.period_no, receipt.kind desc`,
      [subscriptionId],
    )
  ).rows.map(({ buyer }) => buyer);

test("a proved new address gets credit notes and the receipts of renewals from then on, and the old mailbox none", async () => {
  const member = await shop.subscribe(7);
  const email = newAddress();
  await move(member.id, email);
  await refundOrder(shop.billing, member.orderId, 100, {
    by: "operator",
    actor: commandActor(),
    reason: null,
  });
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  await shop.work();
  expect(await buyers(member.subscriptionId)).toEqual([member.email, email, email]);
});
