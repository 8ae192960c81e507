import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#platform/log";
import { isDatabaseUnavailable, saysServerMoved } from "./errors.ts";
import { prepareMarked } from "./prepared.ts";

const OLDEST_VERSION = 15;
const CONNECT_TIMEOUT_MS = 10_000;

/** Limits of a pool: the largest number of connections, and the longest run of one statement in milliseconds (0: none). */
export interface PoolLimits {
  size: number;
  statementTimeoutMs: number;
  /** How the server names its connections; a restore refuses a database while others begin with `cliffhanger`. */
  name?: string | undefined;
}

/** Opens a pool whose connections may break without ending the process; int8 is parsed as number, dates stay text. */
export function openPool(url: string, limits: PoolLimits, log: Log): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.size,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: limits.name ?? "cliffhanger",
    types: { getTypeParser },
  });
  // Without listeners a broken connection would end the process: an idle one emits on the pool, one between two
  // statements of a transaction on itself.
  pool.on("error", (error) => log.debug({ reason: error.message }, "Idle database connection broke"));
  const renew = openRenewal(pool);
  pool.on("connect", (client) => {
    prepareMarked(client);
    renew(client);
    client.on("error", (error) => log.warn({ reason: error.message }, "Database connection broke"));
  });
  return pool;
}

/** A read-only server may be queried often: its connections are renewed at most once in this time. */
const RENEW_EVERY_MS = 1_000;

/**
 * Renews a pool when the server says that it is shutting down or read-only: a connection that was opened before would
 * use the old server for ever. Idle ones end at once, those in use when they are released. Returns a function that
 * watches a connection.
 */
function openRenewal(pool: pg.Pool): (client: pg.PoolClient) => void {
  let generation = 0;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const born = new WeakMap<pg.PoolClient, number>();
  const isOld = (client: pg.PoolClient) => (born.get(client) ?? 0) < generation;

  function renew(): void {
    if (performance.now() - renewedAt < RENEW_EVERY_MS || pool.ending) return;
    renewedAt = performance.now();
    generation += 1;
    for (let idle = pool.idleCount; idle > 0; idle--)
      pool.connect().then(
        (client) => client.release(isOld(client)),
        () => undefined, // the connection is broken or no new one can be opened: the next query reports either
      );
  }
  pool.on("release", (_error, client) => {
    // The pool removes a connection that has ended.
    if (isOld(client)) void client.end().catch(() => undefined);
  });
  return (client) => {
    born.set(client, generation);
    // The connection that receives the statement's answers; `pg` does not declare it.
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (saysServerMoved(code)) renew();
    });
  };
}

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: parseBigInteger,
  // A calendar day has no time and no zone: a Date would shift it.
  [pg.types.builtins.DATE]: (text) => text,
};

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  (format === "binary" ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format);

function parseBigInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is too large to be read as an exact number`);
  return value;
}

/**
 * Waits up to ten seconds for the server, then checks that it is version 15 or newer and does not lose acknowledged
 * writes. Throws a sentence otherwise.
 */
export async function checkServer(pool: pg.Pool, log: Log): Promise<void> {
  const facts = await readFacts(pool, log);
  const version = Math.floor(facts.version / 10_000);
  if (version < OLDEST_VERSION) {
    throw new Error(
      `The database server is PostgreSQL ${version}; Cliffhanger needs ${OLDEST_VERSION} or newer.`,
    );
  }
  for (const setting of ["fsync", "full_page_writes", "synchronous_commit"] as const) {
    if (facts[setting] !== "off") continue;
    throw new Error(
      `The database server has ${setting} turned off, so a crash could lose what people were told is saved. ` +
        `Set ${setting} = on in its configuration.`,
    );
  }
}

type Facts = { version: number; fsync: string; full_page_writes: string; synchronous_commit: string };

async function readFacts(pool: pg.Pool, log: Log): Promise<Facts> {
  for (let waited = 0; ; waited += 500) {
    try {
      const { rows } = await pool.query<Facts>(
        `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
          current_setting('full_page_writes') as full_page_writes,
          current_setting('synchronous_commit') as synchronous_commit`,
      );
      const [facts] = rows;
      if (facts) return facts;
    } catch (error) {
      const reason = (error as Error).message || (error as { code?: string }).code;
      if (!isDatabaseUnavailable(error) || waited >= CONNECT_TIMEOUT_MS) {
        throw new Error(
          `The database cannot be opened: ${reason}. Check DATABASE_URL, and that the server runs.`,
          {
            cause: error,
          },
        );
      }
      if (waited === 0) log.warn({ reason }, "Waiting for the database to answer");
      await pause(500);
    }
  }
}
