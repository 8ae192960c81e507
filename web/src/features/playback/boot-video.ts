import type { PlayableEpisode } from "@cliffhanger/contract";
import { readPage } from "../../lib/read-page.ts";
import { whenParsed } from "../../lib/when-parsed.ts";
import { prefetchFirstSegment } from "./segment-prefetch.ts";
import { startOf } from "./start-position.ts";

// A script that runs before the app (`boot` in the row of the watch screen): most visitors come from an advertisement
// directly to an episode, and its first segment loads together with the code that plays it.
void whenParsed().then(start);

function start(): void {
  const { queries } = readPage("viewer-state") ?? { queries: [] };
  const answer = queries.find(({ name, params }) => name === "GET /api/video/episode" && "id" in params);
  const first = answer?.result as PlayableEpisode | undefined;
  if (!first) return;
  prefetchFirstSegment({ ...first.playback, at: startOf(location.search, first).at }, false);
}
