import { sql } from "kysely";
import type { Db } from "./database.ts";
import type { ThrottleTables } from "./throttle.ts";

/** How an attempt is counted: `free` ones, then each must wait, from `first` seconds doubling to `longest`. */
export interface Counting {
  key: Buffer;
  free: number;
  first: number;
  max: number;
  at: Date;
  /** A count that began before this restarts. */
  from: Date;
}

/** Counts one more attempt, unless the key is blocked; returns whether it counted. Atomic: no two callers take one slot. */
export async function countAttempt(db: Db, counting: Counting): Promise<boolean> {
  const { key, free, first, max, at, from } = counting;
  const count = sql`case when throttle.since <= ${from} then 1 else throttle.count + 1 end`;
  const { rows } = await sql`
    insert into throttle (key, count, since, blocked_until) values (${key}, 1, ${at}, null)
    on conflict (key) do update set
      count = ${count},
      since = case when throttle.since <= ${from} then ${at}::timestamptz else throttle.since end,
      blocked_until = case when ${count} >= ${free}
        then ${at}::timestamptz
          + make_interval(secs => least(${max}::float, ${first}::float * 2 ^ least(${count} - ${free}, 30))) end
      where throttle.blocked_until is null or throttle.blocked_until <= ${at}
    returning key`.execute(db);
  return rows.length > 0;
}

/** Returns until when a key is blocked. */
export async function findBlock(db: Db, key: Buffer): Promise<Date | null> {
  const row = await db
    .$extendTables<ThrottleTables>()
    .selectFrom("throttle")
    .select("blocked_until")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.blocked_until ?? null;
}

/** Uncounts one attempt and unblocks the key. */
export async function uncountAttempt(db: Db, key: Buffer): Promise<void> {
  await db
    .$extendTables<ThrottleTables>()
    .updateTable("throttle")
    .set({ count: sql<number>`greatest(count - 1, 0)`, blocked_until: null })
    .where("key", "=", key)
    .execute();
}

/** Deletes the count of a key. */
export async function deleteAttempts(db: Db, key: Buffer): Promise<void> {
  await db.$extendTables<ThrottleTables>().deleteFrom("throttle").where("key", "=", key).execute();
}
