import type { Db, Trx } from "#platform/db/database";
import type { VisitorRow } from "../repository.ts";
import type { AccountTables } from "../tables.ts";

const accounts = (db: Db) => db.$extendTables<AccountTables>();

/** Stores a link; it replaces the former one of the same purpose. */
export async function replaceLink(db: Db, row: AccountTables["account_link"]): Promise<void> {
  const { code_hash, ends_at } = row;
  await accounts(db)
    .insertInto("account_link")
    .values(row)
    .onConflict((conflict) => conflict.columns(["email", "purpose"]).doUpdateSet({ code_hash, ends_at }))
    .execute();
}

/** Uses a link up: deletes it and returns the address that it proves, and what for; undefined if it is used, replaced or too old. */
export async function takeLink(
  trx: Trx,
  codeHash: Buffer,
  now: Date,
): Promise<Pick<AccountTables["account_link"], "email" | "purpose"> | undefined> {
  return accounts(trx)
    .deleteFrom("account_link")
    .where("code_hash", "=", codeHash)
    .where("ends_at", ">", now)
    .returning(["email", "purpose"])
    .executeTakeFirst();
}

/** Deletes links that are too old, and changes of addresses that nobody confirmed; returns how many links. */
export async function deleteOldLinks(db: Db, now: Date): Promise<number> {
  await accounts(db).deleteFrom("address_change").where("ends_at", "<=", now).execute();
  const { numDeletedRows } = await accounts(db)
    .deleteFrom("account_link")
    .where("ends_at", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the guests who bought with an address, the oldest first, locked until the transaction ends. */
export async function lockBuyers(trx: Trx, email: string): Promise<VisitorRow[]> {
  return accounts(trx)
    .selectFrom("visitor")
    .selectAll()
    .where("pending_email", "=", email)
    .where("kind", "=", "guest")
    .where("merged_into", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Returns whether an address belongs to a member, or a guest bought with it. */
export async function findLinkOwner(db: Db, email: string): Promise<VisitorRow | undefined> {
  return accounts(db)
    .selectFrom("visitor")
    .selectAll()
    .where((row) =>
      row.or([
        row("email", "=", email),
        row.and([
          row("pending_email", "=", email),
          row("kind", "=", "guest"),
          row("merged_into", "is", null),
        ]),
      ]),
    )
    .orderBy("kind", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Stores the address and the language that a guest bought with; a member has both already. */
export async function setPendingEmail(
  trx: Trx,
  visitorId: string,
  { email, language }: { email: string; language: string },
): Promise<void> {
  await accounts(trx)
    .updateTable("visitor")
    .set({ pending_email: email, language })
    .where("id", "=", visitorId)
    .where("kind", "=", "guest")
    .execute();
}
