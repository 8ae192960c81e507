import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { moneyTables } from "../repository.ts";

const columns = ["id", "code", "number", "title", "currency", "amount", "state", "created_at as at"] as const;

/** By what orders are looked up, each by its own index. */
export type OrderKey =
  | { number: number }
  | { code: string }
  | { receipt: { series: string; number: number } }
  /** The id of a payment, capture or refund at its gateway. */
  | { remoteId: string }
  | { email: string; memberId: string | null };

/** Looks up orders, the newest first. */
export async function findOrders(db: Db, key: OrderKey, limit: number) {
  const orders = moneyTables(db).selectFrom("purchase_order").select(columns);
  const newest = orders.orderBy("created_at", "desc").limit(limit);
  if ("number" in key) return orders.where("number", "=", key.number).execute();
  if ("code" in key) return orders.where("code", "=", key.code).execute();
  if ("email" in key) {
    const [named, theirs] = await Promise.all([
      newest.where("email", "=", key.email).execute(),
      key.memberId === null ? [] : newest.where("visitor_id", "=", key.memberId).execute(),
    ]);
    const known = new Set(named.map(({ id }) => id));
    return [...named, ...theirs.filter(({ id }) => !known.has(id))]
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, limit);
  }
  const ids =
    "receipt" in key
      ? sql`select order_id from receipt where series = ${key.receipt.series} and number = ${key.receipt.number}`
      : ofGateway(key.remoteId);
  return newest.where(sql<boolean>`id in (${ids})`).execute();
}

function ofGateway(remoteId: string) {
  const named = sql`gateway in ('stripe', 'paypal') and remote_id = ${remoteId}`;
  return sql`
    select order_id from payment where ${named}
    union select payment.order_id from capture join payment on payment.id = capture.payment_id
      where capture.gateway in ('stripe', 'paypal') and capture.remote_id = ${remoteId}
    union select order_id from refund where ${named}`;
}
