import pg from "pg";
import type { Log } from "#platform/log";
import { withoutRequest } from "#platform/request-context";
import { isReadTimeout, saysServerMoved } from "./errors.ts";
import { connectionTo } from "./hosts.ts";
import { prepareMarked } from "./prepared.ts";
import { timeStatements } from "./timed.ts";

/** Longest wait for a row or table that another transaction locks. */
const LOCK_TIMEOUT_MS = 3_000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Behind a pooler, the client gives up this long after the server should have. */
const READ_GRACE_MS = 1_000;

/** How to renew each open pool. */
const renewals = new WeakMap<pg.Pool, () => void>();

/** Replaces the connections of a pool: idle ones at once, those in use when they are released. */
export function renewPool(pool: pg.Pool): void {
  renewals.get(pool)?.();
}

/** How {@link openPool} connects. */
export interface PoolOptions {
  /** The largest number of connections. */
  size: number;
  /** Longest run of one statement in milliseconds, ended by the server; 0: no limit. */
  statementTimeoutMs: number;
  /** After these milliseconds a connection without an answer is given up; by default only while it opens, after 4 s. */
  clientTimeoutMs?: number;
  /** Whether the address leads to a pooler, whose connections keep no session; false by default. */
  isPooled?: boolean;
  /** Whether connections keep parsed statements; by default unless the address leads to a pooler. */
  keepsStatements?: boolean;
  /** How the server names its connections; a restore refuses a database while others begin with `cliffhanger`. */
  name?: string | undefined;
}

/** Opens a pool whose connections may break without ending the process; int8 is parsed as number, dates stay text. */
export function openPool(url: string, options: PoolOptions, log: Log): pg.Pool {
  const { isPooled = false, keepsStatements = !isPooled } = options;
  let verify: VerifyConnection = (_client, done) => done();
  const pool = new pg.Pool({
    verify: (client, done) => verify(client, done),
    ...connectionTo(url),
    max: options.size,
    connectionTimeoutMillis: options.clientTimeoutMs ?? 4_000,
    idleTimeoutMillis: 60_000,
    application_name: options.name ?? "cliffhanger",
    ...(isPooled ? {} : { options: sessionLimits(options) }),
    ...answerLimit(options),
    types: { getTypeParser },
  });
  // Without listeners a broken connection would end the process: an idle one emits on the pool, one between two
  // statements of a transaction on itself.
  pool.on("error", (error) => log.debug({ reason: error.message }, "Idle database connection broke"));
  const renewal = openRenewal(pool);
  verify = renewal.verify;
  renewals.set(pool, renewal.renew);
  pool.on("connect", (client) => {
    timeStatements(client);
    if (keepsStatements) prepareMarked(client);
    if (isPooled) limitTransactions(client, options);
    renewal.watch(client);
    // A connection outlives the request that opened it.
    client.on("error", (error) =>
      withoutRequest(() => log.warn({ reason: error.message }, "Database connection broke")),
    );
  });
  return pool;
}

/** The limits as start-up options; 0 overrides a limit of the role. */
function sessionLimits({ statementTimeoutMs }: PoolOptions): string {
  return Object.entries(limits(statementTimeoutMs))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/** How long the client waits for an answer. A pooler refuses start-up options, so this limits a single statement there. */
function answerLimit({ statementTimeoutMs, clientTimeoutMs, isPooled }: PoolOptions): {
  query_timeout?: number;
} {
  if (clientTimeoutMs !== undefined) return { query_timeout: clientTimeoutMs };
  return isPooled && statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + READ_GRACE_MS } : {};
}

/** The limits of the server in milliseconds, by the names of its parameters. */
export function limits(statementTimeoutMs: number): Record<string, number> {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}

/**
 * Sets the limits of each transaction in the round trip that begins it, and ends a connection whose answer did not come: its
 * statement may still run.
 */
function limitTransactions(client: pg.PoolClient, { statementTimeoutMs }: PoolOptions): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const local = Object.entries(limits(statementTimeoutMs)).map(
    ([name, value]) => `set local ${name} = ${value}`,
  );
  const query = (statement: unknown, ...more: unknown[]) => {
    const begins = typeof statement === "string" && /^(?:begin|start transaction)\b/.test(statement);
    const answer = begins ? send([statement, ...local].join("; ")) : send(statement, ...more);
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        // The type of a pool's client lacks `end`.
        if (isReadTimeout(error)) void (client as unknown as pg.Client).end().catch(() => undefined);
      });
    return answer;
  };
  client.query = query as typeof client.query;
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
  /** Replaces the connections. */
  renew(): void;
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
    renew,
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
