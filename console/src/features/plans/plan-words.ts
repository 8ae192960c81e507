import { t } from "../../lib/messages.ts";

/** Returns how many members there are; a group that is too small to be shown is named so. */
export function sizeWords(count: number | null): string {
  return count === null ? t("plans.fewMembers") : t("plans.members", { count });
}
