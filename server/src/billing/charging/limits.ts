import type { Trx } from "#platform/db/database";
import { tooMany } from "#platform/http/errors";
import { countAttempts } from "../records/payments/repository.ts";
import { lockSerial } from "../records/repository.ts";

const hour = 3_600_000;
/** Limits of declines per customer and per address: card testing causes many (case 61). */
const customerDeclines = { max: 10, ms: 24 * hour, declinesOnly: true } as const;
const addressDeclines = { max: 20, ms: hour, declinesOnly: true } as const;
/**
 * Limits all attempts of one customer: an abandoned authentication also reveals whether a card exists, and
 * costs gateway calls.
 */
const allAttempts = { max: 40, ms: hour } as const;
/** By then a charge has an outcome; until then it counts as one that may be declined. */
const CHARGING_MS = 15_000;

/**
 * Rejects a customer or an address with too many recent declines or attempts. Concurrent attempts count each
 * other: the caller's transaction holds the lock until its attempt is inserted.
 */
export async function checkAttempts(
  trx: Trx,
  now: Date,
  { visitorId, address }: { visitorId: string; address: string | null },
): Promise<void> {
  await lockSerial(trx, "try card", visitorId);
  if (address !== null) await lockSerial(trx, "try card", address);
  await check(trx, now, customerDeclines, { visitorId });
  if (address !== null) await check(trx, now, addressDeclines, { address });
  await check(trx, now, allAttempts, { visitorId });
}

async function check(
  trx: Trx,
  now: Date,
  { max, ms, declinesOnly = false }: { max: number; ms: number; declinesOnly?: boolean },
  who: { visitorId: string } | { address: string },
): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const chargingSince = declinesOnly ? before(CHARGING_MS) : undefined;
  const { count, first } = await countAttempts(trx, { since: before(ms), chargingSince }, who);
  if (count >= max && first) throw tooMany((first.getTime() + ms - now.getTime()) / 1000);
}
