import { t } from "../../lib/messages.ts";
import { CountTabs } from "../../ui/count-tabs.tsx";
import type { SeriesFilter } from "./series-filter.ts";

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
    <CountTabs
      label={t("series.tabs")}
      tabs={tabs.map(({ count, label, to }) => ({
        name: count,
        label: t(label),
        count: counts?.[count] ?? null,
        isHere: filter.state === to.state && filter.draft === to.draft,
        open: () => change({ ...filter, ...to }),
      }))}
    />
  );
}
