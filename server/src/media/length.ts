import { FOREIGN_INPUT, MediaError, type MediaTools, runMedia } from "./confine.ts";

/** The part of the promised length that must be there. */
const WHOLE = 0.9;

/** How long a stream of a source really lasts, in seconds: all of its packets are read and none is decoded. */
export async function measureLength(
  tools: MediaTools,
  path: string,
  stream: number,
  signal?: AbortSignal,
): Promise<number> {
  let [end, ticks] = [0, 0];
  const args = [
    ["-v", "error", "-nostdin", ...FOREIGN_INPUT, "-i", `file:${path}`],
    ["-map", `0:${stream}`, "-c", "copy", "-copyinkf", "-f", "framecrc", "-"],
  ].flat();
  // One line for each packet: stream, decode time, presentation time, duration. The times that ffmpeg reports as its
  // progress are decode times, which end early where pictures are reordered.
  const onLine = (line: string) => {
    const [, above, below] = /^#tb 0: (\d+)\/(\d+)$/.exec(line) ?? [];
    if (above && below) ticks = Number(above) / Number(below);
    if (line.startsWith("#")) return;
    const [, , shown, duration] = line.split(",").map(Number);
    end = Math.max(end, (shown ?? 0) + (duration ?? 0));
  };
  const options = { reads: [path], writes: [], wallSeconds: 600, onLine, ...(signal && { signal }) };
  await runMedia(tools, "ffmpeg", args, options);
  return end * ticks;
}

/** @throws MediaError where much less is there than the file promises */
export function assertWhole(name: string, got: number, promised: number): void {
  if (got >= promised * WHOLE) return;
  throw new MediaError(
    `${name} breaks off after ${got.toFixed(1)} of ${promised.toFixed(1)} seconds. Copy it again from where it came.`,
  );
}
