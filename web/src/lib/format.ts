import type { Language } from "@cliffhanger/contract/languages";

/** Formats a position or duration in seconds as a clock: 0:34, 1:02:05. */
export function formatClock(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

type Unit = "hour" | "minute" | "second";

// Creating a formatter costs a phone several milliseconds.
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(language: Language, unit: Unit): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const known = formatters.get(key);
  if (known) return known;
  const created = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  formatters.set(key, created);
  return created;
}

/** Formats seconds for a screen reader in the given language: "1 minute 5 seconds". */
export function formatSpokenTime(seconds: number, language: Language): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const say = (value: number, unit: Unit) => formatterOf(language, unit).format(value);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const parts: string[] = [];
  if (hours > 0) parts.push(say(hours, "hour"));
  if (minutes > 0) parts.push(say(minutes, "minute"));
  if (whole % 60 > 0 || parts.length === 0) parts.push(say(whole % 60, "second"));
  return parts.join(" ");
}

// The first Intl date format takes a phone up to 100 ms, in the middle of the tap that needs it.
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * Formats a date as "5 March 2026": English long form in every language (R96), UTC. Bad input gives "Invalid Date"
 * (R94).
 */
export function formatDate(value: string | number | Date | null | undefined): string {
  const date = value === null || value === undefined || value === "" ? new Date(Number.NaN) : new Date(value);
  if (Number.isNaN(date.getTime())) return "Invalid Date";
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
