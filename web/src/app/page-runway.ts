import type { PlayableEpisode } from "@cliffhanger/contract";
import { resumePosition } from "@cliffhanger/contract/resume";
import { prefetchFirstSegment } from "../features/playback/segment-prefetch.ts";
import { positionOf } from "../features/playback/watch-url.ts";
import type { PrivateState } from "./page-state.ts";

// A script of its own, that runs before the app is there: most people come from an advertisement straight to a film, and
// its first segment comes down the line together with the code that plays it.
if (document.readyState === "loading") document.addEventListener("readystatechange", start, { once: true });
else start();

function start(): void {
  const text = document.getElementById("private-state")?.textContent;
  const { queries } = text ? (JSON.parse(text) as PrivateState) : { queries: [] };
  const answer = queries.find(({ name, params }) => name === "GET /api/video/episode" && "id" in params);
  const first = answer?.result as PlayableEpisode | undefined;
  if (!first) return;
  prefetchFirstSegment(
    { ...first.playback, at: positionOf(location.search) ?? resumePosition(first) },
    false,
  );
}
