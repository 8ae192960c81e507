import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CrashPoint } from "#test/faults";
import { approveAtPayPal, type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import type { RenewalTask } from "#test/renewal-process";
import { timeLimit } from "../../../../../tools/time-limit.ts";
import { findApprovalUrl } from "../../records/payments/repository.ts";
import { listOpen } from "../../review/review.ts";

const program = fileURLToPath(import.meta.resolve("#test/renewal-process"));
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
  // A fault must hit the charge, not the refusal of an access token that expired in the months of a test.
  await shop.paypal.put("/settings", { tokenSeconds: 100_000_000 });
});
afterAll(() => shop.close());
afterEach(async () => {
  for (const path of ["/faults/clear", "/plans/clear"]) await shop.paypal.post(path);
  await shop.paypal.put("/settings", {
    uniqueInvoices: true,
    singleStep: "COMPLETED",
    reportsAllowed: true,
    eventSeconds: 0,
  });
  await shop.paypal.put("/delivery-plan", { action: "send" });
  await shop.database.pool.query("update subscription set next_action_at = null, remind_at = null");
});

let made = 0;
const subscribe = (kind = "funded") => shop.subscribeByPayPal(30, `${kind}:single${made++}`);

/** Makes the simulator lose the answers, or everything, of the next requests that create an order. */
const lose = (kind: string, n = 1) =>
  shop.paypal.post("/faults", { kind, method: "POST", path: "/v2/checkout/orders", n });

/** Moves the clock to just before the end of the period, and then to it: the renewal is charged. */
async function comesToItsEnd({ subscriptionId }: Subscriber): Promise<Date> {
  const end = (await shop.stored(subscriptionId)).period_end;
  await shop.at(later(end, -4 * minute));
  await shop.at(end);
  return end;
}

/** Moves the clock to several times after a moment, in the steps of the schedule. */
async function passFrom(begun: Date, ...moments: number[]): Promise<void> {
  for (const ms of moments) await shop.at(later(begun, ms));
}

interface PaymentRow {
  id: string;
  state: string;
  remote_id: string | null;
  second_of: string | null;
  unwanted: boolean;
  refunded: number;
  captured: number;
}

async function paymentsOf({ subscriptionId }: Subscriber): Promise<PaymentRow[]> {
  const { rows } = await shop.database.pool.query<PaymentRow>(
    `select p.id, p.state, p.remote_id, p.second_of, p.unwanted, p.refunded::int, p.captured::int from payment p
      join purchase_order o on o.id = p.order_id where o.subscription_id = $1 and o.kind = 'renewal' order by p.id`,
    [subscriptionId],
  );
  return rows;
}

async function attemptsOf({ subscriptionId }: Subscriber) {
  const { rows } = await shop.database.pool.query<{ outcome: string | null; idem_key: string }>(
    `select a.outcome, a.idem_key from payment_attempt a join payment p on p.id = a.payment_id
      join purchase_order o on o.id = p.order_id where o.subscription_id = $1 and o.kind = 'renewal' order by a.id`,
    [subscriptionId],
  );
  return rows;
}

/** Returns PayPal's captures of a member's renewals, by their custom id. */
async function capturesOf(member: Subscriber): Promise<{ status: string; refunded: number }[]> {
  const { captures } = (await shop.paypal.get("/money")) as {
    captures: { customId: string; status: string; refunded: number }[];
  };
  const own = new Set((await paymentsOf(member)).map(({ id }) => id));
  return captures.filter(({ customId }) => own.has(customId));
}

/** Returns the requests since a given time that created orders with a saved account. */
async function creates(since: Date): Promise<{ sent: string; idempotencyKey: string | null }[]> {
  const { requests } = (await shop.paypal.get("/requests")) as {
    requests: { at: number; method: string; path: string; sent: string; idempotencyKey: string | null }[];
  };
  return requests.filter(
    ({ at, method, path, sent }) =>
      at >= since.getTime() - second &&
      method === "POST" &&
      path === "/v2/checkout/orders" &&
      sent.includes("vault_id"),
  );
}

/** Expects one capture, one new period, and automatic renewal. */
async function expectRenewedOnce(member: Subscriber): Promise<void> {
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect((await shop.periods(member.subscriptionId)).map(({ no }) => no)).toEqual([1, 2]);
  expect(await shop.seen(member)).toMatchObject({ state: "active", renewalMode: "auto" });
  const { rows } = await shop.database.pool.query<{ sum: string }>(
    "select coalesce(sum(e.amount), 0) as sum from ledger_entry e",
  );
  expect(Number(rows[0]?.sum)).toBe(0);
}

test("case 78: a saved account is charged by the request that creates the order, which carries account, key and invoice", async () => {
  const member = await subscribe();
  const end = await comesToItsEnd(member);
  await expectRenewedOnce(member);
  const [sent, ...more] = await creates(end);
  expect(more).toEqual([]);
  const [payment] = await paymentsOf(member);
  expect(sent?.idempotencyKey).toBe(`pay_${payment?.id}:mit:1`);
  expect(JSON.parse(sent?.sent ?? "{}")).toMatchObject({
    intent: "CAPTURE",
    purchase_units: [{ custom_id: payment?.id, invoice_id: expect.stringMatching(/^CH/) }],
    payment_source: {
      paypal: {
        vault_id: member.card,
        stored_credential: { payment_initiator: "MERCHANT", usage: "SUBSEQUENT" },
      },
    },
  });
});

test("case 78: an order that PayPal only creates is captured, once", async () => {
  await shop.paypal.put("/settings", { singleStep: "CREATED" });
  const member = await subscribe();
  await comesToItsEnd(member);
  await expectRenewedOnce(member);
  expect(await capturesOf(member)).toMatchObject([{ status: "COMPLETED", refunded: 0 }]);
});

test("case 78: a payment that PayPal holds for review delivers nothing until it is decided, and is not charged again", async () => {
  const member = await subscribe();
  await shop.paypal.post("/captures/merchant-initiated/next", { status: "PENDING", reason: "ECHECK" });
  const end = await comesToItsEnd(member);
  expect((await paymentsOf(member)).map(({ state }) => state)).toEqual(["pending"]);
  expect((await shop.periods(member.subscriptionId)).length).toBe(1);
  await passFrom(end, 2 * hour, day, 3 * day + hour, 4 * day);
  await expectRenewedOnce(member);
});

test("case 78: a payer whose approval PayPal requires is asked, and the approved order pays the renewal", async () => {
  const member = await subscribe("sca-later");
  await comesToItsEnd(member);
  expect(await shop.seen(member)).toMatchObject({ state: "past_due" });
  expect((await capturesOf(member)).length).toBe(0);
  const { rows } = await shop.database.pool.query<{
    remote_id: string;
    approval_url: string;
    advice: string;
  }>(
    `select remote_id, approval_url, advice from payment p join payment_attempt a on a.payment_id = p.id
      join purchase_order o on o.id = p.order_id where o.subscription_id = $1 and o.kind = 'renewal'`,
    [member.subscriptionId],
  );
  expect(rows).toMatchObject([{ advice: "authenticate", approval_url: expect.stringContaining("token=") }]);
  // The URL that the email links to.
  const order = await shop.renewalOrder(member.subscriptionId);
  expect(await findApprovalUrl(shop.database.db, order?.id ?? "")).toBe(rows[0]?.approval_url);
  await approveAtPayPal(shop, rows[0]?.remote_id ?? "", "sca-later:approves");
  await shop.work();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.seen(member)).toMatchObject({ state: "active", renewalMode: "auto" });
});

test.each(["INSTRUMENT_DECLINED", "TOKEN_ID_NOT_FOUND"])(
  "case 78: %s of a single step is the buyer's decline, and leaves nothing at PayPal",
  async (issue) => {
    const member = await subscribe();
    await shop.paypal.post("/captures/merchant-initiated/next", { issue });
    const end = await comesToItsEnd(member);
    expect(await shop.seen(member)).toMatchObject({ state: "past_due" });
    expect(await paymentsOf(member)).toMatchObject([{ state: "declined", remote_id: null }]);
    if (issue === "TOKEN_ID_NOT_FOUND") return;
    await passFrom(end, day + minute);
    await expectRenewedOnce(member);
    expect((await attemptsOf(member)).map(({ idem_key }) => idem_key.split(":").slice(1))).toEqual([
      ["mit", "1"],
      ["mit", "2"],
    ]);
  },
);

/** The times after a charge at which a lost one is searched for, while its key is valid. */
const whileKeyLives = [6 * second, 16 * second, 61 * second, 6 * minute, 16 * minute, hour + minute];

test.each(["after", "truncate", "empty", "close", "before", "500"])(
  "case 79: an answer lost by the fault %s is found, or requested again under the same key: one capture",
  async (kind) => {
    await shop.paypal.put("/delivery-plan", { action: "drop" });
    await shop.paypal.put("/settings", { eventSeconds: 10 * 86_400 });
    const member = await subscribe();
    await lose(kind);
    const end = await comesToItsEnd(member);
    await passFrom(end, ...whileKeyLives);
    await expectRenewedOnce(member);
    const sent = await creates(end);
    expect(sent.length).toBe(2);
    // The requests are byte-identical.
    expect(new Set(sent.map((one) => `${one.idempotencyKey} ${one.sent}`)).size).toBe(1);
  },
);

test("case 79: a lost answer that PayPal's events contain is not requested again", async () => {
  const member = await subscribe();
  await shop.paypal.put("/delivery-plan", { action: "drop" });
  await lose("after");
  const end = await comesToItsEnd(member);
  await passFrom(end, 6 * second);
  await expectRenewedOnce(member);
  expect((await creates(end)).length).toBe(1);
});

test("case 79: a webhook alone settles a charge whose answer was lost", async () => {
  const member = await subscribe();
  await lose("after");
  await shop.paypal.post("/faults", {
    kind: "500",
    method: "GET",
    path: "/v1/notifications/webhooks-events",
    n: 50,
  });
  await comesToItsEnd(member);
  await shop.paypal.post("/deliver");
  await shop.work();
  await expectRenewedOnce(member);
  expect((await attemptsOf(member)).map(({ outcome }) => outcome)).toEqual(["succeeded"]);
});

/** A member whose renewal is charged in a process that is killed when the charge stands at this step. */
interface Killed {
  step: CrashPoint;
  member: Subscriber;
  end: Date;
}

/** Charges due renewals in a process that is killed once each stands at its step. */
async function crash(renewals: readonly Killed[]): Promise<void> {
  const { apiUrl, ...paypal } = shop.gateways.paypal;
  const task: RenewalTask = {
    databaseUrl: shop.database.url,
    dataDir: shop.dataDir,
    paypal: { ...paypal, apiUrl: apiUrl.href },
    runs: renewals.map(({ step, end }) => ({ now: end.toISOString(), killAt: step })),
  };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: "inherit" });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The process was not killed, it ended with ${code}`);
}

/** The steps of a charge. The last one stands still inside its transaction, whose locks would stop the others. */
const steps = ["begun", "charging", "charged", "stored", "settled", "settling"] as const;

describe("after a kill", () => {
  const killed: Killed[] = [];

  // The memberships end a second apart, so each run finds one renewal due; afterwards time passes for all together.
  beforeAll(async () => {
    await shop.paypal.put("/delivery-plan", { action: "drop" });
    await shop.paypal.put("/settings", { eventSeconds: 10 * 86_400 });
    for (const step of steps) {
      const member = await subscribe();
      killed.push({ step, member, end: (await shop.stored(member.subscriptionId)).period_end });
      await shop.advance(1);
    }
    const last = killed.at(-1)?.end ?? shop.clock.now();
    await shop.at(later(last, -4 * minute));
    await shop.advance(4 * 60);
    await crash(killed);
    await passFrom(last, 6 * second, 31 * second, 62 * second, 6 * minute, 11 * minute, 70 * minute);
  }, timeLimit(120));

  test.each(steps)(
    "case 79: a process killed at the step %s of a single-step charge leaves a renewal that is charged once",
    async (step) => {
      const found = killed.find((one) => one.step === step);
      if (!found) throw new Error(`No process was killed at the step ${step}`);
      await expectRenewedOnce(found.member);
      const sent = (await creates(found.end)).filter(({ sent: text }) => text.includes(found.member.card));
      expect(sent.length).toBeGreaterThanOrEqual(1);
      expect(sent.length).toBeLessThanOrEqual(2);
    },
  );
});

test.each([true, false])(
  "case 80: the key expires before the lost answer is found, unique invoices %s: one entitlement, and a second capture is refunded within the hour and listed",
  async (uniqueInvoices) => {
    await shop.paypal.put("/delivery-plan", { action: "drop" });
    await shop.paypal.put("/settings", { uniqueInvoices, eventSeconds: 1800 });
    const member = await subscribe();
    await lose("after");
    const end = await comesToItsEnd(member);
    await shop.paypal.post("/request-ids/forget");
    await passFrom(end, ...whileKeyLives.slice(0, -1), 40 * minute, 70 * minute, 100 * minute, 130 * minute);
    await passFrom(end, 3 * hour + minute, 5 * hour + minute);
    await shop.at(later(end, 5 * hour + 30 * minute));
    const captures = await capturesOf(member);
    expect(captures.length).toBe(uniqueInvoices ? 1 : 2);
    expect((await shop.periods(member.subscriptionId)).map(({ no }) => no)).toEqual([1, 2]);
    const payments = await paymentsOf(member);
    const seconds = payments.filter(({ second_of }) => second_of !== null);
    expect(seconds.length).toBe(uniqueInvoices ? 0 : 1);
    for (const one of seconds) {
      expect(one).toMatchObject({ state: "succeeded", unwanted: true, captured: 1999, refunded: 1999 });
      const listed = (await listOpen(shop.database.db)).filter(({ kind }) => kind === "twice");
      expect(listed.map(({ id }) => id)).toEqual([one.id]);
    }
    const remaining = captures.reduce((sum, { refunded }) => sum + 1999 - refunded, 0);
    expect(remaining).toBe(1999);
  },
);

test("case 80: nothing is created after five and a half hours, and the report finds the charge", async () => {
  await shop.paypal.put("/delivery-plan", { action: "drop" });
  await shop.paypal.put("/settings", { eventSeconds: 10 * 86_400 });
  const member = await subscribe();
  await lose("after");
  const end = await comesToItsEnd(member);
  // No node runs during the whole validity of the key.
  await shop.paypal.post("/request-ids/forget");
  await shop.advance((5.5 * hour) / second);
  const since = shop.clock.now();
  await shop.work();
  await passFrom(end, 6 * hour + minute, 9 * hour + minute, 24 * hour + minute);
  expect(await creates(since)).toEqual([]);
  await expectRenewedOnce(member);
});

test("case 81: the report proves that a lost charge never happened, and it is charged once on the next dunning day", async () => {
  const member = await subscribe();
  await lose("before", 1000);
  const end = await comesToItsEnd(member);
  await passFrom(
    end,
    ...whileKeyLives,
    3 * hour,
    5 * hour + minute,
    6 * hour,
    9 * hour + minute,
    24 * hour + minute,
  );
  await shop.paypal.post("/faults/clear");
  expect(await paymentsOf(member)).toMatchObject([{ state: "in_doubt" }]);
  expect(await shop.watches(member)).toBe(true);
  await passFrom(end, 48 * hour + minute);
  expect((await attemptsOf(member)).map(({ outcome }) => outcome)).toEqual(["not_done"]);
  expect((await capturesOf(member)).length).toBe(0);
  await passFrom(end, 2.5 * day, 3 * day - minute);
  expect((await capturesOf(member)).length).toBe(0);
  await passFrom(end, 3 * day + minute);
  await expectRenewedOnce(member);
  const keys = (await attemptsOf(member)).map(({ idem_key }) => idem_key.split(":").slice(1).join(":"));
  expect(keys).toEqual(["mit:1", "mit:2"]);
  const invoices = (await creates(end)).map(({ sent }) => JSON.parse(sent).purchase_units[0].invoice_id);
  expect(new Set(invoices).size).toBe(1);
});

test("case 81: if the app may not read the report, a lost charge stays in doubt and is listed in manual review", async () => {
  await shop.paypal.put("/settings", { reportsAllowed: false });
  const member = await subscribe();
  await lose("before", 1000);
  const end = await comesToItsEnd(member);
  await passFrom(end, ...whileKeyLives, 6 * hour, 9 * hour + minute);
  await passFrom(
    end,
    24 * hour + minute,
    48 * hour + minute,
    72 * hour + minute,
    96 * hour + minute,
    100 * hour,
  );
  const [payment] = await paymentsOf(member);
  expect(payment?.state).toBe("in_doubt");
  const listed = (await listOpen(shop.database.db)).filter(({ kind }) => kind === "doubt");
  expect(listed.map(({ id }) => id)).toContain(payment?.id);
});
