import { useEffect, useEffectEvent } from "react";
import { track } from "../../lib/track.ts";
import { type TrackedPlayer, trackPlayback } from "./track-playback.ts";

/** Tracks that a series is open, and how far its episodes are watched. */
export function useWatchTracking(player: TrackedPlayer, { id, title }: { id: string; title: string }): void {
  // A title in another language is no other view.
  const titleNow = useEffectEvent(() => title);
  useEffect(() => track("ViewContent", { seriesId: id, title: titleNow() }), [id]);
  useEffect(() => trackPlayback(player, () => ({ seriesId: id, title: titleNow() })), [player, id]);
}
