import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";

const TYPING_MS = 250;
const FOUND = 20;

/** A series with the words by which it was chosen. */
export interface ChosenSeries {
  id: string;
  label: string;
}

/** Chooses a series by its title. */
export function SeriesChoice({
  value,
  change,
}: {
  value: ChosenSeries | null;
  change: (series: ChosenSeries | null) => void;
}) {
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ["series", "search", search],
    queryFn: () => call("GET /api/console/series", { search, size: String(FOUND) }),
    placeholderData: keepPreviousData,
  });
  const list = (found.data?.list ?? []).map(({ id, title, state }) => ({
    value: id,
    label: state === "live" ? title : `${title} (${t(`series.state.${state}`)})`,
  }));
  // It was chosen before the form was left, and is not among the first ones.
  if (value && ["", value.label].includes(text.trim()) && !list.some((one) => one.value === value.id))
    list.push({ value: value.id, label: value.label });
  return (
    <Select
      label={t("calendar.series")}
      data={list}
      value={value?.id ?? null}
      searchable
      required
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t("filter.nothing")}
      onChange={(id, option) => change(id === null ? null : { id, label: option?.label ?? "" })}
    />
  );
}
