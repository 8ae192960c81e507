import { sql } from "kysely";
import { asSystem } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { withLiterals } from "#platform/db/literals";
import type { RemoteSettlement } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

type CaptureRow = BillingTables["capture"];

/** Inserts a capture; false if it is known already. */
export async function insertCapture(trx: Trx, row: CaptureRow): Promise<boolean> {
  const added = await moneyTables(trx)
    .insertInto("capture")
    .values(row)
    .onConflict((conflict) => conflict.columns(["gateway", "remote_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns the columns of a capture that state what it settled to, empty as long as that is unknown. */
export function settlementColumns(settled: RemoteSettlement | null) {
  return {
    settled_currency: settled?.currency ?? null,
    // A converted share may have a fraction of a minor unit.
    settled_amount: settled ? Math.round(settled.amount) : null,
    settled_fee: settled ? Math.round(settled.fee) : null,
    settled_rate: settled?.rate ?? null,
  };
}

/** Returns a capture by its gateway id. */
export async function findCapture(
  db: Db,
  gateway: string,
  remoteId: string,
): Promise<CaptureRow | undefined> {
  return moneyTables(db)
    .selectFrom("capture")
    .selectAll()
    .where("gateway", "=", gateway as CaptureRow["gateway"])
    .where("remote_id", "=", remoteId)
    .executeTakeFirst();
}

/** Records what a capture settled to, unless it is known already; gateways may report it later. */
export async function recordSettlement(
  trx: Trx,
  gateway: CaptureRow["gateway"],
  remoteId: string,
  settled: RemoteSettlement,
): Promise<void> {
  await moneyTables(trx)
    .updateTable("capture")
    .set(settlementColumns(settled))
    .where("gateway", "=", gateway)
    .where("remote_id", "=", remoteId)
    .where("settled_fee", "is", null)
    .execute();
}

/** Inserts an entitlement, unless its source already has one. */
export async function insertEntitlement(trx: Trx, row: BillingTables["entitlement"]): Promise<void> {
  await asSystem(trx, "settlement", () =>
    moneyTables(trx)
      .insertInto("entitlement")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Suspends an order's entitlements, or restores them when `at` is null; false if nothing changed. */
export async function suspendRights(trx: Trx, orderId: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await asSystem(trx, "settlement", () =>
    moneyTables(trx)
      .updateTable("entitlement")
      .set({ suspended_at: at })
      .where("source_type", "=", "order")
      .where("source_id", "=", orderId)
      .where("revoked_at", "is", null)
      .where("suspended_at", at === null ? "is not" : "is", null)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** Returns whether an order's entitlement was already suspended for this remote object. */
export async function wasWarned(db: Db, orderId: string, remoteId: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("money_log")
    .select("id")
    .where("subject_id", "=", orderId)
    .where("subject", "=", "entitlement")
    .where("to_state", "=", "suspended")
    .where(sql`detail ->> 'remoteId'`, "=", remoteId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether an order's money went back by a dispute that was lost: nothing of it can be refunded any more. */
export async function wasLost(
  db: Db,
  { id, state }: Pick<BillingTables["purchase_order"], "id" | "state">,
): Promise<boolean> {
  if (state !== "refunded") return false;
  const found = await moneyTables(db)
    .selectFrom("money_log")
    .select("id")
    .where("subject_id", "=", id)
    .where("subject", "=", "order")
    .where("to_state", "=", "refunded")
    .where("cause", "=", "dispute")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether it is recorded that a bank took a second or late payment by a dispute that was lost. */
export async function isLost(db: Db, paymentId: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("money_log")
    .select("id")
    .where("subject_id", "=", paymentId)
    .where("subject", "=", "payment")
    .where("to_state", "=", "lost")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Revokes an order's entitlements. */
export async function revokeRights(trx: Trx, orderId: string, at: Date): Promise<void> {
  await asSystem(trx, "settlement", () =>
    moneyTables(trx)
      .updateTable("entitlement")
      .set({ revoked_at: at })
      .where("source_type", "=", "order")
      .where("source_id", "=", orderId)
      .where("revoked_at", "is", null)
      .execute(),
  );
}

/** Returns unwanted payments that have no refund yet. */
export async function listUnwanted(
  db: Db,
  limit: number,
): Promise<{ payment_id: string; order_id: string }[]> {
  // The index contains the unwanted payments only.
  return moneyTables(withLiterals(db))
    .selectFrom("payment")
    .select(["payment.id as payment_id", "payment.order_id"])
    .where("payment.unwanted", "=", true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("refund")
            .innerJoin("capture", "capture.id", "refund.capture_id")
            .select("refund.id")
            .whereRef("capture.payment_id", "=", "payment.id"),
        ),
      ),
    )
    .orderBy("payment.id")
    .limit(limit)
    .execute();
}

/** Stops automatic renewal of all that a customer has: who disputes a charge is not charged again, whatever the charge was for. */
export async function stopRenewals(trx: Trx, visitorId: string): Promise<void> {
  await moneyTables(trx)
    .updateTable("subscription")
    .set({ cancel_at_period_end: true })
    .where("visitor_id", "=", visitorId)
    .where("state", "in", ["trialing", "active", "past_due"])
    .execute();
}
