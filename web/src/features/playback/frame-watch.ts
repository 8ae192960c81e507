import { onFirstPicture, showsSomething } from "./first-frame.ts";
import { onFrame } from "./media-events.ts";

/** Watches for the frame of an episode that takes the place of its still. */
export interface FrameWatch {
  /** A frame of the current episode has been reported. */
  found(): boolean;
  /**
   * Waits for the frame at which an episode that does not play yet stands. A frame that is dark does not count. With it a
   * swipe brings the video itself, which then moves at once.
   */
  awaitStanding(episodeId: string): void;
  /** Waits for a moving frame: the first frame of an episode is often dark. */
  awaitMoving(episodeId: string): void;
  /** Stops waiting; `found` is false from then on. */
  reset(): void;
  stop(): void;
}

/** Builds the watch of one media element. */
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
      stopWaiting = onFirstPicture(video, () => {
        if (showsSomething(video)) report(episodeId);
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
