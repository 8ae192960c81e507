import type { Language, SeriesPriceEffect, SeriesPrices } from "@cliffhanger/contract";
import { announceChange, type Prices, saveUnlockPrice } from "#catalogue";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { effectHash, requireEffect } from "#platform/effect";
import { notFound } from "#platform/http/errors";
import { messagesIn } from "#platform/messages";
import { moneyOf, pricePerUnit } from "#platform/money";
import type { Say } from "#platform/said";
import { logChange } from "../records/log.ts";
import { listOwnPrices, listUnlockPrices, type OwnPriceRow } from "../records/prices/repository.ts";
import { titleOf } from "./change.ts";
import type { PriceChange } from "./parse-price.ts";
import {
  isLarge,
  type PriceGateways,
  type PriceSet,
  type PriceStep,
  parseChanges,
  requireTyped,
  shareWords,
} from "./price-steps.ts";

/** A change of the own prices of series, as an operator asks for it. */
export interface SeriesPriceRequest {
  ids: readonly string[];
  set: PriceSet;
  typed?: Readonly<Record<string, string>> | undefined;
  effect?: string | undefined;
}

/** Returns what unlocking a series costs in each currency that has a price. */
export async function readSeriesPrices(db: Db, id: string, at: Date): Promise<SeriesPrices> {
  const [[series], general] = await Promise.all([listOwnPrices(db, [id]), listUnlockPrices(db, at)]);
  if (!series) throw notFound();
  const { episodes } = series;
  const own = series.own ?? {};
  const currencies = [
    ...new Set([...general.map(({ currency }) => currency), ...Object.keys(own)]),
  ].toSorted();
  const money = (amount: number | undefined, currency: string) =>
    amount === undefined ? null : moneyOf(amount, currency, "en");
  const rows = currencies.map((currency) => {
    const usual = general.find((one) => one.currency === currency)?.amount;
    const amount = own[currency] ?? usual;
    const part =
      amount === undefined || amount === 0 || episodes === 0 ? undefined : pricePerUnit(amount, episodes);
    return {
      currency,
      own: money(own[currency], currency),
      general: money(usual, currency),
      perEpisode: money(part, currency),
    };
  });
  return { rows, episodes };
}

/** Answers what a change of prices would do. */
export async function previewSeriesPrices(
  { db, at, gateways }: { db: Db; at: Date; gateways: PriceGateways },
  request: SeriesPriceRequest,
  language: Language,
): Promise<SeriesPriceEffect> {
  const { notes, prices } = parseChanges(request.set, gateways);
  const { hash, typed, said } = await effectOf(db, { ids: request.ids, prices, at });
  const t = messagesIn(language);
  const lasting: Say = () => t("effect.ownPrice.lasting");
  const sentences = [...said, ...notes, lasting].map((say) => say(t, language));
  return { hash, typed, sentences };
}

/**
 * Sets the own prices of series, in one transaction with a row of the audit log for each. Orders that are open keep what they
 * agreed to. Returns how many series changed.
 */
export async function setSeriesPrices(
  acting: Acting,
  request: SeriesPriceRequest,
  gateways: PriceGateways,
): Promise<number> {
  const { prices } = parseChanges(request.set, gateways);
  return audited(acting, { action: "series.price" }, async (trx) => {
    const at = acting.clock.now();
    const effect = await effectOf(trx, { ids: request.ids, prices, at, lock: true });
    requireEffect(effect.hash, request.effect, { by: null, at });
    requireTyped(effect.typed, prices, request.typed ?? {});
    const changes = [];
    for (const row of effect.rows) {
      const next = pricesAfter(row.own, prices);
      if (JSON.stringify(next) === JSON.stringify(row.own)) continue;
      await savePrices(trx, acting, row.id, next);
      const subject = { kind: "series", id: row.id };
      changes.push({ subject, before: { prices: row.own }, after: { prices: next } });
    }
    if (changes.length > 0)
      await announceChange(trx, changes.length === 1 ? (changes[0]?.subject.id ?? null) : null);
    return { result: changes.length, changes };
  });
}

async function savePrices(trx: Trx, acting: Acting, id: string, prices: Prices | null): Promise<void> {
  await saveUnlockPrice(trx, id, prices);
  const move = { subject: "plan" as const, subjectId: id, from: null, to: "priced", cause: "operator" };
  await logChange(trx, acting, move);
}

function pricesAfter(own: Prices | null, prices: readonly PriceChange[]): Prices | null {
  const next: Prices = { ...own };
  for (const { currency, amount } of prices) {
    if (amount === null) delete next[currency];
    else next[currency] = amount;
  }
  return Object.keys(next).length === 0 ? null : next;
}

interface Asked {
  ids: readonly string[];
  prices: readonly PriceChange[];
  at: Date;
  lock?: boolean;
}

async function effectOf(
  db: Db,
  { ids, prices, at, lock = false }: Asked,
): Promise<{ hash: string; typed: string[]; said: Say[]; rows: OwnPriceRow[] }> {
  const rows = await listOwnPrices(db, ids, { lock });
  if (rows.length < new Set(ids).size) throw notFound();
  const general = new Map((await listUnlockPrices(db, at)).map(({ currency, amount }) => [currency, amount]));
  const typed: string[] = [];
  const said = prices.map(({ currency, amount }) => {
    const usual = general.get(currency) ?? null;
    const after = amount ?? usual;
    const steps = rows.map(({ own }) => ({ from: own?.[currency] ?? usual, to: after }));
    if (steps.some(({ from, to }) => isLarge(from, to))) typed.push(currency);
    return sentenceOf(currency, {
      steps,
      isGeneral: amount === null,
      title: rows.length === 1 ? titleOf(rows[0]?.title ?? {}) : null,
    });
  });
  const state = rows.map(({ id, own }) => [id, own, pricesAfter(own, prices)]);
  const hash = effectHash([state, [...general]]);
  return { rows, hash, typed, said };
}

function sentenceOf(
  currency: string,
  { steps, isGeneral, title }: { steps: readonly PriceStep[]; isGeneral: boolean; title: string | null },
): Say {
  const moving = steps.filter(({ from, to }) => from !== to);
  return (t, language) => {
    const words = (amount: number | null) =>
      amount === null
        ? t("effect.ownPrice.noPrice", { currency })
        : moneyOf(amount, currency, language).display;
    const price = words(steps[0]?.to ?? null);
    if (moving.length === 0)
      return t(isGeneral ? "effect.ownPrice.keepsGeneral" : "effect.ownPrice.keeps", {
        name: title ?? t("effect.ownPrice.each"),
        price,
      });
    const froms = [...new Set(moving.map(({ from }) => from))].toSorted((a, b) => (a ?? 0) - (b ?? 0));
    if (title !== null)
      return t(isGeneral ? "effect.ownPrice.costsGeneral" : "effect.ownPrice.costs", {
        name: title,
        price,
        before: words(froms[0] ?? null),
        share: moving.length === 1 ? shareWords(moving[0], t) : "",
      });
    const before =
      froms.length > 4
        ? t("effect.ownPrice.different", { count: froms.length })
        : froms.map(words).join(", ");
    const id = isGeneral ? "effect.ownPrice.manyGeneral" : "effect.ownPrice.many";
    return t(id, { count: moving.length, price, before });
  };
}
