import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** A membership whose owner is due an email, and the card that it renews by. */
export interface ExpiringCard {
  subscriptionId: string;
  days: number;
  instrument: BillingTables["instrument"];
}

/**
 * The number of the last month that may end within 30 days, as year * 12 + month. The poller asks each second, and a comparison of
 * numbers leaves out nearly all cards at once: with 40,000 cards and 30,000 memberships, 12 ms of CPU instead of 49.
 */
const lastMonthWithin = (now: Date) => {
  const end = new Date(now.getTime() + 30 * 86_400_000);
  return end.getUTCFullYear() * 12 + end.getUTCMonth();
};

/**
 * The memberships that renew by a card whose last month ends before the next charge, with no email yet about that charge
 * at 30 or at 7 days before it. Wallets of devices renew their cards themselves.
 */
const expiring = (now: Date): RawBuilder<{ id: string; instrument_id: string; days: number }> => sql`
  with card as materialized (
    select id, (make_date(exp_year, exp_month, 1) + interval '1 month') at time zone 'utc' as ends_at from instrument
    where exp_year * 12 + exp_month <= ${lastMonthWithin(now)} and exp_month between 1 and 12
      and status = 'active' and kind = 'card' and wallet is null
  )
  select subscription.id, card.id as instrument_id, due.days from subscription
    join card on card.id = subscription.instrument_id
    cross join lateral (select case when period_end <= ${now}::timestamptz + interval '7 days' then 7 else 30 end as days) due
  where subscription.state = 'active' and renewal_mode = 'auto' and not cancel_at_period_end
    and period_end > ${now} and period_end <= ${now}::timestamptz + interval '30 days'
    and card.ends_at <= period_end
    and not exists (select from expiry_notice notice where notice.subscription_id = subscription.id
      and notice.period_no = subscription.period_no and notice.days <= due.days)`;

/** Returns whether owners of expiring cards are due an email. */
export const hasExpiring = (_: unknown, now: Date) => sql<boolean>`exists (${expiring(now)})`;

/** Returns the memberships whose owners are due an email about an expiring card. */
export async function listExpiring(db: Db, now: Date, limit: number): Promise<ExpiringCard[]> {
  const { rows } = await sql<{ id: string; instrument_id: string; days: number }>`
    ${expiring(now)} order by period_end limit ${limit}`.execute(db);
  const found: ExpiringCard[] = [];
  for (const { id, instrument_id: instrumentId, days } of rows) {
    const instrument = await moneyTables(db)
      .selectFrom("instrument")
      .selectAll()
      .where("id", "=", instrumentId)
      .executeTakeFirst();
    if (instrument) found.push({ subscriptionId: id, days, instrument });
  }
  return found;
}

/** Returns whether the owner of a membership is still due an email: the gateway may have updated the card since. */
export async function isStillExpiring(trx: Trx, subscriptionId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from (${expiring(now)}) due where due.id = ${subscriptionId}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Stores that an email about an expiring card is sent; false if it was sent before. */
export async function insertNotice(trx: Trx, row: BillingTables["expiry_notice"]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await moneyTables(trx)
    .insertInto("expiry_notice")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
