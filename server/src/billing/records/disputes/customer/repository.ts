import { sql } from "kysely";
import type { Db } from "#platform/db/database";

/** What our records say about the customer of a disputed order. Network addresses exist for orders only. */
export interface CustomerFacts {
  email: string | null;
  signIns: { at: Date; device: string }[];
  /** Episodes with the last time and the position in seconds. */
  plays: { at: Date; title: string; number: number; seconds: number }[];
  mails: { at: Date; kind: string }[];
  /** Earlier payments that nobody disputed. */
  earlier: { at: Date; currency: string; amount: number }[];
}

/** Lines of one kind in a draft. */
const LIMIT = 100;

/** Reads what our records say about an order's customer since a time; without an account, only about the order. */
export async function readCustomerFacts(
  db: Db,
  order: { id: string; visitorId: string | null; seriesId: string | null; since: Date },
): Promise<CustomerFacts> {
  const { id, visitorId, seriesId, since } = order;
  const [people, signIns, plays, mails, earlier] = await Promise.all([
    sql<{ email: string | null }>`select email from visitor where id = ${visitorId}`.execute(db),
    sql<CustomerFacts["signIns"][number]>`
      select created_at as at, device from session where visitor_id = ${visitorId}
      order by created_at desc limit ${LIMIT}`.execute(db),
    sql<CustomerFacts["plays"][number]>`
      select watched_at as at, coalesce(series.title ->> 'en', series.title ->> series.language, series.id) as title,
        episode.number, round(position)::int as seconds
      from progress join episode on episode.id = progress.episode_id join series on series.id = episode.series_id
      where visitor_id = ${visitorId} and watched_at >= ${since}
        and (${seriesId}::text is null or progress.series_id = ${seriesId})
      order by watched_at desc limit ${LIMIT}`.execute(db),
    sql<CustomerFacts["mails"][number]>`
      select at, kind from mail_sent where state = 'accepted' and subject_id = ${id}
      order by at, id limit ${LIMIT}`.execute(db),
    sql<CustomerFacts["earlier"][number]>`
      select paid_at as at, currency, amount from purchase_order
      where visitor_id = ${visitorId} and id <> ${id} and state = 'paid' and paid_at < ${since}
        and not exists (select from dispute_case where dispute_case.order_id = purchase_order.id)
      order by paid_at desc limit ${LIMIT}`.execute(db),
  ]);
  return {
    email: people.rows[0]?.email ?? null,
    signIns: signIns.rows,
    plays: plays.rows,
    mails: mails.rows,
    earlier: earlier.rows,
  };
}
