import type { PlanPriceEffect } from "@cliffhanger/contract";
import type { Acting } from "#platform/db/audit";
import { type Db, inTransaction } from "#platform/db/database";
import { effectHash, requireEffect } from "#platform/effect";
import { moneyOf, pricePerUnit } from "#platform/money";
import { listMemberGroups } from "../records/members/repository.ts";
import type { PlanRow } from "../records/plans/repository.ts";
import {
  cancelPrice,
  listPlannedPrices,
  listPrices,
  listUnlockPrices,
  type PlannedPrice,
  planPriceChange,
} from "../records/prices/repository.ts";
import {
  changing,
  momentOfPrice,
  ofPlan,
  ofPriced,
  ofUnlockPrices,
  type PriceMoment,
  requirePlan,
  setPrice,
  titleOf,
} from "./change.ts";
import type { PriceChange } from "./parse-price.ts";
import { PlanError } from "./plan-error.ts";
import {
  changeWords,
  isLarge,
  type PriceGateways,
  type PriceSet,
  type PriceStep,
  parseChanges,
  requireTyped,
} from "./price-steps.ts";

/** New prices of a plan, or without one of a series in general, as an operator asks for them. */
export interface PlanPriceRequest {
  planId: string | null;
  set: PriceSet;
  /** Null: from now on. */
  from: Date | null;
  typed?: Readonly<Record<string, string>> | undefined;
  effect?: string | undefined;
}

/** A planned price that is to be cancelled. */
export interface PriceCancelling {
  planId: string | null;
  currency: string;
  at: Date;
  effect?: string | undefined;
}

/** What the sentences about prices need besides. */
export interface PriceWords {
  gateways: PriceGateways;
  /** Writes a moment in the site's zone. */
  moment: (at: Date) => string;
}

/** Answers what new prices would do. */
export async function previewPlanPrices(
  { db, clock }: Pick<Acting, "db" | "clock">,
  request: PlanPriceRequest,
  words: PriceWords,
): Promise<PlanPriceEffect> {
  const { prices, notes } = parseChanges(request.set, words.gateways);
  const moment = momentOfPrice(request.from, clock.now());
  return inTransaction(db, (trx) => effectOf(trx, { ...request, prices, notes, moment }, words));
}

/** Sets prices as the operator saw it: what they do is computed again in the transaction that sets them. */
export async function setPlanPrices(
  acting: Acting,
  request: PlanPriceRequest,
  words: PriceWords,
): Promise<void> {
  const { planId, effect: seen, typed = {} } = request;
  const { prices, notes } = parseChanges(request.set, words.gateways);
  const moment = momentOfPrice(request.from, acting.clock.now());
  await changing(acting, ofPriced(planId, moment), async (trx) => {
    const effect = await effectOf(trx, { ...request, prices, notes, moment }, words);
    requireEffect(effect.hash, seen, { by: null, at: moment.now });
    requireTyped(effect.typed, prices, typed);
    for (const price of prices) await setPrice(trx, planId, price, moment);
  });
}

/** Answers what cancelling a planned price would do. */
export async function previewCancelling(
  { db, clock }: Pick<Acting, "db" | "clock">,
  wanted: PriceCancelling,
  words: PriceWords,
): Promise<PlanPriceEffect> {
  return cancellingOf(db, wanted, { ...words, now: clock.now() });
}

/** Cancels a planned price, so that the one before it goes on. */
export async function cancelPlannedPrice(
  acting: Acting,
  wanted: PriceCancelling,
  words: PriceWords,
): Promise<void> {
  const { planId, currency, at, effect } = wanted;
  const action = "plan.price.cancel";
  const what = "price cancelled";
  const changed = planId === null ? ofUnlockPrices(what, at, action) : ofPlan(planId, what, at, action);
  await changing(acting, changed, async (trx) => {
    const now = acting.clock.now();
    const { hash } = await cancellingOf(trx, wanted, { ...words, now });
    requireEffect(hash, effect, { by: null, at: now });
    await cancelPrice(trx, { planId, currency, at });
    await planPriceChange(trx, at);
  });
}

interface Wanted {
  planId: string | null;
  prices: readonly PriceChange[];
  notes: readonly string[];
  moment: PriceMoment;
}

async function effectOf(
  db: Db,
  { planId, prices, notes, moment }: Wanted,
  { moment: writeMoment }: PriceWords,
): Promise<PlanPriceEffect> {
  const { now, from } = moment;
  const plan = planId === null ? null : await requirePlan(db, planId);
  const name = plan ? titleOf(plan.name) : "A series";
  const before = await pricesAt(db, planId, from);
  const planned = (await listPlannedPrices(db, from)).filter(({ plan_id }) => plan_id === planId);
  const when = from > now ? ` from ${writeMoment(from)} on` : "";
  const steps: PriceStep[] = [];
  const typed: string[] = [];
  const sentences = prices.flatMap(({ currency, amount }) => {
    const step = { from: before.get(currency) ?? null, to: amount };
    if (step.from === null && amount === null)
      throw new PlanError(`${name} has no price in ${currency}${when === "" ? "" : " at that time"}.`);
    steps.push(step);
    if (isLarge(step.from, step.to)) typed.push(currency);
    const next = planned.find((one) => one.currency === currency);
    return [`${stepWords(name, currency, step)}${when}.`, ...(next ? [staysWords(next, writeMoment)] : [])];
  });
  const hash = effectHash([planId, from > now ? from : null, prices, [...before], planned]);
  return {
    hash,
    typed,
    sentences: [
      ...sentences,
      ...rangeWords(steps),
      when === "" ? "Orders from now on pay it." : "Orders from then on pay it.",
      "Orders that are open then keep their price.",
      ...(plan ? [await membersWords(db, plan, now)] : ["What was unlocked stays unlocked."]),
      ...(plan ? [] : ["Series with a price of their own keep it."]),
      "Receipts and terms stay as they are.",
      paywallWords(plan, prices),
      ...notes,
    ],
  };
}

async function pricesAt(db: Db, planId: string | null, at: Date): Promise<Map<string, number>> {
  const rows =
    planId === null
      ? await listUnlockPrices(db, at)
      : (await listPrices(db, at)).filter(({ plan_id }) => plan_id === planId);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}

const shown = (amount: number, currency: string) => moneyOf(amount, currency, "en").display;

function stepWords(name: string, currency: string, step: PriceStep): string {
  const { from, to } = step;
  if (to === null) return `${name} is not sold in ${currency}, instead of for ${shown(from ?? 0, currency)},`;
  if (from === null) return `${name} costs ${shown(to, currency)}; it was not sold in ${currency} before,`;
  if (from === to) return `${name} keeps ${shown(to, currency)}`;
  return `${name} costs ${shown(to, currency)} instead of ${shown(from, currency)}${changeWords(step)}`;
}

function staysWords({ amount, currency, at }: PlannedPrice, writeMoment: PriceWords["moment"]): string {
  const then = amount === null ? `it is not sold in ${currency}` : `it costs ${shown(amount, currency)}`;
  return `What is planned after that stays: from ${writeMoment(at)} on ${then}.`;
}

function rangeWords(steps: readonly PriceStep[]): string[] {
  const moving = steps.filter(({ from, to }) => from && to !== null && from !== to);
  if (moving.length < 2) return [];
  const share = ({ from, to }: PriceStep) => Math.abs((to ?? 0) - (from ?? 0)) / (from || 1);
  const sorted = moving.toSorted((one, other) => share(one) - share(other));
  const words = (step: PriceStep | undefined) => changeWords(step).replace(/^ \((.*)\)$/, "$1");
  return [`The least step is ${words(sorted[0])}, the greatest ${words(sorted.at(-1))}.`];
}

async function membersWords(db: Db, plan: PlanRow, now: Date): Promise<string> {
  const groups = (await listMemberGroups(db, now)).filter(({ plan_id }) => plan_id === plan.id);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  // Their number is not part of the hash: a new member changes nothing of what the price does.
  if (count === 0) return "Nobody is a member by it now.";
  if (count === 1) return "The one running membership keeps its price.";
  return `${count.toLocaleString("en")} running memberships keep their price.`;
}

function paywallWords(plan: PlanRow | null, prices: readonly PriceChange[]): string {
  const parts = prices.flatMap(({ currency, amount }) => {
    if (amount === null) return [];
    const price = shown(amount, currency);
    if (!plan) return [price];
    return [`${price}, which is ${shown(pricePerUnit(amount, plan.period_days), currency)} a day`];
  });
  if (parts.length === 0) return "The paywall does not show it any more.";
  if (plan && !plan.active) return "It is off sale, so the paywall does not show it.";
  return `The paywall shows then: ${parts.join("; ")}.`;
}

async function cancellingOf(
  db: Db,
  { planId, currency, at }: PriceCancelling,
  { moment, now }: PriceWords & { now: Date },
): Promise<PlanPriceEffect> {
  const planned = (await listPlannedPrices(db, now)).filter(
    (one) => one.plan_id === planId && one.currency === currency,
  );
  const index = planned.findIndex((one) => one.at.getTime() === at.getTime());
  const row = planned[index];
  if (!row) throw new PlanError("No price is planned for then any more.");
  const [plan, present] = await Promise.all([
    planId === null ? null : requirePlan(db, planId),
    pricesAt(db, planId, now),
  ]);
  const name = plan ? titleOf(plan.name) : "A series";
  const before = (index > 0 ? planned[index - 1]?.amount : present.get(currency)) ?? null;
  const after = planned[index + 1];
  const until = after ? `until ${moment(after.at)}` : "without an end";
  const kept =
    before === null
      ? `${name} stays without a price in ${currency}`
      : `${name} keeps ${shown(before, currency)}`;
  const dropped = row.amount === null ? "its end of sale" : shown(row.amount, currency);
  return {
    hash: effectHash([planId, currency, at, planned, before]),
    typed: [],
    sentences: [
      `${kept}, ${until}.`,
      `What was planned for ${moment(at)} does not come: ${dropped}.`,
      "No order and no membership has had this price.",
    ],
  };
}
