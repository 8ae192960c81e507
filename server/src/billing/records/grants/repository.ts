import { sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** An entitlement that an operator gave for free. */
export type GrantRow = BillingTables["entitlement"];

/** Returns the id of the member with this address. */
export async function findMemberId(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from visitor where email = ${email} and kind = 'member'`.execute(db);
  return rows[0]?.id;
}

/** Inserts a grant. */
export async function insertGrant(trx: Trx, row: GrantRow): Promise<void> {
  await moneyTables(trx).insertInto("entitlement").values(row).execute();
}

/** Returns a grant, locked. */
export async function lockGrant(trx: Trx, id: string): Promise<GrantRow | undefined> {
  return moneyTables(trx)
    .selectFrom("entitlement")
    .selectAll()
    .where("source_type", "=", "grant")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Revokes a grant. */
export async function revokeGrant(trx: Trx, id: string, at: Date): Promise<void> {
  await moneyTables(trx).updateTable("entitlement").set({ revoked_at: at }).where("id", "=", id).execute();
}

/** A grant with its member's address and its series' title. */
export interface ListedGrant extends GrantRow {
  email: string | null;
  title: Texts | null;
}

/** Returns the newest grants, including ended ones. */
export async function listGrants(db: Db, limit: number): Promise<ListedGrant[]> {
  const { rows } = await sql<ListedGrant>`
    select entitlement.*, visitor.email, series.title from entitlement
    left join visitor on visitor.id = entitlement.visitor_id
    left join series on series.id = entitlement.series_id
    where source_type = 'grant' order by entitlement.created_at desc, entitlement.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
