import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { AccountTables } from "../tables.ts";
import type { FacebookTables } from "./tables.ts";

/** A sign-in that waits for the person's next step. */
export type PendingRow = FacebookTables["facebook_pending"];

const tables = (db: Db) => db.$extendTables<AccountTables & FacebookTables>();

/** Records that a callback was used; returns false when it was used before. */
export async function insertReturn(db: Db, row: FacebookTables["facebook_return"]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto("facebook_return")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes expired rows; returns how many sign-ins were abandoned. */
export async function deleteEnded(db: Db, at: Date): Promise<number> {
  await tables(db).deleteFrom("facebook_return").where("ends_at", "<=", at).execute();
  const { numDeletedRows } = await tables(db)
    .deleteFrom("facebook_pending")
    .where("ends_at", "<=", at)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the member who signs in with this Facebook account. */
export async function findMemberByFacebook(db: Db, facebookId: string): Promise<string | null> {
  const row = await tables(db)
    .selectFrom("visitor")
    .select("id")
    .where("facebook_id", "=", facebookId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stores a sign-in that waits for the next step. */
export async function insertPending(db: Db, row: PendingRow): Promise<void> {
  await tables(db).insertInto("facebook_pending").values(row).execute();
}

/** Removes and returns the sign-in waiting under a token, for this member or for a new one (null). */
export async function takePending(
  trx: Trx,
  tokenHash: Buffer,
  memberId: string | null,
  at: Date,
): Promise<PendingRow | undefined> {
  return tables(trx)
    .deleteFrom("facebook_pending")
    .where("token_hash", "=", tokenHash)
    .where("member_id", "is not distinct from", memberId)
    .where("ends_at", ">", at)
    .returningAll()
    .executeTakeFirst();
}

/** Links a Facebook account to a member, unless another member has it; returns whether it is linked. */
export async function linkMember(trx: Trx, memberId: string, facebookId: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(trx)
    .updateTable("visitor")
    .set({ facebook_id: facebookId })
    .where("id", "=", memberId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("visitor as other")
            .select(sql`1`.as("one"))
            .where("other.facebook_id", "=", facebookId)
            .where("other.id", "!=", memberId),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
