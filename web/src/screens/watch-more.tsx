import type { SeriesCard as Card, Series } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { SeriesCard } from "../features/catalogue/series-card.tsx";
import { call } from "../lib/api.ts";
import { queryKey } from "../lib/query-key.ts";
import { useLanguage } from "../lib/use-language.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";

const quarter = 15 * 60_000;

// As the variant `wide` of the styles.
const beside = "(width >= 48rem) and (height >= 31rem)";

/**
 * Series like this one: under its first tag, else the recommended ones. One quiet call, when the end of the series is near,
 * or right away where there is room for them beside the player.
 */
export function useMoreLike(series: Series, near: boolean): Card[] {
  const language = useLanguage();
  const room = useRoom(false);
  const [tag] = series.tags;
  const params = { ...(tag ? { tag: tag.id } : { section: "recommended" }), pageSize: "13" };
  const { data } = useQuery({
    queryKey: queryKey("GET /api/homepage/query", language, { ...params, page: "1" }),
    queryFn: ({ signal }) => call("GET /api/homepage/query", params, { signal, quiet: true }),
    staleTime: quarter,
    enabled: near || room,
  });
  return data?.list.filter(({ id }) => id !== series.id) ?? [];
}

function followRoom(listener: () => void): () => void {
  const room = window.matchMedia(beside);
  room.addEventListener("change", listener);
  return () => room.removeEventListener("change", listener);
}

/** Whether there is room beside the player. `first`: what is drawn before the device says so. */
export function useRoom(first: boolean): boolean {
  return useSyncExternalStore(
    followRoom,
    () => window.matchMedia(beside).matches,
    () => first,
  );
}

/** Beside the player: what else there is. */
export function MoreGrid({ list }: { list: readonly Card[] }) {
  const { t } = useTranslation();
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

/** The next story to love, large, and others in a row under it that can be swiped. */
export function NextStories({ list }: { list: readonly Card[] }) {
  const { t } = useTranslation();
  const [first, ...others] = list;
  if (!first) {
    return (
      <ButtonLink shape="primary" href="/">
        {t("watch.otherSeries")}
      </ButtonLink>
    );
  }
  return (
    <>
      <div className="flex items-end gap-4">
        <Picture
          image={first.poster}
          sizes="170px"
          className="relative aspect-2/3 w-2/5 shrink-0 rounded-lg max-[22rem]:hidden"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <p className="line-clamp-3 font-title text-xl">{first.title}</p>
          <p className="flex flex-wrap gap-x-2 text-sm text-text/80">
            {first.tags.slice(0, 2).map(({ id, name }) => (
              <span key={id}>{name}</span>
            ))}
          </p>
          <ButtonLink shape="primary" href={`/videos/${first.id}`}>
            <Play aria-hidden className="size-5 fill-current" />
            {t("watch.watchNow")}
          </ButtonLink>
        </div>
      </div>
      {others.length > 0 ? (
        <ul className="no-scrollbar -mx-4 hidden shrink-0 snap-x scroll-px-4 gap-3 overflow-x-auto px-4 [@media(height>=46rem)]:flex">
          {others.map((series) => (
            <li key={series.id} className="w-26 shrink-0 snap-start">
              <SeriesCard series={series} sizes="104px" />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
