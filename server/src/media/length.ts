import { MediaError, type MediaTools, runMedia, UNTRUSTED_INPUT } from "./confine.ts";

/** The part of the declared duration that a file must contain. */
const WHOLE = 0.9;

/** Measures the real duration of a stream in seconds. Reads all packets and decodes none. */
export async function measureLength(
  tools: MediaTools,
  path: string,
  stream: number,
  signal?: AbortSignal,
): Promise<number> {
  let [end, ticks] = [0, 0];
  const args = [
    ["-v", "error", "-nostdin", ...UNTRUSTED_INPUT, "-i", `file:${path}`],
    ["-map", `0:${stream}`, "-c", "copy", "-copyinkf", "-f", "framecrc", "-"],
  ].flat();
  // One line per packet: stream, decode time, presentation time, duration. ffmpeg's own progress reports decode
  // times, which end early when frames are reordered.
  const onLine = (textLine: string) => {
    const [, above, below] = /^#tb 0: (\d+)\/(\d+)$/.exec(textLine) ?? [];
    if (above && below) ticks = Number(above) / Number(below);
    if (textLine.startsWith("#")) return;
    const [, , shown, duration] = textLine.split(",").map(Number);
    end = Math.max(end, (shown ?? 0) + (duration ?? 0));
  };
  const options = { reads: [path], writes: [], wallSeconds: 600, onLine, ...(signal && { signal }) };
  await runMedia(tools, "ffmpeg", args, options);
  return end * ticks;
}

/**
 * Checks that a file is not truncated.
 * @throws MediaError when it is much shorter than it declares
 */
export function assertWhole(name: string, got: number, promised: number): void {
  if (got >= promised * WHOLE) return;
  throw new MediaError((t) =>
    t("mediaFault.breaksOff", { name, got: got.toFixed(1), promised: promised.toFixed(1) }),
  );
}
