import { CategorySwitcher, type HomeSection } from "./category-switcher.tsx";
import { RANK_COUNT, Ranking } from "./ranking.tsx";
import { ScrollRow } from "./scroll-row.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { SeriesCard } from "./series-card.tsx";
import { SeriesGrid } from "./series-grid.tsx";

const CARD_SIZES = "(width >= 48rem) 168px, 34vw";

/** Renders one section of the home screen, by its kind (R11). */
export function Section({ section }: { section: HomeSection }) {
  const heading = `section-${section.id}`;
  if (section.kind === "switcher") return <CategorySwitcher section={section} heading={heading} />;
  // A section that fits on a phone's screen needs no separate page.
  const hasMore = section.list.length > (section.kind === "ranking" ? RANK_COUNT : 3);
  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading} title={section.title} more={hasMore ? `/more/${section.id}` : null} />
      {section.kind === "row" ? (
        <ScrollRow title={section.title}>
          {section.list.map((series) => (
            <li key={series.id} className="w-[calc((100vw-3rem)/3.15)] shrink-0 snap-start md:w-42">
              <SeriesCard series={series} sizes={CARD_SIZES} />
            </li>
          ))}
        </ScrollRow>
      ) : null}
      {section.kind === "grid" ? <SeriesGrid list={section.list} /> : null}
      {section.kind === "ranking" ? <Ranking list={section.list} /> : null}
    </section>
  );
}
