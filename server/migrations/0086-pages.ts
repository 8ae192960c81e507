import { type Kysely, sql } from "kysely";

/** The operator's own texts of the information pages, their versions, and the texts that are being previewed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table page (
    name text not null,
    language text not null,
    version integer not null,
    title text,
    markdown text,
    date text,
    changed_at timestamptz not null,
    changed_by text not null,
    primary key (name, language),
    check (num_nulls(title, markdown, date) in (0, 3))
  )`,
  `comment on table page is 'Without a title the text of the software is shown; the row keeps the version.'`,
  `comment on column page.date is 'the version that agreements name'`,
  `create table page_version (
    name text not null,
    language text not null,
    version integer not null,
    cause text not null check (cause in ('change', 'restore', 'remove')),
    title text,
    markdown text,
    date text,
    at timestamptz not null,
    actor text not null,
    primary key (name, language, version)
  )`,
  // One text for each operator: it is what they look at now, and no change.
  `create table page_preview (
    actor text primary key,
    code text not null unique,
    name text not null,
    language text not null,
    title text not null,
    markdown text not null,
    until timestamptz not null
  )`,
  ...["page", "page_version"].map(
    (table) => `create trigger ${table}_is_audited before insert or update or delete or truncate on ${table}
      for each statement execute function change_is_audited()`,
  ),
];
