const DAY_MS = 86_400_000;

/** Returns the UTC day of a time, such as 2026-11-20. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the UTC day a number of days earlier. */
export function dayBefore(at: Date, days: number): string {
  return dayOf(new Date(at.getTime() - days * DAY_MS));
}

/** Returns the UTC day a number of months earlier. */
export function monthsBefore(at: Date, months: number): string {
  return dayOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, at.getUTCDate())));
}
