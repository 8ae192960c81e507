import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { ask } from "./client.ts";
import type { Journal } from "./journal.ts";

/** How long a charge of unknown outcome may stay so: the site looks at the gateway by itself. */
const SETTLE_MS = 90_000;

/** What the site's database must agree with. */
export interface VerifyOptions {
  pool: Pick<pg.Pool, "query">;
  port: number;
  journal: Journal;
  /** Returns how often the gateway charged for one of its objects. */
  charges(remoteId: string): Promise<number>;
}

/** Compares everything that was acknowledged with the database, and the money with the gateway. Returns what is wrong. */
export async function verify(options: VerifyOptions): Promise<{ faults: string[]; paid: number }> {
  const kept = await verifyWrites(options);
  const money = await settled(options);
  return { faults: [...kept, ...money.faults], paid: money.paid };
}

async function verifyWrites({ pool, port, journal }: VerifyOptions): Promise<string[]> {
  const read = async (text: string) =>
    new Map(
      (await pool.query<{ key: string; value: string }>(text)).rows.map(({ key, value }) => [key, value]),
    );
  const progress = await read(
    "select visitor_id || ' ' || episode_id as key, round(position::numeric, 3)::text as value from progress",
  );
  const favorites = await read("select visitor_id || ' ' || series_id as key, 'true' as value from favorite");
  const visitors = await read("select id as key, 'here' as value from visitor");
  const faults: string[] = [];
  for (const key of journal.keys()) {
    const [kind = "", ...rest] = key.split(" ");
    const name = rest.join(" ");
    let value: string | undefined;
    if (kind === "progress") value = progress.get(name) ?? "nothing";
    else if (kind === "favorite") value = favorites.get(name) ?? "false";
    else if (kind === "visitor") value = visitors.get(name) ?? "nothing";
    else value = (await ask<{ id: string }>({ port, path: "/api/user", browser: { cookie: name } })).info.id;
    if (!journal.allows(key, value))
      faults.push(`${kind} ${kind === "session" ? "" : name} is ${value}, and was ${journal.describe(key)}`);
  }
  return faults;
}

interface PaymentRow {
  order_id: string;
  order_state: string;
  remote_id: string | null;
  captures: number;
  entitlements: number;
  balance: number;
}

/** Waits until every charge is known, then compares orders with the gateway. */
async function settled(options: VerifyOptions): Promise<{ faults: string[]; paid: number }> {
  for (const until = performance.now() + SETTLE_MS; ; await pause(1_000)) {
    const compared = await compareMoney(options);
    if (compared.faults.length === 0 || performance.now() > until) return compared;
  }
}

async function compareMoney({ pool, journal, charges }: VerifyOptions) {
  const { rows } = await pool.query<PaymentRow>(
    `select purchase_order.id as order_id, purchase_order.state as order_state, payment.remote_id,
      (select count(*)::int from capture where payment_id = payment.id) as captures,
      (select count(*)::int from entitlement where source_id = purchase_order.id and revoked_at is null) as entitlements,
      (select coalesce(sum(amount), 0)::int from ledger_entry join ledger_txn on ledger_txn.id = txn_id
        where order_id = purchase_order.id) as balance
     from purchase_order left join payment on payment.order_id = purchase_order.id`,
  );
  const faults: string[] = [];
  const paid = new Set<string>();
  for (const row of rows) {
    const charged = row.remote_id === null ? 0 : await charges(row.remote_id);
    const isPaid = row.order_state === "paid";
    if (isPaid) paid.add(row.order_id);
    if (charged !== row.captures || charged > 1 || (charged === 1) !== isPaid)
      faults.push(
        `order ${row.order_id} is ${row.order_state}, charged ${charged}×, captured ${row.captures}×`,
      );
    if (isPaid && row.entitlements !== 1)
      faults.push(`order ${row.order_id} gives ${row.entitlements} rights`);
    if (row.balance !== 0) faults.push(`the books of order ${row.order_id} differ by ${row.balance}`);
  }
  const known = new Set(rows.map(({ order_id }) => order_id));
  for (const { orderId, payment } of journal.purchases) {
    if (!known.has(orderId)) faults.push(`order ${orderId} was acknowledged and is lost`);
    if (payment === "acknowledged" && !paid.has(orderId))
      faults.push(`the payment of order ${orderId} was acknowledged and is lost`);
  }
  return { faults, paid: paid.size };
}
