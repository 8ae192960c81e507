import { type Kysely, sql } from "kysely";

/** Captions that an operator deleted: for a day this can be undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table removed_caption (
    episode_id text not null references episode on delete cascade,
    language text not null,
    file text not null,
    body text not null,
    at timestamptz not null,
    primary key (episode_id, language, file)
  )`,
  `comment on table removed_caption is 'captions as they were deleted, for a day; apart from caption, so that nothing shows them meanwhile'`,
  `create index removed_caption_at on removed_caption (at)`,
];
