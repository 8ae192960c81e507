import type { Db } from "#platform/db/database";
import { tooMany } from "#platform/http/errors";
import { countDeclines } from "./repository.ts";

const hour = 3_600_000;
/** Declines of one person, and of one address: who tries out stolen cards has many (PAYMENTS §13, 61). */
const ofPerson = { most: 10, ms: 24 * hour };
const ofAddress = { most: 20, ms: hour };

/** Refuses whoever was declined too often lately. */
export async function checkDeclines(
  db: Db,
  now: Date,
  { visitorId, address }: { visitorId: string; address: string | null },
): Promise<void> {
  await check(db, now, ofPerson, { visitorId });
  if (address !== null) await check(db, now, ofAddress, { address });
}

async function check(
  db: Db,
  now: Date,
  { most, ms }: { most: number; ms: number },
  who: { visitorId: string } | { address: string },
): Promise<void> {
  const { count, first } = await countDeclines(db, new Date(now.getTime() - ms), who);
  if (count >= most && first) throw tooMany((first.getTime() + ms - now.getTime()) / 1000);
}
