import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { FindingKind } from "../balance/tables.ts";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** A difference between our records and a gateway's, as stored. */
export type FindingRow = BillingTables["recon_finding"];
/** A difference as it is found. */
export type Found = Pick<FindingRow, "kind" | "subject" | "gateway" | "order_id" | "currency" | "amount"> & {
  detail: Record<string, unknown>;
};

/** What may take this long is not a difference yet. */
const PATIENCE = sql.raw("interval '3 days'");
/** Webhooks and their repetitions bring what is missing within this time. */
const WEBHOOK_PATIENCE = sql.raw("interval '1 hour'");

/** Returns everything in our records that differs from the gateways' lines at this moment. */
export async function findDifferences(db: Db, now: Date): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select 'missing_local' as kind, line.gateway || ':' || line.remote_id as subject, line.gateway, line.order_id,
      line.currency, line.net as amount, jsonb_build_object('line', line.remote_id, 'payment', line.payment_id) as detail
    from balance_line line
    where line.at < ${now}::timestamptz - ${WEBHOOK_PATIENCE} and (
      (line.kind = 'sale' and line.order_id is null and exists (select from payment where payment.id = line.payment_id))
      or (line.kind = 'refund' and line.order_id is not null and not exists (
        select from refund where refund.gateway = line.gateway and refund.remote_id = line.source_id)))
    union all
    select 'missing_remote', refund.gateway || ':' || refund.remote_id, refund.gateway, refund.order_id, refund.currency,
      refund.amount, jsonb_build_object('refund', refund.id)
    from refund
    where refund.state = 'done' and refund.updated_at < ${now}::timestamptz - ${PATIENCE} and not exists (
      select from balance_line line where line.gateway = refund.gateway and line.source_id = refund.remote_id)
    union all
    select case when settled_fee is null then 'fee_unknown' else 'missing_remote' end, capture.gateway || ':' || capture.remote_id,
      capture.gateway, payment.order_id, capture.currency, capture.amount, jsonb_build_object('capture', capture.id)
    from capture join payment on payment.id = capture.payment_id
    where balance_line_id is null and capture.at < ${now}::timestamptz - ${PATIENCE}
    union all
    select case when capture.currency <> line.source_currency then 'currency' else 'amount' end,
      line.gateway || ':' || line.remote_id, line.gateway, line.order_id, line.source_currency, line.source_amount,
      jsonb_build_object('ours', capture.amount, 'currency', capture.currency)
    from balance_line line join capture on capture.balance_line_id = line.id
    where capture.currency <> line.source_currency or capture.amount <> line.source_amount
    union all
    select case when refund.currency <> line.source_currency then 'currency' else 'amount' end,
      line.gateway || ':' || line.remote_id, line.gateway, line.order_id, line.source_currency, line.source_amount,
      jsonb_build_object('ours', refund.amount, 'currency', refund.currency)
    from balance_line line join refund on refund.gateway = line.gateway and refund.remote_id = line.source_id
    where line.kind = 'refund' and (refund.currency <> line.source_currency or refund.amount <> -line.source_amount)
    union all
    select 'amount', line.gateway || ':' || line.remote_id || ':reported', line.gateway, line.order_id, line.currency,
      line.net, line.differs
    from balance_line line where line.differs is not null
    union all
    select 'unmatched_line', line.gateway || ':' || line.remote_id, line.gateway, null, line.currency, line.net, '{}'
    from balance_line line where line.kind = 'other'
    union all
    select 'receivable', order_id || ':' || currency, null, order_id, currency, sum(amount)::bigint, '{}'
    from ledger_entry join ledger_txn on ledger_txn.id = txn_id
    where account = 'gateway_receivable' and order_id is not null
    group by order_id, currency
    having sum(amount) <> 0 and max(ledger_txn.at) < ${now}::timestamptz - ${PATIENCE}
    union all
    select 'payout_sum', payout.gateway || ':' || payout.remote_id, payout.gateway, null, payout.currency, payout.amount,
      jsonb_build_object('automatic', payout.automatic, 'lines', sum.net)
    from payout left join lateral (
      select coalesce(sum(net), 0)::bigint as net from balance_line line
      where line.gateway = payout.gateway and line.payout_id = payout.remote_id) sum on true
    where not payout.automatic or (payout.lines_read and sum.net <> payout.amount)
    union all
    select 'bought_twice', o.id, null, o.id, o.currency, o.amount, jsonb_build_object('series', o.series_id)
    from purchase_order o
    where o.merged_from is not null and o.kind = 'unlock' and o.state = 'paid' and exists (
      select from purchase_order own where own.visitor_id = o.visitor_id and own.series_id = o.series_id
        and own.kind = 'unlock' and own.state = 'paid' and own.id <> o.id)`.execute(db);
  return rows;
}

/**
 * Stores what was found. A difference that is found again stays one row, one that is gone is marked, and one that comes back
 * is open again, even if an operator had closed it.
 */
export async function saveFindings(trx: Trx, found: readonly Found[], now: Date): Promise<void> {
  for (const { detail, ...one } of found) {
    await sql`
      insert into recon_finding (id, kind, subject, gateway, order_id, currency, amount, detail, found_at)
      values (${newId(now)}, ${one.kind}, ${one.subject}, ${one.gateway}, ${one.order_id}, ${one.currency}, ${one.amount},
        ${JSON.stringify(detail)}::jsonb, ${now})
      on conflict (kind, subject) do update set amount = excluded.amount, detail = excluded.detail,
        found_at = case when recon_finding.gone_at is null then recon_finding.found_at else excluded.found_at end,
        closed_at = case when recon_finding.gone_at is null then recon_finding.closed_at end,
        closed_by = case when recon_finding.gone_at is null then recon_finding.closed_by end,
        close_note = case when recon_finding.gone_at is null then recon_finding.close_note end,
        gone_at = null`.execute(trx);
  }
  const names = found.map(({ kind, subject }) => `${kind} ${subject}`);
  await sql`update recon_finding set gone_at = ${now}
    where gone_at is null and not (kind || ' ' || subject) = any(${names}::text[])`.execute(trx);
}

/** Returns the differences that are open, oldest first. */
export async function listFindings(db: Db): Promise<FindingRow[]> {
  return moneyTables(db)
    .selectFrom("recon_finding")
    .selectAll()
    .where("gone_at", "is", null)
    .where("closed_at", "is", null)
    .orderBy("found_at")
    .orderBy("kind")
    .orderBy("subject")
    .execute();
}

/** Counts the open differences by kind. */
export async function countFindings(db: Db): Promise<{ kind: FindingKind; count: number }[]> {
  const { rows } = await sql<{ kind: FindingKind; count: number }>`
    select kind, count(*)::integer as count from recon_finding
    where gone_at is null and closed_at is null group by kind`.execute(db);
  return rows;
}

/**
 * Makes the payments due for inspection whose money or refund is in a gateway's lines and not in our records: their
 * webhooks were lost. Returns how many.
 */
export async function inspectMissing(trx: Trx, now: Date): Promise<number> {
  const { rows } = await sql`
    update payment set next_inspect_at = ${now}, inspections = 0
    where next_inspect_at is null and id in (
      select coalesce(line.payment_id, capture.payment_id)
      from recon_finding finding
      join balance_line line on finding.subject = line.gateway || ':' || line.remote_id
      left join capture on capture.gateway = line.gateway and capture.remote_id = line.capture_remote_id
      where finding.kind = 'missing_local' and finding.gone_at is null)
    returning id`.execute(trx);
  return rows.length;
}
