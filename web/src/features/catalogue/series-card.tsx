import type { SeriesCard as Card } from "@cliffhanger/contract";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { lazyOnOpen } from "../../loader/client/lazy-on-open.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PlayCount } from "./play-count.tsx";

// Few series have a day and no episode, so the words for days are in no first load.
const LaterReleaseDate = lazyOnOpen(() =>
  import("./release-date.tsx").then(({ ReleaseDate }) => ReleaseDate),
);
/** Keeps the line of a text that comes later. */
const NO_TEXT = "\u00A0";

const badges = {
  new: "bg-accent text-accent-ink",
  hot: "bg-accent-end text-accent-ink",
  vip: "bg-gold text-black",
} as const;

interface SeriesCardProps {
  series: Card;
  sizes: string;
  /** Loads the picture at once, for the first cards of a screen. */
  priority?: boolean;
  /** The title as the list renders it. */
  title?: ReactNode;
  /** Content over the poster. */
  children?: ReactNode;
}

/**
 * Renders a series in a list: poster, title and play count; before the first play its number of episodes, or the
 * time of its first one.
 */
export function SeriesCard({
  series,
  sizes,
  priority = false,
  title = series.title,
  children,
}: SeriesCardProps) {
  const t = useMessages();
  return (
    <Link href={`/videos/${series.id}`} className="group block rounded-md">
      <Picture
        image={series.poster}
        sizes={sizes}
        priority={priority}
        className="relative block aspect-2/3 rounded-md"
        imageClassName="transition-transform duration-250 ease-out group-hover:scale-[1.03]"
      >
        <SeriesBadge badge={series.badge} className="absolute top-2 left-2" />
        {children}
      </Picture>
      <span className="mt-2 line-clamp-2 text-sm font-medium wrap-break-word hyphens-auto">{title}</span>
      <span className="block truncate text-xs text-muted">
        {series.nextReleaseAt !== null && series.episodeCount === 0 ? (
          <LaterReleaseDate at={series.nextReleaseAt} place={NO_TEXT} />
        ) : series.playCount > 0 ? (
          <PlayCount count={series.playCount} />
        ) : (
          t("series.episodes", { count: series.episodeCount })
        )}
      </span>
    </Link>
  );
}

/** Renders the one badge that a poster may have. */
export function SeriesBadge({ badge, className = "" }: { badge: Card["badge"]; className?: string }) {
  const t = useMessages();
  if (!badge) return null;
  return (
    <span
      className={`rounded-sm px-1.5 py-0.5 text-xs font-bold tracking-wide uppercase ${badges[badge]} ${className}`}
    >
      {t(`series.badge.${badge}`)}
    </span>
  );
}
