import { hasVisibleFrame, onFirstFrame } from "./first-frame.ts";
import { onFrame } from "./media-events.ts";

/** Waits for the frame that replaces an episode's still. */
export interface FrameWatch {
  /** Whether a frame of the current episode has been reported. */
  found(): boolean;
  /**
   * Waits for the frame at which a prepared episode is paused. A dark frame does not count. With such a frame, a
   * swipe shows the video itself, which then starts at once.
   */
  awaitStanding(episodeId: string): void;
  /** Waits for a frame during playback: the first frame of an episode is often dark. */
  awaitMoving(episodeId: string): void;
  /** Stops waiting; `found` is false from then on. */
  reset(): void;
  stop(): void;
}

/** Creates the watch of a media element. */
export function createFrameWatch(video: HTMLVideoElement, painted: (episodeId: string) => void): FrameWatch {
  let found = false;
  let stopWaiting: (() => void) | null = null;

  function stop(): void {
    stopWaiting?.();
    stopWaiting = null;
  }

  function report(episodeId: string): void {
    found = true;
    painted(episodeId);
  }

  return {
    found: () => found,
    awaitStanding(episodeId) {
      stop();
      stopWaiting = onFirstFrame(video, () => {
        if (hasVisibleFrame(video)) report(episodeId);
      });
    },
    awaitMoving(episodeId) {
      stop();
      stopWaiting = onFrame(video, () => report(episodeId));
    },
    reset() {
      stop();
      found = false;
    },
    stop,
  };
}
