import { type Kysely, sql } from "kysely";

/** What lists and search read: totals and orders kept beside the tags, search documents, and the words they hold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await listing(db);
  await totals(db);
  await search(db);
}

/** A tag's series in both orders without a join: the columns follow the series by trigger. */
async function listing(db: Kysely<unknown>): Promise<void> {
  await sql`drop index series_newest, series_popular`.execute(db);
  await sql`
    create index series_newest on series (published_at desc, id desc)
    where published_at is not null and poster is not null`.execute(db);
  await sql`
    create index series_popular on series (play_count desc, id desc)
    where published_at is not null and poster is not null`.execute(db);
  await sql`
    alter table series_tag
      add column play_count bigint not null default 0,
      add column visible_at timestamptz`.execute(db);
  await sql`comment on column series_tag.visible_at is 'published_at of the series while it is visible'`.execute(
    db,
  );
  await sql`
    update series_tag set play_count = series.play_count,
      visible_at = case when series.poster is not null then series.published_at end
    from series where series.id = series_tag.series_id`.execute(db);
  await sql`
    create index series_tag_newest on series_tag (tag_id, visible_at desc, series_id desc)
    where visible_at is not null`.execute(db);
  await sql`
    create index series_tag_popular on series_tag (tag_id, play_count desc, series_id desc)
    where visible_at is not null`.execute(db);
  await sql`drop index series_tag_by_tag`.execute(db);
  await sql`create index series_tag_by_tag on series_tag (tag_id)`.execute(db);
  await sql`
    create function series_tag_begin() returns trigger language plpgsql as $$
    begin
      select series.play_count, case when series.poster is not null then series.published_at end
      into new.play_count, new.visible_at from series where series.id = new.series_id;
      return new;
    end $$`.execute(db);
  await sql`create trigger series_tag_begin before insert on series_tag for each row execute function series_tag_begin()`.execute(
    db,
  );
  await sql`
    create function series_tag_follow() returns trigger language plpgsql as $$
    begin
      update series_tag set play_count = new.play_count,
        visible_at = case when new.poster is not null then new.published_at end
      where series_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger series_tag_follow after update of play_count, published_at, poster on series for each row
    when (old.play_count <> new.play_count or old.published_at is distinct from new.published_at
      or (old.poster is null) <> (new.poster is null))
    execute function series_tag_follow()`.execute(db);
}

/** How many series are visible, in all and under each tag: counted as they change, one update per statement. */
async function totals(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tag add column series_count integer not null default 0`.execute(db);
  await sql`
    update tag set series_count = (
      select count(*) from series_tag where tag_id = tag.id and visible_at is not null)`.execute(db);
  await sql`create table series_total (visible bigint not null)`.execute(db);
  await sql`insert into series_total select count(*) from visible_series`.execute(db);
  await sql`
    create function series_total_follow() returns trigger language plpgsql as $$
    declare delta bigint := 0;
    begin
      if tg_op <> 'DELETE' then
        delta := delta + (select count(*) from new_rows where published_at is not null and poster is not null);
      end if;
      if tg_op <> 'INSERT' then
        delta := delta - (select count(*) from old_rows where published_at is not null and poster is not null);
      end if;
      if delta <> 0 then update series_total set visible = visible + delta; end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function tag_total_follow() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update tag set series_count = series_count + changed.delta from (
          select tag_id, count(*) as delta from new_rows where visible_at is not null group by tag_id) as changed
        where tag.id = changed.tag_id;
      elsif tg_op = 'DELETE' then
        update tag set series_count = series_count - changed.delta from (
          select tag_id, count(*) as delta from old_rows where visible_at is not null group by tag_id) as changed
        where tag.id = changed.tag_id;
      else
        update tag set series_count = series_count + changed.delta from (
          select tag_id, sum(n) as delta from (
            select tag_id, 1 as n from new_rows where visible_at is not null
            union all select tag_id, -1 from old_rows where visible_at is not null) as moved
          group by tag_id having sum(n) <> 0) as changed
        where tag.id = changed.tag_id;
      end if;
      return null;
    end $$`.execute(db);
  for (const [table, name] of [
    ["series", "series_total_follow"],
    ["series_tag", "tag_total_follow"],
  ] as const) {
    for (const [event, rows] of [
      ["insert", "new table as new_rows"],
      ["update", "old table as old_rows new table as new_rows"],
      ["delete", "old table as old_rows"],
    ] as const) {
      await sql`
        create trigger ${sql.raw(`${name}_${event} after ${event} on ${table} referencing ${rows}`)}
        for each statement execute function ${sql.raw(name)}()`.execute(db);
    }
  }
}

const languages = ["en", "es", "fr", "de", "pt"];

/**
 * One document per series and language, in a partition of its own, so that no other language's words are looked
 * through. Texts are folded before they come here, and compared byte by byte: no extension, no locale.
 */
async function search(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_document (
      series_id text not null references series on delete cascade,
      language text not null,
      title text collate "C" not null,
      words tsvector not null,
      popularity smallint not null,
      version smallint not null,
      primary key (series_id, language)
    ) partition by list (language)`.execute(db);
  for (const language of languages) {
    await sql`
      create table ${sql.raw(`search_document_${language}`)} partition of search_document
      for values in (${sql.lit(language)})`.execute(db);
  }
  // Without fastupdate a search never reads a list of entries that still wait to be sorted in.
  await sql`create index search_document_words on search_document using gin (words) with (fastupdate = off)`.execute(
    db,
  );
  await sql`create index search_document_title on search_document (title)`.execute(db);
  await sql`create index search_document_popular on search_document (popularity desc, series_id desc)`.execute(
    db,
  );
  // In steps of 1.4 times, so that a play seldom rewrites a document.
  await sql`
    create function series_popularity(plays bigint) returns smallint language sql immutable as $$
      select floor(2 * ln(plays + 1) / ln(2::double precision))::smallint $$`.execute(db);
  await sql`
    create function search_document_follow() returns trigger language plpgsql as $$
    begin
      update search_document set popularity = series_popularity(new.play_count) where series_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger search_document_follow after update of play_count on series for each row
    when (series_popularity(old.play_count) <> series_popularity(new.play_count))
    execute function search_document_follow()`.execute(db);
  await sql`
    create function search_document_end() returns trigger language plpgsql as $$
    begin
      delete from search_document where series_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger search_document_end after update of published_at, poster on series for each row
    when (new.published_at is null or new.poster is null)
    execute function search_document_end()`.execute(db);
  await sql`
    create table search_word (
      language text not null,
      word text collate "C" not null,
      variants text[] collate "C" not null,
      primary key (language, word)
    )`.execute(db);
  await sql`comment on column search_word.variants is 'the beginning of the word, whole and with one letter left out'`.execute(
    db,
  );
  await sql`create index search_word_variants on search_word using gin (variants) with (fastupdate = off)`.execute(
    db,
  );
}
