import { air, bass, bell, felt, hit, pad, riser } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** E, with the second step a half-tone above it and a wide third: the scale of this country. */
type Chord = readonly [number, readonly number[]];
const E: Chord = [28, [52, 59, 64, 68]];
const Fmaj: Chord = [29, [53, 57, 60, 65]];
const Am: Chord = [33, [52, 57, 60, 64]];
const Dm: Chord = [26, [50, 57, 62, 65]];
const Em: Chord = [28, [52, 59, 64, 67]];
const C: Chord = [36, [52, 55, 60, 67]];
const open: Chord = [28, [40, 52, 59, 64]];

/** The tune, plucked: it climbs over the wide step and falls back. Note and beat. */
const TUNE = [
  [64, 0],
  [65, 0.75],
  [68, 1.5],
  [69, 2],
  [71, 3],
  [69, 4],
  [68, 4.5],
  [65, 5],
  [64, 6],
] as const;

/** A plucked string: short felt notes doubled at the octave, a hair apart. */
function pluck(mix: Mix, at: number, note: number, gain: number): void {
  felt(mix, at, note, { gain, length: 1.1, pan: -0.25, hall: 0.25 });
  felt(mix, at + 0.018, note + 12, { gain: gain * 0.42, length: 0.6, pan: 0.3, hall: 0.35 });
}

function tune(mix: Mix, from: number, beat: number, gain: number, notes: number = TUNE.length): void {
  for (const [note, at] of TUNE.slice(0, notes)) pluck(mix, from + at * beat, note, gain);
}

function chords(mix: Mix, list: readonly Chord[], length: number, gain: number, bright = 1): void {
  const step = length / list.length;
  for (const [i, [root, notes]] of list.entries()) {
    pad(mix, i * step, step, notes, { gain: gain * 0.38, bright });
    bass(mix, i * step, step * 0.95, root + 12, { gain: gain * 0.3 });
  }
}

/** A frame drum in six: low, rest, high, low, high, high. The gait of the caravan. */
function drum(mix: Mix, from: number, until: number, beat: number, gain: number): void {
  const weights = [0.42, 0, 0.16, 0.3, 0.14, 0.18];
  for (let i = 0, t = from; t < until; i++, t += beat) {
    const size = weights[i % 6] as number;
    if (size > 0) hit(mix, t, size, { gain: gain * (size > 0.25 ? 1 : 0.7), pan: size > 0.25 ? 0 : 0.35 });
  }
}

function hook(mix: Mix, from: number, end: number, gain: number): void {
  riser(mix, from, end - 0.8, { gain: gain * 1.5 });
  hit(mix, end - 0.78, 1, { gain: gain * 0.9 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "wind", 0, 8.5, { gain: 0.6 });
    hit(mix, 0, 1, { gain: 0.9 });
    chords(mix, [open, E, Fmaj, E], end, 0.85);
    drum(mix, 4.2, 12.6, 0.31, 0.6);
    tune(mix, 4.3, 0.5, 0.7);
    for (const [i, note] of [76, 77, 80, 83].entries()) bell(mix, 10.6 + i * 0.4, note, { gain: 0.2 });
    hit(mix, 12.9, 0.7, { gain: 0.8 });
    tune(mix, 13, 0.4, 0.6, 5);
    hook(mix, 15.4, end, 0.8);
  },
  (mix, end) => {
    air(mix, "wind", 0, 4, { gain: 0.35 });
    chords(mix, [Am, Fmaj, E, E], end, 0.75, 1.15);
    drum(mix, 0.1, 9, 0.34, 0.45);
    tune(mix, 0.3, 0.6, 0.65);
    for (const at of [4, 5.4, 6.9]) bell(mix, at, 64, { gain: 0.3 });
    hit(mix, 9, 0.9, { gain: 0.8 });
    tune(mix, 10, 0.7, 0.5, 4);
    hook(mix, 14.4, end, 0.8);
  },
  (mix, end) => {
    chords(mix, [E, Dm, Am, E], end, 0.75, 0.9);
    tune(mix, 0.6, 0.75, 0.55, 5);
    drum(mix, 5, 13.2, 0.4, 0.4);
    air(mix, "fire", 9.2, 4.2, { gain: 0.3 });
    for (const at of [9.3, 11.3]) bell(mix, at, 52, { gain: 0.55 });
    hit(mix, 13.4, 1, { gain: 0.85 });
    for (const [i, note] of [76, 72, 71, 68].entries()) pluck(mix, 13.8 + i * 0.55, note, 0.55);
    hook(mix, 15, end, 0.85);
  },
  (mix, end) => {
    chords(mix, [E, Fmaj, Dm, E], end, 0.85, 1.2);
    drum(mix, 0, 9.2, 0.24, 0.6);
    tune(mix, 0.2, 0.48, 0.7);
    for (const at of [0, 2.4, 4.8]) bell(mix, at, 71, { gain: 0.35 });
    for (let at = 9.6; at < 14.2; at += 0.8) pluck(mix, at, at > 12 ? 65 : 64, 0.5);
    hit(mix, 13.2, 0.5, { gain: 0.6 });
    hit(mix, 14.4, 0.9, { gain: 0.8 });
    hook(mix, 14.6, end, 0.9);
  },
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.9 });
    air(mix, "deep", 0, 9.2, { gain: 0.7 });
    chords(mix, [Dm, E, Am, Fmaj], end, 0.8);
    hit(mix, 0, 1, { gain: 0.9 });
    drum(mix, 0.4, 9, 0.22, 0.65);
    tune(mix, 9.4, 0.75, 0.6, 6);
    hit(mix, 14.2, 0.7, { gain: 0.7 });
    hook(mix, 15.2, end, 0.8);
  },
  (mix, end) => {
    air(mix, "deep", 0, 14, { gain: 0.6 });
    chords(mix, [Em, C, Am, E], end, 0.75, 1.2);
    for (const [i, note] of [76, 71, 79, 76, 83, 79].entries())
      bell(mix, 0.4 + i * 1.5, note, { gain: 0.26 });
    tune(mix, 5, 0.8, 0.55);
    hit(mix, 13.8, 1, { gain: 0.9 });
    for (const at of [14.4, 15.1, 15.7, 16.2, 16.6]) hit(mix, at, 0.6, { gain: 0.6 });
    hook(mix, 14.4, end, 0.9);
  },
  (mix, end) => {
    air(mix, "wind", 0, 4.6, { gain: 0.5 });
    chords(mix, [Am, E, Fmaj, E], end, 0.85);
    drum(mix, 0.2, 13.6, 0.27, 0.6);
    tune(mix, 0.4, 0.52, 0.65);
    for (const at of [4.4, 6.7]) bell(mix, at, 52, { gain: 0.5 });
    for (const [i, note] of [83, 80, 77, 76, 71, 68].entries()) pluck(mix, 9.2 + i * 0.7, note, 0.55);
    hit(mix, 13.8, 1, { gain: 0.9 });
    hook(mix, 14, end, 0.9);
  },
  (mix, end) => {
    air(mix, "wind", 0, 9.4, { gain: 0.45 });
    chords(mix, [Dm, E, Am, C, [28, [52, 59, 64, 68, 71]]], end, 0.8, 1.25);
    drum(mix, 0, 4.6, 0.2, 0.6);
    riser(mix, 1, 3.3, { gain: 1 });
    hit(mix, 3.3, 1, { gain: 0.9 });
    air(mix, "deep", 4.8, 4.6, { gain: 0.8 });
    bell(mix, 5, 52, { gain: 0.5 });
    tune(mix, 9.5, 0.72, 0.7);
    drum(mix, 14.4, end - 1, 0.36, 0.45);
    tune(mix, 14.6, 0.6, 0.75, 5);
    for (const note of [64, 68, 71, 76]) pluck(mix, end - 1.8 + (note - 64) * 0.03, note, 0.6);
  },
];

/** The score of Salt in the Crown: plucked strings, a frame drum in six, wind over sand. */
export const compose: Composer = (mix, number, episode) => {
  const end = lengthOf(episode);
  episodes[number - 1]?.(mix, end);
};
