import type { SeriesChoice } from "@cliffhanger/contract/console/series-choice";
import { useState } from "react";
import type { SeriesFilter } from "./series-filter.ts";

/** Which series of the list are selected: some of them, or all that match. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether all that match are selected, also on other pages. */
  all: boolean;
  count: number;
  toggle(id: string): void;
  /** Selects the series of the page, or none. */
  page(ids: readonly string[]): void;
  selectAll(): void;
  clear(): void;
  /** What an act about the selection carries. */
  choice(): SeriesChoice;
}

const none: ReadonlySet<string> = new Set();

/** Keeps what is selected while the filter stays the same. `total` is how many match. */
export function useSelection(filter: SeriesFilter, total: number): Selection {
  const { sort: _sort, ...narrowing } = filter;
  const key = JSON.stringify(narrowing);
  const [kept, setKept] = useState({ key, ids: none, all: false });
  const { ids, all } = kept.key === key ? kept : { ids: none, all: false };
  const set = (next: ReadonlySet<string>, everything = false) => setKept({ key, ids: next, all: everything });
  return {
    ids,
    all,
    count: all ? total : ids.size,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      set(next);
    },
    page: (shown) => set(new Set(shown)),
    selectAll: () => set(ids, true),
    clear: () => set(none),
    choice: () =>
      all
        ? { filter: narrowing as Extract<SeriesChoice, { filter: unknown }>["filter"], count: total }
        : { ids: [...ids] },
  };
}
