import { type Kysely, sql } from "kysely";

const languages = ["en", "es", "fr", "de", "pt"];

/**
 * A keyword is common with 40 hits among the 2,000 most played documents. Before, 7 among the 250 most played decided: a keyword of
 * one document in thirty had fewer by chance every fourth time, and was then looked for in all documents, which took seventy times
 * as long. Where a language has at most 2,000 documents, all of its candidates are found at once. The ranks of the 250 stay in
 * `search_floor` for the release before, which writes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const language of languages)
    await sql.raw(hitsFunction(language, `search_document_${language}`)).execute(db);
  await sql`comment on table search_floor is 'the least played document of each language that search_popular has, and that a common keyword finds; the release before also reads the ranks called probe'`.execute(
    db,
  );
}

/**
 * Finds candidates first and ranks them then, as migration 0142 explains: those of a common keyword are among the 2,000 most played
 * documents, those of any other one are all that match (at most 8,000).
 */
function hitsFunction(language: string, document: string): string {
  const tier = `case when title = keyword then 0 when title >= keyword and title < beyond then 1
    when words @@ in_title then 2 when words @@ in_tags then 3 else 4 end as tier`;
  const starts = `select series_id, popularity, case when title = keyword then 0 else 1 end as tier
    from ${document} where title >= keyword and title < beyond order by title limit 100`;
  // A title that begins with the keyword may be a candidate as well, and has the same tier there.
  const begun = (condition: string) => `select series_id, popularity, tier from (${starts}) as started
        where ${condition}series_id not in (select series_id from candidates where tier < 2)`;
  // Only the page is sorted.
  const ids = `array(
        select series_id from (select series_id, popularity, tier from candidates union all select * from begun) as found
        order by tier, popularity desc, series_id desc
        offset skip limit greatest(0, least(take, 1000 - skip)))`;
  return `
    create or replace function search_hits_${language}(keyword text, anywhere tsquery, narrow tsquery, in_title tsquery,
      in_tags tsquery, skip integer, take integer, out total integer, out ids text[]) language plpgsql stable
    set plan_cache_mode = force_generic_plan as $$
    declare
      beyond text := keyword || chr(1114111);
      floor search_floor;
      is_exact boolean := narrow = anywhere;
    begin
      select * into floor from search_floor where search_floor.language = '${language}';
      with candidates as materialized (
        select series_id, popularity, ${tier} from search_popular_${language}
        where words @@ narrow and (is_exact or ts_match_vq(words, anywhere))
          and (popularity, series_id) >= (floor.walk_popularity, floor.walk_id)),
      counted as materialized (
        select count(*) as hits, floor.walk_id = '' or count(*) >= 40 as common from candidates),
      begun as materialized (${begun("(select common from counted) and ")})
      select least(hits + (select count(*) from begun), 1000), ${ids} into total, ids from counted where common;
      if found then
        return;
      end if;
      with candidates as materialized (
        select series_id, popularity, ${tier} from ${document}
        where words @@ narrow and (is_exact or ts_match_vq(words, anywhere)) limit 8000),
      begun as materialized (${begun("")})
      select least((select count(*) from candidates) + (select count(*) from begun), 1000), ${ids} into total, ids;
    end $$`;
}
