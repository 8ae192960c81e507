import type { Payments, User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWord } from "#platform/ids";
import type { Email, WriteEmail } from "#platform/mail/email";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeGuest, makeMember, type Person } from "#test/people";
import { orderOf, payOrder, plansFor } from "#test/purchases";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { cleanUp } from "../src/accounts/account-data/cleanup.ts";
import { defineReceiptMails } from "../src/billing/mails/define-receipt-mails.ts";
import { findDifferences } from "../src/billing/records/findings/repository.ts";

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

const newAddress = () => `${randomWord(8).toLowerCase().replaceAll(/[-_]/g, "x")}@example.com`;
const newSeries = () => makeSeries(shop, { free: 1, episodes: 3 });

/** Creates a guest who bought a series, or a plan without one, by card with an address. */
async function buyer(email: string, seriesId?: string) {
  const guest = await makeGuest(shop);
  const { info, reason } = await orderOf(guest, {
    ...(seriesId === undefined ? {} : { seriesId }),
    guest: { email, name: "Mara Quint" },
  });
  if (!info) throw new Error(`Nothing could be ordered: ${reason}`);
  const paid = await payOrder(guest, info.order.id);
  expect(paid.info.order.state).toBe("paid");
  return { guest, orderId: info.order.id };
}

/** Writes the email of a receipt, as the worker does. */
async function receiptOf(orderId: string): Promise<Email> {
  const email = await writers.get("receipt")?.({ orderId });
  if (!email) throw new Error("No email was written");
  return email;
}

/** Returns the code of the link in the email of a receipt. */
async function codeInReceipt(orderId: string): Promise<string> {
  const url = new URL((await receiptOf(orderId)).button?.url ?? "");
  expect(url.pathname).toBe("/claim");
  return url.searchParams.get("code") ?? "";
}

const redeem = (person: Person, code: string) => person.call<User>("POST", "/api/user/link/redeem", { code });
const ordersOf = async (person: Person) =>
  (await person.call<Payments>("GET", "/api/payment")).info.orders.map(({ id }) => id).toSorted();
const opens = async (person: Person, seriesId: string) =>
  (await person.call("POST", "/api/video/unlock", { seriesId })).code === 200;

test("case 99: the link of the receipt makes a guest with a new address a member who owns the purchase; used, it is refused", async () => {
  const email = newAddress();
  const series = await newSeries();
  const { guest, orderId } = await buyer(email, series.id);
  const { info: before } = await guest.call<User>("GET", "/api/user");
  expect([before.kind, before.email, before.purchase]).toEqual([
    "guest",
    null,
    { maskedEmail: `${email.slice(0, 1)}…@e…` },
  ]);
  const code = await codeInReceipt(orderId);
  const elsewhere = await makeGuest(shop);
  const { info } = await redeem(elsewhere, code);
  expect([info.kind, info.email, info.purchase]).toEqual(["member", email, null]);
  expect(await ordersOf(elsewhere)).toEqual([orderId]);
  expect(await opens(elsewhere, series.id)).toBe(true);
  expect((await redeem(await makeGuest(shop), code)).reason).toBe("code_invalid");
});

test("case 99: a link that is too old, or older than the newest, is refused", async () => {
  const { orderId } = await buyer(newAddress(), (await newSeries()).id);
  const older = await codeInReceipt(orderId);
  const newest = await codeInReceipt(orderId);
  expect((await redeem(await makeGuest(shop), older)).reason).toBe("code_invalid");
  await shop.advance(7 * 86_400 + 60);
  expect((await redeem(await makeGuest(shop), newest)).reason).toBe("code_invalid");
});

test("case 99: with a member's address the link signs in to that account, and gathers what two guests bought with it", async () => {
  const member = await makeMember(shop);
  const [first, second] = [await newSeries(), await newSeries()];
  const one = await buyer(member.email, first.id);
  const two = await buyer(member.email, second.id);
  const elsewhere = await makeGuest(shop);
  const { info } = await redeem(elsewhere, await codeInReceipt(one.orderId));
  expect(info.id).toBe(member.id);
  expect(await ordersOf(member)).toEqual([one.orderId, two.orderId].toSorted());
  expect([await opens(member, first.id), await opens(member, second.id)]).toEqual([true, true]);
});

test("case 98: the receipts to a new and to a taken address are alike, and nothing is theirs before the mailbox is proved", async () => {
  const member = await makeMember(shop);
  const series = await newSeries();
  const one = await buyer(member.email, series.id);
  const two = await buyer(newAddress(), (await newSeries()).id);
  expect(await ordersOf(member)).toEqual([]);
  expect(await opens(member, series.id)).toBe(false);
  const shape = async (orderId: string) => {
    const { subject, paragraphs, button, small } = await receiptOf(orderId);
    return [subject.replace(/\S+$/, ""), paragraphs, button?.label, small];
  };
  expect(await shape(one.orderId)).toEqual(await shape(two.orderId));
});

test("case 98: a link by address has the same answer for a member, a guest who bought, and nobody", async () => {
  const member = await makeMember(shop);
  const bought = newAddress();
  await buyer(bought, (await newSeries()).id);
  const ask = async (email: string) => {
    const { code, info, status } = await (await makeGuest(shop)).call("POST", "/api/user/link", { email });
    return { code, info, status };
  };
  const answers = [await ask(member.email), await ask(bought), await ask(newAddress())];
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test("case 100: of two live memberships the guest's ends and the member's renews, a series bought twice is one finding, and nothing is refunded", async () => {
  const series = await newSeries();
  const member = await makeMember(shop);
  const { plans } = await plansFor(member);
  for (const what of [{ seriesId: series.id }, { plan: plans.length - 1 }]) {
    const { info } = await orderOf(member, what);
    await payOrder(member, info.order.id);
  }
  const guest = await makeGuest(shop);
  const buy = async (what: object) => {
    const { info } = await orderOf(guest, { ...what, guest: { email: member.email } });
    expect((await payOrder(guest, info.order.id)).info.order.state).toBe("paid");
    return info.order.id;
  };
  const [unlock] = [await buy({ seriesId: series.id }), await buy({})];
  expect((await redeem(await makeGuest(shop), await codeInReceipt(unlock))).info.id).toBe(member.id);
  const { rows } = await shop.database.pool.query(
    "select merged_from is not null as second, cancel_at_period_end as ends from subscription where visitor_id = $1 order by 1",
    [member.id],
  );
  expect(rows).toEqual([
    { second: false, ends: false },
    { second: true, ends: true },
  ]);
  expect(await ordersOf(member)).toHaveLength(4);
  expect((await member.call<Payments>("GET", "/api/payment")).info.subscription?.cancelAtPeriodEnd).toBe(
    false,
  );
  const found = await findDifferences(shop.database.db, shop.clock.now());
  expect(found.filter(({ kind }) => kind === "bought_twice")).toMatchObject([{ subject: unlock }]);
  expect((await shop.database.pool.query("select from refund")).rows).toEqual([]);
});

test("case 101: a guest with a membership cancels and withdraws, members' calls refuse them, and 400 days of cleanup leave them", async () => {
  const { guest, orderId } = await buyer(newAddress());
  for (const call of ["GET /api/user/sessions", "GET /api/payment/methods", "GET /api/user/agreements"]) {
    const [method, path = ""] = call.split(" ");
    expect((await guest.call(method as "GET", path)).code).toBe(401);
  }
  const { info } = await guest.call<Payments>("GET", "/api/payment");
  expect(info.subscription?.state).toBe("active");
  const cancelled = await guest.call<Pick<Payments, "subscription">>("POST", "/api/payment/cancel", {});
  expect(cancelled.info.subscription?.cancelAtPeriodEnd).toBe(true);
  const asked = await guest.call("POST", "/api/payment/withdraw", { step: "ask", orderId });
  expect(asked.code).toBe(200);
  await shop.advance(400 * 86_400);
  await cleanUp(shop.accounts);
  const { rows } = await shop.database.pool.query("select kind from visitor where id = $1", [guest.id]);
  expect(rows).toEqual([{ kind: "guest" }]);
});

test("case 102: opening the link of the mail redeems nothing: only the button's call does", async () => {
  const { orderId } = await buyer(newAddress(), (await newSeries()).id);
  const code = await codeInReceipt(orderId);
  // The page itself is not built here; the browser tests open it.
  for (let n = 0; n < 3; n++) await shop.http.inject({ method: "GET", url: `/claim?code=${code}` });
  expect((await redeem(await makeGuest(shop), code)).code).toBe(200);
});
