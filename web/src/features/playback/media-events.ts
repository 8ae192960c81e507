import type { MediaEvent } from "./player-state.ts";

/** How a `play()` ended. It may be refused (autoplay rules), or overtaken by another load, which is no refusal. */
export async function settle(playing: Promise<void>): Promise<"played" | "refused" | "overtaken"> {
  try {
    await playing;
    return "played";
  } catch (error) {
    return error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "overtaken";
  }
}

/** Tells what a media element does. Answers how to stop. */
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

/** How long it is and what shape it has, as far as that is known. */
export function measureOf(video: HTMLVideoElement): MediaEvent {
  return {
    type: "measured",
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    ratio: video.videoWidth > 0 ? video.videoWidth / video.videoHeight : null,
  };
}

/** Seconds that lie ready from where it stands. */
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
 * Calls back when a frame of what was just loaded lies on the screen. Browsers that cannot say so show one as soon as the
 * position moves. Answers how to stop.
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
  // In a tab that is not seen no frame is ever called back.
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
