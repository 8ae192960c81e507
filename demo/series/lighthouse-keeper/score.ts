import { air, bass, bell, felt, hit, pad, riser, thunder } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** The chords of an episode: bass note, then the pad above it. D minor is home. */
type Chord = readonly [number, readonly number[]];
const Dm: Chord = [38, [50, 57, 62, 65]];
const Bb: Chord = [34, [50, 58, 62, 65]];
const Gm: Chord = [31, [50, 55, 58, 62]];
const A: Chord = [33, [49, 52, 57, 64]];
const F: Chord = [29, [53, 57, 60, 65]];
const C: Chord = [36, [52, 55, 60, 64]];
const Dmaj: Chord = [38, [50, 57, 62, 66]];
const Dsus: Chord = [38, [50, 57, 62, 67]];

/** The tune of the series in felt piano: D A F E, and its answer. Note and beat. */
const TUNE = [
  [74, 0],
  [69, 1],
  [77, 2],
  [76, 3],
  [74, 4.5],
  [72, 5.5],
  [69, 6],
] as const;

function tune(
  mix: Mix,
  from: number,
  beat: number,
  gain: number,
  shift = 0,
  notes: number = TUNE.length,
): void {
  for (const [note, at] of TUNE.slice(0, notes))
    felt(mix, from + at * beat, note + shift, { gain, pan: (note - 72) * 0.05 });
}

function chords(mix: Mix, list: readonly Chord[], length: number, gain: number, bright = 1): void {
  const step = length / list.length;
  for (const [i, [root, notes]] of list.entries()) {
    pad(mix, i * step, step, notes, { gain: gain * 0.4, bright });
    bass(mix, i * step, step * 0.96, root, { gain: gain * 0.34 });
  }
}

function heartbeat(mix: Mix, from: number, until: number, every: number, gain: number): void {
  for (let t = from; t < until; t += every) {
    hit(mix, t, 0.28, { gain });
    hit(mix, t + 0.24, 0.22, { gain: gain * 0.65 });
  }
}

/** The pull at the end of an episode, and the blow it ends on. */
function hook(mix: Mix, from: number, end: number, gain: number): void {
  riser(mix, from, end - 0.8, { gain: gain * 1.6 });
  hit(mix, end - 0.78, 1, { gain: gain * 0.9 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "waves", 0, 4.8, { gain: 0.9 });
    air(mix, "rain", 0, 4.8, { gain: 0.5 });
    air(mix, "wind", 14.3, end - 14.3, { gain: 0.5 });
    hit(mix, 0, 1, { gain: 0.8 });
    thunder(mix, 0.3, { gain: 0.8 });
    hit(mix, 2.7, 0.9, { gain: 0.9 });
    thunder(mix, 3.3, { gain: 1 });
    chords(mix, [Dm, Bb, Gm, A], end, 0.85);
    tune(mix, 4.8, 0.8, 0.75);
    felt(mix, 12.4, 69, { gain: 0.7 });
    heartbeat(mix, 14.5, end - 1, 0.95, 0.6);
    hook(mix, 15, end, 0.9);
    thunder(mix, 17.4, { gain: 0.9 });
  },
  (mix, end) => {
    air(mix, "waves", 0, 5.3, { gain: 0.7 });
    air(mix, "wind", 5.2, end - 5.2, { gain: 0.35 });
    chords(mix, [F, C, Dm, Dm, A], end, 0.75, 1.15);
    tune(mix, 0.4, 0.72, 0.7);
    for (const at of [5.3, 6.35, 7.4, 8.45, 9.5]) felt(mix, at, 50, { gain: 0.7, length: 1.4 });
    tune(mix, 10.9, 0.6, 0.6, -12, 4);
    for (const at of [14.8, 15.9, 17.2]) bell(mix, at, 50, { gain: 0.75 });
    hit(mix, 14.75, 0.8, { gain: 0.7 });
    hook(mix, 15.2, end, 0.7);
  },
  (mix, end) => {
    air(mix, "fire", 0, 4.7, { gain: 0.4 });
    air(mix, "wind", 4.6, end - 4.6, { gain: 0.4 });
    chords(mix, [Dm, Gm, Bb, A], end, 0.75);
    heartbeat(mix, 0.3, 4.4, 1.05, 0.5);
    for (const at of [4.75, 8.2]) bell(mix, at, 50, { gain: 0.7 });
    tune(mix, 5.8, 0.75, 0.55);
    hit(mix, 11.15, 1, { gain: 0.9 });
    heartbeat(mix, 12, end - 1, 0.9, 0.6);
    hook(mix, 14, end, 0.9);
    hit(mix, 16.2, 0.7, { gain: 0.7 });
  },
  (mix, end) => {
    air(mix, "deep", 0, 6.4, { gain: 1 });
    air(mix, "waves", 6.1, 6.2, { gain: 0.7 });
    air(mix, "wind", 12, end - 12, { gain: 0.5 });
    chords(mix, [Dsus, Dm, Gm, Bb, A], end, 0.8, 0.9);
    tune(mix, 0.4, 0.85, 0.6);
    hit(mix, 6.2, 0.9, { gain: 0.8 });
    heartbeat(mix, 6.9, 12, 1.2, 0.45);
    hit(mix, 8.7, 0.5, { gain: 0.6 });
    for (const at of [12.3, 15.1]) bass(mix, at, 2.2, 26, { gain: 1 });
    bell(mix, 12.3, 43, { gain: 0.5 });
    hook(mix, 13.6, end, 1);
  },
  (mix, end) => {
    air(mix, "rain", 0, 6, { gain: 0.4 });
    air(mix, "fire", 0, end, { gain: 0.4 });
    thunder(mix, 0.9, { gain: 0.8 });
    thunder(mix, 3.7, { gain: 0.6 });
    chords(mix, [Dm, A, Dm, Bb, F], end, 0.75);
    for (let t = 0.5; t < 10.6; t += 0.63)
      felt(mix, t, t % 1.26 < 0.63 ? 50 : 57, { gain: 0.42, length: 0.9 });
    hit(mix, 6, 0.8, { gain: 0.7 });
    hit(mix, 11, 0.4, { gain: 0.6 });
    heartbeat(mix, 11.2, 15.2, 0.8, 0.5);
    thunder(mix, 13.6, { gain: 0.6 });
    riser(mix, 12.4, 15.4, { gain: 0.7 });
    tune(mix, 15.5, 0.52, 0.9, 0, 5);
    pad(mix, 15.4, 2.2, [65, 69, 74], { gain: 0.6, bright: 1.5 });
  },
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.4 });
    chords(mix, [F, C, Dm, Gm, A], end, 0.72, 1.1);
    tune(mix, 0.3, 0.62, 0.75, 0, 7);
    hit(mix, 5, 0.5, { gain: 0.6 });
    heartbeat(mix, 7.4, 11, 0.95, 0.5);
    hit(mix, 8.6, 0.8, { gain: 0.7 });
    felt(mix, 11.2, 65, { gain: 0.7 });
    felt(mix, 13.4, 64, { gain: 0.7 });
    heartbeat(mix, 14, end - 0.8, 0.8, 0.55);
    hook(mix, 14.6, end, 0.95);
  },
  (mix, end) => {
    air(mix, "rain", 0, end, { gain: 0.5 });
    air(mix, "wind", 0, end, { gain: 0.8 });
    chords(mix, [Dm, Bb, Gm, A, A], end, 0.8);
    hit(mix, 0, 1, { gain: 0.7 });
    thunder(mix, 2.4, { gain: 0.9 });
    for (let t = 0.6; t < 6; t += 0.5) hit(mix, t, 0.25, { gain: 0.5 });
    tune(mix, 6.2, 0.8, 0.75);
    air(mix, "waves", 12.3, end - 12.3, { gain: 0.9 });
    hit(mix, 13.4, 1, { gain: 1 });
    thunder(mix, 14.2, { gain: 1 });
    for (const at of [14, 15.2, 16.4]) bell(mix, at, 50, { gain: 0.6 });
    hook(mix, 14, end, 1);
  },
  (mix, end) => {
    air(mix, "wind", 0, 11, { gain: 0.5 });
    air(mix, "fire", 4.1, 7, { gain: 0.7 });
    air(mix, "waves", 6.4, end - 6.4, { gain: 0.6 });
    riser(mix, 1.6, 4.2, { gain: 0.9 });
    hit(mix, 4.2, 1, { gain: 1 });
    chords(mix, [Dm, A, Bb, F, Gm, Dmaj], end, 0.8, 1.25);
    hit(mix, 6.6, 0.9, { gain: 0.8 });
    bell(mix, 6.7, 62, { gain: 0.5 });
    tune(mix, 11.5, 0.78, 0.9);
    for (const [note, at] of [
      [74, 17.4],
      [78, 17.9],
      [81, 18.4],
    ] as const)
      felt(mix, at, note, { gain: 0.8 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
