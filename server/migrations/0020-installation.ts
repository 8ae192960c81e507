import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";

/**
 * What tells this installation from others that use the same gateway account, and order codes that tell nobody how many
 * orders there were. Older orders keep their numbers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  const code = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  await sql`insert into installation (code) values (${code})`.execute(db);
}

/** Crockford's base 32: no I, L, O, U. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const statements = [
  `create table installation (
    one boolean primary key default true check (one),
    code text not null check (code ~ '^[0-9A-HJKMNP-TV-Z]{5}$')
  )`,
  `create function installation_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'the code of an installation is never changed' using errcode = 'restrict_violation';
    end $$`,
  `create trigger installation_stays before update or delete on installation
    for each row execute function installation_stays()`,
  // At least one letter: what is typed as digits alone is an old number.
  `alter table purchase_order add column code text unique
    check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$' and code ~ '[A-Z]')`,
];
