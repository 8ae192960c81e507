import type { SeriesCard as Card } from "@cliffhanger/contract";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Picture } from "../../ui/picture.tsx";
import { PlayCount } from "./play-count.tsx";

const badges = {
  new: "bg-accent text-accent-ink",
  hot: "bg-accent-end text-accent-ink",
  vip: "bg-gold text-black",
} as const;

/** A series in a list: poster, title, play count. */
export function SeriesCard({ series, sizes }: { series: Card; sizes: string }) {
  return (
    <Link href={`/videos/${series.id}`} className="group block rounded-md">
      <span className="relative block overflow-hidden rounded-md">
        <Picture
          image={series.poster}
          sizes={sizes}
          className="relative aspect-2/3"
          imageClassName="transition-transform duration-250 ease-out group-hover:scale-[1.03]"
        />
        <SeriesBadge badge={series.badge} className="absolute top-2 left-2" />
      </span>
      <span className="mt-2 block truncate text-sm font-medium">{series.title}</span>
      <PlayCount count={series.playCount} className="text-xs text-muted" />
    </Link>
  );
}

/** The one word that may stand on a poster. */
export function SeriesBadge({ badge, className = "" }: { badge: Card["badge"]; className?: string }) {
  const { t } = useTranslation();
  if (!badge) return null;
  return (
    <span
      className={`rounded-sm px-1.5 py-0.5 text-xs font-bold tracking-wide uppercase ${badges[badge]} ${className}`}
    >
      {t(`series.badge.${badge}`)}
    </span>
  );
}
