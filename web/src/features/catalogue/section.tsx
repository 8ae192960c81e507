import type { ReactElement } from "react";
import { CategorySwitcher, type HomeSection } from "./category-switcher.tsx";
import { RANK_COUNT, Ranking } from "./ranking.tsx";
import { ScrollRow } from "./scroll-row.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { SeriesCard } from "./series-card.tsx";
import { SeriesGrid } from "./series-grid.tsx";

const CARD_SIZES = "(width >= 48rem) 168px, 34vw";

/** Renders one section of the home screen, by its kind (R11). */
export function Section({ section }: { section: HomeSection }) {
  const { id, kind, title, list } = section;
  const heading = `section-${id}`;
  if (kind === "switcher") return <CategorySwitcher section={section} heading={heading} />;
  // A section that fits on a phone's screen needs no separate page.
  const hasMore = list.length > (kind === "ranking" ? RANK_COUNT : 3);
  return (
    <section aria-labelledby={heading}>
      <SectionHeading id={heading} title={title} more={hasMore ? `/more/${id}` : null} />
      {listOf(kind, title, list)}
    </section>
  );
}

/** Returns the list of a section. A kind without a case does not compile, because a path then returns nothing. */
function listOf(
  kind: Exclude<HomeSection["kind"], "switcher">,
  title: string,
  list: HomeSection["list"],
): ReactElement {
  switch (kind) {
    case "row":
      return (
        <ScrollRow title={title}>
          {list.map((series) => (
            <li key={series.id} className="w-[calc((100vw-3rem)/3.15)] shrink-0 snap-start md:w-42">
              <SeriesCard series={series} sizes={CARD_SIZES} />
            </li>
          ))}
        </ScrollRow>
      );
    case "grid":
      return <SeriesGrid list={list} />;
    case "ranking":
      return <Ranking list={list} />;
  }
}
