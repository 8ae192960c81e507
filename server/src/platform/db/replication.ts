import type pg from "pg";
import type { Log } from "#platform/log";
import type { Translate } from "../messages.ts";
import type { Say } from "../said.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import type { FigureSource } from "./figures.ts";
import { openPool } from "./pool.ts";
import { readReplica } from "./replica.ts";

/** A sentence about replication, and whether it needs attention. */
export interface ReplicationNote {
  state: "ok" | "note" | "fault";
  say: Say;
}

type Standbys = { standbys: number; names: string };

/** Says what the loss of the primary would lose, and how far the replica of READ_DATABASE_URL is behind; nothing without replicas. */
export async function describeReplication(
  pool: Pick<pg.Pool, "query">,
  settings: Pick<ConnectionSettings, "readDatabaseUrl" | "readMaxLagSeconds">,
  log: Log,
): Promise<ReplicationNote[]> {
  const notes: ReplicationNote[] = [];
  const { rows } = await pool.query<Standbys>(
    `select (select count(*)::int from pg_stat_replication) as standbys,
      current_setting('synchronous_standby_names') as names`,
  );
  const { standbys = 0, names = "" } = rows[0] ?? {};
  if (names !== "")
    notes.push({
      state: "ok",
      say: (t) => t("health.replication.synchronous"),
    });
  else if (standbys > 0 || settings.readDatabaseUrl !== null)
    notes.push({
      state: "note",
      say: (t) => t("health.replication.asynchronous"),
    });
  if (settings.readDatabaseUrl !== null)
    notes.push(await describeReplica(settings.readDatabaseUrl, settings.readMaxLagSeconds, log));
  return notes;
}

async function describeReplica(url: string, maxSeconds: number, log: Log): Promise<ReplicationNote> {
  const pool = openPool(url, { size: 1, statementTimeoutMs: 5_000, isPooled: true }, log);
  try {
    const { isStandby, lagSeconds } = await readReplica(pool);
    if (!isStandby) return { state: "note", say: (t) => t("health.replication.primary") };
    const isLate = lagSeconds > maxSeconds;
    const id = isLate ? "health.replication.late" : "health.replication.behind";
    return { state: isLate ? "fault" : "ok", say: (t) => t(id, { lag: lagIn(t, lagSeconds) }) };
  } catch (error) {
    const fault = (error as Error).message;
    return { state: "fault", say: (t) => t("health.replication.silent", { fault }) };
  } finally {
    await pool.end();
  }
}

/** Returns the figure of the replica's lag; none without READ_DATABASE_URL, or before the replica has replayed anything. */
export function replicaFigures(url: string | null, log: Log): FigureSource {
  const name = "db_replica_lag_seconds";
  const help = "Seconds by which the replica of READ_DATABASE_URL is behind";
  return {
    name: "replica",
    metrics: [{ name, help, role: "both", labels: {} }],
    async read() {
      if (url === null) return [];
      const pool = openPool(url, { size: 1, statementTimeoutMs: 2_000, isPooled: true }, log);
      try {
        const { lagSeconds } = await readReplica(pool);
        return Number.isFinite(lagSeconds) ? [{ metric: name, value: lagSeconds }] : [];
      } finally {
        await pool.end();
      }
    },
  };
}

/** Returns a lag in the reader's words. */
function lagIn(t: Translate, seconds: number): string {
  if (!Number.isFinite(seconds)) return t("health.lag.unknown");
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return t("health.lag.minutes", { count: Math.floor(seconds / 60) });
}
