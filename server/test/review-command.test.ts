import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Order } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refundOrder } from "#billing";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf } from "#test/orders";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { runCommandFile } from "#test/run-command";

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
// What an earlier test left open is none of the next one's.
beforeEach(async () => {
  for (const id of ids((await review()).output)) await review("--done", id, "--note", "of an earlier test");
});

/** The command as npm runs it, on the app's database while the app runs. */
const review = (...args: string[]) =>
  runCommandFile(join(import.meta.dirname, "../src/billing/review/review-command.ts"), args, {
    DATA_DIR: dataDir,
    DATABASE_URL: app.database.url,
  });

const ids = (output: string) => [...output.matchAll(/^([0-9a-z]{26}) {2}/gm)].map(([, id = ""]) => id);

interface Bought {
  member: MadeMember;
  seriesId: string;
  episodeId: string;
  id: string;
  number: string;
  remoteId: string;
}

async function buy(): Promise<Bought> {
  const member = await makeMember(app);
  const series = await makeSeries(app, { free: 1, episodes: 3 });
  const { info } = await orderOf(member, { seriesId: series.id });
  const { id, number } = info.order;
  await payOrder(member, id);
  const [row] = await rows<{ remote_id: string }>("select remote_id from payment where order_id = $1", id);
  const episodeId = series.episodes[2]?.id ?? "";
  return { member, seriesId: series.id, episodeId, id, number, remoteId: row?.remote_id ?? "" };
}

async function rows<T>(query: string, ...values: unknown[]): Promise<T[]> {
  return (await app.database.pool.query(query, values)).rows as T[];
}

/** Something happens at the bank, and the webhook of that type about it is followed. */
async function bank({ remoteId }: Bought, type: string, path: string, body?: object): Promise<void> {
  const about = "from webhook_inbox where subject::text like '%' || $1 || '%' and type = $2";
  const told = async () =>
    (await rows<{ count: number }>(`select count(*)::int ${about}`, remoteId, type))[0]?.count ?? 0;
  const before = await told();
  await app.stripe.post(path, body);
  await expect.poll(told).toBeGreaterThan(before);
  await app.work();
}

const isOpen = async ({ member, episodeId }: Bought) =>
  (await member.call("GET", `/api/video/episode?id=${episodeId}`)).code === 200;
const seen = async ({ member, id }: Bought) =>
  (await member.call<Order>("GET", `/api/payment?orderId=${id}`)).info.state;

test("R48: where everything is in order, npm run review says so, and how it is called", async () => {
  expect(await review()).toMatchObject({ code: 0, output: "Nothing of the money needs a person.\n" });
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

test("R48, case 29: a payment that does not fit is listed with what is wrong, and closing it lets its buyer order anew", async () => {
  await app.stripe.post("/misreport", { fields: { amount_received: 1 }, n: 1 });
  const bought = await buy();
  expect(await seen(bought)).toBe("review");
  const { output } = await review();
  for (const words of [bought.number, bought.member.email, bought.remoteId, "captured amount", "$6.99"])
    expect(output).toContain(words);
  expect(ids(output)).toEqual([bought.id]);
  const closed = await review("--done", bought.id, "--note", "sent back by hand");
  expect(closed).toMatchObject({ code: 0, output: expect.stringContaining("refunded") });
  expect((await review()).output).toContain("Nothing of the money needs a person.");
  expect((await review("--closed")).output).toMatch(new RegExp(`${bought.number}.*sent back by hand`));
  expect(await booksOf(app, bought)).toMatchObject({ state: "refunded", rights: 0 });
  // What comes of it at the gateway afterwards reopens nothing.
  await bank(bought, "refund.created", `/charges/${bought.remoteId}/refund`);
  expect(await review()).toMatchObject({ output: "Nothing of the money needs a person.\n" });
  const again = await orderOf(bought.member, { seriesId: bought.seriesId });
  expect((await payOrder(bought.member, again.info.order.id)).info.order.state).toBe("paid");
});

test("R48, case 55: a warning is listed with the advice to give back; closing it opens what rested, for good", async () => {
  const bought = await buy();
  const warn = () =>
    bank(bought, "radar.early_fraud_warning.created", `/charges/${bought.remoteId}/fraud-warning`);
  await warn();
  const { output } = await review();
  expect(ids(output)).toEqual([bought.id]);
  expect(output).toContain(`npm run refund -- ${bought.number}`);
  expect(await isOpen(bought)).toBe(false);
  expect((await review("--done", bought.id, "--note", "spoke to her")).code).toBe(0);
  expect([await isOpen(bought), await seen(bought)]).toEqual([true, "paid"]);
  await warn();
  expect([await isOpen(bought), await seen(bought)]).toEqual([true, "paid"]);
  expect(ids((await review()).output)).toEqual([]);
});

test("R48, case 55: a warning that was answered by giving the money back ends by itself", async () => {
  const bought = await buy();
  await bank(bought, "radar.early_fraud_warning.created", `/charges/${bought.remoteId}/fraud-warning`);
  await refundOrder(app.billing, bought.id, null, { by: "operator", reason: "the bank warned" });
  expect(ids((await review()).output)).toEqual([]);
});

test("R48, case 55: a dispute stays disputed when it is taken off the list, and is listed until then", async () => {
  const bought = await buy();
  await bank(bought, "charge.dispute.created", `/charges/${bought.remoteId}/dispute`);
  const { output } = await review();
  expect(ids(output)).toEqual([bought.id]);
  expect(output).toMatch(/disputes \$6\.99/);
  await review("--done", bought.id, "--note", "evidence sent");
  expect(ids((await review()).output)).toEqual([]);
  expect(await booksOf(app, bought)).toMatchObject({ state: "disputed", rights: 0 });
  expect(await review("--done", bought.id, "--note", "twice")).toMatchObject({ code: 1 });
});

test("R48, case 55: a dispute about what was given back already is listed too", async () => {
  const bought = await buy();
  await refundOrder(app.billing, bought.id, null, { by: "operator", reason: null });
  await bank(bought, "charge.dispute.created", `/charges/${bought.remoteId}/dispute`);
  expect(ids((await review()).output)).toEqual([bought.id]);
  await bank(bought, "charge.dispute.closed", `/disputes/${bought.remoteId}/close`, { outcome: "won" });
  expect(ids((await review()).output)).toEqual([]);
});

test("R48, case 54: a refund that failed is listed until it is made again", async () => {
  const bought = await buy();
  const { id, remote_id: remoteId } = await refundOrder(app.billing, bought.id, null, {
    by: "operator",
    reason: null,
  });
  await bank(bought, "refund.failed", `/refunds/${remoteId}/settle`, { outcome: "failed" });
  const { output } = await review();
  expect(ids(output)).toEqual([id]);
  expect(output).toMatch(/\$6\.99 could not be given back/);
  await refundOrder(app.billing, bought.id, null, { by: "operator", reason: null });
  expect(ids((await review()).output)).toEqual([]);
});

test("R48: a payment whose outcome nobody could find out is listed, and closing it ends its order", async () => {
  const bought = await buy();
  // As it stands when the schedule of looks has come to its end.
  await rows("update payment set state = 'in_doubt', next_inspect_at = null where order_id = $1", bought.id);
  await rows("update purchase_order set state = 'processing', paid_at = null where id = $1", bought.id);
  const { output } = await review();
  expect(output).toContain(bought.remoteId);
  const [entry = ""] = ids(output);
  expect((await review("--done", entry, "--note", "nothing was taken")).code).toBe(0);
  expect(await seen(bought)).toBe("cancelled");
  expect(ids((await review()).output)).toEqual([]);
});

test("R48: money that came too late is listed until it went back, and so is a webhook that could not be followed", async () => {
  const late = await buy();
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
