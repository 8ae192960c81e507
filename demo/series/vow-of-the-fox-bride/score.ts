// biome-ignore-all format: cues read as rows, one chord or figure beside the next.
import { air, bass, bell, hit, pad, riser, thunder } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";
import { flute, pluck } from "../../engine/strings.ts";

/** D, E flat, G, A, C: the scale of the series. A dark drone under silk strings and a bamboo flute. */
const SCALE = [50, 51, 55, 57, 60, 62, 63, 67, 69, 72, 74, 75, 79, 81, 84];

/** The vow: the tune of the series. Degree of the scale, beat, length in beats. */
const VOW = [
  [8, 0, 2],
  [7, 2, 0.8],
  [6, 3, 1],
  [5, 4, 2.4],
  [8, 7, 1],
  [9, 8, 1],
  [10, 9, 2.6],
] as const;

/** Rolling figure of the strings. */
const ROLL = [0, 3, 5, 6, 8, 6, 5, 3];

const tone = (degree: number): number => SCALE[degree] as number;

function vow(
  mix: Mix,
  from: number,
  beat: number,
  gain: number,
  notes: number = VOW.length,
  shift = 0,
): void {
  for (const [degree, at, length] of VOW.slice(0, notes))
    flute(mix, from + at * beat, length * beat + 0.25, tone(degree) + shift, { gain, pan: 0.15 });
}

function roll(mix: Mix, from: number, until: number, step: number, gain: number, lift = 0): void {
  for (let i = 0, at = from; at < until; i++, at += step) {
    const degree = (ROLL[i % ROLL.length] as number) + lift;
    pluck(mix, at, tone(degree), {
      gain: gain * (i % 4 === 0 ? 1 : 0.62),
      pan: i % 2 ? 0.3 : -0.3,
      length: 2.2,
    });
  }
}

/** Single strings that fall like drops, with a pulled note at the end. */
function drops(mix: Mix, list: readonly (readonly [number, number])[], gain: number): void {
  for (const [i, [at, degree]] of list.entries())
    pluck(mix, at, tone(degree), {
      gain,
      pan: (i % 3) * 0.3 - 0.3,
      bend: i === list.length - 1 ? 1 : 0,
      length: 3.2,
    });
}

function ground(
  mix: Mix,
  spans: readonly (readonly [number, number, readonly number[]])[],
  gain: number,
): void {
  for (const [from, length, notes] of spans) {
    pad(mix, from, length, notes, { gain: gain * 0.36, bright: 0.75 });
    bass(mix, from, length * 0.97, (notes[0] as number) - 12, { gain: gain * 0.3 });
  }
}

function drums(mix: Mix, from: number, until: number, every: number, gain: number): void {
  for (let at = from, i = 0; at < until; at += every, i++) {
    hit(mix, at, 0.55, { gain });
    if (i % 2) hit(mix, at + every * 0.5, 0.3, { gain: gain * 0.7 });
  }
}

function turn(mix: Mix, at: number, end: number, gain: number): void {
  riser(mix, at, end - 0.7, { gain: gain * 1.2 });
  hit(mix, end - 0.68, 1, { gain: gain * 0.9 });
  bell(mix, end - 0.68, 43, { gain: gain * 0.4 });
}

const HOME = [50, 57, 62] as const;
const SHADE = [51, 58, 63] as const;
const HILL = [43, 55, 60, 62] as const;
const DOOR = [45, 57, 60, 64] as const;

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "rain", 0, end, { gain: 0.4 });
    hit(mix, 0, 1, { gain: 0.9 });
    bell(mix, 0.1, 50, { gain: 0.7 });
    ground(mix, [[0, 5, HOME], [5, 4.4, SHADE], [9.4, 4, HILL], [13.4, end - 13.4, HOME]], 0.8);
    roll(mix, 1, 9, 0.34, 0.5);
    vow(mix, 4.8, 0.72, 0.6);
    hit(mix, 9.4, 0.7, { gain: 0.7 });
    drops(mix, [[9.8, 8], [10.9, 6], [12, 5], [13.4, 3], [14.4, 6]], 0.6);
    turn(mix, 14.6, end, 0.9);
  },
  (mix, end) => {
    air(mix, "rain", 0, end, { gain: 0.35 });
    ground(mix, [[0, 6.2, HILL], [6.2, 4.4, SHADE], [10.6, 3.4, HOME], [14, end - 14, DOOR]], 0.8);
    drums(mix, 0.2, 10, 1.5, 0.5);
    drops(mix, [[0.4, 5], [1.9, 6], [3.2, 3], [4.7, 1]], 0.7);
    bell(mix, 3.2, 38, { gain: 0.7 });
    hit(mix, 6.2, 0.8, { gain: 0.7 });
    air(mix, "fire", 10.6, 3.4, { gain: 0.5 });
    roll(mix, 10.6, 14, 0.26, 0.5, 2);
    vow(mix, 14, 0.5, 0.6, 4);
    turn(mix, 14.8, end, 0.75);
  },
  (mix, end) => {
    air(mix, "wind", 0, 10.6, { gain: 0.55 });
    air(mix, "rain", 10.6, end - 10.6, { gain: 0.35 });
    ground(mix, [[0, 6.4, HOME], [6.4, 4.2, HILL], [10.6, 3.2, SHADE], [13.8, end - 13.8, HOME]], 0.75);
    vow(mix, 0.4, 0.66, 0.6, 7, 12);
    hit(mix, 3.4, 0.5, { gain: 0.8 });
    for (const at of [3.6, 5.2, 6.6, 8.2]) bell(mix, at, 74, { gain: 0.22 });
    drops(mix, [[6.6, 11], [7.5, 10], [8.4, 8], [9.3, 6]], 0.6);
    drums(mix, 10.7, 13.6, 0.9, 0.6);
    hit(mix, 13.8, 1, { gain: 0.8 });
    roll(mix, 14, end - 1, 0.3, 0.45, 3);
    turn(mix, 14.6, end, 0.9);
  },
  (mix, end) => {
    air(mix, "rain", 0, end, { gain: 0.45 });
    ground(mix, [[0, 6, HOME], [6, 4.9, HILL], [10.9, 3.2, DOOR], [14.1, end - 14.1, SHADE]], 0.78);
    roll(mix, 0.4, 10.6, 0.42, 0.45);
    vow(mix, 2.6, 0.74, 0.55);
    riser(mix, 11.4, 14, { gain: 1.1 });
    drums(mix, 11, 13.8, 0.7, 0.55);
    hit(mix, 14.05, 1, { gain: 1 });
    drops(mix, [[14.6, 8], [15.5, 6], [16.4, 5], [17.2, 6]], 0.65);
  },
  (mix, end) => {
    air(mix, "wind", 0, end, { gain: 0.6 });
    air(mix, "deep", 0, 7, { gain: 0.9 });
    hit(mix, 0.4, 1, { gain: 1 });
    for (const at of [1.6, 2.7, 3.6]) hit(mix, at, 0.95, { gain: 0.8 });
    thunder(mix, 0.6, { gain: 0.9 });
    ground(mix, [[0, 6.6, [38, 45, 50]], [6.6, 5.4, SHADE], [12, end - 12, HOME]], 0.95);
    for (const at of [3.4, 9.4]) bass(mix, at, 2.4, 26, { gain: 0.9 });
    drops(mix, [[6.8, 6], [7.6, 5], [8.4, 3], [9.2, 1], [10.4, 3]], 0.6);
    drums(mix, 9.4, 12, 0.8, 0.5);
    vow(mix, 12.6, 0.5, 0.65, 7, 12);
    turn(mix, 14.6, end, 0.8);
  },
  (mix, end) => {
    air(mix, "rain", 0, 6.3, { gain: 0.25 });
    air(mix, "wind", 6.3, 5.5, { gain: 0.6 });
    ground(mix, [[0, 6.3, HILL], [6.3, 5.5, [39, 46, 51]], [11.8, end - 11.8, DOOR]], 0.82);
    vow(mix, 0.3, 0.56, 0.6, 7, 12);
    roll(mix, 0.4, 6, 0.36, 0.4, 4);
    hit(mix, 7.6, 1, { gain: 0.9 });
    for (const at of [8.4, 9.3, 10.2]) hit(mix, at, 0.6, { gain: 0.7 });
    air(mix, "fire", 11.8, end - 11.8, { gain: 0.35 });
    drums(mix, 11.9, end - 1, 0.72, 0.6);
    drops(mix, [[12.4, 3], [13.4, 5], [14.4, 6], [15.4, 8]], 0.55);
    turn(mix, 14.6, end, 0.85);
  },
  (mix, end) => {
    air(mix, "rain", 0, end, { gain: 0.45 });
    air(mix, "fire", 0, 5.4, { gain: 0.35 });
    ground(mix, [[0, 5.4, DOOR], [5.4, 6, HOME], [11.4, 3.8, SHADE], [15.2, end - 15.2, [38, 45, 50]]], 0.85);
    drums(mix, 0.2, 5.2, 0.78, 0.6);
    vow(mix, 5.6, 0.52, 0.7);
    roll(mix, 5.6, 11.2, 0.32, 0.42);
    riser(mix, 9.6, 12, { gain: 1 });
    hit(mix, 12.1, 1, { gain: 1 });
    bell(mix, 12.1, 38, { gain: 0.8 });
    for (const [i, degree] of [10, 8, 6, 5, 3, 1, 0].entries())
      pluck(mix, 12.6 + i * 0.16, tone(degree), { gain: 0.7, length: 2 });
    thunder(mix, 15.1, { gain: 0.9 });
    turn(mix, 15.4, end, 0.9);
  },
  (mix, end) => {
    air(mix, "wind", 0, 9.2, { gain: 0.4 });
    ground(mix, [[0, 3.9, SHADE], [3.9, 5.2, HILL], [9.1, 4.3, [50, 57, 62, 66]], [13.4, end - 13.4, [50, 57, 62, 66]]], 0.82);
    drops(mix, [[0.4, 8], [1.4, 6], [2.4, 5], [3.3, 3]], 0.6);
    roll(mix, 4, 9, 0.3, 0.45, 2);
    riser(mix, 6.6, 9.1, { gain: 1.2 });
    hit(mix, 9.1, 1, { gain: 1 });
    for (const [i, degree] of [0, 3, 5, 6, 8, 9, 10, 11, 12, 13].entries())
      pluck(mix, 9.15 + i * 0.09, tone(degree), { gain: 0.6, length: 3 });
    drums(mix, 9.2, 13, 0.7, 0.5);
    for (const at of [9.4, 10.6, 11.8]) bell(mix, at, 74, { gain: 0.25 });
    vow(mix, 13.4, 0.52, 0.75);
    roll(mix, 13.6, end - 1.2, 0.36, 0.42, 2);
    pluck(mix, end - 1, 62, { gain: 0.8, length: 1 });
    pluck(mix, end - 0.92, 74, { gain: 0.6, length: 0.9 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
