import type { Episode } from "@cliffhanger/contract";
import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";

interface EpisodeGridProps {
  episodes: readonly Episode[];
  current: number;
  onSelect: (number: number) => void;
}

/** All episodes by number; a lock marks those that are for members. */
export function EpisodeGrid({ episodes, current, onSelect }: EpisodeGridProps) {
  const { t } = useTranslation();
  return (
    <ul className="grid grid-cols-5 gap-2 sm:grid-cols-6">
      {episodes.map(({ id, number, locked }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={label(number)}
            aria-current={number === current ? "true" : undefined}
            onClick={() => onSelect(number)}
            className={`tabular relative flex h-13 w-full items-center justify-center rounded-md border font-medium transition-colors duration-150 ${
              number === current
                ? "primary border-transparent font-semibold"
                : "border-line bg-raised/80 hover:bg-white/15"
            } ${locked && number !== current ? "text-muted" : ""}`}
          >
            {number}
            {locked ? (
              <Lock
                aria-hidden
                className={`absolute top-1.5 right-1.5 size-3 ${number === current ? "" : "text-gold"}`}
              />
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  );

  function label(number: number): string {
    if (number === current) return t("watch.nowPlaying", { number });
    const locked = episodes.find((episode) => episode.number === number)?.locked;
    return t(locked ? "watch.lockedEpisode" : "watch.openEpisode", { number });
  }
}
