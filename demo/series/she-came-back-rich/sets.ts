// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.

import { skyline } from "../../engine/city.ts";
import { shortHair, sunHat } from "../../engine/coiffure.ts";
import type { Figure } from "../../engine/figure.ts";
import { looseHair } from "../../engine/hair.ts";
import { hash, wander } from "../../engine/math.ts";
import { fade, glow, layer, mix, placed, ramp, type View } from "../../engine/paint.ts";
import { head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";

export const SUN = "#fff2c8";
export const AMBER = "#ffb638";
export const INK = "#2a0e08";
const WINDOWS = ["#fff0b8", "#ffd070", "#ffe6a8"] as const;

/** Noon over the towers. The sun stands at x, y; the towers on `base`. */
export function noon(view: View, look: { base: number; x: number; y: number; radius: number; tall?: number; near?: boolean; low?: boolean }): void {
  const tall = look.tall ?? 1;
  sky(view, [[0, "#ef9d36"], [0.3, "#f4b048"], [0.55, "#ee942e"], [0.8, "#cf5f1c"], [1, "#7a2a10"]]);
  orb(view, { x: look.x, y: look.y, radius: look.radius, core: "#fff4d2", edge: "#ffe096", halo: "#ffc868", haloStrength: 0.55 });
  vapour(view, { seed: 61, top: look.y - 60, height: 330, dark: "#f0a040", light: "#ffe2a0", cover: 0.5, opacity: 0.5, depth: 0.1, drift: 6, cells: 3, crisp: 0.02 });
  const row = { windows: WINDOWS, base: look.base, side: -1 as const };
  skyline(view, { ...row, seed: 8, low: 210 * tall, high: 640 * tall, wide: [46, 100], top: "#e89a3e", bottom: "#f3bd62", lit: 0.18, rim: "#fff0c0", depth: 0.16, cell: [9, 13], profile: (x) => 0.6 + Math.abs(x - 0.5) * 0.9 });
  warm(view, 0.2, look.base - 60, 0.5);
  skyline(view, { ...row, seed: 19, low: 170 * tall, high: 600 * tall, wide: [64, 128], top: "#b9591c", bottom: "#e08c36", lit: 0.26, rim: "#ffdf9a", depth: 0.34, gaps: 0.2, cell: [11, 17], profile: (x) => 0.42 + Math.abs(x - 0.5) * 1.35 });
  warm(view, 0.4, look.base - 20, 0.42);
  if (look.near === false) return;
  skyline(view, { ...row, seed: 33, low: 200 * tall, high: 640 * tall, wide: [96, 170], top: "#6a2410", bottom: "#a8501c", lit: 0.3, rim: "#ffc878", depth: 0.6, gaps: 0.3, cell: [14, 22], profile: (x) => Math.max(0.12, Math.abs(x - 0.5) * 2 - 0.12) });
}

function warm(view: View, depth: number, y: number, strength: number): void {
  layer(view, depth, (ctx) => {
    ctx.scale(1, 0.36);
    glow(ctx, view.width / 2, y / 0.36, view.width, "#ffcf7a", strength);
  });
}

/** Sheets of paper that tumble down. `rise` above 0 blows them up. */
export function papers(view: View, look: { seed: number; count: number; size: number; depth: number; fall: number; light?: string; shade?: string }): void {
  const { t, width, height } = view;
  layer(view, look.depth, (ctx) => {
    for (let i = 0; i < look.count; i++) {
      const near = 0.5 + hash(i, look.seed) * 0.9;
      const y = ((((hash(i, look.seed + 1) * 1.3 * height + t * look.fall * near) % (height * 1.3)) + height * 1.3) % (height * 1.3)) - height * 0.15;
      const x = hash(i, look.seed + 2) * (width + 120) - 60 + wander(t * 0.5 + i * 3, look.seed) * 50;
      const spin = t * (0.7 + hash(i, 7)) + i * 2.1;
      const flip = Math.sin(spin);
      const size = look.size * near;
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(wander(t * 0.4 + i, 3) * 0.9 + i);
      ctx.transform(1, Math.cos(spin) * 0.3, 0, Math.abs(flip) * 0.9 + 0.1, 0, 0);
      ctx.fillStyle = ramp(ctx, [0, -size], [0, size], [[0, mix(look.light ?? "#fffaf0", look.shade ?? "#d88a3c", flip > 0 ? 0 : 0.5)], [1, mix(look.light ?? "#fffaf0", look.shade ?? "#d88a3c", flip > 0 ? 0.25 : 0.75)]]);
      ctx.fillRect(-size * 0.7, -size, size * 1.4, size * 2);
      ctx.fillStyle = fade(look.shade ?? "#b06a2c", 0.35);
      for (let k = 0; k < 4; k++) ctx.fillRect(-size * 0.48, -size * 0.62 + k * size * 0.32, size * (k === 3 ? 0.5 : 0.96), size * 0.07);
      ctx.restore();
    }
  });
}

/** Dress and light of a figure against the sun. */
export const against = (t: number, wind = 0.25): Figure => ({ t, wind, body: INK, ground: "#5a200c", light: "#ffe6a8", from: [0.15, -1], edge: 2.6 });

/** Light on a face. */
interface Face {
  t: number;
  light: string;
  from: readonly [number, number];
  reveal: number;
  lit: string;
  shade: string;
  eye?: "open" | "closed" | "down";
}

/** Sunlight from the front. */
export const sunFace = (t: number): Face => ({ t, light: "#ffe2a0", from: [1, -0.1], reveal: 0.85, lit: "#f0ae74", shade: "#6a2a16", eye: "open" });

type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number; alpha?: number };

/** Vera: long chestnut hair under a wide hat, crimson coat. */
export function vera(ctx: CanvasRenderingContext2D, at: Place, lit: Face, hat = true): void {
  const p: Portrait = { ...lit, wind: 0.3, face: SOFT_FACE, hair: "#3a1710", coat: "#7a1420" };
  placed(ctx, at, () => {
    looseHair(ctx, p, "back");
    shoulders(ctx, p, { broad: 0.84, collar: 0.9 });
    head(ctx, p, { lips: "#c8202e", brow: "#2c120c" });
    looseHair(ctx, p, "front");
    if (hat) sunHat(ctx, p, "#2a1210", "#c9902c");
  });
}

/** Hugo: short dark hair, a dark suit. */
export function hugo(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, wind: 0.05, face: STRONG_FACE, hair: "#22110c", coat: "#2c1712" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.08, collar: 0.6 });
    head(ctx, p, { lips: "#8a4434", brow: "#1c0e0a" });
    shortHair(ctx, p);
  });
}
