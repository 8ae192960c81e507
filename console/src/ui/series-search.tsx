import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../lib/call.ts";
import { t } from "../lib/messages.ts";

const TYPING_MS = 250;
const FOUND = 20;

/** Finds a series by its title, and adds it. */
export function SeriesSearch({
  label,
  without,
  add,
}: {
  label: string;
  /** Series that are there already. */
  without: readonly string[];
  add: (id: string, title: string) => void;
}) {
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ["series", "search", search],
    queryFn: () => call("GET /api/console/series", { search, size: String(FOUND) }),
    placeholderData: keepPreviousData,
  });
  const list = found.data?.list.filter(({ id }) => !without.includes(id)) ?? [];
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={list.map(({ id, title, state }) => ({
        value: id,
        label: state === "live" ? title : `${title} (${t(`series.state.${state}`)})`,
      }))}
      value={null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={t("filter.nothing")}
      onChange={(id) => {
        if (id === null) return;
        add(id, list.find((one) => one.id === id)?.title ?? "");
        setText("");
      }}
    />
  );
}
