import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import {
  addTo,
  closeDisputeOf,
  type ExpectedBooks,
  openDisputeOf,
  refundFrom,
  type Sale,
  sellTo,
  wholeLedger,
} from "#test/expected-books";
import { type TestMoney, testMoney } from "#test/money";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { sumLedgerDays } from "../accounting/days/sum-days.ts";
import type { Gateway, GatewayBooks } from "../records/gateway.ts";
import { refundOrder } from "../settlement/refund.ts";
import { checkBooks } from "./check-books.ts";

let shop: TestMoney;
beforeAll(async () => {
  shop = await testMoney();
  await shop.paypal.put("/settings", { reportingSeconds: 0 });
});
afterAll(() => shop?.close());

const HOUR = 3_600;

/** Returns a generator of numbers below a limit; the same seed gives the same ones. */
function openDice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

async function goOn(seconds = HOUR): Promise<void> {
  await shop.advance(seconds);
  await pause(40);
  await shop.work();
  await pause(40);
  await shop.work();
  await sumLedgerDays(shop.billing, "UTC");
}

async function captureOf({ order }: Sale): Promise<string> {
  const { rows } = await shop.database.pool.query<{ remote_id: string }>(
    "select c.remote_id from capture c join payment p on p.id = c.payment_id where order_id = $1",
    [order.id],
  );
  return rows[0]?.remote_id ?? "";
}

/** Stops the reading before or after the n-th request to a gateway's books, as the end of the process would. */
function stopAt(n: number, when: "before" | "after"): () => void {
  const { gateways } = shop.billing;
  let count = 0;
  const around = async <T>(ask: () => Promise<T>): Promise<T> => {
    count += 1;
    if (count === n && when === "before") throw new Error("The process ended here.");
    const answer = await ask();
    if (count === n && when === "after") throw new Error("The process ended here.");
    return answer;
  };
  const stopped = ({ books }: Gateway): GatewayBooks => ({
    readLines: (since, now, take) =>
      around(() => books.readLines(since, now, (page) => around(() => take(page)))),
    balances: (until) => around(() => books.balances(until)),
    payouts: (since) => around(() => books.payouts(since)),
    linesOf: (payoutId) => around(() => books.linesOf(payoutId)),
  });
  shop.billing.gateways = new Map(
    [...gateways].map(([name, gateway]) => [name, { ...gateway, books: stopped(gateway) }]),
  );
  return () => {
    shop.billing.gateways = gateways;
  };
}

/** Refunds, disputes: what may happen to a sale, once. Returns what it was. */
async function happenTo(books: ExpectedBooks, sale: Sale, dice: (limit: number) => number): Promise<string> {
  const kind = dice(4);
  if (kind < 2) {
    const amount = kind === 0 ? sale.amount : 1 + dice(sale.amount - 1);
    const options = { by: "operator" as const, actor: commandActor(), reason: null, currency: sale.currency };
    await refundOrder(shop.billing, sale.order.id, kind === 0 ? null : amount, options);
    refundFrom(books, sale, amount);
    return `refund ${amount}`;
  }
  const outcome = kind === 2 ? "won" : "lost";
  const captureId = await captureOf(sale);
  openDisputeOf(books, sale);
  closeDisputeOf(books, sale, outcome);
  if (sale.method === "card") {
    const { id } = (await shop.stripe.post(`/charges/${captureId}/dispute`)) as { id: string };
    if (dice(2) === 0) await goOn();
    await shop.stripe.post(`/disputes/${id}/close`, { outcome });
  } else {
    const said = { captureId, stage: "CHARGEBACK", reason: "UNAUTHORISED" };
    const { id } = (await shop.paypal.post("/disputes", said)) as { id: string };
    if (dice(2) === 0) await goOn();
    await shop.paypal.post(`/disputes/${id}`, { outcome });
  }
  return outcome;
}

/** What all tests of this file did. */
const books: ExpectedBooks = {};

test.each([20_261_124, 7])(
  "R48: whatever happens in three currencies, the ledger is what was done, and equals lines and balances (seed %i)",
  async (seed) => {
    const dice = openDice(seed);
    const said: string[] = [];
    const untouched: Sale[] = [];
    for (let step = 0; step < 20; step++) {
      const what = dice(10);
      if (what < 5 || untouched.length === 0) {
        const method = dice(2) === 0 ? "card" : "paypal";
        // PayPal takes BRL only in Brazil.
        const currency = ["USD", "EUR", "BRL"][dice(method === "card" ? 3 : 2)] ?? "USD";
        untouched.push(await sellTo(shop, books, { method, currency }));
        said.push(`${method} ${currency}`);
      } else if (what < 8) {
        const [sale] = untouched.splice(dice(untouched.length), 1);
        if (sale) said.push(await happenTo(books, sale, dice));
      } else if (what === 8) {
        await goOn(3 * 24 * HOUR);
        const paid = (await shop.stripe.post("/payouts").catch(() => null)) as { amount: number } | null;
        if (paid) {
          addTo(books, "bank USD", paid.amount);
          addTo(books, "gateway_clearing USD", -paid.amount);
        }
        said.push(`payout ${paid?.amount ?? 0}`);
      } else {
        const goOnUnstopped = stopAt(1 + dice(6), dice(2) === 0 ? "before" : "after");
        await goOn();
        goOnUnstopped();
        said.push("stopped");
      }
    }
    await goOn();
    await goOn();
    expect(await wholeLedger(shop), said.join(", ")).toEqual(books);
    expect(await checkBooks(shop.billing), said.join(", ")).toMatchObject({
      unread: [],
      unsettled: [],
      findings: [],
      sums: { days: expect.any(Number), different: [] },
      isEqual: true,
    });
  },
  timeLimit(60),
);

test(
  "R48: a reading that ends at any of its steps is repeated, and no line is posted twice",
  async () => {
    for (let n = 1; n <= 7; n++)
      for (const when of ["before", "after"] as const) {
        await sellTo(shop, books, { method: n % 2 === 0 ? "card" : "paypal", currency: "EUR" });
        const goOnUnstopped = stopAt(n, when);
        await goOn();
        goOnUnstopped();
        await goOn();
        expect(await wholeLedger(shop), `${when} ${n}`).toEqual(books);
      }
    expect(await checkBooks(shop.billing)).toMatchObject({ findings: [], isEqual: true });
  },
  timeLimit(60),
);
