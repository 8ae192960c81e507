import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { type Before, pastOf } from "#platform/db/moments";
import { prepared } from "#platform/db/prepared";
import type { AccountTables } from "../tables.ts";

type Visitor = AccountTables["visitor"];
const accounts = (db: Db) => db.$extendTables<AccountTables>();

/** A person as the console lists them. `email` is that of a member, or the one that a guest bought with. */
export type PersonRow = Pick<
  Visitor,
  "id" | "kind" | "email" | "language" | "created_at" | "registered_at" | "deletes_at"
>;

const columns = sql`id, kind, coalesce(email, pending_email) as email, language, created_at, registered_at, deletes_at`;
/** After every text: no address contains it. */
const LAST = "\u{10ffff}";

/** Returns a person; the id of a guest who became a member stands for the member. */
export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select ${columns} from visitor
    where id = (select coalesce(merged_into, id) from visitor where id = ${id})`.execute(db);
  return rows[0];
}

/** Lists the given people; a guest who became a member stands for the member. */
export async function listPeople(db: Db, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PersonRow>`
    select ${columns} from visitor
    where id in (select coalesce(merged_into, id) from visitor where id = any(${[...ids]}::text[]))
    order by email nulls last, id`.execute(db);
  return rows;
}

/** Lists people whose address begins with a text, by address, from behind one of them on. */
export async function listByAddress(
  db: Db,
  { beginning, after, limit }: { beginning: string; after: { email: string; id: string }; limit: number },
): Promise<PersonRow[]> {
  const part = (column: string) => sql`
    (select id, ${sql.ref(column)} as address from visitor
      where ${sql.ref(column)} ~>=~ ${beginning} and ${sql.ref(column)} ~<~ ${beginning + LAST}
        and ${sql.ref(column)} ~>=~ ${after.email} and merged_into is null
      order by ${sql.ref(column)} using ~<~ limit ${limit + 1})`;
  const { rows } = await sql<PersonRow>`
    select ${columns} from visitor join (
      select found.id as found_id, found.address from (${part("email")} union ${part("pending_email")}) as found
      where (found.address collate "C", found.id collate "C") > (${after.email}, ${after.id})
      order by found.address using ~<~, found.id collate "C" limit ${limit}
    ) as page on page.found_id = visitor.id
    order by page.address using ~<~, visitor.id collate "C"`.execute(db);
  return rows;
}

/** Counts the people whose address begins with a text, up to a number. */
export async function countByAddress(db: Db, beginning: string, most: number): Promise<number> {
  const part = (column: string) => sql`
    (select id from visitor where ${sql.ref(column)} ~>=~ ${beginning}
      and ${sql.ref(column)} ~<~ ${beginning + LAST} and merged_into is null limit ${most})`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${part("email")} union ${part("pending_email")}) as found`.execute(
    db,
  );
  return Math.min(most, rows[0]?.count ?? 0);
}

/** Returns the ids under which a person's rows lie: their own, and those of the guests who became them. */
export async function listIdsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from visitor where id = ${id} or merged_into = ${id} order by id = ${id} desc, id`.execute(db);
  return rows.map((row) => row.id);
}

/** What is known of a person's coming: first visits, the registration, and sessions that have not ended. */
export interface SignInRow {
  id: string;
  at: Date;
  what: "came" | "registered" | "signed_in";
  device: string | null;
}

/** Lists how a person came, registered and signed in, the newest first. */
export async function listSignIns(db: Db, ids: readonly string[], before: Before): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select * from (
      select id || '-came' as id, created_at as at, 'came' as what, null::text as device
        from visitor where id = any(${[...ids]}::text[])
      union all select id || '-registered', registered_at, 'registered', null
        from visitor where id = any(${[...ids]}::text[]) and registered_at is not null
      union all select id, created_at, 'signed_in', device from session where visitor_id = any(${[...ids]}::text[])
    ) as sign_in where ${pastOf("at", "id", before)} ${prepared}`.execute(db);
  return rows;
}

/** What a person agreed to. */
export interface AgreedRow {
  id: string;
  at: Date;
  document: string;
  version: string;
}

/** Lists what a person agreed to, the newest first. */
export async function listAgreed(db: Db, ids: readonly string[], before: Before): Promise<AgreedRow[]> {
  const { rows } = await sql<AgreedRow>`
    select * from (
      select document || '-' || version as id, at, document, version from agreement
      where visitor_id = any(${[...ids]}::text[])
    ) as agreed where ${pastOf("at", "id", before)} ${prepared}`.execute(db);
  return rows;
}

/** Lists the sessions of a person that have not ended, the one used last first. */
export async function listDevicesOf(
  db: Db,
  id: string,
  now: Date,
): Promise<Pick<AccountTables["session"], "id" | "device" | "last_seen_at">[]> {
  return accounts(db)
    .selectFrom("session")
    .select(["id", "device", "last_seen_at"])
    .where("visitor_id", "=", id)
    .where("ends_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(50)
    .execute();
}
