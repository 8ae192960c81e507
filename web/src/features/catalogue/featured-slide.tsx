import type { SeriesCard as Card } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useLanguage } from "../../lib/use-language.ts";
import { useMedia } from "../../lib/use-media.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PlayCount } from "./play-count.tsx";
import { seriesQuery } from "./queries.ts";
import { SeriesBadge } from "./series-card.tsx";

/** The width of the hero's picture, for the preload and the picture alike. */
export const heroSizes = "(width >= 48rem) 560px, calc(100vw - 2rem)";

interface FeaturedSlideProps {
  series: Card;
  first: boolean;
  /** Wide screens show the synopsis of the slide in view; it is fetched when the slide comes near. */
  near: boolean;
}

/** One series, large: its art, its title and the way in. */
export function FeaturedSlide({ series, first, near }: FeaturedSlideProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wide = useMedia("(width >= 48rem)");
  const { data } = useQuery({ ...seriesQuery(series.id, language), enabled: wide && near });
  const href = `/videos/${series.id}`;
  return (
    <article className="relative isolate flex h-[min(28.25rem,calc(100svh-11rem))] min-h-96 flex-col justify-end overflow-hidden rounded-xl bg-surface md:h-107.5">
      <Picture
        image={series.poster}
        sizes={heroSizes}
        className="absolute inset-0 -z-20 hidden scale-125 opacity-55 blur-3xl md:block"
      />
      <Picture
        image={series.poster}
        sizes={heroSizes}
        priority={first}
        className="absolute inset-y-0 right-0 -z-10 w-full bg-transparent md:w-3/5 md:[mask-image:linear-gradient(90deg,transparent,black_45%)]"
        imageClassName="object-[50%_25%]"
      />
      <span
        aria-hidden
        className="absolute inset-0 -z-10 bg-linear-to-t from-black/90 via-black/45 via-35% to-transparent to-70% md:bg-linear-to-r md:from-black/75 md:via-black/35 md:via-50% md:to-transparent md:to-75%"
      />
      <Link href={href} tabIndex={-1} aria-hidden className="absolute inset-0" />
      <div className="pointer-events-none relative p-5 md:max-w-xl md:p-11">
        <SeriesBadge badge={series.badge} className="mb-3 inline-block" />
        <h3 className="line-clamp-3 pb-1 font-title text-2xl md:text-3xl">{series.title}</h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm text-text/90">
          {series.tags.slice(0, 2).map(({ id, name }) => (
            <span key={id} className="after:ml-2.5 after:content-['·']">
              {name}
            </span>
          ))}
          <span className="after:ml-2.5 after:content-['·']">
            {t("series.episodes", { count: series.episodeCount })}
          </span>
          <PlayCount count={series.playCount} />
        </p>
        <p className="mt-3 hidden min-h-12 text-text/90 md:line-clamp-2">{data?.synopsis}</p>
        <div className="pointer-events-auto mt-4 md:mt-5">
          <ButtonLink shape="primary" href={href} className="w-full md:w-auto md:px-9">
            <Play aria-hidden className="size-5 fill-current" />
            {t("home.watchEpisode", { number: series.progress?.number ?? 1 })}
          </ButtonLink>
        </div>
      </div>
    </article>
  );
}
