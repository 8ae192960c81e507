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
  /** A test card, or what was authorised in a wallet; by default a card that pays. */
  by?: string;
}

let shop: TestShop;
/** The result for each buyer whose process was killed, by what they did afterwards. */
const after = new Map<string, { books: Books; charges: number }>();
/** What an order showed before its buyer did anything else. */
const shown = new Map<string, Awaited<ReturnType<typeof seeOrder>>>();

// Loading the server costs seconds, so two processes are killed, and time passes for all orders of one together. The second comes
// after every order of the first is paid; from then on the gateway has forgotten the keys. One that is settling holds locks, so
// each process has one of them.
beforeAll(async () => {
  shop = await testShop();
  const waiting = await buyersAt("waits");
  const hasty = await buyersAt("hurries", ["created", "stored", "charging", "charged"]);
  const wallets = await buyersAt("wallet", ["stored", "charging", "charged", "settled"]);
  for (const wallet of wallets) wallet.by = await authorise();
  const [declined] = await buyersAt("declined", ["charged"]);
  if (!declined) throw new Error("Nobody is declined");
  await crash([...waiting, ...hasty, ...wallets, { ...declined, by: "pm_card_chargeDeclined" }]);
  for (const { buyer } of hasty) await payOrder(buyer, buyer.orderId, "pm_card_mastercard");
  await pass(6, 20, 70);
  for (const { step, buyer } of wallets) shown.set(`wallet ${step}`, await seeOrder(buyer, buyer.orderId));
  shown.set("declined", await seeOrder(declined.buyer, declined.buyer.orderId));
  await payAndRemember("waits", waiting);
  await payAndRemember("hurries", hasty);
  await payAndRemember("wallet", wallets);
  await payAndRemember("declined", [declined]);

  const pruned = await buyersAt("forgotten");
  const gone = await buyersAt("gone", uncharged);
  await crash([...pruned, ...gone]);
  await shop.stand.post("/idempotency/prune");
  await pass(6, 20, 70);
  await payAndRemember("forgotten", pruned);
  await pass(31 * 60, 1);
  for (const { step, buyer } of gone) await remember(`gone ${step}`, buyer);
}, timeLimit(300));
afterAll(() => shop.close());

/** Lets time pass, in steps after each of which everything that is due is done. */
async function pass(...steps: number[]): Promise<void> {
  for (const seconds of steps) {
    await shop.advance(seconds);
    await shop.work();
  }
}

/** Returns what a wallet gives the shop for a purchase. */
async function authorise(): Promise<string> {
  const token = { payment_method: "pm_card_visa" } as const;
  return (await shop.stand.stripe.testHelpers.confirmationTokens.create(token)).id;
}

/** Pays what is still unpaid, and remembers the outcome for each. */
async function payAndRemember(kind: string, crashes: readonly Crash[]): Promise<void> {
  for (const { step, buyer } of crashes) {
    if ((await seeOrder(buyer, buyer.orderId)).state === "pending") await payOrder(buyer, buyer.orderId);
    await remember(`${kind} ${step}`, buyer);
  }
}

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
async function crash(crashes: readonly Crash[]): Promise<void> {
  const { secretKey, publishableKey, apiUrl, scriptUrl } = shop.stand.settings;
  const task: ChargeTask = {
    databaseUrl: shop.database.url,
    dataDir: shop.dataDir,
    stripe: { secretKey, publishableKey, apiUrl: apiUrl?.href ?? "", scriptUrl },
    now: shop.clock.now().toISOString(),
    charges: crashes.map(({ step, buyer: { cookie, token, orderId }, by = "pm_card_visa" }) => ({
      buyer: { cookie, token },
      of: { orderId },
      paymentMethod: by,
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

test("case 12: a process killed after a decline leaves an order that shows the decline and can be paid", () => {
  expect(shown.get("declined")).toMatchObject({
    state: "pending",
    declined: { reason: "card_declined", retryable: true },
  });
  expect(after.get("declined charged")?.books.state).toBe("paid");
});

test("case 94: a server killed after a wallet's authorisation settles it once, or leaves an order that was not charged", () => {
  const states = [
    ["stored", "pending"],
    ["charging", "pending"],
    ["charged", "paid"],
    ["settled", "paid"],
  ] as const;
  for (const [step, state] of states) {
    expect([step, shown.get(`wallet ${step}`)?.state]).toEqual([step, state]);
    expect([step, after.get(`wallet ${step}`)]).toMatchObject([step, { books: paidOnce, charges: 1 }]);
  }
});
