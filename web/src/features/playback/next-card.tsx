import type { Episode } from "@cliffhanger/contract";
import { ChevronsUp, Lock } from "lucide-react";
import { useMessages } from "../../lib/use-language.ts";
import { Picture } from "../../ui/picture.tsx";

interface NextCardProps {
  episode: Episode;
  /** Whether its picture waits, leaving the bandwidth to the video. */
  waits: boolean;
  onNext: () => void;
}

/** Renders the bar at the bottom of the picture that leads to the next episode and says whether it is free. */
export function NextCard({ episode, waits, onNext }: NextCardProps) {
  const t = useMessages();
  const { number, thumbnail, locked, free } = episode;
  return (
    <button
      type="button"
      onClick={onNext}
      className="mt-2 flex min-h-13 w-full items-center gap-3 rounded-lg border border-line bg-white/10 px-3 py-2 text-left frosted hover:bg-white/15 short:hidden flat:lying:hidden"
    >
      {thumbnail ? (
        <Picture
          image={thumbnail}
          sizes="26px"
          waits={waits}
          className="relative h-9 w-6.5 shrink-0 rounded-sm"
          imageClassName={locked ? "blur-still" : ""}
        />
      ) : null}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-medium">{t("watch.next", { number })}</span>
        <span className={`flex items-center gap-1 text-xs ${locked ? "text-gold" : "text-text/75"}`}>
          {locked ? <Lock aria-hidden className="size-3" /> : null}
          {locked ? t("watch.members") : free ? t("watch.free") : t("series.included")}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-2 text-sm font-medium">
        <span className="max-[22rem]:sr-only beside:sr-only compact:sr-only lying:sr-only">
          {t("watch.swipeUp")}
        </span>
        <ChevronsUp aria-hidden className="size-5 shrink-0" />
      </span>
    </button>
  );
}
