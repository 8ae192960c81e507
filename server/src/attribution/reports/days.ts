const DAY_MS = 86_400_000;

/** The day of a moment in UTC, such as 2026-11-20. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The day so many days before a moment's. */
export function dayBefore(at: Date, days: number): string {
  return dayOf(new Date(at.getTime() - days * DAY_MS));
}

/** The day so many months before a moment's. */
export function monthsBefore(at: Date, months: number): string {
  return dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, at.getUTCDate())));
}
