import { clamp, random } from "./math.ts";
import { type Mix, RATE } from "./score.ts";

/** Plucked, struck and electric sounds, beside the strings and bells of instruments.ts. */

interface Place {
  gain: number;
  pan?: number;
  hall?: number;
}

const pitch = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** Writes `size` seconds of `wave(t, i)` from second `from` on. */
function sound(
  mix: Mix,
  from: number,
  size: number,
  place: Place,
  wave: (t: number, i: number) => number,
): void {
  const start = Math.round(from * RATE);
  const [pan, hall] = [place.pan ?? 0, place.hall ?? 0.2];
  for (let i = 0; i < size * RATE && start + i < mix.left.length; i++) {
    if (start + i < 0) continue;
    const value = wave(i / RATE, i) * place.gain;
    const at = start + i;
    mix.left[at] = (mix.left[at] as number) + value * Math.min(1, 1 - pan);
    mix.right[at] = (mix.right[at] as number) + value * Math.min(1, 1 + pan);
    mix.wet[at] = (mix.wet[at] as number) + value * hall;
  }
}

/** A plucked string (Karplus and Strong). `soft` 0 = steel, 1 = nylon under the thumb. */
export function pluck(
  mix: Mix,
  from: number,
  note: number,
  place: Place & { soft?: number; length?: number },
): void {
  const period = Math.max(2, Math.round(RATE / pitch(note)));
  const next = random(note * 7 + 1);
  const soft = 0.25 + (place.soft ?? 0.4) * 0.25;
  let last = 0;
  const line = Float32Array.from({ length: period }, () => {
    last += (next() * 2 - 1 - last) * (1.1 - soft * 1.4);
    return last;
  });
  const length = place.length ?? 1.6;
  sound(mix, from, length, place, (t, i) => {
    const [a, b] = [line[i % period] as number, line[(i + 1) % period] as number];
    line[i % period] = (a * (1 - soft) + b * soft) * 0.997;
    return a * 0.7 * clamp((length - t) / 0.08);
  });
}

/** A wooden bar under a soft mallet. */
export function mallet(mix: Mix, from: number, note: number, place: Place): void {
  const f = pitch(note) * 6.2832;
  sound(
    mix,
    from,
    0.9,
    place,
    (t) =>
      (Math.sin(f * t) * Math.exp(-t * 5.5) +
        0.3 * Math.sin(f * 3.93 * t) * Math.exp(-t * 16) +
        0.1 * Math.sin(f * 9.2 * t) * Math.exp(-t * 34)) *
      Math.min(1, t / 0.003) *
      0.4,
  );
}

/** An electric pulse through a closing filter: the engine of a night drive. */
export function pulse(mix: Mix, from: number, length: number, note: number, place: Place): void {
  const step = pitch(note) / RATE;
  let [phase, low, band] = [0, 0, 0];
  sound(mix, from, length, { hall: 0.12, ...place }, (t) => {
    phase = (phase + step) % 1;
    const f = 0.03 + 0.22 * Math.exp(-t * 11);
    low += f * band;
    band += f * ((phase < 0.42 ? 1 : -1) - low - 0.55 * band);
    return low * Math.min(1, t / 0.004) * clamp((length - t) / 0.04) * Math.exp(-t * 2.2) * 0.28;
  });
}

/** A brush or hi-hat: `size` 0.05 = closed, 0.3 = open. */
export function hat(mix: Mix, from: number, size: number, place: Place): void {
  const next = random(Math.round(from * 997) + 5);
  let low = 0;
  sound(mix, from, size * 2.5, { hall: 0.06, ...place }, (t) => {
    const noise = next() * 2 - 1;
    low += (noise - low) * 0.5;
    return (noise - low) * Math.exp(-t / (size * 0.5)) * 0.32;
  });
}

/** Hands clapped, or a snare under a cloth. */
export function clap(mix: Mix, from: number, place: Place): void {
  const next = random(Math.round(from * 991) + 9);
  let [low, band] = [0, 0];
  sound(mix, from, 0.3, { hall: 0.3, ...place }, (t) => {
    low += 0.24 * band;
    band += 0.24 * (next() * 2 - 1 - low - 0.9 * band);
    const beats = t < 0.012 ? Math.exp(-t * 200) : t < 0.024 ? Math.exp(-(t - 0.012) * 200) : 0;
    return band * (beats + Math.exp(-t * 17) * 0.8) * 0.5;
  });
}

/** Brass in a big room: a bright chord that swells open. */
export function brass(mix: Mix, from: number, length: number, notes: readonly number[], place: Place): void {
  for (const [n, note] of notes.entries()) {
    const step = pitch(note) / RATE;
    let [phase, other, low] = [n * 0.3, n * 0.61, 0];
    sound(mix, from, length + 0.3, { hall: 0.35, ...place, pan: (n - notes.length / 2) * 0.2 }, (t) => {
      phase = (phase + step) % 1;
      other = (other + step * 1.004) % 1;
      const open = Math.min(1, t / 0.09) * Math.exp(-t * 1.4);
      low += (phase + other - 1 - low) * (0.03 + 0.22 * open);
      return low * Math.min(1, t / 0.03) * clamp((length + 0.3 - t) / 0.3) * 0.16;
    });
  }
}

/** A telephone that rings and buzzes against wood: two bursts. */
export function ringing(mix: Mix, from: number, place: Place): void {
  for (const at of [0, 0.42])
    sound(mix, from + at, 0.32, { hall: 0.25, ...place }, (t) => {
      const door = Math.min(1, t / 0.01, (0.32 - t) / 0.02);
      const tone = Math.sin(6.2832 * 1046 * t) + Math.sin(6.2832 * 1318 * t);
      const buzz = Math.sign(Math.sin(6.2832 * 152 * t)) * 0.25;
      return (tone * (0.6 + 0.4 * Math.sign(Math.sin(6.2832 * 22 * t))) * 0.2 + buzz * 0.4) * door * 0.5;
    });
}

/** A chime of an aeroplane or of a shop door: two clear notes. */
export function chime(mix: Mix, from: number, notes: readonly number[], place: Place): void {
  for (const [i, note] of notes.entries()) {
    const f = pitch(note) * 6.2832;
    sound(
      mix,
      from + i * 0.34,
      1.8,
      { hall: 0.3, ...place },
      (t) =>
        (Math.sin(f * t) + 0.25 * Math.sin(f * 2 * t)) * Math.min(1, t / 0.005) * Math.exp(-t * 2.6) * 0.32,
    );
  }
}
