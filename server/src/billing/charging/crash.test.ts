import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChargeTask } from "#test/charge-process";
import type { CrashPoint } from "#test/faults";
import {
  type Books,
  booksOf,
  chargesOf,
  makeBuyer,
  payOrder,
  seeOrder,
  type TestShop,
  testShop,
} from "#test/purchases";
import { timeLimit } from "../../../../tools/time-limit.ts";

const program = fileURLToPath(import.meta.resolve("#test/charge-process"));

/** The steps of a charge after which a process is killed, and the number of the case. */
const steps = [
  ["begun", "10"],
  ["created", "10"],
  ["stored", "11"],
  ["fetched", "11"],
  ["charging", "11"],
  ["charged", "12"],
  ["settling", "13"],
  ["settled", "13"],
] as const;

/** The steps at which nothing can have been charged. */
const uncharged: CrashPoint[] = ["begun", "created", "stored", "fetched", "charging"];

type Buyer = Awaited<ReturnType<typeof makeBuyer>>;
interface Crash {
  step: CrashPoint;
  buyer: Buyer;
}

let shop: TestShop;
/** The result for each buyer whose process was killed, by what they did afterwards. */
const after = new Map<string, { books: Books; charges: number }>();

// Every process is killed first, then time passes for all orders together. One that is settling holds locks, so each process has
// one of them.
beforeAll(async () => {
  shop = await testShop();
  const waiting = await buyersAt("waits");
  const hasty = await buyersAt("hurries", ["created", "stored", "charging", "charged"]);
  const pruned = await buyersAt("forgotten");
  await crash([...waiting, ...hasty]);
  await crash(pruned);
  for (const { buyer } of hasty) await payOrder(buyer, buyer.orderId, "pm_card_mastercard");
  await shop.stand.post("/idempotency/prune");
  for (const seconds of [6, 20, 70]) {
    await shop.advance(seconds);
    await shop.work();
  }
  for (const [kind, crashes] of [
    ["waits", waiting],
    ["hurries", hasty],
    ["forgotten", pruned],
  ] as const)
    for (const { step, buyer } of crashes) {
      if ((await seeOrder(buyer, buyer.orderId)).state === "pending") await payOrder(buyer, buyer.orderId);
      await remember(`${kind} ${step}`, buyer);
    }
  const gone = await buyersAt("gone", uncharged);
  await crash(gone);
  for (const seconds of [90, 31 * 60, 1]) {
    await shop.advance(seconds);
    await shop.work();
  }
  for (const { step, buyer } of gone) await remember(`gone ${step}`, buyer);
}, timeLimit(300));
afterAll(() => shop.close());

async function remember(name: string, { orderId }: Buyer): Promise<void> {
  const books = await booksOf(shop, orderId);
  after.set(name, { books, charges: (await chargesOf(shop, books)).charges });
}

/** Returns one buyer with an order for each step: alternately of a series and of a membership. */
async function buyersAt(
  what: string,
  at: readonly CrashPoint[] = steps.map(([step]) => step),
): Promise<Crash[]> {
  const crashes: Crash[] = [];
  for (const [n, step] of at.entries()) {
    const series = (n + what.length) % 2 === 0;
    crashes.push({ step, buyer: await makeBuyer(shop, series ? { seriesId: shop.series.id } : {}) });
  }
  return crashes;
}

/** Pays orders in a process that is killed when each charge stands at its step. */
async function crash(crashes: readonly Crash[], card: string | string[] = "pm_card_visa"): Promise<void> {
  const { secretKey, publishableKey, apiUrl, scriptUrl } = shop.stand.settings;
  const task: ChargeTask = {
    databaseUrl: shop.database.url,
    dataDir: shop.dataDir,
    stripe: { secretKey, publishableKey, apiUrl: apiUrl?.href ?? "", scriptUrl },
    now: shop.clock.now().toISOString(),
    charges: crashes.map(({ step, buyer: { cookie, token, orderId } }, at) => ({
      buyer: { cookie, token },
      of: { orderId },
      paymentMethod: (typeof card === "string" ? card : card[at]) ?? "",
      killAt: step,
    })),
  };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: "inherit" });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The process was not killed, it ended with ${code}`);
}

const paidOnce = { state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 };

for (const [step, number] of steps) {
  test(`case ${number}, R48: a process killed at "${step}" leaves one charge, one entitlement and one receipt`, () => {
    expect(after.get(`waits ${step}`)).toMatchObject({ books: paidOnce, charges: 1 });
  });

  test(`case ${number}, R48: so does one killed at "${step}" if the gateway has forgotten every key since`, () => {
    expect(after.get(`forgotten ${step}`)).toMatchObject({ books: paidOnce, charges: 1 });
  });
}

test("case 11, R48: a buyer who retries immediately after a crash, with another card, is not charged twice either", () => {
  const hasty = [...after].filter(([name]) => name.startsWith("hurries"));
  expect(hasty).toHaveLength(4);
  for (const [name, left] of hasty)
    expect([name, left]).toMatchObject([name, { books: paidOnce, charges: 1 }]);
});

test("case 10, case 11: an order that is not resumed after a crash expires, and nothing was charged for it", () => {
  for (const step of uncharged) {
    const { books, charges } = after.get(`gone ${step}`) ?? {};
    expect([step, books?.state, books?.payments.map(({ state }) => state), charges]).toEqual([
      step,
      "expired",
      ["cancelled"],
      0,
    ]);
  }
});

test("case 12: a process killed after a decline leaves an order that shows the decline and can be paid", async () => {
  const buyer = await makeBuyer(shop);
  await crash([{ step: "charged", buyer }], "pm_card_chargeDeclined");
  await shop.advance(70);
  await shop.work();
  expect(await seeOrder(buyer, buyer.orderId)).toMatchObject({
    state: "pending",
    declined: { reason: "card_declined", retryable: true },
  });
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
});

test("case 94: a server killed after a wallet's authorisation settles it once, or leaves an order that was not charged", async () => {
  const at = ["stored", "charging", "charged", "settled"] as const;
  const crashes: Crash[] = [];
  for (const step of at) crashes.push({ step, buyer: await makeBuyer(shop, { seriesId: shop.series.id }) });
  const tokens = await Promise.all(
    at.map(() => shop.stand.stripe.testHelpers.confirmationTokens.create({ payment_method: "pm_card_visa" })),
  );
  await crash(
    crashes,
    tokens.map(({ id }) => id),
  );
  for (const seconds of [6, 20, 70]) {
    await shop.advance(seconds);
    await shop.work();
  }
  for (const { step, buyer } of crashes) {
    const { state } = await seeOrder(buyer, buyer.orderId);
    expect([step, state]).toEqual([step, step === "charged" || step === "settled" ? "paid" : "pending"]);
    if (state === "pending") await payOrder(buyer, buyer.orderId);
    const books = await booksOf(shop, buyer.orderId);
    expect([step, books]).toMatchObject([step, paidOnce]);
    expect((await chargesOf(shop, books)).charges).toBe(1);
  }
});
