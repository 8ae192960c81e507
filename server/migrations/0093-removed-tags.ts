import { type Kysely, sql } from "kysely";

/** Tags that an operator deleted: for a day this can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table removed_tag (
    id text primary key,
    kind text not null,
    name jsonb not null,
    position integer not null,
    series jsonb not null,
    drafts jsonb not null,
    at timestamptz not null
  )`,
  `comment on table removed_tag is 'tags as they were deleted, for a day; apart from tag, so that nothing shows them meanwhile'`,
  `comment on column removed_tag.series is 'the place of the tag in each series, by series id'`,
  `comment on column removed_tag.drafts is 'ids of series with the tag in their unpublished changes'`,
];
