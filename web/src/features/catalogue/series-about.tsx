import type { Series } from "@cliffhanger/contract";
import { Bookmark, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { Button } from "../../ui/button.tsx";
import { PlayCount } from "./play-count.tsx";

interface SeriesAboutProps {
  series: Series;
  /** Whether it is on My List. */
  favorite: boolean;
  onFavorite: () => void;
  onShare: () => void;
  /** The list of episodes. */
  children: ReactNode;
}

/** Renders the column next to the player: the series' details and its episodes. */
export function SeriesAbout({ series, favorite, onFavorite, onShare, children }: SeriesAboutProps) {
  const t = useMessages();
  const { title, tags, episodeCount, freeEpisodeCount, playCount, synopsis } = series;
  return (
    <div className="space-y-6 pt-2">
      <div>
        <h1 className="pb-1 font-title text-2xl">{title}</h1>
        <p className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          <span>{t("series.episodes", { count: episodeCount })}</span>
          <PlayCount count={playCount} />
          <span>
            {freeEpisodeCount >= episodeCount
              ? t("series.allFree")
              : t("series.free", { count: freeEpisodeCount })}
          </span>
        </p>
        <ul className="mt-3 flex flex-wrap gap-2">
          {tags.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/browse/${id}`} className="chip">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {synopsis ? <p className="text-text/85">{synopsis}</p> : null}
      <div className="flex flex-wrap gap-2.5">
        <Button shape="quiet" aria-pressed={favorite} onClick={onFavorite}>
          <Bookmark aria-hidden className={`size-5 ${favorite ? "fill-current" : ""}`} />
          {t("watch.myList")}
        </Button>
        <Button shape="quiet" onClick={onShare}>
          <Share2 aria-hidden className="size-5" />
          {t("watch.share")}
        </Button>
      </div>
      <section aria-labelledby="episode-grid">
        <h2 id="episode-grid" className="mb-3 text-lg font-semibold">
          {t("watch.episodes")}
        </h2>
        {children}
      </section>
    </div>
  );
}
