import { clamp, random } from "./math.ts";
import { type Mix, RATE } from "./score.ts";

interface Place {
  gain: number;
  pan?: number;
  hall?: number;
}

const pitch = (note: number): number => 440 * 2 ** ((note - 69) / 12);

function put(mix: Mix, i: number, value: number, place: Place): void {
  if (i < 0 || i >= mix.left.length) return;
  const pan = place.pan ?? 0;
  mix.left[i] = (mix.left[i] as number) + value * place.gain * Math.min(1, 1 - pan);
  mix.right[i] = (mix.right[i] as number) + value * place.gain * Math.min(1, 1 + pan);
  mix.wet[i] = (mix.wet[i] as number) + value * place.gain * (place.hall ?? 0.3);
}

/** A plucked silk string, as of a koto or guzheng. `bend` in semitones pulls the pitch up and lets it fall back. */
export function pluck(
  mix: Mix,
  from: number,
  note: number,
  place: Place & { length?: number; bend?: number; bright?: number },
): void {
  const start = Math.round(from * RATE);
  const next = random(start + note);
  const size = Math.ceil(RATE / pitch(note - 1)) + 4;
  const line = new Float32Array(size);
  let soft = 0;
  for (let i = 0; i < size; i++) {
    soft += (next() * 2 - 1 - soft) * (place.bright ?? 0.5);
    // A string drawn aside near its bridge, and the scrape of the nail on it.
    const k = i / size;
    line[i] = (k < 0.13 ? k / 0.13 : (1 - k) / 0.87) * 1.5 - 0.75 + soft * 0.55;
  }
  const length = place.length ?? 2.6;
  let [at, low] = [0, 0];
  for (let i = 0; i < length * RATE; i++) {
    const t = i / RATE;
    const bent = note + (place.bend ?? 0) * Math.exp(-(((t - 0.22) / 0.13) ** 2));
    const delay = RATE / pitch(bent);
    const back = at - delay;
    const floor = Math.floor(back);
    const share = back - floor;
    const read = (k: number) => line[((k % size) + size) % size] as number;
    const value = read(floor) * (1 - share) + read(floor + 1) * share;
    low = value * 0.62 + low * 0.38;
    line[at % size] = low * 0.9965;
    at++;
    put(mix, start + i, value * 0.62 * clamp((length - t) / 0.2), place);
  }
}

/** A bamboo flute: a breathy tone that starts a little low and shakes late. */
export function flute(mix: Mix, from: number, length: number, note: number, place: Place): void {
  const start = Math.round(from * RATE);
  const next = random(start + 5);
  let [phase, band, low] = [0, 0, 0];
  for (let i = 0; i < length * RATE; i++) {
    const t = i / RATE;
    const shape = Math.min(1, t / 0.14) * clamp((length - t) / 0.35) * (0.85 + 0.15 * Math.sin(t * 5));
    const shake = Math.sin(t * 31) * 0.22 * clamp((t - 0.35) / 0.6);
    const scoop = -0.7 * Math.exp(-t * 14);
    const f = pitch(note + shake + scoop);
    phase += f / RATE;
    const w = clamp((f * 6.28) / RATE, 0, 0.9);
    low += w * band;
    band += w * (next() * 2 - 1 - low - 0.25 * band);
    const tone = Math.sin(6.2832 * phase) + 0.22 * Math.sin(12.566 * phase) + 0.07 * Math.sin(18.85 * phase);
    put(mix, start + i, (tone * 0.24 + band * (0.05 + 0.12 * Math.exp(-t * 9))) * shape, {
      ...place,
      hall: place.hall ?? 0.5,
    });
  }
}

/** A two-stringed fiddle: nasal, singing, sliding into the note from `slide` semitones away. */
export function fiddle(
  mix: Mix,
  from: number,
  length: number,
  note: number,
  place: Place & { slide?: number },
): void {
  const start = Math.round(from * RATE);
  let [phase, a, b, c, d] = [0, 0, 0, 0, 0];
  for (let i = 0; i < length * RATE; i++) {
    const t = i / RATE;
    const shape = Math.min(1, t / 0.12) * clamp((length - t) / 0.25) * (0.8 + 0.2 * Math.min(1, t / 0.6));
    const shake = Math.sin(t * 36) * 0.24 * clamp((t - 0.18) / 0.5);
    phase = (phase + pitch(note + shake + (place.slide ?? -1) * Math.exp(-t * 11)) / RATE) % 1;
    const raw = phase * 2 - 1 + 0.4 * Math.sin(6.2832 * phase);
    // Two resonances of a small box give the voice its nose.
    a += 0.125 * b;
    b += 0.125 * (raw - a - 0.5 * b);
    c += 0.29 * d;
    d += 0.29 * (raw - c - 0.45 * d);
    put(mix, start + i, (b * 0.17 + d * 0.06 + a * 0.07) * shape, { ...place, hall: place.hall ?? 0.45 });
  }
}
