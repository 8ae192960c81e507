import { sql } from "kysely";
import type { Db } from "./database.ts";

/** The count of a key, as created by `migrations/0008-accounts.ts`. */
export type ThrottleTables = {
  throttle: { key: Buffer; count: number; since: Date; blocked_until: Date | null };
};

/**
 * Increments the count of a key; a count that began before `from` restarts. Atomic, so that no two callers take the
 * same token.
 */
export async function countToken(
  db: Db,
  { key, at, from }: { key: Buffer; at: Date; from: Date },
): Promise<{ count: number; since: Date }> {
  return db
    .$extendTables<ThrottleTables>()
    .insertInto("throttle")
    .values({ key, count: 1, since: at, blocked_until: null })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when throttle.since <= ${from} then 1 else throttle.count + 1 end`,
        since: sql<Date>`case when throttle.since <= ${from} then ${at} else throttle.since end`,
      }),
    )
    .returning(["count", "since"])
    .executeTakeFirstOrThrow();
}

/** Deletes counts that began before a time and blocks that have ended; returns how many keys there were. */
export async function deleteOldCounts(db: Db, { before, at }: { before: Date; at: Date }): Promise<number> {
  const { numDeletedRows } = await db
    .$extendTables<ThrottleTables>()
    .deleteFrom("throttle")
    .where("since", "<", before)
    .where((row) => row.or([row("blocked_until", "is", null), row("blocked_until", "<", at)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
