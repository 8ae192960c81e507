import { type ConsoleSeriesQuery, type ConsoleSeriesRow, languages } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { textIn } from "../texts.ts";
import * as repository from "./repository.ts";

/** A series of the console's list, without what other domains know of it. */
export type EditedRow = Omit<ConsoleSeriesRow, "films" | "languages" | "nextDrop" | "sales"> & {
  languages: Omit<ConsoleSeriesRow["languages"][number], "captions">[];
};

/** A page of the console's list of series. */
export interface EditedPage {
  list: EditedRow[];
  next: string | null;
  count: { value: number; exact: boolean };
}

/** Lists series for operators, by filter, order and key. */
export async function listEditedSeries(db: Db, query: ConsoleSeriesQuery): Promise<EditedPage> {
  const { found, count } = await findPage(db, query);
  const page = found.slice(0, query.size);
  const last = page.at(-1);
  return {
    list: page.map(rowOf),
    next:
      found.length > query.size && last
        ? Buffer.from(JSON.stringify([last.key, last.id])).toString("base64url")
        : null,
    count: { value: Math.min(count, repository.COUNT_LIMIT), exact: count <= repository.COUNT_LIMIT },
  };
}

/** Finds a page and how much there is. What a search counts says how its page is found the soonest. */
async function findPage(db: Db, query: ConsoleSeriesQuery) {
  const after = readKey(query);
  const list = (way: repository.Way) => repository.listEdited(db, query, { after, way });
  const isBeside = repository.looksBeside(query);
  if (!query.search?.trim() && isBeside) {
    const count = await repository.countEdited(db, query);
    // What many match is soon found along the order.
    return { found: await list(count > repository.COUNT_LIMIT ? "ordered" : "gathered"), count };
  }
  if (!query.search?.trim()) {
    const [found, count] = await Promise.all([list("ordered"), countFiltered(db, query)]);
    return { found, count };
  }
  const counted = await repository.listCounted(db, query, after);
  if (counted.count <= repository.COUNT_LIMIT) return counted;
  const near = await list("near");
  return { found: near.length > query.size ? near : await list("gathered"), count: counted.count };
}

/** Counts what a filter without words finds: the tabs' own counts where it is a tab. */
async function countFiltered(db: Db, query: ConsoleSeriesQuery): Promise<number> {
  const { state, draft, tag, language } = query;
  if (tag !== undefined || language || (state && draft)) return repository.countEdited(db, query);
  const counts = await countSeries(db);
  return draft ? counts.changed : counts[state ?? "all"];
}

/** Returns the rows that a filter finds, in the order of titles, for a file; `ids` narrows them. */
export async function exportSeries(
  db: Db,
  filter: repository.Filter,
  { ids, limit }: { ids: readonly string[]; limit: number },
): Promise<EditedRow[]> {
  const query = { ...filter, ids, sort: "title" as const, size: limit };
  const rows = await repository.listEdited(db, query, { after: null, way: "gathered" });
  return rows.slice(0, limit).map(rowOf);
}

/** Returns the titles of series, each in its own language. */
export async function nameSeries(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await repository.listTitles(db, ids);
  return new Map(rows.map(({ id, title, language }) => [id, textIn(title, language)]));
}

/** What a subject of the audit log is called; `number` is that of an episode, whose title is its series'. */
export type SubjectTitle = { kind: string; id: string; title: string; number: number | null };

/** Returns what series, episodes and tags are called, by one query; those that are gone are left out. */
export async function nameSubjects(
  db: Db,
  subjects: readonly { kind: string; id: string }[],
): Promise<SubjectTitle[]> {
  const rows = await repository.listSubjectNames(db, subjects);
  return rows.map(({ kind, id, title, language, number }) => ({
    kind,
    id,
    title: textIn(title, language),
    number,
  }));
}

const FORMS = {
  changed: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/,
  created: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/,
  plays: /^\d{1,18}$/,
  title: /^[^\0]{0,4000}$/su,
} as const;

/** Reads the key of a page; one that this order did not write is the beginning. */
function readKey({ after, sort }: ConsoleSeriesQuery): { key: string; id: string } | null {
  if (!after) return null;
  try {
    const [key, id]: unknown[] = JSON.parse(Buffer.from(after, "base64url").toString("utf8"));
    return typeof key === "string" && typeof id === "string" && FORMS[sort].test(key) ? { key, id } : null;
  } catch {
    return null;
  }
}

function rowOf(row: repository.ListedRow): EditedRow {
  const { id, title, synopsis, language, poster, state, hasDraft, live, planned, free } = row;
  // Episodes need no titles; where some have one in a language, all should have one in each.
  const titled = Math.max(0, ...Object.values(row.titled));
  return {
    id,
    title: textIn(title, language),
    poster,
    tags: row.tags.map((name) => textIn(name, "en")),
    state,
    hasDraft,
    episodes: { live, planned },
    free,
    languages: languages.map((code) => {
      const has = [
        title[code] !== undefined,
        synopsis[code] !== undefined,
        (row.titled[code] ?? 0) >= titled,
      ];
      const any = has[0] || has[1] || (row.titled[code] ?? 0) > 0;
      return { language: code, texts: has.every(Boolean) ? "whole" : any ? "part" : "none" };
    }),
    plays: Number(row.plays),
    changedAt: row.changedAt.toISOString(),
  };
}

/** Counts series by state for the tabs of the list. */
export async function countSeries(db: Db) {
  const { draft, live, withdrawn, changed } = await repository.countStates(db);
  return { all: draft + live + withdrawn, draft, live, withdrawn, changed };
}

/** Counts the series with a drop to come, and those with something that needs an operator: exactly up to ten thousand. */
export async function countSeriesBeside(db: Db) {
  const { scheduled, attention } = await repository.countBeside(db);
  const shown = (count: number) => ({
    value: Math.min(count, repository.COUNT_LIMIT),
    exact: count <= repository.COUNT_LIMIT,
  });
  return { scheduled: shown(scheduled), attention: shown(attention) };
}
