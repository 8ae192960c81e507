import { findStanding } from "#accounts";
import type { Db, Trx } from "#platform/db/database";
import { explainedRefusal } from "#platform/http/errors";
import { findLastPaidAt, type OrderRow } from "../records/orders/repository.ts";
import { listOneTaps } from "../records/payments/one-taps.ts";
import { dearestUnlock } from "../records/prices/repository.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Payments by a saved method that a customer may begin in an hour. */
const MAX_AN_HOUR = 5;
/** What they may come to in a day, as a multiple of the dearest unlock in the same currency. */
const ONE_TAP_DAILY = 10;
/** How long ago a guest may have paid here; a member's session ends by itself, so a member signed in since. */
const KNOWN_MS = 90 * day;

/**
 * Rejects a payment by a saved method beyond the limits: whoever found an unlocked device must enter a card. The caller's
 * transaction holds the customer's lock until its attempt is inserted.
 */
export async function checkOneTap(
  trx: Trx,
  now: Date,
  { visitorId, order }: { visitorId: string; order: Pick<OrderRow, "amount" | "currency"> },
): Promise<void> {
  const { count, share } = await oneTapsOf(trx, visitorId, now);
  const more = await shareOf(trx, order, now);
  if (!(await isKnownHere(trx, visitorId, now))) throw explainedRefusal("limit_reached");
  if (count >= MAX_AN_HOUR || share + more > ONE_TAP_DAILY) throw explainedRefusal("limit_reached");
}

/** Returns whether a customer may pay by a saved method now, as far as that does not depend on the price. */
export async function mayPayInOneTap(db: Db, visitorId: string, now: Date): Promise<boolean> {
  const { count, share } = await oneTapsOf(db, visitorId, now);
  if (!(await isKnownHere(db, visitorId, now))) return false;
  return count < MAX_AN_HOUR && share < ONE_TAP_DAILY;
}

/** Returns whether the person of this browser signed in or paid here lately. */
async function isKnownHere(db: Db, visitorId: string, now: Date): Promise<boolean> {
  if ((await findStanding(db, visitorId))?.isMember) return true;
  const paidAt = await findLastPaidAt(db, visitorId);
  return paidAt !== null && paidAt.getTime() > now.getTime() - KNOWN_MS;
}

/** Returns how many payments began within an hour, and what was paid within a day, in dearest unlocks. */
async function oneTapsOf(db: Db, visitorId: string, now: Date): Promise<{ count: number; share: number }> {
  const taps = await listOneTaps(db, visitorId, new Date(now.getTime() - day));
  let share = 0;
  for (const tap of taps) if (tap.isPaid) share += await shareOf(db, tap, now);
  const count = taps.filter(({ at }) => at.getTime() > now.getTime() - hour).length;
  return { count, share };
}

/** Returns an amount as a multiple of the dearest unlock; infinite where no unlock is sold in its currency. */
async function shareOf(
  db: Db,
  { amount, currency }: { amount: number; currency: string },
  now: Date,
): Promise<number> {
  const dearest = await dearestUnlock(db, currency, now);
  return dearest === null ? Number.POSITIVE_INFINITY : amount / dearest;
}
