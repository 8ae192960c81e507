import type { Clock } from "#platform/clock";
import type { Log } from "#platform/log";
import type { Database } from "./database.ts";
import { openPool } from "./pool.ts";
import { DATABASE_TIME, measureOffset } from "./verified-clock.ts";

/** Milliseconds that the database has to answer; a connection that hangs is given up then. */
const TIMEOUT_MS = 1_000;

/** What a probe found. */
export interface ProbeResult {
  /** Whether the database takes no writes. */
  readOnly: boolean;
  /** Milliseconds by which this machine's clock is ahead of the database's. */
  clockOffsetMs: number;
}

/** Checks whether the database can serve. */
export interface Probe {
  /** Returns the state of the database; null when it does not answer. */
  check(): Promise<ProbeResult | null>;
  close(): Promise<void>;
}

type Facts = { standby: boolean; read_only: string; at: number };

/** Opens a probe on a dedicated connection: the requests of a busy node must not make it look dead. */
export function openProbe(
  { url, isPooled }: Pick<Database, "url" | "isPooled">,
  clock: Pick<Clock, "machine">,
  log: Log,
): Probe {
  const limits = { size: 1, statementTimeoutMs: TIMEOUT_MS, clientTimeoutMs: TIMEOUT_MS, isPooled };
  const pool = openPool(url, limits, log);
  return {
    async check() {
      try {
        let facts: Facts | undefined;
        const clockOffsetMs = await measureOffset(clock, async () => {
          const { rows } = await pool.query<Facts>(
            `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only,
              ${DATABASE_TIME} as at`,
          );
          facts = rows[0];
          return facts?.at ?? Number.NaN;
        });
        const readOnly = facts?.standby === true || facts?.read_only === "on";
        if (readOnly) await renew();
        return { readOnly, clockOffsetMs };
      } catch (error) {
        log.debug({ reason: (error as Error).message }, "Database readiness probe failed");
        return null;
      }
    },
    close: () => pool.end(),
  };

  /** Closes the connection, which stays with the server that it was opened to; the next check opens a new one. */
  async function renew(): Promise<void> {
    (await pool.connect()).release(true);
  }
}
