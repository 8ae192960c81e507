import { sql } from "kysely";
import { asSystem } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";

/** Returns those of the given visitors who have an order or a right. */
export async function listBuyers(db: Db, visitorIds: readonly string[]): Promise<string[]> {
  const rows = await moneyTables(db)
    .selectFrom("purchase_order")
    .select("visitor_id")
    .where("visitor_id", "in", visitorIds)
    .union((rights) =>
      rights
        .selectFrom("entitlement")
        .select("visitor_id")
        .where("visitor_id", "in", visitorIds)
        .where("revoked_at", "is", null),
    )
    .execute();
  return rows.flatMap(({ visitor_id: id }) => id ?? []);
}

/** Locks the orders of a guest, as a settlement does, so that none of them is paid while they move. */
export async function lockOrdersOf(trx: Trx, visitorId: string): Promise<void> {
  await sql`select from purchase_order where visitor_id = ${visitorId} order by id for update`.execute(trx);
}

/**
 * Moves what a guest bought to a member. What the member has already, open or paid, is marked as merged, which keeps both.
 * Tokens of the guest's browser open none of the member's orders.
 */
export async function movePurchases(
  trx: Trx,
  { guestId, memberId }: { guestId: string; memberId: string },
): Promise<void> {
  const open = sql.raw("('pending', 'processing', 'review')");
  const held = sql.raw("('pending', 'processing', 'review', 'paid', 'partially_refunded', 'disputed')");
  await sql`
    update purchase_order o set visitor_id = ${memberId}, client_token = o.id,
      merged_from = case when exists (
        select from purchase_order own where own.visitor_id = ${memberId} and own.kind = o.kind and (
          (o.kind = 'unlock' and own.series_id = o.series_id and o.state in ${held} and own.state in ${held})
          or (o.kind in ('subscribe', 'change') and o.state in ${open} and own.state in ${open}))
      ) then ${guestId} else o.merged_from end
    where visitor_id = ${guestId}`.execute(trx);
  await sql`
    update subscription s set visitor_id = ${memberId},
      merged_from = case when s.state in ('trialing', 'active', 'past_due') and exists (
        select from subscription own where own.visitor_id = ${memberId} and own.state in ('trialing', 'active', 'past_due')
      ) then ${guestId} else s.merged_from end
    where visitor_id = ${guestId}`.execute(trx);
  await sql`update instrument set visitor_id = ${memberId}, is_default = false where visitor_id = ${guestId}`.execute(
    trx,
  );
  await sql`update instrument_setup set visitor_id = ${memberId} where visitor_id = ${guestId}`.execute(trx);
  await sql`update withdrawal set visitor_id = ${memberId} where visitor_id = ${guestId}`.execute(trx);
  // A card stays with the customer that it was saved for, which its instrument names.
  await sql`
    update gateway_customer c set visitor_id = ${memberId} where visitor_id = ${guestId} and not exists (
      select from gateway_customer own where own.visitor_id = ${memberId} and own.gateway = c.gateway)`.execute(
    trx,
  );
  await asSystem(trx, "settlement", () =>
    sql`update entitlement set visitor_id = ${memberId} where visitor_id = ${guestId}`.execute(trx),
  );
}
