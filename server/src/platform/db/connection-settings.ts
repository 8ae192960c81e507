import type { Setting } from "../setting.ts";
import { faultOfHosts } from "./hosts.ts";

/** Whether the connections of requests keep parsed statements: `auto` does unless a pooler is in front of the server. */
export type Prepare = "auto" | "on" | "off";

/** How processes connect to the database beside DATABASE_URL. */
export interface ConnectionSettings {
  /** The server itself, for work that needs a session: notifications, migrations, backups. Null: DATABASE_URL. */
  directDatabaseUrl: string | null;
  /** A replica for reports, exports and backups. Null: they read the primary. */
  readDatabaseUrl: string | null;
  /** Seconds by which that replica may be behind before it is refused. */
  readMaxLagSeconds: number;
  /** Connections for requests. */
  databasePoolSize: number;
  /** Connections of the job queue. */
  jobsPoolSize: number;
  databasePrepare: Prepare;
}

/** The settings of this file, as the documentation lists them. */
export const connectionSettings: Setting[] = [
  {
    name: "DIRECT_DATABASE_URL",
    fallback: "DATABASE_URL",
    meaning:
      "The server itself, for notifications, migrations and backups; needed when DATABASE_URL leads to a pooler such as PgBouncer",
  },
  {
    name: "READ_DATABASE_URL",
    fallback: "(the primary)",
    meaning:
      "A replica that npm run report, qoe, tickets, backup and the console's reports and exports read; viewers never do",
  },
  {
    name: "READ_MAX_LAG",
    fallback: "600",
    meaning: "Seconds by which that replica may be behind; with more, reports refuse",
  },
  { name: "DATABASE_POOL_SIZE", fallback: "7", meaning: "Database connections of a process for requests" },
  { name: "JOBS_POOL_SIZE", fallback: "2", meaning: "Database connections of a process for the job queue" },
  {
    name: "DATABASE_PREPARE",
    fallback: "auto",
    meaning:
      "on or off: keep parsed statements on each connection; auto keeps them unless DATABASE_URL leads to a pooler; on suits PgBouncer 1.21 or newer with max_prepared_statements",
  },
];

const prepares: readonly string[] = ["auto", "on", "off"] satisfies Prepare[];

/** Adds what is wrong with the hosts of an address. */
export function judgeHosts(name: string, url: string, faults: string[]): void {
  const fault = faultOfHosts(url);
  if (fault !== null) faults.push(`${name} ${fault}.`);
}

/** Reads these settings; faults are added to `faults`. */
export function readConnection(text: (name: string) => string | null, faults: string[]): ConnectionSettings {
  const size = (name: string, lowest: number, fallback: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    if (/^\d{1,3}$/.test(value) && Number(value) >= lowest) return Number(value);
    faults.push(`${name} is "${value}"; give a number from ${lowest} to 999.`);
    return fallback;
  };
  const directDatabaseUrl = text("DIRECT_DATABASE_URL");
  if (directDatabaseUrl !== null && !/^postgres(ql)?:\/\//.test(directDatabaseUrl))
    faults.push(
      "DIRECT_DATABASE_URL does not start with postgres:// ; give postgres://user:password@host:5432/database.",
    );
  else if (directDatabaseUrl !== null) judgeHosts("DIRECT_DATABASE_URL", directDatabaseUrl, faults);
  if (directDatabaseUrl !== null && text("DATABASE_URL") === null)
    faults.push(
      "DIRECT_DATABASE_URL is set without DATABASE_URL; set both, or neither for the embedded database.",
    );
  const readDatabaseUrl = text("READ_DATABASE_URL");
  if (readDatabaseUrl !== null && !/^postgres(ql)?:\/\//.test(readDatabaseUrl))
    faults.push(
      "READ_DATABASE_URL does not start with postgres:// ; give postgres://user:password@host:5432/database.",
    );
  if (readDatabaseUrl !== null && text("DATABASE_URL") === null)
    faults.push(
      "READ_DATABASE_URL is set without DATABASE_URL; the embedded database has no replica, so leave it out.",
    );
  const lag = text("READ_MAX_LAG") ?? "600";
  if (!/^\d{1,6}$/.test(lag) || Number(lag) < 1)
    faults.push(`READ_MAX_LAG is "${lag}"; give seconds, from 1 to 999999.`);
  const prepare = text("DATABASE_PREPARE") ?? "auto";
  if (!prepares.includes(prepare)) faults.push(`DATABASE_PREPARE is "${prepare}"; give auto, on or off.`);
  return {
    directDatabaseUrl,
    readDatabaseUrl,
    readMaxLagSeconds: Number(lag),
    databasePoolSize: size("DATABASE_POOL_SIZE", 2, 7),
    jobsPoolSize: size("JOBS_POOL_SIZE", 1, 2),
    databasePrepare: prepares.includes(prepare) ? (prepare as Prepare) : "auto",
  };
}
