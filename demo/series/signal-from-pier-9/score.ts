import { harmony, heartbeat, hook } from "../../engine/cues.ts";
import { air, bell, felt, hit, pad, riser } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";

/** E minor at 58 beats a minute: fog horn, Morse, and strings that wait for an answer. */
const BEAT = 60 / 58;

const Em = [28, [52, 55, 59, 64]] as const;
const C = [36, [52, 55, 60, 64]] as const;
const Am = [33, [52, 57, 60, 64]] as const;
const B = [35, [51, 54, 59, 63]] as const;
const G = [31, [50, 55, 59, 62]] as const;
const D = [38, [50, 54, 57, 62]] as const;

/** Dots and dashes in a high tone; the call of the lost ship. */
function morse(mix: Mix, from: number, signs: string, gain: number, note = 88): void {
  let t = from;
  for (const sign of signs) {
    if (sign === " ") {
      t += 0.22;
      continue;
    }
    const length = sign === "-" ? 0.21 : 0.07;
    for (let k = 0; k < length; k += 0.035)
      felt(mix, t + k, note, { gain: gain * 0.42, length: 0.1, hall: 0.5, pan: 0.2 });
    t += length + 0.08;
  }
}

/** The fog horn of the harbour mouth. */
function horn(mix: Mix, from: number, gain: number): void {
  pad(mix, from, 1.6, [28, 35, 40], { gain: gain * 0.9, bright: 0.5, hall: 0.6 });
}

const TUNE = [
  [71, 0],
  [67, 1],
  [69, 1.5],
  [64, 2.5],
  [66, 3],
  [67, 3.5],
] as const;

function tune(mix: Mix, from: number, gain: number, shift = 0): void {
  for (const [note, at] of TUNE)
    felt(mix, from + at * BEAT, note + shift, { gain, length: 2.6, pan: (note - 68) * 0.06 });
}

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "rain", 0, 3.4, { gain: 0.5 });
    air(mix, "waves", 3.2, 3.6, { gain: 0.8 });
    hit(mix, 0.02, 0.7, { gain: 0.7 });
    morse(mix, 0.3, "... --- ...", 0.9);
    harmony(mix, [Em, C, Am, B], 0, end, { gain: 0.85, bright: 0.8 });
    horn(mix, 3.4, 0.8);
    tune(mix, 6.7, 0.7);
    morse(mix, 10.3, "...- .", 0.6);
    heartbeat(mix, 10.4, end - 1, 0.95, 0.55);
    hit(mix, 12.2, 0.7, { gain: 0.8 });
    hook(mix, 10.8, end, 0.9);
  },
  (mix, end) => {
    air(mix, "rain", 0, end, { gain: 0.45 });
    harmony(mix, [Am, Em, C, B], 0, end, { gain: 0.85, bright: 0.9 });
    tune(mix, 0.3, 0.6, -12);
    hit(mix, 3.4, 0.5, { gain: 0.6 });
    morse(mix, 3.8, "... --- ...", 0.7);
    tune(mix, 6.9, 0.75);
    air(mix, "waves", 10.6, end - 10.6, { gain: 0.9 });
    horn(mix, 10.8, 1);
    hit(mix, 10.8, 0.9, { gain: 0.9 });
    for (let t = 11.4; t < end - 1; t += 0.42) hit(mix, t, 0.3, { gain: 0.5 });
    hook(mix, 10.6, end, 1);
  },
  (mix, end) => {
    air(mix, "rain", 0, 6, { gain: 0.5 });
    air(mix, "waves", 3.2, 3, { gain: 1 });
    harmony(mix, [B, Em, Am], 0, 6, { gain: 0.85 });
    heartbeat(mix, 0.2, 5.6, 0.8, 0.6);
    riser(mix, 1.2, 3.2, { gain: 0.9 });
    hit(mix, 3.2, 1, { gain: 0.9 });
    riser(mix, 4, 5.9, { gain: 0.7 });
    air(mix, "deep", 6, 2.6, { gain: 0.9 });
    felt(mix, 6.2, 64, { gain: 0.7 });
    felt(mix, 7.5, 63, { gain: 0.6 });
    horn(mix, 8.6, 1.1);
    hit(mix, 9.2, 0.8, { gain: 0.8 });
    bell(mix, 9.3, 64, { gain: 0.4 });
    harmony(mix, [C, G, D, G], 8.6, end - 8.6, { gain: 0.9, bright: 1.25 });
    tune(mix, 11.5, 0.8, 12);
    air(mix, "waves", 8.6, end - 8.6, { gain: 0.5 });
    felt(mix, 14.2, 79, { gain: 0.8 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
