import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { checkBackup } from "./check-backup.ts";
import { writeBackup } from "./write-backup.ts";

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-snapshot-"));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns what a backup contains of the tables of this test, by name: their columns and how many rows. */
async function contentOf(path: string) {
  const { manifest } = await checkBackup(path);
  const own = manifest.tables.filter(({ name }) => name.startsWith("snapshot_"));
  return Object.fromEntries(own.map(({ name, columns, rows }) => [name, { columns, rows }]));
}

/** Waits until a backup waits for a table that a migration has. */
async function untilItWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and application_name like 'cliffhanger backup%' and datname = current_database()",
      );
      return rows.length;
    })
    .toBe(1);
}

/** Writes a backup that begins while a migration has done these statements, and ends after it. */
async function backUpDuring(statements: readonly string[], name: string): Promise<string> {
  const path = join(folder, name);
  const migration = await database.pool.connect();
  try {
    await migration.query("begin");
    for (const statement of statements) await migration.query(statement);
    const writing = writeBackup({ database, path, version: "1.2.3", media: null, log: silentLog });
    writing.catch(() => undefined);
    await untilItWaits();
    await migration.query("commit");
    await writing;
  } finally {
    migration.release();
  }
  return path;
}

test("O1: a backup that begins while a migration writes a table anew contains its rows", async () => {
  await database.pool.query(
    "create table snapshot_rewritten as select generate_series(1, 1000)::integer as id",
  );
  const statements = [
    "alter table snapshot_rewritten alter column id type bigint",
    "alter table snapshot_rewritten add column added text not null default 'new'",
  ];
  expect(await contentOf(await backUpDuring(statements, "rewritten.cliffhanger"))).toEqual({
    snapshot_rewritten: { columns: ["id", "added"], rows: 1000 },
  });
  await database.pool.query("drop table snapshot_rewritten");
});

test("O1: a backup that begins while a migration drops a table and creates another is one of the new schema", async () => {
  await database.pool.query("create table snapshot_dropped (id integer)");
  const statements = [
    "drop table snapshot_dropped",
    "create table snapshot_new as select generate_series(1, 7) as id",
  ];
  expect(await contentOf(await backUpDuring(statements, "dropped.cliffhanger"))).toEqual({
    snapshot_new: { columns: ["id"], rows: 7 },
  });
});
