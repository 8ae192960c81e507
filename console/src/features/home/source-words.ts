import type { HomeSection } from "@cliffhanger/contract/console/home";
import { t } from "../../lib/messages.ts";
import { wallOf } from "../../lib/time.ts";

/** Returns what a section shows in words, such as "6 newest series". */
export function sourceWords({ source, count }: Pick<HomeSection, "source" | "count">): string {
  if (count === 0) return t("home.empty");
  return t(`home.shows.${source.type}`, { count });
}

/** Returns from when and until when a section is shown, in words; "" when it always is. */
export function timesWords({ shown }: Pick<HomeSection, "shown">): string {
  const [from, until] = [shown.from, shown.until].map((at) => at && wallOf(at).replace("T", " "));
  if (from && until) return t("home.shownBetween", { from, until });
  if (from) return t("home.shownFrom", { from });
  return until ? t("home.shownUntil", { until }) : "";
}
