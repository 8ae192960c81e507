import { sql } from "kysely";
import { type Db, inTransaction } from "#platform/db/database";
import type { Partitioned } from "#platform/db/partitions";
import type { GatewayName } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** A webhook event as stored. */
export type HintRow = BillingTables["webhook_inbox"];

/** An arbitrary number that is the same in every version: what the lock of an event is about. */
const EVENT_LOCK = 7_205_411_893;

/**
 * Stores a webhook event; false if it is stored already. A lock of its name excludes another node that stores it: no
 * constraint spans the months.
 */
export async function insertHint(db: Db, row: HintRow): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const name = `${row.gateway} ${row.event_id}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${EVENT_LOCK}))`.execute(trx);
    if (await hasHint(trx, row.gateway, row.event_id)) return false;
    await moneyTables(trx).insertInto("webhook_inbox").values(row).execute();
    return true;
  });
}

/** Returns whether a webhook event is stored. */
export async function hasHint(db: Db, gateway: GatewayName, eventId: string): Promise<boolean> {
  const row = await moneyTables(db)
    .selectFrom("webhook_inbox")
    .select("id")
    .where("gateway", "=", gateway)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a webhook event. */
export async function findHint(db: Db, id: string): Promise<HintRow | undefined> {
  return moneyTables(db).selectFrom("webhook_inbox").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Claims due webhook events: no other node gets them before `until`. Increments their tries. */
export async function claimHints(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<HintRow[]> {
  const due = moneyTables(db)
    .selectFrom("webhook_inbox")
    .select("id")
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return moneyTables(db)
    .updateTable("webhook_inbox")
    .set((row) => ({ next_at: until, tries: row("tries", "+", 1) }))
    .where("id", "in", due)
    .returningAll()
    .execute();
}

/** Records the result of a claimed webhook event. */
export async function updateHint(
  db: Db,
  id: string,
  changes: Pick<HintRow, "state" | "next_at">,
): Promise<void> {
  await moneyTables(db).updateTable("webhook_inbox").set(changes).where("id", "=", id).execute();
}

/** Deletes the bodies of handled webhook events received before a given time. What they were about stays. */
export async function deleteOldBodies(db: Db, before: Date): Promise<void> {
  await moneyTables(db)
    .updateTable("webhook_inbox")
    .set({ raw: null })
    .where("received_at", "<", before)
    .where("raw", "is not", null)
    .where("state", "in", ["done", "ignored"])
    .execute();
}

/** Webhook events by the month in which they were received; `npm run archive` drops a month. */
export const hintPartitions: Partitioned = {
  table: "webhook_inbox",
  unit: "month",
  key: "received_at",
  kept: null,
};

/** The money log by month; `npm run archive` drops a month. */
export const logPartitions: Partitioned = { table: "money_log", unit: "month", key: "at", kept: null };

/** Returns how many webhook events from before a time still need to be handled or reviewed. */
export async function countOpenHints(db: Db, before: Date): Promise<number> {
  const { count } = await moneyTables(db)
    .selectFrom("webhook_inbox")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("received_at", "<", before)
    .where("state", "in", ["new", "failed"])
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Claims a gateway's due sweep: no other node starts one before `until`. Returns since when events may have
 * been missed, or null if no sweep is due. `since`: from when on, if this gateway was never swept.
 */
export async function claimSweep(
  db: Db,
  { gateway, now, until, since = now }: { gateway: GatewayName; now: Date; until: Date; since?: Date },
): Promise<Date | null> {
  return inTransaction(db, async (trx) => {
    const tables = moneyTables(trx);
    await tables
      .insertInto("gateway_watermark")
      .values({ gateway, at: since, sweep_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const due = await tables
      .selectFrom("gateway_watermark")
      .select("at")
      .where("gateway", "=", gateway)
      .where("sweep_at", "<=", now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return null;
    await tables
      .updateTable("gateway_watermark")
      .set({ sweep_at: until })
      .where("gateway", "=", gateway)
      .execute();
    return due.at;
  });
}

/**
 * Schedules a gateway's next sweep. `at`, up to when all events are known, moves only after a complete sweep.
 */
export async function updateWatermark(
  db: Db,
  gateway: GatewayName,
  changes: { at?: Date; sweep_at: Date },
): Promise<void> {
  await moneyTables(db)
    .updateTable("gateway_watermark")
    .set(changes)
    .where("gateway", "=", gateway)
    .execute();
}

/** Updates what customers see of a saved instrument. */
export async function updateInstrument(
  db: Db,
  id: string,
  changes: Partial<Omit<BillingTables["instrument"], "id" | "status">>,
): Promise<void> {
  await moneyTables(db).updateTable("instrument").set(changes).where("id", "=", id).execute();
}
