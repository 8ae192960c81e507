import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { WithdrawalRow } from "./tables.ts";

export type { WithdrawalRow };

/** Inserts a withdrawal. Throws a duplicate error if its order has one. */
export async function insertWithdrawal(trx: Trx, row: WithdrawalRow): Promise<WithdrawalRow> {
  return moneyTables(trx).insertInto("withdrawal").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns the withdrawal from an order. */
export async function findWithdrawal(db: Db, orderId: string): Promise<WithdrawalRow | undefined> {
  return moneyTables(db)
    .selectFrom("withdrawal")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/** Returns a withdrawal by id. */
export async function findWithdrawalById(db: Db, id: string): Promise<WithdrawalRow | undefined> {
  return moneyTables(db).selectFrom("withdrawal").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns what identifies the cards and PayPal accounts that paid an order, in a fixed order. */
export async function listFingerprints(db: Db, orderId: string): Promise<string[]> {
  const rows = await moneyTables(db)
    .selectFrom("payment")
    .innerJoin("instrument", "instrument.id", "payment.instrument_id")
    .select("instrument.fingerprint")
    .distinct()
    .where("payment.order_id", "=", orderId)
    .where("payment.state", "=", "succeeded")
    .where("instrument.fingerprint", "is not", null)
    .orderBy("instrument.fingerprint")
    .execute();
  return rows.map(({ fingerprint }) => fingerprint ?? "");
}

/** Returns how many withdrawals of a customer, or of anything paid with the same methods, brought money back. */
export async function countWithdrawals(
  db: Db,
  { visitorId, fingerprints }: { visitorId: string | null; fingerprints: readonly string[] },
  since: Date,
): Promise<number> {
  const { count } = await moneyTables(db)
    .selectFrom("withdrawal")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("at", ">", since)
    .where("outcome", "in", ["whole", "part"])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        ...(visitorId === null ? [] : [eb("visitor_id", "=", visitorId)]),
        exists(
          selectFrom("payment")
            .innerJoin("instrument", "instrument.id", "payment.instrument_id")
            .select("payment.id")
            .whereRef("payment.order_id", "=", "withdrawal.order_id")
            .where("payment.state", "=", "succeeded")
            .where("instrument.fingerprint", "in", fingerprints.length > 0 ? fingerprints : [""]),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether anything was watched under an order's entitlements. */
export async function isUsed(db: Db, orderId: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("entitlement")
    .select("id")
    .where("source_type", "=", "order")
    .where("source_id", "=", orderId)
    .where("first_used_at", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether a bank's dispute or warning suspends an order's entitlements. */
export async function isSuspended(db: Db, orderId: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("entitlement")
    .select("id")
    .where("source_type", "=", "order")
    .where("source_id", "=", orderId)
    .where("suspended_at", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns a customer's paid order for a series, with whether a bank asks about it, and so suspends what it opened. */
export async function findPaidUnlock(
  db: Db,
  visitorId: string,
  seriesId: string,
): Promise<{ suspended_at: Date | null } | undefined> {
  return (
    moneyTables(db)
      .selectFrom("purchase_order")
      .leftJoin("entitlement", (join) =>
        join
          .onRef("source_id", "=", "purchase_order.id")
          .on("source_type", "=", "order")
          .on("revoked_at", "is", null),
      )
      .select("suspended_at")
      .where("purchase_order.visitor_id", "=", visitorId)
      .where("purchase_order.kind", "=", "unlock")
      .where("purchase_order.series_id", "=", seriesId)
      .where("purchase_order.state", "in", ["paid", "partially_refunded", "disputed"])
      // An account may have bought it twice before a sign-in: what is open counts first.
      .orderBy("suspended_at", (order) => order.asc().nullsFirst())
      .limit(1)
      .executeTakeFirst()
  );
}

/** Returns whether a paid change of plan counted the unused time of an order. */
export async function isCarriedOver(db: Db, orderId: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("purchase_order")
    .select("id")
    .where("kind", "=", "change")
    .where("state", "in", ["paid", "partially_refunded", "disputed"])
    .where(sql<boolean>`replaced ->> 'orderId' = ${orderId}`)
    .executeTakeFirst();
  return found !== undefined;
}
