import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import { livePayments } from "../states.ts";
import type { BillingTables } from "../tables.ts";

type InstrumentRow = BillingTables["instrument"];

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

/** Returns the instruments that a customer may still be charged by, newest first. */
export async function listSaved(db: Db, visitorId: string): Promise<InstrumentRow[]> {
  return saved(db, visitorId).execute();
}

/** Returns the same, locked until the transaction ends. */
export async function lockSaved(trx: Trx, visitorId: string): Promise<InstrumentRow[]> {
  return saved(trx, visitorId).forUpdate().execute();
}

function saved(db: Db, visitorId: string) {
  return moneyTables(db)
    .selectFrom("instrument")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("status", "=", "active")
    .where("removed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}

/** Makes an instrument the default of its customer, whose instruments are locked. */
export async function setDefault(trx: Trx, visitorId: string, id: string): Promise<void> {
  const tables = moneyTables(trx);
  await tables
    .updateTable("instrument")
    .set({ is_default: false })
    .where("visitor_id", "=", visitorId)
    .where("is_default", "=", true)
    .execute();
  await tables.updateTable("instrument").set({ is_default: true }).where("id", "=", id).execute();
}

/** Marks an instrument as removed: it waits to be deleted at its gateway. */
export async function markRemoved(trx: Trx, id: string, at: Date): Promise<void> {
  await moneyTables(trx)
    .updateTable("instrument")
    .set({ removed_at: at, is_default: false })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .execute();
}

/**
 * Marks the former copies of a card or an account as removed, which its owner kept for unlocks before and has now given once
 * more. A copy that is still being charged stays.
 */
export async function removeSameCard(trx: Trx, id: string, at: Date): Promise<void> {
  const tables = moneyTables(trx);
  await tables
    .updateTable("instrument as former")
    .from("instrument as kept")
    .set({ removed_at: at, is_default: false })
    .where("kept.id", "=", id)
    .whereRef("former.visitor_id", "=", "kept.visitor_id")
    .whereRef("former.gateway", "=", "kept.gateway")
    .whereRef("former.fingerprint", "=", "kept.fingerprint")
    .whereRef("former.id", "<>", "kept.id")
    .where("former.usage", "=", "on_session")
    .where("former.status", "=", "active")
    .where("former.removed_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment")
            .select("payment.id")
            .whereRef("payment.instrument_id", "=", "former.id")
            .where("payment.state", "in", livePayments),
        ),
      ),
    )
    .execute();
}

/** Returns whether a payment by an instrument may still succeed. */
export async function isBeingCharged(db: Db, id: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("payment")
    .select("id")
    .where("instrument_id", "=", id)
    .where("state", "in", livePayments)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
