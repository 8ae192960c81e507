import type { ReviewEntryRow } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { atBank, type Unlock, unlockSeries } from "#test/bank";
import { becomeFresh, type MadeOperator, makeOperator } from "#test/console";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { makeOrder } from "#test/orders";
import { timeLimit } from "../../../../tools/time-limit.ts";

let shop: TestMemberships;
let finance: MadeOperator;
let support: MadeOperator;
beforeAll(async () => {
  shop = await testMemberships();
  finance = await makeOperator(shop, "finance");
  support = await makeOperator(shop, "support");
});
afterAll(() => shop.close());

/** Proves who finance is again; the gateways' clocks follow, or their webhooks would be too old. */
async function prove(): Promise<void> {
  await becomeFresh(shop, finance);
  await shop.advance(0);
}
const ulid = () => newId(shop.clock.now()).toUpperCase();
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (await shop.database.pool.query(sql, values)).rows;
const queue = async (by = finance) => (await by.call("GET", "/review")).info;
const one = async (id: string) =>
  (await finance.call("GET", `/review/one?id=${encodeURIComponent(id)}`)).info;
const act = (by: MadeOperator, name: string, body: object) =>
  by.call("POST", `/review/${name}`, { requestKey: ulid(), ...body });
const actions = async (subject: string) =>
  (await rowsOf("select action from audit where subject_id = $1 order by action", subject)).map(
    ({ action }) => action,
  );
async function entryOf({ number }: Pick<Unlock, "number">): Promise<ReviewEntryRow> {
  const { list } = await queue();
  const found = list.find((entry: ReviewEntryRow) => entry.number === number);
  if (!found) throw new Error(`Nothing about ${number} is open`);
  return found;
}
const isListed = async ({ number }: Pick<Unlock, "number">) =>
  (await queue()).list.some((entry: ReviewEntryRow) => entry.number === number);

/** Opens a dispute of an unlock by card. */
async function disputed(): Promise<Unlock> {
  const bought = await unlockSeries(shop);
  await bought.member.call("GET", `/api/video/episode?id=${bought.episodeId}`);
  await bought.member.call("POST", "/api/user/history", { episodeId: bought.episodeId, position: 40 });
  await shop.work();
  await atBank(shop, bought.remoteId, "charge.dispute.created", [`/charges/${bought.remoteId}/dispute`]);
  return bought;
}

interface BankDispute {
  payment_intent: string;
  status: string;
  evidence: Record<string, string | null>;
  evidence_details: { submission_count: number };
}
async function atStripe({ remoteId }: Unlock): Promise<BankDispute> {
  const { disputes } = (await shop.stripe.get("/money")) as { disputes: BankDispute[] };
  const found = disputes.find(({ payment_intent: intent }) => intent === remoteId);
  if (!found) throw new Error(`Nobody disputes ${remoteId}`);
  return found;
}
const caseIdOf = async ({ id }: Unlock) =>
  (await rowsOf("select id from dispute_case where order_id = $1", id))[0].id as string;

test("C39: the fields are drafted from records and edited; nothing goes out before the act, then the bank gets just these, once", async () => {
  const bought = await disputed();
  const entry = await entryOf(bought);
  expect(entry).toMatchObject({
    kind: "dispute",
    money: "$6.99",
    evidence: "drafted",
    due: expect.any(String),
  });
  const detail = await one(entry.id);
  expect(detail).toMatchObject({
    word: "fraudulent",
    reachable: true,
    order: { state: "disputed", paidBefore: 0, right: "rests" },
  });
  const drafted = Object.fromEntries(
    detail.case.fields.map(({ name, text }: { name: string; text: string }) => [name, text]),
  );
  expect(drafted.product_description).toContain(bought.number);
  expect(drafted.refund_policy_disclosure).toMatch(/agreed at .* UTC from the network address/);
  expect(drafted.access_activity_log).toMatch(/Episodes watched since the purchase.*, episode 3, \d+ s/s);
  expect(drafted.access_activity_log).toContain("Sign-ins of the account:");
  expect(drafted.uncategorized_text).toMatch(/Documents issued:\n.*R-2026-\d+.*\$6\.99/);
  expect((await atStripe(bought)).evidence_details.submission_count).toBe(0);

  const own = "She watched it to the end — and wrote „danke“.\nNo refund was asked for.";
  const texts = {
    ...Object.fromEntries(Object.entries(drafted).filter(([, text]) => text !== "")),
    uncategorized_text: `${own}\n\n${drafted.uncategorized_text}`,
  };
  expect(await act(support, "evidence", { id: entry.id, texts })).toMatchObject({ reason: "not_permitted" });
  await shop.advance(400);
  expect(await act(finance, "evidence", { id: entry.id, texts })).toMatchObject({ reason: "fresh_required" });
  expect((await atStripe(bought)).evidence_details.submission_count).toBe(0);
  await prove();
  expect(
    await act(finance, "evidence", { id: entry.id, texts: { ...texts, receipt: "file_1" } }),
  ).toMatchObject({ code: 400, errors: [{ field: "texts", message: expect.stringContaining("no field") }] });
  expect((await act(finance, "evidence", { id: entry.id, texts })).code).toBe(200);
  const sent = await atStripe(bought);
  expect(sent).toMatchObject({ status: "under_review", evidence_details: { submission_count: 1 } });
  const received = Object.entries(sent.evidence).filter(([, text]) => typeof text === "string");
  expect(Object.fromEntries(received)).toEqual(texts);

  // The same again is the same act; others are refused.
  expect((await act(finance, "evidence", { id: entry.id, texts })).code).toBe(200);
  expect(
    await act(finance, "evidence", { id: entry.id, texts: { service_date: "2026-11-26" } }),
  ).toMatchObject({ code: 400, errors: [{ message: expect.stringContaining("sent already") }] });
  expect((await atStripe(bought)).evidence_details.submission_count).toBe(1);
  expect(await one(entry.id)).toMatchObject({
    evidence: "submitted",
    case: { sentAt: expect.any(String), sentBy: finance.email },
  });
  expect(await actions(await caseIdOf(bought))).toEqual(["dispute.edit", "dispute.send"]);
  expect(
    await rowsOf("select 1 from audit where strpos(audit::text, $1) > 0", bought.member.email),
  ).toHaveLength(0);
});

test("C39: PayPal gets the notes as they were edited; a claim of PayPal is accepted and the buyer has the money", async () => {
  const openAt = async (orderId: string) => {
    const [{ remote_id: captureId }] = await rowsOf(
      "select capture.remote_id from capture join payment on payment.id = payment_id where order_id = $1",
      orderId,
    );
    await shop.paypal.post("/disputes", { captureId, stage: "CHARGEBACK", reason: "UNAUTHORISED" });
    const cases = () => rowsOf("select id from dispute_case where order_id = $1", orderId);
    await expect
      .poll(
        async () => {
          await shop.work();
          return (await cases()).length;
        },
        { timeout: timeLimit(20) },
      )
      .toBe(1);
    return (await cases())[0].id as string;
  };
  await prove();
  const [first, second] = [await shop.subscribeByPayPal(30), await shop.subscribeByPayPal(30)];
  for (const [member, name] of [
    [first, "evidence"],
    [second, "accept"],
  ] as const) {
    const caseId = await openAt(member.orderId);
    const [{ dispute_id: disputeId }] = await rowsOf(
      "select dispute_id from dispute_case where id = $1",
      caseId,
    );
    await shop.paypal.post(`/disputes/${disputeId}`, { status: "WAITING_FOR_SELLER_RESPONSE" });
    await shop.work();
    const [order] = await rowsOf("select code from purchase_order where id = $1", member.orderId);
    const entry = await entryOf({ number: `CH-${order.code}` });
    const texts = { notes: "Zwölf Folgen gesehen – siehe Protokoll." };
    const done = await act(finance, name, { id: entry.id, texts, note: "Not worth the fee" });
    expect(done.code).toBe(200);
    const { disputes } = (await shop.paypal.get("/disputes")) as {
      disputes: { id: string; status: string; outcome?: string; evidence?: string[] }[];
    };
    const there = disputes.find(({ id }) => id === disputeId);
    expect(there).toMatchObject(
      name === "evidence"
        ? { status: "UNDER_REVIEW", evidence: [texts.notes] }
        : { status: "RESOLVED", outcome: "RESOLVED_BUYER_FAVOUR" },
    );
  }
  expect(await shop.watches(second)).toBe(false);
});

test("C39: a dispute is given up with a note: the bank closes it, nothing can be sent afterwards", async () => {
  const bought = await disputed();
  const { id } = await entryOf(bought);
  await prove();
  expect(await act(finance, "accept", { id, note: "x" })).toMatchObject({ code: 400 });
  expect((await act(finance, "accept", { id, note: "The card was stolen" })).code).toBe(200);
  expect(await atStripe(bought)).toMatchObject({ status: "lost", evidence_details: { submission_count: 0 } });
  expect(await bought.seen()).toBe("refunded");
  expect(await bought.isOpen()).toBe(false);
  expect(await isListed(bought)).toBe(false);
  expect(await actions(await caseIdOf(bought))).toEqual(["review.accept"]);
  const late = { id, texts: { service_date: "2026-11-26" } };
  expect(await act(finance, "evidence", late)).toMatchObject({ code: 409, reason: "already_so" });
});

test("C11, R48: a warning is closed once with a note, which gives the right back; support reads the queue and closes nothing", async () => {
  const bought = await unlockSeries(shop);
  await atBank(shop, bought.remoteId, "charge.dispute.created", [
    `/charges/${bought.remoteId}/dispute`,
    { inquiry: true },
  ]);
  const { id, kind } = await entryOf(bought);
  expect(kind).toBe("warning");
  expect(await bought.isOpen()).toBe(false);
  expect((await queue(support)).list.map((entry: ReviewEntryRow) => entry.id)).toContain(id);
  const body = { id, note: "Spoke to her", requestKey: ulid() };
  expect(await act(support, "close", body)).toMatchObject({ reason: "not_permitted" });
  expect(await act(finance, "close", { ...body, note: " " })).toMatchObject({ code: 400 });
  expect(await act(finance, "close", { ...body, note: `Wrote to ${bought.member.email}` })).toMatchObject({
    code: 400,
    errors: [{ field: "note" }],
  });
  const again = { ...body, requestKey: ulid() };
  expect((await act(finance, "close", again)).code).toBe(200);
  expect((await act(finance, "close", again)).code).toBe(200);
  expect(await act(finance, "close", body)).toMatchObject({ code: 409, reason: "already_so" });
  expect(await bought.isOpen()).toBe(true);
  expect((await queue()).closed).toContainEqual(
    expect.objectContaining({
      kind: "warning",
      number: bought.number,
      note: "Spoke to her",
    }),
  );
  expect(await actions(bought.id)).toEqual(["review.close"]);
});

test("C11: a payment in doubt is looked at now, and its outcome settles it; a failed event is fetched again", async () => {
  const made = await makeOrder(shop, { card: "pm_card_visa" });
  await shop.database.pool.query(
    "update payment set state = 'in_doubt', next_inspect_at = null where order_id = $1",
    [made.id],
  );
  const doubtful = `doubt.${made.paymentId}`;
  const ids = async () => (await queue()).list.map(({ id }: ReviewEntryRow) => id);
  expect(await ids()).toContain(doubtful);
  expect((await act(finance, "look", { id: doubtful })).code).toBe(200);
  expect(await ids()).not.toContain(doubtful);
  expect(await rowsOf("select state from purchase_order where id = $1", made.id)).toEqual([
    { state: "paid" },
  ]);
  expect(await actions(made.paymentId)).toEqual(["review.look"]);

  const bought = await unlockSeries(shop);
  const id = newId(shop.clock.now());
  await shop.database.pool.query(
    `insert into webhook_inbox (id, gateway, event_id, type, subject, state, tries, received_at)
     values ($1, 'stripe', $1, 'payment_intent.succeeded', $2, 'failed', 12, now())`,
    [id, { kind: "payment", remoteId: bought.remoteId }],
  );
  const { list } = await queue();
  expect(list.find((entry: ReviewEntryRow) => entry.id === `hint.${id}`)).toMatchObject({
    kind: "hint",
    word: "payment_intent.succeeded",
  });
  expect((await act(finance, "look", { id: `hint.${id}` })).code).toBe(200);
  expect(await rowsOf("select state from webhook_inbox where id = $1", id)).toEqual([{ state: "done" }]);
  expect(await one("hint.nothing")).toBeUndefined();
});

test("C41: what support asks is an entry of its own, which a refund closes, or a note", async () => {
  const ask = async (bought: Unlock) => {
    const body = { orderId: bought.id, amount: 699, reason: "goodwill", note: "Regular", requestKey: ulid() };
    expect((await support.call("POST", "/orders/refund/ask", body)).code).toBe(200);
    return entryOf(bought);
  };
  const bought = await unlockSeries(shop);
  const entry = await ask(bought);
  expect(entry).toMatchObject({ kind: "request", money: "$6.99", word: "goodwill" });
  expect((await one(entry.id)).request).toEqual({
    by: support.email,
    reason: "goodwill",
    note: "Regular",
    endNow: false,
  });
  const wanted = { orderId: bought.id, amount: 699, reason: "goodwill", requestKey: ulid() };
  const refund = (body: object) => finance.call("POST", "/orders/refund", { ...wanted, ...body });
  const { hash } = (await refund({ dryRun: true })).info.effect;
  expect((await refund({ effect: hash })).code).toBe(200);
  expect(await isListed(bought)).toBe(false);
  expect((await queue()).closed).toContainEqual(
    expect.objectContaining({
      kind: "request",
      number: bought.number,
      note: "Refunded",
    }),
  );

  const other = await unlockSeries(shop);
  const { id } = await ask(other);
  expect((await act(finance, "close", { id, note: "Not this time" })).code).toBe(200);
  expect(await isListed(other)).toBe(false);
  // It may be asked again.
  expect((await ask(other)).kind).toBe("request");
});
