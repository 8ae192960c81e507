import type { Today } from "@cliffhanger/contract/console/today";
import { formatNumber, t } from "../../lib/messages.ts";

/** Returns the episodes of a drop in words. */
export function episodeWords(episodes: readonly { number: number }[]): string {
  const numbers = episodes.map(({ number }) => number);
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? first;
  const isRange = numbers.length > 1 && last - first === numbers.length - 1;
  return t("calendar.episodes", {
    count: numbers.length,
    list: isRange ? `${first}–${last}` : numbers.join(", "),
  });
}

/** Returns a number; a group that is too small to be shown is named so. */
export function countWords(count: number | null): string {
  return count === null ? t("today.few") : formatNumber(count);
}

/** Returns how a number compares with that of a week ago, and whether it is better. */
export function changeWords(
  now: number | null,
  before: number | null,
  { isMoney = false }: { isMoney?: boolean } = {},
): { words: string; tone: Tone } {
  if (now === null || before === null || (now === 0 && before === 0))
    return { words: t("today.noChange"), tone: "plain" };
  if (now === before) return { words: t("today.same"), tone: "plain" };
  if (before === 0 && isMoney) return { words: t("today.noneBefore"), tone: "green" };
  if (before === 0) return { words: t("today.more", { count: now - before }), tone: "green" };
  const share = Math.round((Math.abs(now - before) / before) * 100);
  const isMore = now > before;
  const words =
    before < 20 && !isMoney
      ? t(isMore ? "today.more" : "today.fewer", { count: Math.abs(now - before) })
      : t(isMore ? "today.shareMore" : "today.shareLess", { share });
  return { words, tone: isMore ? "green" : "amber" };
}

type Tone = "plain" | "green" | "amber";

/** Returns how the time to the first frame compares: less is better. */
export function pictureWords({ now, before }: Today["numbers"]["firstPicture"]): {
  words: string;
  tone: Tone;
} {
  if (now === null || before === null) return { words: t("today.noChange"), tone: "plain" };
  const seconds = (Math.abs(now - before) / 1000).toFixed(2);
  if (Math.abs(now - before) < 10) return { words: t("today.same"), tone: "plain" };
  return now < before
    ? { words: t("today.faster", { seconds }), tone: "green" }
    : { words: t("today.slower", { seconds }), tone: "amber" };
}

/** Returns a share of 1 in per cent. */
export function shareWords(share: number | null, digits = 0): string {
  if (share === null) return "–";
  return t("today.share", { share: (share * 100).toFixed(digits) });
}

/** Returns a number of bytes in its largest unit. */
export function sizeWords(bytes: number): string {
  const giga = bytes / 1e9;
  return giga < 1000 ? `${Math.round(giga)} GB` : `${(giga / 1000).toFixed(1)} TB`;
}
