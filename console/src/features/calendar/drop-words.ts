import type { ReleaseDrop, SeriesReleases } from "@cliffhanger/contract/console/releases";
import { languages } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { addDays, dateWords, weekdayWords } from "./days.ts";

const A_MONDAY = "2027-01-04";
const WORKDAYS = "1,2,3,4,5";

/** Returns the episodes of a drop in words: "Episode 5", "Episodes 5–7", "Episodes 5, 7". */
export function episodeWords(episodes: readonly { number: number }[]): string {
  const numbers = episodes.map(({ number }) => number);
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? first;
  const isRange = numbers.length > 1 && last - first === numbers.length - 1;
  const list = isRange ? `${first}–${last}` : numbers.join(", ");
  return t("calendar.episodes", { count: numbers.length, list });
}

/** Returns what a drop lacks in words; null when it lacks nothing. */
export function lackWords({ lack }: ReleaseDrop): string | null {
  return lack ? t(`calendar.lack.${lack.kind}`, { number: lack.number ?? 0 }) : null;
}

/** Returns how many films are ready and how many titles are written, in words. */
export function readinessWords({ episodes }: ReleaseDrop): string {
  const films = episodes.filter(({ isReady }) => isReady).length;
  const texts = episodes.reduce((sum, one) => sum + one.languages.length, 0);
  return t("calendar.readiness", {
    films,
    count: episodes.length,
    texts,
    wanted: episodes.length * languages.length,
  });
}

/** The colour of a drop's state. */
export function toneOf({ state, lack }: ReleaseDrop): "green" | "amber" | "red" | "blue" {
  if (state === "done") return "green";
  if (state === "blocked") return "red";
  return lack ? "amber" : "blue";
}

/** Returns a plan as a sentence: "2 episodes each weekday at 18:00 (Europe/Madrid), from 1 December 2026". */
export function planWords({
  from,
  time,
  zone,
  weekdays,
  perTime,
}: Omit<NonNullable<SeriesReleases["plan"]>, "skip" | "weekdays"> & {
  weekdays: readonly number[] | null;
}): string {
  const days = [...(weekdays ?? [])].sort((one, other) => one - other);
  const on =
    weekdays === null || days.length === 7
      ? t("calendar.eachDay")
      : days.join(",") === WORKDAYS
        ? t("calendar.eachWeekday")
        : t("calendar.eachOf", { days: days.map((one) => weekdayName(one)).join(", ") });
  return t("calendar.planWords", { count: perTime, on, time, zone, from: dateWords(from) });
}

/** Returns the short name of a weekday; 1 is Monday. */
export function weekdayName(number: number): string {
  return weekdayWords(addDays(A_MONDAY, number - 1));
}
