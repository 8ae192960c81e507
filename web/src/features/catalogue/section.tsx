import { CategorySwitcher, type HomeSection } from "./category-switcher.tsx";
import { Ranking, ranks } from "./ranking.tsx";
import { Shelf } from "./row.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { SeriesCard } from "./series-card.tsx";
import { SeriesGrid } from "./series-grid.tsx";

const cardSizes = "(width >= 48rem) 168px, 34vw";

/** One section of the home screen, by its kind (R11). */
export function Section({ section }: { section: HomeSection }) {
  const heading = `section-${section.id}`;
  if (section.kind === "switcher") return <CategorySwitcher section={section} heading={heading} />;
  // What a phone shows at one glance needs no page of its own.
  const hasMore = section.list.length > (section.kind === "ranking" ? ranks : 3);
  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading} title={section.title} more={hasMore ? `/more/${section.id}` : null} />
      {section.kind === "row" ? (
        <Shelf title={section.title}>
          {section.list.map((series) => (
            <li key={series.id} className="w-[calc((100vw-3rem)/3.15)] shrink-0 snap-start md:w-42">
              <SeriesCard series={series} sizes={cardSizes} />
            </li>
          ))}
        </Shelf>
      ) : null}
      {section.kind === "grid" ? <SeriesGrid list={section.list} /> : null}
      {section.kind === "ranking" ? <Ranking list={section.list} /> : null}
    </section>
  );
}
