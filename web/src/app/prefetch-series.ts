import type { PlayableEpisode } from "@cliffhanger/contract";
import { resumePosition } from "@cliffhanger/contract/resume";
import type { Route } from "@cliffhanger/contract/screens";
import type { QueryClient } from "@tanstack/react-query";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { currentPreferences } from "../features/playback/preferences.ts";
import { playableQuery } from "../features/playback/queries.ts";
import { prefetchFirstSegment } from "../features/playback/segment-prefetch.ts";
import { episodeOf } from "../features/playback/watch-url.ts";
import { call } from "../lib/api.ts";
import { activeLanguage } from "../lib/messages.ts";
import { prefetchOnPress } from "../loader/client/prefetch-on-press.ts";

/** The watch screen accepts answers of this age. */
const FRESH_MS = 5000;

interface Target {
  seriesId: string;
  /** The episode that the link names; null where the viewer resumes. */
  number: number | null;
}

/**
 * Prepares the target of a link while it is pressed: its screen, and of a series everything that plays first, in one call.
 * When the watch screen renders, its answers and its first segment are there or near.
 */
export function prefetchLinks(client: QueryClient): void {
  prefetchOnPress({
    press: (route, link) => {
      const target = targetOf(route, link);
      if (target) void fetchFirst(client, target);
    },
    follow: (route, link) => {
      const target = targetOf(route, link);
      if (target) void startFirst(client, target);
    },
  });
}

function targetOf(route: Route, { search }: HTMLAnchorElement): Target | null {
  if (route.name !== "watch") return null;
  return { seriesId: route.seriesId, number: episodeOf(search) };
}

async function startFirst(client: QueryClient, target: Target): Promise<void> {
  const first = await fetchFirst(client, target);
  if (first)
    prefetchFirstSegment({ ...first.playback, at: resumePosition(first) }, currentPreferences().saver);
}

/** Returns the episode that the link leads to, with what plays it; null where it is locked or unavailable. */
async function fetchFirst(
  client: QueryClient,
  { seriesId, number }: Target,
): Promise<PlayableEpisode | null> {
  const language = activeLanguage();
  const key = `${seriesId} ${number ?? ""}`;
  void client.prefetchQuery({ ...seriesQuery(seriesId, language), staleTime: FRESH_MS });
  await client.prefetchQuery({
    ...episodesQuery(seriesId, language),
    staleTime: FRESH_MS,
    queryFn: async ({ signal }) => {
      const play = number === null ? "resume" : String(number);
      const { playing, ...page } = await call(
        "GET /api/video/episode",
        { seriesId, play },
        { signal, quiet: true },
      );
      if (playing) client.setQueryData(playableQuery(playing.id, language).queryKey, playing);
      firstEpisodes.set(key, playing?.id ?? null);
      return page;
    },
  });
  const id = firstEpisodes.get(key);
  return (id && client.getQueryData(playableQuery(id, language).queryKey)) || null;
}

// The first episode of each link, by the server's last answer.
const firstEpisodes = new Map<string, string | null>();
