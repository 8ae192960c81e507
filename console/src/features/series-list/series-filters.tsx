import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { call } from "../../lib/call.ts";
import { languageOptions } from "../../lib/languages.ts";
import { t } from "../../lib/messages.ts";
import { TypedField } from "../../ui/typed-field.tsx";
import type { SeriesFilter } from "./series-filter.ts";
import styles from "./series-list.module.css";

const sorts = ["changed", "created", "title", "plays"] as const;

/** Search, filters and order of the list of series. */
export function SeriesFilters({
  filter,
  change,
}: {
  filter: SeriesFilter;
  change: (next: SeriesFilter) => void;
}) {
  const tags = useQuery({ queryKey: ["tags"], queryFn: () => call("GET /api/console/tag") });
  const { search, tag, language } = filter;
  return (
    <search className={styles.filters} aria-label={t("filter.label")}>
      <TypedField
        type="search"
        aria-label={t("series.search")}
        placeholder={t("series.search")}
        leftSection={<Search size={15} aria-hidden />}
        value={search ?? ""}
        change={(to) => change({ ...filter, search: to })}
        size="xs"
        w="18rem"
      />
      <Select
        aria-label={t("series.tag")}
        placeholder={t("series.tag")}
        data={tags.data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={tag ?? null}
        onChange={(to) => change({ ...filter, tag: to ?? undefined })}
        size="xs"
        w="13rem"
        searchable
        clearable
        nothingFoundMessage={t("filter.nothing")}
      />
      <Select
        aria-label={t("series.lacks")}
        placeholder={t("series.lacks")}
        data={languageOptions()}
        value={language ?? null}
        onChange={(to) => change({ ...filter, language: to ?? undefined })}
        size="xs"
        w="13rem"
        clearable
      />
      {(search ?? tag ?? language) !== undefined && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => change({ sort: filter.sort })}>
          {t("filter.clear")}
        </Button>
      )}
      <span className={styles.sort}>
        <Select
          aria-label={t("series.sort")}
          data={sorts.map((one) => ({ value: one, label: t(`series.sort.${one}`) }))}
          value={filter.sort ?? "changed"}
          onChange={(to) => change({ ...filter, sort: to === "changed" ? undefined : (to ?? undefined) })}
          size="xs"
          w="13rem"
          allowDeselect={false}
        />
      </span>
    </search>
  );
}
