import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "#billing";
import { commandActor } from "#platform/actor";
import { newId } from "#platform/ids";
import { atBank, type Unlock, unlockSeries } from "#test/bank";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf } from "#test/orders";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { main } from "../src/billing/review/review-command.ts";
import { main as runFinance } from "../src/finance-command.ts";

let app: TestMoney;
let dataDir: string;
beforeAll(async () => {
  app = await testMoney();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-review-"));
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});
// Clears entries that an earlier test left open.
beforeEach(async () => {
  for (const id of ids((await review()).output)) await review("--done", id, "--note", "of an earlier test");
});

/** Returns the command's settings: on the app's database while the app runs. */
const settings = () => ({ DATA_DIR: dataDir, DATABASE_URL: app.database.url });
const review = (...args: string[]) => runCommandHere(main, args, settings());

const ids = (output: string) => [...output.matchAll(/^([0-9a-z]{26}) {2}/gm)].map(([, id = ""]) => id);

const inquire = ({ remoteId }: Unlock) =>
  atBank(app, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`, { inquiry: true }]);

async function rows<T>(query: string, ...values: unknown[]): Promise<T[]> {
  return (await app.database.pool.query(query, values)).rows as T[];
}

test("case 144: a balance below 0, and a difference of one, are shown by npm run finance and npm run review", async () => {
  const figures = { gateway: "paypal", currency: "EUR", at: app.clock.now() };
  await rows(
    "insert into gateway_balance (gateway, currency, gateway_amount, lines_amount, ledger_amount, at) values ($1, $2, -63, -63, 100, $3)",
    figures.gateway,
    figures.currency,
    figures.at,
  );
  await rows(
    "insert into recon_finding (id, kind, subject, gateway, currency, amount, found_at) values ($1, 'balance', $2, 'paypal', 'EUR', -63, $3)",
    newId(figures.at),
    "paypal:EUR",
    figures.at,
  );
  const checked = await runCommandHere(runFinance, ["check", "--offline"], settings());
  expect(checked.output).toContain("✗ PayPal EUR: ledger €1.00, lines −€0.63, gateway −€0.63, at ");
  expect(checked.output).toContain("balance  paypal:EUR  −€0.63");
  expect(checked.code).toBe(1);
  expect((await review()).output).toContain("−€0.63");
  await rows("delete from gateway_balance");
  await rows("update recon_finding set gone_at = found_at");
});

test("R48: without open reviews npm run review says so, and prints its usage", async () => {
  const file = join(import.meta.dirname, "../src/billing/review/review-command.ts");
  const nothing = { code: 0, output: "No payment needs manual review.\n" };
  expect(await runCommandFile(file, [], settings())).toMatchObject(nothing);
  for (const args of [
    ["--done"],
    ["--done", "x"],
    ["--note", "x"],
    ["something"],
    ["--closed", "--done", "x"],
  ]) {
    const { code, output } = await review(...args);
    expect([args, code]).toEqual([args, 1]);
    expect(output).not.toMatch(/\n\s+at /);
  }
  expect((await review("--done", "nothing", "--note", "seen")).output).toContain('"nothing"');
});

test("R48, case 29: a payment that does not match is listed with the reason, and closing it lets its buyer order again", async () => {
  await app.stripe.post("/misreport", { fields: { amount_received: 1 }, n: 1 });
  const bought = await unlockSeries(app);
  expect(await bought.seen()).toBe("review");
  const { output } = await review();
  for (const words of [bought.number, bought.member.email, bought.remoteId, "captured amount", "$6.99"])
    expect(output).toContain(words);
  expect(ids(output)).toEqual([bought.id]);
  const closed = await review("--done", bought.id, "--note", "sent back by hand");
  expect(closed).toMatchObject({ code: 0, output: expect.stringContaining("refunded") });
  expect((await review()).output).toContain("No payment needs manual review.");
  expect((await review("--closed")).output).toMatch(new RegExp(`${bought.number}.*sent back by hand`));
  expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", rights: 0 });
  // Its later events at the gateway reopen nothing.
  await atBank(app, bought.remoteId, "refund.created", [`/charges/${bought.remoteId}/refund`]);
  expect(await review()).toMatchObject({ output: "No payment needs manual review.\n" });
  const again = await orderOf(bought.member, { seriesId: bought.seriesId });
  expect((await payOrder(bought.member, again.info.order.id)).info.order.state).toBe("paid");
});

test("R48, case 55: an inquiry is listed with the advice to refund; closing it restores the suspended access permanently", async () => {
  const bought = await unlockSeries(app);
  await inquire(bought);
  const { output } = await review();
  expect(ids(output)).toEqual([bought.id]);
  expect(output).toContain(`npm run refund -- ${bought.number}`);
  expect(await bought.isOpen()).toBe(false);
  expect((await review("--done", bought.id, "--note", "spoke to her")).code).toBe(0);
  expect([await bought.isOpen(), await bought.seen()]).toEqual([true, "paid"]);
  // The bank speaks of the same inquiry again.
  await atBank(app, bought.remoteId, "radar.early_fraud_warning.created", [
    `/charges/${bought.remoteId}/fraud-warning`,
  ]);
  expect([await bought.isOpen(), await bought.seen()]).toEqual([true, "paid"]);
  expect(ids((await review()).output)).toEqual([]);
});

test("R48, case 55: a warning that was answered by a refund is closed automatically", async () => {
  const bought = await unlockSeries(app);
  await inquire(bought);
  await refundOrder(app.billing, bought.id, null, {
    by: "operator",
    actor: commandActor(),
    reason: "the bank warned",
  });
  expect(ids((await review()).output)).toEqual([]);
});

test("R48, case 55: a dispute stays disputed when its review is closed, and is listed until then", async () => {
  const bought = await unlockSeries(app);
  await atBank(app, bought.remoteId, "charge.dispute.created", [`/charges/${bought.remoteId}/dispute`]);
  const { output } = await review();
  expect(ids(output)).toEqual([bought.id]);
  expect(output).toMatch(/disputes \$6\.99/);
  await review("--done", bought.id, "--note", "evidence sent");
  expect(ids((await review()).output)).toEqual([]);
  expect(await booksOf(app, bought)).toMatchObject({ state: "disputed", rights: 0 });
  expect(await review("--done", bought.id, "--note", "twice")).toMatchObject({ code: 1 });
});

test("R48, case 55: a dispute about a refunded payment is listed too", async () => {
  const bought = await unlockSeries(app);
  await refundOrder(app.billing, bought.id, null, { by: "operator", actor: commandActor(), reason: null });
  await atBank(app, bought.remoteId, "charge.dispute.created", [`/charges/${bought.remoteId}/dispute`]);
  expect(ids((await review()).output)).toEqual([bought.id]);
  await atBank(app, bought.remoteId, "charge.dispute.closed", [
    `/disputes/${bought.remoteId}/close`,
    { outcome: "won" },
  ]);
  expect(ids((await review()).output)).toEqual([]);
});

test("R48, case 54: a refund that failed is listed until it is repeated", async () => {
  const bought = await unlockSeries(app);
  const { id, remote_id: remoteId } = await refundOrder(app.billing, bought.id, null, {
    by: "operator",
    actor: commandActor(),
    reason: null,
  });
  await atBank(app, bought.remoteId, "refund.failed", [`/refunds/${remoteId}/settle`, { outcome: "failed" }]);
  const { output } = await review();
  expect(ids(output)).toEqual([id]);
  expect(output).toMatch(/\$6\.99 could not be refunded/);
  await refundOrder(app.billing, bought.id, null, { by: "operator", actor: commandActor(), reason: null });
  expect(ids((await review()).output)).toEqual([]);
});

test("R48: a payment with an unknown outcome is listed, and closing it ends its order", async () => {
  const bought = await unlockSeries(app);
  // The state after the last scheduled inspection.
  await rows("update payment set state = 'in_doubt', next_inspect_at = null where order_id = $1", bought.id);
  await rows("update purchase_order set state = 'processing', paid_at = null where id = $1", bought.id);
  const { output } = await review();
  expect(output).toContain(bought.remoteId);
  const [entry = ""] = ids(output);
  expect((await review("--done", entry, "--note", "nothing was taken")).code).toBe(0);
  expect(await bought.seen()).toBe("cancelled");
  expect(ids((await review()).output)).toEqual([]);
});

test("R48: a late payment is listed until it is refunded, and so is a webhook that could not be processed", async () => {
  const late = await unlockSeries(app);
  await rows("update payment set unwanted = true where order_id = $1", late.id);
  const [hint] = await rows<{ id: string }>(
    "update webhook_inbox set state = 'failed', next_at = null where id = (select min(id) from webhook_inbox) returning id",
  );
  const { output } = await review();
  expect(output).toContain(late.number);
  expect(ids(output)).toContain(hint?.id);
  expect(ids(output)).toHaveLength(2);
  await app.work();
  expect(ids((await review()).output)).toEqual([hint?.id]);
  await review("--done", hint?.id ?? "", "--note", "of a shop beside ours");
  expect(ids((await review()).output)).toEqual([]);
});

test("case 72: internal faults are one entry per gateway and code, closing it notes each of them, and a newer one reopens it", async () => {
  const fails = async () => {
    const member = await makeMember(app);
    const series = await makeSeries(app);
    await app.paypal.post("/orders/next", { issue: "PAYEE_ACCOUNT_RESTRICTED" });
    return orderOf(member, { seriesId: series.id, method: "paypal" });
  };
  await fails();
  await app.advance(3600);
  expect((await fails()).reason).toBe("merchant_fault");
  const listed = (await review()).output;
  expect(listed.match(/paypal:PAYEE_ACCOUNT_RESTRICTED {2}/g)).toHaveLength(1);
  expect(listed).toMatch(/PayPal refused 2 payments with PAYEE_ACCOUNT_RESTRICTED/);
  const closed = await review(
    "--done",
    "paypal:PAYEE_ACCOUNT_RESTRICTED",
    "--note",
    "PayPal has our papers now",
  );
  expect(closed.code).toBe(0);
  expect((await review()).output).toBe("No payment needs manual review.\n");
  expect(
    await rows(
      "select distinct close_note, closed_by is not null as named from payment_attempt where fault is not null",
    ),
  ).toEqual([{ close_note: "PayPal has our papers now", named: true }]);
  expect((await review("--closed")).output).toContain("merchant_fault: PayPal has our papers now");
  await fails();
  expect((await review()).output).toMatch(/PayPal refused 1 payment with PAYEE_ACCOUNT_RESTRICTED/);
  await review("--done", "paypal:PAYEE_ACCOUNT_RESTRICTED", "--note", "again");
});
