import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { AttributionTables } from "../tables.ts";

type Tables = Pick<AttributionTables, "order_touch">;

/** Stores what led to an order, once. */
export async function insertOrderTouch(trx: Trx, row: AttributionTables["order_touch"]): Promise<void> {
  await trx
    .$extendTables<Tables>()
    .insertInto("order_touch")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Copies to a renewal what led to its subscription. */
export async function inheritOrderTouch(trx: Trx, orderId: string, subscriptionId: string): Promise<void> {
  await sql`
    insert into order_touch (order_id, visitor_id, first, last, language, series_id, first_channel, last_channel)
    select ${orderId}, t.visitor_id, t.first, t.last, t.language, t.series_id, t.first_channel, t.last_channel
    from purchase_order o join order_touch t on t.order_id = o.id
    where o.subscription_id = ${subscriptionId} and o.kind = 'subscribe'
    order by o.created_at, o.id limit 1
    on conflict do nothing`.execute(trx);
}

/** Returns what led to an order. */
export async function findOrderTouch(
  db: Db,
  orderId: string,
): Promise<AttributionTables["order_touch"] | undefined> {
  return db
    .$extendTables<Tables>()
    .selectFrom("order_touch")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/**
 * Lists what led to a member's orders, for their export. A row is fixed with its order, so what was bought before a sign-in
 * names the guest of then.
 */
export async function listOrderTouches(db: Db, visitorId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select order_id as "orderId", first, last, language, series_id as "seriesId" from order_touch
    where visitor_id in (select id from visitor where id = ${visitorId} or merged_into = ${visitorId})
    order by order_id`.execute(db);
  return rows;
}

/** Deletes what led to the orders of these visitors. */
export async function forgetOrderTouches(trx: Trx, visitorIds: readonly string[]): Promise<void> {
  await sql`
    update order_touch set visitor_id = null, first = null, last = null, language = null, series_id = null,
      first_channel = null, last_channel = null
    where visitor_id = any(${visitorIds}::text[])`.execute(trx);
}
