import { formatCount } from "../../lib/format-count.ts";
import { useLanguage, useMessages } from "../../lib/use-language.ts";

/** Renders how often a series was played, in short form (R40); nothing for zero. */
export function PlayCount({ count, className = "" }: { count: number; className?: string }) {
  const t = useMessages();
  const formatted = formatCount(count, useLanguage());
  if (count === 0) return null;
  return (
    <span className={`tabular inline-flex items-center gap-1 ${className}`}>
      <span aria-hidden className="inline-flex items-center gap-1 before:play-icon before:size-[0.8em]">
        {formatted}
      </span>
      <span className="sr-only">{t("series.playsLabel", { formatted })}</span>
    </span>
  );
}
