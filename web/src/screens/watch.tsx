import { chooseEpisode } from "@cliffhanger/contract/resume";
import { matchScreen } from "@cliffhanger/contract/screens";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { useDrops } from "../features/catalogue/use-drops.ts";
import { episodeOf } from "../features/playback/watch-url.ts";
import { ApiError } from "../lib/api.ts";
import { useLanguage } from "../lib/use-language.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import { Coming } from "./watch-coming.tsx";
import { Watch } from "./watch-series.tsx";
import { Centred, Nothing, NotStarted, Pending } from "./watch-states.tsx";

const NotFound = lazyOnOpen(() => import("./not-found.tsx").then(({ NotFoundScreen }) => NotFoundScreen), {
  messages: ["app"],
});

/** `/videos/{id}`: the player, and what belongs to the series (R14). `?ep=7&t=42` selects an episode and a position. */
export function WatchScreen() {
  const [path] = useLocation();
  const search = useSearch();
  const language = useLanguage();
  const route = matchScreen(path);
  const id = route.name === "watch" ? route.seriesId : "";
  const series = useQuery({ ...seriesQuery(id, language), ...personal });
  const episodes = useQuery({ ...episodesQuery(id, language), ...personal });
  const waiting = useFreshAnswers([series, episodes]);
  const refetch = () => void Promise.all([series.refetch(), episodes.refetch()]);
  useDrops(series.data?.upcoming[0]?.at, refetch);
  const error = series.error ?? episodes.error;
  if (error instanceof ApiError && error.code === 404) {
    return (
      <Centred>
        <NotFound />
      </Centred>
    );
  }
  if (series.data && episodes.data && !waiting) {
    const { list } = episodes.data;
    const episode = chooseEpisode(list, episodeOf(search), series.data.progress?.episodeId);
    if (!episode) {
      return (
        <Centred>
          {series.data.nextReleaseAt === null ? (
            <Nothing title={series.data.title} />
          ) : (
            <Coming series={series.data} />
          )}
        </Centred>
      );
    }
    return <Watch series={series.data} list={list} first={episode.number} />;
  }
  if (error) {
    return (
      <Centred>
        <NotStarted retry={refetch} />
      </Centred>
    );
  }
  return <Pending />;
}

// The progress may change on another device: an answer older than a few seconds is refetched.
const personal = { staleTime: 5000, refetchOnWindowFocus: true };

// How long an older answer waits for the new one; offline, or on a slow network, it is used.
const MAX_WAIT_MS = 1000;

/** Returns whether cached answers are still being refetched, right after the screen was opened. */
function useFreshAnswers(answers: { isFetching: boolean; isFetchedAfterMount: boolean }[]): boolean {
  const [isOver, setOver] = useState(false);
  const waiting = !isOver && answers.some((answer) => answer.isFetching && !answer.isFetchedAfterMount);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), waiting ? MAX_WAIT_MS : 0);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting;
}
