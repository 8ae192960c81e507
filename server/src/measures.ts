import { join } from "node:path";
import { type Billing, billingFigures } from "#billing";
import type { CardCache } from "#catalogue";
import { MEDIA_CLEANUP } from "#media";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db/database";
import { type Figures, openFigures } from "#platform/db/figures";
import type { Notifications } from "#platform/db/listen";
import { measureDatabase } from "#platform/db/measure";
import { partitionFigures } from "#platform/db/partitions";
import { replicaFigures } from "#platform/db/replication";
import { upkeepFigures } from "#platform/db/upkeep";
import type { ResponseCache } from "#platform/http/cached-response";
import type { DueTask } from "#platform/jobs/due";
import { jobFigures } from "#platform/jobs/figures";
import type { Log } from "#platform/log";
import { measureMachine } from "#platform/machine-metrics";
import { MAIL_QUEUE } from "#platform/mail/outbox";
import type { Metrics } from "#platform/metrics";
import { playFigures, RANK_TASK } from "#playback";
import { partitionedTables } from "./due-tasks.ts";
import { jobQueues } from "./worker-queues.ts";

/** What is measured when the app is assembled. */
export interface MeasuresOptions {
  metrics: Metrics;
  config: Config;
  role: "all" | "web" | "worker";
  database: Database;
  notifications: Notifications;
  clock: Clock;
  log: Log;
  billing: Billing;
  reports: { dropped(): number };
  cards: Pick<CardCache, "counts">;
  /** Caches of public answers, by name. */
  responses: Readonly<Record<string, ResponseCache>>;
  dueTasks: readonly DueTask[];
}

/** Registers what no single part of the app measures, and starts reading the figures that need queries. */
export async function openMeasures(options: MeasuresOptions): Promise<Figures> {
  const { config, role, database, notifications, clock, log, billing, dueTasks } = options;
  const { meters } = options.metrics;
  measureDatabase(meters, database, notifications);
  measureCounts(options);
  await measureMachine(meters, {
    role,
    root: join(import.meta.dirname, "../.."),
    volumes: { data: config.dataDir, media: join(config.dataDir, "media"), backup: config.backup.folder },
  });
  // What writes backups is large, and a process without metrics needs none of it.
  const { backupFigures } = await import("#backup");
  const regular = dueTasks.filter(({ isRegular }) => isRegular).map(({ name }) => name);
  return openFigures({
    meters,
    database,
    clock,
    log,
    sources: [
      jobFigures(jobQueues, MAIL_QUEUE),
      ...billingFigures(billing),
      playFigures(RANK_TASK),
      partitionFigures(partitionedTables),
      replicaFigures(config.readDatabaseUrl, log),
      backupFigures(config.backup.everySeconds),
      upkeepFigures([...regular, RANK_TASK, MEDIA_CLEANUP]),
    ],
  });
}

/** Registers counts that the app's parts keep themselves. */
function measureCounts({ metrics: { meters }, reports, cards, responses }: MeasuresOptions): void {
  const web = { role: "web", labels: {} } as const;
  const count = (value: number) => [{ labels: {}, value }];
  meters.counts(
    { ...web, name: "reports_dropped_total", help: "Events of browsers that were not taken in" },
    () => count(reports.dropped()),
  );
  meters.counts({ ...web, name: "card_cache_hits_total", help: "List cards found in memory" }, () =>
    count(cards.counts().hits),
  );
  meters.counts({ ...web, name: "card_cache_misses_total", help: "List cards read from the database" }, () =>
    count(cards.counts().misses),
  );
  meters.counts(
    {
      name: "response_cache_hits_total",
      help: "Public answers sent whole from memory",
      role: "web",
      labels: { cache: new Set(Object.keys(responses)) },
    },
    () =>
      Object.entries(responses).map(([cache, store]) => ({
        labels: { cache },
        value: store.counts().hits,
      })),
  );
}
