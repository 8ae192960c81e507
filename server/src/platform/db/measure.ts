import type pg from "pg";
import { type Meters, plain, type Sample } from "#platform/meters";
import type { Database } from "./database.ts";
import { errorClasses, errorClassOf } from "./errors.ts";
import type { Notifications } from "./listen.ts";

const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** What a pool's connections report. */
interface Watch {
  waited(seconds: number): void;
  ran(kind: "read" | "write" | "tx", seconds: number): void;
  failed(error: unknown): void;
}

/** Measures the pools, their statements, and the connection of the notifications. */
export function measureDatabase(
  meters: Meters,
  { pools }: Pick<Database, "pools">,
  notifications: Notifications,
): void {
  const poolNames = new Set(Object.keys(pools));
  const each = Object.entries(pools);
  meters.gauge(
    {
      name: "db_pool_connections",
      help: "Connections of a pool: in use, idle, and the most there may be",
      role: "both",
      labels: { pool: poolNames, state: new Set(["used", "idle", "max"]) },
    },
    () => each.flatMap(([name, pool]) => connectionsOf(name, pool)),
  );
  meters.gauge(
    { name: "db_pool_waiting", help: "Callers that wait for a connection", role: "both", labels: {} },
    () => plain(each.reduce((sum, [, pool]) => sum + pool.waitingCount, 0)),
  );
  const waited = meters.histogram({
    name: "db_pool_wait_seconds",
    help: "Time until a caller got a connection",
    role: "both",
    labels: {},
    buckets: BUCKETS,
  });
  const ran = meters.histogram({
    name: "db_query_seconds",
    help: "Time of a statement that reads or writes, and of a whole transaction (tx)",
    role: "both",
    labels: { kind: new Set(["read", "write", "tx"]) },
    buckets: BUCKETS,
  });
  const failed = meters.counter({
    name: "db_errors_total",
    help: "Statements and connections that failed, by class",
    role: "both",
    labels: { class: new Set(errorClasses) },
  });
  for (const [, pool] of each)
    watchPool(pool, {
      waited: (seconds) => waited({}, seconds),
      ran: (kind, seconds) => ran({ kind }, seconds),
      failed: (error) => failed({ class: errorClassOf(error) }),
    });
  meters.gauge(
    {
      name: "db_listen_up",
      help: "1 while the connection of the notifications is open",
      role: "both",
      labels: {},
    },
    () => plain(notifications.isUp() ? 1 : 0),
  );
  const gap = meters.counter({
    name: "db_listen_gaps_total",
    help: "Gaps after which notifications may have been missed",
    role: "both",
    labels: {},
  });
  notifications.onGap(() => gap({}));
}

function connectionsOf(
  pool: string,
  { totalCount, idleCount, options }: pg.Pool,
): Sample<"pool" | "state">[] {
  const states = { used: totalCount - idleCount, idle: idleCount, max: options.max };
  return Object.entries(states).map(([state, value]) => ({ labels: { pool, state }, value }));
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;
type Call = (...given: unknown[]) => unknown;

/** Watches a pool by wrapping `connect`, and `query` of each connection when it is first used. */
function watchPool(pool: pg.Pool, watch: Watch): void {
  const connect = pool.connect.bind(pool) as unknown as Call;
  const timedConnect: Call = (callback) => {
    const begun = performance.now();
    const ended = (error: unknown) => {
      watch.waited(secondsSince(begun));
      if (error) watch.failed(error);
    };
    return timed(connect, callback === undefined ? [] : [callback], ended);
  };
  pool.connect = timedConnect as unknown as typeof pool.connect;
  const watched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    watchClient(client, watch);
  });
}

function watchClient(client: pg.PoolClient, watch: Watch): void {
  const query = client.query.bind(client) as unknown as Call;
  let transactionBegun: number | null = null;
  const timedQuery: Call = (...given) => {
    const begun = performance.now();
    const kind = kindOf(given[0]);
    if (kind === "begin") transactionBegun = begun;
    return timed(query, given, (error) => {
      if (error) watch.failed(error);
      if (kind === "read" || kind === "write") watch.ran(kind, secondsSince(begun));
      if (kind !== "end" || transactionBegun === null) return;
      watch.ran("tx", secondsSince(transactionBegun));
      transactionBegun = null;
    });
  };
  client.query = timedQuery as unknown as typeof client.query;
}

/** Calls a function of `pg`, with a callback or a promise, and reports its end. */
function timed(call: Call, given: unknown[], ended: (error: unknown) => void): unknown {
  const last = given.at(-1);
  if (typeof last === "function") {
    const callback = last as Callback;
    return call(...given.slice(0, -1), (error: Error | undefined, ...rest: unknown[]) => {
      ended(error);
      callback(error, ...rest);
    });
  }
  const running = call(...given);
  if (running instanceof Promise)
    running.then(
      () => ended(null),
      (error: unknown) => ended(error),
    );
  return running;
}

function kindOf(statement: unknown): "read" | "write" | "begin" | "end" {
  const text =
    typeof statement === "string" ? statement : ((statement as { text?: string } | null)?.text ?? "");
  const [, word = ""] = /^\s*([a-z]+)/i.exec(text) ?? [];
  switch (word.toLowerCase()) {
    case "begin":
    case "start":
      return "begin";
    case "commit":
    case "rollback":
      return "end";
    case "select":
    case "show":
      return "read";
    case "with":
      return /\b(?:insert into|update|delete from)\b/i.test(text) ? "write" : "read";
    default:
      return "write";
  }
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}
