import type pg from "pg";
import type { Log } from "#platform/log";
import type { ConnectionSettings } from "./connection-settings.ts";
import type { FigureSource } from "./figures.ts";
import { openPool } from "./pool.ts";
import { readReplica, sayLag } from "./replica.ts";

/** A sentence about replication, and whether it needs attention. */
export interface ReplicationNote {
  state: "ok" | "note" | "fault";
  text: string;
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
      text: "synchronous: a write is acknowledged once a standby has it, so the loss of the primary loses none",
    });
  else if (standbys > 0 || settings.readDatabaseUrl !== null)
    notes.push({
      state: "note",
      text: "asynchronous: if the primary is lost, what was acknowledged in the last moments and had not reached a standby is lost with it. Set synchronous_mode: true in Patroni, or synchronous_standby_names.",
    });
  if (settings.readDatabaseUrl !== null)
    notes.push(await describeReplica(settings.readDatabaseUrl, settings.readMaxLagSeconds, log));
  return notes;
}

async function describeReplica(url: string, maxSeconds: number, log: Log): Promise<ReplicationNote> {
  const pool = openPool(url, { size: 1, statementTimeoutMs: 5_000, isPooled: true }, log);
  try {
    const { isStandby, lagSeconds } = await readReplica(pool);
    if (!isStandby)
      return {
        state: "note",
        text: "READ_DATABASE_URL leads to a primary, so reports burden it all the same",
      };
    const behind = `the replica of READ_DATABASE_URL is ${sayLag(lagSeconds)} behind`;
    if (lagSeconds <= maxSeconds) return { state: "ok", text: behind };
    return {
      state: "fault",
      text: `${behind}, more than READ_MAX_LAG allows, so reports refuse. See whether its replay is paused or its connection is broken.`,
    };
  } catch (error) {
    return {
      state: "fault",
      text: `the replica of READ_DATABASE_URL does not answer, so reports fail: ${(error as Error).message}`,
    };
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
