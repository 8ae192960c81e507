import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ask } from "./client.ts";

const EVERY_MS = 50;

/** When the database and the nodes changed, by `performance.now()`. */
export interface Watch {
  /** The readiness of each node whenever it changed. */
  readiness: { node: number; at: number; ready: boolean }[];
  /** When the site's connections for notifications were all back, after the last time that one was missing. */
  listening: { at: number; count: number }[];
  stop(): Promise<void>;
}

/** Watches the readiness of nodes and the connections that listen for notifications. */
export function startWatch(ports: readonly number[], databaseUrl: string): Watch {
  let isOver = false;
  const readiness: Watch["readiness"] = [];
  const listening: Watch["listening"] = [];
  const nodes = ports.map(async (port, node) => {
    let last: boolean | undefined;
    for (; !isOver; await pause(EVERY_MS)) {
      const ready = (await ask({ port, path: "/readyz" })).status === 200;
      if (ready !== last) readiness.push({ node, at: performance.now(), ready });
      last = ready;
    }
  });
  const listeners = (async () => {
    let last = -1;
    for (; !isOver; await pause(EVERY_MS)) {
      const count = await countListeners(databaseUrl);
      if (count !== last) listening.push({ at: performance.now(), count });
      last = count;
    }
  })();
  return {
    readiness,
    listening,
    async stop() {
      isOver = true;
      await Promise.all([...nodes, listeners]);
    },
  };
}

/** Returns how many connections listen on the server that takes writes; 0 while there is none. */
async function countListeners(databaseUrl: string): Promise<number> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
    application_name: "watch",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where application_name ~ '^cliffhanger (listen|web)' and query ~* '^(listen|select pg_notify)'`,
    );
    return rows[0]?.count ?? 0;
  } catch {
    return 0; // there is no primary at the moment
  } finally {
    await client.end().catch(() => undefined);
  }
}
