import type pg from "pg";
import type { Log } from "#platform/log";
import type { ConnectionSettings } from "./connection-settings.ts";
import { type Database, type Db, dbOf } from "./database.ts";
import { openPool } from "./pool.ts";
import { checkServer } from "./server-check.ts";

/** How far the server that reports are read from is behind the primary. */
export interface Replica {
  /** Whether it is a standby; otherwise what it shows is the present. */
  isStandby: boolean;
  /** Seconds by which it is behind; infinite if it has not replayed anything yet. */
  lagSeconds: number;
  /** The moment that it shows. */
  asOf: Date;
}

/** Thrown with a sentence when the replica is too far behind to be believed. */
export class ReplicaLagError extends Error {}

type Facts = { standby: boolean; lag: number | null; at: Date };

/**
 * Reads how far a server is behind. One that has replayed all it received, and still receives, is not: the last transaction of a quiet
 * site may be hours old.
 */
export async function readReplica(pool: Pick<pg.Pool, "query">): Promise<Replica> {
  const { rows } = await pool.query<Facts>(
    `select pg_is_in_recovery() as standby, clock_timestamp() as at,
      case when not pg_is_in_recovery() then 0
        when pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn() and exists (select from pg_stat_wal_receiver) then 0
        else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 end as lag`,
  );
  const [facts] = rows;
  if (!facts) throw new Error("The server gave no answer");
  const lagSeconds = facts.lag ?? Number.POSITIVE_INFINITY;
  const asOf = new Date(Number.isFinite(lagSeconds) ? facts.at.getTime() - lagSeconds * 1000 : 0);
  return { isStandby: facts.standby, lagSeconds, asOf };
}

/** Throws a {@link ReplicaLagError} when the replica is more than so many seconds behind. */
export function refuseLag({ lagSeconds }: Replica, maxSeconds: number): void {
  if (lagSeconds <= maxSeconds) return;
  throw new ReplicaLagError(
    `The replica of READ_DATABASE_URL is ${sayLag(lagSeconds)} behind, and more than ${sayLag(maxSeconds)} is refused. Wait until it has caught up, or add --primary to read the primary.`,
  );
}

/** Returns a lag in words. */
export function sayLag(seconds: number): string {
  if (!Number.isFinite(seconds)) return "an unknown time";
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} minutes`;
}

/** Returns what a report read from a replica begins with. */
export function sayAsOf({ isStandby, lagSeconds, asOf }: Replica): string {
  const at = `As of ${asOf.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  if (!isStandby) return `${at}. READ_DATABASE_URL leads to a primary, not to a replica.`;
  return `${at}, read from the replica${lagSeconds < 1 ? "" : `, which is ${sayLag(lagSeconds)} behind`}.`;
}

/** What {@link openReplica} connects to. */
export interface ReplicaOptions {
  /** READ_DATABASE_URL. */
  url: string;
  log: Log;
  /** Largest number of connections: 2 by default. */
  poolSize?: number;
  /** Longest run of one statement in milliseconds: 5000 by default, 0 for no limit. */
  statementTimeoutMs?: number | undefined;
}

/** Opens the server that reports are read from. Throws a sentence when it cannot be reached. */
export async function openReplica({
  url,
  log,
  poolSize = 2,
  statementTimeoutMs = 5_000,
}: ReplicaOptions): Promise<Database> {
  const { isPooled } = await checkServer({ url, setting: "READ_DATABASE_URL" }, log);
  return replicaOf(openPool(url, { size: poolSize, statementTimeoutMs, isPooled }, log), { url, isPooled });
}

/** Where reports of a running server are read. */
export interface Readings {
  db: Db;
  /** Returns the moment that the replica shows, null for the present. Throws a {@link ReplicaLagError} when it is too old. */
  check(): Promise<Date | null>;
  close(): Promise<void>;
}

/** Opens the replica for reports of a running server; without READ_DATABASE_URL they read the given database. */
export function openReadings(
  db: Db,
  { readDatabaseUrl, readMaxLagSeconds }: Pick<ConnectionSettings, "readDatabaseUrl" | "readMaxLagSeconds">,
  log: Log,
): Readings {
  if (readDatabaseUrl === null) return { db, check: async () => null, close: async () => undefined };
  // Opened by the first report, and without a look at the server: a replica that is down stops no site. What suits a pooler suits all.
  const pool = openPool(
    readDatabaseUrl,
    { size: 3, statementTimeoutMs: 5_000, isPooled: true, name: "cliffhanger reports" },
    log,
  );
  return {
    db: dbOf(pool),
    check: async () => {
      const replica = await readReplica(pool);
      refuseLag(replica, readMaxLagSeconds);
      return replica.isStandby ? replica.asOf : null;
    },
    close: () => pool.end(),
  };
}

function replicaOf(pool: pg.Pool, { url, isPooled }: { url: string; isPooled: boolean }): Database {
  const db = dbOf(pool);
  return {
    db,
    pool,
    upkeep: db,
    pools: { requests: pool, upkeep: pool },
    embedded: false,
    url,
    directUrl: url,
    isPooled,
    close: () => pool.end(),
  };
}
