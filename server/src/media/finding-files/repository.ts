import type { Language } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";
import type { AssetState } from "../tables.ts";

/** Of so many that match, the newest are shown: every series may have a file "1.mp4". */
const CANDIDATES = 500;

/** A file of a film, or of an upload that is not done. */
export interface FoundFile {
  seriesId: string;
  series: Texts;
  language: Language;
  number: number | null;
  name: string;
  state: AssetState | "receiving" | "checking" | "refused";
}

/** Finds the files of films and of open uploads by the words of their names, the newest first. */
export async function findFilesByWords(db: Db, words: string, limit: number): Promise<FoundFile[]> {
  const { rows } = await sql<FoundFile>`
    select found.series_id as "seriesId", series.title as series, series.language, found.number, found.name, found.state
    from (
      (select asset_episode.series_id, asset_episode.number, asset.name, asset.state, asset.created_at
        from (select * from asset where find_words(name) @@ ${words}::tsquery limit ${CANDIDATES}) as asset
        join asset_episode on asset_episode.asset_id = asset.id)
      union all
      (select series_id, number, name, state, created_at from upload
        where state in ('receiving', 'checking', 'refused') and find_words(name) @@ ${words}::tsquery
        limit ${CANDIDATES})
    ) as found join series on series.id = found.series_id
    order by found.state in ('failed', 'refused') desc, found.created_at desc, found.series_id, found.number
    limit ${limit}`.execute(db);
  return rows;
}
