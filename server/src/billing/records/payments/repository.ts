import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import type { GatewayName, RemoteInstrument } from "../gateway.ts";
import { type LogRow, moneyTables, withLogRow } from "../repository.ts";
import { livePayments } from "../states.ts";
import type { BillingTables } from "../tables.ts";

/** One attempt to be paid through a gateway, as stored. */
export type PaymentRow = BillingTables["payment"];
/** One charge of a payment. */
export type AttemptRow = BillingTables["payment_attempt"];

/** Inserts a payment. */
export async function insertPayment(trx: Trx, row: PaymentRow): Promise<PaymentRow> {
  return moneyTables(trx).insertInto("payment").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns a payment by id. */
export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return moneyTables(db).selectFrom("payment").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns the payment of a remote object. */
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

/**
 * Returns the URL where the payer approves a merchant-initiated charge; null if the gateway asks for no
 * approval.
 */
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

/** Returns an order's payments, newest first. */
export async function listPayments(db: Db, orderId: string): Promise<PaymentRow[]> {
  return moneyTables(db)
    .selectFrom("payment")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Returns an order's payments, locked. The order's row must be locked first. */
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

/** Updates the given columns of a payment. */
export async function updatePayment(trx: Trx, id: string, changes: Partial<PaymentRow>): Promise<PaymentRow> {
  return moneyTables(trx)
    .updateTable("payment")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Like {@link updatePayment}, and writes the change to the money log. */
export async function updateLoggedPayment(
  trx: Trx,
  id: string,
  changes: Partial<PaymentRow>,
  log: LogRow,
): Promise<PaymentRow> {
  return withLogRow(trx, log)
    .updateTable("payment")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Schedules the next inspection, unless the payment has changed since it was claimed. */
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

/** Inserts an attempt. */
export async function insertAttempt(trx: Trx, row: AttemptRow): Promise<void> {
  await moneyTables(trx).insertInto("payment_attempt").values(row).execute();
}

/** Returns the newest attempt of a payment. */
export async function findAttempt(db: Db, paymentId: string): Promise<AttemptRow | undefined> {
  return moneyTables(db)
    .selectFrom("payment_attempt")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** How an attempt ended. */
export type AttemptEnding = Pick<AttemptRow, "outcome" | "ended_at"> &
  Partial<Pick<AttemptRow, "decline_code" | "advice" | "fingerprint" | "fault">>;

/**
 * Records the outcome of an attempt; the first outcome wins. Returns who charged through what, or undefined if it had
 * ended before. Safe outside a transaction: it writes one row, which ends once.
 */
export async function endAttempt(
  db: Db,
  id: string,
  ending: AttemptEnding,
): Promise<Pick<PaymentRow, "gateway" | "initiator"> | undefined> {
  return moneyTables(db)
    .updateTable("payment_attempt")
    .from("payment")
    .set(ending)
    .whereRef("payment.id", "=", "payment_attempt.payment_id")
    .where("payment_attempt.id", "=", id)
    .where("payment_attempt.ended_at", "is", null)
    .returning(["payment.gateway", "payment_attempt.initiator"])
    .executeTakeFirst();
}

/** Stores the request of an attempt before it is sent: its key must never be sent with another request. */
export async function writeRequest(trx: Trx, id: string, request: string): Promise<void> {
  const hash = createHash("sha256").update(request).digest("hex");
  await moneyTables(trx)
    .updateTable("payment_attempt")
    .set({ body: request, body_hash: hash })
    .where("id", "=", id)
    .execute();
}

/** Which attempts of customers are counted: those of a visitor, or from an address. */
export interface AttemptWindow {
  since: Date;
  /** Count only declined ones, and those begun after this that have no outcome yet. */
  chargingSince?: Date;
  who: { visitorId: string } | { address: string };
}

/** Counts attempts of customers in each window, with the time of the first; one statement counts them all. */
export async function countAttempts(
  db: Db,
  windows: readonly AttemptWindow[],
): Promise<{ count: number; first: Date | null }[]> {
  const counts = windows.map(({ since, chargingSince, who }, no) => {
    const whose =
      "visitorId" in who
        ? sql`purchase_order.visitor_id = ${who.visitorId}`
        : sql`payment_attempt.address = ${who.address}`;
    const which = chargingSince
      ? sql`(outcome = 'declined' or (ended_at is null and payment_attempt.created_at > ${chargingSince}))`
      : sql`true`;
    return sql`
      select ${no}::integer as no, count(*)::integer as count, min(payment_attempt.created_at) as first
      from payment_attempt
      join payment on payment.id = payment_attempt.payment_id
      join purchase_order on purchase_order.id = payment.order_id
      where payment_attempt.initiator = 'customer' and payment_attempt.created_at > ${since} and ${whose} and ${which}`;
  });
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count, first from (${sql.join(counts, sql` union all `)}) as counted order by no ${prepared}`.execute(
    db,
  );
  return rows;
}

/** Returns the gateway's id of a customer. */
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

/** Stores the gateway's id of a customer; the first one wins. */
export async function saveCustomer(db: Db, row: BillingTables["gateway_customer"]): Promise<void> {
  await moneyTables(db)
    .insertInto("gateway_customer")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a saved instrument by its gateway token. */
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

type InstrumentRow = BillingTables["instrument"];

/** What an instrument is here, beside what its gateway says of it. */
export type OwnInstrument = Pick<
  InstrumentRow,
  "id" | "visitor_id" | "gateway" | "token" | "customer" | "status" | "created_at" | "usage"
> & {
  /** What its owner agreed to who keeps it for later unlocks. */
  consent: { version: string | null; text: string | null } | null;
};

/** Inserts an instrument as its gateway describes it, or updates it if it exists; returns its id. */
export async function saveInstrument(
  trx: Trx,
  remote: RemoteInstrument,
  { consent, ...own }: OwnInstrument,
): Promise<string> {
  const { kind, brand, last4, expMonth, expYear, email, fingerprint, wallet } = remote;
  const row: InstrumentRow = {
    ...own,
    kind,
    brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    email,
    fingerprint,
    wallet,
    is_default: false,
    removed_at: null,
    consent_version: consent?.version ?? null,
    consent_text: consent?.text ?? null,
  };
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
        wallet: row.wallet,
        status: row.status,
        removed_at: row.removed_at,
        // What its owner once allowed stays: the newer payment may have asked for less.
        usage: sql`case when instrument.usage = 'off_session' then 'off_session' else excluded.usage end`,
        consent_version: sql`coalesce(excluded.consent_version, instrument.consent_version)`,
        consent_text: sql`coalesce(excluded.consent_text, instrument.consent_text)`,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Lets an instrument renew memberships, once its owner and its bank agreed to that. */
export async function allowOffSession(trx: Trx, id: string): Promise<void> {
  await moneyTables(trx)
    .updateTable("instrument")
    .set({ usage: "off_session" })
    .where("id", "=", id)
    .execute();
}

/**
 * Updates what the gateway reports about a saved instrument, such as a new expiry date. Missing values stay
 * as they were.
 */
export async function refreshInstrument(
  trx: Trx,
  id: string,
  { brand, last4, expMonth, expYear, email }: RemoteInstrument,
): Promise<void> {
  const reported = { brand, last4, exp_month: expMonth, exp_year: expYear, email };
  const known = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null));
  if (Object.keys(known).length === 0) return;
  await moneyTables(trx).updateTable("instrument").set(known).where("id", "=", id).execute();
}

/** Returns the payment of an order that may still succeed on its own. */
export function liveOf(payments: readonly PaymentRow[]): PaymentRow | undefined {
  return payments.find(({ state }) => (livePayments as readonly string[]).includes(state));
}
