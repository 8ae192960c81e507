// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp, random } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { paperLantern } from "../../engine/paper-lights.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";

/** Colours of the series. */
export const RED = "#c41d30";
export const FIRE = "#62e6ff";
export const AMBER = "#ffab5c";

/** Violet night, the huge moon, and cloud before and behind it. `sunk` lowers the light. */
export function night(view: View, moon: { x: number; y: number; r: number }, sunk = 0): void {
  const dim = (color: string) => mix(color, "#0a0416", sunk * 0.55);
  sky(view, [[0, "#0b0520"], [0.26, dim("#26124a")], [0.5, dim("#5b3184")], [0.64, dim("#9a629f")], [0.78, "#2a1440"], [1, "#0a0414"]]);
  vapour(view, { seed: 41, top: -120, height: 620, dark: "#170a30", light: dim("#7c54a6"), cover: 0.55, opacity: 0.8, depth: 0.04, drift: 7, cells: 3, crisp: 0.25 });
  orb(view, { ...moon, radius: moon.r, core: "#fff6ea", edge: "#ecc8d6", halo: dim("#e2b4ee"), haloStrength: 0.5, pock: 5 });
  vapour(view, { seed: 47, top: moon.y - moon.r * 0.3, height: moon.r * 2.4, dark: "#3a1c5c", light: dim("#d7a8d8"), cover: 0.42, opacity: 0.62, depth: 0.07, drift: 11, cells: 3, crisp: 0.3 });
}

/** A far ridge of mountains across the frame. */
export function ridge(ctx: CanvasRenderingContext2D, look: { y: number; tall: number; seed: number; top: string; base: string; width?: number }): void {
  const w = look.width ?? 720;
  const points: Point[] = [];
  for (let i = 0; i <= 12; i++) {
    const n = hash(i, look.seed) * 0.6 + (i % 2 ? 0.4 : 0);
    points.push([-200 + (i / 12) * (w + 400), look.y - n * look.tall, n > 0.6 ? 1 : 0]);
  }
  points.push([w + 200, look.y + 700, 1], [-200, look.y + 700, 1]);
  ctx.fillStyle = ramp(ctx, [0, look.y - look.tall], [0, look.y + 160], [[0, look.top], [1, look.base]]);
  ctx.fill(outline(points));
}

/** Cedars standing on `base`; drawn once. Those in the middle `gap` are left out. */
export function cedars(
  view: View,
  ctx: CanvasRenderingContext2D,
  look: { key: string; seed: number; count: number; base: number; tall: number; top: string; foot: string; light: string; gap?: readonly [number, number]; width?: number },
): void {
  const w = (look.width ?? 720) + 360;
  const h = look.tall * 1.25;
  const picture = sprite(view, `cedars${look.key}`, w, h + 60, (to) => {
    const next = random(look.seed);
    for (let i = 0; i < look.count; i++) {
      const x = ((i + 0.2 + next() * 0.6) / look.count) * w;
      const tall = look.tall * (0.66 + next() * 0.58);
      if (look.gap && x - 180 > look.gap[0] && x - 180 < look.gap[1]) continue;
      cedar(to, x, h, tall, look, next);
    }
  });
  ctx.drawImage(picture, -180, look.base - h, w, h + 60);
}

function cedar(to: CanvasRenderingContext2D, x: number, foot: number, tall: number, look: { top: string; foot: string; light: string }, next: () => number): void {
  const trunk = tall * 0.02;
  const left: Point[] = [];
  const right: Point[] = [];
  const tiers = 14;
  for (let j = 0; j <= tiers; j++) {
    const k = j / tiers;
    const y = foot - tall + k * tall * 0.8 + next() * 8;
    const half = (s: number) => tall * (0.008 + k ** 0.8 * 0.135) * (0.7 + s * 0.55);
    const [a, b] = [half(next()), half(next())];
    left.unshift([x - a, y + tall * 0.034, 1], [x - a * 0.46, y - tall * 0.004, 1]);
    right.push([x + b * 0.46, y - tall * 0.004, 1], [x + b, y + tall * 0.034, 1]);
  }
  const path = outline([[x, foot - tall - 14, 1], ...right, [x + trunk * 1.1, foot - tall * 0.17, 1], [x + trunk * 1.5, foot + 60, 1], [x - trunk * 1.5, foot + 60, 1], [x - trunk * 1.1, foot - tall * 0.17, 1], ...left]);
  to.fillStyle = ramp(to, [0, foot - tall], [0, foot + 40], [[0, look.top], [0.7, mix(look.top, look.foot, 0.7)], [1, look.foot]]);
  to.fill(path);
  rim(to, path, { color: look.light, from: [0.3, -1], width: 4, strength: 0.22 });
}

/** The red gate, 400 units wide, its feet at y = 0. */
export function gate(ctx: CanvasRenderingContext2D, look: { t: number; light: string; shade: string; from?: readonly [number, number] }): void {
  const from = look.from ?? [0, -1];
  const wood = (path: Path2D, y0: number, y1: number, width = 5) => {
    ctx.fillStyle = ramp(ctx, [0, y0], [0, y1], [[0, "#e8384a"], [0.4, RED], [1, mix(RED, look.shade, 0.72)]]);
    ctx.fill(path);
    rim(ctx, path, { color: look.light, from, width, strength: 0.6 });
  };
  for (const s of [-1, 1]) {
    const pillar = outline([[s * 152, 4, 1], [s * 120, 4, 1], [s * 108, -336, 1], [s * 134, -336, 1]]);
    wood(pillar, -330, 20, 4);
    rim(ctx, pillar, { color: look.light, from: [-s, 0], width: 6, strength: 0.5 });
    ctx.fillStyle = mix("#140812", look.shade, 0.3);
    ctx.fill(outline([[s * 158, 8, 1], [s * 114, 8, 1], [s * 116, -40, 1], [s * 153, -40, 1]]));
  }
  wood(outline([[-190, -268, 1], [190, -268, 1], [188, -240, 1], [-188, -240, 1]]), -268, -236);
  wood(outline([[-20, -320, 1], [20, -320, 1], [20, -262, 1], [-20, -262, 1]]), -320, -262, 3);
  wood(outline([[-236, -376, 1], [-120, -354], [0, -347], [120, -354], [236, -376, 1], [226, -332, 1], [110, -316], [0, -311], [-110, -316], [-226, -332, 1]]), -376, -311, 7);
  const roof = outline([[-244, -394, 1], [-122, -371], [0, -364], [122, -371], [244, -394, 1], [237, -374, 1], [120, -352], [0, -345], [-120, -352], [-237, -374, 1]]);
  ctx.fillStyle = "#1b0a18";
  ctx.fill(roof);
  rim(ctx, roof, { color: look.light, from: [0, -1], width: 4, strength: 0.9 });
  rope(ctx, look.t, look.light);
}

function rope(ctx: CanvasRenderingContext2D, t: number, light: string): void {
  const line = ribbon([[-116, -238], [-60, -218], [0, -210], [60, -218], [116, -238]], [5, 13, 19, 13, 5]);
  ctx.fillStyle = ramp(ctx, [0, -240], [0, -196], [[0, mix("#d8c3a0", light, 0.4)], [1, "#5a4058"]]);
  ctx.fill(line);
  ctx.strokeStyle = fade("#2a1430", 0.45);
  ctx.lineWidth = 1.6;
  for (let i = -7; i <= 7; i++) {
    const y = -211 - (i / 7) ** 2 * 18;
    ctx.stroke(outline([[i * 13 - 5, y - 8], [i * 13 + 5, y + 8]], false));
  }
  for (const [i, x] of [-62, 0, 62].entries()) {
    const sway = Math.sin(t * 1.4 + i) * 3;
    const y = -206 - (x / 90) ** 2 * 14;
    ctx.fillStyle = mix("#ffffff", "#b79ad0", 0.2 + 0.1 * i);
    ctx.fill(outline([[x - 2, y, 1], [x + 11, y + 3, 1], [x + 10 + sway, y + 17, 1], [x + 17 + sway, y + 18, 1], [x + 14 + sway * 1.6, y + 34, 1], [x + 21 + sway * 2, y + 36, 1], [x + 14 + sway * 2.4, y + 56, 1], [x + 1 + sway * 2, y + 40, 1], [x + 5 + sway * 1.4, y + 25, 1], [x - 4 + sway, y + 22, 1], [x - 1, y + 10, 1]]));
  }
}

/** Wet stone steps that climb away from the viewer; `shine` is where the light lies on them. */
export function stairs(
  ctx: CanvasRenderingContext2D,
  look: { x: number; bottom: number; top: number; wide: number; narrow: number; count: number; tread: string; riser: string; shine: string; shineWidth: number; strength?: number },
): void {
  const edge = (k: number) => ({ y: lerp(look.top, look.bottom, k ** 1.5), half: lerp(look.narrow, look.wide, k ** 1.5) / 2 });
  for (let i = 0; i < look.count; i++) {
    const k = (i + 1) / look.count;
    const [far, near] = [edge(i / look.count), edge(k)];
    const lip = lerp(far.y, near.y, 0.42);
    const half = lerp(far.half, near.half, 0.42);
    const sag = (s: number) => (hash(i, s) - 0.5) * lerp(1, 9, k);
    ctx.fillStyle = ramp(ctx, [0, lip], [0, near.y], [[0, mix(look.riser, look.tread, 0.3)], [0.3, look.riser], [1, mix(look.riser, "#000000", 0.5)]]);
    ctx.fill(outline([[look.x - half, lip, 1], [look.x + half, lip, 1], [look.x + near.half, near.y + 2, 1], [look.x - near.half, near.y + 2, 1]]));
    ctx.fillStyle = ramp(ctx, [look.x - half, 0], [look.x + half, 0], [[0, mix(look.tread, look.riser, 0.8)], [0.5, look.tread], [1, mix(look.tread, look.riser, 0.8)]]);
    ctx.fill(outline([[look.x - far.half, far.y, 1], [look.x + far.half, far.y, 1], [look.x + half, lip + sag(1), 1], [look.x + half * 0.3, lip + sag(2)], [look.x - half * 0.4, lip + sag(3)], [look.x - half, lip + sag(4), 1]]));
    const w = look.shineWidth * lerp(0.4, 1.15, k);
    ctx.fillStyle = ramp(ctx, [look.x - w, 0], [look.x + w, 0], [[0, fade(look.shine, 0)], [0.35, fade(look.shine, (look.strength ?? 0.6) * (0.3 + hash(i, 7) * 0.3))], [0.5 + hash(i, 8) * 0.1, fade(look.shine, (look.strength ?? 0.6) * (0.55 + hash(i, 9) * 0.3))], [1, fade(look.shine, 0)]]);
    ctx.fill(outline([[look.x - w, far.y, 1], [look.x + w, far.y, 1], [look.x + w, lip + sag(2), 1], [look.x, lip + sag(3)], [look.x - w, lip + sag(4), 1]]));
    ctx.fillStyle = fade(look.shine, 0.1 + 0.2 * (look.strength ?? 0.6));
    ctx.fillRect(look.x - w * 1.4, lip - 1, w * 2.8, lerp(0.8, 2.4, k));
  }
}

/** A stone lantern with a flame in it, 130 units tall, foot at 0,0. */
export function stoneLantern(ctx: CanvasRenderingContext2D, t: number, seed: number, light: string): void {
  const part = (points: Point[]) => {
    const path = outline(points);
    ctx.fillStyle = ramp(ctx, [0, -130], [0, 0], [[0, "#4a3560"], [0.5, "#2a1a3c"], [1, "#120a1e"]]);
    ctx.fill(path);
    rim(ctx, path, { color: light, from: [0.3, -1], width: 3, strength: 0.6 });
  };
  part([[-26, 2, 1], [26, 2, 1], [20, -14, 1], [-20, -14, 1]]);
  part([[-10, -12, 1], [10, -12, 1], [8, -62, 1], [-8, -62, 1]]);
  part([[-22, -60, 1], [22, -60, 1], [18, -72, 1], [-18, -72, 1]]);
  const beat = 0.85 + hash(Math.floor(t * 5), seed) * 0.15;
  ctx.fillStyle = ramp(ctx, [0, -100], [0, -70], [[0, "#ffdf9e"], [1, "#ff9a4a"]]);
  ctx.fillRect(-12, -100, 24, 28);
  ctx.fillStyle = "#1c1028";
  ctx.fillRect(-2, -100, 4, 28);
  part([[-15, -70, 1], [-15, -102, 1], [-11, -102, 1], [-11, -70, 1]]);
  part([[15, -70, 1], [15, -102, 1], [11, -102, 1], [11, -70, 1]]);
  part([[-36, -98, 1], [-20, -110], [-7, -124], [0, -136, 1], [7, -124], [20, -110], [36, -98, 1]]);
  glow(ctx, 0, -86, 110, AMBER, 0.55 * beat);
}

/** Lanterns on cords across the path, receding; each pair hangs on its own pole. */
export function lanternRow(view: View, look: { pairs: readonly (readonly [number, number, number])[]; color?: string; strength?: number; depth?: number }): void {
  layer(view, look.depth ?? 0.8, (ctx) => {
    for (const [i, [x, y, scale]] of look.pairs.entries())
      placed(ctx, { x, y, scale }, () => paperLantern(ctx, { t: view.t, seed: i * 1.7, color: look.color ?? AMBER, strength: look.strength ?? 1 }));
  });
}

/** Fog near the ground in the colour of the night. */
export function fog(view: View, look: { seed: number; top: number; height: number; depth: number; opacity?: number; light?: string; dark?: string }): void {
  vapour(view, { seed: look.seed, top: look.top, height: look.height, dark: look.dark ?? "#3c2260", light: look.light ?? "#b48ac4", cover: 0.72, opacity: look.opacity ?? 0.6, depth: look.depth, drift: look.seed % 2 ? 16 : -14, cells: 3, crisp: 0.02 });
}
