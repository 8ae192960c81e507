import type { Payments, SeriesPage, User } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanupTask } from "#accounts";
import type { Email, WriteEmail } from "#platform/mail/email";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeGuest, makeMember, newAddress, type Person, signInByLink } from "#test/people";
import { buyAsGuest, opens, orderOf, ordersOf, payOrder, plansFor } from "#test/purchases";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { silentLog } from "#test/silent-log";
import { defineReceiptMails } from "../mails/define-receipt-mails.ts";
import { findDifferences } from "../records/findings/repository.ts";

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

/** Calls of an account, which a guest with a purchase does not have. */
const membersCalls: readonly ["GET" | "POST" | "DELETE", string, object?][] = [
  ["GET", "/api/user/sessions"],
  ["DELETE", "/api/user/sessions", { others: true }],
  ["GET", "/api/user/agreements"],
  ["GET", "/api/user/favorite"],
  [
    "POST",
    "/api/user/password",
    { password: "", newPassword: "five tall ships", repeatPassword: "five tall ships" },
  ],
  ["POST", "/api/user/export", { password: "" }],
  ["POST", "/api/user/delete", { password: "" }],
  ["GET", "/api/payment/methods"],
  ["POST", "/api/payment/methods/default", { id: "none" }],
  ["DELETE", "/api/payment/methods", { id: "none" }],
  ["POST", "/api/payment/method", { method: "card" }],
  ["POST", "/api/payment/change", { planId: "none", at: "2026-01-01T00:00:00.000Z" }],
];

/** Deletes expired account data, as each server does once an hour. */
const cleanUp = () =>
  cleanupTask(shop.accounts).run({
    db: shop.database.db,
    clock: shop.clock,
    log: silentLog,
    signal: new AbortController().signal,
  });

const newSeries = () => makeSeries(shop, { free: 1, episodes: 3 });

const buyer = (email: string, seriesId?: string) => buyAsGuest(shop, email, seriesId);

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
  for (const [method, path, body] of membersCalls)
    expect((await guest.call(method, path, body)).code, `${method} ${path}`).toBe(401);
  const { info } = await guest.call<Payments>("GET", "/api/payment");
  expect(info.subscription?.state).toBe("active");
  const cancelled = await guest.call<Pick<Payments, "subscription">>("POST", "/api/payment/cancel", {});
  expect(cancelled.info.subscription?.cancelAtPeriodEnd).toBe(true);
  const asked = await guest.call("POST", "/api/payment/withdraw", { step: "ask", orderId });
  expect(asked.code).toBe(200);
  await shop.advance(400 * 86_400);
  await cleanUp();
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

const unlockedBy = (person: Person) => person.call<never>("GET", "/api/video?scope=unlocked");

test("case 101, R38: a guest with purchases sees what they unlocked and their orders, and one without is asked to sign in", async () => {
  const series = await newSeries();
  const { guest, orderId } = await buyer(newAddress(), series.id);
  const list = await guest.call("GET", "/api/video?scope=unlocked");
  const { data } = list as unknown as { data: SeriesPage };
  expect([list.code, data.total, data.list.map(({ id }) => id)]).toEqual([200, 1, [series.id]]);
  expect(await ordersOf(guest)).toEqual([orderId]);
  const stranger = await makeGuest(shop);
  expect((await stranger.call("GET", "/api/payment")).code).toBe(401);
  expect((await unlockedBy(stranger)).code).toBe(401);
  expect((await stranger.call<User>("GET", "/api/user")).info.purchase).toBeNull();
});

const linksTo = async (email: string) => {
  const { rows } = await shop.database.pool.query(
    `select from jobs.job where name = 'mail' and data ->> 'kind' = 'sign-in-link' and data -> 'data' ->> 'visitorId' in (
      select id from visitor where email = $1 or pending_email = $1)`,
    [email],
  );
  return rows.length;
};

test("case 101: the link is sent again without naming the address, three times an hour, ten times from one network", async () => {
  const email = newAddress();
  const { guest } = await buyer(email, (await newSeries()).id);
  const again = () => guest.call("POST", "/api/user/link", {});
  for (let n = 0; n < 4; n++) expect((await again()).code).toBe(200);
  expect(await linksTo(email)).toBe(3);
  const stranger = await makeGuest(shop, { address: "198.51.100.7" });
  expect((await stranger.call("POST", "/api/user/link", {})).errors).toMatchObject([{ field: "email" }]);
  for (let n = 0; n < 10; n++)
    expect((await stranger.call("POST", "/api/user/link", { email: newAddress() })).code).toBe(200);
  expect((await stranger.call("POST", "/api/user/link", { email: newAddress() })).code).toBe(429);
});

test.each(["a new address", "a member's address"])(
  "case 99, case 101: after a claim elsewhere with %s the browser that bought says whose it is, and opens nothing until it signs in",
  async (whose) => {
    const member = whose === "a new address" ? null : await makeMember(shop);
    const email = member?.email ?? newAddress();
    const series = await newSeries();
    const { guest, orderId } = await buyer(email, series.id);
    expect((await guest.call<User>("GET", "/api/user")).info.claimed).toBeNull();
    const owner = (await redeem(await makeGuest(shop), await codeInReceipt(orderId))).info;

    const { info } = await guest.call<User>("GET", "/api/user");
    expect(info.id).not.toBe(owner.id);
    expect([info.kind, info.email, info.purchase, info.claimed]).toEqual([
      "guest",
      null,
      null,
      { maskedEmail: `${email.slice(0, 1)}…@e…` },
    ]);
    expect(await opens(guest, series.id)).toBe(false);
    expect((await guest.call("GET", "/api/payment")).code).toBe(401);
    expect((await guest.call("GET", `/api/payment?orderId=${orderId}`)).code).not.toBe(200);

    // The sentence stays while the browser's session lives, and a link brings it back without naming the address.
    await shop.advance(30 * 86_400);
    await cleanUp();
    expect((await guest.call<User>("GET", "/api/user")).info.claimed).not.toBeNull();
    const before = await linksTo(email);
    expect((await guest.call("POST", "/api/user/link", {})).code).toBe(200);
    expect(await linksTo(email)).toBe(before + 1);

    await signInByLink(shop, guest, email);
    expect(await opens(guest, series.id)).toBe(true);
    const { info: after } = await guest.call<User>("GET", "/api/user");
    expect([after.id, after.claimed]).toEqual([owner.id, null]);
  },
);

test("case 99: the browser that opens its own link is signed in and has nothing to be told", async () => {
  const { guest, orderId } = await buyer(newAddress(), (await newSeries()).id);
  const { info } = await redeem(guest, await codeInReceipt(orderId));
  expect([info.kind, info.claimed]).toEqual(["member", null]);
  const { rows } = await shop.database.pool.query("select id from visitor where claimed_by = $1", [info.id]);
  expect(rows).toEqual([]);
});

test("case 99: when the account is erased, the browser that bought is a guest like any other", async () => {
  const { guest, orderId } = await buyer(newAddress(), (await newSeries()).id);
  const { info } = await redeem(await makeGuest(shop), await codeInReceipt(orderId));
  await shop.database.pool.query("update visitor set deletes_at = $2 where id = $1", [
    info.id,
    shop.clock.now(),
  ]);
  await cleanUp();
  expect((await guest.call<User>("GET", "/api/user")).info).toMatchObject({ kind: "guest", claimed: null });
});

test("case 101: a guest buys again with the card that this session saved, and the receipt goes to the same address", async () => {
  const email = newAddress();
  const { guest } = await buyer(email);
  const { saved } = await plansFor(guest);
  const [card] = saved;
  expect(card).toMatchObject({ type: "card", last4: "4242" });
  const series = await newSeries();
  const saying = { seriesId: series.id, method: "saved", instrumentId: card?.id };
  const { info } = await orderOf(guest, saying);
  const order = { orderId: info.order.id, method: "saved", instrumentId: card?.id };
  const paid = await guest.call<{ order: { state: string } }>("POST", "/api/payment/pay", order);
  expect(paid.info.order.state).toBe("paid");
  expect((await receiptOf(info.order.id)).to).toBe(email);
  expect(await opens(guest, series.id)).toBe(true);
  expect((await orderOf(await makeGuest(shop), saying)).code).not.toBe(200);
});

/** Buys a series as a new guest, who ticks the box that keeps the card. */
async function keeper(email: string) {
  const guest = await makeGuest(shop);
  const { consent } = await plansFor(guest);
  const { info } = await orderOf(guest, { seriesId: (await newSeries()).id, guest: { email } });
  const keep = { keep: true, keepVersion: consent.keep.version };
  await payOrder(guest, info.order.id, "pm_card_mastercard", keep);
  return { guest, orderId: info.order.id, consent, saved: (await plansFor(guest)).saved };
}

/** Pays a new series by a saved card. Returns the state of its order, or why there is none. */
async function buyBy(person: Person, instrumentId = "") {
  const what = { seriesId: (await newSeries()).id, method: "saved", instrumentId };
  const { info, code } = await orderOf(person, what);
  if (!info) return code;
  const order = { orderId: info.order.id, method: "saved", instrumentId };
  const paid = await person.call<{ order: { id: string; state: string } }>("POST", "/api/payment/pay", order);
  return paid.info?.order.state ?? paid.code;
}

test("cases 101 and 104: a guest's box keeps the card for the session that ticked it, and no other guest pays by it", async () => {
  const { guest, consent, saved } = await keeper(newAddress());
  const [card] = saved;
  expect(card).toMatchObject({ brand: "mastercard", usage: "on_session", renews: false });
  const { rows } = await shop.database.pool.query(
    "select consent_version, consent_text from instrument where id = $1",
    [card?.id],
  );
  expect(rows).toEqual([{ consent_version: consent.keep.version, consent_text: consent.keep.card }]);
  const other = await buyer(newAddress(), (await newSeries()).id);
  expect((await plansFor(other.guest)).saved).toEqual([]);
  expect(await buyBy(other.guest, card?.id)).toBe(404);
  const { info } = await orderOf(other.guest, { seriesId: (await newSeries()).id });
  const stolen = { orderId: info.order.id, method: "saved", instrumentId: card?.id };
  expect((await other.guest.call("POST", "/api/payment/pay", stolen)).code).toBe(404);
  expect(await buyBy(guest, card?.id)).toBe("paid");
});

test.each(["a new address", "a member's address"])(
  "cases 99 and 104: a card that a guest kept belongs to the account that claims it by %s, and no longer to that browser",
  async (what) => {
    const known = what === "a new address" ? null : await makeMember(shop);
    const { guest, orderId, saved } = await keeper(known?.email ?? newAddress());
    const elsewhere = known ?? (await makeGuest(shop));
    const { info } = await redeem(elsewhere, await codeInReceipt(orderId));
    expect(info.kind).toBe("member");
    expect((await plansFor(elsewhere)).saved).toMatchObject([{ id: saved[0]?.id, usage: "on_session" }]);
    expect(await buyBy(elsewhere, saved[0]?.id)).toBe("paid");
    expect((await plansFor(guest)).saved).toEqual([]);
    expect(await buyBy(guest, saved[0]?.id)).toBe(404);
  },
);

test("case 107: 90 days after their last payment a guest enters a card again, and then the kept one pays once more", async () => {
  const { guest, saved } = await keeper(newAddress());
  await shop.advance(89 * 86_400);
  expect(await buyBy(guest, saved[0]?.id)).toBe("paid");
  await shop.advance(91 * 86_400);
  expect((await plansFor(guest)).saved).toEqual([]);
  expect(await buyBy(guest, saved[0]?.id)).toBe(500);
  const { info } = await orderOf(guest, {
    seriesId: (await newSeries()).id,
    guest: { email: newAddress(), name: "Mara Quint" },
  });
  expect((await payOrder(guest, info.order.id)).info.order.state).toBe("paid");
  expect(await buyBy(guest, saved[0]?.id)).toBe("paid");
});
