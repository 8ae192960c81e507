import { FOREIGN_INPUT, KilledError, MediaError, type MediaTools, runMedia } from "./confine.ts";
import type { Probe } from "./probe.ts";

/** How loud a sound is, over its whole length (EBU R 128): LUFS, and the true peak in dBTP. */
export interface Loudness {
  integrated: number;
  truePeak: number;
}

/** The sound of every source as all that follows takes it: 48 kHz, stereo, from the beginning, without holes. */
export const SOUND = "aresample=48000:async=1000:first_pts=0,aformat=channel_layouts=stereo";

const METER = "ebur128=peak=true:framelog=verbose";

/** What every episode is brought to, so that no swipe is a shock. */
const TARGET: Loudness = { integrated: -16, truePeak: -1.5 };
/** Quieter than this is the hiss of a silent room: made louder it would be a loud hiss. */
const SILENCE = -50;
const NEAR_ENOUGH = 0.1;

/** How the sound of an episode is brought to the common loudness, and where it arrives. */
export interface Levelling {
  filters: string[];
  /** LUFS before and after; null where there is nothing to hear. */
  before: Loudness | null;
  after: number | null;
}

/** Limiters take loudness away again, so that the gain is raised in a few rounds, by no more than this in all. */
const MOST_EXTRA_GAIN = 18;
const ROUNDS = 3;
const LEVEL_ENOUGH = 0.7;
/** Further from the target than this is said. */
const TOLERANCE = 2;

/** Finds the filters that bring a source to the common loudness, by listening to what they make of it. */
export async function levelSound(
  tools: MediaTools,
  source: string,
  probe: Pick<Probe, "audio" | "duration">,
  signal?: AbortSignal,
): Promise<Levelling> {
  const before = await measureLoudness(tools, source, probe, { signal });
  if (!before) return { filters: [], before, after: null };
  let extra = 0;
  let filters = evening(before);
  let after = filters.length > 1 ? before.integrated : TARGET.integrated;
  // One filter is a plain gain and arrives where it was aimed.
  for (let round = 0; filters.length > 1 && round < ROUNDS; round += 1) {
    const heard = await measureLoudness(tools, source, probe, { signal, filters });
    after = heard?.integrated ?? after;
    const missing = TARGET.integrated - after;
    if (missing < LEVEL_ENOUGH || extra >= MOST_EXTRA_GAIN || round === ROUNDS - 1) break;
    // A limited sound answers with less than it is given.
    extra = Math.min(MOST_EXTRA_GAIN, extra + missing * 1.5);
    filters = evening(before, extra);
  }
  return { filters, before, after };
}

/** A sentence where the sound does not arrive at the common loudness, else null. */
export function levelRemark(name: string, { after }: Levelling): string | null {
  if (after === null || Math.abs(after - TARGET.integrated) <= TOLERANCE) return null;
  return `${name} reaches ${after.toFixed(1)} LUFS instead of ${TARGET.integrated}: its peaks are so far above the rest that more gain would distort it. Compress its sound and export it again.`;
}

/**
 * Listens to a source, the first of two passes: its sound alone, some hundred times as fast as it plays. With
 * `filters`, listens to what they make of it.
 * @returns null where there is nothing to hear, or nothing that can be read to its end
 */
export async function measureLoudness(
  tools: MediaTools,
  source: string,
  { audio, duration }: Pick<Probe, "audio" | "duration">,
  { signal, filters = [] }: { signal?: AbortSignal | undefined; filters?: readonly string[] } = {},
): Promise<Loudness | null> {
  if (!audio) return null;
  let summary = "";
  const args = [
    ["-v", "info", "-hide_banner", "-nostdin", "-nostats"],
    [...FOREIGN_INPUT, "-vn", "-sn", "-dn", "-i", `file:${source}`, "-map", `0:${audio.stream}`],
    ["-t", String(duration), "-af", [SOUND, ...filters, METER].join(","), "-f", "null", "-"],
  ].flat();
  const onStderr = (text: string) => {
    summary = text;
  };
  try {
    await runMedia(tools, "ffmpeg", args, {
      reads: [source],
      writes: [],
      wallSeconds: 60 + duration,
      onStderr,
      ...(signal && { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    // The encode stumbles over the same sound, and says so.
    if (error instanceof MediaError && !(error instanceof KilledError)) return null;
    throw error;
  }
  return readSummary(summary);
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
export function evening(loudness: Loudness | null, extra = 0): string[] {
  if (!loudness) return [];
  const gain = TARGET.integrated - loudness.integrated + extra;
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
