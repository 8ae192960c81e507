import type { Trx } from "#platform/db/database";
import { tooMany } from "#platform/http/errors";
import { type AttemptWindow, countAttempts } from "../records/payments/repository.ts";
import { lockSerial } from "../records/repository.ts";

const hour = 3_600_000;

interface Limit {
  max: number;
  ms: number;
  declinesOnly: boolean;
}

/** Limits of declines per customer and per address: card testing causes many (case 61). */
const customerDeclines = { max: 10, ms: 24 * hour, declinesOnly: true } satisfies Limit;
const addressDeclines = { max: 20, ms: hour, declinesOnly: true } satisfies Limit;
/**
 * Limits all attempts of one customer: an abandoned authentication also reveals whether a card exists, and
 * costs gateway calls.
 */
const allAttempts = { max: 40, ms: hour, declinesOnly: false } satisfies Limit;
/** By then a charge has an outcome; until then it counts as one that may be declined. */
const CHARGING_MS = 15_000;

/** Recent attempts of the customer of an order. */
export interface RecentAttempts {
  /** Declines of the last hour. */
  declinesHour: number;
}

/**
 * Rejects a customer or an address with too many recent declines or attempts, and returns the recent ones otherwise.
 * Concurrent attempts count each other: the caller's transaction holds the lock until its attempt is inserted.
 */
export async function checkAttempts(
  trx: Trx,
  now: Date,
  { visitorId, address }: { visitorId: string; address: string | null },
): Promise<RecentAttempts> {
  await lockSerial(trx, "try card", address === null ? [visitorId] : [visitorId, address]);
  const limits: { limit: Limit; who: AttemptWindow["who"] }[] = [
    { limit: customerDeclines, who: { visitorId } },
    ...(address === null ? [] : [{ limit: addressDeclines, who: { address } }]),
    { limit: allAttempts, who: { visitorId } },
  ];
  const windows = limits.map(({ limit, who }) => windowOf(now, limit, who));
  const [hour, ...counts] = await countAttempts(trx, [declinesOfHour(now, visitorId), ...windows]);
  for (const [no, { limit }] of limits.entries()) {
    const { count = 0, first = null } = counts[no] ?? {};
    if (count >= limit.max && first) throw tooMany((first.getTime() + limit.ms - now.getTime()) / 1000);
  }
  return { declinesHour: hour?.count ?? 0 };
}

/** Returns the recent attempts of a customer, for a charge that no limit rejects. */
export async function readAttempts(trx: Trx, now: Date, visitorId: string): Promise<RecentAttempts> {
  const [found] = await countAttempts(trx, [declinesOfHour(now, visitorId)]);
  return { declinesHour: found?.count ?? 0 };
}

function declinesOfHour(now: Date, visitorId: string): AttemptWindow {
  return { since: new Date(now.getTime() - hour), chargingSince: now, who: { visitorId } };
}

function windowOf(now: Date, { ms, declinesOnly }: Limit, who: AttemptWindow["who"]): AttemptWindow {
  const since = new Date(now.getTime() - ms);
  return declinesOnly ? { since, chargingSince: new Date(now.getTime() - CHARGING_MS), who } : { since, who };
}
