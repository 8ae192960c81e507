import { brass, clap, hat, pluck } from "../../engine/city-instruments.ts";
import { air, bass, felt, hit, pad, riser, thunder } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** A slow strut in D minor at 92 beats a minute: plucked guitar, brass, hands. */
const BEAT = 60 / 92;
const CHORDS = [
  [38, [57, 62, 65, 69]],
  [34, [58, 62, 65, 70]],
  [41, [57, 60, 65, 69]],
  [33, [57, 61, 64, 69]],
] as const;

function strut(mix: Mix, from: number, until: number, gain: number): void {
  for (let k = 0; from + (k * BEAT) / 2 < until; k++) {
    const at = from + (k * BEAT) / 2;
    const [root, notes] = CHORDS[Math.floor(k / 8) % CHORDS.length] as (typeof CHORDS)[number];
    if (k % 4 === 0) bass(mix, at, BEAT * 1.7, root, { gain: gain * 0.7 });
    if ([0, 3, 6].includes(k % 8)) hit(mix, at, 0.25, { gain: gain * 0.6 });
    if (k % 8 === 4) clap(mix, at, { gain: gain * 0.7 });
    hat(mix, at, 0.05, { gain: gain * (k % 2 ? 0.3 : 0.14), pan: 0.3 });
    const note = notes[[0, 2, 1, 3, 2, 1, 3, 2][k % 8] as number] as number;
    pluck(mix, at, note, { gain: gain * 0.55, pan: -0.3, soft: 0.5 });
  }
}

function chords(mix: Mix, from: number, until: number, gain: number): void {
  const step = BEAT * 4;
  for (let at = from, i = 0; at < until; at += step, i++)
    pad(mix, at, Math.min(step, until - at), (CHORDS[i % CHORDS.length] as (typeof CHORDS)[number])[1], {
      gain: gain * 0.3,
      bright: 1.1,
    });
}

/** The entrance: three chords that open like doors. */
function entrance(mix: Mix, at: number, gain: number): void {
  brass(mix, at, 0.5, [50, 57, 62, 65], { gain });
  brass(mix, at + BEAT, 0.4, [50, 58, 62, 65], { gain });
  brass(mix, at + BEAT * 2, 1.7, [50, 57, 62, 66, 69], { gain });
  hit(mix, at, 0.8, { gain: gain * 0.8 });
}

function tune(mix: Mix, from: number, gain: number): void {
  for (const [note, beat] of [
    [69, 0],
    [74, 1],
    [77, 1.5],
    [76, 2.5],
    [74, 3.5],
    [70, 4.5],
    [69, 5.5],
  ] as const)
    felt(mix, from + beat * BEAT, note, { gain, hall: 0.5 });
}

function hook(mix: Mix, from: number, end: number): void {
  riser(mix, from, end - 0.9, { gain: 1 });
  hit(mix, end - 0.88, 1, { gain: 0.9 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "rain", 0, 4.2, { gain: 0.8 });
    thunder(mix, 0.2, { gain: 0.8 });
    chords(mix, 0, 4.2, 0.9);
    tune(mix, 0.6, 0.7);
    entrance(mix, 4.2, 0.9);
    strut(mix, 6.1, end - 0.9, 0.8);
    chords(mix, 6.1, end, 0.7);
    hook(mix, 11, end);
  },
  (mix, end) => {
    strut(mix, 0, 4.1, 0.7);
    chords(mix, 0, end, 0.9);
    tune(mix, 4.4, 0.9);
    hit(mix, 8.4, 0.6, { gain: 0.6 });
    for (const at of [8.6, 9.4, 10.2]) felt(mix, at, 57, { gain: 0.7 });
    entrance(mix, 11, 0.6);
    hook(mix, 11.4, end);
  },
  (mix, end) => {
    chords(mix, 0, end, 0.9);
    tune(mix, 0.3, 0.7);
    entrance(mix, 1.7, 0.6);
    strut(mix, 3.5, 10.3, 0.85);
    hit(mix, 6.6, 0.8, { gain: 0.7 });
    tune(mix, 10.4, 1);
    pad(mix, 12.2, 1.6, [62, 66, 69, 74], { gain: 0.5, bright: 1.5 });
    hook(mix, 11.4, end);
  },
];

/** Music and sound of one episode; cues follow the cutting list in story.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
