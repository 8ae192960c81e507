import type { Billing } from "../records/billing.ts";
import { countChosen } from "../records/plans/repository.ts";

const DAY_MS = 86_400_000;
/** The period counted, the minimum number of purchases for a result, and how long the result is cached. */
const COUNTED_MS = 30 * DAY_MS;
const MIN_PURCHASES = 20;
const CACHE_MS = 10 * 60_000;

const cache = new WeakMap<object, { at: number; planId: string | null }>();

/** Returns the plan most often bought in the last 30 days; null if there are too few purchases, or a tie. */
export async function mostChosenPlan({ db, clock }: Pick<Billing, "db" | "clock">): Promise<string | null> {
  const now = clock.now().getTime();
  const known = cache.get(db);
  if (known && now >= known.at && now < known.at + CACHE_MS) return known.planId;
  const [first, second] = await countChosen(db, new Date(now - COUNTED_MS));
  const planId =
    first && first.count >= MIN_PURCHASES && first.count !== second?.count ? first.plan_id : null;
  cache.set(db, { at: now, planId });
  return planId;
}
