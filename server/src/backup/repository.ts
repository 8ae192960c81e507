import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { to } from "pg-copy-streams";
import type { MediaFile } from "#platform/db/media-files";
import type { SequenceEntry, TableEntry } from "./manifest.ts";

/** A connection of its own, on which a transaction runs. */
export type Client = pg.ClientBase;

/** A table to copy. */
export type TableName = Pick<TableEntry, "schema" | "name" | "columns" | "partition">;

/** An arbitrary number that is the same in every version. */
const LOCK = 7_205_411_884;
const UNDEFINED_TABLE = "42P01";

/** Everything that belongs to an installation: our tables, and those of pg-boss. */
const SCHEMAS = ["public", "jobs"];

/** How a row is written as text must not depend on the server's configuration, or hashes would differ. */
const TEXT_FORM = {
  client_encoding: "UTF8",
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  timezone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  // A large table is then read from its start, whoever else is reading it.
  synchronize_seqscans: "off",
  statement_timeout: "0",
  lock_timeout: "60s",
  idle_in_transaction_session_timeout: "0",
};

/** Sets how this connection writes values as text, and lifts the limits of a request. */
export async function prepareSession(client: Client): Promise<void> {
  for (const [name, value] of Object.entries(TEXT_FORM))
    await client.query("select set_config($1, $2, false)", [name, value]);
}

/** Returns null when this connection is now the only one that backs up or restores; otherwise who does. */
export async function excludeOthers(client: Client, name: string): Promise<string | null> {
  await client.query("select set_config('application_name', $1, false)", [name]);
  const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1) as ours", [LOCK]);
  if (rows[0]?.ours) return null;
  const { rows: holders } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
       and classid = ($1::bigint >> 32)::oid and objid = ($1::bigint & 4294967295)::oid`,
    [LOCK],
  );
  return holders[0]?.name ?? "another process";
}

/**
 * Begins the transaction in which everything is read, and keeps other processes from changing the tables' form. The tables are locked
 * before the snapshot is taken: one that a migration has written anew since then is empty in an older snapshot.
 */
export async function beginSnapshot(client: Client): Promise<Date> {
  for (;;) {
    const seen = (await listTables(client)).map(quotedName);
    await client.query("begin isolation level repeatable read, read only");
    // A table that was dropped or created meanwhile, such as a partition: begun again.
    if (
      (await lockTables(client, seen)) &&
      isDeepStrictEqual((await listTables(client)).map(quotedName), seen)
    )
      break;
    await client.query("rollback");
  }
  // The transaction began before its snapshot: nothing committed before this moment is missing.
  const { rows } = await client.query<{ at: Date }>("select now() as at");
  return rows[0]?.at ?? new Date(0);
}

/** Returns false when one of the tables is no longer there. */
async function lockTables(client: Client, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return true;
  try {
    await client.query(`lock table ${names.join(", ")} in access share mode`);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return false;
    throw error;
  }
}

/**
 * Lists every table that contains rows, in the order of names; a partitioned table is listed by its partitions. A standby has no unlogged
 * ones, which a crash would empty, too.
 */
export async function listTables(client: Client): Promise<TableName[]> {
  const { rows } = await client.query<TableName>(
    `select n.nspname as schema, c.relname as name,
       coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}') as columns,
       case when c.relispartition then json_build_object(
         'parent', p.relname, 'bounds', pg_get_expr(c.relpartbound, c.oid)) end as partition
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
     where n.nspname = any ($1) and c.relkind = 'r' and c.relpersistence <> 't'
       and not (c.relpersistence = 'u' and pg_is_in_recovery())
     order by n.nspname, c.relname`,
    [SCHEMAS],
  );
  return rows;
}

/** Lists the sequences with their counters. They are read last, so that no row is ahead of its counter. */
export async function listSequences(client: Client): Promise<SequenceEntry[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'S' order by 1, 2`,
    [SCHEMAS],
  );
  const entries: SequenceEntry[] = [];
  for (const each of rows) {
    const { rows: counters } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quotedName(each)}`,
    );
    const [counter] = counters;
    if (counter) entries.push({ ...each, lastValue: counter.last, isCalled: counter.called });
  }
  return entries;
}

/** Returns the names of the applied migrations; null when the database is not one of Cliffhanger. */
export async function readMigrations(client: Client): Promise<string[] | null> {
  if (!(await hasTable(client, "public.schema_migration"))) return null;
  const { rows } = await client.query<{ name: string }>("select name from schema_migration order by name");
  return rows.map(({ name }) => name);
}

/** Returns the code that tells this installation from others; null when the schema has none yet. A copy of a database has its code. */
export async function readInstallationCode(client: Pick<Client, "query">): Promise<string | null> {
  if (!(await hasTable(client, "public.installation"))) return null;
  const { rows } = await client.query<{ code: string }>("select code from installation");
  return rows[0]?.code ?? null;
}

/** Returns the version of the schema of background jobs; null when there is none. */
export async function readJobsVersion(client: Client): Promise<number | null> {
  if (!(await hasTable(client, "jobs.version"))) return null;
  const { rows } = await client.query<{ version: number }>("select version from jobs.version");
  return rows[0]?.version ?? null;
}

/** Returns the server's version as people write it. */
export async function readServerVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return rows[0]?.version ?? "";
}

/** Lists the recorded media files by key; none for a database from before they were recorded. */
export async function listMediaFiles(client: Client): Promise<MediaFile[]> {
  if (!(await hasTable(client, "public.media_file"))) return [];
  const { rows } = await client.query<MediaFile>(
    `select key, bytes::float8 as bytes, sha256 from media_file order by key collate "C"`,
  );
  return rows;
}

/** Streams the rows of a table in the text format of COPY, in the order in which they are stored. */
export function copyOut(client: Client, table: TableName): Readable {
  return client.query(to(`copy ${quotedName(table)} (${table.columns.map(quoted).join(", ")}) to stdout`));
}

/** Returns whether a table of this name exists. */
export async function hasTable(client: Pick<Client, "query">, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    name,
  ]);
  return rows[0]?.there ?? false;
}

/** Returns a name for use in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the name of a table or sequence with its schema, for use in a statement. */
export function quotedName({ schema, name }: { schema: string; name: string }): string {
  return `${quoted(schema)}.${quoted(name)}`;
}
