import { clap, hat, pulse, ringing } from "../../engine/city-instruments.ts";
import { air, bass, felt, hit, pad, riser } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** A night drive in F sharp minor at 104 beats a minute: a pulsing engine, a cold pad, a phone. */
const BEAT = 60 / 104;
const CHORDS = [
  [42, [54, 61, 66, 69]],
  [38, [54, 57, 62, 69]],
  [33, [52, 57, 61, 64]],
  [37, [53, 56, 61, 68]],
] as const;

function drive(mix: Mix, from: number, until: number, gain: number): void {
  for (let k = 0; from + (k * BEAT) / 2 < until; k++) {
    const at = from + (k * BEAT) / 2;
    const [root, notes] = CHORDS[Math.floor(at / 3.6) % CHORDS.length] as (typeof CHORDS)[number];
    const note = k % 4 === 3 ? (notes[k % 3] as number) - 12 : root + (k % 2 ? 12 : 0);
    pulse(mix, at, BEAT * 0.48, note, { gain, pan: k % 2 ? 0.25 : -0.25 });
    if (k % 2) hat(mix, at, 0.05, { gain: gain * 0.5, pan: 0.3 });
  }
}

function chords(mix: Mix, end: number, gain: number): void {
  for (let at = 0, i = 0; at < end; at += 3.6, i++) {
    const [root, notes] = CHORDS[i % CHORDS.length] as (typeof CHORDS)[number];
    pad(mix, at, Math.min(3.6, end - at), notes, { gain: gain * 0.34, bright: 1.2 });
    bass(mix, at, Math.min(3.5, end - at), root - 12, { gain: gain * 0.3 });
  }
}

function heart(mix: Mix, from: number, until: number): void {
  for (let t = from; t < until; t += BEAT * 2) {
    hit(mix, t, 0.3, { gain: 0.6 });
    hit(mix, t + 0.22, 0.2, { gain: 0.4 });
  }
}

function hook(mix: Mix, from: number, end: number): void {
  riser(mix, from, end - 0.9, { gain: 1.2 });
  hit(mix, end - 0.88, 1, { gain: 0.9 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    chords(mix, end, 0.8);
    for (const at of [0.1, 1.4, 2.7, 4.1, 5.4]) ringing(mix, at, { gain: 0.55 });
    air(mix, "rain", 3.6, 7.4, { gain: 0.4 });
    heart(mix, 0, 6.6);
    drive(mix, 6.9, 11, 0.6);
    for (const [note, at] of [
      [73, 7],
      [76, 8.7],
      [81, 9.8],
    ] as const)
      felt(mix, at, note, { gain: 0.7, hall: 0.6 });
    hook(mix, 10.6, end);
  },
  (mix, end) => {
    chords(mix, end, 0.8);
    hit(mix, 0.5, 0.7, { gain: 0.6 });
    drive(mix, 0.6, 7.2, 0.45);
    air(mix, "rain", 3.7, 3.8, { gain: 0.4 });
    hit(mix, 9.6, 0.8, { gain: 0.8 });
    heart(mix, 10.3, end - 1);
    hook(mix, 11, end);
  },
  (mix, end) => {
    air(mix, "rain", 0, 10.2, { gain: 0.6 });
    chords(mix, end, 0.85);
    drive(mix, 0, 10.1, 0.6);
    for (let t = 0; t < 10; t += BEAT * 2) clap(mix, t + BEAT, { gain: 0.35 });
    hit(mix, 6.8, 1, { gain: 0.8 });
    ringing(mix, 10.3, { gain: 0.5 });
    for (const [note, at] of [
      [81, 10.8],
      [78, 11.8],
      [73, 12.6],
    ] as const)
      felt(mix, at, note, { gain: 0.7, hall: 0.6 });
    hook(mix, 11.4, end);
  },
];

/** Music and sound of one episode; cues follow the cutting list in story.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
