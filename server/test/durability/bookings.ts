import type { Database } from "#platform/db/database";

/** Bytes of a booking with its two entries, in tables and indexes; measured. */
export const BYTES_OF_BOOKING = 800;

/** Inserts balanced bookings of two entries each, so that a database has a size. */
export async function insertBookings({ pool }: Pick<Database, "pool">, count: number): Promise<void> {
  await pool.query(
    `insert into ledger_txn (id, source, at) select lpad(n::text, 26, '0'), 'booking ' || n, now()
     from generate_series(1, $1::int) as n`,
    [count],
  );
  await pool.query(
    `insert into ledger_entry select lpad(n::text, 26, '0'), side, account, 'USD', amount
     from generate_series(1, $1::int) as n,
       (values (1, 'gateway_clearing', 500), (2, 'revenue', -500)) as entry (side, account, amount)`,
    [count],
  );
}
