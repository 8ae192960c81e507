import type { SeriesCard as Card, Series } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { SeriesCard } from "../features/catalogue/series-card.tsx";
import { call } from "../lib/api.ts";
import { queryKey } from "../lib/query-key.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";

const QUARTER_HOUR_MS = 15 * 60_000;

// Matches the variant `wide` of the styles.
const WIDE_QUERY = "(width >= 48rem) and (height >= 31rem)";

/** Fetches similar series: by the first tag, else the recommended ones. Quiet. */
export function moreLikeQuery({ tags: [tag] }: Series, language: Language) {
  return cardsQuery(tag ? { tag: tag.id } : { section: "recommended" }, language);
}

/** Fetches one short page of series. Quiet. */
export function cardsQuery(of: { tag: string } | { section: string }, language: Language) {
  const params = { ...of, pageSize: "13" };
  return queryOptions({
    queryKey: queryKey("GET /api/homepage/query", language, { ...params, page: "1" }),
    queryFn: ({ signal }) => call("GET /api/homepage/query", params, { signal, quiet: true }),
    staleTime: QUARTER_HOUR_MS,
  });
}

/** Returns similar series: when the end of the series is near, or at once where there is room next to the player. */
export function useMoreLike(series: Series, near: boolean): Card[] {
  const room = useRoom(false);
  const { data } = useQuery({ ...moreLikeQuery(series, useLanguage()), enabled: near || room });
  return data?.list.filter(({ id }) => id !== series.id) ?? [];
}

function subscribeToRoom(listener: () => void): () => void {
  const room = window.matchMedia(WIDE_QUERY);
  room.addEventListener("change", listener);
  return () => room.removeEventListener("change", listener);
}

/**
 * Returns whether there is room next to the player.
 * @param first the value until hydration
 */
export function useRoom(first: boolean): boolean {
  return useSyncExternalStore(
    subscribeToRoom,
    () => window.matchMedia(WIDE_QUERY).matches,
    () => first,
  );
}

/** Renders similar series next to the player. */
export function MoreGrid({ list }: { list: readonly Card[] }) {
  const t = useMessages();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="more-like" className="mt-8">
      <h2 id="more-like" className="mb-3 text-lg font-semibold">
        {t("watch.moreLike")}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(6.5rem,100%),1fr))] gap-3">
        {list.slice(0, 6).map((series) => (
          <li key={series.id}>
            <SeriesCard series={series} sizes="140px" />
          </li>
        ))}
      </ul>
    </section>
  );
}
