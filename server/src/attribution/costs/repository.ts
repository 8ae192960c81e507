import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";

/** What a group of visitors cost on a day, in the smallest unit of a currency. */
export interface Cost {
  by: string;
  key: string;
  day: string;
  currency: string;
  amount: number;
}

const rowsOf = (costs: readonly Cost[]) => sql`jsonb_to_recordset(${JSON.stringify(costs)}::jsonb)
  as given (by text, key text, day date, currency text, amount bigint)`;

/** Returns the stored amounts of the same groups, days and currencies, locked. */
export async function lockCosts(trx: Trx, costs: readonly Cost[]): Promise<Cost[]> {
  const { rows } = await sql<Cost>`
    select cost.grouping as by, cost.key, to_char(cost.day, 'YYYY-MM-DD') as day, cost.currency, cost.amount
    from campaign_cost cost join ${rowsOf(costs)}
      on (cost.grouping, cost.key, cost.day, cost.currency) = (given.by, given.key, given.day, given.currency)
    order by 1, 2, 3, 4 for update of cost`.execute(trx);
  return rows;
}

/** Stores amounts instead of those of the same groups, days and currencies; 0 deletes one. */
export async function saveCosts(trx: Trx, costs: readonly Cost[]): Promise<void> {
  await sql`
    insert into campaign_cost (grouping, key, day, currency, amount)
    select by, key, day, currency, amount from ${rowsOf(costs)} where amount > 0 order by 1, 2, 3, 4
    on conflict (grouping, key, day, currency) do update set amount = excluded.amount`.execute(trx);
  await sql`
    delete from campaign_cost cost using ${rowsOf(costs)}
    where (cost.grouping, cost.key, cost.day, cost.currency) = (given.by, given.key, given.day, given.currency)
      and given.amount = 0`.execute(trx);
}

/** Sums up what groups of visitors cost on these days, both included. */
export async function sumCosts(
  db: Db,
  { by, first, last }: { by: string; first: string; last: string },
): Promise<{ key: string; currency: string; amount: number }[]> {
  const { rows } = await sql<{ key: string; currency: string; amount: number }>`
    select key, currency, sum(amount)::bigint as amount from campaign_cost
    where grouping = ${by} and day between ${first}::date and ${last}::date
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
