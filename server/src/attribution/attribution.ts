import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Log } from "#platform/log";

/** What attribution is opened with. */
export interface AttributionOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** The address that people reach us at: what comes from there is no visit from elsewhere. */
  origin: string;
  /** The series of an episode: an order for a membership names where its member goes on watching. */
  seriesOf: (db: Db, episodeId: string) => Promise<string | undefined>;
}

/** Attribution, open: what its rules work with. */
export interface Attribution extends AttributionOptions {
  /** Our own hosts. */
  hosts: ReadonlySet<string>;
}

/** Opens attribution. */
export function openAttribution(options: AttributionOptions): Attribution {
  return {
    ...options,
    hosts: new Set([new URL(options.origin).hostname, "localhost", "127.0.0.1", "[::1]"]),
  };
}
