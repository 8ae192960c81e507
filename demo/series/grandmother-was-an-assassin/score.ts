import { clap, hat, mallet, pluck } from "../../engine/city-instruments.ts";
import { type Chord, harmony, heartbeat, hook, melody } from "../../engine/cues.ts";
import { air, bell, felt, hit } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** A sneaking waltz in G minor for xylophone and plucked bass. */
const Gm: Chord = [31, [55, 58, 62]];
const Cm: Chord = [36, [55, 60, 63]];
const D: Chord = [38, [54, 57, 62]];
const Eb: Chord = [39, [55, 58, 63]];
const G: Chord = [31, [55, 59, 62]];

const TUNE = [
  [79, 0],
  [78, 0.5],
  [79, 1],
  [82, 2],
  [81, 3],
  [79, 3.5],
  [78, 4],
  [74, 5],
] as const;

const BEAT = 0.36;

/** Um-pa-pa: a low string on one, needles ticking on two and three. */
function waltz(mix: Mix, list: readonly Chord[], from: number, until: number, gain: number): void {
  let bar = 0;
  for (let t = from; t < until - 0.2; t += BEAT * 3, bar++) {
    const [root, notes] = list[Math.floor(bar / 2) % list.length] as Chord;
    pluck(mix, t, root + (bar % 2 ? 19 : 12), { gain: gain * 1.1, soft: 0.9, length: 0.8 });
    for (const k of [1, 2]) {
      for (const note of notes)
        pluck(mix, t + BEAT * k, note + 12, { gain: gain * 0.3, soft: 0.3, length: 0.3, pan: 0.2 });
      hat(mix, t + BEAT * k, 0.04, { gain: gain * 0.5, pan: -0.3 });
      hat(mix, t + BEAT * (k + 0.5), 0.03, { gain: gain * 0.25, pan: 0.3 });
    }
  }
}

function sing(mix: Mix, from: number, gain: number, shift = 0): void {
  melody(TUNE, from, BEAT, (note, at) =>
    mallet(mix, at, note + shift, { gain, pan: (note - 78) * 0.06, hall: 0.25 }),
  );
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.3 });
    harmony(mix, [Gm, Cm, D, Gm, D], 0, end, { gain: 0.35 });
    waltz(mix, [Gm, Cm, D, Gm], 0.1, 11, 0.7);
    sing(mix, 0.1, 0.7);
    sing(mix, 3.5 + BEAT, 0.7, -2);
    sing(mix, 7.1, 0.6, 3);
    bell(mix, 7.1, 67, { gain: 0.25 });
    hit(mix, 11.1, 0.8, { gain: 0.8 });
    heartbeat(mix, 11.4, end - 1, 0.9, 0.5);
    hook(mix, 11.2, end, 0.8);
    mallet(mix, end - 0.7, 67, { gain: 0.8 });
  },
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.6 });
    harmony(mix, [Gm, Eb, Cm, D], 0, end, { gain: 0.5, bright: 0.8 });
    for (let i = 0; i < 4; i++) bell(mix, 0.2 + i * 0.8, 62, { gain: 0.3 });
    waltz(mix, [Gm, Eb], 3.6, 7.1, 0.6);
    sing(mix, 3.6, 0.6);
    hit(mix, 7.2, 0.7, { gain: 0.8 });
    for (const [note, at] of [
      [91, 7.4],
      [90, 8.3],
      [91, 9.2],
    ] as const)
      pluck(mix, at, note, { gain: 0.8, soft: 0.05, length: 2, hall: 0.5 });
    heartbeat(mix, 7.4, end - 1, 0.85, 0.5);
    hit(mix, 11.1, 0.6, { gain: 0.8 });
    hook(mix, 11, end, 0.9);
    sing(mix, 12.7, 0.35, -12);
  },
  (mix, end) => {
    air(mix, "wind", 0, 3, { gain: 0.4 });
    air(mix, "fire", 2.9, 4.2, { gain: 0.5 });
    harmony(mix, [Gm, Cm, D, Eb, G], 0, end, { gain: 0.4, bright: 1.1 });
    hit(mix, 0, 0.9, { gain: 0.8 });
    heartbeat(mix, 0.5, 2.8, 0.8, 0.5);
    waltz(mix, [Gm, Cm, D, Eb, G, G], 2.9, end - 0.5, 0.75);
    sing(mix, 2.9, 0.6);
    felt(mix, 6.9, 67, { gain: 0.6 });
    sing(mix, 8.7, 0.6);
    clap(mix, 10.5, { gain: 0.5 });
    sing(mix, 10.6, 0.7, 0);
    for (const [note, at] of [
      [79, 0],
      [83, 0.2],
      [86, 0.4],
      [91, 0.6],
    ] as const)
      mallet(mix, end - 1 + at, note, { gain: 0.7 });
    hit(mix, end - 0.4, 0.5, { gain: 0.7 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
