import type { Language, SeriesPage, Unlocked } from "@cliffhanger/contract";
import { listBuyers, listUnlocked } from "#billing";
import { cardsOf, findCards, findSeries } from "#catalogue";
import { rightsOf, rightTo } from "#entitlements";
import type { Caller } from "#platform/http/caller";
import { notFound, paymentRequired } from "#platform/http/errors";
import type { ListContext } from "./lists.ts";
import type { PersonalContext } from "./personal.ts";
import type { PriceLocale } from "./price-locale.ts";

/** Returns the series that a viewer has unlocked permanently, newest first, with their progress in each (R22). */
export async function readUnlocked(
  { db, clock, tagNames, library }: PersonalContext & ListContext,
  visitorId: string,
  { page, pageSize }: { page: number; pageSize: number },
  language: Language,
): Promise<SeriesPage> {
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  const { ids, total } = await listUnlocked(db, visitorId, clock.now(), slice);
  const [rows, names, views] = await Promise.all([
    findCards(db, ids, { kept: true }),
    tagNames.byId(),
    Promise.all(ids.map(async (id) => [id, await library.view(visitorId, id)] as const)),
  ]);
  const progress = new Map(views.map(([id, view]) => [id, view.progress]));
  const cards = cardsOf(rows, names, language, clock.now());
  const list = cards.map((card) => ({ ...card, progress: progress.get(card.id) ?? null }));
  return { list, total, page, pageSize, hasMore: page * pageSize < total };
}

/** Returns whether a caller has a list of unlocked series: a member has, and so has a guest who ordered something (R38). */
export async function mayListUnlocked({ db }: PersonalContext, { id, kind }: Caller): Promise<boolean> {
  return kind === "member" || (await listBuyers(db, [id])).length > 0;
}

/**
 * Returns whether all of a series is open to a viewer, and why (R73). Refuses with 402 and the offer if something is
 * locked. Never charges.
 */
export async function askUnlocked(
  { db, clock, pricing }: PersonalContext,
  seriesId: string,
  visitorId: string | null,
  priceLocale: PriceLocale,
): Promise<Unlocked> {
  const [series, rights] = await Promise.all([
    findSeries(db, seriesId, { kept: true }),
    visitorId === null ? null : rightsOf(db, visitorId, clock.now()),
  ]);
  if (!series || (series.withdrawn && !rights?.bought.has(seriesId))) throw notFound();
  const right = rights && rightTo(seriesId, rights);
  if (right) return { unlocked: true, reason: right.reason };
  if (series.free_episode_count >= series.episode_count) return { unlocked: true, reason: "free" };
  throw paymentRequired(await pricing.offer(seriesId, priceLocale));
}
