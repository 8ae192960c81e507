import { sql } from "kysely";
import pg from "pg";
import type { Log } from "#platform/log";
import type { Database, Db } from "./database.ts";

const MAX_PAYLOAD_BYTES = 7_999;
const HEARTBEAT_MS = 15_000;
const MAX_WAIT_MS = 3_000;

/** Messages between the processes that share a database, including this one, by PostgreSQL's LISTEN and NOTIFY. */
export interface Notifications {
  /** Calls `listener` for every message on the channel that is sent after this promise resolves. */
  on(channel: string, listener: (payload: string) => void): Promise<void>;
  /** Calls `listener` when messages may have been missed: everything cached in reliance on them must be dropped. */
  onGap(listener: () => void): void;
  /** Returns whether the connection is open. */
  isUp(): boolean;
  close(): Promise<void>;
}

/** Sends a message of at most 7999 bytes: when `db`'s transaction commits, or at once outside one. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) throw new RangeError("A notification is too long");
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** Opens the notifications on a dedicated connection and reconnects whenever it breaks. */
export async function openNotifications(database: Database, log: Log): Promise<Notifications> {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const gapListeners: (() => void)[] = [];
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: database.url,
      application_name: "cliffhanger listen",
      keepAlive: true,
      connectionTimeoutMillis: 4_000,
      query_timeout: 5_000,
    });
    next.on("error", (error) => lost(next, error));
    next.on("end", () => lost(next, new Error("the connection ended")));
    next.on("notification", ({ channel, payload }) => {
      if (client === next) deliver(channel, payload ?? "");
    });
    try {
      await next.connect();
      client = next;
      for (const channel of listeners.keys()) await listen(next, channel);
    } catch (error) {
      discard(next);
      throw error;
    }
    if (closed) return discard(next);
    timer = setInterval(() => void checkConnection(next), HEARTBEAT_MS).unref();
  }

  /** Checks the connection, which can die silently: a firewall drops it, or a machine loses power. */
  async function checkConnection(current: pg.Client): Promise<void> {
    try {
      await current.query("select 1");
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
    for (const listener of gapListeners) guarded(listener);
  }

  function deliver(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) guarded(() => listener(payload));
  }

  function guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error({ err: error }, "Notification listener failed");
    }
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
