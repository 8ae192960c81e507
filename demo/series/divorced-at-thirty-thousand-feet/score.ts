import { chime, clap, hat, mallet, pluck } from "../../engine/city-instruments.ts";
import { air, bass, felt, hit, pad, riser, thunder } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** A light bossa in G at 116 beats a minute: nylon strings, wooden bars, brushes; the cabin hums under it. */
const BEAT = 60 / 116;
const CHORDS = [
  [43, [59, 62, 66, 71]],
  [40, [59, 62, 67, 71]],
  [45, [60, 64, 67, 72]],
  [38, [60, 62, 66, 69]],
] as const;
const TUNE = [
  [79, 0],
  [78, 0.5],
  [74, 1],
  [71, 2],
  [72, 2.5],
  [74, 3],
  [76, 4],
  [74, 5],
  [71, 5.5],
  [69, 6.5],
] as const;

function bossa(mix: Mix, from: number, until: number, gain: number): void {
  for (let k = 0; from + (k * BEAT) / 2 < until; k++) {
    const at = from + (k * BEAT) / 2;
    const [root, notes] = CHORDS[Math.floor(k / 8) % CHORDS.length] as (typeof CHORDS)[number];
    if (k % 4 === 0) bass(mix, at, BEAT * 0.9, k % 8 ? root + 7 : root, { gain: gain * 0.7 });
    if ([0, 3, 5].includes(k % 8))
      for (const [i, note] of notes.entries())
        pluck(mix, at + i * 0.008, note, { gain: gain * 0.4, soft: 0.8, length: 0.7, pan: -0.25 });
    hat(mix, at, 0.05, { gain: gain * (k % 2 ? 0.16 : 0.28), pan: 0.35 });
    if ([2, 6].includes(k % 8)) clap(mix, at, { gain: gain * 0.14, pan: 0.2 });
  }
}

function tune(mix: Mix, from: number, gain: number, notes: number = TUNE.length): void {
  for (const [note, beat] of TUNE.slice(0, notes)) mallet(mix, from + beat * BEAT, note, { gain, pan: 0.2 });
}

function storm(mix: Mix, from: number, length: number): void {
  air(mix, "wind", from, length, { gain: 0.7 });
  air(mix, "rain", from, length, { gain: 0.4 });
  thunder(mix, from + 0.4, { gain: 0.8 });
  thunder(mix, from + 2.1, { gain: 0.6 });
  pad(mix, from, length, [43, 50, 58, 62], { gain: 0.34, bright: 0.8 });
}

function hook(mix: Mix, end: number): void {
  chime(mix, end - 3.4, [79, 75], { gain: 0.7 });
  riser(mix, end - 2.6, end - 0.9, { gain: 0.6 });
  hit(mix, end - 0.88, 0.7, { gain: 0.7 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "deep", 0, end, { gain: 0.3 });
    bossa(mix, 0, end - 1, 0.9);
    tune(mix, 0.3, 0.9);
    tune(mix, 4.5, 0.7, 6);
    felt(mix, 7.4, 67, { gain: 0.6 });
    tune(mix, 7.9, 0.7);
    hook(mix, end);
  },
  (mix, end) => {
    air(mix, "deep", 0, end, { gain: 0.3 });
    bossa(mix, 0, 3.8, 0.9);
    tune(mix, 0.2, 0.8, 7);
    chime(mix, 3.7, [79, 75], { gain: 0.7 });
    storm(mix, 3.8, 6.7);
    for (let t = 7; t < 10.4; t += BEAT * 2) hit(mix, t, 0.28, { gain: 0.5 });
    for (const [note, at] of [
      [67, 7.1],
      [71, 7.9],
      [74, 8.7],
      [78, 9.5],
    ] as const)
      felt(mix, at, note, { gain: 0.8, hall: 0.5 });
    air(mix, "wind", 10.4, end - 10.4, { gain: 0.4 });
    hook(mix, end);
  },
  (mix, end) => {
    air(mix, "deep", 0, end, { gain: 0.3 });
    storm(mix, 0, 6.8);
    for (let t = 0.2; t < 6.6; t += BEAT) mallet(mix, t, t % (BEAT * 2) < BEAT ? 62 : 67, { gain: 0.4 });
    hit(mix, 6.8, 0.6, { gain: 0.6 });
    bossa(mix, 6.9, end - 0.9, 0.9);
    tune(mix, 8.9, 0.8, 6);
    tune(mix, 10.3, 0.9);
    hook(mix, end);
  },
];

/** Music and sound of one episode; cues follow the cutting list in story.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
