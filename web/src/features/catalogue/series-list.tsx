import type { SeriesCard } from "@cliffhanger/contract";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "../../lib/use-language.ts";
import { ListEnd } from "./list-end.tsx";
import { ListFault, listFault } from "./list-fault.tsx";
import type { LoadedList } from "./list-queries.ts";
import { SeriesGrid } from "./series-grid.tsx";

interface SeriesListProps {
  list: UseInfiniteQueryResult<LoadedList>;
  /** Replaces an empty list: a message and a next step. */
  empty: ReactNode;
  /** Content over a series' poster. */
  overlay?: (series: SeriesCard) => ReactNode;
  /** An action on a series, in addition to opening it. */
  action?: ((series: SeriesCard) => ReactNode) | undefined;
  /** A title as the list renders it, for example with marked search matches. */
  titleOf?: ((series: SeriesCard) => ReactNode) | undefined;
}

const placeholders = Array.from({ length: 24 }, (_, index) => index);

/** Renders a list of series that grows while scrolling, in each of its states (R33). */
export function SeriesList({ list, empty, overlay, action, titleOf }: SeriesListProps) {
  const t = useMessages();
  const grid = useRef<HTMLUListElement>(null);
  const focusFrom = useRef<number | null>(null);
  const { data } = list;
  const count = data?.cards.length ?? 0;

  // After the button, the focus moves to the first of the new entries.
  useEffect(() => {
    if (focusFrom.current === null || count <= focusFrom.current) return;
    grid.current?.children[focusFrom.current]?.querySelector("a")?.focus({ preventScroll: true });
    focusFrom.current = null;
  }, [count]);

  const fault = listFault(list);
  if (fault) return <ListFault fault={fault} retry={() => void list.refetch({ cancelRefetch: false })} />;
  if (!data) return <SeriesListPending />;
  if (count === 0) return empty;
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={`transition-opacity duration-200 ${list.isPlaceholderData ? "opacity-50" : ""}`}
    >
      <SeriesGrid
        ref={grid}
        list={data.cards}
        eager={3}
        overlay={overlay}
        action={action}
        titleOf={titleOf}
      />
      <ListEnd
        list={list}
        shown={t("list.shown", { shown: count, total: Math.max(count, data.total) })}
        onMore={() => {
          focusFrom.current = count;
          void list.fetchNextPage();
        }}
      />
    </div>
  );
}

/** Renders the geometry of the list while it loads. */
export function SeriesListPending() {
  const t = useMessages();
  return (
    <>
      <p role="status" className="sr-only">
        {t("common.loading")}
      </p>
      <ul aria-hidden className="gutter posters animate-pulse">
        {placeholders.map((place) => (
          <li key={place}>
            <span className="block aspect-2/3 rounded-md bg-surface" />
            <span className="mt-2 block h-5 rounded-sm bg-surface" />
            <span className="block h-9.5" />
          </li>
        ))}
      </ul>
    </>
  );
}
