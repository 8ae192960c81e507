import { stat } from "node:fs/promises";
import { listRuns } from "#backup";
import { systemClock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db/database";

/** The result of one check: fine, worth knowing, or broken; with what to do about it. */
export interface Finding {
  state: "ok" | "note" | "fault";
  about: string;
  text: string;
}

/** Notes what a check found. */
export type Say = (state: Finding["state"], about: string, text: string) => void;

/** Size from which backups of one file take too long. */
const LARGE_BYTES = 20 * 10 ** 9;

/** Checks whether backups are written, how old the last one is, and where it lies. */
export async function checkBackups(
  { backup, dataDir, demo }: Config,
  database: Database,
  say: Say,
): Promise<void> {
  const about = "Backups";
  const runs = await listRuns(database.db);
  for (const { work, fault } of runs)
    if (fault !== null) say("fault", about, `the last ${work} failed: ${fault}`);
  const { everySeconds, folder, elsewhere } = backup;
  if (everySeconds === null) {
    const remedy = "Set BACKUP_EVERY, or BACKUP_ELSEWHERE=1 if the server has backups of its own.";
    if (elsewhere) return say("ok", about, "elsewhere, as BACKUP_ELSEWHERE=1 says");
    return say("note", about, demo ? "off in the demo" : `none are written by themselves. ${remedy}`);
  }
  const last = runs.find(({ work }) => work === "backup")?.succeededAt ?? null;
  const every = `every ${Math.round(everySeconds / 60)} minutes into ${folder}`;
  const age =
    last === null ? Number.POSITIVE_INFINITY : (systemClock.now().getTime() - last.getTime()) / 1000;
  if (last === null) say("note", about, `${every}; none yet: the first one follows the start`);
  else if (age > 2 * everySeconds)
    say("fault", about, `${every}, but the last one is of ${last.toISOString()}. Run: npm run backup`);
  else say("ok", about, `${every}; the last one is of ${last.toISOString()}`);
  const disks = await Promise.all([folder, dataDir].map((path) => stat(path).catch(() => null)));
  if (database.embedded && disks[0] && disks[0].dev === disks[1]?.dev)
    say(
      "note",
      about,
      "on the same disk as the data, and lost with it. Set BACKUP_DIR, or BACKUP_COMMAND to copy them away.",
    );
  const { rows } = await database.pool.query<{ bytes: number }>(
    "select pg_database_size(current_database()) as bytes",
  );
  if ((rows[0]?.bytes ?? 0) > LARGE_BYTES)
    say(
      "note",
      about,
      "the database is larger than 20 GB; consider physical backups: docs/backup.md, Servers of your own.",
    );
}
