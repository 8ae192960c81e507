import { Pause, Play } from "lucide-react";
import { memo, Suspense, useRef } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { type Featurable, FeaturedSlide } from "./featured-slide.tsx";
import { useCarousel } from "./use-carousel.ts";

/** The series of the carousel and its title. */
export interface FeaturedList {
  title: string;
  list: readonly Featurable[];
}

/** Renders the carousel under its title (R10). A single series does not move and has no dots. */
export function Featured({ featured }: { featured: FeaturedList }) {
  const t = useMessages();
  const track = useRef<HTMLUListElement>(null);
  const { at, reach, isPlaying, show, setPlaying } = useCarousel(track, featured.list.length);
  const hasSeveral = featured.list.length > 1;
  return (
    <section
      aria-labelledby="featured"
      aria-roledescription={hasSeveral ? "carousel" : undefined}
      className="lg:flex lg:h-full lg:flex-col"
    >
      <h2 id="featured" className="gutter mt-1.5 mb-3 text-lg font-semibold md:text-xl">
        {featured.title || t("home.featured")}
      </h2>
      <ul
        ref={track}
        className="gutter no-scrollbar relative flex flex-1 snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto overscroll-x-contain md:scroll-px-8 md:gap-8 xl:scroll-px-12 xl:gap-12"
      >
        {featured.list.map((series, index) => (
          <Slide
            key={series.id}
            series={series}
            index={index}
            count={featured.list.length}
            waits={index > reach}
          />
        ))}
      </ul>
      {hasSeveral ? (
        <div className="mt-1 flex flex-wrap items-center justify-center">
          {featured.list.map((series, index) => (
            <button
              key={series.id}
              type="button"
              aria-label={t("home.showSlide", { title: series.title })}
              aria-current={index === at ? "true" : undefined}
              onClick={() => show(index)}
              className="carousel-dot"
            />
          ))}
          <button
            type="button"
            aria-label={isPlaying ? t("home.pause") : t("home.resume")}
            onClick={() => setPlaying(!isPlaying)}
            className="ml-1 flex size-11 items-center justify-center text-muted"
          >
            {isPlaying ? (
              <Pause aria-hidden className="size-3.5 fill-current" />
            ) : (
              <Play aria-hidden className="size-3.5 fill-current" />
            )}
          </button>
        </div>
      ) : null}
    </section>
  );
}

interface SlideProps {
  series: Featurable;
  index: number;
  count: number;
  waits: boolean;
}

// A slide does not depend on the carousel's position: it rerenders only when its picture may load.
const Slide = memo(function Slide({ series, index, count, waits }: SlideProps) {
  const t = useMessages();
  const first = index === 0;
  const slide = <FeaturedSlide series={series} first={first} waits={waits} />;
  return (
    <li
      aria-label={count > 1 ? t("home.slide", { index: index + 1, count, title: series.title }) : undefined}
      className="w-full shrink-0 snap-center"
    >
      {/* Slides outside the viewport hydrate after the visible content. */}
      {first ? slide : <Suspense>{slide}</Suspense>}
    </li>
  );
});
