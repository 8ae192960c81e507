import type { Series } from "@cliffhanger/contract";
import { CalendarClock } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { formatReleaseTime } from "./release-time.ts";

interface ComesOnProps {
  next: Series["upcoming"][number];
  /** Whether nothing of the series can be watched yet. */
  isFirst: boolean;
}

/** Renders when the next episode comes, in the zone of the viewer. */
export function ComesOn({ next, isFirst }: ComesOnProps) {
  const t = useMessages();
  const time = formatReleaseTime(next.at);
  return (
    <p className="flex items-center gap-3 rounded-lg border border-line bg-surface/80 p-4 text-left font-medium text-text">
      <CalendarClock aria-hidden className="size-6 shrink-0 text-accent" />
      <span>{isFirst ? t("coming.first", { time }) : t("coming.next", { number: next.number, time })}</span>
    </p>
  );
}
