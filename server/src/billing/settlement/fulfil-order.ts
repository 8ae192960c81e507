import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { insertEntitlement } from "../records/settlement/repository.ts";
import { changePlan } from "../subscriptions/change-plan.ts";
import { type Fulfilled, type PaidBy, renewPeriod, startSubscription } from "../subscriptions/fulfil.ts";

/** What an order delivered, as its receipt states it. */
export interface Delivered {
  subscriptionId: string | null;
  period: Partial<Omit<Fulfilled, "subscriptionId">>;
}

/** Fulfils an order, within the transaction that records its payment. */
export async function fulfil(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  instrument: PaidBy,
): Promise<Delivered> {
  if (order.kind === "unlock") {
    const now = billing.clock.now();
    await insertEntitlement(trx, {
      id: newId(now),
      visitor_id: order.visitor_id,
      scope: "series",
      series_id: order.series_id,
      source_type: "order",
      source_id: order.id,
      valid_from: now,
      valid_to: null,
      suspended_at: null,
      revoked_at: null,
      first_used_at: null,
      created_at: now,
    });
    return { subscriptionId: null, period: {} };
  }
  const begin = { renewal: renewPeriod, change: changePlan, subscribe: startSubscription }[order.kind];
  const { subscriptionId, ...period } = await begin(trx, billing, order, instrument);
  return { subscriptionId, period };
}
