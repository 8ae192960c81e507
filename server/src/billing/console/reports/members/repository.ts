import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { withLiterals } from "#platform/db/literals";
import type { Span } from "../repository.ts";

/** How many memberships began less ended on a day, and what that changes of their monthly amount. */
export interface Change {
  /** Empty: all days before the span. */
  day: string;
  currency: string;
  monthly: number;
  members: number;
}

const DAY = "YYYY-MM-DD";

/** Which orders periods have, in the words of the index that has what is read of them. */
const ofPeriods = sql`o.kind <> 'unlock'`;

/**
 * Lists what changed day by day. A period counts from its start to the next one, or to the end of its membership, with the
 * price of its order and the length that it was sold for. So a day costs as much as the changes within it. Periods that were
 * over before the span are left out before their orders are looked up. Amounts are added up before they are divided.
 */
export async function listChanges(db: Db, { from, to, zone }: Span): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with following as (
      select subscription_id, order_id, starts_at, lead(starts_at) over (partition by subscription_id order by no) as next_at
      from subscription_period
    ), period as (
      select s.currency, p.starts_at, least(p.next_at, s.ended_at) as ends_at,
        coalesce(o.list_amount, o.amount, s.amount) as amount, coalesce(o.period_days, s.period_days) as days
      from following p join subscription s on s.id = p.subscription_id
      left join purchase_order o on o.id = p.order_id and ${ofPeriods}
      where (p.next_at is null or p.next_at >= ${from}) and (s.ended_at is null or s.ended_at >= ${from})
    ), alike as (
      select case when at >= ${from} then (at at time zone ${zone})::date end as day, currency, days,
        sum(n * amount) as amount, sum(n) as members
      from period cross join lateral (values (starts_at, 1), (ends_at, -1)) as change (at, n)
      where at < ${to} and (ends_at is null or ends_at > starts_at) group by 1, 2, 3
    )
    select coalesce(to_char(day, ${sql.lit(DAY)}), '') as day, currency,
      sum(amount * 30.0 / days)::double precision as monthly, sum(members)::integer as members
    from alike group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** How many memberships began and ended on a day. */
export interface Moves {
  day: string;
  began: number;
  regained: number;
  lostByChoice: number;
  lostByFailure: number;
}

/** Counts by day how memberships began and ended; whoever had one before regains it. */
export async function countMoves(db: Db, { from, to, zone }: Span): Promise<Moves[]> {
  const { rows } = await sql<Moves>`
    with move as (
      select created_at as at, case when exists (
        select from subscription earlier where earlier.visitor_id = s.visitor_id
          and (earlier.created_at, earlier.id) < (s.created_at, s.id)) then 'regained' else 'began' end as kind
      from subscription s where created_at >= ${from} and created_at < ${to}
      union all
      select ended_at, case state when 'expired' then 'failure' else 'choice' end
      from subscription where ended_at >= ${from} and ended_at < ${to}
    )
    select to_char(at at time zone ${zone}, ${sql.lit(DAY)}) as day,
      (count(*) filter (where kind = 'began'))::integer as began,
      (count(*) filter (where kind = 'regained'))::integer as regained,
      (count(*) filter (where kind = 'choice'))::integer as "lostByChoice",
      (count(*) filter (where kind = 'failure'))::integer as "lostByFailure"
    from move group by 1 order by 1`.execute(db);
  return rows;
}

/** Of the memberships that began in a month: how many there were, were due for their n-th renewal, and renewed. */
export interface CohortRow {
  month: string;
  n: number;
  began: number;
  due: number;
  renewed: number;
}

/**
 * Counts renewals by the month in which memberships began, up to a moment. Those that began in one month, were due as often and renewed
 * as often are counted together before they are spread over the numbers of renewals. Planned for any span, it would expect few of them.
 */
export async function countRenewals(
  db: Db,
  { from, to, zone }: Span,
  { renewals }: { renewals: number },
): Promise<CohortRow[]> {
  const { rows } = await sql<CohortRow>`
    with renewed as materialized (
      select p.subscription_id, count(*)::integer as times
      from subscription_period p join purchase_order o on o.id = p.order_id and ${ofPeriods}
      where o.kind = 'renewal' and p.starts_at < ${to} group by 1
    ), alike as (
      select date_trunc('month', s.created_at at time zone ${zone}) as month, coalesce(r.times, 0) as times,
        ceil(date_part('epoch', ${to} - s.created_at) / (s.period_days * 86400)) - 1 as due, count(*) as members
      from subscription s left join renewed r on r.subscription_id = s.id
      where s.created_at >= ${from} and s.created_at < ${to}
      group by 1, 2, 3
    )
    select to_char(month, 'YYYY-MM') as month, n, sum(members)::integer as began,
      coalesce(sum(members) filter (where due >= n), 0)::integer as due,
      coalesce(sum(members) filter (where due >= n and times >= n), 0)::integer as renewed
    from alike cross join generate_series(1, ${renewals}::integer) as n
    group by alike.month, n order by 1, n`.execute(withLiterals(db));
  return rows;
}

/** Memberships whose payment fails now. */
export interface DunningRow {
  step: number;
  currency: string;
  members: number;
  amount: number;
}

/** Counts those whose payment fails now, by the number of failed attempts. */
export async function countDunning(db: Db): Promise<DunningRow[]> {
  const { rows } = await sql<DunningRow>`
    select dunning_step as step, currency, count(*)::integer as members, sum(amount)::bigint as amount
    from subscription where state = 'past_due' group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Returns the day on which the first membership began. */
export async function firstMembershipDay(db: Db, zone: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(min(created_at) at time zone ${zone}, ${sql.lit(DAY)}) as day from subscription`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}
