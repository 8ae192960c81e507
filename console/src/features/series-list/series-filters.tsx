import { filmFilters, priceFilters } from "@cliffhanger/contract/console/series-states";
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { call } from "../../lib/call.ts";
import { languageOptions } from "../../lib/languages.ts";
import { useMe } from "../../lib/me.ts";
import { t } from "../../lib/messages.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { dateOf, formatDate } from "../../lib/time.ts";
import { useMembers } from "../../lib/use-members.ts";
import { TypedField } from "../../ui/typed-field.tsx";
import type { SeriesFilter } from "./series-filter.ts";
import styles from "./series-list.module.css";

const WEEK_DAYS = 7;
const WEEKS_BEFORE = 4;
const WEEKS_AFTER = 9;
/** What "clear" leaves: the order, and the tab. */
const kept = ["state", "draft", "scheduled", "attention", "sort"] as const;

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
  const { search, tag, language, film, price, week, by } = filter;
  const people = usePeople();
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
      <Choice
        label={t("series.lacks")}
        data={languageOptions()}
        value={language}
        change={(to) => change({ ...filter, language: to })}
        width="13rem"
      />
      <Choice
        label={t("series.film")}
        data={filmFilters.map((one) => ({ value: one, label: t(`series.film.${one}`) }))}
        value={film}
        change={(to) => change({ ...filter, film: to })}
        width="11rem"
      />
      <Choice
        label={t("series.price")}
        data={priceFilters.map((one) => ({ value: one, label: t(`series.price.${one}`) }))}
        value={price}
        change={(to) => change({ ...filter, price: to })}
        width="11rem"
      />
      <Choice
        label={t("series.week")}
        data={weeksAround(week)}
        value={week}
        change={(to) => change({ ...filter, week: to })}
        width="13rem"
      />
      <Choice
        label={t("series.by")}
        data={people}
        value={by}
        change={(to) => change({ ...filter, by: to })}
        width="13rem"
      />
      {(search ?? tag ?? language ?? film ?? price ?? week ?? by) !== undefined && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() => change(Object.fromEntries(kept.map((name) => [name, filter[name]])))}
        >
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

/** A filter of a few values, of which none need be chosen. */
function Choice<Value extends string>({
  label,
  data,
  value,
  change,
  width,
}: {
  label: string;
  data: readonly { value: Value; label: string }[];
  value: Value | undefined;
  change: (to: Value | undefined) => void;
  width: string;
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={value ?? null}
      onChange={(to) => change(to ?? undefined)}
      size="xs"
      w={width}
      clearable
    />
  );
}

/** The team for who may see it; everybody may ask for what they changed themselves. */
function usePeople(): { value: string; label: string }[] {
  const { operator } = useMe();
  const others = useMembers().filter(({ id }) => id !== operator.id);
  return [
    { value: operator.id, label: t("series.by.me") },
    ...others.map(({ id, email }) => ({ value: id, label: email })),
  ];
}

/** Returns the weeks around today by their Mondays, with the chosen one where it lies elsewhere. */
function weeksAround(chosen: string | undefined): { value: string; label: string }[] {
  const today = dayAfter(dateOf(new Date(serverNow()).toISOString()), 0);
  const monday = dayAfter(today, -((new Date(`${today}T12:00Z`).getUTCDay() + 6) % WEEK_DAYS));
  const mondays = Array.from({ length: WEEKS_BEFORE + WEEKS_AFTER }, (_, at) =>
    dayAfter(monday, (at - WEEKS_BEFORE) * WEEK_DAYS),
  );
  const isKnown = chosen === undefined || mondays.includes(chosen) || Number.isNaN(Date.parse(chosen));
  return [...(isKnown ? [] : [chosen]), ...mondays].map((from) => {
    const words = t("series.week.span", {
      from: formatDate(from),
      to: formatDate(dayAfter(from, WEEK_DAYS - 1)),
    });
    return { value: from, label: from === monday ? t("series.week.this", { week: words }) : words };
  });
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
