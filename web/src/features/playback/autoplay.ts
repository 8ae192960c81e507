import { playResult } from "./media-events.ts";

interface Autoplay {
  /** Whether the episode is still the one to play. */
  isWanted(): boolean;
  /** Whether it may start without sound: the sound is on. */
  mayBeSilenced(): boolean;
  report(outcome: "silenced" | "blocked"): void;
}

/** Starts a video: with sound; muted where the browser forbids that; on a tap where it forbids that too. */
export async function autoplay(video: HTMLVideoElement, events: Autoplay): Promise<void> {
  if ((await playResult(video.play())) !== "refused" || !events.isWanted()) return;
  if (events.mayBeSilenced()) {
    events.report("silenced");
    video.muted = true;
    if ((await playResult(video.play())) !== "refused" || !events.isWanted()) return;
  }
  events.report("blocked");
}
