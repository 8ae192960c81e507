import { air, bass, bell, felt, hit, pad, riser } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";
import { flute, pluck } from "../../engine/strings.ts";

/** Deep water in C sharp minor, a slow three at 66 beats a minute: bells, a harp that rolls like swell, a far voice. */
const BEAT = 60 / 66;
type Chord = readonly [number, readonly number[]];
const Cm: Chord = [37, [49, 56, 61, 64, 68]];
const A: Chord = [33, [52, 57, 61, 64, 69]];
const Fm: Chord = [30, [54, 57, 61, 66, 69]];
const G: Chord = [32, [51, 56, 60, 63, 68]];
const E: Chord = [28, [52, 59, 64, 68, 71]];
const B: Chord = [35, [54, 59, 63, 66, 71]];

function swell(mix: Mix, list: readonly Chord[], end: number, gain: number, bright = 0.8): void {
  const step = end / list.length;
  for (const [i, [root, notes]] of list.entries()) {
    pad(mix, i * step, step, notes.slice(0, 4), { gain: gain * 0.36, bright, hall: 0.6 });
    bass(mix, i * step, step * 0.97, root, { gain: gain * 0.36 });
  }
}

/** The harp goes up and down the chord in threes, each wave a little louder than the last. */
function harp(
  mix: Mix,
  list: readonly Chord[],
  from: number,
  until: number,
  end: number,
  gain: number,
): void {
  const rise = [0, 1, 2, 3, 4, 3];
  for (let k = 0; from + (k * BEAT) / 3 < until; k++) {
    const at = from + (k * BEAT) / 3;
    const chord = list[Math.min(list.length - 1, Math.floor((at / end) * list.length))] as Chord;
    const note = (chord[1][rise[k % 6] as number] as number) + 12;
    pluck(mix, at, note, {
      gain: gain * (k % 6 ? 0.62 : 0.9),
      pan: ((k % 6) - 2.5) * 0.14,
      length: 2.2,
      bright: 0.32,
      hall: 0.55,
    });
  }
}

/** The song of the city: four notes that fall, and the answer that does not come home. */
function song(
  mix: Mix,
  from: number,
  gain: number,
  notes: readonly (readonly [number, number, number])[],
): void {
  for (const [note, at, long] of notes)
    flute(mix, from + at * BEAT, long * BEAT, note, { gain: gain * 0.7, hall: 0.9 });
}

function tolls(mix: Mix, note: number, gain: number, times: readonly number[]): void {
  for (const at of times) {
    bell(mix, at, note, { gain, hall: 0.7 });
    bell(mix, at + 0.02, note + 19, { gain: gain * 0.22, pan: 0.3, hall: 0.9 });
    hit(mix, at, 0.6, { gain: gain * 0.6 });
  }
}

const FALL = [
  [80, 0, 1.5],
  [76, 1.5, 0.7],
  [75, 2.2, 0.7],
  [73, 3, 2],
] as const;

const first = [Cm, A, Fm, G] as const;
const second = [Cm, Fm, A, G] as const;
const third = [Cm, A, B, E] as const;

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "deep", 0, end, { gain: 0.9 });
    swell(mix, first, end, 0.8);
    tolls(mix, 49, 0.85, [0.15, 1.7, 3.2]);
    harp(mix, first, 3.6, 10.4, end, 0.6);
    song(mix, 6.9, 0.75, FALL);
    hit(mix, 10.6, 0.8, { gain: 0.7 });
    for (let t = 10.9; t < end - 1; t += BEAT) hit(mix, t, 0.28, { gain: 0.6 });
    felt(mix, 11.9, 80, { gain: 0.6, hall: 0.8 });
    riser(mix, 11, end - 0.8, { gain: 1.2 });
    tolls(mix, 44, 0.8, [end - 0.8]);
  },
  (mix, end) => {
    air(mix, "deep", 0, end, { gain: 0.8 });
    swell(mix, second, end, 0.8);
    harp(mix, second, 0.1, 7.2, end, 0.5);
    song(mix, 3.4, 0.6, FALL.slice(0, 3));
    tolls(mix, 56, 0.5, [5.9]);
    air(mix, "waves", 7.4, 3.4, { gain: 1.1 });
    hit(mix, 7.5, 1, { gain: 0.9 });
    song(mix, 7.7, 0.9, [
      [85, 0, 1.2],
      [80, 1.2, 1.8],
    ]);
    for (let t = 10.7; t < end - 0.9; t += BEAT / 2) hit(mix, t, 0.24, { gain: 0.35 + (t - 10.7) * 0.12 });
    riser(mix, 10.8, end - 0.8, { gain: 1.3 });
    tolls(mix, 37, 0.9, [10.7, end - 0.78]);
  },
  (mix, end) => {
    air(mix, "deep", 0, 10.2, { gain: 0.9 });
    swell(mix, third, end, 0.85, 1);
    harp(mix, third, 0.1, 7.3, end, 0.55);
    song(mix, 3.7, 0.85, [
      [80, 0, 1.2],
      [83, 1.2, 1.2],
      [85, 2.4, 1.6],
    ]);
    riser(mix, 6.4, 8.4, { gain: 0.9 });
    hit(mix, 8.4, 1, { gain: 1 });
    tolls(mix, 40, 0.9, [8.42]);
    air(mix, "waves", 9.8, end - 9.8, { gain: 0.7 });
    harp(mix, third, 10.3, end - 1.2, end, 0.75);
    song(mix, 10.5, 1, [
      [80, 0, 0.8],
      [83, 0.8, 0.8],
      [88, 1.6, 2.6],
    ]);
    felt(mix, 13.6, 76, { gain: 0.6, hall: 0.8 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in story.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
