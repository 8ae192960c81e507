// biome-ignore-all format: cues read as rows, one chord or figure beside the next.
import { air, bass, bell, hit, pad } from "../../engine/instruments.ts";
import type { Composer, Mix } from "../../engine/score.ts";
import { lengthOf } from "../../engine/story.ts";
import { fiddle, flute, pluck } from "../../engine/strings.ts";

/** E G A B D: five notes, a slow fiddle over plucked silk and water. */
const SCALE = [52, 55, 57, 59, 62, 64, 67, 69, 71, 74, 76, 79, 81, 83, 86];
const tone = (degree: number): number => SCALE[degree] as number;

/** The song of the ferry: degree, beat, length. */
const SONG = [[5, 0, 1.6], [6, 1.6, 0.7], [8, 2.3, 1.9], [7, 4.3, 0.7], [6, 5, 0.8], [5, 5.8, 1], [4, 6.8, 2.2]] as const;

function song(mix: Mix, from: number, beat: number, gain: number, notes: number = SONG.length): void {
  for (const [degree, at, length] of SONG.slice(0, notes))
    fiddle(mix, from + at * beat, length * beat + 0.12, tone(degree), { gain: gain * 1.45, slide: at ? -1.6 : -3, pan: -0.1 });
}

/** A hand drawn across the strings. */
function sweep(mix: Mix, from: number, gain: number, up = true): void {
  for (let i = 0; i < 12; i++)
    pluck(mix, from + i * 0.055, tone(up ? i + 2 : 13 - i), { gain: gain * (0.5 + i * 0.045), pan: i * 0.09 - 0.5, length: 2.6 });
}

function ripples(mix: Mix, from: number, until: number, step: number, gain: number, figure: readonly number[]): void {
  for (let i = 0, at = from; at < until; i++, at += step)
    pluck(mix, at, tone(figure[i % figure.length] as number), { gain: gain * (i % 3 ? 0.6 : 1), pan: i % 2 ? 0.35 : -0.35, length: 2.4, bright: 0.4 });
}

function ground(mix: Mix, spans: readonly (readonly [number, number, readonly number[]])[], gain: number): void {
  for (const [from, length, notes] of spans) {
    pad(mix, from, length, notes, { gain: gain * 0.3, bright: 0.7 });
    bass(mix, from, length * 0.97, (notes[0] as number) - 12, { gain: gain * 0.24 });
  }
}

const MINOR = [52, 59, 64, 67] as const;
const OPEN = [45, 57, 62, 64] as const;
const WARM = [43, 55, 59, 62] as const;
const DEEP = [48, 55, 60, 64] as const;

const episodes: ((mix: Mix, end: number) => void)[] = [
  (mix, end) => {
    air(mix, "waves", 0, end, { gain: 0.35 });
    sweep(mix, 0.15, 0.6);
    ground(mix, [[0, 4, MINOR], [4, 3.6, WARM], [7.6, 3.1, OPEN], [10.7, end - 10.7, MINOR]], 0.8);
    song(mix, 1, 0.78, 0.62);
    ripples(mix, 4.1, 10.4, 0.37, 0.45, [0, 3, 5, 4, 3, 5]);
    for (const at of [7.7, 8.9, 10]) bell(mix, at, 76, { gain: 0.16 });
    hit(mix, 10.8, 0.7, { gain: 0.7 });
    song(mix, 11, 0.46, 0.55, 4);
    sweep(mix, end - 1.6, 0.5, false);
    hit(mix, end - 0.9, 0.9, { gain: 0.7 });
  },
  (mix, end) => {
    air(mix, "waves", 0, 8.2, { gain: 0.3 });
    air(mix, "deep", 8.2, end - 8.2, { gain: 0.8 });
    ground(mix, [[0, 4.2, OPEN], [4.2, 4, WARM], [8.2, 3, DEEP], [11.2, end - 11.2, MINOR]], 0.8);
    ripples(mix, 0.3, 4, 0.62, 0.55, [5, 3, 4, 0]);
    song(mix, 4.3, 0.56, 0.68);
    hit(mix, 8.25, 0.8, { gain: 0.8 });
    for (const [i, at] of [8.6, 9.6, 10.6, 11.3, 12, 12.7].entries()) pluck(mix, at, tone(9 - i), { gain: 0.65, bend: -1, length: 3 });
    flute(mix, 11.3, 2.4, 64, { gain: 0.4 });
    hit(mix, 12.9, 1, { gain: 0.9 });
    bell(mix, 12.9, 40, { gain: 0.6 });
  },
  (mix, end) => {
    air(mix, "waves", 0, end, { gain: 0.35 });
    ground(mix, [[0, 3.8, MINOR], [3.8, 4.2, DEEP], [8, 3.5, OPEN], [11.5, end - 11.5, [43, 55, 59, 62, 67]]], 0.82);
    ripples(mix, 0.3, 3.6, 0.42, 0.5, [0, 3, 4, 5, 4, 3]);
    hit(mix, 2, 0.5, { gain: 0.7 });
    song(mix, 3.9, 0.56, 0.72);
    hit(mix, 8, 0.7, { gain: 0.7 });
    flute(mix, 8.2, 1.5, 67, { gain: 0.5 });
    flute(mix, 9.7, 1.7, 64, { gain: 0.5 });
    ripples(mix, 8.2, 11.2, 0.3, 0.5, [0, 4, 5, 6, 5, 4]);
    sweep(mix, 11.5, 0.7);
    song(mix, 11.7, 0.44, 0.62);
    for (const [at, note] of [[14.6, 67], [14.9, 71], [15.2, 79]] as const) pluck(mix, at, note, { gain: 0.6, length: 1 });
  },
];

/** Music and sound of one episode; cues follow the cutting list in shots.ts. */
export const compose: Composer = (mix, number, episode) => episodes[number - 1]?.(mix, lengthOf(episode));
