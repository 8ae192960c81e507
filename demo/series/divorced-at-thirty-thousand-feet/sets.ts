// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { cloudTops } from "../../engine/aircraft.ts";
import { bun, shortHair } from "../../engine/coiffure.ts";
import { bump } from "../../engine/math.ts";
import { glow, layer, placed, type View } from "../../engine/paint.ts";
import { head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";
import { lightning, rain } from "../../engine/weather.ts";

export const CORAL = "#f2705a";
export const DEEP = "#0d3c4a";

/** Weather above the clouds. `y` is where they begin; `drift` how fast they pass (units a second). */
export function above(view: View, mood: "dawn" | "storm" | "gold", look: { y: number; sun: readonly [number, number, number]; drift?: number; near?: boolean }): void {
  const storm = mood === "storm";
  const gold = mood === "gold";
  const { y } = look;
  const drift = look.drift ?? -14;
  const share = (k: number) => (y / view.height) * k;
  if (storm) sky(view, [[0, "#061c28"], [share(0.5), "#124050"], [share(1), "#3f8088"], [1, "#0a2a36"]]);
  else if (gold) sky(view, [[0, "#1c8296"], [share(0.4), "#6cc4bc"], [share(0.8), "#ffe2a8"], [share(1.1), "#ffb27a"], [1, "#d8705a"]]);
  else sky(view, [[0, "#0f6c86"], [share(0.4), "#3aaab2"], [share(0.75), "#a5dfd0"], [share(1), "#fff0cc"], [1, "#ffd0a8"]]);
  const [sx, sy, r] = look.sun;
  if (!storm) orb(view, { x: sx, y: sy, radius: r, core: "#fffaea", edge: gold ? "#ffdf9c" : "#fff0c4", halo: gold ? "#ffc878" : "#ffeec0", haloStrength: 0.5 });
  vapour(view, { seed: 71, top: y * 0.05, height: y * 0.7, dark: storm ? "#0a2836" : "#5fb8bc", light: storm ? "#5f979a" : "#fff4dc", cover: storm ? 0.8 : 0.3, opacity: storm ? 0.9 : 0.6, depth: 0.08, drift: drift * 0.4, cells: 3, crisp: storm ? 0.3 : 0.1 });
  if (storm) lightning(view, { seed: 23, x: sx, bottom: y + 60, strength: Math.max(bump(view.t, 0.5, 0.3), bump(view.t, 2.2, 0.35)), color: "#d8fbff" });
  const light = storm ? "#9cc8c8" : gold ? "#fff0cc" : "#fffdf2";
  const body = storm ? "#3f7078" : gold ? "#ffc498" : "#d4efe6";
  const shade = storm ? "#143a46" : gold ? "#c46a64" : "#6fbcc0";
  const size = view.width / 720;
  cloudTops(view, { seed: 5, y, size: 60 * size, depth: 0.2, drift: drift * 0.5, light, body, shade, side: 0.6 });
  layer(view, 0.25, (ctx) => glow(ctx, sx, y + 30, view.width * 0.7, storm ? "#5f9aa0" : "#fff0c8", storm ? 0.2 : 0.4));
  cloudTops(view, { seed: 11, y: y + 80 * size, size: 96 * size, depth: 0.42, drift, light, body, shade, side: 0.5 });
  if (look.near === false) return;
  cloudTops(view, { seed: 19, y: y + 210 * size, size: 150 * size, depth: 0.8, drift: drift * 2, light, body: storm ? "#2c5a64" : gold ? "#f29a80" : "#a8dcd8", shade: storm ? "#082430" : gold ? "#8a3c4e" : "#2f8c98", side: 0.4 });
}

/** Rain for the storm. */
export const squall = (view: View): void => rain(view, { count: 70, slant: -0.6, color: "#d8f6f6", strength: 0.28 });

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

type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number; alpha?: number };

/** Nora: hair in a knot, coral jacket. */
export function nora(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, wind: 0, face: SOFT_FACE, hair: "#5a2418", coat: "#c9503c" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.84, collar: 0.6 });
    head(ctx, p, { lips: "#d03a40", brow: "#40180e" });
    bun(ctx, p);
  });
}

/** Leo: short dark hair, a deep green jacket. */
export function leo(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, wind: 0, face: STRONG_FACE, hair: "#1c2426", coat: "#14505a" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.06, collar: 0.6 });
    head(ctx, p, { lips: "#9a5444", brow: "#141a1c" });
    shortHair(ctx, p);
  });
}
