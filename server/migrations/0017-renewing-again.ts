import { type Kysely, sql } from "kysely";
import { newId } from "#platform/ids";

/** The days between the reminder of a repaired membership and its next charge, at least. */
const noticeDays = 7;

/**
 * Memberships that a renewal charged through PayPal had turned to manual, although the account is still saved there, renew
 * by themselves again. Their owners were told otherwise, so each is reminded at least seven days before the charge; where the
 * period ends sooner, it is made longer at no cost. What has ended, or was cancelled by its owner, stays as it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; at: Date }>`
    with clock as (
      select now() + make_interval(secs => coalesce((select seconds from clock_offset), 0)) as at
    ), broken as (
      select s.id, s.period_end, per.order_id, saved.id as instrument_id, clock.at,
        greatest(s.period_end, clock.at + make_interval(days => ${noticeDays}, hours => 1)) as charge_at
      from clock, subscription s
      join subscription_period per on per.subscription_id = s.id and per.no = s.period_no
      join lateral (
        select i.id from instrument i
        where i.visitor_id = s.visitor_id and i.gateway = 'paypal' and i.status = 'active' and i.token not like 'once\\_%'
        order by exists (
          select from payment used join purchase_order o on o.id = used.order_id
          where used.instrument_id = i.id and o.subscription_id = s.id) desc, i.created_at desc
        limit 1) saved on true
      where s.state = 'active' and s.renewal_mode = 'manual' and not s.cancel_at_period_end and s.period_end > clock.at
        and exists (
          select from payment p where p.order_id = per.order_id and p.gateway = 'paypal' and p.initiator = 'merchant'
            and p.state = 'succeeded' and not p.unwanted)
    ), longer as (
      update subscription_period per set ends_at = broken.charge_at
      from broken where per.order_id = broken.order_id and per.subscription_id = broken.id
    ), open as (
      update entitlement e set valid_to = broken.charge_at
      from broken where e.source_type = 'order' and e.source_id = broken.order_id and e.valid_to = broken.period_end
    )
    update subscription s set
      renewal_mode = 'auto',
      instrument_id = broken.instrument_id,
      anchor_at = case when broken.charge_at > broken.period_end then broken.charge_at else s.anchor_at end,
      anchor_no = case when broken.charge_at > broken.period_end then s.period_no + 1 else s.anchor_no end,
      period_end = broken.charge_at,
      grace_until = null,
      lease_until = null,
      remind_at = greatest(broken.at, broken.charge_at - make_interval(days => ${noticeDays}, hours => 1)),
      next_action_at = broken.charge_at - interval '5 minutes'
    from broken where s.id = broken.id
    returning s.id, broken.at`.execute(db);
  for (const { id, at } of rows) {
    const detail = JSON.stringify({ renewalMode: "auto" });
    await sql`
      insert into money_log (id, at, subject, subject_id, from_state, to_state, cause, detail)
      values (${newId(at)}, ${at}, 'subscription', ${id}, 'active', 'active', 'repair', ${detail})`.execute(
      db,
    );
  }
}
