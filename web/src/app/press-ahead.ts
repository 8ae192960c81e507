import type { PlayableEpisode } from "@cliffhanger/contract";
import { resumePosition } from "@cliffhanger/contract/resume";
import type { QueryClient } from "@tanstack/react-query";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { currentPreferences } from "../features/playback/preferences.ts";
import { playableQuery } from "../features/playback/queries.ts";
import { prefetchFirstSegment } from "../features/playback/segment-prefetch.ts";
import { episodeOf, positionOf } from "../features/playback/watch-url.ts";
import { call } from "../lib/api.ts";
import { activeLanguage } from "../lib/messages.ts";
import { matchRoute } from "./routes.ts";
import { loadScreen } from "./screen-registry.ts";

// As fresh as the watch screen wants it.
const fresh = 5000;
// A finger that rests this long means the card; one that scrolls is on its way by then.
const rests = 50;
// And one that moved this far scrolls, in px.
const moves = 8;

/**
 * Gets a screen ready as soon as a finger or a mouse button is on its way to it: its code and styles come in, and of a
 * series all is asked for that plays first, in one go. By the time the watch screen stands, its answers and its first segment
 * are there or near.
 */
export function watchPresses(client: QueryClient): void {
  let frame = 0;
  let from = { x: 0, y: 0 };
  const leave = () => cancelAnimationFrame(frame);
  document.addEventListener("pointerdown", (event) => {
    leave();
    const link = linkOf(event);
    if (!link || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY };
    const due = event.timeStamp + (event.pointerType === "touch" ? rests : 0);
    // In frames: while a finger is down, Chrome lets timers wait until it is lifted.
    const wait = (now: number) => {
      if (now < due) frame = requestAnimationFrame(wait);
      else ready(client, link);
    };
    wait(performance.now());
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > moves) leave();
  });
  document.addEventListener("pointercancel", leave);
  // In the capturing phase: before the router moves on. Enter on a link comes this way too.
  document.addEventListener(
    "click",
    (event) => {
      leave();
      const link = linkOf(event);
      const target = link && targetOf(link);
      if (target && !event.ctrlKey && !event.metaKey && !event.shiftKey) void go(client, target);
    },
    true,
  );
}

interface Target {
  seriesId: string;
  /** The episode that the link names; null leaves it to where the viewer goes on. */
  number: number | null;
  at: number | null;
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest("a") : null;
  return link?.origin === location.origin && link.pathname !== location.pathname ? link : null;
}

function targetOf({ pathname, search }: HTMLAnchorElement): Target | null {
  const route = matchRoute(pathname);
  if (route.name !== "watch") return null;
  return { seriesId: route.seriesId, number: episodeOf(search), at: positionOf(search) };
}

function ready(client: QueryClient, link: HTMLAnchorElement): void {
  const target = targetOf(link);
  if (target) {
    void look(client, target);
    import("../features/playback/hls-engine.ts").catch(() => undefined);
  }
  const { name } = matchRoute(link.pathname);
  // The tap itself would fetch it again, and say so if that fails.
  if (name !== "notFound") loadScreen(name).catch(() => undefined);
}

async function go(client: QueryClient, target: Target): Promise<void> {
  const first = await look(client, target);
  if (first) run(first, target.at);
}

function run(first: PlayableEpisode, at: number | null): void {
  prefetchFirstSegment({ ...first.playback, at: at ?? resumePosition(first) }, currentPreferences().saver);
}

/** The episode that the link leads to, with what plays it; null where it is locked or cannot be had. */
async function look(client: QueryClient, { seriesId, number }: Target): Promise<PlayableEpisode | null> {
  const language = activeLanguage();
  const key = `${seriesId} ${number ?? ""}`;
  void client.prefetchQuery({ ...seriesQuery(seriesId, language), staleTime: fresh });
  await client.prefetchQuery({
    ...episodesQuery(seriesId, language),
    staleTime: fresh,
    queryFn: async ({ signal }) => {
      const play = number === null ? "resume" : String(number);
      const { playing, ...page } = await call(
        "GET /api/video/episode",
        { seriesId, play },
        { signal, quiet: true },
      );
      if (playing) client.setQueryData(playableQuery(playing.id, language).queryKey, playing);
      firsts.set(key, playing?.id ?? null);
      return page;
    },
  });
  const id = firsts.get(key);
  return (id && client.getQueryData(playableQuery(id, language).queryKey)) || null;
}

// What each link began with, as the server said last.
const firsts = new Map<string, string | null>();
