import { type Kysely, sql } from "kysely";

/** Ready-made cards for lists, the version of the catalogue, and the list of series that are not ready to be found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table series_card (
      series_id text not null references series on delete cascade,
      language text not null,
      head text not null,
      version smallint not null,
      primary key (series_id, language)
    )`.execute(db);
  await sql`comment on column series_card.head is 'JSON of a card without its last brace and without what changes by itself'`.execute(
    db,
  );
  // One row. The version rises with each change that a list shows; the others say which software made documents and cards.
  await sql`
    create table catalogue_state (
      version bigint not null,
      document_version smallint not null,
      card_version smallint not null
    )`.execute(db);
  await sql`insert into catalogue_state values (1, 0, 0)`.execute(db);
  await sql`create unique index catalogue_state_one_row on catalogue_state ((true))`.execute(db);
  // Visible series whose document or cards are missing or of an older version of the software.
  await sql`create table search_backlog (series_id text primary key references series on delete cascade)`.execute(
    db,
  );
  await sql`insert into search_backlog select id from visible_series`.execute(db);
}
