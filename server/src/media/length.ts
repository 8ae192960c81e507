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
  let seconds = 0;
  const args = [
    ["-v", "error", "-nostdin", "-nostats", "-progress", "pipe:1", ...FOREIGN_INPUT, "-i", `file:${path}`],
    ["-map", `0:${stream}`, "-c", "copy", "-copyinkf", "-f", "null", "-"],
  ].flat();
  const onLine = (line: string) => {
    const [key, value] = line.split("=");
    if (key === "out_time_us" && Number(value) > 0) seconds = Number(value) / 1_000_000;
  };
  const limits = { wallSeconds: 600, onLine, ...(signal && { signal }) };
  await runMedia(tools, "ffmpeg", args, { reads: [path], writes: [] }, limits);
  return seconds;
}

/** @throws MediaError where much less is there than the file promises */
export function assertWhole(name: string, got: number, promised: number): void {
  if (got >= promised * WHOLE) return;
  throw new MediaError(
    `${name} breaks off after ${got.toFixed(1)} of ${promised.toFixed(1)} seconds. Copy it again from where it came.`,
  );
}
