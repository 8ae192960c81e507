import type { Retention } from "#platform/backup-settings";

/** A verified backup, by the moment that it shows. */
export interface DatedBackup {
  path: string;
  snapshotAt: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday; a week begins on Monday. */
const DAYS_BEFORE_MONDAY = 3;
/** So many stay whatever the setting says: one may turn out to be unreadable. */
const LEAST = 2;

const periods: Readonly<Record<keyof Retention, (at: Date) => string | number>> = {
  hours: (at) => Math.floor(at.getTime() / HOUR_MS),
  days: (at) => Math.floor(at.getTime() / DAY_MS),
  weeks: (at) => Math.floor((Math.floor(at.getTime() / DAY_MS) + DAYS_BEFORE_MONDAY) / 7),
  months: (at) => at.toISOString().slice(0, 7),
};

/**
 * Returns the paths of backups to delete. Of each of the last hours, days, weeks and months (UTC) that have a backup,
 * the newest stays; so do the two newest of all. Pass verified backups only: any other is neither counted nor deleted.
 */
export function backupsToDelete(verified: readonly DatedBackup[], keep: Retention): string[] {
  const newestFirst = verified.toSorted(
    (one, other) => other.snapshotAt.getTime() - one.snapshotAt.getTime(),
  );
  const kept = new Set(newestFirst.slice(0, LEAST));
  for (const [unit, periodOf] of Object.entries(periods)) {
    const seen = new Set<string | number>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.snapshotAt);
      if (seen.has(period)) continue;
      if (seen.size === keep[unit as keyof Retention]) break;
      seen.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup)).map(({ path }) => path);
}
