import type { SeriesCard } from "@cliffhanger/contract";
import { useMessages } from "../../lib/use-language.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";

/** Renders the viewer's progress in a series over the bottom of its poster, and as text for screen readers. */
export function CardProgress({ series: { progress } }: { series: SeriesCard }) {
  const t = useMessages();
  if (!progress) return null;
  const share = progress.duration > 0 ? Math.min(1, progress.position / progress.duration) : 0;
  return (
    <>
      <ProgressBar share={share} className="absolute inset-x-0 bottom-0" />
      <span className="sr-only">
        {t("library.at", { number: progress.number, percent: Math.round(share * 100) })}
      </span>
    </>
  );
}
