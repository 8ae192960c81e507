import { formatNumber } from "../../lib/format-count.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";

/** Renders how many series a list has. */
export function SeriesCount({ count }: { count: number }) {
  const t = useMessages();
  return t("list.count", { count, formatted: formatNumber(count, useLanguage()) });
}
