import type { FeaturedCard, SeriesCard } from "@cliffhanger/contract";
import { Link } from "wouter";
import { useMessages } from "../../lib/use-language.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PlayCount } from "./play-count.tsx";
import { SeriesBadge } from "./series-card.tsx";

/** The width of the hero's picture, for its preload and the picture itself. */
export const HERO_SIZES = "(width >= 48rem) 560px, calc(100vw - 2rem)";

/** A series in the carousel; a fallback for a missing featured list has no synopsis. */
export type Featurable = SeriesCard & Partial<Pick<FeaturedCard, "synopsis">>;

interface FeaturedSlideProps {
  series: Featurable;
  first: boolean;
  /** Whether its picture must not load yet. */
  waits: boolean;
}

/** Renders one large series: its artwork, its title and a link to it. */
export function FeaturedSlide({ series, first, waits }: FeaturedSlideProps) {
  const t = useMessages();
  const href = `/videos/${series.id}`;
  const art = { image: series.poster, sizes: HERO_SIZES, waits };
  return (
    <article className="hero relative isolate flex flex-col justify-end overflow-hidden rounded-xl bg-surface before:absolute before:inset-0 before:-z-10 before:shade-hero md:h-full">
      <Picture {...art} className="absolute inset-0 -z-20 hidden scale-125 opacity-55 blur-art md:block" />
      <Picture
        {...art}
        priority={first}
        className="absolute inset-y-0 right-0 -z-10 w-full md:w-3/5 md:[mask-image:linear-gradient(90deg,transparent,black_45%)]"
        imageClassName="object-[50%_35%]"
      />
      <Link href={href} tabIndex={-1} aria-hidden className="absolute inset-0" />
      <div className="pointer-events-none relative p-[min(1.25rem,5vw)] md:max-w-xl md:p-11">
        <SeriesBadge badge={series.badge} className="mb-3 inline-block" />
        <h3
          className={`line-clamp-4 pb-1 font-title leading-[1.1] wrap-break-word md:text-3xl ${titleSize(series.title)}`}
        >
          {series.title}
        </h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-sm text-text/90 [&>*+*]:before:mr-2.5 [&>*+*]:before:content-['·']">
          {series.tags.slice(0, 2).map(({ id, name }) => (
            <span key={id}>{name}</span>
          ))}
          <span>{t("series.episodes", { count: series.episodeCount })}</span>
          <PlayCount count={series.playCount} />
        </p>
        {series.synopsis ? (
          <p className="mt-3 hidden text-text/90 md:line-clamp-2">{series.synopsis}</p>
        ) : null}
        <ButtonLink
          shape="primary"
          href={href}
          className="pointer-events-auto mt-4 w-full before:play-icon before:size-5 md:mt-5 md:w-auto md:px-9"
        >
          {t("home.watchEpisode", { number: series.progress?.number ?? 1 })}
          {/* As text, not as a label, because search engines read it too. */}
          <span className="sr-only">: {series.title}</span>
        </ButtonLink>
      </div>
    </article>
  );
}

// Avoids breaking words: the title grows with the reader's text size up to the screen's width, and long words start
// smaller.
function titleSize(title: string): string {
  const longestWord = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  return longestWord > 14 ? "text-[min(1.9375rem,6.5vw)]" : "text-[min(1.9375rem,9vw)]";
}
