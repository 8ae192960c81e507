import type { HomeSection } from "@cliffhanger/contract/console/home";
import { t } from "../../lib/messages.ts";

/** Returns what a section shows in words, such as "6 newest series". */
export function sourceWords({ source, count }: Pick<HomeSection, "source" | "count">): string {
  if (count === 0) return t("home.empty");
  return t(`home.shows.${source.type}`, { count });
}
