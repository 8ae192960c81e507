import { afterAll, beforeAll, expect, test } from "vitest";
import type { Email, WriteEmail } from "#platform/mail/email";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeGuest, makeMember, newAddress, type Person } from "#test/people";
import { buyAsGuest, orderOf, payOrder } from "#test/purchases";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { defineReceiptMails } from "../mails/define-receipt-mails.ts";

let shop: TestMemberships;
let mailbox: TestSandbox;
const writers = new Map<string, WriteEmail<object>>();
beforeAll(async () => {
  mailbox = await testSandbox();
  shop = await testMemberships(mailbox);
  // The worker's side of it: what the app queues is written here.
  const define = <T extends object>(kind: string, write: WriteEmail<T>) =>
    void writers.set(kind, write as WriteEmail<object>);
  defineReceiptMails({ ...shop.billing, mail: { ...shop.billing.mail, define } });
});
afterAll(async () => {
  await shop.close();
  await mailbox.stop();
});

/** Writes an email as the worker does. */
const emailOf = async (kind: string, about: object): Promise<Email | null> =>
  (await writers.get(kind)?.(about)) ?? null;

/** Returns the code of the link in the email of a receipt; null where there is none. */
function codeIn(email: Email | null): string | null {
  const url = new URL(email?.button?.url ?? "https://x.example");
  return url.pathname === "/claim" ? url.searchParams.get("code") : null;
}

/** Buys a series as a guest who names this address. */
async function buySeries(guest: Person, email: string): Promise<string> {
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  const { info } = await orderOf(guest, { seriesId: series.id, guest: { email } });
  expect((await payOrder(guest, info.order.id)).info.order.state).toBe("paid");
  return info.order.id;
}

test("case 99: the receipt of a guest proves the mailbox that it went to, and never the one that a later purchase named", async () => {
  const victim = await makeMember(shop);
  const mine = newAddress();
  const { guest, orderId } = await buyAsGuest(shop, mine, (await makeSeries(shop, { free: 1 })).id);
  const second = await buySeries(guest, victim.email);
  // Written after the second purchase: late, tried again, or sent again by an operator.
  const receipt = await emailOf("receipt", { orderId });
  expect(receipt?.to).toBe(mine);
  const code = codeIn(receipt);
  const answer = await guest.call("POST", "/api/user/link/redeem", { code: code ?? "" });
  expect(answer.reason).toBe("code_invalid");
  // The receipt of the second purchase goes to its own address, and proves that one.
  const theirs = await emailOf("receipt", { orderId: second });
  expect([theirs?.to, codeIn(theirs)]).toEqual([victim.email, expect.any(String)]);
});
