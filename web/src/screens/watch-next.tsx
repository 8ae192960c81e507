import type { SeriesCard as Card, Series } from "@cliffhanger/contract";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { ownedSeriesQuery } from "../features/billing/queries.ts";
import { SeriesCard } from "../features/catalogue/series-card.tsx";
import { finishedSeriesQuery } from "../features/library/queries.ts";
import { useLanguage, useMessages } from "../lib/use-language.ts";
import { useUserState } from "../lib/user.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import { cardsQuery, moreLikeQuery } from "./watch-more.tsx";

// With fewer similar series than this, recommended ones are added.
const MIN_SERIES = 4;

/**
 * Returns what this viewer could watch next: similar series, then recommended ones, without those that they have
 * finished or own. The lists are public and the same for everyone, so they are filtered here. Null until everything
 * is known.
 */
function useNextStories(series: Series, near: boolean): Card[] | null {
  const language = useLanguage();
  const { user, failed } = useUserState();
  const member = user?.kind === "member";
  const similar = useQuery({ ...moreLikeQuery(series, language), enabled: near });
  const finished = useQuery({ ...finishedSeriesQuery(language), enabled: near });
  const owned = useQuery({ ...ownedSeriesQuery(language), enabled: near && member });
  const isKnown =
    near && (user !== undefined || failed) && ![similar, finished, owned].some(({ isLoading }) => isLoading);
  const seen = new Set([series.id, ...(finished.data ?? []), ...(owned.data ?? [])]);
  const isNew = ({ id }: Card) => !seen.has(id);
  const similarSeries = similar.data?.list.filter(isNew) ?? [];
  const others = useQuery({
    ...cardsQuery({ section: "recommended" }, language),
    enabled: isKnown && similarSeries.length < MIN_SERIES,
  });
  if (!isKnown || others.isLoading) return null;
  if (similarSeries.length >= MIN_SERIES) return similarSeries;
  const listed = new Set(similarSeries.map(({ id }) => id));
  return [
    ...similarSeries,
    ...(others.data?.list.filter((card) => isNew(card) && !listed.has(card.id)) ?? []),
  ];
}

interface NextStoriesProps {
  series: Series;
  /** Whether the end of the series is near, so that the answers are needed. */
  near: boolean;
}

/** Renders the next series, large, and others in a scrollable row below it. */
export function NextStories({ series, near }: NextStoriesProps) {
  const t = useMessages();
  const list = useNextStories(series, near);
  const [first, ...others] = list ?? [];
  if (!list) return null;
  if (!first) {
    return (
      <>
        <p className="text-text/85">{t("watch.nothingNew")}</p>
        <ButtonLink shape="primary" href="/">
          {t("watch.otherSeries")}
        </ButtonLink>
      </>
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
