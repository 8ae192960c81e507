// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { clamp, hash, lerp, random, wander } from "./math.ts";
import { fade, layer, mix, ramp, sprite, type View } from "./paint.ts";

const OVER = 180;

/** A row of towers. */
export interface Skyline {
  seed: number;
  /** Where the towers stand, and how tall the lowest and the tallest are. */
  base: number;
  low: number;
  high: number;
  wide: readonly [number, number];
  top: string;
  bottom: string;
  windows: readonly string[];
  /** Share of windows with light. */
  lit: number;
  /** Edge light: colour and side (-1 left, 1 right). */
  rim: string;
  side: -1 | 1;
  depth: number;
  /** Size of a window cell. */
  cell?: readonly [number, number];
  /** Share of towers left out, so that the sky is seen. */
  gaps?: number;
  /** Height by place: 1 keeps the towers, below 1 lowers them. `x` runs from 0 to 1. */
  profile?: (x: number) => number;
  /** Colours of neon tubes up the edges of some towers. */
  neon?: readonly string[];
}

/** Draws a row of towers, once, and moves it with the camera. */
export function skyline(view: View, look: Skyline): void {
  const tall = look.high + 120;
  const picture = sprite(view, `city${look.seed}/${look.top}${look.base}${look.rim}${look.windows[0] ?? ""}`, view.width + OVER * 2, tall, (ctx) => {
    const next = random(look.seed);
    const wide = view.width + OVER * 2;
    for (let x = -30; x < wide; ) {
      const w = lerp(look.wide[0], look.wide[1], next());
      const h = lerp(look.low, look.high, next() ** 1.5) * (look.profile?.(clamp((x + w / 2 - OVER) / view.width)) ?? 1);
      if (next() >= (look.gaps ?? 0)) tower(ctx, look, { x, w, h, base: tall, next });
      x += w * lerp(0.86, 1.06, next());
    }
  });
  layer(view, look.depth, (ctx) => ctx.drawImage(picture, -OVER, look.base - tall, view.width + OVER * 2, tall));
}

interface Tower { x: number; w: number; h: number; base: number; next: () => number }

function tower(ctx: CanvasRenderingContext2D, look: Skyline, { x, w, h, base, next }: Tower): void {
  const y = base - h;
  const kind = Math.floor(next() * 6);
  const path = new Path2D();
  const box = (bx: number, by: number, bw: number) => path.rect(bx, by, bw, base - by);
  box(x, y, w);
  if (kind === 1) box(x + w * 0.18, y - h * 0.07, w * 0.64);
  if (kind === 2) {
    box(x + w * 0.12, y - h * 0.05, w * 0.76);
    box(x + w * 0.3, y - h * 0.1, w * 0.4);
    box(x + w * 0.48, y - h * 0.1 - 46, w * 0.04 + 1);
  }
  if (kind === 3) {
    path.moveTo(x, y + 1);
    path.lineTo(x, y - w * 0.5);
    path.lineTo(x + w, y + 1);
  }
  if (kind === 4) path.ellipse(x + w / 2, y, w / 2, w * 0.3, 0, Math.PI, 0);
  if (kind === 5) box(x + w * 0.7, y - 60, 2.5);
  ctx.fillStyle = ramp(ctx, [0, y], [0, base], [[0, look.top], [1, look.bottom]]);
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  const edge = look.side > 0 ? x + w : x;
  ctx.fillStyle = ramp(ctx, [edge, 0], [edge - look.side * w * 0.45, 0], [[0, fade(look.rim, 0.5)], [0.12, fade(look.rim, 0.2)], [1, fade(look.rim, 0)]]);
  ctx.fillRect(x, y - h * 0.2, w, h * 1.2);
  ctx.fillStyle = fade(look.rim, 0.6);
  ctx.fillRect(x, y, w, 1.6);
  windowsOf(ctx, look, { x, w, h, base, next });
  ctx.restore();
  if (!look.neon?.length || next() < 0.62) return;
  const color = look.neon[Math.floor(next() * look.neon.length)] as string;
  const nx = x + w * (next() < 0.5 ? 0.08 : 0.92);
  for (const [width, alpha] of [[16, 0.1], [8, 0.2], [2.6, 0.95]] as const) {
    ctx.strokeStyle = fade(width < 3 ? mix(color, "#ffffff", 0.55) : color, alpha);
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.moveTo(nx, y + 12);
    ctx.lineTo(nx, y + h * lerp(0.3, 0.6, next()));
    ctx.stroke();
  }
}

function windowsOf(ctx: CanvasRenderingContext2D, look: Skyline, { x, w, h, base, next }: Tower): void {
  const [cw, ch] = look.cell ?? [11, 16];
  const columns = Math.max(1, Math.floor((w - cw * 0.6) / cw));
  const left = x + (w - columns * cw) / 2;
  const banded = next() < 0.3;
  const style = Math.floor(next() * 1000);
  for (let row = 0; row < (h - ch) / ch; row++) {
    const y = base - h + ch * 0.7 + row * ch;
    const floor = hash(row, style);
    for (let c = 0; c < columns; c++) {
      const on = banded ? floor < look.lit * 0.9 && hash(c >> 1, row + style) < 0.8 : hash(c + style, row * 3 + style) < look.lit * (0.4 + floor * 1.2);
      const glow = look.windows[Math.floor(hash(c * 7, row + style) * look.windows.length)] ?? look.rim;
      const fall = 1 - (row * ch) / (h * 1.25);
      ctx.fillStyle = on ? fade(glow, lerp(0.35, 1, hash(row, c + style)) * fall) : fade(look.rim, 0.05);
      ctx.fillRect(left + c * cw + cw * 0.2, y, banded ? cw * 0.92 : cw * 0.58, ch * 0.52);
    }
  }
}

/** Where a height of a layer lies on the screen while the camera does not roll. */
export function onScreen(view: View, depth: number, y: number): number {
  const zoom = 1 + (view.camera.zoom - 1) * lerp(0.35, 1, clamp(depth, 0, 3));
  return view.height / 2 + zoom * (y - view.height / 2 - view.camera.y * depth);
}

/** Wet ground: what stands above `y` (on the screen) is seen again below it, broken by ripples. */
export function wet(view: View, look: { y: number; tint: string; strength: number; ripple: number; squeeze?: number; far?: string }): void {
  const { ctx, width, height } = view;
  const copy = sprite({ ...view, scale: view.scale * 0.5 }, "wet", width, height, () => undefined);
  const to = copy.getContext("2d") as CanvasRenderingContext2D;
  to.globalCompositeOperation = "copy";
  to.drawImage(ctx.canvas, 0, 0, width, height);
  const k = copy.width / width;
  const top = Math.round(look.y / 2) * 2;
  const reach = height - top;
  ctx.fillStyle = ramp(ctx, [0, look.y], [0, height], [[0, look.far ?? look.tint], [1, look.tint]]);
  ctx.fillRect(0, look.y, width, reach);
  ctx.save();
  for (let d = 0; d < reach; d += 6) {
    const share = d / reach;
    const from = look.y - (d + 6) * (look.squeeze ?? 1.25);
    if (from < 0) break;
    const size = lerp(3, 6, share);
    const shift = (wander(d * 0.07 + view.t * 1.6, 4) + wander(d * 0.05 - view.t, 9)) * look.ripple * (0.25 + share);
    ctx.globalAlpha = look.strength * (1 - share * 0.75) * (0.72 + 0.28 * wander(d * 0.11 - view.t * 0.8, 6));
    ctx.drawImage(copy, 0, from * k, copy.width, size * k, shift - 12, top + d, width + 24, 6);
  }
  ctx.restore();
}

/** Lights out of focus, as soft discs that breathe. `area` is x, y, width, height. */
export function bokeh(view: View, look: { seed: number; count: number; colors: readonly string[]; size: number; strength: number; area: readonly [number, number, number, number]; depth: number }): void {
  const [x0, y0, w, h] = look.area;
  layer(view, look.depth, (ctx) => {
    ctx.globalCompositeOperation = "screen";
    for (let i = 0; i < look.count; i++) {
      const color = look.colors[i % look.colors.length] as string;
      const dot = sprite({ ...view, scale: 1 }, `bokeh${color}`, 96, 96, (to) => {
        const soft = to.createRadialGradient(48, 48, 0, 48, 48, 48);
        for (const [at, k] of [[0, 0.42], [0.72, 0.5], [0.86, 0.8], [0.94, 0.5], [1, 0]] as const) soft.addColorStop(at, fade(color, k));
        to.fillStyle = soft;
        to.fillRect(0, 0, 96, 96);
      });
      const r = look.size * (0.35 + hash(i, look.seed) * 0.9);
      ctx.globalAlpha = look.strength * (0.35 + hash(i, look.seed + 1) * 0.65) * (0.85 + 0.15 * wander(view.t * 0.7 + i * 3, look.seed));
      ctx.drawImage(dot, x0 + hash(i, look.seed + 2) * w - r, y0 + hash(i, look.seed + 3) * h - r, r * 2, r * 2);
    }
  });
}

/** Rain on a pane: standing drops that hold the light, and a few that run down. */
export function drops(view: View, look: { seed: number; count: number; light: string; strength: number; runs?: number; depth?: number }): void {
  const { width, height } = view;
  const picture = sprite(view, `drops${look.seed}${look.light}`, width + 120, height + 120, (ctx) => {
    for (let i = 0; i < look.count; i++) drop(ctx, hash(i, look.seed) * (width + 120), hash(i, look.seed + 1) * (height + 120), 1.4 + hash(i, look.seed + 2) ** 5 * 8, look.light);
  });
  layer(view, look.depth ?? 1.3, (ctx) => {
    ctx.globalAlpha = look.strength;
    ctx.drawImage(picture, -60, -60, width + 120, height + 120);
    for (let i = 0; i < (look.runs ?? 7); i++) {
      const x = hash(i, look.seed + 5) * width;
      const way = (view.t * (40 + hash(i, 8) * 120) + hash(i, look.seed + 6) * 1700) % (height + 300);
      const wob = (y: number) => x + wander(y * 0.012 + i * 4, look.seed) * 14;
      ctx.strokeStyle = ramp(ctx, [0, way - 260], [0, way], [[0, fade(look.light, 0)], [1, fade(look.light, 0.3)]]);
      ctx.lineWidth = 4;
      ctx.lineCap = "round";
      ctx.beginPath();
      for (let d = 260; d >= 0; d -= 20) ctx.lineTo(wob(way - d), way - d);
      ctx.stroke();
      drop(ctx, wob(way), way, 6, look.light);
    }
  });
}

function drop(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, light: string): void {
  ctx.fillStyle = ramp(ctx, [0, y - r], [0, y + r], [[0, "rgba(4,2,12,0.5)"], [0.55, fade(light, 0.1)], [1, fade(light, 0.75)]]);
  ctx.beginPath();
  ctx.ellipse(x, y, r * 0.86, r, 0, 0, 7);
  ctx.fill();
  if (r < 2.4) return;
  ctx.fillStyle = "rgba(255,255,255,0.75)";
  ctx.beginPath();
  ctx.arc(x - r * 0.28, y - r * 0.4, r * 0.16, 0, 7);
  ctx.fill();
}

/** A glowing tube along a path: neon. */
export function tube(ctx: CanvasRenderingContext2D, path: Path2D, color: string, width: number, strength = 1): void {
  ctx.save();
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.globalCompositeOperation = "screen";
  for (const [k, alpha, white] of [[9, 0.06, 0], [5, 0.12, 0], [2.4, 0.3, 0], [1, 1, 0.5]] as const) {
    ctx.strokeStyle = fade(mix(color, "#ffffff", white), alpha * strength);
    ctx.lineWidth = width * k;
    ctx.stroke(path);
  }
  ctx.restore();
}
