import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { GatewayName } from "../../records/gateway.ts";
import { refundsOfOrders } from "../../records/refunds/repository.ts";

/** Spans of time that are compared: today so far, and the same weekday a week ago up to the same minute. */
export interface Spans {
  zone: string;
  today: Date;
  weekAgo: { from: Date; to: Date };
  /** The first of the days that are listed. */
  first: Date;
}

/** New sales of a day in a currency. */
export interface SalesRow {
  day: string;
  currency: string;
  /** Whether they were made in the span of a week ago that today is compared with. */
  compared: boolean;
  net: number;
  sales: number;
  members: number;
  unlocks: number;
}

/** What was given back of orders since a time. */
const given = (since: Date) => sql`(
  select order_id, sum(amount) as amount from ${refundsOfOrders} refund
  where created_at >= ${since} group by order_id)`;

/** What is left of what an order cost. A lost dispute leaves nothing either, and no refund tells of it. */
const left = sql`case when o.state in ('disputed', 'refunded') then 0 else o.amount - coalesce(back.amount, 0) end`;

/** Sums new sales by day of the site's zone: what was paid, less what was given back of it. Renewals are none. */
export async function listSales(db: Db, { zone, weekAgo, first }: Spans): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    select to_char(day, 'YYYY-MM-DD') as day, currency, compared, net, sales, members, unlocks from (
    select (o.paid_at at time zone ${zone})::date as day, o.currency,
      o.paid_at >= ${weekAgo.from} and o.paid_at <= ${weekAgo.to} as compared,
      sum(${left})::bigint as net,
      count(*)::int as sales, (count(*) filter (where o.kind = 'subscribe'))::int as members,
      (count(*) filter (where o.kind = 'unlock'))::int as unlocks
    from purchase_order o left join ${given(first)} back on back.order_id = o.id
    where o.paid_at >= ${first} and o.kind <> 'renewal'
    group by 1, 2, 3) as summed`.execute(db);
  return rows;
}

/** What a series brought today. */
export interface SeriesSales {
  series_id: string;
  currency: string;
  net: number;
  buyers: number;
}

/** Sums what was bought since a time from each series: its unlock, or a plan that was chosen at its paywall. */
export async function listSeriesSales(db: Db, since: Date): Promise<SeriesSales[]> {
  const { rows } = await sql<SeriesSales>`
    select o.series_id, o.currency, count(*)::int as buyers,
      sum(${left})::bigint as net
    from purchase_order o left join ${given(since)} back on back.order_id = o.id
    where o.paid_at >= ${since} and o.kind <> 'renewal' and o.series_id is not null
    group by 1, 2`.execute(db);
  return rows;
}

/** Sums what was bought since a time from some series, as {@link listSeriesSales} does. */
export async function listSalesOf(db: Db, ids: readonly string[], since: Date): Promise<SeriesSales[]> {
  const { rows } = await sql<SeriesSales>`
    select o.series_id, o.currency, count(*)::int as buyers,
      sum(${left})::bigint as net
    from purchase_order o left join lateral (
      select sum(amount) as amount from ${refundsOfOrders} refund where order_id = o.id) as back on true
    where o.series_id = any(${[...ids]}::text[]) and o.paid_at >= ${since} and o.kind <> 'renewal'
    group by 1, 2`.execute(db);
  return rows;
}

/** When a gateway last sent an event, and when something was last paid through it. */
export interface GatewayLife {
  name: GatewayName;
  heardAt: Date | null;
  paidAt: Date | null;
}

/** Reads when gateways were last heard of, and when something was last paid through each since a time. */
export async function listGatewayLives(
  db: Db,
  names: readonly GatewayName[],
  since: Date,
): Promise<GatewayLife[]> {
  const { rows } = await sql<GatewayLife>`
    select asked.name, (
        select received_at from webhook_inbox where gateway = asked.name order by received_at desc limit 1
      ) as "heardAt", (
        select paid_at from purchase_order where paid_at >= ${since}
          and method = case asked.name when 'paypal' then 'paypal' else 'card' end
        order by paid_at desc limit 1
      ) as "paidAt"
    from unnest(${[...names]}::text[]) with ordinality as asked (name, place) order by place`.execute(db);
  return rows;
}

/** Returns whether anything was ever sold. */
export async function hasSold(db: Db): Promise<boolean> {
  const { rows } = await sql<{ sold: boolean }>`
    select exists (select from purchase_order where paid_at is not null) as sold`.execute(db);
  return rows[0]?.sold ?? false;
}
