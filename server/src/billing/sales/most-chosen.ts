import type { Billing } from "../records/billing.ts";
import { countChosen } from "../records/plans/repository.ts";

const dayMs = 86_400_000;
/** The period counted, the minimum number of purchases for a result, and how long the result is cached. */
const countedMs = 30 * dayMs;
const fewest = 20;
const keptMs = 10 * 60_000;

const kept = new WeakMap<object, { at: number; planId: string | null }>();

/** Returns the plan most often bought in the last 30 days; null if there are too few purchases, or a tie. */
export async function mostChosenPlan({ db, clock }: Pick<Billing, "db" | "clock">): Promise<string | null> {
  const now = clock.now().getTime();
  const known = kept.get(db);
  if (known && now >= known.at && now < known.at + keptMs) return known.planId;
  const [first, second] = await countChosen(db, new Date(now - countedMs));
  const planId = first && first.count >= fewest && first.count !== second?.count ? first.plan_id : null;
  kept.set(db, { at: now, planId });
  return planId;
}
