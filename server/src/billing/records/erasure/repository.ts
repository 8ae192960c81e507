import { sql } from "kysely";
import { asSystem } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import { livePayments } from "../states.ts";
import type { BillingTables } from "../tables.ts";

/** States of a case in which its evidence defends nothing any more. */
const closedCases = ["won", "lost", "expired"] as const;

/**
 * Removes customers from the payment records. Entitlements are deleted; orders, payments and receipts stay,
 * anonymous. Saved instruments wait to be deleted at their gateway. The evidence of a dispute stays until its case is
 * closed, as it defends a legal claim; {@link eraseClosedCases} removes it then.
 */
export async function anonymiseBuyers(trx: Trx, visitorIds: readonly string[]): Promise<void> {
  const tables = moneyTables(trx);
  const orders = tables.selectFrom("purchase_order").select("id").where("visitor_id", "in", visitorIds);
  await tables
    .updateTable("payment_attempt")
    .set({ address: null, fingerprint: null })
    .where("payment_id", "in", tables.selectFrom("payment").select("id").where("order_id", "in", orders))
    .execute();
  await tables.deleteFrom("withdrawal_key").where("order_id", "in", orders).execute();
  await tables
    .updateTable("purchase_order")
    .set({
      visitor_id: null,
      email: null,
      key_hash: null,
      consent_address: null,
      consent_agent: null,
      click: {},
    })
    .where("visitor_id", "in", visitorIds)
    .execute();
  await tables
    .updateTable("instrument")
    .set({ visitor_id: null, email: null, is_default: false })
    .where("visitor_id", "in", visitorIds)
    .execute();
  await tables
    .updateTable("instrument_setup")
    .set({ visitor_id: null })
    .where("visitor_id", "in", visitorIds)
    .execute();
  await tables
    .updateTable("withdrawal")
    .set({ visitor_id: null })
    .where("visitor_id", "in", visitorIds)
    .execute();
  await tables.deleteFrom("gateway_customer").where("visitor_id", "in", visitorIds).execute();
  await asSystem(trx, "erasure", () =>
    tables.deleteFrom("entitlement").where("visitor_id", "in", visitorIds).execute(),
  );
}

/** Removes the evidence from closed cases of erased customers; returns from how many. */
export async function eraseClosedCases(db: Db): Promise<number> {
  const tables = moneyTables(db);
  const erased = await tables
    .updateTable("dispute_case")
    .set({ texts: JSON.stringify({}) as never })
    .where("state", "in", closedCases)
    .where(sql<boolean>`texts <> '{}'::jsonb`)
    .where("order_id", "in", tables.selectFrom("purchase_order").select("id").where("visitor_id", "is", null))
    .executeTakeFirst();
  return Number(erased.numUpdatedRows);
}

/**
 * Returns instruments of erased customers and removed ones, except those that a live subscription is charged by:
 * two accounts may share one PayPal account.
 */
export async function listOrphanedInstruments(
  db: Db,
  limit: number,
): Promise<Pick<BillingTables["instrument"], "id" | "gateway" | "token">[]> {
  return moneyTables(db)
    .selectFrom("instrument")
    .select(["id", "gateway", "token"])
    .where((row) => row.or([row("visitor_id", "is", null), row("removed_at", "is not", null)]))
    .where("status", "!=", "detached")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("subscription")
            .select("subscription.id")
            .whereRef("subscription.instrument_id", "=", "instrument.id")
            .where("subscription.state", "in", ["trialing", "active", "past_due"]),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment")
            .select("payment.id")
            .whereRef("payment.instrument_id", "=", "instrument.id")
            .where("payment.state", "in", livePayments),
        ),
      ),
    )
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Marks an instrument as deleted at its gateway, and removes its token. */
export async function detachInstrument(db: Db, id: string): Promise<void> {
  await moneyTables(db)
    .updateTable("instrument")
    .set({ status: "detached", token: `gone_${id}`, customer: null, fingerprint: null, is_default: false })
    .where("id", "=", id)
    .execute();
}

/** Returns everything stored about a customer's payments, in the form of the data export. */
export async function exportBilling(db: Db, visitorId: string): Promise<Record<string, unknown>> {
  const tables = moneyTables(db);
  const [orders, subscriptions, receipts, withdrawals] = await Promise.all([
    tables
      .selectFrom("purchase_order")
      .select([
        "id",
        "number",
        "kind",
        "state",
        "plan_id",
        "series_id",
        "title",
        "period_days",
        "currency",
        "amount",
        "method",
        "email",
        "consent_version",
        "consent_text",
        "consent_at",
        "consent_address",
        "consent_agent",
        "click",
        "created_at",
        "paid_at",
      ])
      .where("visitor_id", "=", visitorId)
      .orderBy("created_at")
      .execute(),
    tables
      .selectFrom("subscription")
      .leftJoin("instrument", "instrument.id", "subscription.instrument_id")
      .select([
        "subscription.id",
        "subscription.plan_id",
        "subscription.state",
        "subscription.currency",
        "subscription.amount",
        "subscription.period_days",
        "subscription.period_start",
        "subscription.period_end",
        "subscription.cancel_at_period_end",
        "subscription.renewal_mode",
        "subscription.created_at",
        "subscription.ended_at",
        "instrument.kind as paid_by",
        "instrument.brand",
        "instrument.last4",
        "instrument.email as paypal_email",
      ])
      .where("subscription.visitor_id", "=", visitorId)
      .orderBy("subscription.created_at")
      .execute(),
    tables
      .selectFrom("receipt")
      .innerJoin("purchase_order", "purchase_order.id", "receipt.order_id")
      .select(["receipt.series", "receipt.number", "receipt.kind", "receipt.content", "receipt.issued_at"])
      .where("purchase_order.visitor_id", "=", visitorId)
      .orderBy("receipt.issued_at")
      .execute(),
    tables
      .selectFrom("withdrawal")
      .select(["order_id", "outcome", "currency", "amount", "at"])
      .where("visitor_id", "=", visitorId)
      .orderBy("at")
      .execute(),
  ]);
  return { orders, subscription: subscriptions, receipts, withdrawals };
}
