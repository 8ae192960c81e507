import { type ColumnType, sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";

import type { BillingTables } from "../tables.ts";

/** A plan as stored. */
export type PlanRow = BillingTables["plan"];
type Json<T> = ColumnType<T, string, string>;
type Tables = BillingTables & {
  plan: Omit<PlanRow, "name" | "description"> & { name: Json<Texts>; description: Json<Texts> };
};

const tables = (db: Db) => db.$extendTables<Tables>();

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
): Promise<(BillingTables["plan_price"] & Pick<PlanRow, "name" | "period_days">) | undefined> {
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
