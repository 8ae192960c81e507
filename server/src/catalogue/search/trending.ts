import { createHash } from "node:crypto";
import type { Language } from "@cliffhanger/contract";
import { isUnspaced } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { randomWord } from "#platform/ids";
import { type DueTask, everyHour } from "#platform/jobs/due";
import type { Log } from "#platform/log";
import * as repository from "./repository.ts";
import { normaliseKeyword } from "./search.ts";

/** Maximum length of a term that is counted. Longer ones are sentences and may identify a person. */
const MAX_TERM_LENGTH = 40;
const MIN_TERM_LENGTH = 3;
const MAX_DIGITS = 4;
/** Searches are written in batches, this long after the first one of a batch. */
const FLUSH_AFTER_MS = 2_000;
/** Maximum number of terms waiting to be written; further ones are ignored. */
const MAX_WAITING = 2_000;
/** Maximum number of terms stored per day and language. */
const MAX_PER_DAY = 5_000;
/** Number of searches remembered, so that one household counts once per hour. */
const REMEMBERED_SEARCHES = 20_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days of searches that form a trend, and days for which searches are stored. */
const TREND_DAYS = 7;
const RETENTION_DAYS = 30;
/** Minimum number of searches for a term to trend. */
const MIN_SEARCHES = 3;

/** Counts search terms. Stores nothing about who searched. */
export interface SearchCounter {
  /** Counts a successful search, given the keyword as typed. */
  note(keyword: string, language: Language, address: string): void;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

/** What a counter needs. */
export interface SearchCounterOptions {
  db: Db;
  clock: Clock;
  log: Log;
}

/** Opens the counter of this process. */
export function openSearchCounter({ db, clock, log }: SearchCounterOptions): SearchCounter {
  let waiting = new Map<string, repository.SearchTerm>();
  let timer: NodeJS.Timeout | null = null;
  const isRepeated = rememberRepeats(clock);

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const terms = [...waiting.values()];
    waiting = new Map();
    if (terms.length > 0) await repository.addSearchTerms(db, terms, MAX_PER_DAY);
  }

  return {
    note(keyword, language, address) {
      const term = normaliseKeyword(keyword);
      if (!isCountable(keyword, term) || isRepeated(address, language, term)) return;
      const day = dayOf(clock.now());
      const key = `${day} ${language} ${term}`;
      const known = waiting.get(key);
      if (known) known.count += 1;
      else if (waiting.size < MAX_WAITING) waiting.set(key, { day, language, term, count: 1 });
      // A batch that cannot be written is lost, which is acceptable for suggestions.
      timer ??= setTimeout(() => {
        flush().catch((err: unknown) => log.warn({ err }, "Searches were not counted"));
      }, FLUSH_AFTER_MS).unref();
    },
    flush,
  };
}

/**
 * Returns whether a term may be counted and thus shown to others: words that a title could contain. Email addresses,
 * numbers (phones, cards, orders) and single characters are excluded.
 */
function isCountable(typed: string, term: string): boolean {
  const length = Array.from(term).length;
  if (
    Math.max(length, typed.trim().length) > MAX_TERM_LENGTH ||
    length < (isUnspaced(term) ? 1 : MIN_TERM_LENGTH)
  )
    return false;
  const digits = term.match(/\p{N}/gu)?.length ?? 0;
  return /\p{L}/u.test(term) && digits <= MAX_DIGITS && !typed.includes("@");
}

/** Deletes searches older than thirty days, once an hour. */
export function searchRetentionTask(): DueTask {
  return everyHour("search retention", ({ db, clock }) =>
    repository.deleteSearchTermsBefore(db, dayBefore(clock.now(), RETENTION_DAYS)),
  );
}

/** Lists the most frequent terms of the last days, most frequent first. */
export async function listTrendingTerms(
  db: Db,
  clock: Clock,
  language: Language,
  limit: number,
): Promise<string[]> {
  const since = dayBefore(clock.now(), TREND_DAYS - 1);
  return repository.listSearchTerms(db, language, { since, atLeast: MIN_SEARCHES, limit });
}

// Repeated page loads must not make a trend. Keeps only hashes, keyed per process and hour, in memory.
function rememberRepeats(clock: Clock) {
  let hour = -1;
  let key = "";
  let seen = new Set<string>();
  return (...parts: string[]): boolean => {
    const now = Math.floor(clock.now().getTime() / HOUR_MS);
    if (now !== hour || seen.size >= REMEMBERED_SEARCHES) {
      hour = now;
      key = randomWord(16);
      seen = new Set();
    }
    const hash = createHash("sha256")
      .update([key, ...parts].join("\n"))
      .digest("base64url");
    if (seen.has(hash)) return true;
    seen.add(hash);
    return false;
  };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function dayBefore(at: Date, days: number): string {
  return dayOf(new Date(at.getTime() - days * DAY_MS));
}
