import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Log } from "#platform/log";

/** What attribution is opened with. */
export interface AttributionOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** The public origin. Arrivals from it are not visits from another site. */
  origin: string;
  /** Returns the series of an episode: a membership order refers to the episode where its member continues watching. */
  seriesOf: (db: Db, episodeId: string) => Promise<string | undefined>;
}

/** The state that the rules of attribution work with. */
export interface Attribution extends AttributionOptions {
  /** Our own host names. */
  hosts: ReadonlySet<string>;
}

/** Opens attribution. */
export function openAttribution(options: AttributionOptions): Attribution {
  return {
    ...options,
    hosts: new Set([new URL(options.origin).hostname, "localhost", "127.0.0.1", "[::1]"]),
  };
}
