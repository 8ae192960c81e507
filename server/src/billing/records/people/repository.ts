import type { OrderKind, OrderState } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";
import { type Before, pastOf } from "#platform/db/moments";
import { prepared } from "#platform/db/prepared";
import type { BillingTables } from "../tables.ts";

/** What names an order on a line. */
interface OrderNamed {
  order_id: string;
  code: string | null;
  number: number;
  currency: string;
  amount: number;
}

/** An order of a person. */
export type PersonOrderRow = OrderNamed & {
  id: string;
  at: Date;
  title: Texts;
  kind: OrderKind;
  state: OrderState;
};

/** Lists a person's orders, the newest first. */
export async function listOrdersOf(
  db: Db,
  ids: readonly string[],
  before: Before,
): Promise<PersonOrderRow[]> {
  const { rows } = await sql<PersonOrderRow>`
    select id, id as order_id, created_at as at, code, number, title, kind, state, currency, amount
    from purchase_order where visitor_id = any(${[...ids]}::text[]) and ${pastOf("created_at", "id", before)} ${prepared}`.execute(
    db,
  );
  return rows;
}

/** One charge of an order with what came of it. */
export type PersonPaymentRow = OrderNamed & {
  id: string;
  at: Date;
  gateway: string;
  outcome: string | null;
  decline_code: string | null;
  kind: "card" | "paypal" | null;
  brand: string | null;
  last4: string | null;
};

/** Lists the charges of a person's orders, the newest first. */
export async function listChargesOf(
  db: Db,
  ids: readonly string[],
  before: Before,
): Promise<PersonPaymentRow[]> {
  const { rows } = await sql<PersonPaymentRow>`
    select * from (
      select attempt.id, coalesce(attempt.ended_at, attempt.created_at) as at, payment.gateway, attempt.outcome,
        coalesce(attempt.decline_code, attempt.fault) as decline_code, payment.currency, payment.amount,
        purchase_order.id as order_id, code, number, instrument.kind, instrument.brand, instrument.last4
      from purchase_order join payment on payment.order_id = purchase_order.id
        join payment_attempt attempt on attempt.payment_id = payment.id
        left join instrument on instrument.id = coalesce(attempt.instrument_id, payment.instrument_id)
      where purchase_order.visitor_id = any(${[...ids]}::text[])
    ) as charge where ${pastOf("at", "id", before)} ${prepared}`.execute(db);
  return rows;
}

/** A refund of an order. */
export type PersonRefundRow = OrderNamed & {
  id: string;
  at: Date;
  state: "pending" | "done" | "failed";
  initiated_by: "operator" | "member" | "system" | "gateway";
};

/** Lists the refunds of a person's orders, the newest first. */
export async function listRefundsOf(
  db: Db,
  ids: readonly string[],
  before: Before,
): Promise<PersonRefundRow[]> {
  const { rows } = await sql<PersonRefundRow>`
    select * from (
      select refund.id, refund.created_at as at, refund.state, refund.initiated_by, refund.currency, refund.amount,
        purchase_order.id as order_id, code, number
      from purchase_order join refund on refund.order_id = purchase_order.id
      where purchase_order.visitor_id = any(${[...ids]}::text[])
    ) as given where ${pastOf("at", "id", before)} ${prepared}`.execute(db);
  return rows;
}

/** Lists the ids that emails about a person's purchases name: of orders, refunds, receipts, memberships and withdrawals. */
export async function listMailSubjects(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with theirs as materialized (select id from purchase_order where visitor_id = any(${[...ids]}::text[]))
    select id from theirs
    union all select refund.id from theirs join refund on refund.order_id = theirs.id
    union all select receipt.id from theirs join receipt on receipt.order_id = theirs.id
    union all select id from subscription where visitor_id = any(${[...ids]}::text[])
    union all select withdrawal.id from theirs join withdrawal on withdrawal.order_id = theirs.id ${prepared}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** What a person paid and got back, in one currency. */
export interface PaidRow {
  currency: string;
  paid: number;
  refunded: number;
}

/** Sums a person's captures by currency. */
export async function sumPaid(db: Db, ids: readonly string[]): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    select payment.currency, sum(payment.captured)::bigint as paid, sum(payment.refunded)::bigint as refunded
    from purchase_order join payment on payment.order_id = purchase_order.id
    where purchase_order.visitor_id = any(${[...ids]}::text[]) and payment.captured > 0
    group by payment.currency order by 2 desc`.execute(db);
  return rows.map((row) => ({ ...row, paid: Number(row.paid), refunded: Number(row.refunded) }));
}

/** A right that is active, with the series that it opens and the order that paid for it. */
export type PersonRightRow = Pick<
  BillingTables["entitlement"],
  "id" | "series_id" | "source_type" | "valid_to"
> & { title: Texts | null; code: string | null; number: number | null };

/** Lists the rights of a person that are active, those to everything first. */
export async function listRightsOf(db: Db, ids: readonly string[], now: Date): Promise<PersonRightRow[]> {
  const { rows } = await sql<PersonRightRow>`
    select entitlement.id, entitlement.series_id, source_type, valid_to, series.title,
      purchase_order.code, purchase_order.number
    from entitlement left join series on series.id = entitlement.series_id
      left join purchase_order on source_type = 'order' and purchase_order.id = source_id
    where entitlement.visitor_id = any(${[...ids]}::text[]) and revoked_at is null and suspended_at is null
      and valid_from <= ${now} and (valid_to is null or valid_to > ${now})
    order by scope, valid_to desc nulls first, entitlement.id limit 100`.execute(db);
  return rows;
}

/** How a person stands: how many orders they paid, and until when they may watch everything. */
export interface StandingRow {
  id: string;
  paid: number;
  until: Date | null;
}

/** Lists how people stand. */
export async function listStandings(db: Db, ids: readonly string[], now: Date): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select person.id,
      (select count(*)::int from purchase_order where visitor_id = person.id and paid_at is not null) as paid,
      (select max(valid_to) from entitlement where visitor_id = person.id
        and scope = 'membership' and revoked_at is null and suspended_at is null and valid_from <= ${now}
        and valid_to > ${now}) as until
    from unnest(${[...ids]}::text[]) as person (id)`.execute(db);
  return rows;
}

/** Lists whose orders they are. */
export async function listOwnersOf(db: Db, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ visitor_id: string }>`
    select distinct visitor_id from purchase_order
    where id = any(${[...orderIds]}::text[]) and visitor_id is not null`.execute(db);
  return rows.map(({ visitor_id }) => visitor_id);
}

/** Lists who paid by a card with these last digits, an amount in the smallest unit of its currency, within a day. */
export async function listPaidByCard(
  db: Db,
  { last4, from, until, amounts }: CardPayment,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ visitor_id: string }>`
    select distinct purchase_order.visitor_id from instrument
      join payment on payment.instrument_id = instrument.id
      join purchase_order on purchase_order.id = payment.order_id
      join payment_attempt attempt on attempt.payment_id = payment.id
    where instrument.last4 = ${last4} and coalesce(attempt.ended_at, attempt.created_at) >= ${from}
      and coalesce(attempt.ended_at, attempt.created_at) < ${until}
      and payment.amount = any(${[...amounts]}::bigint[]) and purchase_order.visitor_id is not null
    limit ${limit}`.execute(db);
  return rows.map(({ visitor_id }) => visitor_id);
}

/** A payment as its customer knows it from a statement; without a currency, the amount may have any number of decimals. */
export interface CardPayment {
  last4: string;
  from: Date;
  until: Date;
  amounts: readonly number[];
}
