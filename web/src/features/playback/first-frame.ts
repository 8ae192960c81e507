// Encoders with lookahead may start the video this many seconds after the audio, at most.
const MAX_LEAD_S = 0.3;

/**
 * Calls back when a paused video has a picture, and moves it to its very first frame: it would stall briefly at the
 * start of playback otherwise. Returns a function that stops it.
 */
export function onFirstFrame(video: HTMLVideoElement, found: () => void): () => void {
  const control = new AbortController();
  let handle: number | null = null;
  const onFrameCallback = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
    const lateness = mediaTime - video.currentTime;
    if (video.paused && lateness > 0 && lateness < MAX_LEAD_S) video.currentTime = mediaTime;
  };
  if ("requestVideoFrameCallback" in video) handle = video.requestVideoFrameCallback(onFrameCallback);
  video.addEventListener("loadeddata", found, { once: true, signal: control.signal });
  return () => {
    control.abort();
    if (handle !== null) video.cancelVideoFrameCallback(handle);
  };
}

const EDGE_PX = 16;
// Of 255: a darker frame counts as the black that many videos start with.
const MIN_LUMA = 24;

/** Returns whether the current frame of a media element is not black; false where it cannot be read. */
export function hasVisibleFrame(video: HTMLVideoElement): boolean {
  if (typeof document === "undefined") return false;
  const canvas = document.createElement("canvas");
  canvas.width = EDGE_PX;
  canvas.height = EDGE_PX;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return false;
  try {
    context.drawImage(video, 0, 0, EDGE_PX, EDGE_PX);
    return meanLuma(context.getImageData(0, 0, EDGE_PX, EDGE_PX).data) >= MIN_LUMA;
  } catch {
    // A cross-origin video played natively may not be read.
    return false;
  }
}

/** Returns the mean brightness of RGBA pixels, 0 to 255 (ITU-R BT.709). */
export function meanLuma(pixels: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    sum += 0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0);
  }
  return (sum * 4) / pixels.length;
}
