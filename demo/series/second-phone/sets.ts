// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.

import { skyline } from "../../engine/city.ts";
import { bob } from "../../engine/coiffure.ts";
import type { Handset } from "../../engine/handset.ts";
import { glow, layer, placed, type View } from "../../engine/paint.ts";
import { head, type Portrait, SOFT_FACE, shoulders } from "../../engine/portrait.ts";
import { sky, vapour } from "../../engine/sky.ts";
import type { Lamp } from "../../engine/solid.ts";

export const PINK = "#ff3d9a";
export const CYAN = "#46dcff";
export const VIOLET = "#8a3dff";
const WINDOWS = ["#ffd9a0", "#ff8ac8", "#9ad8ff", "#c9a0ff"] as const;

/** Towers in violet haze. `far` sets how high they reach; `base` is where the nearest row stands. */
export function nightCity(view: View, look: { base: number; far?: number; near?: boolean; moon?: readonly [number, number] }): void {
  const far = look.far ?? 1;
  sky(view, [[0, "#0b0424"], [0.3, "#2a0c5c"], [0.55, "#6a1d8c"], [0.72, "#c43a92"], [0.86, "#5a1c70"], [1, "#12062a"]]);
  layer(view, 0.06, (ctx) => glow(ctx, look.moon?.[0] ?? view.width * 0.5, look.moon?.[1] ?? look.base * 0.62, view.width * 0.85, PINK, 0.55));
  vapour(view, { seed: 41, top: look.base * 0.1, height: look.base * 0.6, dark: "#2c0d58", light: "#b63aa8", cover: 0.55, opacity: 0.5, depth: 0.08, drift: 7, cells: 3, crisp: 0.05 });
  const row = { windows: WINDOWS, base: look.base, side: -1 as const };
  skyline(view, { ...row, seed: 3, low: 230 * far, high: 760 * far, wide: [50, 110], top: "#4a1878", bottom: "#b03a92", lit: 0.22, rim: "#ff7ac0", depth: 0.18, cell: [8, 12] });
  haze(view, 0.25, look.base - 90, "#d0489c", 0.34);
  skyline(view, { ...row, seed: 12, low: 160 * far, high: 640 * far, wide: [70, 140], top: "#270d52", bottom: "#6a2080", lit: 0.3, rim: "#e860c0", depth: 0.34, gaps: 0.18, neon: [PINK, CYAN], cell: [10, 15] });
  haze(view, 0.4, look.base - 30, "#a0359a", 0.3);
  if (look.near === false) return;
  skyline(view, { ...row, seed: 27, low: 90 * far, high: 480 * far, wide: [100, 180], top: "#11052a", bottom: "#1e0a3c", lit: 0.26, rim: "#a84ce0", depth: 0.6, gaps: 0.4, neon: [CYAN, PINK], cell: [13, 19], profile: (x) => 0.35 + Math.abs(x - 0.5) * 1.5 });
}

function haze(view: View, depth: number, y: number, color: string, strength: number): void {
  layer(view, depth, (ctx) => {
    ctx.scale(1, 0.34);
    glow(ctx, view.width / 2, y / 0.34, view.width * 0.95, color, strength);
  });
}

/** The telephone in the colours of the series. */
export const ringer = (t: number, state: Handset["state"], on = 1): Handset => ({
  t, top: "#5a1048", bottom: "#ff2f86", light: "#ffb0d8", on, state,
});

/** Cold light from the side for gloves and cases. */
export const EDGE: Lamp = { color: "#c58aff", from: [1, -0.5], width: 7, strength: 0.85 };

/** Light on a face. */
export interface Face {
  t: number;
  light: string;
  from: readonly [number, number];
  reveal: number;
  lit: string;
  shade: string;
  eye?: "open" | "closed" | "down";
}

/** Ines: a dark bob, a dark coat with its collar up, red lips. */
export function ines(ctx: CanvasRenderingContext2D, at: { x: number; y: number; scale: number; flip?: boolean; turn?: number; alpha?: number }, lit: Face): void {
  const p: Portrait = { ...lit, wind: 0.08, face: SOFT_FACE, hair: "#1a0a26", coat: "#1a0c34" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.84, collar: 1.2 });
    head(ctx, p, { lips: "#e0265c", brow: "#1a0a20" });
    bob(ctx, p);
  });
}
