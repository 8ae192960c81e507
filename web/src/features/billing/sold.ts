import type { Money, Plan, PlanList, Subscription } from "@cliffhanger/contract";
import type { Choice } from "./selection.ts";

/** The product of a choice: a plan, or permanent access to the series. */
export type Sold = { kind: "subscribe"; plan: Plan; price: Money } | { kind: "unlock"; price: Money };

/** Returns the product of a choice; null where nothing is chosen, or it is no longer on sale. */
export function soldFor(
  choice: Choice | null,
  { plans, unlock }: Pick<PlanList, "plans" | "unlock">,
): Sold | null {
  if (choice?.kind === "unlock") return unlock && { kind: "unlock", price: unlock.price };
  const plan = choice && plans.find(({ id }) => id === choice.planId);
  return plan ? { kind: "subscribe", plan, price: plan.price } : null;
}

/** Returns a running membership, also one whose payment is overdue; null without one, or when it has ended. */
export function runningMembership(subscription: Subscription | null): Subscription | null {
  if (!subscription) return null;
  const { state } = subscription;
  return state === "active" || state === "trialing" || state === "past_due" ? subscription : null;
}

/**
 * Returns what this user can buy here: a running membership is not bought twice, and the plan of an ended one comes
 * first.
 */
export function sellable(sale: PlanList): PlanList {
  if (runningMembership(sale.subscription)) return { ...sale, plans: [] };
  const { plans, resume } = sale;
  return {
    ...sale,
    plans: plans.toSorted((one, other) => Number(other.id === resume) - Number(one.id === resume)),
  };
}

/** Returns whether the user can buy nothing and owns nothing here: the site has no products, or no payment method. */
export function isNothingSold({ plans, unlock, methods, subscription }: PlanList): boolean {
  if (runningMembership(subscription)) return false;
  return methods.length === 0 || (plans.length === 0 && unlock === null);
}
