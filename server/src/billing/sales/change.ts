import { type Language, languages } from "@cliffhanger/contract";
import { catalogueChanged, type Prices, saveUnlockPrice, type Texts } from "#catalogue";
import type { Clock } from "#platform/clock";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { notify } from "#platform/db/listen";
import { newId } from "#platform/ids";
import { amountOf } from "#platform/money";
import { noteMove } from "../records/log.ts";
import {
  endPrice,
  endUnlockPrice,
  findPlanRow,
  findSeriesCalled,
  listPlanRows,
  type PlanRow,
  replacePrice,
  replaceUnlockPrice,
  savePlan,
} from "../records/plans/repository.ts";
import { PlanError } from "./plan-error.ts";
import type { PriceWish } from "./price-words.ts";

/** What changes of plans and prices work with. */
export interface PlanChange {
  db: Db;
  clock: Clock;
}

const ID = /^[a-z0-9-]{1,32}$/;
const LONGEST = { name: 40, description: 120 };
const MOST_DAYS = 3660;

/** Runs a change in a transaction, logs it, and notifies all nodes. */
async function changing<T>(
  { db, clock }: PlanChange,
  subjectId: string,
  what: string,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    const done = await work(trx);
    const move = { subject: "plan" as const, subjectId, from: null, to: what, cause: "operator" };
    await noteMove(trx, { clock }, move);
    await notify(trx, catalogueChanged, "");
    return done;
  });
}

/** Returns a plan by id; throws a PlanError if there is none. */
export async function planCalled(db: Db, id: string): Promise<PlanRow> {
  const row = await findPlanRow(db, id);
  if (row) return row;
  const known = (await listPlanRows(db)).map((plan) => plan.id).join(", ");
  throw new PlanError(`There is no plan "${id}". There ${known === "" ? "are none" : `are ${known}`}.`);
}

/** Adds a plan at the end of the list. */
export async function addPlan(
  change: PlanChange,
  id: string,
  {
    days,
    name,
    description,
    prices,
  }: { days: string; name: string; description: string; prices: PriceWish[] },
): Promise<void> {
  if (!ID.test(id)) throw new PlanError(`"${id}" cannot be an id: give 1 to 32 letters a-z, digits or -.`);
  const periodDays = /^\d{1,5}$/.test(days) ? Number(days) : 0;
  if (periodDays < 1 || periodDays > MOST_DAYS)
    throw new PlanError(`"${days}" is no number of days. Give a whole one from 1 to ${MOST_DAYS}.`);
  checkText("name", name);
  if (description !== "") checkText("description", description);
  if (!prices.some(({ amount }) => amount !== null))
    throw new PlanError("A plan needs a price. Give at least one, such as USD=9.99.");
  await changing(change, id, "added", async (trx) => {
    const rows = await listPlanRows(trx);
    if (rows.some((row) => row.id === id))
      throw new PlanError(`There is a plan "${id}" already. Its price: npm run plan -- price ${id} USD=…`);
    const at = change.clock.now();
    await savePlan(trx, {
      id,
      name: { en: name },
      description: description === "" ? {} : { en: description },
      period_days: periodDays,
      position: Math.max(-1, ...rows.map(({ position }) => position)) + 1,
      active: true,
      created_at: at,
    });
    for (const wish of prices) await setPrice(trx, id, wish, at);
  });
}

/** Changes a plan's prices from now on. Existing members keep the price they agreed to. */
export async function changePrices(change: PlanChange, id: string, prices: PriceWish[]): Promise<void> {
  await planCalled(change.db, id);
  await changing(change, id, "priced", async (trx) => {
    for (const wish of prices) await setPrice(trx, id, wish, change.clock.now());
  });
}

async function setPrice(trx: Trx, planId: string, { currency, amount }: PriceWish, at: Date): Promise<void> {
  if (amount === null) {
    if (await endPrice(trx, planId, currency, at)) return;
    throw new PlanError(`${planId} has no price in ${currency}.`);
  }
  await replacePrice(trx, {
    id: newId(at),
    plan_id: planId,
    currency,
    amount: amountOf(amount),
    active_from: at,
    active_to: null,
  });
}

/** Sets a plan's name or description in some languages. */
export async function tellPlan(
  change: PlanChange,
  id: string,
  what: "name" | "description",
  texts: Texts,
): Promise<void> {
  const row = await planCalled(change.db, id);
  for (const text of Object.values(texts)) checkText(what, text);
  await changing(change, id, what, (trx) => savePlan(trx, { ...row, [what]: { ...row[what], ...texts } }));
}

function checkText(what: "name" | "description", text: string): void {
  const { length } = text.trim();
  if (length === 0) throw new PlanError(`A plan's ${what} cannot be empty.`);
  if (length > LONGEST[what])
    throw new PlanError(`A plan's ${what} has at most ${LONGEST[what]} characters; this one has ${length}.`);
}

/** Takes a plan off sale, or puts it back on sale. Existing members keep it and renew as before. */
export async function sellPlan(change: PlanChange, id: string, active: boolean): Promise<void> {
  const row = await planCalled(change.db, id);
  if (row.active === active)
    throw new PlanError(active ? `${id} is on sale already.` : `${id} is off sale already.`);
  await changing(change, id, active ? "restored" : "retired", (trx) => savePlan(trx, { ...row, active }));
}

/** Moves a plan to a position counted from 1. */
export async function movePlan(change: PlanChange, id: string, place: string): Promise<void> {
  const row = await planCalled(change.db, id);
  const others = (await listPlanRows(change.db)).filter((plan) => plan.id !== id);
  const at = /^\d{1,4}$/.test(place) ? Number(place) : 0;
  if (at < 1 || at > others.length + 1)
    throw new PlanError(`"${place}" is no place. Give a number from 1 to ${others.length + 1}.`);
  const ordered = others.toSpliced(at - 1, 0, row);
  await changing(change, id, "moved", async (trx) => {
    for (const [position, plan] of ordered.entries()) await savePlan(trx, { ...plan, position });
  });
}

/** Changes the default unlock prices, for series without their own price. */
export async function changeUnlockPrices(change: PlanChange, prices: PriceWish[]): Promise<void> {
  await changing(change, "unlock", "priced", async (trx) => {
    const at = change.clock.now();
    for (const { currency, amount } of prices) {
      if (amount !== null) {
        await replaceUnlockPrice(trx, {
          id: newId(at),
          currency,
          amount: amountOf(amount),
          active_from: at,
          active_to: null,
        });
      } else if (!(await endUnlockPrice(trx, currency, at))) {
        throw new PlanError(`Unlocking has no general price in ${currency}.`);
      }
    }
  });
}

/**
 * Sets a series' own prices, or removes them so that the defaults apply. Returns its title and its own
 * prices.
 */
export async function changeSeriesPrices(
  change: PlanChange,
  called: string,
  prices: PriceWish[] | null,
): Promise<{ title: string; prices: Prices | null }> {
  const series = await seriesCalled(change.db, called);
  const kept: Prices = { ...series.unlock_price };
  for (const { currency, amount } of prices ?? []) {
    if (amount === null) delete kept[currency];
    else kept[currency] = amount;
  }
  const own = prices === null || Object.keys(kept).length === 0 ? null : kept;
  await changing(change, series.id, "priced", (trx) => saveUnlockPrice(trx, series.id, own));
  return { title: titleOf(series.title), prices: own };
}

/** Returns the series with this id or title; throws a PlanError if there is none, or more than one. */
export async function seriesCalled(db: Db, called: string) {
  const [found, ...others] = await findSeriesCalled(db, called);
  if (!found) throw new PlanError(`There is no series "${called}". Give its id or its whole title.`);
  if (others.length > 0)
    throw new PlanError(
      `"${called}" are several: ${[found, ...others].map(({ id }) => id).join(", ")}. Give one of these ids.`,
    );
  return found;
}

/** Returns a title for the operator: in English if available. */
export function titleOf(texts: Texts): string {
  const first: Language | undefined = languages.find((language) => texts[language]);
  return texts.en ?? (first ? texts[first] : undefined) ?? "";
}
