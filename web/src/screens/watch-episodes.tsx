import type { Episode, Series } from "@cliffhanger/contract";
import { useState } from "react";
import { EpisodeGrid } from "../features/catalogue/episode-grid.tsx";
import { useMessages } from "../lib/use-language.ts";
import { LaterUpcoming } from "./watch-coming.tsx";

const RANGE_SIZE = 30;

interface WatchEpisodesProps {
  list: readonly Episode[];
  current: number;
  /** Those to come, after the last ones. */
  upcoming: Series["upcoming"];
  onSelect: (number: number) => void;
}

/** Renders all episodes of the series; a long series in ranges of thirty, with the playing one's range first. */
export function WatchEpisodes({ list, current, upcoming, onSelect }: WatchEpisodesProps) {
  const t = useMessages();
  const currentRange = Math.floor(
    Math.max(
      0,
      list.findIndex(({ number }) => number === current),
    ) / RANGE_SIZE,
  );
  // A range chosen by the viewer stays until the episode changes.
  const [chosen, setChosen] = useState({ current, range: currentRange });
  const range = chosen.current === current ? chosen.range : currentRange;
  const ranges = Array.from({ length: Math.ceil(list.length / RANGE_SIZE) }, (_, at) =>
    list.slice(at * RANGE_SIZE, (at + 1) * RANGE_SIZE),
  );
  return (
    <>
      {ranges.length > 1 ? (
        <fieldset
          aria-label={t("watch.ranges")}
          className="no-scrollbar -mx-1 mb-3 flex gap-2 overflow-x-auto p-1"
        >
          {ranges.map((episodes, at) => (
            <button
              key={episodes[0]?.id}
              type="button"
              aria-pressed={at === range}
              onClick={() => setChosen({ current, range: at })}
              className="tabular min-h-11 shrink-0 rounded-full border border-line bg-surface px-4 text-sm font-medium hover:bg-raised aria-pressed:border-transparent aria-pressed:bg-text aria-pressed:text-ground"
            >
              {t("watch.range", { from: episodes[0]?.number, to: episodes.at(-1)?.number })}
            </button>
          ))}
        </fieldset>
      ) : null}
      <EpisodeGrid episodes={ranges[range] ?? []} current={current} onSelect={onSelect} />
      {upcoming.length > 0 && range === ranges.length - 1 ? <LaterUpcoming upcoming={upcoming} /> : null}
    </>
  );
}
