import type { SeriesCard as Card } from "@cliffhanger/contract";
import type { ReactNode, Ref } from "react";
import { SeriesCard } from "./series-card.tsx";

/** How wide a poster of a grid stands, for the preload and the picture alike. */
export const gridSizes = "(width >= 80rem) 13vw, (width >= 48rem) 17vw, 31vw";

interface SeriesGridProps {
  list: readonly Card[];
  /** How many pictures load at once, because the screen begins with them. */
  eager?: number;
  ref?: Ref<HTMLUListElement>;
  /** What lies over a series' poster. */
  overlay?: ((series: Card) => ReactNode) | undefined;
  /** What can be done with a series, beside opening it. */
  action?: ((series: Card) => ReactNode) | undefined;
  /** A title as the list writes it. */
  titleOf?: ((series: Card) => ReactNode) | undefined;
}

/** Posters in columns: three on a phone, up to seven on a desk, fewer where letters are large. */
export function SeriesGrid({ list, eager = 0, ref, overlay, action, titleOf }: SeriesGridProps) {
  return (
    <ul ref={ref} className="gutter posters">
      {list.map((series, index) => (
        <li key={series.id} className="relative">
          <SeriesCard series={series} sizes={gridSizes} priority={index < eager} title={titleOf?.(series)}>
            {overlay?.(series)}
          </SeriesCard>
          {action?.(series)}
        </li>
      ))}
    </ul>
  );
}
