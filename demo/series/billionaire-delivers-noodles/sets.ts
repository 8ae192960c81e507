// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bokeh, skyline, tube } from "../../engine/city.ts";
import { bun, helmet, shortHair } from "../../engine/coiffure.ts";
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, type View } from "../../engine/paint.ts";
import { paperLantern } from "../../engine/paper-lights.ts";
import { head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import type { Scooter } from "../../engine/scooter.ts";
import { sky } from "../../engine/sky.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import { steam } from "../../engine/steam.ts";

export const PINK = "#ff2f8e";
export const TEAL = "#1fe0cf";
export const WARM = "#ffb45a";
export const INK = "#0b0820";

/** The shapes on the signs of the market: no letters in any language. */
export function emblem(ctx: CanvasRenderingContext2D, kind: number, color: string, width = 4, strength = 1): void {
  const draw = (path: Path2D) => tube(ctx, path, color, width, strength);
  const line = (points: Point[]) => draw(outline(points, false));
  if (kind === 0) {
    line([[-34, -2, 1], [34, -2, 1], [24, 22], [8, 32], [-8, 32], [-24, 22], [-34, -2, 1]]);
    for (const x of [-14, 0, 14]) line([[x, -12], [x + 5, -20], [x - 4, -28], [x + 2, -36]]);
  } else if (kind === 1) {
    line([[-30, 0, 1], [-6, -17], [22, -10], [32, 0], [22, 10], [-6, 17], [-30, 0, 1]]);
    line([[-30, 0, 1], [-44, -14, 1], [-44, 14, 1], [-30, 0, 1]]);
    draw(disc(18, -3, 2));
  } else if (kind === 2) {
    for (const r of [30, 18]) draw(disc(0, 0, r));
    line([[-8, -4], [0, 6], [8, -4]]);
  } else if (kind === 3) {
    line([[-24, 34], [18, -36]]);
    line([[-8, 36], [32, -30]]);
  } else if (kind === 4) {
    line([[0, -36, 1], [10, -12, 1], [34, -10, 1], [15, 6, 1], [22, 32, 1], [0, 17, 1], [-22, 32, 1], [-15, 6, 1], [-34, -10, 1], [-10, -12, 1], [0, -36, 1]]);
  } else {
    for (const y of [-16, 0, 16]) line([[-30, y], [-15, y - 8], [0, y], [15, y + 8], [30, y]]);
  }
}

/** A lit box with an emblem, hung from a wall. */
function sign(ctx: CanvasRenderingContext2D, at: { x: number; y: number; w: number; h: number; color: string; kinds: readonly number[]; t: number }): void {
  const flicker = hash(Math.floor(at.t * 9), at.x | 0) > 0.06 ? 1 : 0.55;
  glow(ctx, at.x, at.y, Math.max(at.w, at.h) * 1.5, at.color, 0.4 * flicker);
  solid(ctx, slab(at.x, at.y, at.w, at.h, 10), [mix(at.color, INK, 0.72), mix(at.color, INK, 0.86)], [0, at.y - at.h / 2, 0, at.y + at.h / 2]);
  tube(ctx, slab(at.x, at.y, at.w - 12, at.h - 12, 8), at.color, 3, flicker);
  for (const [i, kind] of at.kinds.entries())
    placed(ctx, { x: at.x, y: at.y + (i - (at.kinds.length - 1) / 2) * at.w * 0.95, scale: at.w / 110 }, () => emblem(ctx, kind, i % 2 ? "#fff0c8" : mix(at.color, "#ffffff", 0.3), 4.6, flicker));
}

/** The night market: towers, houses with signs, stalls with light in them, lanterns. Everything stands on `base`. */
export function market(view: View, look: { base: number; shift?: number; lanterns?: boolean }): void {
  const { t } = view;
  const { base } = look;
  const mid = view.width / 2;
  sky(view, [[0, "#0a0626"], [0.28, "#2a0c50"], [0.5, "#8a1c74"], [0.68, "#ff4a92"], [0.8, "#3a1048"], [1, INK]]);
  layer(view, 0.06, (ctx) => glow(ctx, mid, base - 330, 560, "#ff7ab0", 0.5));
  skyline(view, { seed: 51, base, low: 300, high: 760, wide: [60, 120], top: "#3a1462", bottom: "#d0408c", windows: ["#7af0e4", "#ffb0d8", "#ffe0a0"], lit: 0.24, rim: "#ff7ac0", side: -1, depth: 0.2, cell: [9, 14], profile: (x) => 1 - Math.abs(x - 0.5) * 0.4 });
  layer(view, 0.3, (ctx) => {
    ctx.scale(1, 0.5);
    glow(ctx, mid, (base - 120) / 0.5, view.width * 0.8, "#ff5a9e", 0.45);
  });
  houses(view, base);
  steam(view, { seed: 3, x: mid, y: base - 20, width: view.width, height: 520, size: 150, count: 12, color: "#ff8ac0", strength: 0.32, depth: 0.5, speed: 0.1 });
  stalls(view, base, look.shift ?? 0);
  if (look.lanterns === false) return;
  layer(view, 0.9, (ctx) => {
    for (const [row, y] of [0, 1].entries()) {
      const top = base - 640 + row * 150 + y * 10;
      const sag = (k: number) => top + Math.sin(Math.PI * k) * (70 + row * 26);
      ctx.strokeStyle = "#12081e";
      ctx.lineWidth = 3;
      ctx.beginPath();
      for (let k = 0; k <= 1.001; k += 0.05) ctx.lineTo(lerp(-80, view.width + 80, k), sag(k));
      ctx.stroke();
      const count = Math.round(view.width / 150) + row;
      for (let i = 0; i < count; i++) {
        const k = (i + 0.5) / count;
        placed(ctx, { x: lerp(-80, view.width + 80, k), y: sag(k) - 4, scale: 0.95 + row * 0.3 }, () => paperLantern(ctx, { t, seed: i * 1.3 + row, color: (i + row) % 3 === 1 ? "#16b8ac" : "#ff3a62", strength: 1, round: 1.25 }));
      }
    }
  });
}

function houses(view: View, base: number): void {
  layer(view, 0.5, (ctx) => {
    for (const s of [-1, 1]) {
      const x = view.width / 2 + s * view.width * 0.5;
      const inner = x - s * view.width * 0.23;
      solid(ctx, outline([[inner, base - 800, 1], [x + s * 400, base - 900, 1], [x + s * 400, base + 40, 1], [inner, base + 40, 1]]), ["#1c0c3c", "#3a1254", "#1a0828"], [0, base - 800, 0, base], { color: "#ff7ac0", from: [-s, 0], width: 10, strength: 0.5 });
      for (let i = 0; i < 18; i++) {
        const wx = inner + s * (34 + (i % 3) * 74);
        const wy = base - 740 + Math.floor(i / 3) * 92;
        const lit = hash(i, s + 8);
        ctx.fillStyle = lit > 0.5 ? fade(lit > 0.75 ? "#7af0e4" : WARM, 0.35 + lit * 0.4) : "rgba(8,4,22,0.55)";
        ctx.fill(slab(wx, wy, 40, 54, 4));
        ctx.fillStyle = "#12082a";
        ctx.fillRect(wx - 26, wy + 27, 52, 6);
      }
      sign(ctx, { x: inner - s * 8, y: base - 560, w: 92, h: 250, color: s < 0 ? TEAL : PINK, kinds: s < 0 ? [3, 1] : [4, 2], t: view.t });
      sign(ctx, { x: inner + s * 96, y: base - 380, w: 104, h: 110, color: s < 0 ? PINK : WARM, kinds: s < 0 ? [2] : [5], t: view.t });
    }
  });
}

function stalls(view: View, base: number, shift: number): void {
  layer(view, 0.7, (ctx) => {
    const wide = 290;
    const count = Math.ceil(view.width / wide) + 2;
    for (let i = -1; i < count; i++) {
      const x = i * wide + wide / 2 - 60 - (shift % wide);
      const id = i + Math.floor(shift / wide);
      const color = [PINK, TEAL, "#ff7a3c"][((id % 3) + 3) % 3] as string;
      solid(ctx, slab(x, base - 130, wide - 26, 260, 4), ["#ffe2a0", "#ff9a4a", "#8a2a3c"], [0, base - 250, 0, base - 40]);
      glow(ctx, x, base - 190, 230, WARM, 0.55);
      solid(ctx, outline([[x - 36, base - 90], [x - 40, base - 134], [x - 22, base - 152], [x - 14, base - 180], [x, base - 190], [x + 14, base - 180], [x + 22, base - 152], [x + 40, base - 134], [x + 36, base - 90]]), ["#5a1c30", "#2a0a20"], [0, base - 190, 0, base - 90], { color: "#ffd890", from: [0, -1], width: 4 });
      for (const k of [-1, 1]) {
        solid(ctx, slab(x + k * 82, base - 116, 62, 44, 10), ["#b8b4c8", "#3a2c48", "#12081e"], [x + k * 82 - 30, 0, x + k * 82 + 30, 0], { color: "#ffe0a8", from: [0, -1], width: 4 });
      }
      solid(ctx, slab(x, base - 46, wide - 12, 96, 4), ["#8a2c4c", "#3a1034", "#1a0820"], [0, base - 94, 0, base], { color: "#ffc078", from: [0, -1], width: 6 });
      placed(ctx, { x, y: base - 44, scale: 0.7 }, () => emblem(ctx, ((id % 6) + 6) % 6, color, 4.4));
      for (let k = 0; k < 6; k++) {
        const [a, b] = [x - wide / 2 - 6 + (k * (wide + 12)) / 6, x - wide / 2 - 6 + ((k + 1) * (wide + 12)) / 6];
        solid(ctx, outline([[a + (x - a) * 0.12, base - 312, 1], [b + (x - b) * 0.12, base - 312, 1], [b, base - 236, 1], [(a + b) / 2, base - 220], [a, base - 236, 1]]), k % 2 ? [mix("#fff0e0", color, 0.12), "#c0788c"] : [mix(color, "#ffffff", 0.12), mix(color, INK, 0.45)], [0, base - 312, 0, base - 220]);
      }
      for (const k of [-96, -32, 32, 96]) {
        ctx.fillStyle = "#2a0a20";
        ctx.fillRect(x + k - 1, base - 232, 2, 20);
        glow(ctx, x + k, base - 204, 42, "#fff0c0", 0.7);
        ctx.fillStyle = "#fff6dc";
        ctx.fill(disc(x + k, base - 206, 7));
      }
    }
  });
  for (const k of [0.16, 0.5, 0.86]) steam(view, { seed: Math.round(k * 50), x: view.width * k, y: base - 130, width: 90, height: 300, size: 46, count: 10, color: "#fff0e0", strength: 0.5, depth: 0.7, lean: 30 });
  bokeh(view, { seed: 9, count: 10, colors: [PINK, TEAL, WARM], size: 34, strength: 0.35, area: [-40, base - 420, view.width + 80, 380], depth: 0.8 });
}

/** Kai's scooter in the colours of the series. */
export const ride = (t: number, speed: number): Scooter => ({
  t, speed, paint: "#12b8ac", jacket: "#f0286e", box: "#ff5a3c", shell: "#fff0dc", skin: "#d89a78",
  lamp: { color: "#ffc4e4", from: [0.4, -1], width: 5, strength: 0.8 }, badge: (ctx) => emblem(ctx, 0, "#fff0c8", 5),
});

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

/** Kai: short black hair or the helmet, the pink jacket of the noodle shop. */
export function kai(ctx: CanvasRenderingContext2D, at: Place, lit: Face, capped: boolean): void {
  const p: Portrait = { ...lit, wind: 0.05, face: STRONG_FACE, hair: "#120e1c", coat: "#b81e58" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.06, collar: 0.9 });
    head(ctx, p, { lips: "#a85a54", brow: "#100c18" });
    if (capped) helmet(ctx, p, "#fff0dc", PINK);
    else shortHair(ctx, p, 1);
  });
}

/** Mei: black hair in a knot with a pencil through it, teal blouse. */
export function mei(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, wind: 0.05, face: SOFT_FACE, hair: "#140f20", coat: "#0f7a7a" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.82, collar: 0.7 });
    solid(ctx, slab(4, -14, 92, 6, 2), ["#ffd84a", "#e88a2c"], [-40, 0, 40, 0]);
    head(ctx, p, { lips: "#e0305c", brow: "#120e1a" });
    bun(ctx, p);
  });
}

/** The grandmother: white hair in a knot, a jade collar, jade in her ear. */
export function grandmother(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, wind: 0, face: SOFT_FACE, hair: "#d8d0e0", coat: "#0c4a4c" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.86, collar: 1.3 });
    head(ctx, p, { lips: "#a83a4c", brow: "#a8a0b0" });
    bun(ctx, p);
    solid(ctx, disc(40, 70, 4.6), ["#c8fff0", "#1fb890"], [40, 65, 40, 75]);
  });
}
