import { sql } from "kysely";
import { type Db, inTransaction, type Trx } from "./database.ts";
import { lockBriefly } from "./partitions.ts";

/** Rows per query. */
const BATCH_SIZE = 1_000;

/** What a table contained: the number of its rows, and a sum over their content in any order. */
export interface Content {
  rows: number;
  sum: string;
}

/** Reads a table once, as JSON lines in the order of `id`; returns what it contained. */
export async function exportRows(
  db: Db,
  table: string,
  write: (lines: string) => Promise<void>,
): Promise<Content> {
  return inTransaction(db, async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx);
    let last = "";
    for (;;) {
      const { rows } = await sql<{ id: string; line: string }>`
        select id, row_to_json(${sql.ref(table)})::text as line from ${sql.ref(table)}
        where id > ${last} order by id limit ${BATCH_SIZE}`.execute(trx);
      if (rows.length === 0) break;
      last = rows.at(-1)?.id ?? last;
      await write(rows.map(({ line }) => `${line}\n`).join(""));
    }
    return readContent(trx, table);
  });
}

/** Drops a table if it still contains this, in the caller's transaction; returns false if it changed. */
export async function dropExported(trx: Trx, table: string, expected: Content): Promise<boolean> {
  await lockBriefly(trx);
  // Nobody changes it from here on.
  await sql`lock table ${sql.ref(table)} in share mode`.execute(trx);
  const { rows, sum } = await readContent(trx, table);
  if (rows !== expected.rows || sum !== expected.sum) return false;
  await sql`drop table ${sql.ref(table)}`.execute(trx);
  return true;
}

async function readContent(trx: Trx, table: string): Promise<Content> {
  const { rows } = await sql<Content>`
    select count(*)::integer as rows,
      coalesce(sum(hashtextextended(row_to_json(${sql.ref(table)})::text, 0)::numeric), 0)::text as sum
    from ${sql.ref(table)}`.execute(trx);
  return rows[0] ?? { rows: 0, sum: "0" };
}
