// The figures of money for the metrics. Times are compared with billing's clock, which the demo moves.
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Figure } from "#platform/db/figures";
import { findingKinds } from "../balance/tables.ts";
import { countFindings } from "../findings/repository.ts";
import type { GatewayName } from "../gateway.ts";

type Row = Record<string, number>;

/** Reads the figures that are single numbers. */
export async function readAmounts(db: Db, now: Date): Promise<Figure[]> {
  const { rows } = await sql<Row>`
    select
      (select count(*) from payment where state = 'in_doubt') as payments_in_doubt,
      (select ${ageOf(now, "min(updated_at)")} from payment where state = 'in_doubt') as payments_in_doubt_oldest_seconds,
      (select count(*) from webhook_inbox where next_at is not null) as webhook_inbox_waiting,
      (select count(*) from refund where state = 'pending') as refunds_pending,
      (select ${ageOf(now, "min(created_at)")} from refund where state = 'pending') as refunds_pending_oldest_seconds,
      (select count(*) from purchase_order where state = 'disputed') as disputes_open,
      (select count(*) from dispute_case where state in ('drafted', 'reviewed')
        and due_by <= ${now}::timestamptz + interval '72 hours') as disputes_due_72h`.execute(db);
  return figuresOf(rows[0]);
}

/** Reads how renewals are doing: those that are due now, those an hour late, and the latest. */
export async function readRenewals(db: Db, now: Date): Promise<Figure[]> {
  const { rows } = await sql<Row>`
    select count(*) as renewals_due,
      count(*) filter (where charge_at < ${now}::timestamptz - interval '1 hour') as renewals_overdue,
      ${ageOf(now, "min(charge_at)")} as renewals_late_seconds
    from (
      select greatest(period_end, next_action_at) as charge_at from subscription
      where next_action_at <= ${now} and renewal_mode = 'auto' and not cancel_at_period_end
        and state in ('trialing', 'active', 'past_due')) due
    where charge_at <= ${now}`.execute(db);
  return figuresOf(rows[0]);
}

/** Counts the running memberships by state and by how they renew. */
export async function countMemberships(db: Db): Promise<Figure[]> {
  const { rows } = await sql<{ state: string; mode: string; value: number }>`
    select state, renewal_mode as mode, count(*) as value from subscription
    where state in ('trialing', 'active', 'past_due') group by state, renewal_mode`.execute(db);
  return rows.map(({ value, ...labels }) => ({ metric: "memberships", labels, value }));
}

/** Sums up what was captured and has no line of the gateway's balance yet. */
export async function sumUnsettled(db: Db): Promise<Figure[]> {
  const { rows } = await sql<{ currency: string; value: number }>`
    select currency, sum(amount)::bigint as value from capture where balance_line_id is null group by currency`.execute(
    db,
  );
  return rows.map(({ currency, value }) => ({ metric: "money_unsettled", labels: { currency }, value }));
}

/** Reads how long ago the event lists of the gateways were read completely. */
export async function readSweepAges(db: Db, now: Date, gateways: readonly GatewayName[]): Promise<Figure[]> {
  const { rows } = await sql<{ gateway: string; value: number }>`
    select gateway, ${ageOf(now, "at")} as value from gateway_watermark
    where gateway = any(${gateways}::text[])`.execute(db);
  return rows.map(({ gateway, value }) => ({ metric: "sweep_age_seconds", labels: { gateway }, value }));
}

/** Counts the open differences between our records and the gateways', by kind. */
export async function readFindings(db: Db): Promise<Figure[]> {
  const counts = new Map((await countFindings(db)).map(({ kind, count }) => [kind, count]));
  return findingKinds.map((kind) => ({
    metric: "recon_findings",
    labels: { kind },
    value: counts.get(kind) ?? 0,
  }));
}

/** Counts the bookings of the ledger that do not sum to zero. */
export async function countUnbalanced(db: Db): Promise<Figure[]> {
  const { rows } = await sql<Row>`
    select count(*) as ledger_unbalanced from (
      select from ledger_entry group by txn_id, currency having sum(amount) <> 0) unbalanced`.execute(db);
  return figuresOf(rows[0]);
}

/** Returns the seconds since a moment; 0 if there is none, or if the demo's clock was moved back. */
function ageOf(now: Date, moment: string) {
  return sql<number>`greatest(0, coalesce(extract(epoch from ${now}::timestamptz - ${sql.raw(moment)}), 0))::double precision`;
}

function figuresOf(row: Row | undefined): Figure[] {
  return Object.entries(row ?? {}).map(([metric, value]) => ({ metric, value }));
}
