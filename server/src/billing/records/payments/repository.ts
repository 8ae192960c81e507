import { createHash } from "node:crypto";
import type { Db, Trx } from "#platform/db/database";
import type { GatewayName, RemoteInstrument } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import { livePayments } from "../states.ts";
import type { BillingTables } from "../tables.ts";

/** A try to be paid, as stored. */
export type PaymentRow = BillingTables["payment"];
/** One charge of it. */
export type AttemptRow = BillingTables["payment_attempt"];

/** Adds a payment. */
export async function insertPayment(trx: Trx, row: PaymentRow): Promise<PaymentRow> {
  return moneyTables(trx).insertInto("payment").values(row).returningAll().executeTakeFirstOrThrow();
}

/** A payment by id. */
export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return moneyTables(db).selectFrom("payment").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The payment behind a remote object. */
export async function findPaymentByRemote(
  db: Db,
  gateway: GatewayName,
  remoteId: string,
): Promise<PaymentRow | undefined> {
  return moneyTables(db)
    .selectFrom("payment")
    .selectAll()
    .where("gateway", "=", gateway)
    .where("remote_id", "=", remoteId)
    .executeTakeFirst();
}

/** Where the payer of an order agrees to a charge of ours that its gateway asks them about; null where nobody is asked. */
export async function findApprovalUrl(db: Db, orderId: string): Promise<string | null> {
  const found = await moneyTables(db)
    .selectFrom("payment")
    .select("approval_url")
    .where("order_id", "=", orderId)
    .where("approval_url", "is not", null)
    .where("state", "in", ["open", "declined"])
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return found?.approval_url ?? null;
}

/** An order's payments, the newest first. */
export async function listPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  return moneyTables(db)
    .selectFrom("payment")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** The same, locked; the order's row is locked before. */
export async function lockPayments(trx: Trx, orderId: string): Promise<PaymentRow[]> {
  return moneyTables(trx)
    .selectFrom("payment")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .forUpdate()
    .execute();
}

/** Changes what is named of a payment. */
export async function updatePayment(trx: Trx, id: string, changes: Partial<PaymentRow>): Promise<PaymentRow> {
  return moneyTables(trx)
    .updateTable("payment")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Says when a payment is looked at again, unless it has moved on since it was claimed. */
export async function scheduleInspection(
  db: Db,
  payment: Pick<PaymentRow, "id" | "state" | "inspections">,
  at: Date | null,
): Promise<void> {
  await moneyTables(db)
    .updateTable("payment")
    .set({ next_inspect_at: at })
    .where("id", "=", payment.id)
    .where("state", "=", payment.state)
    .where("inspections", "=", payment.inspections)
    .execute();
}

/** Adds an attempt. */
export async function insertAttempt(trx: Trx, row: AttemptRow): Promise<void> {
  await moneyTables(trx).insertInto("payment_attempt").values(row).execute();
}

/** The newest attempt of a payment. */
export async function findAttempt(db: Db, paymentId: string): Promise<AttemptRow | undefined> {
  return moneyTables(db)
    .selectFrom("payment_attempt")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Says what became of an attempt; the first word counts. Returns whether it was this one. Safe outside a transaction: it
 * writes one row, which ends once.
 */
export async function endAttempt(
  db: Db,
  id: string,
  ending: Pick<AttemptRow, "outcome" | "ended_at"> &
    Partial<Pick<AttemptRow, "decline_code" | "advice" | "fingerprint" | "fault">>,
): Promise<boolean> {
  const { numUpdatedRows } = await moneyTables(db)
    .updateTable("payment_attempt")
    .set(ending)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps what an attempt sends, before it is sent: it is never sent otherwise under the same key. */
export async function writeRequest(trx: Trx, id: string, request: string): Promise<void> {
  const hash = createHash("sha256").update(request).digest("hex");
  await moneyTables(trx)
    .updateTable("payment_attempt")
    .set({ body: request, body_hash: hash })
    .where("id", "=", id)
    .execute();
}

/**
 * Counts a person's or an address's own attempts to pay since a moment: all of them, or with `chargingSince` only those that
 * were declined and those begun after that moment which have no outcome yet and may still be declined.
 */
export async function countTries(
  db: Db,
  { since, chargingSince }: { since: Date; chargingSince?: Date | undefined },
  who: { visitorId: string } | { address: string },
): Promise<{ count: number; first: Date | null }> {
  const { count, first } = await moneyTables(db)
    .selectFrom("payment_attempt")
    .innerJoin("payment", "payment.id", "payment_attempt.payment_id")
    .innerJoin("purchase_order", "purchase_order.id", "payment.order_id")
    .select((query) => [
      query.fn.countAll<number>().as("count"),
      query.fn.min("payment_attempt.created_at").as("first"),
    ])
    .where("payment_attempt.initiator", "=", "customer")
    .where("payment_attempt.created_at", ">", since)
    .$if(chargingSince !== undefined, (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb("payment_attempt.outcome", "=", "declined"),
          and([
            eb("payment_attempt.ended_at", "is", null),
            eb("payment_attempt.created_at", ">", chargingSince ?? since),
          ]),
        ]),
      ),
    )
    .where(
      "visitorId" in who ? "purchase_order.visitor_id" : "payment_attempt.address",
      "=",
      "visitorId" in who ? who.visitorId : who.address,
    )
    .executeTakeFirstOrThrow();
  return { count: Number(count), first: first ?? null };
}

/** The gateway's customer of a person. */
export async function findCustomer(
  db: Db,
  visitorId: string,
  gateway: GatewayName,
): Promise<string | undefined> {
  const found = await moneyTables(db)
    .selectFrom("gateway_customer")
    .select("remote_id")
    .where("visitor_id", "=", visitorId)
    .where("gateway", "=", gateway)
    .executeTakeFirst();
  return found?.remote_id;
}

/** Notes the gateway's customer of a person; the first one counts. */
export async function saveCustomer(db: Db, row: BillingTables["gateway_customer"]): Promise<void> {
  await moneyTables(db)
    .insertInto("gateway_customer")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A kept instrument by what the gateway calls it. */
export async function findInstrument(
  db: Db,
  gateway: GatewayName,
  token: string,
): Promise<BillingTables["instrument"] | undefined> {
  return moneyTables(db)
    .selectFrom("instrument")
    .selectAll()
    .where("gateway", "=", gateway)
    .where("token", "=", token)
    .executeTakeFirst();
}

/** Keeps an instrument, or what is new about it; returns its id. */
export async function saveInstrument(trx: Trx, row: BillingTables["instrument"]): Promise<string> {
  const { id } = await moneyTables(trx)
    .insertInto("instrument")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["gateway", "token"]).doUpdateSet({
        brand: row.brand,
        last4: row.last4,
        exp_month: row.exp_month,
        exp_year: row.exp_year,
        email: row.email,
        fingerprint: row.fingerprint,
        status: row.status,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes what a gateway says about a saved instrument by now, such as a card's new expiry; what it leaves out stays. */
export async function refreshInstrument(
  trx: Trx,
  id: string,
  { brand, last4, expMonth, expYear, email }: RemoteInstrument,
): Promise<void> {
  const told = { brand, last4, exp_month: expMonth, exp_year: expYear, email };
  const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
  if (Object.keys(known).length === 0) return;
  await moneyTables(trx).updateTable("instrument").set(known).where("id", "=", id).execute();
}

/** The payment of an order that may still succeed by itself. */
export function liveOf(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find(({ state }) => (livePayments as readonly string[]).includes(state));
}
