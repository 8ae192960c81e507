import { type Language, languages } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Texts } from "../tables.ts";
import { textIn } from "../texts.ts";
import { listTagNames } from "./repository.ts";
import { fold, isOneTypoAway, wordsOf } from "./words.ts";

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

type Folded = { name: string; words: string[] };
type Kept = { byId: Map<string, Texts>; folded: Map<Language, Folded[]> };

/** Minimum number of letters for a typo to be corrected in a tag's name. */
const FORGIVEN_FROM = 4;
/** Maximum number of names searched; the least used are left out. */
const MOST_NAMES = 2000;

/** Opens the cache; the names are read on first use. */
export function openTagNames(db: Db): TagNames {
  let kept: Promise<Kept> | null = null;
  const names = () => {
    if (kept) return kept;
    const reading = read(db).catch((error: unknown) => {
      if (kept === reading) kept = null;
      throw error;
    });
    kept = reading;
    return reading;
  };
  return {
    byId: async () => (await names()).byId,
    async near(keyword, language) {
      const last = keyword.split(" ").at(-1) ?? "";
      if (last === "") return [];
      const folded = (await names()).folded.get(language) ?? [];
      return folded.filter(({ words }) => words.some((word) => isNear(last, word))).map(({ name }) => name);
    },
    clear() {
      kept = null;
    },
  };
}

function isNear(typed: string, word: string): boolean {
  return word.startsWith(typed) || (typed.length >= FORGIVEN_FROM && isOneTypoAway(typed, word));
}

async function read(db: Db): Promise<Kept> {
  const rows = await listTagNames(db);
  const used = rows.filter((row) => row.used).slice(0, MOST_NAMES);
  const foldedIn = (language: Language) =>
    used.map((row) => {
      const name = textIn(row.name, language);
      return { name, words: wordsOf(fold(name)) };
    });
  return {
    byId: new Map(rows.map((row) => [row.id, row.name])),
    folded: new Map(languages.map((language) => [language, foldedIn(language)])),
  };
}
