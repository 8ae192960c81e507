import type { GeneratedAlways } from "kysely";
import type { Db } from "#platform/db/database";
import type { BillingTables } from "./tables.ts";

type Tables = Omit<BillingTables, "purchase_order"> & {
  purchase_order: Omit<BillingTables["purchase_order"], "number"> & { number: GeneratedAlways<number> };
};

/** The tables of money, for the repositories of billing. */
export const moneyTables = (db: Db) => db.$extendTables<Tables>();

/** Adds a line to the log of what happened to money. */
export async function insertMove(db: Db, row: BillingTables["money_log"]): Promise<void> {
  await moneyTables(db).insertInto("money_log").values(row).execute();
}
