import { t } from "../../lib/messages.ts";
import type { SeriesFilter } from "./series-filter.ts";
import styles from "./series-list.module.css";

interface Counts {
  all: number;
  draft: number;
  live: number;
  withdrawn: number;
  changed: number;
}

const tabs = [
  { count: "all", label: "series.tab.all", to: { state: undefined, draft: undefined } },
  { count: "live", label: "series.tab.live", to: { state: "live", draft: undefined } },
  { count: "changed", label: "series.tab.changed", to: { state: undefined, draft: "1" } },
  { count: "draft", label: "series.tab.draft", to: { state: "draft", draft: undefined } },
  { count: "withdrawn", label: "series.tab.withdrawn", to: { state: "withdrawn", draft: undefined } },
] as const;

/** The states of series, with how many there are in each. */
export function SeriesTabs({
  filter,
  counts,
  change,
}: {
  filter: SeriesFilter;
  counts: Counts | undefined;
  change: (next: SeriesFilter) => void;
}) {
  return (
    <nav className={styles.tabs} aria-label={t("series.tabs")}>
      {tabs.map(({ count, label, to }) => {
        const here = filter.state === to.state && filter.draft === to.draft;
        return (
          <button
            key={count}
            type="button"
            className={styles.tab}
            aria-current={here ? "true" : undefined}
            onClick={() => change({ ...filter, ...to })}
          >
            {t(label)} {counts && <span className={styles.number}>{counts[count].toLocaleString("en")}</span>}
          </button>
        );
      })}
    </nav>
  );
}
