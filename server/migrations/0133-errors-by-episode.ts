import { type Kysely, sql } from "kysely";

/**
 * Errors of playback by episode and day, beside those by size and network: the report of a series says where its viewers fail. Without a
 * foreign key: an episode that is deleted meanwhile must not refuse the counts of all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table episode_error (
    episode_id text not null,
    day date not null,
    count bigint not null,
    primary key (episode_id, day)
  )`,
  `create index episode_error_day on episode_error (day)`,
];
