import { sql } from "kysely";
import type pg from "pg";
import { randomHex } from "#platform/ids";
import type { Log } from "#platform/log";
import type { Database, Db } from "./database.ts";
import { connectionTo } from "./hosts.ts";

const MAX_PAYLOAD_BYTES = 7_999;
const HEARTBEAT_MS = 15_000;
/** How long a statement and a pulse may take; a second missed pulse ends the connection. */
const ANSWER_MS = 5_000;
const MAX_MISSES = 2;
const CONNECT_MS = 1_500;
const MAX_WAIT_MS = 1_000;

/** Messages between the processes that share a database, including this one, by PostgreSQL's LISTEN and NOTIFY. */
export interface Notifications {
  /** Calls `listener` for every message on the channel that is sent after this promise resolves. */
  on(channel: string, listener: (payload: string) => void): Promise<void>;
  /** Calls `listener` when messages may have been missed: everything cached in reliance on them must be dropped. */
  onGap(listener: () => void): void;
  /** Returns for how many milliseconds no message is known to have arrived: 0 while the connection proves itself. */
  silentMs(): number;
  /** Returns whether the connection is open. */
  isUp(): boolean;
  close(): Promise<void>;
}

/** Sends a message of at most 7999 bytes: when `db`'s transaction commits, or at once outside one. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) throw new RangeError("A notification is too long");
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** How often a connection proves itself, how long that may take, and its name. */
export interface PulseOptions {
  heartbeatMs?: number;
  answerMs?: number;
  /** The name in `pg_stat_activity`. */
  name?: string;
}

/**
 * Opens the notifications on a dedicated connection and reconnects whenever it breaks. The connection proves itself by a
 * pulse, a message to itself: a pooler or firewall in between may answer statements and still drop messages.
 */
export async function openNotifications(
  database: Pick<Database, "directUrl">,
  log: Log,
  { heartbeatMs = HEARTBEAT_MS, answerMs = ANSWER_MS, name = "cliffhanger listen" }: PulseOptions = {},
): Promise<Notifications> {
  const pulse = openPulse(answerMs);
  const longestProofMs = heartbeatMs + MAX_MISSES * answerMs;
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const gapListeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const { Client, connectionString } = connectionTo(database.directUrl);
    const next = new Client({
      connectionString,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: answerMs,
    });
    next.on("error", (error) => lost(next, error));
    next.on("end", () => lost(next, new Error("the connection ended")));
    next.on("notification", ({ channel, payload }) => {
      if (client !== next) return;
      if (channel === pulse.channel) pulse.arrived(payload ?? "");
      else deliver(channel, payload ?? "");
    });
    try {
      await next.connect();
      client = next;
      for (const channel of [pulse.channel, ...listeners.keys()]) await listen(next, channel);
    } catch (error) {
      discard(next);
      throw error;
    }
    if (closed) return discard(next);
    pulse.restart();
    timer = setInterval(() => void checkConnection(next), heartbeatMs).unref();
  }

  /** Checks the connection, which can die silently: a firewall drops it, or a machine loses power. */
  async function checkConnection(current: pg.Client): Promise<void> {
    try {
      for (let misses = 0; misses < MAX_MISSES; misses++) if (await pulse.send(current)) return;
      lost(current, new Error("no pulse came back"));
    } catch (error) {
      lost(current, error as Error);
    }
  }

  function lost(current: pg.Client, error: Error): void {
    if (closed || client !== current) return;
    log.warn({ reason: error.message }, "Notification connection broke; reconnecting");
    discard(current);
    again(100);
  }

  function again(wait: number): void {
    timer = setTimeout(() => {
      connect().then(announceGap, () => {
        if (!closed) again(Math.min(wait * 2, MAX_WAIT_MS));
      });
    }, wait).unref();
  }

  function discard(current: pg.Client): void {
    if (client === current) client = null;
    clearInterval(timer);
    current
      .end()
      .catch((error: Error) =>
        log.debug({ reason: error.message }, "Discarded connection could not be closed"),
      );
  }

  function announceGap(): void {
    if (closed) return;
    for (const listener of gapListeners) guarded(log, listener);
  }

  function deliver(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) guarded(log, () => listener(payload));
  }

  await connect();
  return {
    async on(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      // Without a connection, the next one subscribes to the channel and reports the gap.
      if (client) await listen(client, channel);
    },
    onGap: (listener) => {
      gapListeners.push(listener);
    },
    silentMs: () => {
      const silence = pulse.silentMs();
      return silence <= longestProofMs ? 0 : silence;
    },
    isUp: () => client !== null,
    async close() {
      closed = true;
      clearInterval(timer);
      await client?.end();
    },
  };
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

/** Calls a listener, whose failure must not end the connection. */
function guarded(log: Log, call: () => void): void {
  try {
    call();
  } catch (error) {
    log.error({ err: error }, "Notification listener failed");
  }
}

/** Messages of a connection to itself. */
interface Pulse {
  channel: string;
  /** Sends one and returns whether it came back in time. */
  send(client: pg.Client): Promise<boolean>;
  arrived(payload: string): void;
  /** Counts a new connection as proven. */
  restart(): void;
  /** Returns for how long none has come back. */
  silentMs(): number;
}

function openPulse(answerMs: number): Pulse {
  const channel = `cliffhanger_pulse_${randomHex(8)}`;
  let provenAt = performance.now();
  let sent = 0;
  let awaited: { payload: string; resolve: (came: boolean) => void } | null = null;
  return {
    channel,
    async send(client) {
      sent += 1;
      const payload = String(sent);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      awaited = { payload, resolve };
      const timer = setTimeout(() => resolve(false), answerMs);
      try {
        await client.query("select pg_notify($1, $2)", [channel, payload]);
        return await promise;
      } finally {
        clearTimeout(timer);
      }
    },
    arrived(payload) {
      provenAt = performance.now();
      if (awaited?.payload === payload) awaited.resolve(true);
    },
    restart() {
      provenAt = performance.now();
    },
    silentMs: () => performance.now() - provenAt,
  };
}
