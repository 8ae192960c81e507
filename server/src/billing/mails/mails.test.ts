import { type Language, languages } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type Job, type Jobs, openJobs } from "#platform/jobs";
import { type OpenOutbox, openOutbox } from "#platform/mail/outbox";
import { injectFaults } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { makeGuest } from "#test/people";
import { payOrder, plansFor } from "#test/purchases";
import { type ReceivedMail, type TestSandbox, testSandbox } from "#test/sandbox";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { subscriptionMails } from "../records/mail-kinds.ts";
import { day, later } from "../subscriptions/period.ts";
import { defineSubscriptionMails } from "./define-subscription-mails.ts";

type Handler = (job: Job<{ kind: string; data: object }>) => Promise<void>;

let mailbox: TestSandbox;
let shop: TestMemberships;
let jobs: Jobs;
let outbox: OpenOutbox;
/** Writes and delivers a mail at once, as the worker does with those that it finds in the queue twice a second. */
let deliver: Handler;
beforeAll(async () => {
  mailbox = await testSandbox();
  shop = await testMemberships(mailbox);
  jobs = await openJobs(shop.database, silentLog);
  const seller = { name: "", address: "", email: "" };
  const branding = {
    name: "Cliffhanger",
    accent: "#FF4F64",
    accentEnd: "#FF8A4C",
    accentInk: "#1d040a",
    seller,
  };
  const work = (name: string, handler: Handler, options?: { concurrency?: number }) => {
    deliver = handler;
    return jobs.work(name, handler, options);
  };
  outbox = openOutbox({
    jobs: async () => ({ ...jobs, work: work as Jobs["work"] }),
    smtpUrl: mailbox.smtpUrl,
    from: "no-reply@watch.example.com",
    branding: async () => branding,
    log: silentLog,
    retryDelay: 1,
  });
  // The worker's side of it: what the app sends is written and delivered here.
  outbox.define("receipt", async () => null);
  defineSubscriptionMails({ ...shop.billing, mail: outbox });
  await outbox.work();
});
afterAll(async () => {
  await jobs.stop();
  await shop.close();
  await mailbox.stop();
});

async function subscribe(days = 30): Promise<Subscriber & { end: Date }> {
  const member = await shop.subscribe(days);
  return Object.assign(member, { end: (await shop.stored(member.subscriptionId)).period_end });
}

const decline = (member: Subscriber, outcome: string) =>
  shop.stripe.post("/declines", { outcome, of: member.card, offSession: true });

/** The newest mail to somebody, once there are so many. */
async function newest({ email }: Subscriber, count = 1): Promise<ReceivedMail> {
  await expect.poll(() => mailbox.mailsTo(email)).toHaveLength(count);
  const [mail] = await mailbox.mailsTo(email);
  if (!mail) throw new Error("No mail");
  return mail;
}

/** Brings somebody to where a mail of the kind is due. */
const ways: Record<keyof typeof subscriptionMails, () => Promise<[Subscriber, number]>> = {
  async renewalFailed() {
    const member = await subscribe();
    await decline(member, "insufficient_funds");
    await shop.at(member.end);
    return [member, 1];
  },
  async confirmCard() {
    const member = await subscribe();
    await decline(member, "authentication_required");
    await shop.at(member.end);
    return [member, 1];
  },
  async methodRefused() {
    const member = await subscribe();
    await decline(member, "stolen_card");
    await shop.at(member.end);
    return [member, 1];
  },
  async methodDied() {
    const member = await subscribe();
    await takeAway(member);
    return [member, 1];
  },
  async methodExpires() {
    const member = await subscribe();
    await expireBefore(member);
    await shop.at(later(member.end, -7 * day));
    return [member, 1];
  },
  async renewalDue() {
    const member = await subscribe();
    await takeAway(member);
    await shop.at(later(member.end, -7 * day));
    return [member, 2];
  },
  async renewalReminder() {
    const member = await subscribe(365);
    await shop.at(later(member.end, -20 * day));
    return [member, 1];
  },
  async cancelled() {
    const member = await subscribe();
    await member.call("POST", "/api/payment/cancel", {});
    return [member, 1];
  },
  async expired() {
    const member = await subscribe();
    await decline(member, "stolen_card");
    await shop.at(member.end);
    await newest(member);
    await shop.at(later(member.end, 7 * day));
    return [member, 2];
  },
};

/** Lets the card expire in the month before the next charge, at its gateway and here. */
async function expireBefore(member: Subscriber & { end: Date }): Promise<void> {
  const last = new Date(Date.UTC(member.end.getUTCFullYear(), member.end.getUTCMonth() - 1, 1));
  const expiry = { exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() };
  await shop.stripe.post(`/payment-methods/${member.card}/update`, expiry);
}

async function takeAway(member: Subscriber): Promise<void> {
  await shop.stripe.post(`/payment-methods/${member.card}/detach`);
  await expect
    .poll(async () => {
      await shop.work();
      return (await shop.stored(member.subscriptionId)).renewal_mode;
    })
    .toBe("manual");
}

/** Writes the newest mail of a kind once more, in another language of its reader. */
async function again(kind: string, member: Subscriber, language: Language, count: number) {
  const { pool } = shop.database;
  const { rows } = await pool.query<{ data: { kind: string; data: object } }>(
    "select data from jobs.job where name = 'mail' and data ->> 'kind' = $1 order by created_on desc limit 1",
    [kind],
  );
  await unaudited(pool).query("update visitor set language = $1 where id = $2", [language, member.id]);
  for (const { data } of rows)
    await deliver({ id: newId(shop.clock.now()), data, attempt: 1, signal: new AbortController().signal });
  return newest(member, count);
}

const kinds = Object.keys(ways) as (keyof typeof ways)[];

test.each(kinds)(
  "the mail %s is there in every language: it says what, how much and when, and what to do is a button and a line of text",
  async (kind) => {
    const [member, count] = await ways[kind]();
    const subjects = new Set<string>();
    for (const [at, language] of languages.entries()) {
      const mail =
        language === "en"
          ? await newest(member, count)
          : await again(subscriptionMails[kind], member, language, count + at);
      const { subject, html, text } = mail;
      expect(html).toContain(`<html lang="${language}"`);
      expect(text).toMatch(/https?:\S+\/(order\/easy\?order=\S+&key=\S{43}|individual|shopping)/);
      expect(html).toContain(`<a href="${shop.origin}`);
      expect(/19[.,]99|99[.,]99/.test(text)).toBe(kind !== "cancelled");
      expect(text).not.toMatch(/undefined|null|NaN|\{|\}|4242 4242/);
      expect(subjects, "two languages share a subject").not.toContain(subject);
      subjects.add(subject);
    }
  },
  timeLimit(60),
);

test("case 40: the link of a mail opens that one order to whoever holds it, until it is paid", async () => {
  const member = await subscribe();
  await decline(member, "authentication_required");
  await shop.at(member.end);
  const { text } = await newest(member);
  const link = new URL(/https?:\S+\/order\/easy\?\S+/.exec(text)?.[0] ?? "");
  const [orderId, orderKey] = [link.searchParams.get("order") ?? "", link.searchParams.get("key") ?? ""];
  const stranger = await makeGuest(shop);
  expect((await payOrder(stranger, orderId, "pm_card_visa", { orderKey: "x".repeat(43) })).code).toBe(404);
  const paid = await payOrder(stranger, orderId, "pm_card_mastercard", { orderKey });
  expect(paid.info.order).toMatchObject({ state: "paid" });
  expect(await shop.seen(member)).toMatchObject({ state: "active", payOrderId: null });
  expect(await shop.stored(member.subscriptionId)).toMatchObject({
    state: "active",
    period_start: member.end,
  });
  await shop.advance(3600);
  expect((await payOrder(stranger, orderId, "pm_card_visa", { orderKey })).code).toBe(404);
  await shop.at(later(member.end, 30 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
});

test("case 47, case 113: who cancels while the renewal of a cheaper plan is being charged reads what is being charged", async () => {
  await shop.rest();
  const member = await subscribe();
  const { consent } = await plansFor(member);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await member.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  await shop.at(later(member.end, -60_000));
  await shop.seen(member);
  let text = "";
  const act = async () => {
    await member.call("POST", "/api/payment/cancel", {});
    text = (await newest(member)).text;
  };
  const restore = injectFaults(shop.billing, "stripe", [{ call: "charge", n: 1, when: "before", act }]);
  await shop.at(member.end);
  restore();
  expect(text).toContain("Only one payment of $9.99 was already on its way.");
});

test("what was settled before its mail was written is not written about", async () => {
  const member = await subscribe();
  await member.call("POST", "/api/payment/cancel", {});
  await newest(member);
  await member.call("POST", "/api/payment/cancel", { undo: true });
  await outbox.send(shop.database.db, subscriptionMails.cancelled, { subscriptionId: member.subscriptionId });
  await outbox.send(shop.database.db, subscriptionMails.expired, { subscriptionId: member.subscriptionId });
  await outbox.send(shop.database.db, subscriptionMails.renewalDue, { orderId: member.orderId });
  await member.call("POST", "/api/payment/cancel", {});
  await newest(member, 2);
  const subjects = (await mailbox.mailsTo(member.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(["Your membership is cancelled", "Your membership is cancelled"]);
});

test("what waits to be sent holds ids alone", async () => {
  const { rows } = await shop.database.pool.query<{ data: { kind: string; data: object } }>(
    "select data from jobs.job where name = 'mail'",
  );
  const sent = new Set(rows.map(({ data }) => data.kind));
  expect([...sent].toSorted()).toEqual(["receipt", ...Object.values(subscriptionMails)].toSorted());
  for (const { data } of rows) {
    for (const [name, value] of Object.entries(data.data)) {
      expect(name).toMatch(/Id$/);
      expect(value).toMatch(/^[0-9a-z]{26}$/);
    }
  }
});
