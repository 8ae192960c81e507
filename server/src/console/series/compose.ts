import type {
  ConsoleEpisode,
  ConsoleSeries,
  Language,
  SeriesContent,
  SeriesFinding,
  SeriesVersion,
} from "@cliffhanger/contract";
import { describeEdited, inOrderOf, listAccepted, listVersions, readEdited } from "#catalogue";
import { findingsOf, listEpisodeFilms } from "#media";
import type { Db } from "#platform/db/database";
import { DomainError } from "#platform/http/errors";
import { storedIn } from "#platform/stored-sentence";
import type { NameOf } from "../naming/name-of.ts";

/** Returns a series for its page. */
export async function describeSeries(db: Db, nameOf: NameOf, id: string): Promise<ConsoleSeries> {
  const described = describeEdited(await readEdited(db, id));
  const { changedBy } = described;
  return { ...described, changedBy: changedBy === null ? null : await nameOf(changedBy) };
}

/** Returns the versions of a series that can be restored. */
export async function describeVersions(db: Db, nameOf: NameOf, id: string): Promise<SeriesVersion[]> {
  const rows = await listVersions(db, id);
  const names = new Map<string, string | null>();
  for (const { actor } of rows) if (actor !== "" && !names.has(actor)) names.set(actor, await nameOf(actor));
  return rows.map(({ actor, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    by: names.get(actor) ?? null,
  }));
}

/** Lists the episodes of a series in the order that its content gives them, published or not. */
async function listNumbered(db: Db, id: string, content: SeriesContent) {
  return inOrderOf(content, await listEpisodeFilms(db, id));
}

/** Returns the episodes of a series with their films, and why one failed in a language. */
export async function describeEpisodes(
  db: Db,
  { id, content }: { id: string; content: SeriesContent },
  language: Language,
): Promise<ConsoleEpisode[]> {
  return (await listNumbered(db, id, content)).map(({ film, captions, ...episode }) => ({
    ...episode,
    captions: captions.map(({ language }) => language),
    film: film && {
      state: film.state,
      file: film.name,
      percent: film.progress?.percent ?? null,
      secondsLeft: film.progress?.secondsLeft ?? null,
      sentence: film.error && storedIn(language, film.error),
      cancelled: film.cancelled,
    },
  }));
}

/** Returns what keeps a series from going live or should be looked at, with what was accepted. */
export async function describeFindings(
  db: Db,
  nameOf: NameOf,
  { id, content }: { id: string; content: SeriesContent },
): Promise<SeriesFinding[]> {
  const found = findingsOf(content, await listNumbered(db, id, content));
  const accepted = new Map((await listAccepted(db, id)).map((row) => [row.key, row]));
  return Promise.all(
    found.map(async (finding) => {
      const row = finding.severity === "warning" ? accepted.get(finding.key) : undefined;
      return {
        ...finding,
        accepted: row ? { word: row.word, by: await nameOf(row.actor), at: row.at.toISOString() } : null,
      };
    }),
  );
}

/** Refuses a series with findings that are neither mended nor accepted. */
export async function requireReady(db: Db, id: string, content: SeriesContent): Promise<void> {
  const accepted = new Set((await listAccepted(db, id)).map(({ key }) => key));
  const open = findingsOf(content, await listNumbered(db, id, content)).filter(
    ({ severity, key }) => severity === "error" || !accepted.has(key),
  );
  if (open.length === 0) return;
  throw new DomainError(409, "not_ready", {
    errors: open.slice(0, 50).map(({ key, kind }) => ({ field: key, message: kind })),
  });
}
