import { sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import type { BillingTables } from "../tables.ts";

/** A subscription as stored. */
export type SubscriptionRow = BillingTables["subscription"];
/** An order as stored. */
type OrderRow = BillingTables["purchase_order"];
/** A saved payment instrument. */
export type InstrumentRow = BillingTables["instrument"];

const tables = (db: Db) => db.$extendTables<BillingTables>();
const live = ["trialing", "active", "past_due"] as const;

/** What a summary of a subscription shows. */
const summarised = [
  "subscription.state",
  "subscription.plan_id",
  "subscription.period_end",
  "subscription.period_days",
  "subscription.cancel_at_period_end",
  "subscription.renewal_mode",
  "subscription.grace_until",
] as const;

const newestOf = (db: Db, visitorId: string) =>
  tables(db)
    .selectFrom("subscription")
    .innerJoin("plan", "plan.id", "subscription.plan_id")
    .select("plan.name as plan_name")
    .where("visitor_id", "=", visitorId)
    .orderBy(sql`state in ('trialing', 'active', 'past_due')`, "desc")
    // One that a sign-in made second does not renew: the other is the member's.
    .orderBy(sql`merged_from is null`, "desc")
    .orderBy("subscription.created_at", "desc")
    .orderBy("subscription.id", "desc")
    .limit(1);

/** Returns a visitor's live subscription, otherwise the most recent one, with the plan's name. */
export async function findNewestSubscription(
  db: Db,
  visitorId: string,
): Promise<(SubscriptionRow & { plan_name: Texts }) | undefined> {
  return newestOf(db, visitorId).selectAll("subscription").executeTakeFirst();
}

/** Returns what a summary shows of {@link findNewestSubscription}: every answer about an account has one. */
export async function findNewestSummary(db: Db, visitorId: string) {
  return newestOf(db, visitorId).select(summarised).modifyEnd(prepared).executeTakeFirst();
}

/** Returns a subscription by id. */
export async function findSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  return tables(db).selectFrom("subscription").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Returns a subscription, locked until the transaction ends. A transaction that also needs the order's row
 * locks that first.
 */
export async function lockSubscription(trx: Trx, id: string): Promise<SubscriptionRow | undefined> {
  return tables(trx)
    .selectFrom("subscription")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a subscription. Throws a duplicate error if the visitor already has a live one. */
export async function insertSubscription(trx: Trx, row: SubscriptionRow): Promise<void> {
  await tables(trx).insertInto("subscription").values(row).execute();
}

/** Returns the price that an order agreed on; without it the price of further periods is unknown. */
export async function findPrice(
  db: Db,
  { id, price_id }: Pick<OrderRow, "id" | "price_id">,
): Promise<Pick<BillingTables["plan_price"], "id" | "currency" | "amount">> {
  const price = await tables(db)
    .selectFrom("plan_price")
    .select(["id", "currency", "amount"])
    .where("id", "=", price_id ?? "")
    .executeTakeFirst();
  if (!price) throw new Error(`Order ${id} names no price of a plan`);
  return price;
}

/** Updates the given columns of a subscription. */
export async function updateSubscription(
  trx: Trx,
  id: string,
  changes: Partial<SubscriptionRow>,
): Promise<void> {
  await tables(trx).updateTable("subscription").set(changes).where("id", "=", id).execute();
}

/** Returns a visitor's live subscriptions. */
export async function listLiveSubscriptions(db: Db, visitorId: string): Promise<SubscriptionRow[]> {
  return tables(db)
    .selectFrom("subscription")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("state", "in", live)
    .orderBy(sql`merged_from is null`, "desc")
    .execute();
}

/** Returns the ids of the live subscriptions of these visitors. */
export async function listLiveOf(db: Db, visitorIds: readonly string[]): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("subscription")
    .select("id")
    .where("visitor_id", "in", visitorIds)
    .where("state", "in", live)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns whether a bank questions a payment of a subscription; its entitlement is suspended meanwhile. */
export async function hasSuspendedPayment(db: Db, id: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom("entitlement")
    .innerJoin("purchase_order as paid", "paid.id", "entitlement.source_id")
    .select("entitlement.id")
    .where("source_type", "=", "order")
    .where("paid.subscription_id", "=", id)
    .where("suspended_at", "is not", null)
    .where("revoked_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns whether a bank questions anything that the owner of a subscription paid for, also another purchase: nothing is charged
 * automatically meanwhile.
 */
export async function isOwnerQuestioned(
  db: Db,
  { visitor_id }: Pick<SubscriptionRow, "visitor_id">,
): Promise<boolean> {
  if (visitor_id === null) return false;
  const found = await tables(db)
    .selectFrom("entitlement")
    .select("id")
    .where("visitor_id", "=", visitor_id)
    .where("source_type", "=", "order")
    .where("suspended_at", "is not", null)
    .where("revoked_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns whether the money of a subscription's last period was refunded, or is disputed. A period that was paid ahead and
 * taken back is empty: the one before it is the last.
 */
export async function hasReturnedPayment(db: Db, { id }: Pick<SubscriptionRow, "id">): Promise<boolean> {
  const found = await tables(db)
    .selectFrom("subscription_period as period")
    .innerJoin("purchase_order as paid", "paid.id", "period.order_id")
    .select("paid.state")
    .where("period.subscription_id", "=", id)
    .whereRef("period.ends_at", ">", "period.starts_at")
    .orderBy("period.no", "desc")
    .limit(1)
    .executeTakeFirst();
  const isReturned = found?.state === "refunded" || found?.state === "disputed";
  return isReturned || (await hasSuspendedPayment(db, id));
}

/** Claims due subscriptions: no other node gets them before `leaseUntil`. */
export async function claimDue(
  db: Db,
  { at, leaseUntil, limit }: { at: Date; leaseUntil: Date; limit: number },
): Promise<string[]> {
  const due = tables(db)
    .selectFrom("subscription")
    .select("id")
    .where("next_action_at", "<=", at)
    .where((row) => row.or([row("lease_until", "is", null), row("lease_until", "<=", at)]))
    .orderBy("next_action_at")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await tables(db)
    .updateTable("subscription")
    .set({ lease_until: leaseUntil })
    .where("id", "in", due)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Releases a claimed subscription; `nextActionAt` reschedules it. */
export async function release(db: Db, id: string, nextActionAt?: Date): Promise<void> {
  await tables(db)
    .updateTable("subscription")
    .set({ lease_until: null, ...(nextActionAt ? { next_action_at: nextActionAt } : {}) })
    .where("id", "=", id)
    .execute();
}

/** Returns one subscription whose owner is due a reminder, locked until the transaction ends. */
export async function lockOneToRemind(trx: Trx, at: Date): Promise<SubscriptionRow | undefined> {
  return tables(trx)
    .selectFrom("subscription")
    .selectAll()
    .where("remind_at", "<=", at)
    .orderBy("remind_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Returns the order of a coming period, if it exists, locked until the transaction ends. */
export async function lockRenewalOrder(
  trx: Trx,
  subscriptionId: string,
  no: number,
): Promise<OrderRow | undefined> {
  return tables(trx)
    .selectFrom("purchase_order")
    .selectAll()
    .where("kind", "=", "renewal")
    .where("subscription_id", "=", subscriptionId)
    .where("period_no", "=", no)
    .forUpdate()
    .executeTakeFirst();
}

/** Records which subscription and period an order paid for. */
export async function linkOrder(trx: Trx, id: string, subscriptionId: string, no: number): Promise<void> {
  await tables(trx)
    .updateTable("purchase_order")
    .set({ subscription_id: subscriptionId, period_no: no })
    .where("id", "=", id)
    .execute();
}

/** Inserts a billing period; false if it exists. */
export async function insertPeriod(
  trx: Trx,
  row: Omit<BillingTables["subscription_period"], "recognised_at">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(trx)
    .insertInto("subscription_period")
    .values({ ...row, recognised_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns one billing period of a subscription. */
export async function findPeriod(
  db: Db,
  subscriptionId: string,
  no: number,
): Promise<BillingTables["subscription_period"] | undefined> {
  return tables(db)
    .selectFrom("subscription_period")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("no", "=", no)
    .executeTakeFirst();
}

/** Returns a saved instrument by id. */
export async function findInstrument(db: Db, id: string): Promise<InstrumentRow | undefined> {
  return tables(db).selectFrom("instrument").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Removes visitors from their subscriptions. */
export async function forgetVisitors(trx: Trx, visitorIds: readonly string[]): Promise<void> {
  await tables(trx)
    .updateTable("subscription")
    .set({ visitor_id: null, pending_consent: null })
    .where("visitor_id", "in", visitorIds)
    .execute();
}

/** Returns the live subscriptions charged by an instrument. */
export async function listChargedBy(db: Db, instrumentId: string): Promise<SubscriptionRow[]> {
  return tables(db)
    .selectFrom("subscription")
    .selectAll()
    .where("instrument_id", "=", instrumentId)
    .where("state", "in", live)
    .orderBy("id")
    .execute();
}

/**
 * Returns ended, unrecognised periods with what was paid for them, locked. Skips those that another node has
 * locked.
 */
export async function lockEarned(
  trx: Trx,
  at: Date,
  limit: number,
): Promise<{ subscription_id: string; no: number; order_id: string; currency: string; amount: number }[]> {
  return tables(trx)
    .selectFrom("subscription_period as period")
    .innerJoin("purchase_order as paid", "paid.id", "period.order_id")
    .select(["period.subscription_id", "period.no", "paid.id as order_id", "paid.currency"])
    .select(sql<number>`coalesce(period.value, paid.amount)`.as("amount"))
    .where("period.recognised_at", "is", null)
    .where("period.ends_at", "<=", at)
    .orderBy("period.ends_at")
    .limit(limit)
    .forUpdate(["period"])
    .skipLocked()
    .execute();
}

/** A billing period that has not ended, with what it is worth to its owner, in minor units. */
export interface UnfinishedPeriod {
  no: number;
  starts_at: Date;
  ends_at: Date;
  order_id: string | null;
  value: number;
}

/** Returns the periods of a subscription that end after a given time, in order. */
export async function listUnfinished(db: Db, subscriptionId: string, at: Date): Promise<UnfinishedPeriod[]> {
  return tables(db)
    .selectFrom("subscription_period as period")
    .leftJoin("purchase_order as paid", "paid.id", "period.order_id")
    .select(["period.no", "period.starts_at", "period.ends_at", "period.order_id"])
    .select(sql<number>`coalesce(period.value, paid.amount, 0)`.as("value"))
    .where("period.subscription_id", "=", subscriptionId)
    .where("period.ends_at", ">", at)
    .orderBy("period.no")
    .execute();
}

/** Ends a billing period early. */
export async function shortenPeriod(
  trx: Trx,
  { subscriptionId, no }: { subscriptionId: string; no: number },
  at: Date,
): Promise<void> {
  await tables(trx)
    .updateTable("subscription_period")
    .set({ ends_at: at })
    .where("subscription_id", "=", subscriptionId)
    .where("no", "=", no)
    .execute();
}

/** Marks a period as recognised. */
export async function markRecognised(trx: Trx, subscriptionId: string, no: number, at: Date): Promise<void> {
  await tables(trx)
    .updateTable("subscription_period")
    .set({ recognised_at: at })
    .where("subscription_id", "=", subscriptionId)
    .where("no", "=", no)
    .execute();
}
