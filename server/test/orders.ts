import type { Billing } from "#billing";
import type { Database } from "#platform/db/database";
import { newId } from "#platform/ids";

/** What creating an order needs; the app of `testMoney()` has it. */
export interface MoneyApp {
  billing: Billing;
  database: Database;
}

/** An order for a series whose payment is open at Stripe, or was charged there without our records knowing. */
export interface MadeOrder {
  id: string;
  paymentId: string;
  remoteId: string;
  visitorId: string;
  seriesId: string;
}

/** Creates an order as left by a process that ended in the middle of a payment. `noted`: whether the remote id was stored. */
export async function makeOrder(
  { billing, database: { pool } }: MoneyApp,
  { card, noted = true, amount = 699 }: { card?: string; noted?: boolean; amount?: number } = {},
): Promise<MadeOrder> {
  const gateway = billing.gateways.get("stripe");
  if (!gateway) throw new Error("No card is taken");
  const now = billing.clock.now();
  const [id, paymentId, visitorId, seriesId] = [newId(now), newId(now), newId(now), newId(now)];
  await pool.query(
    `insert into purchase_order (id, visitor_id, kind, state, series_id, from_episode, title, currency, amount, method,
      client_token, email, language, created_at, expires_at)
    values ($1, $2, 'unlock', $3, $4, 3, '{"en": "The Salt Road"}', 'USD', $5, 'card', $6, 'mara@example.com', 'en', $7, $8)`,
    [
      id,
      visitorId,
      card ? "processing" : "pending",
      seriesId,
      amount,
      newId(now),
      now,
      new Date(now.getTime() + 30 * 60_000),
    ],
  );
  const returnUrl = `${billing.origin}/order/result`;
  const { remoteId } = await gateway.create({
    key: `pay_${paymentId}:create`,
    orderId: id,
    orderNumber: "CH-000001",
    paymentId,
    amount,
    currency: "USD",
    description: "The Salt Road",
    siteName: "Cliffhanger",
    language: "en",
    visitorId,
    email: null,
    customer: null,
    saveInstrument: false,
    returnUrl,
    cancelUrl: returnUrl,
  });
  await pool.query(
    `insert into payment (id, order_id, gateway, remote_id, state, currency, amount, initiator, created_at, updated_at)
    values ($1, $2, 'stripe', $3, $4, 'USD', $5, 'customer', $6, $6)`,
    [paymentId, id, noted ? remoteId : null, card ? "charging" : "open", amount, now],
  );
  if (card) {
    await gateway.charge({
      key: `pay_${paymentId}:confirm:1`,
      remoteId,
      initiator: "customer",
      token: card,
      saveInstrument: false,
      billing: null,
      returnUrl,
    });
  }
  return { id, paymentId, remoteId, visitorId, seriesId };
}

/** Our records of an order. */
export interface OrderBooks {
  state: string;
  captures: number;
  receipts: number;
  /** The number of active entitlements. */
  rights: number;
  refunded: number;
  /** The non-zero balances, by account. */
  ledger: Record<string, number>;
}

/** Reads our records of an order. */
export async function booksOf(
  { database: { pool } }: MoneyApp,
  { id }: Pick<MadeOrder, "id">,
): Promise<OrderBooks> {
  const one = await pool.query<{
    state: string;
    captures: string;
    receipts: string;
    rights: string;
    refunded: string;
  }>(
    `select state,
      (select count(*) from capture join payment on payment.id = payment_id where order_id = o.id) as captures,
      (select count(*) from receipt where order_id = o.id and kind = 'receipt') as receipts,
      (select count(*) from entitlement where source_id = o.id and revoked_at is null and suspended_at is null) as rights,
      (select coalesce(sum(amount), 0) from refund where order_id = o.id and state = 'done') as refunded
    from purchase_order o where id = $1`,
    [id],
  );
  const ledger = await pool.query<{ account: string; sum: string }>(
    `select case when account = 'gateway_receivable' then 'gateway_clearing' else account end as account, sum(amount)
     from ledger_entry join ledger_txn on ledger_txn.id = txn_id where order_id = $1
     group by 1 having sum(amount) <> 0`,
    [id],
  );
  const [row] = one.rows;
  return {
    state: row?.state ?? "",
    captures: Number(row?.captures),
    receipts: Number(row?.receipts),
    rights: Number(row?.rights),
    refunded: Number(row?.refunded),
    ledger: Object.fromEntries(ledger.rows.map(({ account, sum }) => [account, Number(sum)])),
  };
}
