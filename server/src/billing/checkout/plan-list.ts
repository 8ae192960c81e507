import { type Language, type Method, type Money, type PlanList, wallets } from "@cliffhanger/contract";
import type { Billing } from "../records/billing.ts";
import { stripeAmountOf } from "../records/gateway-amounts.ts";
import { findNewestSubscription } from "../records/subscriptions/repository.ts";
import { consentOf } from "../sales/consent.ts";
import { currencyFor } from "../sales/currency.ts";
import { findUnlockOffer } from "../sales/offer.ts";
import { listPlans } from "../sales/plans.ts";
import { methodsFor } from "../sales/sales.ts";
import { isLive, membershipState } from "../subscriptions/membership.ts";
import { changesOf } from "../subscriptions/offered-changes.ts";
import { resumablePlan } from "../subscriptions/resume.ts";
import { viewOf } from "../subscriptions/view.ts";
import { listOffered } from "./saved-method.ts";

/** The query of GET /api/plan. */
export interface PlanQuery {
  seriesId: string | undefined;
  currency: string | undefined;
  /** The country that the browser reports. */
  region: string | null;
  language: Language;
}

/**
 * Returns what is on sale, the payment methods, the consent text, and the account's subscription (R78);
 * without an account, null.
 */
export async function readSale(
  billing: Billing,
  question: PlanQuery,
  accountId: string | null,
): Promise<PlanList> {
  if (accountId === null)
    return {
      ...(await readPlanList(billing, question)),
      saved: [],
      subscription: null,
      change: [],
      resume: null,
    };
  const row = await findNewestSubscription(billing.db, accountId);
  const live = row !== undefined && isLive(membershipState(row, billing.clock.now()));
  const own = live && question.currency === undefined ? { ...question, currency: row.currency } : question;
  const [list, saved, subscription, change] = await Promise.all([
    readPlanList(billing, own),
    listOffered(billing, accountId),
    row ? viewOf(billing, row, question.language) : null,
    live ? changesOf(billing, row, question.language) : [],
  ]);
  const resume = row && !live ? await resumablePlan(billing.db, row) : null;
  return {
    ...list,
    saved: saved.filter(({ type }) => list.methods.some((method) => method.type === type)),
    subscription,
    change,
    resume: list.plans.some(({ id }) => id === resume) ? resume : null,
  };
}

async function readPlanList(
  billing: Billing,
  { seriesId, currency: asked, region, language }: PlanQuery,
): Promise<Omit<PlanList, "saved" | "subscription" | "change" | "resume">> {
  const currency = await currencyFor(billing, asked, region);
  const [plans, offer] = await Promise.all([
    listPlans(billing, language, currency),
    seriesId === undefined ? null : findUnlockOffer(billing, seriesId, language, currency),
  ]);
  return {
    plans,
    unlock: seriesId !== undefined && offer?.unlock ? { seriesId, ...offer.unlock } : null,
    forGuests: billing.mail.available,
    methods: await methodsOf(billing, [
      ...plans.map(({ price }) => price),
      ...(offer?.unlock ? [offer.unlock.price] : []),
    ]),
    at: billing.clock.now().toISOString(),
    consent: consentOf(language, {
      refundDays: billing.policy.refundDays,
      periods: plans.map(({ periodDays }) => periodDays),
    }),
  };
}

/** Returns the payment methods: those configured that accept at least one of the prices shown. */
async function methodsOf(billing: Billing, prices: readonly Money[]): Promise<Method[]> {
  const { gateways, cardForm } = billing;
  const taken = prices.flatMap(({ amount, currency }) => methodsFor(billing, amount, currency));
  const ways = new Set(prices.length > 0 ? taken : (["card", "paypal"] as const));
  const offered: Method[] = [];
  const byCard = gateways.has("stripe") && ways.has("card") ? cardForm : null;
  if (byCard) offered.push({ type: "card", gateway: "stripe", ...byCard });
  if (gateways.has("paypal") && ways.has("paypal")) offered.push({ type: "paypal" });
  // The page hands the amount to the gateway's script, which counts some currencies in other units than we do.
  const isPlain = prices.every(({ amount, currency }) => stripeAmountOf(amount, currency) === amount);
  if (byCard && isPlain) {
    const hasFile = (await billing.domainFile.read()) !== null;
    const shown = wallets.filter((wallet) => wallet !== "apple_pay" || hasFile);
    offered.push({ type: "wallet", ...byCard, wallets: shown });
  }
  return offered;
}
