import { t } from "../../lib/messages.ts";
import { CountTabs } from "../../ui/count-tabs.tsx";
import type { SeriesFilter } from "./series-filter.ts";

interface Count {
  value: number;
  exact: boolean;
}

interface Counts {
  all: number;
  draft: number;
  live: number;
  withdrawn: number;
  changed: number;
  scheduled: Count;
  attention: Count;
}

/** What a tab sets; it clears what the others set. */
const none = { state: undefined, draft: undefined, scheduled: undefined, attention: undefined };

const tabs = [
  { count: "all", label: "series.tab.all", to: none },
  { count: "attention", label: "series.tab.attention", to: { ...none, attention: "1" } },
  { count: "live", label: "series.tab.live", to: { ...none, state: "live" } },
  { count: "scheduled", label: "series.tab.scheduled", to: { ...none, scheduled: "1" } },
  { count: "changed", label: "series.tab.changed", to: { ...none, draft: "1" } },
  { count: "draft", label: "series.tab.draft", to: { ...none, state: "draft" } },
  { count: "withdrawn", label: "series.tab.withdrawn", to: { ...none, state: "withdrawn" } },
] as const;

const tabNames = ["state", "draft", "scheduled", "attention"] as const;

/** The states of series, and what is to be done about them, with how many there are of each. */
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
      tabs={tabs.map(({ count, label, to }) => {
        const counted = counts?.[count] ?? null;
        const { value, exact } =
          typeof counted === "object" && counted ? counted : { value: counted, exact: true };
        return {
          name: count,
          label: t(label),
          count: value,
          isMore: !exact,
          isHere: tabNames.every((name) => filter[name] === to[name]),
          open: () => change({ ...filter, ...to }),
        };
      })}
    />
  );
}
