import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { GatewayName } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import { resumeAfterRestore } from "../restored/repository.ts";

/** The kinds of entries for manual review. */
export const reviewKinds = [
  "mismatch",
  "doubt",
  "dispute",
  "warning",
  "refund",
  "late",
  "hint",
  "merchant_fault",
  "twice",
  "restore",
  "finding",
  "withdrawal",
  "request",
] as const;

/**
 * Why an entry needs manual review. `mismatch`: a payment does not match the order. `doubt`: its outcome is
 * unknown. `dispute`: a bank holds the money. `warning`: a bank asks, or suspects fraud. `refund`: a refund
 * failed. `late`: an unwanted payment is not refunded. `hint`: a webhook event could not be handled.
 * `merchant_fault`: a gateway refuses because of our account or request. `twice`: one payment was captured
 * twice. `restore`: a restored database cannot catch up with the gateways by itself. `finding`: our records and a
 * gateway's differ. `withdrawal`: a customer withdrew, and an operator decides what goes back. `request`: support asks for a
 * refund that is above what it refunds itself.
 */
export type ReviewKind = (typeof reviewKinds)[number];

/** An entry for manual review. */
export interface ReviewEntry {
  kind: ReviewKind;
  /** The id of the order, payment, refund or webhook event concerned. */
  id: string;
  since: Date;
  order_id: string | null;
  number: number | null;
  code: string | null;
  email: string | null;
  gateway: GatewayName | null;
  remote_id: string | null;
  currency: string | null;
  amount: number | null;
  /** Details: the mismatches of a payment, the type of a webhook event. */
  about: {
    faults?: string[];
    amount?: number;
    currency?: string;
    type?: string;
    code?: string;
    count?: number;
    last?: string;
    /** The evidence of a dispute: its id, its state and its deadline. */
    case?: string;
    state?: string;
    due?: string | null;
    /** Why the buyer disputes, in the gateway's word. */
    reason?: string | null;
  } | null;
}

const ofOrder = sql`o.id as order_id, o.number, o.code, o.email`;
const lastPayment = sql`left join lateral (
  select gateway, remote_id from payment where order_id = o.id
  order by state in ('in_doubt', 'succeeded') desc, id desc limit 1) p on true`;

/** Returns all facts that need manual review, oldest first, including those already closed. */
export async function listFaulty(db: Db): Promise<ReviewEntry[]> {
  const { rows } = await sql<ReviewEntry>`
    with held as (
      select order_id, currency, max(at) as since, sum(amount)::bigint as amount
      from ledger_entry join ledger_txn on ledger_txn.id = txn_id
      where account = 'dispute_hold' group by order_id, currency having sum(amount) > 0)
    select 'mismatch' as kind, o.id, coalesce(move.at, o.created_at) as since, ${ofOrder}, p.gateway, p.remote_id,
      o.currency, o.amount, move.detail as about
    from purchase_order o ${lastPayment} left join lateral (
      select at, detail from money_log where subject_id = o.id and subject = 'order' and to_state = 'review'
      order by id desc limit 1) move on true
    where o.state = 'review'
    union all
    select 'doubt', p.id, p.updated_at, ${ofOrder}, p.gateway, p.remote_id, p.currency, p.amount, null
    from payment p join purchase_order o on o.id = p.order_id
    where p.state in ('charging', 'action', 'pending', 'in_doubt') and p.next_inspect_at is null
      and o.state <> 'review'
    union all
    select 'dispute', o.id, coalesce(held.since, move.at, o.created_at), ${ofOrder}, p.gateway, p.remote_id,
      coalesce(held.currency, o.currency), coalesce(held.amount, o.amount),
      case when c.id is not null then jsonb_build_object('case', c.id, 'state', c.state, 'due', c.due_by, 'reason', c.reason) end
    from (
      select id from purchase_order where state = 'disputed' union select order_id from held) asked
    join purchase_order o on o.id = asked.id left join lateral (
      select id, state, due_by, reason from dispute_case where order_id = o.id order by created_at desc limit 1) c on true
    left join held on held.order_id = o.id
    ${lastPayment} left join lateral (
      select at from money_log where subject_id = o.id and subject = 'order' and to_state = 'disputed'
      order by id desc limit 1) move on true
    union all
    select 'warning', o.id, resting.since, ${ofOrder}, p.gateway, p.remote_id, o.currency, o.amount, null
    from (
      select source_id, max(suspended_at) as since from entitlement
      where source_type = 'order' and suspended_at is not null and revoked_at is null group by source_id) resting
    join purchase_order o on o.id = resting.source_id ${lastPayment}
    where o.state in ('paid', 'partially_refunded')
    union all
    select 'refund', r.id, r.updated_at, ${ofOrder}, r.gateway, r.remote_id, r.currency, r.amount, null
    from refund r join purchase_order o on o.id = r.order_id
    where r.state = 'failed' and not exists (
      select from refund later where later.capture_id = r.capture_id and later.id <> r.id
        and later.created_at >= r.updated_at)
    union all
    select 'late', p.id, p.updated_at, ${ofOrder}, p.gateway, p.remote_id, p.currency, p.captured, null
    from payment p join purchase_order o on o.id = p.order_id
    where p.unwanted and p.second_of is null and p.captured > p.refunded and not exists (
      select from refund r join capture c on c.id = r.capture_id where c.payment_id = p.id)
    union all
    select 'hint', w.id, w.received_at, null, null, null, null, w.gateway,
      coalesce(w.subject ->> 'remoteId', w.subject ->> 'paymentRemoteId', w.subject ->> 'token'), null, null,
      jsonb_build_object('type', w.type)
    from webhook_inbox w where w.state = 'failed'
    union all
    select 'twice', p.id, p.created_at, ${ofOrder}, p.gateway, p.remote_id, p.currency, p.captured, null
    from payment p join purchase_order o on o.id = p.order_id
    where p.second_of is not null and p.closed_at is null
    union all
    select 'restore', 'restore', min(at), null, null, null, null, null, null, null, null,
      jsonb_build_object('last', min(snapshot_at))
    from restored where resumed_at is null
    having min(snapshot_at) < now() - interval '30 days' + interval '1 hour' or min(at) < now() - interval '1 day'
    union all
    select 'merchant_fault', p.gateway || ':' || a.fault, min(a.created_at), null, null, null, null, p.gateway, null, null, null,
      jsonb_build_object('code', a.fault, 'count', count(*), 'last', max(a.created_at))
    from payment_attempt a join payment p on p.id = a.payment_id
    where a.fault is not null and a.closed_at is null
    group by p.gateway, a.fault
    union all
    select 'finding', f.id, f.found_at, ${ofOrder}, f.gateway, f.subject, f.currency, f.amount,
      jsonb_build_object('code', f.kind)
    from recon_finding f left join purchase_order o on o.id = f.order_id
    where f.gone_at is null and f.closed_at is null
    union all
    select 'withdrawal', w.id, w.at, ${ofOrder}, null, null, w.currency, w.amount, jsonb_build_object('code', w.why)
    from withdrawal w join purchase_order o on o.id = w.order_id
    where w.outcome = 'review' and w.closed_at is null
    union all
    select 'request', r.id, r.at, ${ofOrder}, null, null, r.currency, r.amount, jsonb_build_object('code', r.reason)
    from refund_request r join purchase_order o on o.id = r.order_id
    where r.closed_at is null
    order by since, id`.execute(db);
  return rows;
}

/** A review that an operator closed. */
export interface ClosedReview {
  subject_id: string;
  kind: ReviewKind;
  at: Date;
  note: string;
  /** Since when the closed fact existed: if it recurs, the review is open again. */
  since: string;
  number: number | null;
  code: string | null;
}

/** Returns the closed reviews of the given ids, or the newest of all. */
export async function listClosed(
  db: Db,
  of: { ids: readonly string[] } | { limit: number },
): Promise<ClosedReview[]> {
  const query = moneyTables(db)
    .selectFrom("money_log")
    .leftJoin("purchase_order as o", (join) => join.on(sql<boolean>`o.id = money_log.detail ->> 'order'`))
    .select(["subject_id", "money_log.at", "o.number", "o.code"])
    .select(sql<ReviewKind>`from_state`.as("kind"))
    .select(sql<string>`detail ->> 'note'`.as("note"))
    .select(sql<string>`detail ->> 'since'`.as("since"))
    .where("subject", "=", "review")
    .orderBy("money_log.id", "desc");
  if ("limit" in of) return query.limit(of.limit).execute();
  return of.ids.length === 0 ? [] : query.where("subject_id", "in", of.ids).execute();
}

/** Who closed a review, when, and what they did. */
export interface Closing {
  closed_at: Date;
  closed_by: string;
  close_note: string;
}

/** Writes a closing to the rows of its facts, if they have columns for it. */
export async function closeFacts(trx: Trx, { kind, id }: ReviewEntry, closing: Closing): Promise<void> {
  const tables = moneyTables(trx);
  if (kind === "merchant_fault") {
    const [gateway, code] = [id.slice(0, id.indexOf(":")), id.slice(id.indexOf(":") + 1)];
    await tables
      .updateTable("payment_attempt")
      .set(closing)
      .where("fault", "=", code)
      .where("closed_at", "is", null)
      .where("payment_id", "in", (query) =>
        query
          .selectFrom("payment")
          .select("payment.id")
          .where("gateway", "=", gateway as GatewayName),
      )
      .execute();
  }
  if (kind === "doubt" || kind === "late" || kind === "twice")
    await tables.updateTable("payment").set(closing).where("id", "=", id).execute();
  if (kind === "restore") await resumeAfterRestore(trx);
  if (kind === "finding")
    await tables.updateTable("recon_finding").set(closing).where("id", "=", id).execute();
  if (kind === "withdrawal")
    await tables.updateTable("withdrawal").set(closing).where("id", "=", id).execute();
  if (kind === "request")
    await tables.updateTable("refund_request").set(closing).where("id", "=", id).execute();
  if (kind === "refund") await tables.updateTable("refund").set(closing).where("id", "=", id).execute();
}
