import { type AuditAction, type Language, languages } from "@cliffhanger/contract";
import { announceChange, type Prices, saveUnlockPrice, type Texts } from "#catalogue";
import { type Acting, audited } from "#platform/db/audit";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { changedMeanwhile } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { amountOf } from "#platform/money";
import { logChange } from "../records/log.ts";
import {
  findPlanRow,
  findSeriesByName,
  listPlanRows,
  type PlanRow,
  savePlan,
} from "../records/plans/repository.ts";
import {
  listPrices,
  listUnlockPrices,
  planPriceChange,
  takePriceChanges,
  writePrice,
} from "../records/prices/repository.ts";
import type { PriceChange } from "./parse-price.ts";
import { PlanError } from "./plan-error.ts";

/** What changes of plans and prices work with. */
export type PlanChange = Acting;

/** What a change is called in the money log and in the audit log, and how its subject is read before and after it. */
export interface Changing {
  subject: { kind: "plan" | "series" | "price"; id: string };
  what: string;
  action: AuditAction;
  read: (db: Db) => Promise<object | undefined>;
}

const ID = /^[a-z0-9-]{1,32}$/;
const MAX_LENGTH = { name: 40, description: 120 };
const MAX_DAYS = 3660;

/** Runs a change in a transaction, logs it, and notifies all nodes. */
export async function changing<T>(
  acting: PlanChange,
  { subject, what, action, read }: Changing,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return audited(acting, { action }, async (trx) => {
    const before = (await read(trx)) ?? null;
    const result = await work(trx);
    const move = { subject: "plan" as const, subjectId: subject.id, from: null, to: what, cause: "operator" };
    await logChange(trx, acting, move);
    await announceChange(trx, null);
    return { result, changes: [{ subject, before, after: (await read(trx)) ?? null }] };
  });
}

/** Returns how a change of a plan is recorded, with the prices that hold at a given time. */
export function ofPlan(id: string, what: string, at: Date, action: AuditAction = "plan.change"): Changing {
  const read = async (db: Db) => {
    const row = await findPlanRow(db, id);
    return (
      row && {
        ...row,
        prices: (await listPrices(db, at))
          .filter((price) => price.plan_id === id)
          .map(({ currency, amount }) => `${amount} ${currency}`),
      }
    );
  };
  return { subject: { kind: "plan", id }, what, action, read };
}

/** Returns how a change of the general unlock prices is recorded. */
export function ofUnlockPrices(what: string, at: Date, action: AuditAction = "plan.unlock-price"): Changing {
  const read = async (db: Db) =>
    Object.fromEntries((await listUnlockPrices(db, at)).map((row) => [row.currency, row.amount]));
  return { subject: { kind: "price", id: "unlock" }, what, action, read };
}

/** Returns a plan by id; throws a PlanError if there is none. */
export async function requirePlan(db: Db, id: string): Promise<PlanRow> {
  const row = await findPlanRow(db, id);
  if (row) return row;
  const known = (await listPlanRows(db)).map((plan) => plan.id).join(", ");
  throw new PlanError((t) =>
    known === "" ? t("planFault.unknownNone", { id }) : t("planFault.unknown", { id, known }),
  );
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
  }: { days: string; name: string; description: string; prices: PriceChange[] },
): Promise<void> {
  if (!ID.test(id)) throw new PlanError((t) => t("planFault.id", { id }));
  const periodDays = /^\d{1,5}$/.test(days) ? Number(days) : 0;
  if (periodDays < 1 || periodDays > MAX_DAYS)
    throw new PlanError((t) => t("planFault.days", { days, most: MAX_DAYS }));
  checkText("name", name);
  if (description !== "") checkText("description", description);
  if (!prices.some(({ amount }) => amount !== null)) throw new PlanError((t) => t("planFault.needsPrice"));
  await changing(change, ofPlan(id, "added", change.clock.now(), "plan.create"), async (trx) => {
    const rows = await listPlanRows(trx);
    if (rows.some((row) => row.id === id)) throw new PlanError((t) => t("planFault.exists", { id }));
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
    for (const price of prices) await setPrice(trx, id, price, { now: at, from: at });
  });
}

/** When a change of prices is made, and from when the new prices hold. */
export interface PriceMoment {
  now: Date;
  from: Date;
}

/**
 * Changes a plan's prices from now on, or from a later time on. Existing members keep the price they agreed to. A
 * price lasts until the next planned change.
 */
export async function changePrices(
  change: PlanChange,
  id: string,
  prices: PriceChange[],
  from: Date | null = null,
): Promise<void> {
  await requirePlan(change.db, id);
  await setPrices(change, id, prices, from);
}

/** Changes the general unlock prices, for series without their own price, from now on or from a later time on. */
export async function changeUnlockPrices(
  change: PlanChange,
  prices: PriceChange[],
  from: Date | null = null,
): Promise<void> {
  await setPrices(change, null, prices, from);
}

/** Returns the moment from which a price holds; refuses one that is past. */
export function momentOfPrice(from: Date | null, now: Date): PriceMoment {
  if (from !== null && from <= now)
    throw new PlanError((t) => t("planFault.past", { at: from.toISOString() }));
  return { now, from: from ?? now };
}

async function setPrices(
  change: PlanChange,
  planId: string | null,
  prices: PriceChange[],
  from: Date | null,
): Promise<void> {
  const moment = momentOfPrice(from, change.clock.now());
  await changing(change, ofPriced(planId, moment), async (trx) => {
    for (const price of prices) await setPrice(trx, planId, price, moment);
  });
}

/** Returns how new prices of a plan, or new general unlock prices, are recorded. */
export function ofPriced(planId: string | null, { now, from }: PriceMoment): Changing {
  const what = from > now ? "price planned" : "priced";
  return planId === null ? ofUnlockPrices(what, from) : ofPlan(planId, what, from, "plan.price");
}

/** Sets a price of a plan, or the general unlock price, from a moment on. */
export async function setPrice(
  trx: Trx,
  planId: string | null,
  { currency, amount }: PriceChange,
  { now, from }: PriceMoment,
): Promise<void> {
  const value = amount === null ? null : amountOf(amount);
  const set = await writePrice(trx, { id: newId(now), planId, currency, amount: value, from });
  if (!set)
    throw new PlanError(
      `${planId ?? "Unlocking"} has no ${planId === null ? "general " : ""}price in ${currency}${from > now ? " at that time" : ""}.`,
    );
  if (from > now) await planPriceChange(trx, from);
}

/** Notifies all nodes of planned price changes that have taken effect. Returns how many. */
export async function announcePrices({ db, clock }: Pick<PlanChange, "db" | "clock">): Promise<number> {
  return inTransaction(db, async (trx) => {
    const taken = await takePriceChanges(trx, clock.now());
    if (taken > 0) await announceChange(trx, null);
    return taken;
  });
}

/** Sets a plan's name or description in some languages. */
export async function describePlan(
  change: PlanChange,
  id: string,
  what: "name" | "description",
  texts: Texts,
): Promise<void> {
  const row = await requirePlan(change.db, id);
  for (const text of Object.values(texts)) checkText(what, text);
  await changing(change, ofPlan(id, what, change.clock.now()), (trx) =>
    savePlan(trx, { ...row, [what]: { ...row[what], ...texts } }),
  );
}

/** Sets all texts of a plan in one change; a language without a text shows the English one. */
export async function setPlanTexts(
  change: PlanChange,
  id: string,
  { from, to }: { from: PlanTextSet; to: PlanTextSet },
): Promise<void> {
  const wanted = { name: given(to.name), description: given(to.description) };
  if (!wanted.name.en) throw new PlanError((t) => t("planFault.nameEmpty"));
  for (const what of ["name", "description"] as const)
    for (const text of Object.values(wanted[what])) checkText(what, text);
  const at = change.clock.now();
  await changing(change, ofPlan(id, "described", at), async (trx) => {
    const row = await requirePlan(trx, id);
    const isSame = (["name", "description"] as const).every((what) =>
      languages.every((language) => (row[what][language] ?? "") === (from[what][language] ?? "")),
    );
    if (!isSame) throw changedMeanwhile({ by: null, at });
    await savePlan(trx, { ...row, ...wanted });
  });
}

/** The texts of a plan. */
export interface PlanTextSet {
  name: Texts;
  description: Texts;
}

function given(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()] as const)
      .filter(([, text]) => text !== ""),
  );
}

function checkText(what: "name" | "description", text: string): void {
  const { length } = text.trim();
  const most = MAX_LENGTH[what];
  if (length === 0) throw new PlanError((t) => t(`planFault.${what}Empty`));
  if (length > most) throw new PlanError((t) => t(`planFault.${what}Long`, { most, length }));
}

/** Takes a plan off sale, or puts it back on sale. Existing members keep it and renew as before. */
export async function sellPlan(change: PlanChange, id: string, active: boolean): Promise<void> {
  const row = await requirePlan(change.db, id);
  if (row.active === active)
    throw new PlanError((t) => t(active ? "planFault.onSale" : "planFault.offSale", { name: id }));
  await changing(change, ofPlan(id, active ? "restored" : "retired", change.clock.now()), (trx) =>
    savePlan(trx, { ...row, active }),
  );
}

/** Moves a plan to a position counted from 1. */
export async function movePlan(change: PlanChange, id: string, place: string): Promise<void> {
  const row = await requirePlan(change.db, id);
  const others = (await listPlanRows(change.db)).filter((plan) => plan.id !== id);
  const at = /^\d{1,4}$/.test(place) ? Number(place) : 0;
  if (at < 1 || at > others.length + 1)
    throw new PlanError((t) => t("planFault.place", { place, most: others.length + 1 }));
  const ordered = others.toSpliced(at - 1, 0, row);
  await changing(change, ofPlan(id, "moved", change.clock.now()), async (trx) => {
    for (const [position, plan] of ordered.entries()) await savePlan(trx, { ...plan, position });
  });
}

/**
 * Sets a series' own prices, or removes them so that the defaults apply. Returns its title and its own
 * prices.
 */
export async function changeSeriesPrices(
  change: PlanChange,
  name: string,
  prices: PriceChange[] | null,
): Promise<{ title: string; prices: Prices | null }> {
  const series = await requireSeries(change.db, name);
  const ownPrices: Prices = { ...series.unlock_price };
  for (const { currency, amount } of prices ?? []) {
    if (amount === null) delete ownPrices[currency];
    else ownPrices[currency] = amount;
  }
  const own = prices === null || Object.keys(ownPrices).length === 0 ? null : ownPrices;
  const subject = { kind: "series", id: series.id } as const;
  let now: Prices | null = series.unlock_price;
  const read = async () => ({ prices: now });
  await changing(change, { subject, what: "priced", action: "series.price", read }, async (trx) => {
    await saveUnlockPrice(trx, series.id, own);
    now = own;
  });
  return { title: titleOf(series.title), prices: own };
}

/** Returns the series with this id or title; throws a PlanError if there is none, or more than one. */
export async function requireSeries(db: Db, name: string) {
  const [found, ...others] = await findSeriesByName(db, name);
  if (!found) throw new PlanError(`There is no series "${name}". Give its id or its whole title.`);
  if (others.length > 0)
    throw new PlanError(
      `"${name}" are several: ${[found, ...others].map(({ id }) => id).join(", ")}. Give one of these ids.`,
    );
  return found;
}

/** Returns a title for the operator: in English if available. */
export function titleOf(texts: Texts): string {
  const first: Language | undefined = languages.find((language) => texts[language]);
  return texts.en ?? (first ? texts[first] : undefined) ?? "";
}
