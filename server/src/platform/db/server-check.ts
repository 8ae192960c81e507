import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#platform/log";
import { isDatabaseUnavailable } from "./errors.ts";
import { connectionTo } from "./hosts.ts";

const OLDEST_VERSION = 15;
const CONNECT_TIMEOUT_MS = 10_000;

type Facts = {
  version: number;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  pid: number;
};

/** A server to check. */
export interface ServerAddress {
  url: string;
  /** The setting that the address is from, for messages. */
  setting: string;
  /** How the server names the connection: `cliffhanger` by default. */
  name?: string | undefined;
}

/**
 * Waits up to ten seconds for the server, then checks that it is version 15 or newer and does not lose acknowledged
 * writes. Returns whether a pooler is in front of it. Throws a sentence otherwise.
 */
export async function checkServer(
  { url, setting, name }: ServerAddress,
  log: Log,
): Promise<{ isPooled: boolean }> {
  const { facts, isPooled } = await readFacts({ url, setting, name }, log);
  const version = Math.floor(facts.version / 10_000);
  if (version < OLDEST_VERSION) {
    throw new Error(
      `The database server is PostgreSQL ${version}; Cliffhanger needs ${OLDEST_VERSION} or newer.`,
    );
  }
  for (const parameter of ["fsync", "full_page_writes", "synchronous_commit"] as const) {
    if (facts[parameter] !== "off") continue;
    throw new Error(
      `The database server has ${parameter} turned off, so a crash could lose what people were told is saved. ` +
        `Set ${parameter} = on in its configuration.`,
    );
  }
  return { isPooled };
}

async function readFacts(
  { url, setting, name }: ServerAddress,
  log: Log,
): Promise<{ facts: Facts; isPooled: boolean }> {
  for (let waited = 0; ; waited += 500) {
    try {
      return await readOnce(url, name);
    } catch (error) {
      const reason = (error as Error).message || (error as { code?: string }).code;
      if (!isDatabaseUnavailable(error) || waited >= CONNECT_TIMEOUT_MS) {
        throw new Error(
          `The database cannot be opened: ${reason}. Check ${setting}, and that the server runs.`,
          { cause: error },
        );
      }
      if (waited === 0) log.warn({ reason }, "Waiting for the database to answer");
      await pause(500);
    }
  }
}

async function readOnce(url: string, name = "cliffhanger"): Promise<{ facts: Facts; isPooled: boolean }> {
  // No other start-up parameter: a pooler refuses those that it does not know.
  const { Client, connectionString } = connectionTo(url);
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: 4_000,
    query_timeout: 4_000,
  });
  client.on("error", () => undefined); // the query that fails reports it
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(
      `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
        current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit, pg_backend_pid() as pid`,
    );
    const [facts] = rows;
    if (!facts) throw new Error("The server gave no answer");
    // A pooler makes up the process id that it sends at the start of a connection; `pg` does not declare it.
    const { processID } = client as unknown as { processID: number | null };
    return { facts, isPooled: processID !== facts.pid };
  } finally {
    await client.end().catch(() => undefined);
  }
}
