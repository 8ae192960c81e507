/** Numbers for drawing and sound: everything here is a pure function, so a film is the same on every run. */

/** Keeps x between low and high. */
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));

/** Linear blend from a (k = 0) to b (k = 1). */
export const lerp = (a: number, b: number, k: number): number => a + (b - a) * k;

/** 0 before `from`, 1 after `to`, an S curve between. Works downwards too when `from` is above `to`. */
export function smooth(from: number, to: number, x: number): number {
  const k = clamp((x - from) / (to - from));
  return k * k * (3 - 2 * k);
}

/** Ease-in-out over 0..1, gentler at both ends than `smooth`; for camera moves. */
export const glide = (x: number): number => 0.5 - Math.cos(Math.PI * clamp(x)) / 2;

/** Rises and falls once: 0 outside, 1 at `centre`. Seconds. */
export const bump = (x: number, centre: number, width: number): number =>
  smooth(0, 1, 1 - Math.abs(x - centre) / width);

/** A seeded generator of numbers in 0..1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in 0..1 fixed for an integer pair. */
export function hash(x: number, y = 0): number {
  let n = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise over one dimension, -1..1. */
export function wander(x: number, seed = 0): number {
  const i = Math.floor(x);
  const f = x - i;
  return lerp(hash(i, seed), hash(i + 1, seed), f * f * (3 - 2 * f)) * 2 - 1;
}

/** Tileable value noise summed over octaves, 0..1. `period` counts cells across the tile. */
export function fbm(x: number, y: number, period: number, octaves: number, seed: number): number {
  let sum = 0;
  let weight = 0;
  for (let o = 0, amp = 0.5, cells = period; o < octaves; o++, amp *= 0.5, cells *= 2) {
    sum += amp * cell(x * cells, y * cells, cells, seed + o * 17);
    weight += amp;
  }
  return sum / weight;
}

function cell(x: number, y: number, period: number, seed: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const fx = x - xi;
  const fy = y - yi;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const at = (i: number, j: number) =>
    hash(((i % period) + period) % period, (((j % period) + period) % period) + seed * 1013);
  return lerp(lerp(at(xi, yi), at(xi + 1, yi), sx), lerp(at(xi, yi + 1), at(xi + 1, yi + 1), sx), sy);
}
