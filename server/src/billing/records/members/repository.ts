import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { refundsOfOrders } from "../refunds/repository.ts";

/** How many running memberships have a plan at a price, and what comes for them. */
export interface MemberGroup {
  plan_id: string;
  currency: string;
  amount: number;
  /** The plan and price of the next period: another one where a change is planned. */
  next_plan_id: string;
  next_amount: number;
  renews: boolean;
  count: number;
}

/** Counts running memberships by plan and price: those that can watch, or whose next charge is tried again. */
export async function listMemberGroups(db: Db, now: Date): Promise<MemberGroup[]> {
  const { rows } = await sql<MemberGroup>`
    select s.plan_id, s.currency, s.amount, coalesce(s.pending_plan_id, s.plan_id) as next_plan_id,
      coalesce(next.amount, s.amount)::bigint as next_amount,
      not s.cancel_at_period_end and s.renewal_mode = 'auto' as renews, count(*)::int as count
    from subscription s left join plan_price next on next.id = s.pending_price_id
    where s.state in ('trialing', 'active', 'past_due')
      and (s.period_end > ${now} or s.grace_until is not null or s.state = 'past_due'
        or (not s.cancel_at_period_end and s.renewal_mode = 'auto'))
    group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

/** What was paid for a plan in a currency, less what was given back of it. */
export interface PlanNet {
  plan_id: string;
  currency: string;
  net: number;
  buyers: number;
}

/** Sums what was paid for each plan since a time: first purchases, renewals and changes, less what was given back or is disputed. */
export async function listPlanNet(db: Db, since: Date): Promise<PlanNet[]> {
  const { rows } = await sql<PlanNet>`
    select plan_id, currency, sum(case when state = 'refunded' then 0 else amount - coalesce(refunded, 0) end)::bigint as net,
      count(distinct visitor_id)::int as buyers
    from purchase_order o left join (
      select order_id, sum(amount) as refunded from ${refundsOfOrders} refund group by order_id) as back
      on back.order_id = o.id
    where o.paid_at >= ${since} and o.plan_id is not null and o.state <> 'disputed'
    group by 1, 2`.execute(db);
  return rows;
}
