import { type Kysely, sql } from "kysely";

/**
 * How many series are in each state, and how many have unpublished changes. A change adds a row with its difference and gathers the
 * rows that nobody else holds, so no writer waits for another, and the sum is right in every transaction's view.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const events = {
  insert: "new table as new_rows",
  update: "old table as old_rows new table as new_rows",
  delete: "old table as old_rows",
};

/** Gathers what is counted and adds what has just changed. Beyond read committed, gathering could fail, so it only adds. */
const add = (moved: string) => `
      if current_setting('transaction_isolation') = 'read committed' then
        with moved as (${moved}), gathered as (
          delete from series_count where ctid = any(array(
            select ctid from series_count where name in (select name from moved) for update skip locked))
          returning name, n)
        insert into series_count (name, n)
          select name, sum(n) from (select * from moved union all select * from gathered) as parts group by name;
      else
        insert into series_count (name, n) ${moved};
      end if;`;

const moved = (parts: string) =>
  `select name, sum(n)::bigint as n from (${parts}) as moved group by name having sum(n) <> 0`;
const before = "select state as name, -1 as n from old_rows";
const after = "select state as name, 1 as n from new_rows";

const statements = [
  `create table series_count (name text not null, n bigint not null)`,
  `comment on table series_count is 'parts of the number of series in a state, or of those with a draft ("changed"): the sum counts'`,
  `create function series_count_follow() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${add(moved(after))}
    elsif tg_op = 'DELETE' then ${add(moved(before))}
    elsif exists (${moved(`${before} union all ${after}`)}) then ${add(moved(`${before} union all ${after}`))}
    end if;
    return null;
  end $$`,
  `create function series_draft_count_follow() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then ${add(moved("select 'changed' as name, 1 as n from new_rows"))}
    else ${add(moved("select 'changed' as name, -1 as n from old_rows"))}
    end if;
    return null;
  end $$`,
  `create function series_count_end() returns trigger language plpgsql as $$ begin
    delete from series_count where (name = 'changed') = (tg_table_name = 'series_draft');
    return null;
  end $$`,
  ...Object.entries(events).map(
    ([
      event,
      rows,
    ]) => `create trigger series_count_follow_${event} after ${event} on series referencing ${rows}
      for each statement execute function series_count_follow()`,
  ),
  ...(["insert", "delete"] as const).map(
    (
      event,
    ) => `create trigger series_count_follow_${event} after ${event} on series_draft referencing ${events[event]}
      for each statement execute function series_draft_count_follow()`,
  ),
  ...["series", "series_draft"].map(
    (table) => `create trigger series_count_end after truncate on ${table}
      for each statement execute function series_count_end()`,
  ),
  // With the triggers in place, nobody else writes these tables until this transaction ends.
  `insert into series_count select state, count(*) from series group by state`,
  `insert into series_count select 'changed', count(*) from series_draft`,
  // What splitting a title costs beside reading it, so that a search is planned through the index of words.
  `alter function find_words_in(jsonb) cost 2500`,
  `alter function find_words(text) cost 2500`,
];
