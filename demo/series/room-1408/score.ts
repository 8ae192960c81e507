import { air, bass, bell, felt, hit, pad, riser, thunder } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** G minor, 76 beats a minute: a clock, a walking bass, and a hotel piano that knows too much. */
const BEAT = 60 / 76;

type Chord = readonly [number, readonly number[]];
const Gm: Chord = [31, [50, 55, 58, 62]];
const Gm6: Chord = [31, [52, 55, 58, 62]];
const Eb: Chord = [27, [51, 55, 58, 63]];
const Cm: Chord = [36, [51, 55, 60, 63]];
const D7: Chord = [26, [50, 54, 60, 66]];
const Ab: Chord = [32, [51, 56, 60, 63]];
const G: Chord = [31, [50, 55, 59, 62]];

/** The tune: D, B flat, A, D; then down the back stairs. Note and beat. */
const TUNE = [
  [74, 0],
  [70, 0.75],
  [69, 1.5],
  [62, 2],
  [67, 3],
  [66, 3.5],
  [63, 4.25],
  [62, 5],
] as const;

function tune(mix: Mix, from: number, gain: number, shift = 0, count: number = TUNE.length): void {
  for (const [note, at] of TUNE.slice(0, count))
    felt(mix, from + at * BEAT, note + shift, { gain, pan: (note - 68) * 0.06, length: 2 });
}

function chords(mix: Mix, list: readonly Chord[], length: number, gain: number, bright = 0.75): void {
  const step = length / list.length;
  for (const [i, [, notes]] of list.entries()) pad(mix, i * step, step, notes, { gain: gain * 0.34, bright });
}

/** Plucked steps under the chords, as of someone who walks and does not hurry. */
function walk(
  mix: Mix,
  from: number,
  until: number,
  list: readonly Chord[],
  end: number,
  gain: number,
): void {
  for (let t = from, i = 0; t < until; t += BEAT, i++) {
    const root = (list[Math.min(list.length - 1, Math.floor((t / end) * list.length))] as Chord)[0] + 12;
    const step = [0, 3, 7, 6][i % 4] as number;
    bass(mix, t, BEAT * 0.62, root + step, { gain: gain * 0.5 });
    felt(mix, t, root + step + 12, { gain: gain * 0.22, length: 0.5, hall: 0.1 });
  }
}

/** The clock on the wall of the hall. */
function clock(mix: Mix, from: number, until: number, gain: number, every = BEAT): void {
  for (let t = from, i = 0; t < until; t += every, i++)
    felt(mix, t, i % 2 ? 91 : 94, { gain: gain * 0.5, length: 0.12, pan: i % 2 ? 0.3 : -0.3, hall: 0.35 });
}

/** A telephone: two bells against each other. */
function ring(mix: Mix, from: number, gain: number): void {
  for (let t = 0; t < 1.1; t += 0.055)
    bell(mix, from + t, t % 0.11 < 0.05 ? 88 : 92, { gain: gain * 0.16, pan: 0.15, hall: 0.15 });
}

function hook(mix: Mix, from: number, end: number, gain: number): void {
  riser(mix, from, end - 0.8, { gain: gain * 1.4 });
  hit(mix, end - 0.78, 1, { gain: gain * 0.9 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    const list = [Gm, Gm6, Eb, D7];
    air(mix, "rain", 0, 4.6, { gain: 0.8 });
    thunder(mix, 0.3, { gain: 0.9 });
    hit(mix, 0.95, 0.8, { gain: 0.8 });
    chords(mix, list, end, 0.9);
    walk(mix, 4.5, 13, list, end, 0.9);
    tune(mix, 4.6, 0.65);
    hit(mix, 8.8, 0.5, { gain: 0.7 });
    clock(mix, 8.8, end - 1, 0.8);
    hook(mix, 14.4, end, 0.9);
  },
  (mix, end) => {
    const list = [Gm, Cm, Eb, Ab, D7];
    chords(mix, list, end, 0.85);
    clock(mix, 0, 5.2, 0.9);
    walk(mix, 0.2, 5, list, end, 0.7);
    air(mix, "rain", 5.1, 4.4, { gain: 0.8 });
    bell(mix, 5.3, 79, { gain: 0.3 });
    tune(mix, 5.6, 0.65);
    walk(mix, 9.4, 13.4, list, end, 0.7);
    felt(mix, 13.7, 70, { gain: 0.7 });
    felt(mix, 15.7, 69, { gain: 0.7 });
    hook(mix, 14.6, end, 0.9);
  },
  (mix, end) => {
    chords(mix, [Gm, Ab, Cm, D7], end, 0.8);
    ring(mix, 0.5, 0.9);
    ring(mix, 2.6, 0.9);
    hit(mix, 4.6, 0.6, { gain: 0.7 });
    air(mix, "deep", 4.6, 4.4, { gain: 0.7 });
    tune(mix, 4.9, 0.5, -12);
    clock(mix, 9, end - 1, 0.8);
    riser(mix, 9.2, 11.1, { gain: 0.7 });
    hit(mix, 11.1, 0.7, { gain: 0.8 });
    pad(mix, 11, 2.4, [62, 67, 74], { gain: 0.3, bright: 1.3 });
    hit(mix, 13.6, 0.6, { gain: 0.7 });
    hook(mix, 14.4, end, 0.95);
  },
  (mix, end) => {
    const list = [Gm, Gm6, Ab, Cm, D7];
    chords(mix, list, end, 0.85);
    air(mix, "deep", 0, 5.8, { gain: 0.9 });
    for (let t = 0.3, i = 0; t < 4.4; t += 1.1, i++) bell(mix, t, 67 + i * 2, { gain: 0.26 });
    riser(mix, 2, 4.7, { gain: 0.7 });
    hit(mix, 4.8, 0.7, { gain: 0.8 });
    tune(mix, 5.8, 0.6, -12, 5);
    walk(mix, 9.4, 14, list, end, 0.85);
    hit(mix, 14.3, 0.9, { gain: 0.9 });
    pad(mix, 14.2, 3, [62, 68, 74], { gain: 0.35, bright: 1.3 });
    hook(mix, 15.2, end, 0.9);
  },
  (mix, end) => {
    chords(mix, [Gm, Eb, Cm, Ab, D7], end, 0.95, 0.95);
    tune(mix, 0.5, 0.7);
    hit(mix, 5.4, 0.4, { gain: 0.6 });
    tune(mix, 5.8, 0.55, 12, 4);
    clock(mix, 9.8, end - 1, 0.7);
    hit(mix, 9.8, 0.6, { gain: 0.7 });
    felt(mix, 13.8, 62, { gain: 0.7 });
    hit(mix, 16, 0.9, { gain: 0.9 });
    hook(mix, 13.6, end, 0.9);
  },
  (mix, end) => {
    const list = [Gm, Cm, Ab, D7];
    chords(mix, list, end, 0.85);
    for (let i = 0; i < 11; i++) bell(mix, 0.4 + i * 0.4, 86 - i, { gain: 0.13, pan: (i - 5) * 0.15 });
    walk(mix, 5, 9.6, list, end, 0.8);
    felt(mix, 10.1, 74, { gain: 0.8 });
    felt(mix, 10.1, 67, { gain: 0.7 });
    air(mix, "rain", 13, end - 13, { gain: 0.6 });
    hit(mix, 13.5, 1, { gain: 1 });
    for (let t = 14; t < end - 1; t += 0.5) hit(mix, t, 0.25, { gain: 0.5 });
    hook(mix, 14, end, 1);
  },
  (mix, end) => {
    const list = [Gm, Ab, Gm, D7];
    chords(mix, list, end, 0.8);
    walk(mix, 0, 9, list, end, 1);
    walk(mix, BEAT / 2, 9, list, end, 0.6);
    for (let t = 0.7; t < 8.6; t += 0.42) hit(mix, t, 0.3, { gain: 0.55 });
    riser(mix, 5, 8.9, { gain: 0.8 });
    hit(mix, 9, 0.9, { gain: 0.9 });
    tune(mix, 9.3, 0.6);
    clock(mix, 13.4, end - 1, 1, BEAT / 2);
    hook(mix, 14, end, 0.95);
  },
  (mix, end) => {
    chords(mix, [D7, Gm, Ab, Eb, Cm, G], end, 0.9, 1);
    clock(mix, 0, 4.2, 1);
    for (let i = 0; i < 6; i++) bell(mix, 4.3 + i * 0.62, 55, { gain: 0.55 });
    riser(mix, 4.4, 7.9, { gain: 1 });
    hit(mix, 8.2, 1, { gain: 1 });
    tune(mix, 9.3, 0.85, 12, 5);
    walk(mix, 9.4, 14, [Eb, Cm, G], end, 0.8);
    ring(mix, 15.1, 0.9);
    ring(mix, 17.2, 0.9);
    hit(mix, 18.2, 0.6, { gain: 0.7 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
