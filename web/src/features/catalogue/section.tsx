import type { ReactElement } from "react";
import { CategorySwitcher, type HomeSection } from "./category-switcher.tsx";
import { PendingCards } from "./pending-cards.tsx";
import { RANK_COUNT, Ranking } from "./ranking.tsx";
import { ScrollRow } from "./scroll-row.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { SeriesCard } from "./series-card.tsx";
import { SeriesGrid } from "./series-grid.tsx";
import { useDrawn } from "./use-drawn.ts";

const CARD_SIZES = "(width >= 48rem) 168px, 34vw";

/** Renders one section of the home screen, by its kind (R11). The cards after the first `drawn` are drawn when idle. */
export function Section({ section, drawn }: { section: HomeSection; drawn: number }) {
  const { id, kind, title, list } = section;
  const now = useDrawn(drawn, list.length);
  const heading = `section-${id}`;
  if (kind === "switcher") return <CategorySwitcher section={section} heading={heading} drawn={now} />;
  return (
    <section aria-labelledby={heading}>
      <SectionHeading
        id={heading}
        title={title}
        href={`/more/${id}`}
        // A section that fits on a phone's screen shows all of its list.
        hasMore={list.length > (kind === "ranking" ? RANK_COUNT : 3)}
      />
      {listOf(section, now)}
    </section>
  );
}

/** Returns the list of a section. A kind without a case does not compile, because a path then returns nothing. */
function listOf({ kind, title, list }: HomeSection, drawn: number): ReactElement | null {
  switch (kind) {
    case "row":
      return (
        <ScrollRow title={title}>
          {list.slice(0, drawn).map((series) => (
            <li key={series.id} className="row-card">
              <SeriesCard series={series} sizes={CARD_SIZES} />
            </li>
          ))}
          <PendingCards list={list.slice(drawn)} className="row-card" />
        </ScrollRow>
      );
    case "grid":
      return <SeriesGrid list={list} drawn={drawn} />;
    case "ranking":
      return <Ranking list={list} />;
    case "switcher":
      return null;
  }
}
