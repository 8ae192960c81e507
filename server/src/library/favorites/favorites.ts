import type { FavoritePage, Language } from "@cliffhanger/contract";
import { cardsOf, findCards } from "#catalogue";
import { explainedRefusal, notFound } from "#platform/http/errors";
import type { CardContext, PageOf } from "../history/history.ts";
import type { Library } from "../library.ts";
import { insertFavorite, listFavorites } from "./repository.ts";

/** Series on one list at most: more than anybody finds again. */
const MOST_FAVORITES = 2000;

/** Puts a series on My List; it may be there already. Refuses with 404 what is not visible, and a list that is full. */
export async function addFavorite(
  { db, clock }: Pick<CardContext, "db" | "clock">,
  visitorId: string,
  seriesId: string,
): Promise<void> {
  const added = await insertFavorite(db, { visitorId, seriesId, at: clock.now(), most: MOST_FAVORITES });
  if (added === "unknown") throw notFound();
  if (added === "full") throw explainedRefusal("list_full");
}

/** A page of My List, the newest first. */
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
    findCards(db, ids),
    Promise.all(ids.map((id) => library.view(visitorId, id))),
  ]);
  const progress = new Map(ids.map((id, at) => [id, views[at]?.progress ?? null]));
  const cards = cardsOf(found, await tagNames.byId(), language, clock.now());
  const list = cards.map((card) => ({ ...card, progress: progress.get(card.id) ?? null }));
  return { list, total, page, pageSize, hasMore: page * pageSize < total };
}
