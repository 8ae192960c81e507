import type { MediaEvent } from "./player-state.ts";

/**
 * Returns how a `play()` ended. It may be refused (autoplay policy), or overtaken by another load, which is not a
 * refusal.
 */
export async function playResult(playing: Promise<void>): Promise<"played" | "refused" | "overtaken"> {
  try {
    await playing;
    return "played";
  } catch (error) {
    return error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "overtaken";
  }
}

/** Dispatches the events of a media element. Returns a function that stops it. */
export function listen(video: HTMLVideoElement, dispatch: (event: MediaEvent) => void): () => void {
  const control = new AbortController();
  const on = (name: keyof HTMLVideoElementEventMap, event: () => MediaEvent) =>
    video.addEventListener(name, () => dispatch(event()), { signal: control.signal });
  const progress = (): MediaEvent => ({
    type: "progressed",
    time: video.currentTime,
    ahead: aheadOf(video),
  });
  on("playing", () => ({ type: "playing" }));
  on("pause", () => ({ type: "paused" }));
  on("waiting", () => ({ type: "waiting" }));
  on("ended", () => ({ type: "ended" }));
  on("timeupdate", progress);
  on("progress", progress);
  on("durationchange", () => measureOf(video));
  on("resize", () => measureOf(video));
  on("enterpictureinpicture", () => ({ type: "floated", floating: true }));
  on("leavepictureinpicture", () => ({ type: "floated", floating: false }));
  return () => control.abort();
}

/** Returns its duration and aspect ratio, as far as they are known. */
export function measureOf(video: HTMLVideoElement): MediaEvent {
  return {
    type: "measured",
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    ratio: video.videoWidth > 0 ? video.videoWidth / video.videoHeight : null,
  };
}

/** Returns the seconds buffered from the current position on. */
export function aheadOf(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) > currentTime) {
      return buffered.end(index) - currentTime;
    }
  }
  return 0;
}

/**
 * Calls back when a frame of the loaded source is on the screen. Browsers without that report call back as soon as
 * the position moves. Returns a function that stops it.
 */
export function onFrame(video: HTMLVideoElement, painted: () => void): () => void {
  const control = new AbortController();
  let handle: number | null = null;
  const done = () => {
    stop();
    painted();
  };
  function stop(): void {
    control.abort();
    if (handle !== null) video.cancelVideoFrameCallback(handle);
    handle = null;
  }
  if ("requestVideoFrameCallback" in video) handle = video.requestVideoFrameCallback(done);
  else on("playing", done);
  // A hidden tab never calls back for a frame.
  let from: number | null = null;
  on("timeupdate", () => {
    from ??= video.currentTime;
    if (video.currentTime > from + 0.2) done();
  });
  return stop;

  function on(name: "playing" | "timeupdate", act: () => void): void {
    (video as HTMLMediaElement).addEventListener(name, act, { signal: control.signal });
  }
}
