import type { Db, Trx } from "#platform/db/database";
import type { GatewayName } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { CaseRow, CaseState } from "./tables.ts";

export type { CaseRow };

/** The states from which a case may go to each state. Nothing leaves a final one. */
const sources: Record<Exclude<CaseState, "drafted">, readonly CaseState[]> = {
  reviewed: ["drafted", "reviewed"],
  submitted: ["reviewed"],
  won: ["drafted", "reviewed", "submitted"],
  lost: ["drafted", "reviewed", "submitted"],
  expired: ["drafted", "reviewed"],
};

/** Inserts a case; false if its dispute has one. */
export async function insertCase(trx: Trx, row: CaseRow): Promise<boolean> {
  const added = await moneyTables(trx)
    .insertInto("dispute_case")
    .values({ ...row, texts: JSON.stringify(row.texts) as never })
    .onConflict((conflict) => conflict.columns(["gateway", "dispute_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns a case by its id or by the gateway's. */
export async function findCase(db: Db, id: string): Promise<CaseRow | undefined> {
  return moneyTables(db)
    .selectFrom("dispute_case")
    .selectAll()
    .where((row) => row.or([row("id", "=", id), row("dispute_id", "=", id)]))
    .executeTakeFirst();
}

/** Returns the case of a dispute. */
export async function findCaseOf(
  db: Db,
  gateway: GatewayName,
  disputeId: string,
): Promise<CaseRow | undefined> {
  return moneyTables(db)
    .selectFrom("dispute_case")
    .selectAll()
    .where("gateway", "=", gateway)
    .where("dispute_id", "=", disputeId)
    .executeTakeFirst();
}

/**
 * Returns whether a dispute about what paid for an order is undecided. A second or late payment of it delivered nothing: a
 * dispute about that is none about the order.
 */
export async function hasOpenCase(db: Db, orderId: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("dispute_case")
    .innerJoin("payment", "payment.id", "dispute_case.payment_id")
    .select("dispute_case.id")
    .where("dispute_case.order_id", "=", orderId)
    .where("dispute_case.state", "in", ["drafted", "reviewed", "submitted"])
    .where("payment.unwanted", "=", false)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns a case, locked until the transaction ends. */
export async function lockCase(trx: Trx, id: string): Promise<CaseRow> {
  return moneyTables(trx)
    .selectFrom("dispute_case")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** A case with the name of its order. */
export type ListedCase = CaseRow & { number: number; code: string | null };

/** Returns cases, the nearest deadline first: those that a person can still answer, or all. */
export async function listCases(
  db: Db,
  { all, limit }: { all: boolean; limit: number },
): Promise<ListedCase[]> {
  return moneyTables(db)
    .selectFrom("dispute_case")
    .innerJoin("purchase_order", "purchase_order.id", "dispute_case.order_id")
    .selectAll("dispute_case")
    .select(["purchase_order.number", "purchase_order.code"])
    .$if(!all, (query) => query.where("dispute_case.state", "in", ["drafted", "reviewed", "submitted"]))
    .orderBy("due_by")
    .orderBy("dispute_case.id")
    .limit(limit)
    .execute();
}

/** Moves a case, with further changes; undefined if its state does not allow it. */
export async function moveCase(
  trx: Trx,
  id: string,
  to: Exclude<CaseState, "drafted">,
  changes: Partial<Pick<CaseRow, "texts" | "sent_at" | "sent_by">> & { updated_at: Date },
): Promise<CaseRow | undefined> {
  const { texts, ...others } = changes;
  return moneyTables(trx)
    .updateTable("dispute_case")
    .set({ state: to, ...others, ...(texts ? { texts: JSON.stringify(texts) as never } : {}) })
    .where("id", "=", id)
    .where("state", "in", sources[to])
    .returningAll()
    .executeTakeFirst();
}

/** Stores when sending began, or that the gateway refused it. */
export async function markSending(
  trx: Trx,
  id: string,
  sent: Pick<CaseRow, "sent_at" | "sent_by" | "updated_at">,
): Promise<void> {
  await moneyTables(trx).updateTable("dispute_case").set(sent).where("id", "=", id).execute();
}

/** Updates a deadline that the gateway moved. */
export async function updateDueBy(trx: Trx, id: string, dueBy: Date): Promise<void> {
  await moneyTables(trx).updateTable("dispute_case").set({ due_by: dueBy }).where("id", "=", id).execute();
}

/** Returns cases whose deadline has passed without evidence; one whose sending began is left to a person. */
export async function listExpiredCases(db: Db, now: Date, limit: number): Promise<CaseRow[]> {
  return moneyTables(db)
    .selectFrom("dispute_case")
    .selectAll()
    .where("state", "in", ["drafted", "reviewed"])
    .where("sent_at", "is", null)
    .where("due_by", "<=", now)
    .orderBy("due_by")
    .limit(limit)
    .execute();
}
