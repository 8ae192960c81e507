import type { FavoritePage, Language } from "@cliffhanger/contract";
import { cardsOf, findCards } from "#catalogue";
import { explainedRefusal, notFound } from "#platform/http/errors";
import type { CardContext, PageOf } from "../history/history.ts";
import type { Library } from "../library.ts";
import { insertFavorite, listFavorites } from "./repository.ts";

/** Maximum number of series on one list. */
const MAX_FAVORITES = 2000;

/** Adds a series to My List, unless it is there already. Refuses a hidden series with 404, and a full list. */
export async function addFavorite(
  { db, clock }: Pick<CardContext, "db" | "clock">,
  visitorId: string,
  seriesId: string,
): Promise<void> {
  const added = await insertFavorite(db, { visitorId, seriesId, at: clock.now(), limit: MAX_FAVORITES });
  if (added === "unknown") throw notFound();
  if (added === "full") throw explainedRefusal("list_full");
}

/** Returns a page of My List, newest first. */
export async function readFavorites(
  { db, clock, tagNames, library }: CardContext & { library: Library },
  visitorId: string,
  { page, pageSize }: PageOf,
  language: Language,
): Promise<FavoritePage> {
  const { ids, total } = await listFavorites(db, visitorId, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const [found, views] = await Promise.all([
    findCards(db, ids, { kept: true }),
    Promise.all(ids.map((id) => library.view(visitorId, id))),
  ]);
  const progress = new Map(ids.map((id, at) => [id, views[at]?.progress ?? null]));
  const cards = cardsOf(found, await tagNames.byId(), language, clock.now());
  const list = cards.map((card) => ({ ...card, progress: progress.get(card.id) ?? null }));
  return { list, total, page, pageSize, hasMore: page * pageSize < total };
}
