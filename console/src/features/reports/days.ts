/** The days of a report as it says them of itself. */
export interface Days {
  from: string;
  to: string;
  today: string;
  firstDay: string | null;
}

const DAY_MS = 86_400_000;

/** Returns all days between two, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** A day of a picture. `value` null: nothing is drawn. `running`: the part of a line that leads to today, which is not over. */
export interface DrawnDay {
  day: string;
  value: number | null;
  running: number | null;
}

/**
 * Returns what is drawn for each day: zero where nothing happened, nothing before the first data, after today and where it is not
 * told. The line to today is a part of its own, so that it can be dashed.
 */
export function drawnDays(
  { from, to, today, firstDay }: Days,
  values: ReadonlyMap<string, number | null>,
): DrawnDay[] {
  return daysBetween(from, to).map((day, at, all) => {
    const isKnown = firstDay !== null && day >= firstDay && day <= today;
    const known = values.get(day);
    const value = isKnown ? (known === undefined ? 0 : known) : null;
    const leads = day === today || all[at + 1] === today;
    return { day, value: day === today ? null : value, running: leads ? value : null };
  });
}
