import { type ColumnType, sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db, Trx } from "#platform/db/database";
import type { BillingTables } from "../tables.ts";

/** A plan as stored. */
export type PlanRow = BillingTables["plan"];
/** The price of a plan in one currency, from a given time on. */
export type PriceRow = BillingTables["plan_price"];
/** A plan with its price in one currency. */
export type PricedPlan = PlanRow & { price_id: string; currency: string; amount: number };

type Json<T> = ColumnType<T, string, string>;
type Tables = BillingTables & {
  plan: Omit<PlanRow, "name" | "description"> & { name: Json<Texts>; description: Json<Texts> };
};

const tables = (db: Db) => db.$extendTables<Tables>();

const priced = (db: Db) =>
  tables(db)
    .selectFrom("plan")
    .innerJoin("plan_price", (join) =>
      join.onRef("plan_price.plan_id", "=", "plan.id").on("plan_price.active_to", "is", null),
    )
    .selectAll("plan")
    .select(["plan_price.id as price_id", "plan_price.currency", "plan_price.amount"]);

/** Returns the plans sold in a currency, in display order. */
export async function listPricedPlans(db: Db, currency: string): Promise<PricedPlan[]> {
  return priced(db)
    .where("plan.active", "=", true)
    .where("plan_price.currency", "=", currency)
    .orderBy("plan.position")
    .orderBy("plan.id")
    .execute();
}

/** Returns a plan as it is sold in a currency now. */
export async function findPricedPlan(db: Db, id: string, currency: string): Promise<PricedPlan | undefined> {
  return priced(db)
    .where("plan.id", "=", id)
    .where("plan.active", "=", true)
    .where("plan_price.currency", "=", currency)
    .executeTakeFirst();
}

/** Returns all plans, sold or not, in display order. */
export async function listPlanRows(db: Db): Promise<PlanRow[]> {
  return tables(db).selectFrom("plan").selectAll().orderBy("position").orderBy("id").execute();
}

/** Returns a plan, sold or not. */
export async function findPlanRow(db: Db, id: string): Promise<PlanRow | undefined> {
  return tables(db).selectFrom("plan").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns a price row, current or ended, with its plan. */
export async function findPriceWithPlan(
  db: Db,
  priceId: string,
): Promise<(PriceRow & Pick<PlanRow, "name" | "period_days">) | undefined> {
  return tables(db)
    .selectFrom("plan_price")
    .innerJoin("plan", "plan.id", "plan_price.plan_id")
    .selectAll("plan_price")
    .select(["plan.name", "plan.period_days"])
    .where("plan_price.id", "=", priceId)
    .executeTakeFirst();
}

/** Returns the title of a series and the first episode that an unlock opens, whether it is visible or not. */
export async function findSoldSeries(
  db: Db,
  seriesId: string,
): Promise<{ title: Texts; from_episode: number } | undefined> {
  const { rows } = await sql<{ title: Texts; from_episode: number }>`
    select title, free_episode_count + 1 as from_episode from series where id = ${seriesId}`.execute(db);
  return rows[0];
}

/** Returns the current plan prices, ordered by currency. */
export async function listPrices(db: Db): Promise<PriceRow[]> {
  return tables(db)
    .selectFrom("plan_price")
    .selectAll()
    .where("active_to", "is", null)
    .orderBy("currency")
    .execute();
}

/** Returns the default unlock prices, ordered by currency. */
export async function listUnlockPrices(db: Db): Promise<BillingTables["unlock_price"][]> {
  return tables(db)
    .selectFrom("unlock_price")
    .selectAll()
    .where("active_to", "is", null)
    .orderBy("currency")
    .execute();
}

/** Returns the currencies in which anything is sold. */
export async function listCurrencies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from plan_price join plan on plan.id = plan_id and plan.active where active_to is null
    union select currency from unlock_price where active_to is null order by currency`.execute(db);
  return rows.map(({ currency }) => currency);
}

/** A visible series with its unlock price in one currency and its current number of locked episodes. */
export interface UnlockRow {
  id: string;
  title: Texts;
  from_episode: number;
  episodes: number;
  amount: number | null;
  price_id: string | null;
}

/** Returns what unlocking a series would sell. The series' own price takes precedence over the default. */
export async function findUnlock(db: Db, seriesId: string, currency: string): Promise<UnlockRow | undefined> {
  const { rows } = await sql<UnlockRow>`
    select series.id, series.title, series.free_episode_count + 1 as from_episode,
      (select count(*)::int from visible_episode as episode
        where episode.series_id = series.id and episode.number > series.free_episode_count) as episodes,
      coalesce((series.unlock_price ->> ${currency})::bigint, general.amount) as amount,
      case when series.unlock_price ? ${currency} then null else general.id end as price_id
    from series join visible_series on visible_series.id = series.id
    left join unlock_price as general on general.currency = ${currency} and general.active_to is null
    where series.id = ${seriesId}`.execute(db);
  return rows[0];
}

/** Counts first purchases per plan since a given time, without renewals and refunded orders. */
export async function countChosen(db: Db, since: Date): Promise<{ plan_id: string; count: number }[]> {
  const { rows } = await sql<{ plan_id: string; count: number }>`
    select plan_id, count(*)::int as count from purchase_order
    where kind = 'subscribe' and state = 'paid' and paid_at >= ${since} and plan_id is not null
    group by plan_id order by count desc, plan_id limit 2`.execute(db);
  return rows;
}

/** Inserts a plan, or updates its description. Its prices are separate rows. */
export async function savePlan(db: Db, row: PlanRow): Promise<void> {
  const values = { ...row, name: JSON.stringify(row.name), description: JSON.stringify(row.description) };
  const { id: _id, created_at: _at, period_days: _days, ...changes } = values;
  await tables(db)
    .insertInto("plan")
    .values(values)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
}

/**
 * Replaces the price of a plan and ends the current one. Call it within a transaction. A price row never
 * changes.
 */
export async function replacePrice(trx: Trx, row: PriceRow): Promise<void> {
  const { plan_id, currency, active_from } = row;
  await endPrice(trx, plan_id, currency, active_from);
  await tables(trx).insertInto("plan_price").values(row).execute();
}

/** Ends a plan's price in a currency; returns whether there was one. */
export async function endPrice(db: Db, planId: string, currency: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable("plan_price")
    .set({ active_to: at })
    .where("plan_id", "=", planId)
    .where("currency", "=", currency)
    .where("active_to", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the default unlock price and ends the current one. Call it within a transaction. */
export async function replaceUnlockPrice(trx: Trx, row: BillingTables["unlock_price"]): Promise<void> {
  await endUnlockPrice(trx, row.currency, row.active_from);
  await tables(trx).insertInto("unlock_price").values(row).execute();
}

/** Ends the default unlock price in a currency; returns whether there was one. */
export async function endUnlockPrice(db: Db, currency: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable("unlock_price")
    .set({ active_to: at })
    .where("currency", "=", currency)
    .where("active_to", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the series with this id, source key or title in any language, visible or not. */
export async function findSeriesByName(
  db: Db,
  name: string,
): Promise<{ id: string; title: Texts; unlock_price: Record<string, number> | null }[]> {
  const { rows } = await sql<{ id: string; title: Texts; unlock_price: Record<string, number> | null }>`
    select id, title, unlock_price from series
    where id = ${name} or source_key = ${name} or exists (
      select from jsonb_each_text(title) as translation where lower(translation.value) = lower(${name}))
    order by id limit 5`.execute(db);
  return rows;
}
