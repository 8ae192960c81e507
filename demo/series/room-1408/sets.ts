// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, smooth } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, ramp } from "../../engine/paint.ts";

/** The colours of the house: bottle green, brass, and the pale light of the room. */
export const HUE = {
  night: "#020a08", deep: "#051813", bottle: "#0a3527", green: "#14604a", mint: "#8fd0a8", pale: "#eef3c2",
  brass: "#b8842f", gold: "#ffd78a", ivory: "#f1e4c0", wax: "#8f1f1c",
} as const;

/** Where one stands in a passage: vanishing point, lens, and how far one has walked. */
export interface Eye {
  x: number;
  y: number;
  lens: number;
  walk: number;
}

/** A place in the passage (right, down, ahead; metres) on the frame. */
export function seen(eye: Eye, x: number, y: number, z: number): Point {
  const k = eye.lens / Math.max(0.28, z - eye.walk);
  return [eye.x + x * k, eye.y + y * k, 1];
}

/** How a corridor is lit. */
export interface Passage {
  eye: Eye;
  t: number;
  /** Light of the lamps at boundary `i`, 0..1. */
  lit: (i: number) => number;
  /** How far the door at the end stands open, 0..1, and where it is. */
  open: number;
  end: number;
}

const HALF = 1.55;
const TOP = -1.45;
const FLOOR = 1.45;
const BAY = 3;

/** A hotel corridor in one-point perspective: doors, lamps, coffers, a runner, a last door full of light. */
export function corridor(ctx: CanvasRenderingContext2D, p: Passage): void {
  const { eye } = p;
  endWall(ctx, p);
  const first = Math.max(0, Math.floor(eye.walk / BAY));
  for (let i = Math.ceil(p.end / BAY) - 1; i >= first; i--) bay(ctx, p, i);
  const [gx, gy] = seen(eye, 0, 0, p.end);
  glow(ctx, gx, gy, 300 + p.open * 420, mix(HUE.mint, "#cfe07a", p.open), 0.12 + p.open * 0.42);
}

function bay(ctx: CanvasRenderingContext2D, p: Passage, i: number): void {
  const { eye } = p;
  const [z0, z1] = [i * BAY, Math.min(p.end, (i + 1) * BAY)];
  const far = smooth(4, 34, z0 - eye.walk);
  const [near, away] = [p.lit(i), p.lit(i + 1)];
  const tone = (light: number, base: string) => mix(mix(mix("#010504", base, 0.2 + light * 0.8), "#c9a23a", light * 0.13), "#2a7a58", far * 0.4 * Math.max(light, p.open * 0.7));
  const quad = (a: Point, b: Point, c: Point, d: Point) => outline([a, b, c, d]);
  ctx.fillStyle = ramp(ctx, [0, seen(eye, 0, FLOOR, z0)[1]], [0, seen(eye, 0, FLOOR, z1)[1]], [[0, tone(near * 0.5, "#0a2019")], [0.5, tone((near + away) * 0.16, "#0a2019")], [1, tone(away * 0.5, "#0a2019")]]);
  ctx.fill(quad(seen(eye, -HALF, FLOOR, z0), seen(eye, HALF, FLOOR, z0), seen(eye, HALF, FLOOR, z1), seen(eye, -HALF, FLOOR, z1)));
  runner(ctx, p, z0, z1, tone, near, away);
  ctx.fillStyle = ramp(ctx, [0, seen(eye, 0, TOP, z0)[1]], [0, seen(eye, 0, TOP, z1)[1]], [[0, tone(near * 0.6, "#0c2a20")], [0.5, tone((near + away) * 0.14, "#0c2a20")], [1, tone(away * 0.6, "#0c2a20")]]);
  ctx.fill(quad(seen(eye, -HALF, TOP, z0), seen(eye, HALF, TOP, z0), seen(eye, HALF, TOP, z1), seen(eye, -HALF, TOP, z1)));
  for (const side of [-1, 1]) wall(ctx, p, side, z0, z1, tone, near, away);
  ctx.fillStyle = tone(near * 0.25, "#061c15");
  ctx.fill(quad(seen(eye, -HALF, TOP, z0), seen(eye, HALF, TOP, z0), seen(eye, HALF, TOP + 0.2, z0), seen(eye, -HALF, TOP + 0.2, z0)));
  ctx.strokeStyle = fade(HUE.brass, 0.16 + near * 0.5);
  ctx.lineWidth = Math.max(0.6, (eye.lens / Math.max(0.4, z0 - eye.walk)) * 0.012);
  ctx.stroke(outline([seen(eye, -HALF, TOP + 0.2, z0), seen(eye, HALF, TOP + 0.2, z0)], false));
  for (const side of [-1, 1]) sconce(ctx, p, side, z0, near, i);
  pendant(ctx, p, z0 + BAY / 2, (near + away) / 2);
}

function runner(ctx: CanvasRenderingContext2D, p: Passage, z0: number, z1: number, tone: (light: number, base: string) => string, near: number, away: number): void {
  const { eye } = p;
  const light = (near + away) / 2;
  ctx.fillStyle = ramp(ctx, [0, seen(eye, 0, FLOOR, z0)[1]], [0, seen(eye, 0, FLOOR, z1)[1]], [[0, tone(near * 0.7, "#0f4636")], [0.5, tone(light * 0.3, "#0f4636")], [1, tone(away * 0.7, "#0f4636")]]);
  ctx.fill(outline([seen(eye, -1, FLOOR, z0), seen(eye, 1, FLOOR, z0), seen(eye, 1, FLOOR, z1), seen(eye, -1, FLOOR, z1)]));
  ctx.fillStyle = fade(HUE.brass, 0.1 + light * 0.34);
  for (const x of [-0.9, 0.84]) ctx.fill(outline([seen(eye, x, FLOOR, z0), seen(eye, x + 0.06, FLOOR, z0), seen(eye, x + 0.06, FLOOR, z1), seen(eye, x, FLOOR, z1)]));
  for (const c of [0.75, 2.25]) {
    if (z0 + c - eye.walk < 0.8) continue;
    ctx.fillStyle = fade("#3f9a78", 0.08 + light * 0.2);
    ctx.fill(outline([seen(eye, 0, FLOOR, z0 + c - 0.6), seen(eye, 0.55, FLOOR, z0 + c), seen(eye, 0, FLOOR, z0 + c + 0.6), seen(eye, -0.55, FLOOR, z0 + c)]));
    ctx.fillStyle = fade(HUE.deep, 0.7);
    ctx.fill(outline([seen(eye, 0, FLOOR, z0 + c - 0.34), seen(eye, 0.3, FLOOR, z0 + c), seen(eye, 0, FLOOR, z0 + c + 0.34), seen(eye, -0.3, FLOOR, z0 + c)]));
  }
}

function wall(ctx: CanvasRenderingContext2D, p: Passage, side: number, z0: number, z1: number, tone: (light: number, base: string) => string, near: number, away: number): void {
  const { eye } = p;
  const x = HALF * side;
  const [x0, x1] = [seen(eye, x, 0, z0)[0], seen(eye, x, 0, z1)[0]];
  const panel = (top: number, bottom: number, from: number, to: number) =>
    outline([seen(eye, x, top, from), seen(eye, x, top, to), seen(eye, x, bottom, to), seen(eye, x, bottom, from)]);
  const paint = (base: string, k: number) => ramp(ctx, [x0, 0], [x1, 0], [[0, tone(near * k, base)], [0.22, tone(near * k * 0.55, base)], [0.5, tone((near + away) * 0.17 * k, base)], [0.78, tone(away * k * 0.55, base)], [1, tone(away * k, base)]]);
  ctx.fillStyle = paint("#12553f", 1);
  ctx.fill(panel(TOP, FLOOR, z0, z1));
  ctx.strokeStyle = fade("#000000", 0.16);
  for (const s of [0.12, 0.24, 0.36, 2.64, 2.76, 2.88]) {
    ctx.lineWidth = Math.max(0.4, (eye.lens / Math.max(0.4, z0 + s - eye.walk)) * 0.012);
    ctx.stroke(outline([seen(eye, x, TOP, z0 + s), seen(eye, x, 0.5, z0 + s)], false));
  }
  ctx.fillStyle = paint("#0a2f24", 0.8);
  ctx.fill(panel(0.5, FLOOR, z0, z1));
  ctx.fillStyle = fade(HUE.brass, 0.14 + (near + away) * 0.26);
  ctx.fill(panel(0.48, 0.52, z0, z1));
  ctx.fill(panel(FLOOR - 0.14, FLOOR - 0.11, z0, z1));
  const [d0, d1] = [z0 + 0.85, z0 + 2.15];
  if (d0 >= z1) return;
  ctx.fillStyle = tone((near + away) * 0.2, "#04140f");
  ctx.fill(panel(-0.92, FLOOR, d0 - 0.12, d1 + 0.12));
  ctx.fillStyle = paint("#0d4433", 0.75);
  ctx.fill(panel(-0.82, FLOOR, d0, d1));
  ctx.fillStyle = fade("#000000", 0.3);
  for (const [top, bottom] of [[-0.66, 0.2], [0.42, 1.2]] as const) ctx.fill(panel(top, bottom, d0 + 0.2, d1 - 0.2));
  const [kx, ky] = seen(eye, x * 0.985, 0.32, d0 + 0.12);
  const size = (eye.lens / Math.max(0.5, d0 - eye.walk)) * 0.035;
  ctx.fillStyle = mix("#2a1c08", HUE.gold, 0.2 + near * 0.8);
  ctx.beginPath();
  ctx.arc(kx, ky, size, 0, 7);
  ctx.fill();
}

function sconce(ctx: CanvasRenderingContext2D, p: Passage, side: number, z: number, light: number, i: number): void {
  if (z - p.eye.walk < 0.7) return;
  const [x, y] = seen(p.eye, HALF * 0.93 * side, -0.42, z);
  const k = p.eye.lens / (z - p.eye.walk);
  const beat = light * (0.94 + 0.06 * Math.sin(p.t * 3 + i * 2.1 + side));
  ctx.fillStyle = mix("#0c0804", HUE.brass, 0.25 + beat * 0.6);
  ctx.fill(outline([[x - k * 0.03, y + k * 0.05, 1], [x + k * 0.03, y + k * 0.05, 1], [x + k * 0.015, y + k * 0.24], [x - k * 0.015, y + k * 0.24]]));
  ctx.fillStyle = mix("#0e1a14", "#fff3cf", beat);
  ctx.fill(outline([[x - k * 0.1, y - k * 0.14, 1], [x + k * 0.1, y - k * 0.14, 1], [x + k * 0.055, y + k * 0.06, 1], [x - k * 0.055, y + k * 0.06, 1]]));
  glow(ctx, x, y - k * 0.1, k * 0.95, HUE.gold, beat * 0.5);
}

function endWall(ctx: CanvasRenderingContext2D, p: Passage): void {
  const { eye, open } = p;
  const box = (x0: number, y0: number, x1: number, y1: number) => outline([seen(eye, x0, y0, p.end), seen(eye, x1, y0, p.end), seen(eye, x1, y1, p.end), seen(eye, x0, y1, p.end)]);
  ctx.fillStyle = mix("#03120d", "#1a5a48", 0.25 + open * 0.35);
  ctx.fill(box(-HALF - 0.1, TOP - 0.1, HALF + 0.1, FLOOR + 0.1));
  ctx.fillStyle = mix("#120c04", HUE.brass, 0.5 + open * 0.4);
  ctx.fill(box(-0.66, -0.98, 0.66, FLOOR));
  const [, top] = seen(eye, 0, -0.9, p.end);
  const [, foot] = seen(eye, 0, FLOOR, p.end);
  ctx.fillStyle = ramp(ctx, [0, top], [0, foot], [[0, mix("#051a13", "#fbfbe0", open)], [0.7, mix("#072018", HUE.pale, open)], [1, mix("#0a2a1e", "#cfdc96", open)]]);
  ctx.fill(box(-0.56, -0.88, 0.56, FLOOR));
  if (open < 0.3) {
    ctx.fillStyle = fade(HUE.pale, 0.9);
    ctx.fill(box(-0.56, FLOOR - 0.06, 0.56, FLOOR));
  }
}

/** A globe on a brass rod, in the middle of a bay. */
function pendant(ctx: CanvasRenderingContext2D, p: Passage, z: number, light: number): void {
  if (z - p.eye.walk < 0.9 || z > p.end) return;
  const [x, y] = seen(p.eye, 0, -1.12, z);
  const [, top] = seen(p.eye, 0, TOP, z);
  const k = p.eye.lens / (z - p.eye.walk);
  ctx.fillStyle = mix("#0a0703", HUE.brass, 0.3 + light * 0.5);
  ctx.fillRect(x - k * 0.012, top, k * 0.024, y - top);
  ctx.fill(outline([[x - k * 0.09, y - k * 0.06, 1], [x - k * 0.05, y - k * 0.12, 1], [x + k * 0.05, y - k * 0.12, 1], [x + k * 0.09, y - k * 0.06, 1]]));
  const globe = ctx.createRadialGradient(x - k * 0.03, y - k * 0.02, 0, x, y, k * 0.12);
  globe.addColorStop(0, mix("#14231c", "#fffbe0", light));
  globe.addColorStop(1, mix("#0a130f", "#d8b25a", light));
  ctx.fillStyle = globe;
  ctx.beginPath();
  ctx.arc(x, y, k * 0.12, 0, 7);
  ctx.fill();
  glow(ctx, x, y, k * 0.75, HUE.gold, light * 0.4);
}

/** Panelled wall in front view: a field of bottle green with brass beads, darker away from the light. */
export function panelled(ctx: CanvasRenderingContext2D, look: { x: number; y: number; w: number; h: number; light: readonly [number, number]; reach: number; color: string; strength?: number }): void {
  const { x, y, w, h } = look;
  const pool = ctx.createRadialGradient(look.light[0], look.light[1], 20, look.light[0], look.light[1], look.reach);
  const strong = look.strength ?? 1;
  pool.addColorStop(0, mix("#0b4030", look.color, 0.42 * strong));
  pool.addColorStop(0.35, mix("#0b3f30", look.color, 0.12 * strong));
  pool.addColorStop(1, "#03110c");
  ctx.fillStyle = pool;
  ctx.fillRect(x, y, w, h);
  for (let px = x + 22; px < x + w - 60; px += 150) {
    const lit = smooth(look.reach, 40, Math.hypot(px + 60 - look.light[0], y + h * 0.4 - look.light[1])) * strong;
    ctx.fillStyle = fade("#000000", 0.2);
    ctx.fillRect(px, y + 60, 118, h - 120);
    ctx.strokeStyle = fade(HUE.brass, 0.14 + lit * 0.42);
    ctx.lineWidth = 2;
    ctx.strokeRect(px, y + 60, 118, h - 120);
    ctx.strokeStyle = fade("#000000", 0.35);
    ctx.strokeRect(px + 4, y + 64, 112, h - 126);
  }
}

/** Soft discs of brass light out of focus. */
export function bokeh(ctx: CanvasRenderingContext2D, look: { seed: number; count: number; area: readonly [number, number, number, number]; size: number; color: string; strength: number; t: number }): void {
  const [x, y, w, h] = look.area;
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  for (let i = 0; i < look.count; i++) {
    const r = look.size * (0.4 + hash(i, look.seed) * 0.8);
    const beat = 0.75 + 0.25 * Math.sin(look.t * (0.6 + hash(i, look.seed + 4)) + i);
    const [cx, cy] = [x + hash(i, look.seed + 1) * w, y + hash(i, look.seed + 2) * h];
    const disc = ctx.createRadialGradient(cx, cy, 0, cx, cy, r);
    const k = look.strength * (0.25 + hash(i, look.seed + 3) * 0.75) * beat;
    for (const [at, a] of [[0, 0.5], [0.8, 0.6], [0.93, 0.75], [1, 0]] as const) disc.addColorStop(at, fade(look.color, k * a));
    ctx.fillStyle = disc;
    ctx.fillRect(cx - r, cy - r, r * 2, r * 2);
  }
  ctx.restore();
}
