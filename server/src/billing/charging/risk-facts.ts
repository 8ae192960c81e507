import { findStanding } from "#accounts";
import type { Trx } from "#platform/db/database";
import { countPaidOrders, type OrderRow } from "../records/orders/repository.ts";
import type { RiskFacts } from "../records/risk-facts.ts";
import type { RecentAttempts } from "./limits.ts";

const hour = 3_600_000;
/** From so many declines in an hour on, the bank is asked to authenticate its customer. */
const DECLINES_BEFORE_AUTHENTICATION = 2;

/** Returns what the fraud rules of the card gateway may know of an order that is about to be charged. */
export async function riskFactsOf(
  trx: Trx,
  order: OrderRow & { visitor_id: string },
  { token, now, recent }: { token: string | null; now: Date; recent: RecentAttempts },
): Promise<RiskFacts> {
  const { visitor_id: visitorId } = order;
  const standing = await findStanding(trx, visitorId);
  const ageMs = standing ? now.getTime() - standing.since.getTime() : 0;
  return {
    visitorAgeHours: Math.max(0, Math.floor(ageMs / hour)),
    paidOrders: await countPaidOrders(trx, visitorId),
    declinesHour: recent.declinesHour,
    proven: standing?.isMember ?? false,
    wallet: token?.startsWith("ctoken_") ?? false,
    sells: order.plan_id ?? order.series_id ?? "",
  };
}

/**
 * Returns whether the bank is to authenticate the customer. Counted per visitor: many customers of a mobile network share one
 * address, and each would be asked.
 */
export function wantsAuthentication({ declinesHour }: RiskFacts): boolean {
  return declinesHour >= DECLINES_BEFORE_AUTHENTICATION;
}
