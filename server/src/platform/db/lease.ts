import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * Takes or renews the exclusive right to do some work for a number of seconds. Returns false while another holder has
 * it. Uses the database's clock, so nodes need not agree on the time. Unlike a session lock it works behind a
 * connection pooler.
 */
export async function takeLease(db: Db, name: string, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into lease (name, holder, until) values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until < now()
    returning 1`.execute(db);
  return rows.length > 0;
}
