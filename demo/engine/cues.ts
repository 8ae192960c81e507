import { bass, hit, pad, riser } from "./instruments.ts";
import type { Mix } from "./score.ts";

/** A chord: its bass note, then the pad above it; MIDI numbers. */
export type Chord = readonly [number, readonly number[]];

/** Chords in equal steps over `length` seconds from `from`: strings above, a round bass below. */
export function harmony(
  mix: Mix,
  list: readonly Chord[],
  from: number,
  length: number,
  look: { gain: number; bright?: number; low?: number },
): void {
  const step = length / list.length;
  for (const [i, [root, notes]] of list.entries()) {
    pad(mix, from + i * step, step, notes, { gain: look.gain * 0.4, bright: look.bright ?? 1 });
    bass(mix, from + i * step, step * 0.96, root, { gain: look.gain * (look.low ?? 0.34) });
  }
}

/** Plays notes at beats with an instrument of the caller's. */
export function melody(
  notes: readonly (readonly [note: number, beat: number])[],
  from: number,
  beat: number,
  play: (note: number, at: number) => void,
): void {
  for (const [note, at] of notes) play(note, from + at * beat);
}

/** Two soft thuds, again and again. */
export function heartbeat(mix: Mix, from: number, until: number, every: number, gain: number): void {
  for (let t = from; t < until; t += every) {
    hit(mix, t, 0.28, { gain });
    hit(mix, t + every * 0.24, 0.22, { gain: gain * 0.65 });
  }
}

/** The pull at the end of an episode, and the blow it ends on. */
export function hook(mix: Mix, from: number, end: number, gain: number): void {
  riser(mix, from, end - 0.8, { gain: gain * 1.6 });
  hit(mix, end - 0.78, 1, { gain: gain * 0.9 });
}
