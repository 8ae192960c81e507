import { dateWriter, locale, t } from "./messages.ts";
import { serverNow } from "./server-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const forms = {
  clock: { hour: "2-digit", minute: "2-digit" },
  date: { year: "numeric", month: "2-digit", day: "2-digit" },
  clockWithSeconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  day: { day: "numeric", month: "short" },
  dayWithYear: { day: "numeric", month: "short", year: "numeric" },
  full: { dateStyle: "full", timeStyle: "long" },
  now: { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  year: { year: "numeric" },
  weekday: { weekday: "long" },
  weekdayWithDay: { weekday: "long", day: "numeric", month: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Form = keyof typeof forms;

/** Swedish writes dates and times as ISO 8601 does. */
const SWEDISH = "sv";

let shownZone = "UTC";
const made = new Map<string, Intl.DateTimeFormat>();

/** Shows all times in a zone: that of the site, never that of the browser. */
export function setZone(zone: string): void {
  if (zone === shownZone) return;
  shownZone = zone;
  made.clear();
}

/** Returns the zone in which times are shown. */
export function zoneShown(): string {
  return shownZone;
}

function format(form: Form, at: Date, language = locale()): string {
  const key = `${language} ${form}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(language, { timeZone: shownZone, ...forms[form] });
  made.set(key, known);
  return known.format(at);
}

/** Returns weekday, day and time. */
export function formatNow(at: Date): string {
  return format("now", at);
}

/** Returns the weekday of a moment, alone and with its day, and the time. */
export function formatWeekday(iso: string): { day: string; weekday: string; time: string } {
  const at = new Date(iso);
  return { day: format("weekdayWithDay", at), weekday: format("weekday", at), time: format("clock", at) };
}

/** Returns the time of day with seconds. */
export function formatSeconds(iso: string): string {
  return format("clockWithSeconds", new Date(iso));
}

/** Returns the time of day. */
export function formatClock(at: Date): string {
  return format("clock", at);
}

/** Returns the day, with the year when it is not the present one. */
export function formatDay(iso: string, today = new Date(serverNow())): string {
  const at = new Date(iso);
  return format(format("year", at) === format("year", today) ? "day" : "dayWithYear", at);
}

const dayWriter = dateWriter({ timeZone: "UTC", ...forms.day });
const dayWithYearWriter = dateWriter({ timeZone: "UTC", ...forms.dayWithYear });

/** Returns a day that is named, as `2026-11-23`: it is no moment, so no zone makes another day of it. With the year as above. */
export function formatDate(day: string, today = new Date(serverNow())): string {
  const isPresentYear = dateOf(today.toISOString()).slice(0, 4) === day.slice(0, 4);
  return (isPresentYear ? dayWriter : dayWithYearWriter)(new Date(day));
}

/** Returns the date as `2026-11-23`. */
export function dateOf(iso: string): string {
  return format("date", new Date(iso), SWEDISH);
}

/** Returns the whole moment, for a title. */
export function formatFull(iso: string): string {
  return format("full", new Date(iso));
}

/** Returns a past moment: relative up to a day, then the day. */
export function formatPast(iso: string, at = serverNow()): string {
  const since = at - Date.parse(iso);
  if (since < MINUTE_MS) return t("time.now");
  if (since < HOUR_MS) return t("time.minutes", { count: Math.floor(since / MINUTE_MS) });
  if (since < DAY_MS) return t("time.hours", { count: Math.floor(since / HOUR_MS) });
  return formatDay(iso, new Date(at));
}

/** Returns how long it is until a future moment. */
export function formatLeft(iso: string, at = serverNow()): string {
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

/** Returns the wall time of a moment in the zone shown, as a field of a form has it: `2026-11-23T18:00`. */
export function wallOf(iso: string): string {
  const at = new Date(iso);
  return `${dateOf(iso)}T${format("clock", at, SWEDISH)}`;
}

/** Returns whether a text of the address is a day. */
export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns whether a text is a wall time that `momentOf` knows: a field may hold a year of five digits, and an address anything. */
export function isWall(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}:00Z`));
}

/** Returns the moment of a wall time in the zone shown; one that a clock change leaves out moves forward by the change. */
export function momentOf(wall: string): string {
  const asUtc = Date.parse(`${wall}:00Z`);
  const offsetAt = (at: number) => Date.parse(`${wallOf(new Date(at).toISOString())}:00Z`) - at;
  // With the offset of the time before: a repeated time is its first, a missing one moves forward.
  const first = asUtc - offsetAt(asUtc - DAY_MS);
  const exact = asUtc - offsetAt(first);
  return new Date(wallOf(new Date(exact).toISOString()) === wall ? exact : first).toISOString();
}
