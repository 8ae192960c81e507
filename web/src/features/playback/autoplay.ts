import { settle } from "./media-events.ts";

interface Autoplay {
  /** The episode is still the one to play. */
  isWanted(): boolean;
  /** It has its sound on, so it may start without. */
  mayBeSilenced(): boolean;
  report(outcome: "silenced" | "blocked"): void;
}

/** Starts a video: with sound first; where the browser forbids that, silently; where it forbids that too, on a tap. */
export async function autoplay(video: HTMLVideoElement, events: Autoplay): Promise<void> {
  if ((await settle(video.play())) !== "refused" || !events.isWanted()) return;
  if (events.mayBeSilenced()) {
    events.report("silenced");
    video.muted = true;
    if ((await settle(video.play())) !== "refused" || !events.isWanted()) return;
  }
  events.report("blocked");
}
