import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import { testDatabase } from "#test/database";
import { insertTransactions } from "../../records/ledger/repository.ts";
import { type Entry, post } from "./post.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const at = new Date("2026-11-20T12:00:00Z");
const sale = (amount: number, currency = "USD"): Entry[] => [
  { account: "gateway_clearing", currency, amount },
  { account: "revenue", currency, amount: -amount },
];
const posting = (source: string, entries: Entry[]) =>
  inTransaction(database.db, (trx) => post(trx, { source, orderId: null, at, entries }));

test("a source is in the ledger once, even if it is posted twenty times at once", async () => {
  const posted = await Promise.all(Array.from({ length: 20 }, () => posting("capture:one", sale(999))));
  expect(posted.filter(Boolean)).toHaveLength(1);
  const { rows } = await sql<{ n: number; sum: number }>`select count(*)::int as n, sum(amount)::int as sum
    from ledger_entry join ledger_txn on id = txn_id where source = 'capture:one'`.execute(database.db);
  expect(rows[0]).toEqual({ n: 2, sum: 0 });
});

test("case 58: an entry that does not sum to zero in every currency, or is not a whole number, is never posted", async () => {
  const wrong: Entry[][] = [
    [{ account: "revenue", currency: "USD", amount: -1 }],
    [...sale(999), { account: "gateway_fees", currency: "USD", amount: 1 }],
    [
      { account: "gateway_clearing", currency: "USD", amount: 5 },
      { account: "revenue", currency: "EUR", amount: -5 },
    ],
    sale(0.1 + 0.2),
    sale(2 ** 53),
    sale(Number.NaN),
    sale(Number.POSITIVE_INFINITY),
  ];
  for (const [index, entries] of wrong.entries())
    await expect(posting(`wrong:${index}`, entries)).rejects.toThrow(RangeError);
});

test("the database itself rejects an unbalanced transaction, and any change of an existing one", async () => {
  const id = newId(at);
  const entries = [{ n: 0, account: "revenue", currency: "USD", amount: 5 } as const];
  const unbalanced = inTransaction(database.db, (trx) =>
    insertTransactions(trx, [{ id, source: "by hand", order_id: null, at, entries }]),
  );
  await expect(unbalanced).rejects.toThrow("does not sum to zero");
  await posting("kept", sale(5));
  for (const change of [
    sql`update ledger_entry set amount = 6`,
    sql`delete from ledger_entry`,
    sql`delete from ledger_txn`,
  ])
    await expect(change.execute(database.db)).rejects.toThrow("append-only");
});
