import { type Kysely, sql } from "kysely";

/**
 * Payment methods that are kept for later unlocks: the consent to it, which waits with the payment until the method is saved,
 * and which attempts were charged by a saved method, to limit them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table instrument
    add column consent_version text,
    add column consent_text text`,
  `alter table payment
    add column keep_version text,
    add column keep_text text`,
  `alter table payment_attempt add column instrument_id text references instrument`,
];
