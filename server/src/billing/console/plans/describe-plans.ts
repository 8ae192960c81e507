import {
  type ConsolePlan,
  type ConsolePlanPrice,
  type ConsolePlans,
  isPermitted,
  type Language,
  languages,
  mayKnowCount,
  type Role,
  SMALL_GROUP,
} from "@cliffhanger/contract";
import { moneyOf, pricePerUnit } from "#platform/money";
import type { MemberGroup, PlanNet } from "../../records/members/repository.ts";
import { listPlanRows, type PlanRow } from "../../records/plans/repository.ts";
import {
  listPlannedPrices,
  listPrices,
  listUnlockPrices,
  type PlannedPrice,
} from "../../records/prices/repository.ts";
import { titleOf } from "../../sales/change.ts";
import { consentOf } from "../../sales/consent.ts";
import type { ConsoleBilling } from "../orders/console-billing.ts";
import type { PlanFigures } from "./plan-figures.ts";

interface Facts {
  prices: readonly { plan_id: string; currency: string; amount: number }[];
  planned: readonly PlannedPrice[];
  groups: readonly MemberGroup[];
  net: readonly PlanNet[];
  /** Whose screen it is. */
  role: Role;
  language: Language;
}

/** Describes all plans with their prices and members, and the general price of a series. */
export async function describePlans(
  { billing, planPreview }: ConsoleBilling,
  figures: () => Promise<PlanFigures>,
  { role, language }: { role: Role; language: Language },
): Promise<ConsolePlans> {
  const { db, clock, gateways } = billing;
  const now = clock.now();
  const [plans, prices, unlocks, planned, { groups, net }] = await Promise.all([
    listPlanRows(db),
    listPrices(db, now),
    listUnlockPrices(db, now),
    listPlannedPrices(db, now),
    figures(),
  ]);
  const general = planned.filter(({ plan_id }) => plan_id === null);
  const currencies = distinct([...unlocks, ...general].map(({ currency }) => currency));
  const facts = { prices, planned, groups, net, role, language };
  return {
    list: plans.map((plan) => describePlan(plan, facts)),
    unlock: currencies.map((currency) => ({
      currency,
      price: moneyOrNull(unlocks.find((one) => one.currency === currency)?.amount, currency, language),
      planned: plannedIn(general, currency, language),
    })),
    isOpen: gateways.size > 0,
    consent: consentIn(
      billing.policy.refundDays,
      plans.filter(({ active }) => active).map(({ period_days }) => period_days),
    ),
    preview: planPreview(),
  };
}

function consentIn(refundDays: number, periods: readonly number[]): ConsolePlans["consent"] {
  const words = languages.map((language) => {
    const { text: subscription, unlockText: unlock } = consentOf(language, { refundDays, periods });
    return [language, { subscription, unlock }];
  });
  return Object.fromEntries(words) as ConsolePlans["consent"];
}

function describePlan(plan: PlanRow, facts: Facts): ConsolePlan {
  const { role, language } = facts;
  const ofPlan = facts.groups.filter(({ plan_id }) => plan_id === plan.id);
  const coming = facts.groups.filter(({ renews, next_plan_id }) => renews && next_plan_id === plan.id);
  const planned = facts.planned.filter(({ plan_id }) => plan_id === plan.id);
  const prices = facts.prices.filter(({ plan_id }) => plan_id === plan.id);
  const currencies = distinct([...prices, ...planned, ...ofPlan, ...coming].map(({ currency }) => currency));
  return {
    id: plan.id,
    name: titleOf(plan.name),
    names: plan.name,
    descriptions: plan.description,
    periodDays: plan.period_days,
    isSold: plan.active,
    members: sizeOf(ofPlan, role),
    prices: currencies.map((currency): ConsolePlanPrice => {
      const amount = prices.find((one) => one.currency === currency)?.amount;
      const perDay = amount === undefined ? undefined : pricePerUnit(amount, plan.period_days);
      const sold = facts.net.find((one) => one.plan_id === plan.id && one.currency === currency);
      const showsNet = isPermitted(role, "person.read") || (sold?.buyers ?? 0) >= SMALL_GROUP;
      return {
        currency,
        price: moneyOrNull(amount, currency, language),
        perDay: moneyOrNull(perDay, currency, language),
        planned: plannedIn(planned, currency, language),
        members: sizeOf(
          ofPlan.filter((one) => one.currency === currency),
          role,
        ),
        renews: renewalsOf(
          coming.filter((one) => one.currency === currency),
          facts,
        ),
        net: sold && !showsNet ? null : moneyOf(Math.max(0, sold?.net ?? 0), currency, language),
      };
    }),
  };
}

function renewalsOf(
  groups: readonly MemberGroup[],
  { role, language }: Pick<Facts, "role" | "language">,
): ConsolePlanPrice["renews"] {
  const byAmount = Map.groupBy(groups, ({ next_amount }) => next_amount);
  return [...byAmount]
    .toSorted(([one], [other]) => one - other)
    .map(([amount, members]) => ({
      price: moneyOf(amount, members[0]?.currency ?? "", language),
      members: sizeOf(members, role),
    }));
}

/** Returns the number of people in groups; null where it is small and the caller sees no small groups. */
function sizeOf(groups: readonly MemberGroup[], role: Role): number | null {
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return mayKnowCount(role, count) ? count : null;
}

function plannedIn(
  planned: readonly PlannedPrice[],
  currency: string,
  language: Language,
): ConsolePlanPrice["planned"] {
  return planned
    .filter((one) => one.currency === currency)
    .map(({ at, amount }) => ({
      at: at.toISOString(),
      price: moneyOrNull(amount ?? undefined, currency, language),
    }));
}

const moneyOrNull = (amount: number | undefined, currency: string, language: Language) =>
  amount === undefined ? null : moneyOf(amount, currency, language);

const distinct = (currencies: readonly string[]) => [...new Set(currencies)].toSorted();
