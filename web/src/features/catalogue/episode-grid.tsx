import type { Episode } from "@cliffhanger/contract";
import { Check, Lock } from "lucide-react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { useMessages } from "../../lib/use-language.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { shareOf } from "./episode-share.ts";

interface EpisodeGridProps {
  episodes: readonly Episode[];
  current: number;
  onSelect: (number: number) => void;
}

/** Renders all episodes by number; a lock marks those for members, a bar or a tick the viewer's progress. */
export function EpisodeGrid({ episodes, current, onSelect }: EpisodeGridProps) {
  const t = useMessages();
  const isHydrated = useHydrated();
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(3.25rem,(100%-2.5rem)/6),1fr))] gap-2">
      {episodes.map((episode) => {
        const { id, number, locked } = episode;
        const share = isHydrated && number !== current ? shareOf(episode) : 0;
        return (
          <li key={id}>
            <button
              type="button"
              aria-label={label(episode, share)}
              aria-current={number === current ? "true" : undefined}
              onClick={() => onSelect(number)}
              className={`tabular relative flex h-13 w-full items-center justify-center overflow-hidden rounded-md border font-medium transition-colors duration-150 ${
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
              {share === 1 && !locked ? (
                <Check aria-hidden className="absolute top-1.5 right-1.5 size-3.5 text-accent" />
              ) : null}
              {share > 0 ? <ProgressBar share={share} className="absolute inset-x-0 bottom-0" /> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );

  function label({ number, locked }: Episode, share: number): string {
    if (number === current) return t("watch.nowPlaying", { number });
    if (locked) return t("watch.lockedEpisode", { number });
    if (share === 1) return t("watch.watchedEpisode", { number });
    return share > 0
      ? t("watch.begunEpisode", { number, percent: Math.round(share * 100) })
      : t("watch.openEpisode", { number });
  }
}
