import type { SeriesCard as Card } from "@cliffhanger/contract";
import { SeriesCard } from "./series-card.tsx";

/** Posters in columns: three on a phone, up to seven on a desk. */
export function SeriesGrid({ list }: { list: Card[] }) {
  return (
    <ul className="gutter grid grid-cols-3 gap-x-2.5 gap-y-5 md:grid-cols-5 md:gap-x-4 md:gap-y-6 lg:grid-cols-6 xl:grid-cols-7">
      {list.map((series) => (
        <li key={series.id}>
          <SeriesCard series={series} sizes="(width >= 48rem) 168px, 31vw" />
        </li>
      ))}
    </ul>
  );
}
