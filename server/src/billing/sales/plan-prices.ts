import type { Language, PlanPriceEffect } from "@cliffhanger/contract";
import type { Acting } from "#platform/db/audit";
import { type Db, inTransaction } from "#platform/db/database";
import { effectHash, requireEffect } from "#platform/effect";
import { type MessageId, messagesIn, type Translate } from "#platform/messages";
import { moneyOf, pricePerUnit } from "#platform/money";
import type { Say } from "#platform/said";
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
  shareWords,
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
  language: Language;
}

/** What writes them in the operator's language. */
interface Writer {
  t: Translate;
  moment: PriceWords["moment"];
  shown: (amount: number, currency: string) => string;
}

function writerOf({ language, moment }: PriceWords): Writer {
  const shown = (amount: number, currency: string) => moneyOf(amount, currency, language).display;
  return { t: messagesIn(language), moment, shown };
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
  notes: readonly Say[];
  moment: PriceMoment;
}

async function effectOf(
  db: Db,
  { planId, prices, notes, moment }: Wanted,
  words: PriceWords,
): Promise<PlanPriceEffect> {
  const writer = writerOf(words);
  const { t } = writer;
  const { now, from } = moment;
  const plan = planId === null ? null : await requirePlan(db, planId);
  const name = plan ? titleOf(plan.name) : t("effect.price.aSeries");
  const before = await pricesAt(db, planId, from);
  const planned = (await listPlannedPrices(db, from)).filter(({ plan_id }) => plan_id === planId);
  const at = from > now ? from : null;
  const steps: PriceStep[] = [];
  const typed: string[] = [];
  const sentences = prices.flatMap(({ currency, amount }) => {
    const step = { from: before.get(currency) ?? null, to: amount };
    if (step.from === null && amount === null)
      throw new PlanError((say) =>
        say(at ? "effect.price.noneThen" : "effect.price.none", {
          name: plan ? name : say("effect.price.aSeries"),
          currency,
        }),
      );
    steps.push(step);
    if (isLarge(step.from, step.to)) typed.push(currency);
    const next = planned.find((one) => one.currency === currency);
    return [stepWords({ name, currency, step, at }, writer), ...(next ? [staysWords(next, writer)] : [])];
  });
  const hash = effectHash([planId, from > now ? from : null, prices, [...before], planned]);
  return {
    hash,
    typed,
    sentences: [
      ...sentences,
      ...rangeWords(steps, t),
      t(at ? "effect.price.ordersThen" : "effect.price.ordersNow"),
      t("effect.price.open"),
      plan ? await membersWords(db, plan, now, t) : t("effect.price.unlocked"),
      ...(plan ? [] : [t("effect.price.own")]),
      t("effect.price.receipts"),
      paywallWords(plan, prices, writer),
      ...notes.map((say) => say(t, words.language)),
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

/** A step of a price; `at`: from when on, null for now. */
interface Stepping {
  name: string;
  currency: string;
  step: PriceStep;
  at: Date | null;
}

function stepWords({ name, currency, step, at }: Stepping, { t, moment, shown }: Writer): string {
  const say = (now: MessageId, later: MessageId, more: Record<string, string>) =>
    at ? t(later, { name, at: moment(at), ...more }) : t(now, { name, ...more });
  const [from, to] = [step.from, step.to].map((amount) => shown(amount ?? 0, currency)) as [string, string];
  if (step.to === null) return say("effect.price.gone", "effect.price.goneFrom", { currency, from });
  if (step.from === null) return say("effect.price.new", "effect.price.newFrom", { currency, to });
  if (step.from === step.to) return say("effect.price.same", "effect.price.sameFrom", { to });
  const share = shareWords(step, t);
  return say("effect.price.changed", "effect.price.changedFrom", { to, from, share });
}

function staysWords({ amount, currency, at: since }: PlannedPrice, { t, moment, shown }: Writer): string {
  const at = moment(since);
  return amount === null
    ? t("effect.price.afterGone", { at, currency })
    : t("effect.price.after", { at, price: shown(amount, currency) });
}

function rangeWords(steps: readonly PriceStep[], t: Translate): string[] {
  const moving = steps.filter(({ from, to }) => from && to !== null && from !== to);
  if (moving.length < 2) return [];
  const share = ({ from, to }: PriceStep) => Math.abs((to ?? 0) - (from ?? 0)) / (from || 1);
  const sorted = moving.toSorted((one, other) => share(one) - share(other));
  const [least, greatest] = [changeWords(sorted[0], t), changeWords(sorted.at(-1), t)];
  return [t("effect.price.range", { least, greatest })];
}

async function membersWords(db: Db, plan: PlanRow, now: Date, t: Translate): Promise<string> {
  const groups = (await listMemberGroups(db, now)).filter(({ plan_id }) => plan_id === plan.id);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  // Their number is not part of the hash: a new member changes nothing of what the price does.
  return count === 0 ? t("effect.price.nobody") : t("effect.price.members", { count });
}

function paywallWords(
  plan: PlanRow | null,
  prices: readonly PriceChange[],
  { t, shown }: Pick<Writer, "t" | "shown">,
): string {
  const parts = prices.flatMap(({ currency, amount }) => {
    if (amount === null) return [];
    const price = shown(amount, currency);
    if (!plan) return [price];
    const daily = shown(pricePerUnit(amount, plan.period_days), currency);
    return [t("effect.price.aDay", { price, daily })];
  });
  if (parts.length === 0) return t("effect.price.hidden");
  if (plan && !plan.active) return t("effect.price.offSale");
  return t("effect.price.shows", { prices: parts.join("; ") });
}

async function cancellingOf(
  db: Db,
  { planId, currency, at }: PriceCancelling,
  { now, ...words }: PriceWords & { now: Date },
): Promise<PlanPriceEffect> {
  const planned = (await listPlannedPrices(db, now)).filter(
    (one) => one.plan_id === planId && one.currency === currency,
  );
  const index = planned.findIndex((one) => one.at.getTime() === at.getTime());
  const row = planned[index];
  if (!row) throw new PlanError((say) => say("effect.price.notPlanned"));
  const [plan, present] = await Promise.all([
    planId === null ? null : requirePlan(db, planId),
    pricesAt(db, planId, now),
  ]);
  const { t, moment, shown } = writerOf(words);
  const name = plan ? titleOf(plan.name) : t("effect.price.aSeries");
  const before = (index > 0 ? planned[index - 1]?.amount : present.get(currency)) ?? null;
  const after = planned[index + 1];
  const price = before === null ? "" : shown(before, currency);
  const until = after ? moment(after.at) : "";
  const kept =
    before === null
      ? t(after ? "effect.price.without" : "effect.price.withoutOn", { name, currency, at: until })
      : t(after ? "effect.price.keeps" : "effect.price.keepsOn", { name, price, at: until });
  const dropped = row.amount === null ? t("effect.price.endOfSale") : shown(row.amount, currency);
  return {
    hash: effectHash([planId, currency, at, planned, before]),
    typed: [],
    sentences: [
      kept,
      t("effect.price.dropped", { at: moment(at), price: dropped }),
      t("effect.price.unused"),
    ],
  };
}
