import type { Db } from "#platform/db/database";
import { tooMany } from "#platform/http/errors";
import { countTries } from "../records/payments/repository.ts";

const hour = 3_600_000;
/** Declines of one person, and of one address: who tries out stolen cards has many (case 61). */
const ofPerson = { most: 10, ms: 24 * hour, outcome: "declined" } as const;
const ofAddress = { most: 20, ms: hour, outcome: "declined" } as const;
/** All tries of one person: a bank's step that is begun and left tells of a card too, and asks a gateway much. */
const whatever = { most: 40, ms: hour } as const;

/** Refuses whoever was declined, or tried, too often lately. */
export async function checkTries(
  db: Db,
  now: Date,
  { visitorId, address }: { visitorId: string; address: string | null },
): Promise<void> {
  await check(db, now, ofPerson, { visitorId });
  if (address !== null) await check(db, now, ofAddress, { address });
  await check(db, now, whatever, { visitorId });
}

async function check(
  db: Db,
  now: Date,
  { most, ms, outcome }: { most: number; ms: number; outcome?: "declined" },
  who: { visitorId: string } | { address: string },
): Promise<void> {
  const { count, first } = await countTries(db, { since: new Date(now.getTime() - ms), outcome }, who);
  if (count >= most && first) throw tooMany((first.getTime() + ms - now.getTime()) / 1000);
}
