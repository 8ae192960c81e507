// Encoders that look ahead begin a film's picture a few frames after its sound, at most so many seconds.
const lead = 0.3;

/**
 * Calls back when a film that does not play yet has a picture, and has it stand at the very first one: from before that it
 * would stand still for a moment once it plays. Answers how to stop.
 */
export function onFirstPicture(video: HTMLVideoElement, found: () => void): () => void {
  const control = new AbortController();
  let handle: number | null = null;
  const told = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
    const late = mediaTime - video.currentTime;
    if (video.paused && late > 0 && late < lead) video.currentTime = mediaTime;
  };
  if ("requestVideoFrameCallback" in video) handle = video.requestVideoFrameCallback(told);
  video.addEventListener("loadeddata", found, { once: true, signal: control.signal });
  return () => {
    control.abort();
    if (handle !== null) video.cancelVideoFrameCallback(handle);
  };
}

const edge = 16;
// Of 255: below this a picture is taken for the dark that many films begin with.
const dim = 24;

/** Whether the picture that a media element stands at shows something; false where it cannot be looked at. */
export function showsSomething(video: HTMLVideoElement): boolean {
  if (typeof document === "undefined") return false;
  const canvas = document.createElement("canvas");
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return false;
  try {
    context.drawImage(video, 0, 0, edge, edge);
    return meanLuma(context.getImageData(0, 0, edge, edge).data) >= dim;
  } catch {
    // A film of another origin, which the browser plays by itself, may not be read.
    return false;
  }
}

/** The mean brightness of RGBA pixels, 0 to 255 (ITU-R BT.709). */
export function meanLuma(pixels: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    sum += 0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0);
  }
  return (sum * 4) / pixels.length;
}
