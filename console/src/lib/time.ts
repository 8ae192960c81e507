import { LOCALE, t } from "./messages.ts";

/** The zone in which the console shows times: the site's, never the browser's. */
export const ZONE = "UTC";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const zoned = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { timeZone: ZONE, ...options });
const clock = zoned({ hour: "2-digit", minute: "2-digit" });
const clockWithSeconds = zoned({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = zoned({ day: "numeric", month: "short" });
const dayWithYear = zoned({ day: "numeric", month: "short", year: "numeric" });
const full = zoned({ dateStyle: "full", timeStyle: "long" });
const now = zoned({ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** Returns weekday, day and time. */
export function formatNow(at: Date): string {
  return now.format(at);
}

/** Returns the time of day with seconds. */
export function formatSeconds(iso: string): string {
  return clockWithSeconds.format(new Date(iso));
}

/** Returns the time of day. */
export function formatClock(at: Date): string {
  return clock.format(at);
}

/** Returns the day, with the year when it is not the present one. */
export function formatDay(iso: string, today = new Date()): string {
  const at = new Date(iso);
  return at.getUTCFullYear() === today.getUTCFullYear() ? day.format(at) : dayWithYear.format(at);
}

/** Returns the date as `2026-11-23`. */
export function dateOf(iso: string): string {
  return iso.slice(0, 10);
}

/** Returns the whole moment, for a title. */
export function formatFull(iso: string): string {
  return full.format(new Date(iso));
}

/** Returns a past moment: relative up to a day, then the day. */
export function formatPast(iso: string, at = Date.now()): string {
  const since = at - Date.parse(iso);
  if (since < MINUTE_MS) return t("time.now");
  if (since < HOUR_MS) return t("time.minutes", { count: Math.floor(since / MINUTE_MS) });
  if (since < DAY_MS) return t("time.hours", { count: Math.floor(since / HOUR_MS) });
  return formatDay(iso, new Date(at));
}

/** Returns how long it is until a future moment. */
export function formatLeft(iso: string, at = Date.now()): string {
  const left = Math.max(0, Date.parse(iso) - at);
  if (left < HOUR_MS) return t("time.leftMinutes", { count: Math.ceil(left / MINUTE_MS) });
  return t("time.leftHours", { count: Math.round(left / HOUR_MS) });
}

/** Returns a length of time in its largest unit. */
export function formatSpan(seconds: number): string {
  if (seconds < 60) return t("time.spanSeconds", { count: Math.round(seconds) });
  if (seconds < 3600) return t("time.spanMinutes", { count: Math.round(seconds / 60) });
  return t("time.spanHours", { count: Math.round(seconds / 3600) });
}
