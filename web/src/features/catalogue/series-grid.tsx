import type { SeriesCard as Card } from "@cliffhanger/contract";
import type { ReactNode, Ref } from "react";
import { PendingCards } from "./pending-cards.tsx";
import { SeriesCard } from "./series-card.tsx";

/** The width of a poster in a grid, for its preload and the picture itself. */
export const GRID_SIZES = "(width >= 80rem) 13vw, (width >= 48rem) 17vw, 31vw";

interface SeriesGridProps {
  list: readonly Card[];
  /** How many cards are drawn; the others are their titles for now. */
  drawn?: number;
  /** How many pictures load at once, because they are the first of the screen. */
  eager?: number;
  ref?: Ref<HTMLUListElement>;
  /** Content over a series' poster. */
  overlay?: ((series: Card) => ReactNode) | undefined;
  /** An action on a series, in addition to opening it. */
  action?: ((series: Card) => ReactNode) | undefined;
  /** A title as the list renders it. */
  titleOf?: ((series: Card) => ReactNode) | undefined;
}

/** Renders posters in columns: three on a phone, up to seven on a desktop, fewer with a large text size. */
export function SeriesGrid({
  list,
  drawn = list.length,
  eager = 0,
  ref,
  overlay,
  action,
  titleOf,
}: SeriesGridProps) {
  return (
    <ul ref={ref} className="gutter posters">
      {list.slice(0, drawn).map((series, index) => (
        <li key={series.id} className="relative">
          <SeriesCard series={series} sizes={GRID_SIZES} priority={index < eager} title={titleOf?.(series)}>
            {overlay?.(series)}
          </SeriesCard>
          {action?.(series)}
        </li>
      ))}
      <PendingCards list={list.slice(drawn)} />
    </ul>
  );
}
