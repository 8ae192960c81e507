import type { PlayerEvent } from "./player-state.ts";

/** How a `play()` ended. It may be refused (autoplay rules), or overtaken by another load, which is no refusal. */
export async function settle(playing: Promise<void>): Promise<"played" | "refused" | "overtaken"> {
  try {
    await playing;
    return "played";
  } catch (error) {
    return error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "overtaken";
  }
}

/** Tells the store what the media element does. Answers how to stop. */
export function listen(video: HTMLVideoElement, dispatch: (event: PlayerEvent) => void): () => void {
  const control = new AbortController();
  const on = (name: keyof HTMLMediaElementEventMap, event: () => PlayerEvent) =>
    video.addEventListener(name, () => dispatch(event()), { signal: control.signal });
  const progress = (): PlayerEvent => ({
    type: "progressed",
    time: video.currentTime,
    ahead: aheadOf(video),
  });
  const measure = (): PlayerEvent => ({
    type: "measured",
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    ratio: video.videoWidth > 0 ? video.videoWidth / video.videoHeight : null,
  });
  on("playing", () => ({ type: "playing" }));
  on("pause", () => ({ type: "paused" }));
  on("waiting", () => ({ type: "waiting" }));
  on("ended", () => ({ type: "ended" }));
  on("timeupdate", progress);
  on("progress", progress);
  on("durationchange", measure);
  on("resize", measure);
  return () => control.abort();
}

function aheadOf(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) > currentTime) {
      return buffered.end(index) - currentTime;
    }
  }
  return 0;
}
