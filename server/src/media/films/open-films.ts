import { type ConsoleFilm, type JobFilm, type Language, parseLanguage } from "@cliffhanger/contract";
import { textIn } from "#catalogue";
import { type Acting, audited, type Change } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import type { Jobs } from "#platform/jobs";
import { storedIn } from "#platform/stored-sentence";
import { defineTranscode, sendTranscode } from "../jobs.ts";
import * as media from "../repository.ts";
import { listFailedFilms, listOpenFilms } from "./repository.ts";

/** Returns the films that are not ready: failed ones first, then what is being encoded; why one failed in a language. */
export async function describeOpenFilms(
  db: Db,
  { limit, language: reader }: { limit: number; language: Language },
): Promise<JobFilm[]> {
  const rows = await listOpenFilms(db, limit);
  return rows.map(({ title, language, state, name, progress, error, cancelled, ...row }) => {
    const film: ConsoleFilm = {
      state,
      file: name,
      percent: progress?.percent ?? null,
      secondsLeft: progress?.secondsLeft ?? null,
      sentence: error && storedIn(reader, error),
      cancelled,
    };
    return { ...row, series: textIn(title, parseLanguage(language) ?? "en"), film };
  });
}

const MOST_AT_ONCE = 500;

/** Queues all failed films again that nobody cancelled, at most 500 of them; returns how many. Each series gets a row in the audit log. */
export async function encodeAllAgain(acting: Acting, jobs: Jobs): Promise<number> {
  await defineTranscode(jobs);
  return audited(acting, { action: "episode.encode" }, async (trx) => {
    const films = await listFailedFilms(trx, MOST_AT_ONCE);
    for (const { assetId, name } of films) {
      await media.retryAsset(trx, assetId, name);
      await sendTranscode(trx, jobs, assetId);
    }
    const bySeries = Map.groupBy(films, ({ seriesId }) => seriesId);
    const changes = [...bySeries].map(
      ([id, members]): Change => ({
        subject: { kind: "series", id },
        before: { failed: members.length },
        after: { failed: 0, queued: members.length },
      }),
    );
    return { result: films.length, changes };
  });
}
