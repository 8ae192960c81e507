import { useEffect } from "react";
import { track } from "../../lib/track.ts";
import { type TrackedPlayer, trackPlayback } from "./track-playback.ts";

/** Tracks that a series is open, and how far its episodes are watched. */
export function useWatchTracking(player: TrackedPlayer, { id, title }: { id: string; title: string }): void {
  useEffect(() => track("ViewContent", { seriesId: id, title }), [id, title]);
  useEffect(() => trackPlayback(player, { seriesId: id, title }), [player, id, title]);
}
