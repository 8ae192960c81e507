import { Kysely, PostgresDialect, sql } from "kysely";
import type { Log } from "#platform/log";
import type { Database, Db } from "./database.ts";
import { openPool } from "./pool.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

/** One step of the schema. It runs in its own transaction and is never undone. */
export interface Migration {
  up(db: Db): Promise<void>;
}

/** The names of applied migrations. */
type MigrationTables = { schema_migration: { name: string } };

/** An arbitrary number that is the same in every version. */
const LOCK = 7_205_411_883;

/**
 * Migrates the schema: runs the migrations that this database has not applied, in the order of their names, one
 * transaction each. Several nodes may call it at once: one works, the others wait. Returns the names that it ran.
 * Throws a sentence when a newer Cliffhanger used the database, when a restore did not finish, or one that names the
 * failed migration, which is rolled back.
 */
export async function migrate(
  database: Database,
  list: Record<string, Migration>,
  log: Log,
): Promise<string[]> {
  await refuseUnfinishedRestore(database.db);
  return migrateInto(database, list, log);
}

/** Migrates like {@link migrate}, also a database that a restore has begun to fill. */
export async function migrateInto(
  database: Database,
  list: Record<string, Migration>,
  log: Log,
): Promise<string[]> {
  if ((await pendingMigrations(database, list)).length === 0) return [];
  // Connections without a statement timeout; one of them holds the lock, which belongs to its session.
  const pool = openPool(database.url, { size: 2, statementTimeoutMs: 0 }, log);
  try {
    const holder = await pool.connect();
    try {
      await holder.query("set lock_timeout = 0");
      await holder.query("select pg_advisory_lock($1)", [LOCK]);
      await holder.query(
        "create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())",
      );
      return await runPending(new Kysely({ dialect: new PostgresDialect({ pool }) }), list, log);
    } finally {
      holder.release(true); // ends the session, which releases the lock
    }
  } finally {
    await pool.end();
  }
}

/**
 * Returns the names that {@link migrate} would run, in order; throws its sentence when a newer Cliffhanger used the
 * database.
 */
export async function pendingMigrations(
  database: Database,
  list: Record<string, Migration>,
): Promise<string[]> {
  return pending(list, await appliedNames(database.db));
}

async function runPending(db: Db, list: Record<string, Migration>, log: Log): Promise<string[]> {
  const names = pending(list, await appliedNames(db));
  for (const name of names) {
    const started = performance.now();
    try {
      await db.transaction().execute(async (trx) => {
        await list[name]?.up(trx);
        await trx.withTables<MigrationTables>().insertInto("schema_migration").values({ name }).execute();
      });
    } catch (error) {
      const reason = (error as Error).message;
      throw new Error(`The migration ${name} failed, and nothing of it was kept: ${reason}`, {
        cause: error,
      });
    }
    log.info({ name, milliseconds: Math.round(performance.now() - started) }, "Database migrated");
  }
  return names;
}

function pending(list: Record<string, Migration>, seen: string[]): string[] {
  const newer = seen.filter((name) => !(name in list));
  if (newer.length > 0) {
    throw new Error(
      `This database was last used by a newer Cliffhanger (${newer.join(", ")}). Update the software, or restore a ` +
        "backup from before that update.",
    );
  }
  return Object.keys(list)
    .filter((name) => !seen.includes(name))
    .sort();
}

async function appliedNames(db: Db): Promise<string[]> {
  if (!(await isMigrated(db))) return [];
  const rows = await db.withTables<MigrationTables>().selectFrom("schema_migration").select("name").execute();
  return rows.map((row) => row.name).sort();
}

async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('schema_migration') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}
