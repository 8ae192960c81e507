import type { Db, Trx } from "#platform/db/database";
import type { GatewayName } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { SetupRow } from "./tables.ts";

export type { SetupRow };

/** Inserts a change of method. */
export async function insertSetup(trx: Trx, row: SetupRow): Promise<SetupRow> {
  return moneyTables(trx).insertInto("instrument_setup").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns a change of method by id. */
export async function findSetup(db: Db, id: string): Promise<SetupRow | undefined> {
  return moneyTables(db).selectFrom("instrument_setup").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the change of method of a remote object. */
export async function findSetupByRemote(
  db: Db,
  gateway: GatewayName,
  remoteId: string,
): Promise<SetupRow | undefined> {
  return moneyTables(db)
    .selectFrom("instrument_setup")
    .selectAll()
    .where("gateway", "=", gateway)
    .where("remote_id", "=", remoteId)
    .executeTakeFirst();
}

/** Returns a change of method, locked until the transaction ends. */
export async function lockSetup(trx: Trx, id: string): Promise<SetupRow | undefined> {
  return moneyTables(trx)
    .selectFrom("instrument_setup")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Updates the given columns of a change of method. Safe outside a transaction: it writes one row. */
export async function updateSetup(db: Db, id: string, changes: Partial<SetupRow>): Promise<void> {
  await moneyTables(db).updateTable("instrument_setup").set(changes).where("id", "=", id).execute();
}

/** Counts a customer's changes of method and the cards tried for them since a given time. */
export async function countSetups(
  db: Db,
  visitorId: string,
  since: Date,
): Promise<{ count: number; tries: number; first: Date | null }> {
  const found = await moneyTables(db)
    .selectFrom("instrument_setup")
    .select((query) => [
      query.fn.countAll<number>().as("count"),
      query.fn.sum<number>("tries").as("tries"),
      query.fn.min("created_at").as("first"),
    ])
    .where("visitor_id", "=", visitorId)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return { count: Number(found.count), tries: Number(found.tries ?? 0), first: found.first ?? null };
}

/** Claims changes of method that are due for inspection: no other node gets them before `until`. */
export async function claimSetups(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<SetupRow[]> {
  const due = moneyTables(db)
    .selectFrom("instrument_setup")
    .select("id")
    .where("next_inspect_at", "<=", now)
    .orderBy("next_inspect_at")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return moneyTables(db)
    .updateTable("instrument_setup")
    .set((row) => ({ next_inspect_at: until, inspections: row("inspections", "+", 1) }))
    .where("id", "in", due)
    .returningAll()
    .execute();
}

/**
 * Claims the charge that a succeeded change of method leads to: no other process begins it before `until`. Returns
 * undefined without such a charge, or if another process has it.
 */
export async function claimCharge(
  db: Db,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<SetupRow | undefined> {
  return moneyTables(db)
    .updateTable("instrument_setup")
    .set({ next_inspect_at: until })
    .where("id", "=", id)
    .where("state", "=", "succeeded")
    .where("order_id", "is not", null)
    .where("next_inspect_at", "<=", now)
    .returningAll()
    .executeTakeFirst();
}
