import type { Billing } from "../records/billing.ts";
import { countChosen } from "../records/plans/repository.ts";

const dayMs = 86_400_000;
/** Over how long choices are counted, how many make a statement, and how long it is kept. */
const countedMs = 30 * dayMs;
const fewest = 20;
const keptMs = 10 * 60_000;

const kept = new WeakMap<object, { at: number; planId: string | null }>();

/** The plan that people chose most often in the last 30 days; null where too few chose, or as many another one. */
export async function mostChosenPlan({ db, clock }: Pick<Billing, "db" | "clock">): Promise<string | null> {
  const now = clock.now().getTime();
  const known = kept.get(db);
  if (known && now >= known.at && now < known.at + keptMs) return known.planId;
  const [first, second] = await countChosen(db, new Date(now - countedMs));
  const planId = first && first.count >= fewest && first.count !== second?.count ? first.plan_id : null;
  kept.set(db, { at: now, planId });
  return planId;
}
