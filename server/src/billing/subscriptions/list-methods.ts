import type { SavedMethod } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { listSaved } from "../records/instruments/repository.ts";
import {
  type InstrumentRow,
  listLiveSubscriptions,
  type SubscriptionRow,
} from "../records/subscriptions/repository.ts";

/** Returns the saved payment methods of a customer, the default one first. */
export async function listMethods(db: Db, visitorId: string): Promise<SavedMethod[]> {
  const [rows, subscriptions] = await Promise.all([
    listSaved(db, visitorId),
    listLiveSubscriptions(db, visitorId),
  ]);
  const renewing = new Set(subscriptions.filter(isRenewing).map(({ instrument_id }) => instrument_id));
  const first =
    rows.find(({ is_default }) => is_default) ?? rows.find(({ id }) => renewing.has(id)) ?? rows[0];
  return rows
    .toSorted((one, other) => Number(other === first) - Number(one === first))
    .map((row) => methodOf(row, { renews: renewing.has(row.id), isDefault: row === first }));
}

function methodOf(row: InstrumentRow, facts: { renews: boolean; isDefault: boolean }): SavedMethod {
  const { id, kind: type, brand, last4, email, exp_month: month, exp_year: year, wallet, usage } = row;
  const expires =
    type === "card" && month !== null && year !== null ? `${year}-${String(month).padStart(2, "0")}` : null;
  return { id, type, brand, last4, email, expires, wallet, usage, ...facts };
}

/** Returns whether the next period is charged automatically. */
export function isRenewing({ renewal_mode, cancel_at_period_end }: SubscriptionRow): boolean {
  return renewal_mode === "auto" && !cancel_at_period_end;
}
