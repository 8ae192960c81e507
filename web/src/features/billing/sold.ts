import type { Money, Plan, PlanList, Subscription } from "@cliffhanger/contract";
import type { Choice } from "./selection.ts";

/** What a choice stands for on sale: a plan, or the series for good. */
export type Sold = { kind: "subscribe"; plan: Plan; price: Money } | { kind: "unlock"; price: Money };

/** What is sold for a choice; null where nothing is chosen, or it is gone. */
export function soldFor(
  choice: Choice | null,
  { plans, unlock }: Pick<PlanList, "plans" | "unlock">,
): Sold | null {
  if (choice?.kind === "unlock") return unlock && { kind: "unlock", price: unlock.price };
  const plan = choice && plans.find(({ id }) => id === choice.planId);
  return plan ? { kind: "subscribe", plan, price: plan.price } : null;
}

/** A membership that runs, be it with a payment that is missing; null where there is none, or it is over. */
export function running(subscription: Subscription | null): Subscription | null {
  if (!subscription) return null;
  const { state } = subscription;
  return state === "active" || state === "trialing" || state === "past_due" ? subscription : null;
}

/** What can be bought here by this person: a running membership is not bought twice. */
export function sellable(sale: PlanList): PlanList {
  return running(sale.subscription) ? { ...sale, plans: [] } : sale;
}

/** Whether there is nothing to buy and nothing bought: the site sells nothing, or has no way to be paid. */
export function isNothingSold({ plans, unlock, methods, subscription }: PlanList): boolean {
  if (running(subscription)) return false;
  return methods.length === 0 || (plans.length === 0 && unlock === null);
}
