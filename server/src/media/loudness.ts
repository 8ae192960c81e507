import { KilledError, MediaError, type MediaTools, runMedia, UNTRUSTED_INPUT } from "./confine.ts";
import type { Probe } from "./probe.ts";

/** Loudness of a whole audio track (EBU R 128): LUFS, and the true peak in dBTP. */
export interface Loudness {
  integrated: number;
  truePeak: number;
}

/** Converts the audio of any source to 48 kHz stereo, starting at 0 and without gaps. */
export const SOUND = "aresample=48000:async=1000:first_pts=0,aformat=channel_layouts=stereo";

const METER = "ebur128=peak=true:framelog=verbose";

/** The loudness of every episode, so that it does not jump when a viewer swipes. */
const TARGET: Loudness = { integrated: -16, truePeak: -1.5 };
/** Quieter audio is only background noise, which must not be amplified. */
const SILENCE = -50;
const NEAR_ENOUGH = 0.1;

/** The filters that normalise an episode's loudness, and the result. */
export interface Normalisation {
  filters: string[];
  /** LUFS before and after; null for silence. */
  before: Loudness | null;
  after: number | null;
}

/** Limiters reduce the loudness, so the gain is raised in several rounds, by at most this much in total. */
const MAX_EXTRA_GAIN = 18;
const ROUNDS = 3;
const LEVEL_ENOUGH = 0.7;
/** A larger distance from the target is reported. */
const TOLERANCE = 2;

/** Finds the filters that bring a source to the target loudness, by measuring their effect. */
export async function normaliseLoudness(
  tools: MediaTools,
  source: string,
  probe: Pick<Probe, "audio" | "duration">,
  signal?: AbortSignal,
): Promise<Normalisation> {
  const before = await measureLoudness(tools, source, probe, { signal });
  if (!before) return { filters: [], before, after: null };
  let extra = 0;
  let filters = gainFilters(before);
  let after = filters.length > 1 ? before.integrated : TARGET.integrated;
  // A single filter is a plain gain and needs no second measurement.
  for (let round = 0; filters.length > 1 && round < ROUNDS; round += 1) {
    const loudness = await measureLoudness(tools, source, probe, { signal, filters });
    after = loudness?.integrated ?? after;
    const missing = TARGET.integrated - after;
    if (missing < LEVEL_ENOUGH || extra >= MAX_EXTRA_GAIN || round === ROUNDS - 1) break;
    // A limiter passes on only part of the added gain.
    extra = Math.min(MAX_EXTRA_GAIN, extra + missing * 1.5);
    filters = gainFilters(before, extra);
  }
  return { filters, before, after };
}

/** Returns a sentence when the target loudness is not reached, otherwise null. */
export function loudnessWarning(name: string, { after }: Normalisation): string | null {
  if (after === null || Math.abs(after - TARGET.integrated) <= TOLERANCE) return null;
  return `${name} reaches ${after.toFixed(1)} LUFS instead of ${TARGET.integrated}: its peaks are so far above the rest that more gain would distort it. Compress its sound and export it again.`;
}

/**
 * Measures the loudness of a source, the first of two passes. Decodes the audio only, at about a hundred times real
 * time. With `filters`, measures their output.
 * @returns null when the source is silent or cannot be read to its end
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
    [...UNTRUSTED_INPUT, "-vn", "-sn", "-dn", "-i", `file:${source}`, "-map", `0:${audio.stream}`],
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
    // The encode fails on the same audio and reports the reason.
    if (error instanceof MediaError && !(error instanceof KilledError)) return null;
    throw error;
  }
  return readSummary(summary);
}

/** Reads the summary at the end of the filter's output; null for silence. */
export function readSummary(text: string): Loudness | null {
  const summary = text.slice(text.lastIndexOf("Summary:"));
  const integrated = Number(/ I: +(-?[\d.]+) LUFS/.exec(summary)?.[1] ?? Number.NaN);
  const truePeak = Number(/ Peak: +(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN);
  return integrated >= SILENCE && Number.isFinite(truePeak) ? { integrated, truePeak } : null;
}

/**
 * Returns the filters of the second pass: one constant gain for the whole video, which preserves its dynamics. Only
 * when a peak would clip, a limiter on oversampled audio lowers it.
 */
export function gainFilters(loudness: Loudness | null, extra = 0): string[] {
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
