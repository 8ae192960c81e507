import type { ReviewEntryRow } from "@cliffhanger/contract/console/review";
import { isMessage, t } from "../../lib/messages.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { formatLeft } from "../../lib/time.ts";

/** Returns what is wrong with an entry, in a sentence. */
export function problemOf({ kind, money, gateway, remoteId, word, count }: ReviewEntryRow): string {
  return t(`review.problem.${kind}`, {
    money: money ?? t("review.theMoney"),
    gateway: gateway === null ? t("review.aGateway") : t(`orders.gateway.${gateway}`),
    object: remoteId ?? t("review.anObject"),
    word: wordOf(word),
    count: count ?? 1,
  });
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Fewer hours are shown as such, because each of them counts. */
const LEAST_DAYS = 2;

/** Returns how long it is until a deadline, in days unless it is near. */
export function leftUntil(iso: string, at = serverNow()): string {
  const hours = (Date.parse(iso) - at) / HOUR_MS;
  if (hours < 0) return t("review.over");
  if (hours < LEAST_DAYS * DAY_HOURS) return formatLeft(iso, at);
  return t("review.leftDays", { count: Math.floor(hours / DAY_HOURS) });
}

/** Returns the word of a gateway or of our records in ours, where there is one. */
export function wordOf(word: string | null): string {
  if (word === null) return "";
  for (const id of [`review.word.${word}`, `refund.why.${word}`]) if (isMessage(id)) return t(id);
  return word.replaceAll("_", " ");
}
