import { stat } from "node:fs/promises";
import { listRuns } from "#backup";
import { systemClock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db/database";
import type { Say } from "./findings.ts";

/** Size from which backups of one file take too long. */
const LARGE_BYTES = 20 * 10 ** 9;

/** Checks whether backups are written, how old the last one is, and where it lies. */
export async function checkBackups(
  { backup, dataDir, demo }: Config,
  database: Database,
  say: Say,
): Promise<void> {
  const about = "backups";
  const runs = await listRuns(database.db);
  for (const { work, fault } of runs)
    if (fault !== null)
      say("fault", about, (t) =>
        t("health.backups.failed", { work: t(`health.backups.work.${work}`), fault }),
      );
  const { everySeconds, folder, elsewhere } = backup;
  if (everySeconds === null) {
    if (elsewhere) return say("ok", about, (t) => t("health.backups.elsewhere"));
    return say("note", about, (t) => t(demo ? "health.backups.demo" : "health.backups.none"));
  }
  const last = runs.find(({ work }) => work === "backup")?.succeededAt ?? null;
  const values = { minutes: Math.round(everySeconds / 60), folder, at: last?.toISOString() ?? "" };
  const age =
    last === null ? Number.POSITIVE_INFINITY : (systemClock.now().getTime() - last.getTime()) / 1000;
  if (last === null) say("note", about, (t) => t("health.backups.first", values));
  else if (age > 2 * everySeconds) say("fault", about, (t) => t("health.backups.old", values));
  else say("ok", about, (t) => t("health.backups.good", values));
  const disks = await Promise.all([folder, dataDir].map((path) => stat(path).catch(() => null)));
  if (database.embedded && disks[0] && disks[0].dev === disks[1]?.dev)
    say("note", about, (t) => t("health.backups.sameDisk"));
  const { rows } = await database.pool.query<{ bytes: number }>(
    "select pg_database_size(current_database()) as bytes",
  );
  if ((rows[0]?.bytes ?? 0) > LARGE_BYTES) say("note", about, (t) => t("health.backups.large"));
}
