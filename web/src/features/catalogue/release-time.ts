import type { Language } from "@cliffhanger/contract/languages";
import { formatDate } from "../../lib/format.ts";

/** Formats a time as "5 March 2026, 18:00" in the zone of the viewer; the date as everywhere (R96). */
export function formatReleaseTime(at: string): string {
  const time = new Date(at);
  const offsetMs = time.getTimezoneOffset() * 60_000;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  const date = formatDate(time.getTime() - offsetMs);
  return `${date}, ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** Formats its day briefly, for a place without room: "5 Mar". */
export function formatReleaseDay(at: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(new Date(at));
}
