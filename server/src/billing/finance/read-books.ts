import { inTransaction } from "#platform/db/database";
import { matchLines, settleLines } from "../accounting/lines/settle-lines.ts";
import { firstCaptureAt } from "../records/balance/repository.ts";
import type { Billing } from "../records/billing.ts";
import type { Gateway, GatewayName } from "../records/gateway.ts";
import {
  claimReading,
  connectPayout,
  findReading,
  listUnreadPayouts,
  savePayouts,
  updateReading,
  type Watermark,
} from "../records/readings/repository.ts";
import { compareBalances } from "./compare-balances.ts";
import { moveOldPostings } from "./move-old-postings.ts";
import { reconcile } from "./reconcile.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const INTERVAL_MS = 60 * MINUTE_MS;
/** Lines may be listed later than newer ones, so each reading overlaps the ones before. */
const OVERLAP_MS = 3 * DAY_MS;
/** When the claim of a reading ends, so that another node can repeat it. */
const LEASE_MS = 15 * MINUTE_MS;
/** When a reading is repeated that failed, or after which the figures differ. */
const RETRY_MS = 10 * MINUTE_MS;
/** How many lines are matched in one transaction. */
const MATCH_LIMIT = 500;

/** What reading the gateways' books needs. */
export type BooksContext = Pick<Billing, "db" | "clock" | "log" | "gateways">;

/**
 * Reads the balance of each gateway once an hour: its lines, its payouts and what it amounts to. Killed at any point, it
 * repeats what it did; every line is posted once. Returns how many lines were new.
 */
export async function readBooks(billing: BooksContext): Promise<number> {
  let found = 0;
  for (const gateway of billing.gateways.values()) found += await readDue(billing, gateway);
  return found;
}

async function readDue(billing: BooksContext, gateway: Gateway): Promise<number> {
  const { db, clock, log } = billing;
  const now = clock.now();
  const mark = await claimReading(db, { gateway: gateway.name, now, until: after(now, LEASE_MS) });
  if (mark === null) return 0;
  try {
    return await readOne(billing, gateway, mark, now);
  } catch (error) {
    await updateReading(db, gateway.name, { next_at: after(now, RETRY_MS) });
    log.warn(
      { gateway: gateway.name, reason: error instanceof Error ? error.message : String(error) },
      "Balance of a gateway could not be read; will retry in ten minutes",
    );
    return 0;
  }
}

/**
 * Reads the books of all gateways now, whether they are due or not. Returns why those could not be read that could not.
 */
export async function readBooksNow(
  context: BooksContext,
): Promise<{ gateway: GatewayName; reason: string }[]> {
  const { db, clock, gateways } = context;
  const faults: { gateway: GatewayName; reason: string }[] = [];
  for (const gateway of gateways.values()) {
    try {
      await readOne(context, gateway, await findReading(db, gateway.name, clock.now()), clock.now());
    } catch (error) {
      faults.push({ gateway: gateway.name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return faults;
}

async function readOne(billing: BooksContext, gateway: Gateway, mark: Watermark, now: Date): Promise<number> {
  const { db } = billing;
  await moveOldPostings(db, now);
  const first = await firstCaptureAt(db, gateway.name);
  const since = mark.complete_until ? after(mark.complete_until, -OVERLAP_MS) : after(first ?? now, -DAY_MS);
  let found = 0;
  const take: Parameters<Gateway["books"]["readLines"]>[2] = async (page) => {
    found += await inTransaction(db, (trx) => settleLines(trx, gateway.name, page, now));
  };
  const until = await gateway.books.readLines(since, now, take);
  while ((await inTransaction(db, (trx) => matchLines(trx, gateway.name, now, MATCH_LIMIT))) > 0);
  await readPayouts(billing, gateway, since);
  await updateReading(db, gateway.name, { complete_until: until });
  const equal = await compareBalances(billing, gateway, {
    isOpened: mark.opened,
    until,
    now,
    since,
    again: () => gateway.books.readLines(since, now, take),
  });
  await reconcile(billing, now);
  await updateReading(db, gateway.name, { next_at: after(now, equal ? INTERVAL_MS : RETRY_MS) });
  return found;
}

async function readPayouts({ db }: BooksContext, gateway: Gateway, since: Date): Promise<void> {
  const payouts = await gateway.books.payouts(since);
  await inTransaction(db, (trx) => savePayouts(trx, gateway.name, payouts));
  for (const payoutId of await listUnreadPayouts(db, gateway.name)) {
    const lines = await gateway.books.linesOf(payoutId);
    await inTransaction(db, (trx) => connectPayout(trx, { gateway: gateway.name, payoutId, lines }));
  }
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
