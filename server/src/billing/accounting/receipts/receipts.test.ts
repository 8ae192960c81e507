import { type Language, languages, type Order, type PlanList } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import { type Jobs, openJobs } from "#platform/jobs";
import { type OpenOutbox, openOutbox } from "#platform/mail/outbox";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { type MadeMember, makeMember } from "#test/people";
import { type ReceivedMail, type TestSandbox, testSandbox } from "#test/sandbox";
import { silentLog } from "#test/silent-log";
import { defineReceiptMails } from "../../mails/define-receipt-mails.ts";
import type { Billing } from "../../records/billing.ts";
import { newOrderCode, orderNumberOf, parseOrderNumber } from "../../records/order-code.ts";
import { insertOrder, type OrderRow } from "../../records/orders/repository.ts";
import { hashOfContent, type ReceiptContent } from "../../records/receipts/content.ts";
import { listReceipts } from "../../records/receipts/repository.ts";
import { refundOrder } from "../../settlement/refund.ts";
import { issueCreditNote } from "./credit-note.ts";
import { issueReceipt, type PaidFacts } from "./issue.ts";

const branding = {
  name: "Cliffhanger",
  accent: "#FF4F64",
  accentEnd: "#FF8A4C",
  accentInk: "#1d040a",
  seller: {
    name: "Lantern & Sons <GmbH>",
    address: "Hafenstraße 5\n20457 Hamburg",
    email: "help@lantern.example",
  },
};

let sandbox: TestSandbox;
let app: TestMoney;
let jobs: Jobs;
let outbox: OpenOutbox;
let billing: Billing;
beforeAll(async () => {
  sandbox = await testSandbox();
  app = await testMoney({}, { smtpUrl: sandbox.smtpUrl });
  jobs = await openJobs(app.database, silentLog);
  outbox = openOutbox({
    jobs: async () => jobs,
    smtpUrl: sandbox.smtpUrl,
    from: "no-reply@watch.example.com",
    branding: async () => branding,
    log: silentLog,
    retryDelay: 1,
  });
  billing = { ...app.billing, mail: outbox, origin: "https://watch.example.com", site: async () => branding };
  defineReceiptMails(billing);
  await outbox.work();
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await sandbox.stop();
});

const start = new Date("2026-11-20T12:00:00Z");
const end = new Date("2026-12-20T12:00:00Z");
const card = { type: "card", brand: "visa", last4: "4242" } as const;
const period: PaidFacts = { paidWith: card, periodStart: start, periodEnd: end, nextChargeAt: end };

/** An order that was paid, of somebody who speaks a language. */
async function paidOrder(changes: Partial<Omit<OrderRow, "number" | "code">> = {}): Promise<OrderRow> {
  const at = app.clock.now();
  const row: Parameters<typeof insertOrder>[1] = {
    id: newId(at),
    visitor_id: null,
    kind: "subscribe",
    state: "paid",
    plan_id: "days-30",
    series_id: null,
    episode_id: null,
    from_episode: null,
    title: { en: "Membership: 30 days", de: "Mitgliedschaft: 30 Tage" },
    period_days: 30,
    price_id: "days-30-usd",
    currency: "USD",
    amount: 1999,
    list_amount: null,
    discount: 0,
    credit: 0,
    replaced: null,
    method: "card",
    client_token: newId(at),
    key_hash: null,
    email: `${newId(at)}@example.com`,
    language: "en",
    consent_version: "abc-14",
    consent_text: "…",
    consent_at: at,
    consent_address: null,
    consent_agent: null,
    click: {},
    subscription_id: null,
    period_no: null,
    event_id: null,
    declines: 0,
    last_decline: null,
    created_at: at,
    expires_at: null,
    paid_at: at,
    ...changes,
  };
  return inTransaction(app.database.db, (trx) => insertOrder(trx, row));
}

const issue = (order: OrderRow, facts: PaidFacts = period) =>
  inTransaction(app.database.db, (trx) => issueReceipt(trx, billing, order, facts));

async function contentOf(order: OrderRow): Promise<ReceiptContent> {
  const [row] = await listReceipts(app.database.db, order.id);
  if (!row) throw new Error("No receipt was issued");
  return row.content;
}

async function mailTo(order: OrderRow, count = 1): Promise<ReceivedMail> {
  await expect.poll(() => sandbox.mailsTo(order.email ?? "")).toHaveLength(count);
  const mails = await sandbox.mailsTo(order.email ?? "");
  const mail = count === 1 ? mails[0] : mails.find(({ text }) => text.includes("C-2026-"));
  if (!mail) throw new Error("No mail came");
  return mail;
}

describe("the numbers of receipts", () => {
  test("have no gap and no double, however many are issued at once and however many fail", async () => {
    const before = (await contentOf(await issued())).number;
    const orders = await Promise.all(Array.from({ length: 12 }, () => paidOrder()));
    const tries = await Promise.allSettled(
      orders.map((order, at) =>
        inTransaction(app.database.db, async (trx) => {
          await issueReceipt(trx, billing, order, period);
          if (at % 3 === 0) throw new Error("The rest of the transaction failed");
        }),
      ),
    );
    expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(4);
    const { rows } = await app.database.pool.query<{ number: number }>(
      "select number from receipt where series = 'R-2026' order by number",
    );
    const [first = 0] = rows.map(({ number }) => number);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => first + at));
    expect(before).toMatch(/^R-2026-\d{6}$/);
  });

  test("begin anew with the year, at a number that does not tell that it is the first", async () => {
    const later = { ...billing, clock: { ...billing.clock, now: () => new Date("2027-01-01T00:00:00Z") } };
    const order = await paidOrder();
    await inTransaction(app.database.db, (trx) => issueReceipt(trx, later, order, period));
    const { number } = await contentOf(order);
    expect(number).toMatch(/^R-2027-00\d{4}$/);
    expect(Number(number.slice(-6))).toBeGreaterThan(1_000);
    const next = await paidOrder();
    await inTransaction(app.database.db, (trx) => issueReceipt(trx, later, next, period));
    expect(Number((await contentOf(next)).number.slice(-6))).toBe(Number(number.slice(-6)) + 1);
  });

  test("are given once an order, whoever asks again", async () => {
    const order = await issued();
    await issue(order);
    expect(await listReceipts(app.database.db, order.id)).toHaveLength(1);
  });
});

async function issued(
  changes: Partial<Omit<OrderRow, "number" | "code">> = {},
  facts = period,
): Promise<OrderRow> {
  const order = await paidOrder(changes);
  await issue(order, facts);
  return order;
}

test("a receipt says what was told then, whatever is renamed or changed later", async () => {
  const order = await issued(
    { kind: "unlock", title: { en: "Salt <b>in</b> the Crown" } },
    { paidWith: card },
  );
  const [row] = await listReceipts(app.database.db, order.id);
  expect(row?.hash).toBe(hashOfContent(row?.content as ReceiptContent));
  expect(row?.content).toMatchObject({
    seller: branding.seller,
    buyer: order.email,
    lines: [{ title: "Salt <b>in</b> the Crown", amount: 1999 }],
    tax: { kind: "none" },
    paidWith: card,
  });
});

describe("R7: the mail after a payment", () => {
  const subjects = new Set<string>();
  test.each(languages)(
    "names number, line, tax, method, period, the next charge and the way to cancel in %s",
    async (language) => {
      const order = await issued({ language });
      const { subject, text, html } = await mailTo(order);
      subjects.add(subject.replace(/R-.*/, ""));
      expect(subjects.size).toBe(languages.indexOf(language) + 1);
      const { number } = await contentOf(order);
      const digits = text.replaceAll(/\s/gu, " ");
      for (const told of [
        number,
        "4242",
        "20 November 2026",
        "20 December 2026",
        "https://watch.example.com/individual",
        "help@lantern.example",
      ]) {
        expect(digits).toContain(told);
        expect(html).toContain(told);
      }
      expect(digits).toMatch(/19[.,]99/);
      expect(html).toContain(`<html lang="${language}"`);
      expect(text + html).not.toMatch(/undefined|\[object|null/);
    },
  );

  test("says plainly when nothing renews by itself", async () => {
    const order = await issued({}, { ...period, nextChargeAt: null });
    const { text } = await mailTo(order);
    expect(text).toContain("does not renew by itself");
    expect(text).not.toContain("Next charge");
  });

  test("of an unlock names no period, and confirms what was agreed to", async () => {
    const order = await issued(
      { kind: "unlock", plan_id: null, period_days: null, title: { en: "Salt in the Crown" } },
      { paidWith: { type: "paypal", email: "m***@example.com" } },
    );
    const { text } = await mailTo(order);
    expect(text).toContain("Salt in the Crown, $19.99");
    expect(text).toContain("PayPal, m***@example.com");
    expect(text).toContain("right of withdrawal for digital content ends");
    expect(text).toContain("https://watch.example.com/unlocked");
    expect(text).not.toMatch(/renew|Next charge/);
  });

  test.each(languages)(
    "a refund's says how much, how long, and what becomes of what was bought, in %s",
    async (language) => {
      const order = await issued({ language });
      await mailTo(order);
      await inTransaction(app.database.db, (trx) =>
        issueCreditNote(trx, billing, order, { id: newId(app.clock.now()), amount: 500 }),
      );
      const { text } = await mailTo(order, 2);
      const { number } = await contentOf(order);
      expect(text).toContain(number);
      expect(text).toMatch(/C-2026-\d{6}/);
      expect(text.replaceAll(/\s/gu, " ")).toMatch(/5[.,]00/);
    },
  );
});

test("credit notes never take back more than the receipt was about", async () => {
  const order = await issued();
  const credit = (id: string, amount: number) =>
    inTransaction(app.database.db, (trx) => issueCreditNote(trx, billing, order, { id, amount }));
  expect(await credit("first", 1500)).toBe(true);
  expect(await credit("first", 1500)).toBe(false);
  expect(await credit("second", 1500)).toBe(true);
  expect(await credit("third", 1)).toBe(false);
  const notes = (await listReceipts(app.database.db, order.id)).filter(({ kind }) => kind === "credit_note");
  expect(notes.map(({ amount, seq }) => [seq, amount])).toEqual([
    [1, 1500],
    [2, 499],
  ]);
});

/** A member who has bought a series by card, in a language. */
async function buyer(language: Language = "en"): Promise<{ member: MadeMember; order: Order }> {
  const member = await makeMember(app);
  await member.call("POST", "/api/user/language", { language });
  const series = await makeSeries(app, {
    free: 1,
    episodes: 3,
    title: { en: `Salt <script>alert(1)</script>` },
  });
  const { info: list } = await member.call<PlanList>("GET", "/api/plan");
  const ordered = await member.call<{ order: Order }>("POST", "/api/payment/order", {
    kind: "unlock",
    seriesId: series.id,
    method: "card",
    clientToken: newId(app.clock.now()),
    consent: { version: list.consent.version, accepted: true },
  });
  const paid = await member.call<{ order: Order }>("POST", "/api/payment/pay", {
    orderId: ordered.info.order.id,
    method: "card",
    paymentMethod: "pm_card_visa",
    firstName: "Mara",
    lastName: "Silva",
    email: member.email,
  });
  return { member, order: paid.info.order };
}

const page = (member: MadeMember | null, query: string) =>
  app.http.inject({
    url: `/api/payment/receipt?${query}`,
    headers: member ? { cookie: `sid=${member.cookie}` } : {},
  });

describe("GET /api/payment/receipt", () => {
  test("is a page of its own that runs nothing and shows everything, its credit note too", async () => {
    const { member, order } = await buyer();
    expect(order.receiptUrl).toContain(order.id);
    await refundOrder(app.billing, order.id, 200, { by: "operator", actor: commandActor(), reason: null });
    const { statusCode, headers, body } = await page(member, `orderId=${order.id}`);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
    expect(headers["cache-control"]).toBe("private, no-store");
    for (const told of [
      order.number,
      "R-2026-",
      "C-2026-",
      "$6.99",
      "$2.00",
      "Visa ending in 4242",
      member.email,
    ])
      expect(body).toContain(told);
    expect(body).not.toContain("<script>");
    expect(body).toContain("&lt;script&gt;");
  });

  test("is its owner's alone, and says to nobody else whether there is one", async () => {
    const { order } = await buyer();
    const stranger = await makeMember(app);
    expect((await page(stranger, `orderId=${order.id}`)).json()).toMatchObject({
      code: 404,
      reason: "not_found",
    });
    expect((await page(stranger, "orderId=nothing")).json()).toMatchObject({
      code: 404,
      reason: "not_found",
    });
    expect((await page(null, `orderId=${order.id}`)).json()).toMatchObject({ code: 401 });
  });

  test("prints as it is: what asks for a PDF is told how to get one", async () => {
    const { member, order } = await buyer();
    const answer = await page(member, `orderId=${order.id}&format=pdf`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ field: "format", message: expect.stringContaining("print") }]);
  });
});

test("an order's code is read as people write it, and an old number still", () => {
  for (const typed of ["CH-7Q2MK0XD", "ch-7q2mk0xd", " 7Q2MK0XD ", "CH7Q2MKOXD"])
    expect(parseOrderNumber(typed)).toEqual({ code: "7Q2MK0XD" });
  for (const typed of ["CH-000123", "ch-123", "123", " CH-000123 "])
    expect(parseOrderNumber(typed)).toEqual({ number: 123 });
  for (const typed of ["CH-0", "", "CH-12x", "-5", "CH-7Q2MK0X", "CH-7Q2MK0XDA", "CH-7Q2MU0XD"])
    expect(parseOrderNumber(typed)).toBeNull();
});

test("a code tells nothing of how many orders there were, and is never read as an old number", () => {
  const codes = Array.from({ length: 2_000 }, newOrderCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(parseOrderNumber(orderNumberOf({ code, number: 5 }))).toEqual({ code });
  expect(parseOrderNumber(orderNumberOf({ code: null, number: 12_345_678 }))).toEqual({ number: 12_345_678 });
});
