import type { Language, PlanChange } from "@cliffhanger/contract";
import { moneyOf } from "#platform/money";
import type { Billing } from "../records/billing.ts";
import type { SubscriptionRow } from "../records/subscriptions/repository.ts";
import { changeRefusal, listChanges } from "./plan-changes.ts";

/** Returns what a membership may change to, in the API's form; nothing while it cannot be changed. */
export async function changesOf(
  billing: Pick<Billing, "db" | "clock" | "gateways">,
  row: SubscriptionRow,
  language: Language,
): Promise<PlanChange[]> {
  if ((await changeRefusal(billing, row)) !== null) return [];
  const now = billing.clock.now();
  const moneyIn = (amount: number) => moneyOf(amount, row.currency, language);
  return (await listChanges(billing, row, now)).map(({ plan, kind, charge, credit }) => ({
    planId: plan.id,
    kind,
    charge: moneyIn(charge),
    credit: moneyIn(credit),
    at: (kind === "now" ? now : row.period_end).toISOString(),
  }));
}
