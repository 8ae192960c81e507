import { sql } from "kysely";
import type { Db } from "#platform/db/database";

/** Adds plays to series by their ids. Call it in the transaction that takes them off wherever they were kept. */
export async function addPlays(trx: Db, plays: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...plays.keys()];
  // Always in one order, so that two nodes never wait for each other in a circle.
  await sql`select from series where id = any(${ids}::text[]) order by id for no key update`.execute(trx);
  await sql`
    update series set play_count = series.play_count + added.plays
    from unnest(${ids}::text[], ${[...plays.values()]}::bigint[]) as added (id, plays)
    where series.id = added.id`.execute(trx);
}
