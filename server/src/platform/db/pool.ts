import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#platform/log";
import { withoutRequest } from "#platform/request-context";
import { isDatabaseUnavailable, saysServerMoved } from "./errors.ts";
import { prepareMarked } from "./prepared.ts";
import { timeStatements } from "./timed.ts";

const OLDEST_VERSION = 15;
const CONNECT_TIMEOUT_MS = 10_000;

/** Limits of a pool. */
export interface PoolLimits {
  /** Largest number of connections. */
  size: number;
  /** Longest run of one statement in milliseconds, ended by the server; 0: none. */
  statementTimeoutMs: number;
  /** After these milliseconds a connection without an answer is given up; by default only while it opens, after 4 s. */
  clientTimeoutMs?: number;
}

/** Opens a pool whose connections may break without ending the process; int8 is parsed as number, dates stay text. */
export function openPool(url: string, limits: PoolLimits, log: Log): pg.Pool {
  let verify: VerifyConnection = (_client, done) => done();
  const pool = new pg.Pool({
    verify: (client, done) => verify(client, done),
    connectionString: url,
    max: limits.size,
    connectionTimeoutMillis: limits.clientTimeoutMs ?? 4_000,
    ...(limits.clientTimeoutMs === undefined ? {} : { query_timeout: limits.clientTimeoutMs }),
    idleTimeoutMillis: 60_000,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "cliffhanger",
    types: { getTypeParser },
  });
  // Without listeners a broken connection would end the process: an idle one emits on the pool, one between two
  // statements of a transaction on itself.
  pool.on("error", (error) => log.debug({ reason: error.message }, "Idle database connection broke"));
  const renewal = openRenewal(pool);
  verify = renewal.verify;
  pool.on("connect", (client) => {
    timeStatements(client);
    prepareMarked(client);
    renewal.watch(client);
    // A connection outlives the request that opened it.
    client.on("error", (error) =>
      withoutRequest(() => log.warn({ reason: error.message }, "Database connection broke")),
    );
  });
  return pool;
}

/** A read-only server may be queried often: its connections are renewed at most once in this time. */
const RENEW_EVERY_MS = 1_000;

type VerifyConnection = (client: pg.PoolClient, done: (error?: Error) => void) => void;

/** The renewal of a pool. */
interface Renewal {
  /** Watches what the server says on a connection. */
  watch(client: pg.PoolClient): void;
  /** Checks a new connection before its first statement. */
  verify: VerifyConnection;
}

/**
 * Renews a pool when the server says that it is shutting down or read-only: a connection that was opened before would
 * use the old server for ever. Idle ones end at once, those in use when they are released. From then on, each new
 * connection is asked whether it can write. While it cannot, the pool is renewed every second, so that no writer has to
 * fail to find the server that can.
 */
function openRenewal(pool: pg.Pool): Renewal {
  let generation = 0;
  let hasMoved = false;
  let isPlanned = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  const born = new WeakMap<pg.PoolClient, number>();
  const isOld = (client: pg.PoolClient) => (born.get(client) ?? 0) < generation;

  function renewAtMostOnceASecond(): void {
    if (performance.now() - renewedAt >= RENEW_EVERY_MS) renew();
  }
  function renew(): void {
    if (pool.ending) return;
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
  function renewLater(): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      renew();
    }, RENEW_EVERY_MS).unref();
  }
  return {
    watch(client) {
      born.set(client, generation);
      // The connection that receives the statement's answers; `pg` does not declare it.
      const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
      connection.on("errorMessage", ({ code }: { code?: string }) => {
        if (!saysServerMoved(code)) return;
        hasMoved = true;
        renewAtMostOnceASecond();
      });
    },
    verify(client, done) {
      if (!hasMoved) return done();
      client.query("show transaction_read_only", (error: Error | null, result) => {
        if (error) return done(error);
        const [row] = result.rows as { transaction_read_only: string }[];
        // A read-only server still serves those who read.
        if (row?.transaction_read_only === "on") renewLater();
        else hasMoved = false;
        done();
      });
    },
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
