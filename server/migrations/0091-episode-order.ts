import { type Kysely, sql } from "kysely";

/** Episodes that are put in another order, and uploads that keep to their episode meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create function episode_number_follows() returns trigger language plpgsql as $$
    begin
      update asset_episode set number = new.number where episode_id = new.id;
      return null;
    end $$`,
  `create trigger episode_number_follows after update of number on episode
    for each row when (old.number is distinct from new.number) execute function episode_number_follows()`,
  `alter table upload add column episode_id text`,
  `comment on column upload.episode_id is 'the episode that its file is for, whatever its number is by then; null: the one with its number'`,
];
