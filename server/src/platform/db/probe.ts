import type { Log } from "#platform/log";
import type { Database } from "./database.ts";
import { openPool } from "./pool.ts";

/** Checks whether the database can serve. */
export interface Probe {
  /** Returns what is wrong with it, as text; null when nothing is. */
  fault(): Promise<string | null>;
  close(): Promise<void>;
}

/** Opens a probe on a dedicated connection: the requests of a busy node must not make it look dead. */
export function openProbe({ url, isPooled }: Database, log: Log): Probe {
  const pool = openPool(url, { size: 1, statementTimeoutMs: 1_000, isPooled }, log);
  return {
    async fault() {
      try {
        const { rows } = await pool.query<{ standby: boolean; read_only: string }>(
          "select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only",
        );
        const isReadOnly = rows[0]?.standby || rows[0]?.read_only === "on";
        if (!isReadOnly) return null;
        await renew();
        return "the database is read-only";
      } catch (error) {
        log.debug({ reason: (error as Error).message }, "Database readiness probe failed");
        return "the database does not answer";
      }
    },
    close: () => pool.end(),
  };

  /** Closes the connection, which stays with the server that it was opened to; the next check opens a new one. */
  async function renew(): Promise<void> {
    (await pool.connect()).release(true);
  }
}
