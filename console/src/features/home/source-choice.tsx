import type { HomeSource } from "@cliffhanger/contract/console/home";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { SeriesSearch } from "../../ui/series-search.tsx";

const types = ["newest", "popular", "coming", "tag", "series"] as const;

/** A source that was chosen before its tag, or its first series, was; null: there is none. */
export type BegunSource = "tag" | "series" | null;

/** Where a section takes its series from. A tag, or the first chosen series, is asked for before anything changes. */
export function SourceChoice({
  source,
  begun,
  change,
}: {
  source: HomeSource;
  begun: BegunSource;
  change: (to: { source?: HomeSource; begun: BegunSource }) => void;
}) {
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => call("GET /api/console/tag") });
  const type = begun ?? source.type;
  const choose = (to: HomeSource) => change({ source: to, begun: null });
  return (
    <>
      <Select
        label={t("home.source")}
        data={types.map((value) => ({ value, label: t(`home.source.${value}`) }))}
        value={type}
        allowDeselect={false}
        onChange={(to) => {
          if (to === "newest" || to === "popular" || to === "coming") choose({ type: to });
          else if (to === "tag" || to === "series") change({ begun: to === source.type ? null : to });
        }}
      />
      {type === "tag" && (
        <Select
          label={t("home.tag")}
          data={(["category", "tag"] as const).map((kind) => ({
            group: t(`details.${kind}`),
            items: (tags.data?.list ?? [])
              .filter((one) => one.kind === kind)
              .map(({ id, name }) => ({ value: id, label: name })),
          }))}
          value={source.type === "tag" ? source.tag : null}
          placeholder={t("home.tagChoose")}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t("filter.nothing")}
          onChange={(tag) => tag !== null && choose({ type: "tag", tag })}
        />
      )}
      {begun === "series" && (
        <SeriesSearch
          label={t("home.firstSeries")}
          without={[]}
          add={(id) => choose({ type: "series", ids: [id] })}
        />
      )}
    </>
  );
}
