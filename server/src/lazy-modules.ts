// What is loaded where it is wanted: a process that only answers needs none of it, in time to start nor in memory.
import { startTranscoding } from "#media";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db/database";
import type { Jobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { once } from "#platform/once";
import type { MediaStore } from "#platform/storage";

/** Opens the metrics; null where nobody asked for them. */
export async function openMetricsOf({ metricsPort, metricsHost, metricsToken }: Config) {
  if (metricsPort === null) return null;
  const { openMetrics } = await import("#platform/metrics");
  return openMetrics({ port: metricsPort, host: metricsHost, token: metricsToken });
}

/** The background jobs, opened when somebody first wants them: a process that only answers, with its first mail. */
export function openJobsLater(database: Database, log: Log) {
  let opened: Jobs | null = null;
  return {
    get: once(async () => {
      const { openJobs } = await import("#platform/jobs");
      opened = await openJobs(database, log);
      return opened;
    }),
    async stop() {
      await opened?.stop();
    },
  };
}

/** What the work on media needs. */
export interface BackgroundOptions {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  store: MediaStore;
}

/** Takes part in making episodes of what was ingested. */
export function startBackground(options: BackgroundOptions, jobs: Jobs) {
  return startTranscoding({ ...options, jobs, ffmpegPath: options.config.ffmpegPath });
}
