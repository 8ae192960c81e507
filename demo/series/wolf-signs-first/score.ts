import { pluck } from "../../engine/city-instruments.ts";
import { type Chord, harmony, heartbeat, hook, melody } from "../../engine/cues.ts";
import { air, bass, bell, felt, hit, pad } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** E minor of the north: open fifths, frame drums, a lyre. */
const Em: Chord = [28, [52, 59, 64, 66]];
const C: Chord = [36, [55, 60, 64, 67]];
const G: Chord = [31, [55, 59, 62, 67]];
const D: Chord = [38, [54, 57, 62, 66]];
const Am: Chord = [33, [52, 57, 60, 64]];
const B: Chord = [35, [54, 59, 63, 66]];

const TUNE = [
  [71, 0],
  [76, 1],
  [78, 1.5],
  [79, 2],
  [78, 3],
  [74, 3.5],
  [76, 4],
] as const;

/** Frame drums: a step, a step, and a double step. */
function drums(mix: Mix, from: number, until: number, beat: number, gain: number): void {
  for (let t = from; t < until - 0.2; t += beat * 4)
    for (const [k, s] of [
      [0, 1],
      [1.5, 0.55],
      [2, 0.8],
      [3, 0.5],
      [3.5, 0.65],
    ] as const)
      if (t + k * beat < until)
        hit(mix, t + k * beat, 0.24 + 0.12 * s, { gain: gain * s, pan: (k - 2) * 0.1 });
}

function lyre(mix: Mix, from: number, beat: number, gain: number, shift = 0): void {
  melody(TUNE, from, beat, (note, at) => {
    pluck(mix, at, note + shift, { gain, soft: 0.55, length: 2.2, hall: 0.45 });
    pluck(mix, at, note + shift - 12, { gain: gain * 0.5, soft: 0.8, length: 2.2, hall: 0.45, pan: 0.2 });
  });
}

/** A howl far off: a voice of strings that climbs a fifth and falls. */
function howl(mix: Mix, from: number, gain: number): void {
  pad(mix, from, 0.7, [64], { gain, bright: 0.8, hall: 0.8 });
  pad(mix, from + 0.6, 1.4, [71], { gain, bright: 1, hall: 0.8 });
  pad(mix, from + 1.9, 0.8, [69], { gain: gain * 0.7, bright: 0.7, hall: 0.8 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.5 });
    air(mix, "fire", 0, end, { gain: 0.35 });
    harmony(mix, [Em, C, Am, B], 0, end, { gain: 0.7 });
    drums(mix, 0, 10.8, 0.46, 0.65);
    howl(mix, 0.4, 0.5);
    lyre(mix, 3.9, 0.46, 0.7);
    lyre(mix, 7.6, 0.46, 0.6, 5);
    heartbeat(mix, 11, end - 0.9, 0.9, 0.9);
    hook(mix, 11, end, 0.9);
  },
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.45 });
    air(mix, "fire", 0, 10.8, { gain: 0.4 });
    harmony(mix, [Em, G, Am, C, B], 0, end, { gain: 0.65, bright: 0.9 });
    lyre(mix, 0.3, 0.5, 0.6);
    bass(mix, 3.9, 3, 28, { gain: 0.8 });
    hit(mix, 4.7, 0.8, { gain: 0.6 });
    heartbeat(mix, 7.3, 10.7, 0.85, 0.6);
    lyre(mix, 7.4, 0.42, 0.6, 12);
    howl(mix, 10.2, 0.7);
    drums(mix, 10.8, end, 0.3, 0.8);
    hook(mix, 10.9, end, 0.9);
  },
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.4 });
    harmony(mix, [Em, Am, B, C, G, G], 0, end, { gain: 0.75, bright: 1.2 });
    drums(mix, 0, 9.8, 0.38, 0.75);
    howl(mix, 0.3, 0.4);
    lyre(mix, 3.3, 0.44, 0.7);
    hit(mix, 6.7, 1, { gain: 0.9 });
    bell(mix, 6.8, 64, { gain: 0.4 });
    lyre(mix, 7, 0.44, 0.6, 5);
    harmony(mix, [D, G], 9.8, end - 9.8, { gain: 0.3, bright: 1.4 });
    lyre(mix, 10, 0.5, 0.8, 3);
    for (const [note, at] of [
      [79, 12.6],
      [83, 13],
      [86, 13.4],
    ] as const)
      felt(mix, at, note, { gain: 0.7 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
