import { asSystem } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { BillingTables } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<BillingTables>();

/** A period of access for one visitor. */
export interface Span {
  visitorId: string;
  from: Date;
  to: Date;
  at: Date;
}

/** Grants a membership for a paid period, once per order. */
export async function grantPeriod(trx: Trx, orderId: string, span: Span): Promise<void> {
  await asSystem(trx, "renewals", () =>
    tables(trx)
      .insertInto("entitlement")
      .values(membership("order", orderId, span))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Returns whether a paid period of a subscription, whose money was not taken back, runs at a time. */
export async function isRunning(db: Db, subscriptionId: string, at: Date): Promise<boolean> {
  const found = await tables(db)
    .selectFrom("entitlement")
    .innerJoin("purchase_order as paid", "paid.id", "entitlement.source_id")
    .select("entitlement.id")
    .where("source_type", "=", "order")
    .where("scope", "=", "membership")
    .where("paid.subscription_id", "=", subscriptionId)
    .where("valid_from", "<=", at)
    .where("valid_to", ">", at)
    .where((row) => row.or([row("revoked_at", "is", null), row("revoked_at", ">", at)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Revokes all access that orders of a subscription paid for and that has not ended. */
export async function revokePeriods(trx: Trx, subscriptionId: string, at: Date): Promise<void> {
  await asSystem(trx, "renewals", () =>
    tables(trx)
      .updateTable("entitlement")
      .from("purchase_order as paid")
      .set({ revoked_at: at })
      .whereRef("paid.id", "=", "entitlement.source_id")
      .where("paid.subscription_id", "=", subscriptionId)
      .where("source_type", "=", "order")
      .where("scope", "=", "membership")
      .where("valid_to", ">", at)
      .where("revoked_at", "is", null)
      .execute(),
  );
}

/** Moves the end of the access that an order paid for, unless it was revoked. */
export async function endGrantAt(trx: Trx, orderId: string, to: Date): Promise<void> {
  await asSystem(trx, "renewals", () =>
    tables(trx)
      .updateTable("entitlement")
      .set({ valid_to: to })
      .where("source_type", "=", "order")
      .where("source_id", "=", orderId)
      .where("scope", "=", "membership")
      .where("revoked_at", "is", null)
      .execute(),
  );
}

/** Grants access while a renewal is unpaid. Repeating it replaces the span. */
export async function grantGrace(trx: Trx, subscriptionId: string, no: number, span: Span): Promise<void> {
  await asSystem(trx, "renewals", () =>
    tables(trx)
      .insertInto("entitlement")
      .values(membership("grace", graceSource(subscriptionId, no), span))
      .onConflict((conflict) =>
        conflict
          .columns(["source_type", "source_id", "scope", "series_id"])
          .doUpdateSet({ valid_from: span.from, valid_to: span.to, revoked_at: null }),
      )
      .execute(),
  );
}

/** Revokes grace access: the period is paid, or the renewal is no longer wanted. */
export async function revokeGrace(trx: Trx, subscriptionId: string, no: number, at: Date): Promise<void> {
  await asSystem(trx, "renewals", () =>
    tables(trx)
      .updateTable("entitlement")
      .set({ revoked_at: at })
      .where("source_type", "=", "grace")
      .where("source_id", "=", graceSource(subscriptionId, no))
      .where("revoked_at", "is", null)
      .execute(),
  );
}

const graceSource = (subscriptionId: string, no: number) => `${subscriptionId}:${no}`;

function membership(sourceType: "order" | "grace", sourceId: string, { visitorId, from, to, at }: Span) {
  return {
    id: newId(at),
    visitor_id: visitorId,
    scope: "membership" as const,
    series_id: null,
    source_type: sourceType,
    source_id: sourceId,
    valid_from: from,
    valid_to: to,
    suspended_at: null,
    revoked_at: null,
    first_used_at: null,
    created_at: at,
  };
}
