// The only reader and writer of active_from and active_to: which price holds is decided here alone.
import { type RawBuilder, sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import type { PlanRow } from "../plans/repository.ts";
import { lockSerial } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** The price of a plan in one currency, for a span of time. A row that has begun never changes, except that it ends. */
export type PriceRow = BillingTables["plan_price"];
/** A plan with its price in one currency. */
export type PricedPlan = PlanRow & { price_id: string; currency: string; amount: number };
/** What has a price: a plan, or one series. */
export type Priced = { planId: string } | { seriesId: string };

/** A price that holds at a given time. `priceId` is null for a series' own price, which has no row. */
export interface PriceAt {
  priceId: string | null;
  amount: number;
  currency: string;
}

type PriceTable = "plan_price" | "unlock_price";

/** Selects the prices that hold at a given time. */
const holding = (table: PriceTable, at: Date): RawBuilder<PriceRow> =>
  sql`(select * from ${sql.table(table)} where active_from <= ${at} and (active_to is null or active_to > ${at}))`;

/**
 * Returns what a plan or a series costs in a currency at a given time; null if it has no price then. The page that
 * shows a price, the order that charges it and a change of plan all ask here. A membership keeps the row that it
 * agreed to.
 */
export async function priceAt(db: Db, of: Priced, currency: string, at: Date): Promise<PriceAt | null> {
  const { rows } =
    "planId" in of
      ? await sql<PriceAt>`
          select id as "priceId", amount, currency from ${holding("plan_price", at)} as price
          where plan_id = ${of.planId} and currency = ${currency}`.execute(db)
      : await sql<PriceAt>`
          select price_id as "priceId", amount, ${currency} as currency
          from (${unlocks(of.seriesId, currency, at)}) as unlock where amount > 0`.execute(db);
  return rows[0] ?? null;
}

/** Returns the plans on sale in a currency at a given time, in display order. */
export async function listPricedPlans(db: Db, currency: string, at: Date): Promise<PricedPlan[]> {
  const { rows } = await sql<PricedPlan>`
    select plan.*, price.id as price_id, price.currency, price.amount
    from plan join ${holding("plan_price", at)} as price on price.plan_id = plan.id
    where plan.active and price.currency = ${currency} order by plan.position, plan.id`.execute(db);
  return rows;
}

/** Returns the plan prices that hold at a given time, ordered by currency. */
export async function listPrices(db: Db, at: Date): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`
    select * from ${holding("plan_price", at)} as price order by currency`.execute(db);
  return rows;
}

/** Returns the general unlock prices that hold at a given time, ordered by currency. */
export async function listUnlockPrices(db: Db, at: Date): Promise<BillingTables["unlock_price"][]> {
  const { rows } = await sql<BillingTables["unlock_price"]>`
    select * from ${holding("unlock_price", at)} as price order by currency`.execute(db);
  return rows;
}

/** A price that begins, or ends without another, after a given time. `plan_id` null: the general unlock price. */
export interface PlannedPrice {
  plan_id: string | null;
  currency: string;
  /** Null: from then on it is not sold in this currency. */
  amount: number | null;
  at: Date;
}

/** Returns the planned changes of prices after a given time, in order. */
export async function listPlannedPrices(db: Db, at: Date): Promise<PlannedPrice[]> {
  const { rows } = await sql<PlannedPrice>`
    with every as (
      select plan_id, currency, amount, active_from, active_to from plan_price
      union all select null, currency, amount, active_from, active_to from unlock_price
    ), spans as (
      select * from every where active_to is null or active_to > active_from
    )
    select plan_id, currency, amount, active_from as at from spans where active_from > ${at}
    union all
    select plan_id, currency, null, active_to from spans where active_to > ${at} and not exists (
      select from spans as next where next.plan_id is not distinct from spans.plan_id
        and next.currency = spans.currency and next.active_from = spans.active_to)
    order by at, currency`.execute(db);
  return rows;
}

/** Returns the currencies in which anything is sold at a given time. */
export async function listCurrencies(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from ${holding("plan_price", at)} as price join plan on plan.id = plan_id and plan.active
    union select currency from ${holding("unlock_price", at)} as price order by currency ${prepared}`.execute(
    db,
  );
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

const unlocks = (seriesId: string, currency: string, at: Date) => sql<UnlockRow>`
  select series.id, series.title, series.free_episode_count + 1 as from_episode,
    (select count(*)::int from visible_episode as episode
      where episode.series_id = series.id and episode.number > series.free_episode_count) as episodes,
    coalesce((series.unlock_price ->> ${currency})::bigint, general.amount) as amount,
    case when series.unlock_price ? ${currency} then null else general.id end as price_id
  from series join visible_series on visible_series.id = series.id
  left join ${holding("unlock_price", at)} as general on general.currency = ${currency}
  where series.id = ${seriesId}`;

/** Returns what unlocking a series would sell. The series' own price takes precedence over the general one. */
export async function findUnlock(
  db: Db,
  seriesId: string,
  currency: string,
  at: Date,
): Promise<UnlockRow | undefined> {
  const { rows } = await sql<UnlockRow>`${unlocks(seriesId, currency, at)} ${prepared}`.execute(db);
  return rows[0];
}

/** A series with its own prices, visible or not, and the number of locked episodes that viewers see now. */
export interface OwnPriceRow {
  id: string;
  title: Texts;
  own: Record<string, number> | null;
  episodes: number;
}

/** Returns series with their own prices, in the order of their ids; `lock` keeps others from changing them. */
export async function listOwnPrices(
  db: Db,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<OwnPriceRow[]> {
  const { rows } = await sql<OwnPriceRow>`
    select series.id, series.title, series.unlock_price as own,
      (select count(*)::int from episode where episode.series_id = series.id
        and episode.number > series.free_episode_count and episode.asset_id is not null) as episodes
    from series where id = any(${[...ids]}::text[]) order by id ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows;
}

/** Returns the highest price of an unlock in a currency at a given time, whatever series it is for; null without one. */
export async function dearestUnlock(db: Db, currency: string, at: Date): Promise<number | null> {
  const { rows } = await sql<{ amount: number | null }>`
    select max(amount)::int as amount from (
      select amount from ${holding("unlock_price", at)} as price where currency = ${currency}
      union all select (unlock_price ->> ${currency})::bigint from series join visible_series on visible_series.id = series.id
    ) as every where amount > 0`.execute(db);
  return rows[0]?.amount ?? null;
}

/** What {@link writePrice} changes: the price of a plan, or without one the general unlock price. */
export interface PriceWrite {
  id: string;
  planId: string | null;
  currency: string;
  /** Null: it is no longer sold in this currency. */
  amount: number | null;
  from: Date;
}

/**
 * Sets a price from a time on, until the next planned change. Returns false if the price was to end and there is
 * none. Existing rows only end: orders and memberships refer to them.
 */
export async function writePrice(
  trx: Trx,
  { id, planId, currency, amount, from }: PriceWrite,
): Promise<boolean> {
  await lockSerial(trx, "price", [`${planId ?? "unlock"} ${currency}`]);
  const table = sql.table(planId === null ? "unlock_price" : "plan_price");
  const same =
    planId === null ? sql`currency = ${currency}` : sql`plan_id = ${planId} and currency = ${currency}`;
  const ended = await sql<{ until: Date | null }>`
    with before as (
      select id, active_to from ${table}
      where ${same} and active_from <= ${from} and (active_to is null or active_to > ${from}))
    update ${table} as price set active_to = ${from} from before where price.id = before.id
    returning before.active_to as until`.execute(trx);
  const [before] = ended.rows;
  if (amount === null) return before !== undefined;
  const next = await sql<{ at: Date | null }>`
    select min(active_from) as at from ${table}
    where ${same} and active_from > ${from} and (active_to is null or active_to > active_from)`.execute(trx);
  const until = before ? before.until : (next.rows[0]?.at ?? null);
  const [column, value] = planId === null ? [sql``, sql``] : [sql`plan_id, `, sql`${planId}, `];
  await sql`insert into ${table} (id, ${column}currency, amount, active_from, active_to)
    values (${id}, ${value}${currency}, ${amount}, ${from}, ${until})`.execute(trx);
  return true;
}

/**
 * Cancels what was planned for a time: the price before it goes on until the next planned change. Returns false if nothing is
 * planned for then. A cancelled row has not begun, so no order refers to it; it stays as an empty span.
 */
export async function cancelPrice(
  trx: Trx,
  { planId, currency, at }: { planId: string | null; currency: string; at: Date },
): Promise<boolean> {
  await lockSerial(trx, "price", [`${planId ?? "unlock"} ${currency}`]);
  const table = sql.table(planId === null ? "unlock_price" : "plan_price");
  const same =
    planId === null ? sql`currency = ${currency}` : sql`plan_id = ${planId} and currency = ${currency}`;
  const spans = sql`${same} and (active_to is null or active_to > active_from)`;
  const planned = await sql<{ id: string; until: Date | null }>`
    select id, active_to as until from ${table} where ${spans} and active_from = ${at}`.execute(trx);
  const [row] = planned.rows;
  if (row) await sql`update ${table} set active_to = active_from where id = ${row.id}`.execute(trx);
  const until = row
    ? sql`${row.until}::timestamptz`
    : sql`(select min(active_from) from ${table} where ${spans} and active_from > ${at})`;
  const before = await sql`
    update ${table} set active_to = ${until} where ${spans} and active_to = ${at} returning id`.execute(trx);
  return row !== undefined || before.rows.length > 0;
}

/** Notes that caches of what is on sale are to be dropped at a given time. */
export async function planPriceChange(trx: Trx, at: Date): Promise<void> {
  await sql`insert into price_change (at) values (${at}) on conflict do nothing`.execute(trx);
}

/** Removes the planned price changes that have taken effect; returns how many. */
export async function takePriceChanges(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql`delete from price_change where at <= ${now} returning at`.execute(trx);
  return rows.length;
}
