import type { Figure, FigureSource } from "#platform/db/figures";
import { listRuns } from "./repository.ts";

const gauge = (name: string, help: string) => ({ name, help, role: "both", labels: {} }) as const;

const metrics = {
  success: gauge(
    "backup_last_success_timestamp_seconds",
    "The moment that the last good backup shows; 0: none",
  ),
  drill: gauge(
    "backup_last_drill_timestamp_seconds",
    "When a backup was last restored to prove it; 0: never",
  ),
  bytes: gauge("backup_bytes", "Size of the last good backup"),
  interval: gauge("backup_interval_seconds", "Time between two backups, by BACKUP_EVERY"),
  failing: {
    ...gauge("backup_failing", "1 while the last attempt has failed"),
    labels: { work: new Set(["backup", "drill"]) },
  },
};

/** Returns the figures of backups. Without BACKUP_EVERY, only those of backups that a person or cron has written. */
export function backupFigures(everySeconds: number | null): FigureSource {
  return {
    name: "backup",
    metrics: Object.values(metrics),
    async read(db) {
      const runs = await listRuns(db);
      const secondsOf = (work: "backup" | "drill") => {
        const at = runs.find((run) => run.work === work)?.succeededAt;
        return at ? at.getTime() / 1000 : null;
      };
      const bytes = runs.find(({ work }) => work === "backup")?.bytes ?? null;
      // With a schedule, a missing backup must be a value: an alert sees no absent figure.
      const never = everySeconds === null ? null : 0;
      return [
        ...figureOf(metrics.success.name, secondsOf("backup") ?? never),
        ...figureOf(metrics.drill.name, secondsOf("drill") ?? never),
        ...figureOf(metrics.bytes.name, bytes),
        ...figureOf(metrics.interval.name, everySeconds),
        ...runs.map(({ work, fault }) => ({
          metric: metrics.failing.name,
          labels: { work },
          value: fault === null ? 0 : 1,
        })),
      ];
    },
  };
}

function figureOf(metric: string, value: number | null): Figure[] {
  return value === null ? [] : [{ metric, value }];
}
