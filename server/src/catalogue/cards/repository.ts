import type { Language } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import type { SeriesRow } from "../repository.ts";
import type { CardSource } from "./card.ts";
import { CARD_VERSION, type StoredCard } from "./ready-card.ts";

/** A stored card with what its badge depends on. */
export interface CardTextRow {
  id: string;
  head: string;
  published_at: Date | null;
  last_release_at: Date | null;
  vip: boolean;
}

/**
 * Reads the cards of series that are visible, or have a time for their first episode, in a language. A series whose cards are not written yet, after an update of the software,
 * is missing from the answer.
 */
export async function findCardTexts(
  db: Db,
  language: Language,
  ids: readonly string[],
): Promise<CardTextRow[]> {
  const { rows } = await sql<CardTextRow>`
    select id, head, published_at, last_release_at, free_episode_count = 0 as vip
    from shown_series join series_card on series_id = id
    where id = any(${ids}::text[]) and series_card.language = ${language} and series_card.version = ${CARD_VERSION}
    ${prepared}`.execute(db);
  return rows;
}

/** Inserts cards, or replaces those that became others. */
export async function saveCards(db: Db, cards: readonly StoredCard[]): Promise<void> {
  await sql`
    insert into series_card (series_id, language, head, version)
    select series_id, language, head, ${CARD_VERSION}
    from unnest(${cards.map((card) => card.seriesId)}::text[], ${cards.map((card) => card.language)}::text[],
      ${cards.map((card) => card.head)}::text[]) as made (series_id, language, head)
    on conflict (series_id, language) do update set head = excluded.head, version = excluded.version
    where (series_card.head, series_card.version) is distinct from (excluded.head, excluded.version)`.execute(
    db,
  );
}

/** Removes the cards of series. */
export async function deleteCards(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from series_card where series_id = any(${ids}::text[])`.execute(db);
}

/** A shown series with what its cards are made of, and its search documents once it is visible. */
export type RefreshableRow = CardSource & Pick<SeriesRow, "synopsis" | "published_at" | "last_release_at">;

/** Finds those of these series that are visible or have a time for their first episode. */
export async function findRefreshable(db: Db, ids: readonly string[]): Promise<RefreshableRow[]> {
  const { rows } = await sql<RefreshableRow>`
    select id, title, synopsis, poster, episode_count, free_episode_count, published_at, next_release_at,
      last_release_at, coalesce((
      select jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by series_tag.position)
      from series_tag join tag on tag.id = series_tag.tag_id where series_id = shown_series.id), '[]') as tags
    from shown_series where id = any(${ids}::text[])`.execute(db);
  return rows;
}
