import { sql } from "kysely";
import { asSystem } from "#platform/db/audit";
import type { Db } from "#platform/db/database";

/**
 * Records that a visitor watches a locked episode of a series: on the purchase of the series if there is one, else on
 * the membership that an operator granted, else on the one that is paid for: what is free takes nothing from what was
 * paid. The first time counts, so that repeating it changes nothing.
 */
export async function noteFirstUse(db: Db, visitorId: string, seriesId: string, now: Date): Promise<void> {
  const unused = sql`
    visitor_id = ${visitorId} and first_used_at is null and revoked_at is null and suspended_at is null
    and valid_from <= ${now} and (valid_to is null or valid_to > ${now})
    and (series_id = ${seriesId} or (scope = 'membership' and not exists (
      select from entitlement other where other.visitor_id = ${visitorId}
        and (other.series_id = ${seriesId} or (other.scope = 'membership'
          and other.source_type = 'grant' and entitlement.source_type <> 'grant'))
        and other.revoked_at is null and other.suspended_at is null
        and other.valid_from <= ${now} and (other.valid_to is null or other.valid_to > ${now}))))`;
  // Nearly every grant finds nothing to change, and a plain read costs less than a transaction.
  const { rows } = await sql`select from entitlement where ${unused} limit 1`.execute(db);
  if (rows.length === 0) return;
  await asSystem(db, "settlement", (trx) =>
    sql`update entitlement set first_used_at = ${now} where ${unused}`.execute(trx),
  );
}
