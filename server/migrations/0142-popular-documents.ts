import { type Kysely, sql } from "kysely";

const languages = ["en", "es", "fr", "de", "pt"];

/** So many of the most played documents are copied at first; the task that keeps them has bounds of its own. */
const COPIED = 2_500;

/**
 * Answers a search from a small copy of the most played documents with an index of its own. A keyword that is common among the
 * most played ones has its candidates among them; before, 2,000 documents all over the table were read for it, and 250 to learn
 * whether it is. `search_hits` stays for the release before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The trigger comes before the copies: its lock keeps other writers out until both are there.
  for (const statement of [...tables, ...triggers]) await sql.raw(statement).execute(db);
  for (const language of languages) {
    const document = `search_document_${language}`;
    for (const statement of fill(language, document)) await sql.raw(statement).execute(db);
    await sql.raw(hitsFunction(language, document)).execute(db);
  }
  await sql`create index search_popular_words on search_popular using gin (words) with (fastupdate = off)`.execute(
    db,
  );
}

const tables = [
  `create table search_popular (
    series_id text not null,
    language text not null,
    title text collate "C" not null,
    words tsvector not null,
    popularity smallint not null,
    primary key (series_id, language)
  ) partition by list (language)`,
  ...languages.map(
    (language) =>
      `create table search_popular_${language} partition of search_popular for values in ('${language}')`,
  ),
  `comment on table search_popular is 'copies of the search documents of the most played series, made by triggers'`,
  `create table search_floor (
    language text primary key,
    kept_popularity smallint not null, kept_id text not null,
    walk_popularity smallint not null, walk_id text not null,
    probe_popularity smallint not null, probe_id text not null
  )`,
  `comment on table search_floor is 'the least played document of each language that search_popular has, that a common keyword finds, and that tells whether a keyword is common'`,
];

/** The floors of a language and its copies. Where there are fewer documents, the floor is below all of them. */
function fill(language: string, document: string): string[] {
  const at = (rank: number) =>
    `(select popularity, series_id from ${document} order by popularity desc, series_id desc offset ${rank - 1} limit 1)`;
  return [
    `insert into search_floor
      select '${language}', coalesce(kept.popularity, -32768), coalesce(kept.series_id, ''),
        coalesce(walk.popularity, -32768), coalesce(walk.series_id, ''),
        coalesce(probe.popularity, -32768), coalesce(probe.series_id, '')
      from (values (1)) as one (x) left join ${at(COPIED)} as kept on true left join ${at(2_000)} as walk on true
      left join ${at(250)} as probe on true`,
    `insert into search_popular select series_id, language, title, words, popularity from ${document}
      order by popularity desc, series_id desc limit ${COPIED}`,
  ];
}

/**
 * Finds candidates first and ranks them then: the title is the keyword, begins with it, has all words, title and tags have them,
 * anything has; the most played first within each. With 7 hits among the 250 most played documents a keyword is common, and its
 * candidates are among the 2,000 most played; any other one has all that match (at most 8,000). 100 titles that begin with it are
 * candidates in any case. At most 1,000 hits are told. The index answers `narrow` and the rows the rest, called by its function's
 * name to keep it from the index. One function for each language, and without regard to the keyword in its plans: planning took
 * as long as many searches, and only an index finds words.
 */
function hitsFunction(language: string, document: string): string {
  const tier = `case when title = keyword then 0 when title >= keyword and title < beyond then 1
    when words @@ in_title then 2 when words @@ in_tags then 3 else 4 end as tier`;
  const starts = `select series_id, popularity, case when title = keyword then 0 else 1 end as tier
    from ${document} where title >= keyword and title < beyond order by title limit 100`;
  // A title that begins with the keyword may be a candidate as well, and has the same tier there.
  const found = (condition: string) => `select series_id, popularity, tier from candidates${condition}
        union all select series_id, popularity, tier from (${starts}) as begun
        where series_id not in (select series_id from candidates where tier < 2)`;
  // Only the page is sorted.
  const page = `least((select count(*) from found), 1000),
    array(select series_id from found order by tier, popularity desc, series_id desc
      offset skip limit greatest(0, least(take, 1000 - skip)))`;
  return `
    create function search_hits_${language}(keyword text, anywhere tsquery, narrow tsquery, in_title tsquery, in_tags tsquery,
      skip integer, take integer, out total integer, out ids text[]) language plpgsql stable
    set plan_cache_mode = force_generic_plan as $$
    declare
      beyond text := keyword || chr(1114111);
      floor search_floor;
      is_common boolean;
      is_exact boolean := narrow = anywhere;
    begin
      select * into floor from search_floor where search_floor.language = '${language}';
      with candidates as materialized (
        select series_id, popularity, ${tier} from search_popular_${language}
        where words @@ narrow and (is_exact or ts_match_vq(words, anywhere))
          and (popularity, series_id) >= (floor.walk_popularity, floor.walk_id)),
      probed as materialized (
        select count(*) >= 7 as common from candidates
        where (popularity, series_id) >= (floor.probe_popularity, floor.probe_id)),
      found as materialized (
        ${found(" where (select common from probed)")} and (select common from probed))
      select (select common from probed), ${page} into is_common, total, ids;
      if is_common then
        return;
      end if;
      with candidates as materialized (
        select series_id, popularity, ${tier} from ${document}
        where words @@ narrow and (is_exact or ts_match_vq(words, anywhere)) limit 8000),
      found as materialized (
        ${found("")})
      select ${page} into total, ids;
    end $$`;
}

const copy = `insert into search_popular (series_id, language, title, words, popularity)
  values (new.series_id, new.language, new.title, new.words, new.popularity)`;

const triggers = [
  `create function search_popular_follow() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      delete from search_popular where series_id = old.series_id and language = old.language;
    elsif exists (select from search_floor where language = new.language
        and (new.popularity, new.series_id) >= (kept_popularity, kept_id)) then
      ${copy} on conflict (series_id, language)
        do update set title = excluded.title, words = excluded.words, popularity = excluded.popularity;
    elsif tg_op = 'UPDATE' then
      delete from search_popular where series_id = new.series_id and language = new.language;
    end if;
    return null;
  end $$`,
  `create trigger search_popular_follow after insert or update or delete on search_document for each row
    execute function search_popular_follow()`,
];
