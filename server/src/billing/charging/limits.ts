import type { Trx } from "#platform/db/database";
import { tooMany } from "#platform/http/errors";
import { countTries } from "../records/payments/repository.ts";
import { lockSerial } from "../records/repository.ts";

const hour = 3_600_000;
/** Declines of one person, and of one address: who tries out stolen cards has many (case 61). */
const ofPerson = { most: 10, ms: 24 * hour, declinesOnly: true } as const;
const ofAddress = { most: 20, ms: hour, declinesOnly: true } as const;
/** All tries of one person: a bank's step that is begun and left tells of a card too, and asks a gateway much. */
const whatever = { most: 40, ms: hour } as const;
/** A charge has its outcome after this; until then it counts as one that may be declined. */
const chargingMs = 15_000;

/**
 * Refuses a person or an address with too many declines or attempts lately. Attempts begun together count one another: the
 * caller's transaction holds back the next one until this one is in the table.
 */
export async function checkTries(
  trx: Trx,
  now: Date,
  { visitorId, address }: { visitorId: string; address: string | null },
): Promise<void> {
  await lockSerial(trx, "try card", visitorId);
  if (address !== null) await lockSerial(trx, "try card", address);
  await check(trx, now, ofPerson, { visitorId });
  if (address !== null) await check(trx, now, ofAddress, { address });
  await check(trx, now, whatever, { visitorId });
}

async function check(
  trx: Trx,
  now: Date,
  { most, ms, declinesOnly = false }: { most: number; ms: number; declinesOnly?: boolean },
  who: { visitorId: string } | { address: string },
): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const chargingSince = declinesOnly ? before(chargingMs) : undefined;
  const { count, first } = await countTries(trx, { since: before(ms), chargingSince }, who);
  if (count >= most && first) throw tooMany((first.getTime() + ms - now.getTime()) / 1000);
}
