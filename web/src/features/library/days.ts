import { formatDate } from "../../lib/format.ts";

/** The entries of one day. */
export interface Day<T> {
  /** Today and yesterday have names; other days are a date in R96's form. */
  name: "today" | "yesterday" | "date";
  date: string;
  entries: T[];
}

/** Groups entries, newest first, by day in the viewer's time zone. */
export function byDay<T extends { watchedAt: string }>(entries: readonly T[], now: Date): Day<T>[] {
  const today = dayOf(now);
  const days = new Map<number, T[]>();
  for (const entry of entries) {
    const day = Math.min(today, dayOf(new Date(entry.watchedAt)));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, list]) => ({
    name: day === today ? "today" : day === today - 1 ? "yesterday" : "date",
    date: formatDate(day * 86_400_000),
    entries: list,
  }));
}

// Returns the number of the calendar day; days of 23 and 25 hours count as one.
function dayOf(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / 86_400_000;
}
