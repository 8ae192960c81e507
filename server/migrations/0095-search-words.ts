import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/**
 * Words by which the console finds titles and files, without case and accents. The function does in SQL what `normalise` of the
 * contract does with what an operator types.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of functions) await sql.raw(statement).execute(db);
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

/** Only letters and digits reach the parser, which would read a host or a path into "1.mp4". */
const wordsOf = (text: string) => `
  to_tsvector('pg_catalog.simple'::regconfig, regexp_replace(translate(replace(replace(replace(replace(
    regexp_replace(lower(normalize(${text}, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłı', 'oddli'),
    '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f\\u2010-\\u206f]+', ' ', 'g'))`;

// While an index is built, functions of ours have no path to each other, so each holds the whole expression.
const functions = [
  `create or replace function find_words(text) returns tsvector language sql immutable strict parallel safe as $$
    select ${wordsOf("$1")} $$`,
  `create or replace function find_words_in(jsonb) returns tsvector language sql immutable strict parallel safe as $$
    select ${wordsOf("coalesce(string_agg(value, ' '), '')")} from jsonb_each_text($1) $$`,
];

const indexes = [
  ["series_found", "series using gin (find_words_in(title))"],
  ["episode_found", "episode using gin (find_words_in(title)) where title <> '{}'"],
  ["tag_found", "tag using gin (find_words_in(name))"],
  ["asset_found", "asset using gin (find_words(name))"],
  ["order_email", "purchase_order (email, created_at desc) where email is not null"],
];
