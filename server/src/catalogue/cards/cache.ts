import { type Language, languages } from "@cliffhanger/contract";
import { LRUCache } from "lru-cache";
import type { Db } from "#platform/db/database";
import type { BadgeFacts } from "./card.ts";
import { storedCardOf } from "./ready-card.ts";
import { type CardTextRow, findCardTexts, findRefreshable } from "./repository.ts";

/** The text of a card, and what its badge needs. */
export interface CardText extends Omit<BadgeFacts, "isHot"> {
  /** JSON that {@link completeCard} completes. */
  head: string;
}

/** Returns the titles of those of these series that have a card. It parses the cards, so reading one does not. */
export function titlesOf(cards: ReadonlyMap<string, CardText>, ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const card = cards.get(id);
    return card ? [(JSON.parse(`${card.head}}`) as { title: string }).title] : [];
  });
}

/** Texts of cards in memory, bounded; the least recently used are evicted first. */
export interface CardCache {
  /** Returns the cards of series in a language by id. Series that are not visible are missing. */
  read(ids: readonly string[], language: Language): Promise<ReadonlyMap<string, CardText>>;
  /** Discards the cards of a series, or of all; a read under way is answered and not stored. */
  forget(seriesId: string | null): void;
  /** Counts of cards found in memory and not found, since the start. */
  counts(): { hits: number; misses: number };
}

/** Memory of an entry beside its text: keys, the object, the place in the order. An estimate. */
const ENTRY_BYTES = 200;

/** Opens the cache. `bytes`: 0 stores nothing. */
export function openCardCache(db: Db, bytes: number): CardCache {
  const stored =
    bytes > 0 ? new LRUCache<string, CardText>({ maxSize: bytes, sizeCalculation: weigh }) : null;
  const reading = new Map<string, Promise<ReadonlyMap<string, CardText>>>();
  let generation = 0;
  let hits = 0;
  let misses = 0;

  async function fetch(ids: readonly string[], language: Language): Promise<ReadonlyMap<string, CardText>> {
    const begun = generation;
    const found = await fetchCards(db, ids, language);
    // A change while it was read: the answer may be older than the change.
    if (begun === generation) for (const [id, card] of found) stored?.set(keyOf(id, language), card);
    return found;
  }

  return {
    async read(ids, language) {
      const cards = new Map<string, CardText>();
      const missing: string[] = [];
      const shared = new Set<Promise<ReadonlyMap<string, CardText>>>();
      for (const id of ids) {
        const known = stored?.get(keyOf(id, language));
        if (known) {
          cards.set(id, known);
          continue;
        }
        const other = reading.get(keyOf(id, language));
        if (other) shared.add(other);
        else missing.push(id);
      }
      hits += cards.size;
      misses += ids.length - cards.size;
      if (missing.length > 0) {
        const own = fetch(missing, language);
        for (const id of missing) reading.set(keyOf(id, language), own);
        const release = () => {
          for (const id of missing)
            if (reading.get(keyOf(id, language)) === own) reading.delete(keyOf(id, language));
        };
        own.then(release, release);
        shared.add(own);
      }
      const wanted = new Set(ids);
      for (const found of await Promise.all(shared))
        for (const [id, card] of found) if (wanted.has(id)) cards.set(id, card);
      return cards;
    },
    forget(seriesId) {
      generation += 1;
      reading.clear();
      if (seriesId === null) stored?.clear();
      else for (const language of languages) stored?.delete(keyOf(seriesId, language));
    },
    counts: () => ({ hits, misses }),
  };
}

/** Reads stored cards; composes those that are not written yet, after an update of the software. */
async function fetchCards(
  db: Db,
  ids: readonly string[],
  language: Language,
): Promise<Map<string, CardText>> {
  const rows = await findCardTexts(db, language, ids);
  const cards = new Map(rows.map((row) => [row.id, cardTextOf(row)]));
  const unwritten = ids.filter((id) => !cards.has(id));
  if (unwritten.length === 0) return cards;
  for (const series of await findRefreshable(db, unwritten)) {
    const { head } = storedCardOf(series, language);
    const vip = series.free_episode_count === 0;
    const { published_at, last_release_at } = series;
    cards.set(series.id, cardTextOf({ id: series.id, head, vip, published_at, last_release_at }));
  }
  return cards;
}

function cardTextOf({ head, published_at, last_release_at, vip }: CardTextRow): CardText {
  return { head, publishedAt: published_at, releasedAt: last_release_at, isVip: vip };
}

function keyOf(id: string, language: Language): string {
  return `${language} ${id}`;
}

/** Bytes of an entry. V8 stores text beyond Latin-1 in two bytes per character. */
function weigh({ head }: CardText): number {
  const width = isLatin1(head) ? 1 : 2;
  return head.length * width + ENTRY_BYTES;
}

function isLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return false;
  return true;
}
