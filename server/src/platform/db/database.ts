import { setTimeout as pause } from "node:timers/promises";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import type pg from "pg";
import type { Log } from "#platform/log";
import type { Prepare } from "./connection-settings.ts";
import { startEmbedded } from "./embedded.ts";
import { isTransient } from "./errors.ts";
import { openPool } from "./pool.ts";
import { checkServer } from "./server-check.ts";
import { refuseUnmarkedRestore } from "./unfinished-restore.ts";

const TRANSACTION_ATTEMPTS = 3;
/** Opened when needed. As many as kinds of long work usually run at once, so that counting plays does not wait for them. */
const UPKEEP_CONNECTIONS = 4;

/**
 * The query builder, as a pool of connections or as a transaction. It has no tables: a domain's repository adds its own
 * with `db.withTables<CatalogueTables>()` (a `type`: an interface does not work there).
 */
export type Db = Kysely<unknown>;

/**
 * A transaction. It is assignable to {@link Db}; a `Db` is not assignable to it, so a function that takes a `Trx` (one
 * that locks, posts to the ledger or writes several rows) cannot run on the pool.
 */
export type Trx = Transaction<unknown>;

/** An open database. */
export interface Database {
  db: Db;
  pool: pg.Pool;
  /** Connections for background work: few, separate from those of requests, and without a statement timeout. */
  upkeep: Db;
  /** The pools of `db` and `upkeep`, for the metrics. */
  pools: Readonly<Record<"requests" | "upkeep", pg.Pool>>;
  /** Whether the server is the app's embedded one under DATA_DIR. */
  embedded: boolean;
  /** The address for requests, maybe that of a pooler. May contain a password: never log it. */
  url: string;
  /** The server's own address, for what needs a session. May contain a password: never log it. */
  directUrl: string;
  /** Whether `url` leads to a pooler. */
  isPooled: boolean;
  /** Closes the pool, and the embedded server when this process started it. */
  close(): Promise<void>;
}

/** Which database {@link openDatabase} opens, and how. */
export interface DatabaseOptions {
  /** A PostgreSQL server; by default the embedded server under `dataDir` is used. */
  databaseUrl?: string | null | undefined;
  /** The server behind the pooler that `databaseUrl` leads to; `databaseUrl` by default. */
  directDatabaseUrl?: string | null | undefined;
  /** Whether connections of requests keep parsed statements; `auto` by default. */
  databasePrepare?: Prepare;
  dataDir: string;
  /** `attach-or-own` uses the embedded server of another process when one runs on `dataDir`. */
  mode: "own" | "attach-or-own";
  /** The command as the operator knows it, such as `npm start`. */
  holder: string;
  log: Log;
  /** Largest number of connections: 7 by default. */
  poolSize?: number;
  /** Longest run of one statement in milliseconds: 5000 by default, 0 for no limit. */
  statementTimeoutMs?: number;
  /** How the server names the connections: `cliffhanger` by default. */
  connectionName?: string;
  /** Whether an embedded server is created where a restore has moved the earlier one aside. */
  mayReplace?: boolean;
}

/**
 * Opens the database, starting the embedded server when there is no `databaseUrl`; does not migrate. Throws a sentence
 * when the server cannot run or be reached, is older than 15, or could lose acknowledged writes.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, directDatabaseUrl } = options;
  if (databaseUrl)
    return connect({ url: databaseUrl, directUrl: directDatabaseUrl ?? databaseUrl }, options, null);
  const server = await startEmbedded(options);
  let database: Database | undefined;
  try {
    database = await connect({ url: server.url, directUrl: server.url }, options, server);
    // One that runs elsewhere was looked at when it was started.
    if (!server.attached && !options.mayReplace) await refuseUnmarkedRestore(database.db, options.dataDir);
    return database;
  } catch (error) {
    await (database ? database.close() : server.stop());
    throw error;
  }
}

async function connect(
  { url, directUrl }: { url: string; directUrl: string },
  options: DatabaseOptions,
  server: { stop(): Promise<void> } | null,
): Promise<Database> {
  const { log, databasePrepare = "auto", connectionName: name } = options;
  const { isPooled } = await checkServer({ url, setting: "DATABASE_URL", name }, log);
  if (isPooled && directUrl === url)
    throw new Error(
      "DATABASE_URL leads to a pooler, which loses notifications. Set DIRECT_DATABASE_URL to the server's own address as well.",
    );
  if (
    directUrl !== url &&
    (await checkServer({ url: directUrl, setting: "DIRECT_DATABASE_URL", name }, log)).isPooled
  )
    throw new Error(
      "DIRECT_DATABASE_URL leads to a pooler, which loses notifications. Set it to the server's own address.",
    );
  const pool = openPool(
    url,
    {
      size: options.poolSize ?? 7,
      statementTimeoutMs: options.statementTimeoutMs ?? 5_000,
      isPooled,
      name,
      keepsStatements: databasePrepare === "auto" ? !isPooled : databasePrepare === "on",
    },
    log,
  );
  const upkeepPool = openPool(directUrl, { size: UPKEEP_CONNECTIONS, statementTimeoutMs: 0, name }, log);
  const close = async () => {
    await Promise.all([pool.end(), upkeepPool.end()]);
    await server?.stop();
  };
  return {
    db: dbOf(pool),
    pool,
    upkeep: dbOf(upkeepPool),
    pools: { requests: pool, upkeep: upkeepPool },
    embedded: server !== null,
    url,
    directUrl,
    isPooled,
    close,
  };
}

/** Returns the query builder on a pool. */
export function dbOf(pool: pg.Pool): Db {
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

/** What runs once a transaction has committed. */
const afterwards = new WeakMap<Db, (() => void)[]>();

/**
 * Runs `work` once the transaction has committed: never if it rolls back, and once if it is retried. Outside a
 * transaction it runs at once.
 */
export function afterCommit(db: Db, work: () => void): void {
  const list = afterwards.get(db);
  if (list) list.push(work);
  else work();
}

/**
 * Runs `work` in a transaction. PostgreSQL may roll it back because of another transaction; it then runs again, up to
 * three times, so it must do only database work. Inside a transaction it joins that one, whose owner retries.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (isTrx(db)) return work(db);
  for (let attempt = 1; ; attempt++) {
    const committed: (() => void)[] = [];
    try {
      const result = await db.transaction().execute((trx) => {
        afterwards.set(trx, committed);
        return work(trx);
      });
      for (const run of committed) run();
      return result;
    } catch (error) {
      if (!isTransient(error) || attempt === TRANSACTION_ATTEMPTS) throw error;
      await pause(Math.random() * 20 * 2 ** attempt); // a random pause, so that the conflict does not repeat
    }
  }
}

/** Returns whether `db` is already a transaction. */
function isTrx(db: Db): db is Trx {
  return db.isTransaction;
}
