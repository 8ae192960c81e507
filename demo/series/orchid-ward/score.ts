import { chime, pluck } from "../../engine/city-instruments.ts";
import { type Chord, harmony, heartbeat, hook, melody } from "../../engine/cues.ts";
import { air, bell, felt, hit } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** F sharp minor under glass: harp and celesta, chords that never quite close. */
const Fsm: Chord = [30, [54, 61, 66, 68]];
const D: Chord = [38, [54, 57, 62, 64]];
const Bm: Chord = [35, [54, 59, 62, 66]];
const Cs: Chord = [37, [56, 59, 61, 65]];
const A: Chord = [33, [57, 61, 64, 71]];

const TUNE = [
  [85, 0],
  [80, 1],
  [81, 1.5],
  [78, 2],
  [76, 3],
  [77, 4],
] as const;

/** A harp that runs up each chord like water over panes. */
function harp(mix: Mix, list: readonly Chord[], from: number, length: number, gain: number): void {
  const step = length / list.length;
  for (const [i, [, notes]] of list.entries()) {
    const run = [...notes, ...notes.map((n) => n + 12), (notes[0] as number) + 24];
    for (const [n, note] of run.entries()) {
      const at = from + i * step + n * (step / 10);
      pluck(mix, at, note, { gain: gain * 0.6, soft: 0.8, length: 2, pan: (n - 4) * 0.12, hall: 0.45 });
    }
  }
}

function celesta(mix: Mix, from: number, beat: number, gain: number, shift = 0): void {
  melody(TUNE, from, beat, (note, at) => chime(mix, at, [note + shift], { gain, hall: 0.5 }));
}

/** A flower opens: a shimmer of bells upwards. */
function bloom(mix: Mix, from: number, gain: number): void {
  for (let i = 0; i < 9; i++)
    bell(mix, from + i * 0.13, 66 + Math.round(i * 2.3), {
      gain: gain * (0.3 + i * 0.04),
      pan: (i - 4) * 0.14,
    });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    const list = [Fsm, D, Bm, Cs];
    harmony(mix, list, 0, end, { gain: 0.65, bright: 0.8 });
    harp(mix, list, 0, end, 0.6);
    air(mix, "deep", 0, end, { gain: 0.25 });
    celesta(mix, 0.4, 0.6, 0.5);
    heartbeat(mix, 4, 8.6, 1.2, 0.35);
    bloom(mix, 8.7, 0.7);
    hook(mix, 10.6, end, 0.75);
    bloom(mix, 12, 0.8);
  },
  (mix, end) => {
    const list = [D, Bm, Fsm, Cs];
    harmony(mix, list, 0, end, { gain: 0.65, bright: 0.75 });
    harp(mix, list, 0, end, 0.5);
    celesta(mix, 0.2, 0.55, 0.45, -5);
    bloom(mix, 5.1, 0.6);
    heartbeat(mix, 7, end - 1, 1.05, 0.5);
    felt(mix, 9.1, 61, { gain: 0.7 });
    hit(mix, 11, 0.6, { gain: 0.7 });
    hook(mix, 11, end, 0.95);
  },
  (mix, end) => {
    const list = [Fsm, D, Cs, A, D, A];
    harmony(mix, list, 0, end, { gain: 0.7, bright: 1.15 });
    harp(mix, list, 0, end, 0.6);
    air(mix, "wind", 0, 3.2, { gain: 0.4 });
    hit(mix, 0.1, 0.6, { gain: 0.6 });
    celesta(mix, 3.3, 0.5, 0.4);
    hit(mix, 6.7, 0.8, { gain: 0.7 });
    bloom(mix, 7, 0.9);
    bloom(mix, 7.8, 0.8);
    bloom(mix, 8.6, 0.8);
    celesta(mix, 10.4, 0.5, 0.7, 3);
    felt(mix, end - 0.9, 81, { gain: 0.7 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
