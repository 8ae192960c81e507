import { type Kysely, sql } from "kysely";

/**
 * Finds candidates first and ranks them then: title begins with the keyword, title words, tags, anywhere; the most
 * played first within each. A keyword that is common among the most played documents (`probe` of them are looked at) has
 * its candidates among `walk` of those; any other one has all that match; there the index answers `narrow` and the rows
 * the rest, called by its function's name to keep it from the index. A function, so that its plans are kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const popular = "from search_document where language = lang order by popularity desc, series_id desc";
  const tier = `case when title = keyword then 0 when title >= keyword and title < beyond then 1
    when words @@ in_title then 2 when words @@ in_tags then 3 else 4 end`;
  const rank = (candidates: string) => `
    select count(*), (array_agg(series_id order by tier, popularity desc, series_id desc))[skip + 1:skip + take]
    into total, ids from (
      select series_id, min(found.tier) as tier, max(popularity) as popularity from (
        (select series_id, popularity, case when title = keyword then 0 else 1 end as tier
          from search_document where language = lang and title >= keyword and title < beyond
          order by title limit starts)
        union all (${candidates})) as found
      group by series_id order by 2, 3 desc, 1 desc limit longest) as ranked`;
  await sql`
    create function search_hits(lang text, keyword text, anywhere tsquery, narrow tsquery, in_title tsquery, in_tags tsquery,
      probe integer, common integer, walk integer, matches integer, starts integer, longest integer,
      skip integer, take integer, out total integer, out ids text[]) language plpgsql stable as $$
    declare
      beyond text := keyword || chr(1114111);
      hits integer;
    begin
      select count(*) into hits from (select words ${sql.raw(popular)} limit probe) as most where words @@ anywhere;
      if hits >= common then
        ${sql.raw(
          rank(`select series_id, popularity, ${tier}
            from (select series_id, popularity, title, words ${popular} limit walk) as most
            where words @@ anywhere`),
        )};
      else
        ${sql.raw(
          rank(`select series_id, popularity, ${tier} from search_document
            where language = lang and words @@ narrow and ts_match_vq(words, anywhere) limit matches`),
        )};
      end if;
    end $$`.execute(db);
}
