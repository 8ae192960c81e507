import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import type pg from "pg";
import type { Log } from "#platform/log";
import { compareVersions, currentRelease, type Release } from "#platform/release";
import { refuseMoved } from "./closed-writes.ts";
import type { Database, Db } from "./database.ts";
import { openPool } from "./pool.ts";
import { refuseUnfinishedRestore } from "./unfinished-restore.ts";

/** One step of the schema. It is never undone. */
export interface Migration {
  up(db: Db): Promise<void>;
  /**
   * Whether it runs outside a transaction, for `create index concurrently`. An interrupted one runs again, so it begins
   * by removing what it may have left. Any other step runs in a transaction of its own.
   */
  isRepeatable?: boolean;
}

/** What may be given to {@link migrate}. */
export interface MigrateOptions {
  /** The release that runs; by default this one. */
  release?: Release;
  /**
   * Runs once before the first step, with the names of all, while no other node migrates. When it throws, nothing is
   * migrated.
   */
  before?: (names: readonly string[]) => Promise<void>;
}

/** The tables that say which steps were applied, and which versions may open the result. */
type MigrationTables = { schema_migration: { name: string }; software_min: { version: string } };

/** An arbitrary number that is the same in every version. */
const LOCK = 7_205_411_883;
const LOCK_POLL_MS = 250;
/** A step waits this long for a table. Requests wait behind it, so that it gives way and tries again. */
const TABLE_LOCK_TIMEOUT_MS = 3_000;
const TABLE_LOCK_ATTEMPTS = 5;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Migrates the schema: runs the migrations that this database has not applied, in the order of their names. Several
 * nodes may call it at once: one works, the others wait. Returns the names that it ran. Throws a sentence when a newer
 * Cliffhanger used the database and excluded this version, when a restore did not finish, or one that names the failed
 * migration.
 */
export async function migrate(
  database: Database,
  list: Record<string, Migration>,
  log: Log,
  options: MigrateOptions = {},
): Promise<string[]> {
  await refuseUnfinishedRestore(database.db);
  await refuseMoved(database);
  return migrateInto(database, list, log, options);
}

/** Migrates like {@link migrate}, also a database that a restore has begun to fill. */
export async function migrateInto(
  database: Database,
  list: Record<string, Migration>,
  log: Log,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { release = currentRelease } = options;
  const { names, newer } = await planned(database.db, list, release);
  if (newer.length > 0)
    log.warn({ newer }, "The schema is of a newer release, which allows this version to run");
  if (names.length === 0) return [];
  // Connections without a statement timeout; one of them holds the lock, which belongs to its session.
  const pool = openPool(database.directUrl, { size: 2, statementTimeoutMs: 0 }, log);
  // Without this, the server would finish a long statement of a process that was killed, and hold its locks until then. A server
  // whose system cannot do it refuses; the statement is then finished.
  pool.on("connect", (client) => {
    client.query("set client_connection_check_interval = 1000").catch(() => undefined);
  });
  try {
    const holder = await pool.connect();
    try {
      await holdLock(holder);
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
      const { names: pending } = await planned(db, list, release);
      if (pending.length > 0) await options.before?.(pending);
      await holder.query(
        "create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())",
      );
      return await runPending(db, list, log, release);
    } finally {
      holder.release(true); // ends the session, which releases the lock
    }
  } finally {
    await pool.end();
  }
}

/**
 * Returns the names that {@link migrate} would run, in order; throws its sentence when a newer Cliffhanger used the
 * database and excluded this version.
 */
export async function pendingMigrations(
  database: Database,
  list: Record<string, Migration>,
): Promise<string[]> {
  return (await planned(database.db, list, currentRelease)).names;
}

/**
 * Waits for the lock by asking repeatedly. A statement that waits would be an open transaction, for which another
 * node's `create index concurrently` waits in turn, for ever.
 */
async function holdLock(holder: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await holder.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [LOCK]);
    if (rows[0]?.held) return;
    await pause(LOCK_POLL_MS);
  }
}

async function runPending(
  db: Db,
  list: Record<string, Migration>,
  log: Log,
  release: Release,
): Promise<string[]> {
  const { names } = await planned(db, list, release);
  for (const name of names) {
    const started = performance.now();
    const step = list[name];
    if (!step) continue;
    const isRepeatable = step.isRepeatable ?? false;
    try {
      if (isRepeatable) await runRepeatable(db, name, step, release);
      else await runAtOnce(db, name, step, release);
    } catch (error) {
      const reason = (error as Error).message;
      const left = isRepeatable ? "and the next start repeats it" : "and nothing of it was kept";
      throw new Error(`The migration ${name} failed, ${left}: ${reason}`, { cause: error });
    }
    log.info({ name, milliseconds: Math.round(performance.now() - started) }, "Database migrated");
  }
  return names;
}

/** Runs a step in a transaction, and again when a table is locked for longer than requests may wait behind it. */
async function runAtOnce(db: Db, name: string, step: Migration, release: Release): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select set_config('lock_timeout', ${String(TABLE_LOCK_TIMEOUT_MS)}, true)`.execute(trx);
        await step.up(trx);
        await record(trx, name, release);
      });
    } catch (error) {
      const isLocked = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
      if (!isLocked || attempt === TABLE_LOCK_ATTEMPTS) throw error;
      await pause(attempt * 200);
    }
  }
}

/** Runs a step on one connection without a transaction. It waits for others' transactions without blocking requests. */
async function runRepeatable(db: Db, name: string, step: Migration, release: Release): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0`.execute(connection);
    await step.up(connection);
    await sql`set lock_timeout = ${sql.lit(TABLE_LOCK_TIMEOUT_MS)}`.execute(connection);
  });
  await db.transaction().execute((trx) => record(trx, name, release));
}

/** Records an applied step, and raises the oldest version that may open the schema. */
async function record(db: Db, name: string, { oldestForSchema }: Release): Promise<void> {
  const tables = db.withTables<MigrationTables>();
  await tables.insertInto("schema_migration").values({ name }).execute();
  const oldest = await oldestSoftware(db);
  if (oldest !== null && compareVersions(oldest, oldestForSchema) < 0)
    await tables.updateTable("software_min").set({ version: oldestForSchema }).execute();
}

/** Returns the steps to run, and those that only a newer release knows. */
async function planned(
  db: Db,
  list: Record<string, Migration>,
  { version }: Release,
): Promise<{ names: string[]; newer: string[] }> {
  const seen = await appliedMigrations(db);
  const newer = seen.filter((name) => !(name in list));
  if (newer.length > 0) {
    const oldest = await oldestSoftware(db);
    if (oldest === null || compareVersions(version, oldest) < 0)
      throw new Error(
        `This database was last used by a newer Cliffhanger (${newer.join(", ")}). Update the software${oldest === null ? "" : ` to ${oldest} or newer`}, or restore a ` +
          "backup from before that update.",
      );
  }
  const names = Object.keys(list)
    .filter((name) => !seen.includes(name))
    .sort();
  return { names, newer };
}

/** Returns the names of the applied steps, in order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, "schema_migration"))) return [];
  const rows = await db.withTables<MigrationTables>().selectFrom("schema_migration").select("name").execute();
  return rows.map((row) => row.name).sort();
}

/** Returns the oldest version that may open the schema; null when the schema is older than this rule. */
async function oldestSoftware(db: Db): Promise<string | null> {
  if (!(await hasTable(db, "software_min"))) return null;
  const row = await db
    .withTables<MigrationTables>()
    .selectFrom("software_min")
    .select("version")
    .executeTakeFirst();
  return row?.version ?? null;
}

async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(
    db,
  );
  return rows[0]?.there ?? false;
}
