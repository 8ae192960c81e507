import type { Episode } from "@cliffhanger/contract";
import { Check, Lock, Play } from "lucide-react";
import { Link } from "wouter";
import { formatClock } from "../../lib/format.ts";
import { useMessages } from "../../lib/use-language.ts";
import { Picture } from "../../ui/picture.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { shareOf } from "./episode-share.ts";

interface EpisodeListProps {
  seriesId: string;
  /** Null while loading; then `count` placeholder rows are shown. */
  episodes: Episode[] | null;
  count: number;
}

/** Renders episodes as rows with their stills, for a page about one series. */
export function EpisodeList({ seriesId, episodes, count }: EpisodeListProps) {
  const rows = Array.from({ length: Math.min(count, 12) }, (_, index) => index);
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
      {episodes
        ? episodes.map((episode) => (
            <li key={episode.id}>
              <EpisodeRow seriesId={seriesId} episode={episode} />
            </li>
          ))
        : rows.map((row) => (
            <li key={row} aria-hidden className="h-26 animate-pulse rounded-md bg-surface" />
          ))}
    </ul>
  );
}

function EpisodeRow({ seriesId, episode }: { seriesId: string; episode: Episode }) {
  const t = useMessages();
  const { number, title, duration, free, locked, thumbnail } = episode;
  const share = shareOf(episode);
  const name = t("series.episode", { number });
  return (
    <Link
      href={`/videos/${seriesId}?ep=${number}`}
      className="group flex h-full min-h-26 items-stretch gap-[min(1rem,4vw)] rounded-md border border-line bg-surface p-2.5 pr-4 transition-colors duration-150 hover:bg-raised"
    >
      <span className="relative block w-[min(3.5rem,20vw)] shrink-0 overflow-hidden rounded-sm bg-raised">
        {thumbnail ? (
          <Picture
            image={thumbnail}
            sizes="56px"
            className="absolute inset-0"
            imageClassName={locked ? "blur-still" : ""}
          />
        ) : null}
        <span className="absolute inset-0 flex items-center justify-center bg-black/25">
          {locked ? (
            <Lock aria-hidden className="size-4.5 text-gold" />
          ) : (
            <Play aria-hidden className="size-5 fill-white text-white" />
          )}
        </span>
        {share > 0 ? <ProgressBar share={share} className="absolute inset-x-0 bottom-0" /> : null}
      </span>
      <span className="min-w-0 self-center wrap-break-word hyphens-auto">
        <span className="line-clamp-2 leading-5 font-medium">{title || name}</span>
        <span className="tabular mt-1 block text-sm text-muted">
          {title ? `${name} · ` : ""}
          {formatClock(duration)}
        </span>
        <span className={`text-sm ${locked ? "text-gold" : "text-muted"}`}>
          {locked ? t("watch.members") : free ? t("watch.free") : t("series.included")}
        </span>
        {share > 0 ? (
          <span className="text-sm text-muted">
            {" · "}
            {share === 1 ? <Check aria-hidden className="mr-1 inline size-3.5 text-accent" /> : null}
            {share === 1 ? t("library.finished") : t("library.watched", { percent: Math.round(share * 100) })}
          </span>
        ) : null}
      </span>
    </Link>
  );
}
