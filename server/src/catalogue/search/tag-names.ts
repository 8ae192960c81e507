import { type Language, languages } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Texts } from "../tables.ts";
import { textIn } from "../texts.ts";
import { listTagNames } from "./repository.ts";
import { isOneTypoAway, normaliseText, tokensOf } from "./words.ts";

/** Tag names cached in memory: every card shows some, and each keystroke in the search field searches them. */
export interface TagNames {
  /** Returns the names by id. */
  byId(): Promise<ReadonlyMap<string, Texts>>;
  /**
   * Returns names with a word that begins with the keyword's last word or is one typo away from it, most used first.
   */
  near(keyword: string, language: Language): Promise<string[]>;
  /** Drops the cache. Call it when the catalogue changed. */
  clear(): void;
}

type SearchableName = { name: string; words: string[] };
type TagNameCache = { byId: Map<string, Texts>; searchable: Map<Language, SearchableName[]> };

/** Minimum number of letters for a typo to be corrected in a tag's name. */
const MIN_CORRECTED_LENGTH = 4;
/** Maximum number of names searched; the least used are left out. */
const MAX_NAMES = 2000;

/** Opens the cache; the names are read on first use. */
export function openTagNames(db: Db): TagNames {
  let cache: Promise<TagNameCache> | null = null;
  const names = () => {
    if (cache) return cache;
    const reading = read(db).catch((error: unknown) => {
      if (cache === reading) cache = null;
      throw error;
    });
    cache = reading;
    return reading;
  };
  return {
    byId: async () => (await names()).byId,
    async near(keyword, language) {
      const last = keyword.split(" ").at(-1) ?? "";
      if (last === "") return [];
      const searchable = (await names()).searchable.get(language) ?? [];
      return searchable
        .filter(({ words }) => words.some((word) => isNear(last, word)))
        .map(({ name }) => name);
    },
    clear() {
      cache = null;
    },
  };
}

function isNear(typed: string, word: string): boolean {
  return word.startsWith(typed) || (typed.length >= MIN_CORRECTED_LENGTH && isOneTypoAway(typed, word));
}

async function read(db: Db): Promise<TagNameCache> {
  const rows = await listTagNames(db);
  const used = rows.filter((row) => row.used).slice(0, MAX_NAMES);
  const namesIn = (language: Language) =>
    used.map((row) => {
      const name = textIn(row.name, language);
      return { name, words: tokensOf(normaliseText(name)) };
    });
  return {
    byId: new Map(rows.map((row) => [row.id, row.name])),
    searchable: new Map(languages.map((language) => [language, namesIn(language)])),
  };
}
