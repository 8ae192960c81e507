// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { shafts } from "../../engine/deep.ts";
import { hash, lerp, random } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { sky, vapour } from "../../engine/sky.ts";
import { disc, type Lamp, solid } from "../../engine/solid.ts";

export const GOLD = "#ffc255";
export const SEA = "#7fc0ff";
const FIRE = ["#fff3c4", "#ffc95e", "#f08a22"] as const;

/** Open water: light at the surface, ultramarine, night below. `bright` 1 near the top, 0 far down. */
export function abyss(view: View, look: { bright: number; x?: number; rays?: number }): void {
  const b = look.bright;
  sky(view, [[0, mix("#12309a", "#8fd0ff", b)], [0.14, mix("#0e2688", "#3a7df2", b)], [0.42, mix("#0a1c6e", "#163cba", b)], [0.74, mix("#060f48", "#0a1a70", b)], [1, "#020518"]]);
  const x = look.x ?? view.width / 2;
  layer(view, 0.05, (ctx) => glow(ctx, x, -90, view.width * (0.7 + 0.3 * b), "#c4e8ff", 0.25 + 0.6 * b));
  vapour(view, { seed: 61, top: view.height * 0.08, height: view.height * 0.62, dark: "#0b1f7c", light: "#3f7df0", cover: 0.42, opacity: 0.4, depth: 0.08, drift: 8, cells: 3, crisp: 0 });
  shafts(view, { x, count: look.rays ?? 6, spread: view.width * 0.95, length: view.height * 1.15, color: "#a8d8ff", strength: 0.2 + 0.34 * b, wide: 0.17 });
}

/** An arched window with a lamp behind it, its sill at x, y. */
export function archWindow(ctx: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, lit = 1): Path2D {
  const path = outline([[x - w / 2, y, 1], [x - w / 2, y - h * 0.62, 1], [x - w * 0.42, y - h * 0.84], [x, y - h, 1], [x + w * 0.42, y - h * 0.84], [x + w / 2, y - h * 0.62, 1], [x + w / 2, y, 1]]);
  ctx.fillStyle = ramp(ctx, [0, y - h], [0, y], [[0, mix("#0a1c6a", FIRE[2], lit)], [0.5, mix("#0a1c6a", FIRE[1], lit)], [1, mix("#0a1c6a", FIRE[0], lit)]]);
  ctx.fill(path);
  return path;
}

/** Colours of stone: its top, its foot, the light on its edges. */
export interface Stone {
  top: string;
  foot: string;
  light: string;
  from: readonly [number, number];
  edge?: number;
}

const lampOf = (s: Stone): Lamp => ({ color: s.light, from: s.from, width: s.edge ?? 4, strength: 0.75 });

/** A round house under a pointed dome. Foot at x, y; `w` wide, `h` up to the dome's springing. */
export function domed(ctx: CanvasRenderingContext2D, s: Stone, at: { x: number; y: number; w: number; h: number; seed: number; lit: number; rows?: number; ribs?: number }): void {
  const { x, y, w, h, seed } = at;
  const top = y - h;
  const r = w / 2;
  const crown = top - w * 0.66;
  const span: [number, number, number, number] = [0, crown - w * 0.2, 0, y];
  solid(ctx, [[x - 2.2, crown + 8, 1], [x - 1.2, crown - w * 0.2], [x, crown - w * 0.27, 1], [x + 1.2, crown - w * 0.2], [x + 2.2, crown + 8, 1]], [mix(s.top, s.light, 0.5), s.top], span);
  solid(ctx, disc(x, crown - w * 0.1, w * 0.032), [mix(s.top, GOLD, 0.7)], span);
  const shell = solid(ctx, [[x - r * 0.94, top, 1], [x - r * 1.04, top - w * 0.16], [x - r * 0.92, top - w * 0.36], [x - r * 0.42, top - w * 0.56], [x, crown, 1], [x + r * 0.42, top - w * 0.56], [x + r * 0.92, top - w * 0.36], [x + r * 1.04, top - w * 0.16], [x + r * 0.94, top, 1]], [mix(s.top, s.light, 0.28), s.top, mix(s.top, s.foot, 0.5)], [x, crown, x, top], lampOf(s));
  ctx.save();
  ctx.clip(shell);
  const ribs = at.ribs ?? 3;
  for (let i = -ribs; i <= ribs; i++) {
    const k = Math.sin((i / (ribs + 1)) * 1.5);
    ctx.strokeStyle = fade(s.light, 0.2);
    ctx.lineWidth = Math.max(1, w * 0.008);
    ctx.stroke(outline([[x, crown], [x + k * r * 0.5, top - w * 0.53], [x + k * r * 1.04, top - w * 0.3], [x + k * r * 0.98, top]], false));
  }
  ctx.restore();
  solid(ctx, [[x - r, y, 1], [x - r, top, 1], [x + r, top, 1], [x + r, y, 1]], [s.top, mix(s.top, s.foot, 0.5), s.foot], [0, top, 0, y], lampOf(s));
  for (const dy of [0, w * 0.07]) solid(ctx, [[x - r * 1.07, top - w * 0.035 + dy * 6, 1], [x + r * 1.07, top - w * 0.035 + dy * 6, 1], [x + r * 1.04, top + w * 0.02 + dy * 6, 1], [x - r * 1.04, top + w * 0.02 + dy * 6, 1]], [mix(s.top, s.light, 0.3), s.top], [0, top, 0, top + 10], { ...lampOf(s), width: 2 });
  const columns = w > 110 ? 5 : w > 52 ? 3 : 1;
  const pitch = w * (columns === 1 ? 1.15 : columns === 3 ? 0.52 : 0.44);
  const rows = at.rows ?? Math.max(1, Math.floor(h / pitch));
  for (let row = 0; row < rows; row++)
    for (let c = 0; c < columns; c++) {
      const k = columns === 1 ? 0 : (c / (columns - 1) - 0.5) * 1.52;
      const size = (w / (columns + 0.9)) * 0.52 * Math.cos(k * 0.9);
      const wy = top + w * (columns === 1 ? 0.86 : columns === 3 ? 0.46 : 0.4) + row * pitch;
      if (wy > y) continue;
      const on = hash(seed * 7 + row, c) < at.lit ? 1 : 0.08;
      archWindow(ctx, x + Math.sin(k) * r * 1.12, wy, size, size * 2, on);
      if (on === 1) glow(ctx, x + Math.sin(k) * r * 1.12, wy - size, size * 3.6, GOLD, 0.6);
    }
}

/** A row of drowned houses from edge to edge, kept as a sprite; `profile` says how tall at 0..1. */
export function quarter(view: View, look: { key: string; seed: number; depth: number; base: number; stone: Stone; low: number; high: number; wide: readonly [number, number]; lit: number; gap?: number; profile?: (x: number) => number }): void {
  const over = 200;
  const width = view.width + over * 2;
  const picture = sprite(view, `quarter${look.key}`, width, view.height, (ctx) => {
    const next = random(look.seed);
    for (let x = 0; x < width + 60; ) {
      const w = lerp(look.wide[0], look.wide[1], next());
      const slim = next() < 0.36;
      const tall = lerp(look.low, look.high, next()) * (look.profile?.((x + w / 2) / width) ?? 1) * (slim ? 1.35 : 0.9);
      const wide = slim ? w * 0.5 : w;
      domed(ctx, look.stone, { x: x + wide / 2, y: look.base + 40, w: wide, h: tall, seed: look.seed + Math.round(x), lit: look.lit });
      x += wide * (1.06 + next() * (look.gap ?? 0.5));
    }
    const heap: Point[] = [];
    for (let x = -20; x <= width + 40; x += 52) heap.push([x, look.base + 22 - next() * 26]);
    solid(ctx, [...heap, [width + 60, view.height + 60, 1], [-60, view.height + 60, 1]], [mix(look.stone.top, look.stone.foot, 0.5), look.stone.foot], [0, look.base - 10, 0, look.base + 90], { color: look.stone.light, from: [0, -1], width: 2, strength: 0.5 });
    ctx.globalCompositeOperation = "source-atop";
    ctx.fillStyle = ramp(ctx, [0, look.base - look.high * 0.3], [0, look.base + 60], [[0, fade(look.stone.foot, 0)], [1, fade(look.stone.foot, 0.85)]]);
    ctx.fillRect(0, 0, width, view.height);
  });
  layer(view, look.depth, (ctx) => {
    ctx.drawImage(picture, -over, 0, width, view.height);
    ctx.fillStyle = look.stone.foot;
    ctx.fillRect(-over, view.height, width, 300);
  });
}

/** Far, middle and near quarters of the city in the haze of deep water. */
export function drownedCity(view: View, look: { base: number; size?: number; lit?: number; near?: boolean }): void {
  const k = look.size ?? 1;
  const lit = look.lit ?? 0.7;
  const valley = (x: number) => 0.55 + Math.abs(x - 0.5) * 1.3;
  const key = `${view.width}/${look.base}/${k}/${lit}`;
  layer(view, 0.15, (ctx) => glow(ctx, view.width / 2, look.base - 120 * k, 620 * k, "#5a9cff", 0.5));
  quarter(view, { key: `a${key}`, seed: 5, depth: 0.2, base: look.base - 40, stone: { top: "#2f5fd6", foot: "#2a58cc", light: "#9cd0ff", from: [0, -1], edge: 3 }, low: 90 * k, high: 300 * k, wide: [44 * k, 92 * k], lit: lit * 0.8 });
  layer(view, 0.3, (ctx) => glow(ctx, view.width / 2, look.base - 30, 560 * k, GOLD, 0.3));
  quarter(view, { key: `b${key}`, seed: 17, depth: 0.4, base: look.base, stone: { top: "#1a3cae", foot: "#1c3aa2", light: "#8cc4ff", from: [0, -1], edge: 4 }, low: 80 * k, high: 280 * k, wide: [70 * k, 140 * k], lit, profile: valley });
  layer(view, 0.5, (ctx) => glow(ctx, view.width / 2, look.base + 60, 520 * k, "#3f7df0", 0.32));
  if (look.near === false) return;
  quarter(view, { key: `c${key}`, seed: 29, depth: 0.75, base: look.base + 90, stone: { top: "#0d2478", foot: "#050d3a", light: "#7ab4ff", from: [0, -1], edge: 5 }, low: 40 * k, high: 250 * k, wide: [110 * k, 190 * k], lit: lit * 0.9, gap: 0.3, profile: (x) => 0.15 + Math.abs(x - 0.5) ** 1.4 * 3.1 });
}

/** The great bell: shoulders at 0,0, its mouth 344 wide at y = 300. `lit` 0..1 is the fire in its mouth. */
export function greatBell(ctx: CanvasRenderingContext2D, look: { t: number; swing: number; lit: number }): void {
  const shape: Point[] = [[-46, -2], [0, -12], [46, -2], [84, 34], [96, 110], [112, 196], [150, 262], [172, 292], [172, 304, 1], [-172, 304, 1], [-172, 292], [-150, 262], [-112, 196], [-96, 110], [-84, 34]];
  ctx.strokeStyle = "#0a1130";
  ctx.lineWidth = 12;
  ctx.stroke(disc(0, -32, 22, 1.2));
  ctx.strokeStyle = fade(GOLD, 0.6);
  ctx.lineWidth = 2.4;
  ctx.stroke(disc(-1, -33, 27, 1.18));
  glow(ctx, 0, 330, 420, GOLD, 0.6 * look.lit);
  const mouth = disc(0, 303, 171, 0.17);
  ctx.fillStyle = ramp(ctx, [0, 274], [0, 334], [[0, "#120a10"], [0.55, mix("#1a1020", "#c46a18", look.lit)], [1, mix("#20122a", "#ffd27a", look.lit)]]);
  ctx.fill(mouth);
  const clapper = -look.swing * 210;
  ctx.fillStyle = "#140c14";
  ctx.fill(outline([[-7, 150], [7, 150], [clapper + 9, 330], [clapper - 9, 330]]));
  solid(ctx, disc(clapper, 338, 27), [mix("#5a3410", GOLD, look.lit * 0.6), "#140b12"], [0, 312, 0, 366], { color: GOLD, from: [0, -1], width: 6 });
  const body = outline(shape);
  ctx.fillStyle = ramp(ctx, [-172, 0], [172, 0], [[0, "#05081f"], [0.16, "#3a2a30"], [0.3, "#9a6a2c"], [0.38, "#ffdf94"], [0.46, "#b87a2e"], [0.68, "#3a2430"], [0.9, "#0b0d2c"], [1, "#17307c"]]);
  ctx.fill(body);
  ctx.save();
  ctx.clip(body);
  ctx.fillStyle = ramp(ctx, [0, -20], [0, 310], [[0, fade("#1c48c4", 0.55)], [0.4, fade("#0a1e6e", 0.22)], [0.8, fade("#2a0f08", 0.1)], [1, fade("#ffb040", 0.3 * look.lit)]]);
  ctx.fillRect(-200, -40, 400, 380);
  for (const [y, h, w] of [[22, 5, 86], [34, 3, 90], [150, 4, 106], [206, 4, 122], [214, 8, 126], [268, 5, 160], [284, 10, 172]] as const) {
    ctx.strokeStyle = fade("#ffe2a0", 0.3);
    ctx.lineWidth = h * 0.5;
    ctx.stroke(outline([[-w, y], [0, y + w * 0.13], [w, y]], false));
    ctx.strokeStyle = fade("#060720", 0.6);
    ctx.lineWidth = h * 0.6;
    ctx.stroke(outline([[-w, y + h * 0.7], [0, y + h * 0.7 + w * 0.13], [w, y + h * 0.7]], false));
  }
  // A frieze of waves round the waist.
  for (const [row, color] of [[0, "#ffe2a0"], [9, "#0a0824"]] as const) {
    const wave = Array.from({ length: 45 }, (_, i): Point => {
      const a = (i / 22 - 1) * 1.5;
      return [Math.sin(a) * 116, 166 + row + Math.cos(a) * 14 + Math.abs(Math.sin(i * 0.72)) * 20];
    });
    ctx.strokeStyle = fade(color, 0.4);
    ctx.lineWidth = 3.4;
    ctx.stroke(outline(wave, false));
  }
  for (let i = 0; i < 40; i++) {
    ctx.fillStyle = fade(hash(i, 3) < 0.5 ? "#4f8ce0" : "#060a28", 0.16 + hash(i, 9) * 0.2);
    ctx.fill(disc((hash(i, 1) - 0.5) * 330, 20 + hash(i, 2) ** 0.6 * 280, 1.5 + hash(i, 4) * 4.5));
  }
  ctx.restore();
  rim(ctx, body, { color: "#a8d4ff", from: [0.5, -1], width: 8, strength: 0.8 });
  rim(ctx, body, { color: GOLD, from: [0, 1], width: 9, strength: 0.9 * look.lit });
}
