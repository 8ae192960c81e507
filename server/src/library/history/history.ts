import type { HistoryPage, Language } from "@cliffhanger/contract";
import { cardsOf, findCards, type TagNames, textIn } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { listHistory, type WatchedRow } from "./repository.ts";

/** What reading pages of cards needs. */
export interface CardContext {
  db: Db;
  clock: Clock;
  tagNames: TagNames;
}

/** The number and size of a page. */
export interface PageOf {
  page: number;
  pageSize: number;
}

/** Returns a page of a visitor's history, newest first, one row per series. */
export async function readHistory(
  { db, clock, tagNames }: CardContext,
  visitorId: string,
  { page, pageSize }: PageOf,
  language: Language,
): Promise<HistoryPage> {
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listHistory(db, visitorId, slice);
  const found = await findCards(
    db,
    rows.map((row) => row.series_id),
    { kept: true },
  );
  const cards = cardsOf(found, await tagNames.byId(), language, clock.now());
  const byId = new Map(cards.map((card) => [card.id, card]));
  const list = rows.flatMap((row) => {
    const card = byId.get(row.series_id);
    return card ? [entryOf(row, card, language)] : [];
  });
  return { list, total, page, pageSize, hasMore: page * pageSize < total };
}

function entryOf(
  row: WatchedRow,
  card: HistoryPage["list"][number]["series"],
  language: Language,
): HistoryPage["list"][number] {
  const { episode_id: episodeId, number, next, position, duration, done } = row;
  return {
    series: { ...card, progress: { episodeId, number, position, duration } },
    episode: { id: episodeId, number, title: textIn(row.title, language) },
    next,
    position,
    duration,
    done,
    watchedAt: row.watched_at.toISOString(),
  };
}
