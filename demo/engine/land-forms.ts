// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { clamp, hash, lerp, random } from "./math.ts";
import { fade, layer, mix, ramp, sprite, type View } from "./paint.ts";

/** A range of hills or mountains across the frame; tiles, so that it may drift past a window. */
export interface Ridge {
  seed: number;
  /** Where its foot stands and how high its tops rise above it. */
  foot: number;
  height: number;
  top: string;
  base: string;
  light: string;
  depth: number;
  /** 0 = round hills, 1 = broken peaks. */
  sharp?: number;
  /** Units a second, to the left when negative. */
  drift?: number;
  /** Strength of the light along its edge. */
  edge?: number;
  /** How far below the foot it is filled. */
  below?: number;
  /** Share of the height under snow. */
  snow?: number;
  /** Side the light comes from: -1 left, 1 right. */
  side?: number;
}

const PEAKS = [[2, 0.34], [3, 0.3], [5, 0.22], [9, 0.12], [17, 0.07], [31, 0.035], [61, 0.02]] as const;

function heightAt(x: number, seed: number, sharp: number): number {
  let sum = 0;
  for (const [i, [k, amp]] of PEAKS.entries()) {
    const s = Math.sin(Math.PI * 2 * (k * x + hash(i, seed)));
    const peak = 1 - Math.abs(Math.sin(Math.PI * (k * x + hash(i, seed)))) * 2;
    sum += amp * lerp(s * (i > 3 ? 0.3 : 1), peak, sharp);
  }
  return clamp(0.5 + sum * 0.62, 0.02, 1);
}

/** Draws a range, once, and moves it with the camera and its own drift. */
export function ridge(view: View, look: Ridge): void {
  const wide = view.width * 2;
  const below = look.below ?? 200;
  const tall = look.height + below + 20;
  const key = `ridge${look.seed}/${look.height}/${look.top}${look.base}${look.light}${look.snow}/${below}`;
  const picture = sprite(view, key, wide, tall, (ctx) => paintRidge(ctx, look, wide, tall, below));
  layer(view, look.depth, (ctx) => {
    const start = (((view.t * (look.drift ?? 0) + look.seed * 97) % wide) + wide) % wide;
    for (const x of [start - 2 * wide, start - wide, start])
      if (x < view.width + 300 && x + wide > -300) ctx.drawImage(picture, x, look.foot + below - tall, wide + 1, tall);
  });
}

function paintRidge(ctx: CanvasRenderingContext2D, look: Ridge, wide: number, tall: number, below: number): void {
  const foot = tall - below;
  const tops: [number, number][] = [];
  for (let x = 0; x <= wide; x += 4) tops.push([x, foot - look.height * heightAt(x / wide, look.seed, look.sharp ?? 0.6)]);
  const body = new Path2D();
  for (const [x, y] of tops) body.lineTo(x, y);
  body.lineTo(wide, tall);
  body.lineTo(0, tall);
  ctx.fillStyle = ramp(ctx, [0, foot - look.height], [0, foot + below * 0.5], [[0, look.top], [1, look.base]]);
  ctx.fill(body);
  ctx.save();
  ctx.clip(body);
  const next = random(look.seed * 13 + 1);
  const side = look.side ?? 1;
  // Faces of rock turned to the light and away from it, hanging down from the crest.
  for (let i = 2; i < tops.length - 2; i += 3 + Math.floor(next() * 4)) {
    const [x, y] = tops[i] as [number, number];
    const slope = ((tops[i + 2] as [number, number])[1] - (tops[i - 2] as [number, number])[1]) / 16;
    const bright = slope * side > 0;
    const drop = look.height * (0.12 + next() * 0.5) * (0.3 + (look.sharp ?? 0.6));
    ctx.fillStyle = ramp(ctx, [0, y], [0, y + drop], [[0, fade(bright ? look.light : mix(look.base, "#000000", 0.5), bright ? 0.2 : 0.16)], [1, fade(look.base, 0)]]);
    ctx.beginPath();
    ctx.moveTo(x, y - 3);
    ctx.lineTo(x + side * drop * (bright ? 0.42 : -0.34), y + drop);
    ctx.lineTo(x + side * drop * (bright ? 0.05 : -0.72), y + drop);
    ctx.fill();
    if (!look.snow) continue;
    const cap = look.height * look.snow * (0.5 + next()) * clamp((foot - y) / look.height);
    ctx.fillStyle = fade(mix("#ffffff", look.light, 0.2), bright ? 0.8 : 0.32);
    ctx.beginPath();
    ctx.moveTo(x - 10, y - 3);
    ctx.lineTo(x + 12, y - 3);
    ctx.lineTo(x + side * (4 + next() * 10), y + cap);
    ctx.lineTo(x - side * 3, y + cap * 0.4);
    ctx.fill();
  }
  for (const [width, k] of [[15, 0.1], [7, 0.18], [2.4, 0.7]] as const) {
    ctx.beginPath();
    for (const [x, y] of tops) ctx.lineTo(x, y);
    ctx.strokeStyle = fade(look.light, k * (look.edge ?? 0.6));
    ctx.lineWidth = width;
    ctx.stroke();
  }
  ctx.restore();
}

/** A stand of firs across the frame. */
export interface Firs {
  seed: number;
  foot: number;
  low: number;
  high: number;
  /** Distance from one to the next. */
  gap: number;
  color: string;
  ground: string;
  light: string;
  depth: number;
  snow?: number;
  side?: number;
  drift?: number;
  /** Height by place, 0 leaves a clearing. `x` runs from 0 to 1 over the frame. */
  profile?: (x: number) => number;
}

/** Draws a stand of firs, once, and moves it with the camera. */
export function firs(view: View, look: Firs): void {
  const over = 240;
  const wide = view.width + over * 2;
  const tall = look.high + 260;
  const picture = sprite(view, `firs${look.seed}/${look.foot}/${look.color}${look.light}`, wide, tall, (ctx) => {
    const next = random(look.seed);
    for (let x = -20; x < wide + 20; x += look.gap * lerp(0.5, 1.4, next())) {
      const h = lerp(look.low, look.high, next() ** 1.3) * (look.profile?.((x - over) / view.width) ?? 1);
      if (h > 12) fir(ctx, x, tall - 240 + next() * 16, h, look, next);
    }
    ctx.fillStyle = ramp(ctx, [0, tall - 250], [0, tall], [[0, fade(look.ground, 0)], [0.2, look.ground], [1, look.ground]]);
    ctx.fillRect(0, tall - 250, wide, 250);
  });
  layer(view, look.depth, (ctx) => ctx.drawImage(picture, -over + view.t * (look.drift ?? 0), look.foot - tall + 240, wide, tall));
}

/** One fir with its foot at x, y. */
export function fir(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  h: number,
  look: { color: string; ground: string; light: string; snow?: number; side?: number },
  next: () => number,
): void {
  const tiers = 9;
  const side = look.side ?? 1;
  ctx.fillStyle = look.color;
  ctx.fillRect(x - h * 0.014, y - h * 0.2, h * 0.028, h * 0.2);
  const left: [number, number][] = [];
  const right: [number, number][] = [];
  for (let i = 0; i <= tiers; i++) {
    const k = i / tiers;
    const ty = y - h + h * 0.93 * k;
    const reach = h * (0.02 + 0.2 * k ** 0.9);
    const jitter = () => 0.75 + next() * 0.5;
    if (i > 0) {
      left.push([x - reach * jitter(), ty + h * 0.03]);
      right.push([x + reach * jitter(), ty + h * 0.03]);
    }
    left.push([x - reach * 0.45, ty - h * 0.005]);
    right.push([x + reach * 0.45, ty - h * 0.005]);
  }
  const path = new Path2D();
  path.moveTo(x, y - h * 1.04);
  for (const [px, py] of right) path.lineTo(px, py);
  for (const [px, py] of left.toReversed()) path.lineTo(px, py);
  path.closePath();
  ctx.fillStyle = ramp(ctx, [0, y - h], [0, y], [[0, mix(look.color, look.light, 0.14)], [0.5, look.color], [1, mix(look.color, look.ground, 0.6)]]);
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  for (const [i, [px, py]] of (side > 0 ? right : left).entries()) {
    if (i % 2) continue;
    ctx.fillStyle = fade(look.light, 0.28);
    ctx.beginPath();
    ctx.moveTo(px + side * 4, py - h * 0.02);
    ctx.lineTo(lerp(px, x, 0.7), py - h * 0.05);
    ctx.lineTo(lerp(px, x, 0.4), py + h * 0.01);
    ctx.fill();
  }
  ctx.restore();
  if (!look.snow) return;
  for (const [row, s] of [[right, 1], [left, -1]] as const)
    for (const [i, [px, py]] of row.entries()) {
      if (i % 2 === 0 || next() > look.snow) continue;
      ctx.fillStyle = fade(mix("#ffffff", look.light, s === side ? 0.15 : 0.6), s === side ? 0.85 : 0.4);
      ctx.beginPath();
      ctx.moveTo(px, py);
      ctx.quadraticCurveTo(lerp(px, x, 0.3), py - h * 0.035, lerp(px, x, 0.8), py - h * 0.05);
      ctx.quadraticCurveTo(lerp(px, x, 0.5), py - h * 0.005, px, py + h * 0.006);
      ctx.fill();
    }
}
