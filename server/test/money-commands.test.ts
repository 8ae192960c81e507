import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { booksOf, makeOrder } from "#test/orders";
import { makeMember } from "#test/people";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { unaudited } from "#test/unaudited";
import { main as runGrant } from "../src/billing/sales/grant-command.ts";
import { main as runPlan } from "../src/billing/sales/plan-command.ts";
import { main as runRefund } from "../src/refund-command.ts";

let app: TestMoney;
let dataDir: string;
beforeAll(async () => {
  app = await testMoney();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-refund-"));
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns a command's settings: on the app's database while the app runs, with or without those of the gateways. */
function settings(gateways: "both" | "none" = "both"): Record<string, string> {
  const { stripe, paypal } = app.gateways;
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: app.database.url,
    ...(gateways === "none"
      ? {}
      : {
          PAYMENTS_ALLOW_SANDBOX: "1",
          STRIPE_SECRET_KEY: stripe.secretKey,
          STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
          STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.join(","),
          STRIPE_API_URL: stripe.apiUrl?.origin ?? "",
          PAYPAL_CLIENT_ID: paypal.clientId,
          PAYPAL_CLIENT_SECRET: paypal.clientSecret,
          PAYPAL_WEBHOOK_ID: paypal.webhookId ?? "",
          PAYPAL_ENV: "sandbox",
          PAYPAL_API_URL: paypal.apiUrl.origin,
        }),
  };
}

// So do npm run plan and npm run refund, as tools/readme.test.ts types them.
test("npm run grant runs as a program on the database of the running app", async () => {
  const file = join(import.meta.dirname, "../src/billing/sales/grant-command.ts");
  const { code, output } = await runCommandFile(file, ["--list"], settings());
  expect(output).toMatch(/\S/);
  expect(code).toBe(0);
});

async function paidOrder(): Promise<{ id: string; number: string }> {
  const order = await makeOrder(app, { card: "pm_card_visa" });
  await app.database.pool.query("update payment set next_inspect_at = created_at where id = $1", [
    order.paymentId,
  ]);
  await app.work();
  expect(await booksOf(app, order)).toMatchObject({ state: "paid" });
  const { rows } = await app.database.pool.query("select number from purchase_order where id = $1", [
    order.id,
  ]);
  return { id: order.id, number: `CH-${String(rows[0].number).padStart(6, "0")}` };
}

describe("npm run refund", () => {
  const refund = (...args: string[]) => runCommandHere(runRefund, args, settings());

  test("refunds a part by an old number, a part by its code, the rest by id, and lists them", async () => {
    const order = await paidOrder();
    const part = await refund(order.number, "2.50", "usd", "--reason", "sound was missing");
    expect(part).toMatchObject({
      code: 0,
      output: expect.stringContaining("$2.50 was refunded through Stripe"),
    });
    const coded = "update purchase_order set code = '7Q2MK0XD' where id = $1";
    await app.database.pool.query(coded, [order.id]);
    expect(await refund("ch-7q2mk0xd", "1.49", "usd")).toMatchObject({
      code: 0,
      output: expect.stringContaining("$1.49 was refunded through Stripe"),
    });
    const rest = await refund(order.id);
    expect(rest).toMatchObject({
      code: 0,
      output: expect.stringContaining("$3.00 was refunded through Stripe"),
    });
    expect(await booksOf(app, order)).toMatchObject({ state: "refunded", refunded: 699, rights: 0 });
    const { output } = await refund("--list");
    expect(output).toContain("CH-7Q2MK0XD");
    expect(output).toContain("sound was missing");
    expect(await refund(order.number)).toMatchObject({ code: 1, output: expect.stringContaining("already") });
  });

  test("refuses in a sentence what is impossible, and moves no money", async () => {
    const order = await paidOrder();
    for (const [args, words] of [
      [["CH-999999"], /There is no order/],
      [[order.number, "7.00", "USD"], /at most 6\.99 USD/],
      [[order.number, "2.00", "EUR"], /is in USD, not in EUR/],
      [[order.number, "2.005", "USD"], /is not an amount/],
      [[order.number, "2.00"], /npm run refund/],
      [[], /npm run refund/],
    ] as [string[], RegExp][]) {
      const { code, output } = await refund(...args);
      expect(output).toMatch(words);
      expect(output).not.toMatch(/\n\s+at /);
      expect(code).toBe(1);
    }
    expect(await booksOf(app, order)).toMatchObject({ state: "paid", refunded: 0 });
  });

  test("leaves the refund to the running app when only the app knows the gateway, as in the demo", async () => {
    const order = await paidOrder();
    // The command uses the machine's clock; the app's clock must not be behind it.
    await app.advance(Math.max(0, (Date.now() - app.clock.now().getTime()) / 1000 + 60));
    const running = setInterval(() => void app.work(), 500);
    const { code, output } = await runCommandHere(runRefund, [order.number], settings("none"));
    clearInterval(running);
    expect(output).toContain("$6.99 was refunded through Stripe");
    expect(code).toBe(0);
  });
});

describe("npm run plan", () => {
  const plan = (...args: string[]) => runCommandHere(runPlan, args, settings());

  test("shows what is on sale, and after every change what customers see now", async () => {
    expect((await plan()).output).toMatch(
      /days-30: 30 days, renews every 30 days[\s\S]*\$19\.99, which is \$0\.67 a day/,
    );
    const added = await plan(
      "add",
      "quarter",
      "--days",
      "90",
      "--name",
      "A quarter",
      "USD=49.99",
      "JPY=7400",
    );
    expect(added).toMatchObject({ code: 0, output: expect.stringContaining("¥7,400, which is ¥83 a day") });
    expect(added.output).toContain("not all said in en, es, fr, de, pt");
    expect((await plan("price", "quarter", "USD=44.99", "JPY=none")).output).toContain("$44.99");
    expect((await plan("name", "quarter", "de=Ein Quartal")).code).toBe(0);
    expect((await plan("describe", "quarter", "en=Every series. For a season.")).output).toContain(
      "For a season",
    );
    expect((await plan("order", "quarter", "1")).output).toMatch(/^ 1 {2}quarter/m);
    expect((await plan("retire", "quarter")).output).toContain("(off sale)");
    expect((await plan("restore", "quarter")).output).not.toContain("(off sale)");
    expect((await plan("retire", "quarter")).code).toBe(0);
  });

  test("sets the price of one series by its title, and of all others", async () => {
    await makeSeries(app, { title: { en: "The Glass Orchard" }, free: 1 });
    expect((await plan("series-price", "The Glass Orchard", "USD=4.99")).output).toContain(
      "The Glass Orchard costs $4.99",
    );
    expect((await plan("series-price", "The Glass Orchard", "general")).output).toContain(
      "costs the general price",
    );
    expect((await plan("unlock-price", "USD=7.99")).output).toMatch(/Unlocking a series:.*\$7\.99/);
    expect((await plan("unlock-price", "USD=6.99")).code).toBe(0);
  });

  test("case 57: refuses prices that no gateway accepts, and reports those that only one accepts", async () => {
    expect(await plan("price", "days-30", "HUF=990.50")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Nobody could pay that price\. Stripe takes whole HUF only/),
    });
    expect((await plan("price", "days-30", "KWD=6.120")).output).toContain(
      "At this price PayPal is not offered.",
    );
    expect((await plan("price", "days-30", "KWD=none")).code).toBe(0);
    expect((await plan("frobnicate", "days-30")).output).toContain("npm run plan --");
  });
});

describe("npm run grant", () => {
  const grant = (...args: string[]) => runCommandHere(runGrant, args, settings());
  const idOf = (output: string) => /--revoke (\w+)/.exec(output)?.[1] ?? "";

  test("opens every series for some days, or one permanently, until it is revoked", async () => {
    const member = await makeMember(app);
    const series = await makeSeries(app, { title: { en: "Nine Winters" }, free: 1, episodes: 3 });
    const other = await makeSeries(app, { free: 1, episodes: 2 });
    const opens = async (id: string | undefined) =>
      (await member.call("GET", `/api/video/episode?id=${id}`)).code === 200;
    // The command uses the machine's clock, the app of this test a manual one.
    const days = await grant(member.email, "--days", "4000");
    expect(days).toMatchObject({ code: 1, output: expect.stringContaining("from 1 to 3660") });
    const one = await grant(member.email, "--series", "nine winters");
    expect(one.output).toContain("may watch all of Nine Winters permanently");
    await unaudited(app.database.pool).query("update entitlement set valid_from = $1", [app.clock.now()]);
    expect([await opens(series.episodes[2]?.id), await opens(other.episodes[1]?.id)]).toEqual([true, false]);
    const all = await grant(member.email.toUpperCase(), "--days", "30");
    expect(all.output).toContain("may watch every series until");
    await unaudited(app.database.pool).query(
      "update entitlement set valid_from = $1, valid_to = $2 where scope = 'membership'",
      [app.clock.now(), new Date(app.clock.now().getTime() + 30 * 86_400_000)],
    );
    expect(await opens(other.episodes[1]?.id)).toBe(true);
    expect((await grant("--list")).output.match(new RegExp(member.email, "g"))).toHaveLength(2);
    expect((await grant("--revoke", idOf(all.output))).code).toBe(0);
    expect([await opens(series.episodes[2]?.id), await opens(other.episodes[1]?.id)]).toEqual([true, false]);
    expect(await grant("--revoke", idOf(all.output))).toMatchObject({ code: 1 });
    expect((await grant("--list")).output).toContain("revoked on");
  });

  test("accepts members only, and prints its usage", async () => {
    expect(await grant("nobody@example.com", "--days", "3")).toMatchObject({
      code: 1,
      output: expect.stringContaining("There is no account"),
    });
    for (const args of [
      [],
      ["a@b.c"],
      ["a@b.c", "--days", "3", "--series", "x"],
      ["--revoke", "x", "--list"],
    ])
      expect((await grant(...args)).output).toContain("npm run grant --");
    expect((await grant("--revoke", "nothing")).output).toContain("There is no grant");
  });
});
