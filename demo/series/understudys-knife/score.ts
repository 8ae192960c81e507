import { air, bass, bell, felt, hit, pad, riser } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** C minor in a slow waltz, with the Neapolitan where the knife is. */
type Chord = readonly [number, readonly number[]];
const Cm: Chord = [36, [55, 60, 63, 67]];
const Fm: Chord = [29, [56, 60, 65, 68]];
const Db: Chord = [37, [53, 61, 65, 68]];
const G: Chord = [31, [55, 59, 62, 65]];
const Ab: Chord = [32, [56, 60, 63, 68]];
const Cmaj: Chord = [36, [55, 60, 64, 67]];

/** The aria, as the orchestra would hum it. Note and beat in three. */
const ARIA = [
  [79, 0],
  [80, 2],
  [79, 3],
  [75, 5],
  [77, 6],
  [73, 8],
  [72, 9],
] as const;

function aria(mix: Mix, from: number, beat: number, gain: number, notes: number = ARIA.length): void {
  for (const [note, at] of ARIA.slice(0, notes)) {
    felt(mix, from + at * beat, note, { gain, length: 2.6, pan: 0.15, hall: 0.5 });
    pad(mix, from + at * beat, beat * 1.4, [note - 12], { gain: gain * 0.16, bright: 1.5 });
  }
}

function chords(mix: Mix, list: readonly Chord[], length: number, gain: number, bright = 1): void {
  const step = length / list.length;
  for (const [i, [root, notes]] of list.entries()) {
    pad(mix, i * step, step, notes, { gain: gain * 0.42, bright });
    bass(mix, i * step, step * 0.94, root, { gain: gain * 0.32 });
  }
}

/** Low strings plucked in three: one, two-three. */
function waltz(
  mix: Mix,
  list: readonly Chord[],
  from: number,
  until: number,
  beat: number,
  gain: number,
): void {
  for (let i = 0, t = from; t < until; i++, t += beat) {
    const [root, notes] = list[Math.floor((i / 3) % list.length)] as Chord;
    if (i % 3 === 0) felt(mix, t, root + 12, { gain: gain * 1.2, length: 0.8, pan: -0.2 });
    else for (const note of notes.slice(1)) felt(mix, t, note, { gain: gain * 0.4, length: 0.35, pan: 0.25 });
  }
}

/** A clock in the wings: it is nearly eight. */
function ticks(mix: Mix, from: number, until: number, every: number, gain: number): void {
  for (let t = from, i = 0; t < until; t += every, i++)
    felt(mix, t, i % 2 ? 96 : 98, { gain, length: 0.12, pan: 0.5, hall: 0.15 });
}

function hook(mix: Mix, from: number, end: number, gain: number): void {
  riser(mix, from, end - 0.8, { gain: gain * 1.5 });
  hit(mix, end - 0.78, 1, { gain: gain * 0.9 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    hit(mix, 0.42, 0.9, { gain: 1 });
    for (const note of [97, 92, 89]) bell(mix, 0.43, note, { gain: 0.16 });
    chords(mix, [Cm, Ab, Db, G], end, 0.8);
    ticks(mix, 2.9, 6.4, 0.5, 0.3);
    waltz(mix, [Cm, Fm, Db, G], 6.4, 10, 0.4, 0.55);
    aria(mix, 6.5, 0.4, 0.6, 6);
    hit(mix, 10.1, 0.8, { gain: 0.8 });
    for (let t = 10.6; t < end - 1; t += 0.82) hit(mix, t, 0.26, { gain: 0.55 });
    hook(mix, 11.4, end, 0.85);
  },
  (mix, end) => {
    chords(mix, [Cm, Fm, Db, G], end, 0.85, 1.25);
    waltz(mix, [Cm, Fm, G, Cm], 0, 7.4, 0.38, 0.55);
    aria(mix, 0.2, 0.38, 0.65);
    hit(mix, 5.4, 0.6, { gain: 0.7 });
    ticks(mix, 7.6, 10.8, 0.4, 0.25);
    hit(mix, 10.8, 0.9, { gain: 0.8 });
    air(mix, "deep", 10.8, end - 10.8, { gain: 0.8 });
    hook(mix, 11.6, end, 0.9);
  },
  (mix, end) => {
    chords(mix, [Db, G, Cm, Ab, Cmaj], end, 0.85, 1.2);
    for (const t of [0.1, 0.45, 0.8, 1.15, 1.5]) air(mix, "wind", t, 0.26, { gain: 0.7 });
    hit(mix, 1.7, 0.7, { gain: 0.8 });
    hit(mix, 3.35, 1, { gain: 1 });
    waltz(mix, [Cm, Db], 5.3, 8.6, 0.4, 0.5);
    riser(mix, 8.6, 9.6, { gain: 0.9 });
    hit(mix, 9.6, 0.9, { gain: 0.9 });
    aria(mix, 9.8, 0.3, 0.55, 5);
    for (const [i, note] of [72, 76, 79, 84].entries())
      felt(mix, 12.2 + i * 0.4, note, { gain: 0.55, hall: 0.5 });
    bell(mix, end - 1.5, 84, { gain: 0.3 });
  },
];

/** The score of The Understudy's Knife: a waltz from the pit, a clock in the wings, a drum under the boards. */
export const compose: Composer = (mix, number, episode) => {
  const end = lengthOf(episode);
  episodes[number - 1]?.(mix, end);
};
