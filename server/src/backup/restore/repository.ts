import type { Writable } from "node:stream";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import { from } from "pg-copy-streams";
import type { Db } from "#platform/db/database";
import { UNFINISHED_TABLE } from "#platform/db/unfinished-restore";
import type { SequenceEntry } from "../manifest.ts";
import { type Client, quoted, quotedName, type TableName } from "../repository.ts";

/** What is dropped before the rows are loaded, and made again afterwards. */
export interface DroppedParts {
  indexes: string[];
  foreignKeys: string[];
}

const SCHEMAS = ["public", "jobs"];

/** Returns the names of Cliffhanger's other connections to this database. */
export async function listConnected(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'cliffhanger%'`,
  );
  return rows.map(({ name }) => name);
}

/** Returns whether the database has no table, or only those of a restore that was interrupted. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select to_regclass($2) is not null or not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'S')) as empty`,
    [SCHEMAS, `public.${UNFINISHED_TABLE}`],
  );
  return rows[0]?.empty ?? false;
}

/** Marks the database as one that must not be used until a restore has finished. */
export async function markUnfinished(client: Client, file: string): Promise<void> {
  await client.query(`create table if not exists ${UNFINISHED_TABLE} (file text not null)`);
  await client.query(`delete from ${UNFINISHED_TABLE}`);
  await client.query(`insert into ${UNFINISHED_TABLE} values ($1)`, [file]);
}

/** Removes the mark, in the transaction that makes the database whole. */
export async function unmark(client: Client): Promise<void> {
  await client.query(`drop table ${UNFINISHED_TABLE}`);
}

/** Creates the partitions that the software made as time passed, with the bounds that they had. */
export async function createPartitions(client: Client, tables: readonly TableName[]): Promise<void> {
  for (const { schema, name, partition } of tables) {
    if (partition === null) continue;
    const parent = quotedName({ schema, name: partition.parent });
    await client.query(
      `create table if not exists ${quotedName({ schema, name })} partition of ${parent} ${partition.bounds}`,
    );
  }
}

/**
 * Drops foreign keys and the indexes that no constraint needs, and turns the triggers off. Loading is faster without
 * them, and the order of tables then does not matter.
 */
export async function dropParts(client: Client, tables: readonly TableName[]): Promise<DroppedParts> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_namespace n on n.oid = connamespace
     where contype = 'f' and conparentid = 0 and n.nspname = any ($1) order by 1, 2`,
    [SCHEMAS],
  );
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = any ($1) and t.relkind = 'r' and not t.relispartition
       and not exists (select from pg_constraint where conindid = i.indexrelid) order by 1`,
    [SCHEMAS],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const table of tables) await client.query(`alter table ${quotedName(table)} disable trigger user`);
  return {
    indexes: indexes.map(({ definition }) => definition),
    foreignKeys: keys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`,
    ),
  };
}

/** Makes the indexes, triggers and foreign keys again; PostgreSQL checks every row against them. */
export async function restoreParts(
  client: Client,
  tables: readonly TableName[],
  { indexes, foreignKeys }: DroppedParts,
): Promise<void> {
  for (const statement of indexes) await client.query(statement);
  for (const table of tables) await client.query(`alter table ${quotedName(table)} enable trigger user`);
  for (const statement of foreignKeys) await client.query(statement);
}

/**
 * Empties the tables, which migrations may have filled. Emptied in this transaction, a table is loaded without looking
 * for free space in it, so the rows keep their order.
 */
export async function emptyTables(client: Client, tables: readonly TableName[]): Promise<void> {
  await client.query(`truncate ${tables.map(quotedName).join(", ")}`);
}

/** Returns a stream that loads rows in the text format of COPY. */
export function copyIn(client: Client, table: TableName): Writable {
  return client.query(from(`copy ${quotedName(table)} (${table.columns.map(quoted).join(", ")}) from stdin`));
}

/** Sets the counters of sequences and identity columns. */
export async function setSequences(client: Client, sequences: readonly SequenceEntry[]): Promise<void> {
  for (const sequence of sequences)
    await client.query("select setval($1::regclass, $2, $3)", [
      quotedName(sequence),
      sequence.lastValue,
      sequence.isCalled,
    ]);
}

/** Updates the statistics that queries are planned with. */
export async function analyze(client: Client, tables: readonly TableName[]): Promise<void> {
  for (const table of tables) await client.query(`analyze ${quotedName(table)}`);
}

/** Returns the query builder on this connection, so that it takes part in its transaction. */
export function builderOn(client: pg.PoolClient): Db {
  const connection = new Proxy(client, {
    get: (target, name) => {
      if (name === "release") return () => undefined; // whoever opened the connection releases it
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: async () => connection, end: async () => undefined, options: {} },
    }),
  });
}
