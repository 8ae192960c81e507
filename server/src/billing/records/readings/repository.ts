import { sql } from "kysely";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import type { GatewayName, RemotePayout } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** How far a gateway's lines are read. */
export type Watermark = BillingTables["balance_watermark"];

/** Claims the due reading of a gateway's lines: no other node starts one before `until`. Null if none is due. */
export async function claimReading(
  db: Db,
  { gateway, now, until }: { gateway: GatewayName; now: Date; until: Date },
): Promise<Watermark | null> {
  return inTransaction(db, async (trx) => {
    const tables = moneyTables(trx);
    await tables
      .insertInto("balance_watermark")
      .values({ gateway, complete_until: null, opened: false, next_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const due = await tables
      .selectFrom("balance_watermark")
      .selectAll()
      .where("gateway", "=", gateway)
      .where("next_at", "<=", now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return null;
    await tables
      .updateTable("balance_watermark")
      .set({ next_at: until })
      .where("gateway", "=", gateway)
      .execute();
    return due;
  });
}

/** Returns how far a gateway's lines are read; makes the row of one that was never read. */
export async function findReading(db: Db, gateway: GatewayName, now: Date): Promise<Watermark> {
  const tables = moneyTables(db);
  await tables
    .insertInto("balance_watermark")
    .values({ gateway, complete_until: null, opened: false, next_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tables
    .selectFrom("balance_watermark")
    .selectAll()
    .where("gateway", "=", gateway)
    .executeTakeFirstOrThrow();
}

/** Records the outcome of a reading. */
export async function updateReading(
  db: Db,
  gateway: GatewayName,
  changes: Partial<Omit<Watermark, "gateway">>,
): Promise<void> {
  await moneyTables(db)
    .updateTable("balance_watermark")
    .set(changes)
    .where("gateway", "=", gateway)
    .execute();
}

/** Stores payouts as the gateway reports them. */
export async function savePayouts(
  trx: Trx,
  gateway: GatewayName,
  payouts: readonly RemotePayout[],
): Promise<void> {
  if (payouts.length === 0) return;
  await moneyTables(trx)
    .insertInto("payout")
    .values(
      payouts.map(({ remoteId, currency, amount, automatic, state, arrival }) => ({
        gateway,
        remote_id: remoteId,
        currency,
        amount,
        automatic,
        state,
        arrival,
        lines_read: false,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["gateway", "remote_id"]).doUpdateSet((row) => ({
        state: row.ref("excluded.state"),
        arrival: row.ref("excluded.arrival"),
      })),
    )
    .execute();
}

/** Returns the automatic payouts whose lines were not asked for yet. */
export async function listUnreadPayouts(db: Db, gateway: GatewayName): Promise<string[]> {
  const rows = await moneyTables(db)
    .selectFrom("payout")
    .select("remote_id")
    .where("gateway", "=", gateway)
    .where("automatic", "=", true)
    .where("lines_read", "=", false)
    .orderBy("remote_id")
    .execute();
  return rows.map(({ remote_id: id }) => id);
}

/** Connects lines with the payout that they were part of. */
export async function connectPayout(
  trx: Trx,
  { gateway, payoutId, lines }: { gateway: GatewayName; payoutId: string; lines: readonly string[] },
): Promise<void> {
  await sql`update balance_line set payout_id = ${payoutId}
    where gateway = ${gateway} and remote_id = any(${lines}::text[])`.execute(trx);
  await moneyTables(trx)
    .updateTable("payout")
    .set({ lines_read: true })
    .where("gateway", "=", gateway)
    .where("remote_id", "=", payoutId)
    .execute();
}
