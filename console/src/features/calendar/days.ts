import { dateWriter } from "../../lib/messages.ts";
import { serverNow } from "../../lib/server-clock.ts";

const DAY_MS = 86_400_000;
const WEEK = 7;

// A day of the calendar is a date without a zone: each drop is on the day of its own wall time.
const named = (options: Intl.DateTimeFormatOptions) => dateWriter({ timeZone: "UTC", ...options });
const month = named({ month: "long", year: "numeric" });
const whole = named({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const date = named({ day: "numeric", month: "long", year: "numeric" });
const weekday = named({ weekday: "short" });

/** The views of the calendar. */
export const views = ["month", "week", "agenda"] as const;
export type View = (typeof views)[number];

/** Returns the day so many days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Returns today in a zone. */
export function todayIn(zone: string, now = new Date(serverNow())): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** Returns the Monday of its week. */
export function mondayOf(day: string): string {
  const place = (new Date(day).getUTCDay() + WEEK - 1) % WEEK;
  return addDays(day, -place);
}

/** Returns the first and last day that a view shows around a day. */
export function rangeOf(view: View, day: string): { from: string; to: string } {
  if (view === "week") return { from: mondayOf(day), to: addDays(mondayOf(day), WEEK - 1) };
  if (view === "agenda") return { from: day, to: addDays(day, 30) };
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(stepOf("month", first, 1), -1);
  return { from: mondayOf(first), to: addDays(mondayOf(last), WEEK - 1) };
}

/** Returns the day from which a view shows what comes before or after. */
export function stepOf(view: View, day: string, by: 1 | -1): string {
  if (view === "week") return addDays(day, by * WEEK);
  if (view === "agenda") return addDays(day, by * 31);
  const [year = 0, monthOfYear = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, monthOfYear - 1 + by, 1)).toISOString().slice(0, 10);
}

/** Lists the days of a range. */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => addDays(from, at));
}

/** Returns a month with its year. */
export function monthWords(day: string): string {
  return month(new Date(day));
}

/** Returns a whole day in words. */
export function dayWords(day: string): string {
  return whole(new Date(day));
}

/** Returns a date in words, without its weekday. */
export function dateWords(day: string): string {
  return date(new Date(day));
}

/** Returns the short name of a day of the week. */
export function weekdayWords(day: string): string {
  return weekday(new Date(day));
}
