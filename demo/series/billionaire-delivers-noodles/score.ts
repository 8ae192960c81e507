import { clap, hat, mallet, pluck, pulse } from "../../engine/city-instruments.ts";
import { air, bass, bell, hit, pad, riser } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** A quick pentatonic strut in E minor at 126 beats a minute: steel strings, wood, claps, a cheeky pulse. */
const BEAT = 60 / 126;
const ROOTS = [40, 43, 45, 38] as const;
const PADS = [
  [59, 64, 67, 71],
  [59, 62, 67, 74],
  [57, 64, 69, 72],
  [57, 62, 66, 69],
] as const;
const TUNE = [76, 79, 81, 83, 81, 79, 76, 74, 76, 71, 74, 76] as const;

function groove(mix: Mix, from: number, until: number, gain: number): void {
  for (let k = 0; from + (k * BEAT) / 2 < until; k++) {
    const at = from + (k * BEAT) / 2;
    const bar = Math.floor(k / 8) % ROOTS.length;
    const root = ROOTS[bar] as number;
    if ([0, 3, 4, 6].includes(k % 8))
      pulse(mix, at, BEAT * 0.45, k % 8 === 6 ? root + 12 : root, { gain: gain * 1.1 });
    if (k % 8 === 0) bass(mix, at, BEAT, root, { gain: gain * 0.5 });
    if (k % 4 === 0) hit(mix, at, 0.25, { gain: gain * 0.6 });
    if (k % 4 === 2) clap(mix, at, { gain: gain * 0.55 });
    hat(mix, at, k % 8 === 7 ? 0.16 : 0.05, { gain: gain * (k % 2 ? 0.34 : 0.16), pan: 0.3 });
  }
}

function tune(mix: Mix, from: number, gain: number, notes = 12): void {
  const steps = [0, 0.5, 1, 1.5, 2.5, 3, 4, 4.5, 5, 6, 6.5, 7];
  for (const [i, note] of TUNE.slice(0, notes).entries()) {
    const at = from + (steps[i] as number) * BEAT;
    pluck(mix, at, note, { gain, soft: 0.1, pan: -0.2, length: 1.2 });
    if (i % 3 === 0) mallet(mix, at, note + 12, { gain: gain * 0.4, pan: 0.3 });
  }
}

function pads(mix: Mix, end: number, gain: number): void {
  for (let at = 0, i = 0; at < end; at += BEAT * 4, i++)
    pad(mix, at, Math.min(BEAT * 4, end - at), PADS[i % PADS.length] as readonly number[], {
      gain: gain * 0.26,
      bright: 1.3,
    });
}

function hook(mix: Mix, from: number, end: number): void {
  riser(mix, from, end - 0.9, { gain: 0.8 });
  hit(mix, end - 0.88, 0.9, { gain: 0.8 });
  bell(mix, end - 0.88, 64, { gain: 0.4 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    groove(mix, 0, 10.6, 0.9);
    pads(mix, end, 0.8);
    tune(mix, 0.2, 0.9);
    bell(mix, 3.8, 52, { gain: 0.5 });
    air(mix, "fire", 3.8, 3.6, { gain: 0.3 });
    tune(mix, 7.5, 0.8, 6);
    hit(mix, 10.6, 0.7, { gain: 0.7 });
    for (let t = 11; t < end - 1; t += BEAT * 2) pluck(mix, t, 52, { gain: 0.7, soft: 0.4 });
    hook(mix, 11.6, end);
  },
  (mix, end) => {
    groove(mix, 0, 3.5, 0.8);
    pads(mix, end, 0.9);
    tune(mix, 0.2, 0.8, 8);
    air(mix, "wind", 3.5, 6.9, { gain: 0.25 });
    for (let t = 3.6, i = 0; t < 7.4; t += BEAT, i++)
      mallet(mix, t, [64, 67, 71, 74][i % 4] as number, { gain: 0.5, pan: 0.2, hall: 0.4 });
    hit(mix, 8, 1, { gain: 0.8 });
    groove(mix, 8, 11, 0.8);
    for (let t = 11.1; t < end - 1; t += BEAT) mallet(mix, t, t % (BEAT * 2) < BEAT ? 64 : 65, { gain: 0.5 });
    hook(mix, 11.4, end);
  },
  (mix, end) => {
    air(mix, "rain", 0, 7.3, { gain: 0.5 });
    pads(mix, end, 1);
    for (let t = 0.2, i = 0; t < 3.8; t += BEAT * 1.5, i++)
      pluck(mix, t, [76, 74, 71, 67, 69][i % 5] as number, { gain: 0.8, soft: 0.5, hall: 0.4 });
    groove(mix, 4, 10.2, 0.95);
    tune(mix, 4.2, 0.9);
    tune(mix, 7.4, 0.8, 8);
    bell(mix, 10.3, 52, { gain: 0.5 });
    air(mix, "fire", 10.3, end - 10.3, { gain: 0.3 });
    tune(mix, 12, 0.7, 4);
    hook(mix, 11.8, end);
  },
];

/** Music and sound of one episode; cues follow the cutting list in story.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
