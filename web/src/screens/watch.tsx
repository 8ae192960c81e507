import { chooseEpisode } from "@cliffhanger/contract/resume";
import { matchScreen } from "@cliffhanger/contract/screens";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { episodeOf } from "../features/playback/watch-url.ts";
import { ApiError } from "../lib/api.ts";
import { useLanguage } from "../lib/use-language.ts";
import { lazyOnOpen } from "../loader/client/lazy-on-open.tsx";
import { Watch } from "./watch-series.tsx";
import { Alone, Nothing, NotStarted, Pending } from "./watch-states.tsx";

const NotFound = lazyOnOpen(() => import("./not-found.tsx").then(({ NotFoundScreen }) => NotFoundScreen), {
  messages: ["app"],
});

/** `/videos/{id}`: the player, and what belongs to the series (R14). `?ep=7&t=42` points into it. */
export function WatchScreen() {
  const [path] = useLocation();
  const search = useSearch();
  const language = useLanguage();
  const route = matchScreen(path);
  const id = route.name === "watch" ? route.seriesId : "";
  const series = useQuery({ ...seriesQuery(id, language), ...personal });
  const episodes = useQuery({ ...episodesQuery(id, language), ...personal });
  const waiting = useFreshAnswers([series, episodes]);
  const error = series.error ?? episodes.error;
  if (error instanceof ApiError && error.code === 404) {
    return (
      <Alone>
        <NotFound />
      </Alone>
    );
  }
  if (series.data && episodes.data && !waiting) {
    const { list } = episodes.data;
    const episode = chooseEpisode(list, episodeOf(search), series.data.progress?.episodeId);
    if (!episode) {
      return (
        <Alone>
          <Nothing title={series.data.title} />
        </Alone>
      );
    }
    return <Watch series={series.data} list={list} first={episode.number} />;
  }
  if (error) {
    return (
      <Alone>
        <NotStarted retry={() => void Promise.all([series.refetch(), episodes.refetch()])} />
      </Alone>
    );
  }
  return <Pending />;
}

// How far one is may change on another device: what is older than a few seconds is asked for anew.
const personal = { staleTime: 5000, refetchOnWindowFocus: true };

// How long an older answer waits for the new one; offline, or on a slow line, it serves.
const patience = 1000;

/** Whether the answers that are here are old and new ones on their way, right after the screen was opened. */
function useFreshAnswers(answers: { isFetching: boolean; isFetchedAfterMount: boolean }[]): boolean {
  const [over, setOver] = useState(false);
  const waiting = !over && answers.some((answer) => answer.isFetching && !answer.isFetchedAfterMount);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), waiting ? patience : 0);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting;
}
