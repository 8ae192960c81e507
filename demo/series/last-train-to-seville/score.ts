import { pluck } from "../../engine/city-instruments.ts";
import { type Chord, harmony, heartbeat, hook, melody } from "../../engine/cues.ts";
import { air, bell, felt, hit } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** A Phrygian evening: A minor that leans on B flat and rests on E major. */
const Am: Chord = [33, [52, 57, 60, 64]];
const Bb: Chord = [34, [53, 58, 62, 65]];
const E: Chord = [28, [52, 56, 59, 64]];
const F: Chord = [29, [53, 57, 60, 65]];
const G: Chord = [31, [55, 59, 62, 67]];
const C: Chord = [36, [55, 60, 64, 67]];

const TUNE = [
  [76, 0],
  [77, 0.5],
  [76, 1],
  [74, 1.5],
  [72, 2],
  [70, 3],
  [69, 3.5],
  [68, 4],
] as const;

/** Wheels over the joints of the rails: four soft knocks, a pause. */
function rails(mix: Mix, from: number, until: number, gain: number): void {
  for (let t = from; t < until; t += 0.92)
    for (const [k, s] of [
      [0, 1],
      [0.13, 0.7],
      [0.4, 0.9],
      [0.53, 0.6],
    ] as const)
      hit(mix, t + k, 0.18, { gain: gain * s, pan: k < 0.3 ? -0.2 : 0.2 });
}

/** Guitar chords rolled upwards, one to a step. */
function guitar(mix: Mix, list: readonly Chord[], length: number, gain: number): void {
  const step = length / list.length;
  for (const [i, [root, notes]] of list.entries())
    for (const [n, note] of [root + 12, ...notes, ...notes.slice(1).toReversed()].entries())
      pluck(mix, i * step + n * 0.23, note, {
        gain: gain * (n ? 0.6 : 0.9),
        pan: (n - 4) * 0.08,
        soft: 0.7,
        length: 2.2,
        hall: 0.3,
      });
}

function sing(mix: Mix, from: number, beat: number, gain: number): void {
  melody(TUNE, from, beat, (note, at) => pluck(mix, at, note, { gain, soft: 0.5, length: 2, hall: 0.4 }));
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    const list = [Am, G, F, E, E];
    harmony(mix, list, 0, end, { gain: 0.6 });
    guitar(mix, list, end, 0.75);
    rails(mix, 0.2, 11.2, 0.5);
    hit(mix, 0, 0.9, { gain: 0.7 });
    air(mix, "wind", 0, 4, { gain: 0.4 });
    sing(mix, 3.9, 0.5, 0.7);
    hit(mix, 8, 0.5, { gain: 0.6 });
    bell(mix, 8.05, 76, { gain: 0.3 });
    hook(mix, 10.4, end, 0.8);
  },
  (mix, end) => {
    const list = [Am, Bb, Am, Bb, E];
    harmony(mix, list, 0, end, { gain: 0.65, bright: 0.85 });
    guitar(mix, list, end, 0.5);
    air(mix, "wind", 0, 3.8, { gain: 0.9 });
    rails(mix, 0, 7, 0.75);
    hit(mix, 3.7, 0.8, { gain: 0.7 });
    sing(mix, 3.9, 0.55, 0.5);
    heartbeat(mix, 7, 12, 1, 0.6);
    for (const at of [7, 9]) bell(mix, at, 57, { gain: 0.4 });
    hook(mix, 9.6, end, 0.9);
    felt(mix, 12.4, 58, { gain: 0.8 });
  },
  (mix, end) => {
    const list = [Am, F, E, C, G, C];
    harmony(mix, list, 0, end, { gain: 0.65, bright: 1.15 });
    guitar(mix, list, end, 0.7);
    bell(mix, 0.1, 57, { gain: 0.5 });
    heartbeat(mix, 0.5, 6, 1.1, 0.45);
    hit(mix, 6.4, 0.7, { gain: 0.7 });
    bell(mix, 6.5, 81, { gain: 0.3 });
    bell(mix, 7.1, 84, { gain: 0.25 });
    sing(mix, 8.8, 0.42, 0.7);
    rails(mix, 8.9, end - 0.6, 0.5);
    for (let t = 12; t < end - 0.4; t += 0.5) felt(mix, t, t % 1 < 0.5 ? 84 : 79, { gain: 0.4, length: 0.7 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
