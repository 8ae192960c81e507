const latest = new Map<string, number>();

/**
 * Returns the id of an event: its name and the time in milliseconds since 1970 (R98). Of two events with one name in the
 * same millisecond the second gets the next millisecond, so that no two ids of a page are the same.
 */
export function newEventId(name: string, now: number): string {
  const time = Math.max(now, (latest.get(name) ?? 0) + 1);
  latest.set(name, time);
  return name + time;
}
