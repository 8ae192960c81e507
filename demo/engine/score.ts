import { writeFile } from "node:fs/promises";
import { level, limit, loudness } from "./loudness.ts";
import type { Episode } from "./story.ts";

/** Samples a second of every score. */
export const RATE = 48_000;

/** What instruments write into: two channels and a send to the reverb. */
export interface Mix {
  seconds: number;
  left: Float32Array;
  right: Float32Array;
  wet: Float32Array;
}

/** Writes the music and sounds of one episode into the mix. */
export type Composer = (mix: Mix, number: number, episode: Episode) => void;

/** Composes, adds the hall, brings the level to -16 LUFS with peaks under -2.5 dBFS, and writes a 16-bit WAV. */
export async function composeWav(
  path: string,
  seconds: number,
  compose: (mix: Mix) => void,
): Promise<{ loudness: number; peak: number }> {
  const size = Math.ceil(seconds * RATE);
  const mix: Mix = {
    seconds,
    left: new Float32Array(size),
    right: new Float32Array(size),
    wet: new Float32Array(size),
  };
  compose(mix);
  hall(mix);
  for (const channel of [mix.left, mix.right]) edges(channel);
  // Limiting lowers a score with hard hits a little, so the level is set again after it.
  for (let pass = 0; pass < 3; pass++) {
    level(mix.left, mix.right, -15.9, RATE);
    limit(mix.left, mix.right, 10 ** (-2.6 / 20), RATE);
  }
  let peak = 0;
  for (const channel of [mix.left, mix.right])
    for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  await writeFile(path, wav(mix.left, mix.right));
  return { loudness: loudness(mix.left, mix.right, RATE), peak: 20 * Math.log10(peak) };
}

function edges(channel: Float32Array): void {
  const [rise, fall] = [0.02 * RATE, 0.35 * RATE];
  for (let i = 0; i < channel.length; i++)
    channel[i] = (channel[i] as number) * Math.min(1, i / rise, (channel.length - 1 - i) / fall);
}

/** A Schroeder reverb: four damped combs a side into two all-passes. */
function hall(mix: Mix): void {
  for (const [out, spread] of [
    [mix.left, 0],
    [mix.right, 31],
  ] as const) {
    const sum = new Float32Array(out.length);
    for (const [delay, back] of [
      [1687, 0.84],
      [1931, 0.83],
      [2179, 0.82],
      [2473, 0.81],
    ] as const) {
      const line = new Float32Array(delay + spread);
      let damp = 0;
      for (let i = 0, at = 0; i < sum.length; i++, at = (at + 1) % line.length) {
        const y = line[at] as number;
        damp += (y - damp) * 0.42;
        line[at] = (mix.wet[i] as number) + damp * back;
        sum[i] = (sum[i] as number) + y * 0.25;
      }
    }
    for (const delay of [347 + spread, 113 + spread]) {
      const line = new Float32Array(delay);
      for (let i = 0, at = 0; i < sum.length; i++, at = (at + 1) % delay) {
        const held = line[at] as number;
        const x = sum[i] as number;
        line[at] = x + held * 0.6;
        sum[i] = held - (line[at] as number) * 0.6;
      }
    }
    for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) + (sum[i] as number);
  }
}

function wav(left: Float32Array, right: Float32Array): Buffer {
  const bytes = left.length * 4;
  const out = Buffer.alloc(44 + bytes);
  out.write("RIFF", 0);
  out.writeUInt32LE(36 + bytes, 4);
  out.write("WAVEfmt ", 8);
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(2, 22);
  out.writeUInt32LE(RATE, 24);
  out.writeUInt32LE(RATE * 4, 28);
  out.writeUInt16LE(4, 32);
  out.writeUInt16LE(16, 34);
  out.write("data", 36);
  out.writeUInt32LE(bytes, 40);
  for (let i = 0; i < left.length; i++) {
    out.writeInt16LE(Math.round((left[i] as number) * 32_767), 44 + i * 4);
    out.writeInt16LE(Math.round((right[i] as number) * 32_767), 46 + i * 4);
  }
  return out;
}
