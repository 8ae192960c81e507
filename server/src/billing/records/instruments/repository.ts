import type { Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";

/** Marks an instrument as no longer chargeable; false if it already is. */
export async function markDead(trx: Trx, id: string): Promise<boolean> {
  return setStatus(trx, id, "active", "dead");
}

/** Marks an instrument as chargeable again. */
export async function markAlive(trx: Trx, id: string): Promise<boolean> {
  return setStatus(trx, id, "dead", "active");
}

async function setStatus(
  trx: Trx,
  id: string,
  from: "active" | "dead",
  to: "active" | "dead",
): Promise<boolean> {
  const { numUpdatedRows } = await moneyTables(trx)
    .updateTable("instrument")
    .set({ status: to })
    .where("id", "=", id)
    .where("status", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
