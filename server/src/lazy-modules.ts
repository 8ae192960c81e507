// Modules that are loaded when needed, so that a process that only answers requests does not spend start-up time or
// memory on them.
import { loadEncoding, openUploadFiles, TAKE_IN, TRANSCODE } from "#media";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db/database";
import type { Jobs, JobsOptions } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { Meters } from "#platform/meters";
import { once } from "#platform/once";
import type { MediaStore } from "#platform/storage";
import { type BackgroundWork, worksOn } from "./worker-queues.ts";

/** Opens the metrics; null when they are off. */
export async function openMetricsOf(
  { metricsPort, metricsHost, metricsToken }: Config,
  role: "all" | "web" | "worker",
) {
  if (metricsPort === null) return null;
  const { openMetrics } = await import("#platform/metrics");
  return openMetrics({ port: metricsPort, host: metricsHost, token: metricsToken, role });
}

/** Returns the task that backs up; none unless BACKUP_EVERY is set or the database is embedded. */
export async function backupTasksOf({ backup }: Config) {
  if (backup.everySeconds === null) return [];
  const { backupTask } = await import("#backup");
  return [backupTask(backup.everySeconds)];
}

/** Opens the background jobs at their first use: in a process that only answers requests, with its first mail. */
export function openJobsLater(database: Database, log: Log, options: JobsOptions) {
  let opened: Jobs | null = null;
  return {
    get: once(async () => {
      const { openJobs } = await import("#platform/jobs");
      opened = await openJobs(database, log, options);
      return opened;
    }),
    async stop() {
      await opened?.stop();
    },
  };
}

/** What media processing needs. */
export interface BackgroundOptions {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  store: MediaStore;
  meters: Meters;
  work: BackgroundWork;
}

/** Starts transcoding ingested episodes, and taking in uploads, as far as this process works on their queues. */
export async function startBackground({ work, ...options }: BackgroundOptions, jobs: Jobs) {
  const { config, store } = options;
  const encodes = worksOn(work, TRANSCODE);
  const uploads = worksOn(work, TAKE_IN) ? openUploadFiles(config, store) : undefined;
  if (!encodes && !uploads) return null;
  const { startTranscoding } = await loadEncoding();
  const { ffmpegPath } = config;
  const { concurrency } = work;
  return startTranscoding({
    ...options,
    jobs,
    ffmpegPath,
    encodes,
    concurrency,
    ...(uploads ? { uploads } : {}),
  });
}
