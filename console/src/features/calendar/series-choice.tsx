import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";

const TYPING_MS = 250;
const FOUND = 20;

/** Chooses a series by its title. */
export function SeriesChoice({
  value,
  change,
}: {
  value: string | null;
  change: (id: string | null) => void;
}) {
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ["series", "search", search],
    queryFn: () => call("GET /api/console/series", { search, size: String(FOUND) }),
    placeholderData: keepPreviousData,
  });
  const list = found.data?.list ?? [];
  return (
    <Select
      label={t("calendar.series")}
      data={list.map(({ id, title, state }) => ({
        value: id,
        label: state === "live" ? title : `${title} (${t(`series.state.${state}`)})`,
      }))}
      value={value}
      searchable
      required
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t("filter.nothing")}
      onChange={change}
    />
  );
}
