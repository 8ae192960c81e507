import { FOREIGN_INPUT, KilledError, MediaError, type MediaTools, runMedia } from "./confine.ts";
import type { Probe } from "./probe.ts";

/** How loud a sound is, over its whole length (EBU R 128): LUFS, and the true peak in dBTP. */
export interface Loudness {
  integrated: number;
  truePeak: number;
}

/** The sound of every source as all that follows takes it: 48 kHz, stereo, from the beginning, without holes. */
export const SOUND = "aresample=48000:async=1000:first_pts=0,aformat=channel_layouts=stereo";

/** What every episode is brought to, so that no swipe is a shock. */
const TARGET: Loudness = { integrated: -16, truePeak: -1.5 };
/** Quieter than this is the hiss of a silent room: made louder it would be a loud hiss. */
const SILENCE = -50;
const NEAR_ENOUGH = 0.1;

/**
 * Listens to a source, the first of two passes: its sound alone, some hundred times as fast as it plays.
 * @returns null where there is nothing to hear, or nothing that can be read to its end
 */
export async function measureLoudness(
  tools: MediaTools,
  source: string,
  { audio, duration }: Pick<Probe, "audio" | "duration">,
  signal?: AbortSignal,
): Promise<Loudness | null> {
  if (!audio) return null;
  let remarks = "";
  const args = [
    ["-v", "info", "-hide_banner", "-nostdin", "-nostats"],
    [...FOREIGN_INPUT, "-vn", "-sn", "-dn", "-i", `file:${source}`, "-map", `0:${audio.stream}`],
    ["-t", String(duration), "-af", `${SOUND},ebur128=peak=true:framelog=verbose`, "-f", "null", "-"],
  ].flat();
  const onRemarks = (text: string) => {
    remarks = text;
  };
  try {
    await runMedia(
      tools,
      "ffmpeg",
      args,
      { reads: [source], writes: [] },
      {
        wallSeconds: 60 + duration,
        onRemarks,
        ...(signal && { signal }),
      },
    );
  } catch (error) {
    signal?.throwIfAborted();
    // The encode stumbles over the same sound, and says so.
    if (error instanceof MediaError && !(error instanceof KilledError)) return null;
    throw error;
  }
  return readSummary(remarks);
}

/** Reads the summary that the filter ends with; null where it heard nothing. */
export function readSummary(text: string): Loudness | null {
  const summary = text.slice(text.lastIndexOf("Summary:"));
  const integrated = Number(/ I: +(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  const truePeak = Number(/ Peak: +(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN);
  return integrated >= SILENCE && Number.isFinite(truePeak) ? { integrated, truePeak } : null;
}

/**
 * The filters of the second pass: one and the same factor for the whole film, which keeps what is quiet and what
 * is loud in it. Only where a peak would then be cut off, a limiter that hears between the samples takes it down.
 */
export function evening(loudness: Loudness | null): string[] {
  if (!loudness) return [];
  const gain = TARGET.integrated - loudness.integrated;
  const over = loudness.truePeak + gain > TARGET.truePeak;
  if (Math.abs(gain) < NEAR_ENOUGH && !over) return [];
  const ceiling = (10 ** (TARGET.truePeak / 20)).toFixed(4);
  const limiter = [
    "aresample=192000",
    `alimiter=limit=${ceiling}:level=false:latency=true`,
    "aresample=48000",
  ];
  return [`volume=${gain.toFixed(2)}dB`, ...(over ? limiter : [])];
}
