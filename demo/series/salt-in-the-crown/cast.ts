// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beardedHair } from "../../engine/hair.ts";
import { lerp } from "../../engine/math.ts";
import { fade, mix, outline, type Point, placed, ramp, rim } from "../../engine/paint.ts";
import { GAUNT_FACE, head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { crown, GILT, GOLD } from "./props.ts";

/** Light on a face: colour, side, how far the features are seen. */
export interface Lit {
  t: number;
  wind: number;
  light: string;
  from: readonly [number, number];
  reveal: number;
  lit: string;
  shade: string;
  eye?: "open" | "closed" | "down";
}

type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number; alpha?: number };

function drape(ctx: CanvasRenderingContext2D, p: Portrait, path: Path2D, color: string, width = 5): void {
  ctx.fillStyle = ramp(ctx, [90, -10], [-40, 190], [[0, mix(color, p.light, 0.34)], [0.35, color], [1, mix(color, "#080204", 0.78)]]);
  ctx.fill(path);
  rim(ctx, path, { color: p.light, from: [p.from[0], p.from[1] - 0.4], width, strength: 0.8 });
}

function folds(ctx: CanvasRenderingContext2D, p: Portrait, lines: readonly (readonly (readonly [number, number])[])[], strength = 0.2): void {
  for (const [i, line] of lines.entries()) {
    ctx.fillStyle = i % 2 ? fade("#000000", strength * 1.3) : fade(p.light, strength);
    ctx.fill(ribbon(line, [0.3, 2.2, 1.8, 0.3]));
  }
}

/** Safi's veil streaming behind her; before the shoulders. */
function veilBack(ctx: CanvasRenderingContext2D, p: Portrait, color: string): void {
  for (const [long, low, ph, tone] of [[1, 30, 0, 0.3], [0.8, 74, 1.2, 0.16], [0.62, 118, 2.2, 0.04]] as const) {
    const wave = (s: number, q: number) => Math.sin(p.t * 1.6 - s * 2.8 + q) * (2 + 14 * s) * (0.3 + p.wind);
    const reach = lerp(26, 190, p.wind) * long;
    const drop = lerp(190, low, p.wind ** 0.7);
    const upper = [0, 0.3, 0.65, 1].map((s): Point => [4 - reach * s, 4 + drop * s ** 1.1 + wave(s, ph)]);
    const lower = [1, 0.6, 0.25, 0].map((s): Point => [6 - reach * s * 0.94, lerp(170, 92, p.wind) + drop * 0.8 * s + wave(s, ph + 0.6)]);
    ctx.save();
    ctx.globalAlpha *= 0.9;
    drape(ctx, p, outline([...upper, ...lower]), mix(color, p.light, tone), 4);
    ctx.restore();
  }
}

/** Safi the salt carrier. `mask` covers nose and mouth with the veil; `crowned` puts the true crown on it. */
export function safi(ctx: CanvasRenderingContext2D, at: Place, lit: Lit, look: { mask?: boolean; crowned?: boolean; salt?: number; veil?: string } = {}): void {
  const veil = look.veil ?? "#6a1016";
  const p: Portrait = { ...lit, face: SOFT_FACE, hair: "#16080a", coat: mix(veil, "#0c0406", 0.7) };
  placed(ctx, at, () => {
    veilBack(ctx, p, veil);
    shoulders(ctx, p, { broad: 0.84, collar: 0.6 });
    head(ctx, p, { lips: "#a02a2c", brow: "#16080a" });
    const hair = outline([[70, 13], [63, 20], [56, 32], [52, 44], [44, 50], [36, 30], [50, 6], [63, 3]]);
    ctx.fillStyle = p.hair;
    ctx.fill(hair);
    rim(ctx, hair, { color: p.light, from: p.from, width: 2, strength: 0.5 });
    if (look.mask) {
      const breath = Math.sin(p.t * 1.7) * 0.8;
      drape(ctx, p, outline([[50, 57], [66, 58.5], [80.5, 57.5], [88.6, 65.5], [87 + breath, 76], [86 + breath, 90], [82, 104], [74, 124], [58, 142], [34, 130], [40, 90]]), mix(veil, p.light, 0.06), 4);
      folds(ctx, p, [[[52, 62], [68, 66], [86, 68]], [[50, 72], [66, 80], [84, 84]], [[50, 84], [64, 96], [80, 102]], [[48, 98], [58, 112], [72, 122]]]);
    }
    drape(ctx, p, outline([
      [66, 7], [60, 17], [54, 30], [50, 44], [49, 60], [52, 78], [56, 98], [62, 120], [58, 146], [26, 158], [-12, 142], [-28, 108], [-26, 66],
      [-14, 24], [6, -4], [34, -15], [54, -10],
    ]), veil, 6);
    folds(ctx, p, [
      [[50, -8], [24, 8], [6, 50], [4, 130]], [[58, 2], [38, 26], [26, 70], [28, 140]], [[38, -12], [6, 10], [-12, 60], [-10, 126]],
      [[60, 10], [46, 40], [42, 90], [48, 140]],
    ], 0.16);
    if (!look.crowned) return;
    placed(ctx, { x: 34, y: 6, scale: 0.78, turn: -0.13 }, () =>
      crown(ctx, { gold: GOLD, shade: "#3a0a0a", light: p.light, from: [p.from[0], -0.5], salt: look.salt ?? 0, edge: 6 }));
  });
}

/** King Azar: short beard, high collar, the copied crown while he still has it. */
export function azar(ctx: CanvasRenderingContext2D, at: Place, lit: Lit, look: { crowned?: boolean; coat?: string } = {}): void {
  const p: Portrait = { ...lit, face: STRONG_FACE, hair: "#140a0a", coat: look.coat ?? "#2a080c" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.14, collar: 1.5 });
    head(ctx, p, { lips: "#7a2c28", brow: "#140a0a" });
    beardedHair(ctx, p);
    if (look.crowned !== false) placed(ctx, { x: 37, y: 3, scale: 0.8, turn: -0.1 }, () =>
      crown(ctx, { gold: GILT, shade: "#240508", light: p.light, from: [p.from[0], -0.5], edge: 6 }));
  });
}

/** Lord Veyr, the vizier: a gaunt face in a deep hood. */
export function veyr(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, face: GAUNT_FACE, hair: "#4a3a38", coat: "#1c0608" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.98, collar: 1.2 });
    head(ctx, p, { lips: "#5a2422", brow: "#2a1a1a" });
    const beard = outline([[72, 89], [80, 92], [79, 104], [80, 122], [73, 140, 1], [66, 118], [58, 102]]);
    drape(ctx, p, beard, "#5a4644", 3);
    drape(ctx, p, outline([
      [76, 5], [66, 14], [58, 28], [53, 48], [52, 70], [53, 96], [58, 126], [64, 170], [70, 340, 1], [-90, 340, 1], [-74, 220], [-50, 130], [-40, 70], [-24, 22],
      [4, -16], [40, -30, 1], [66, -18],
    ]), "#3a0a0e", 7);
    folds(ctx, p, [[[56, -18], [24, 10], [0, 70], [-4, 160]], [[66, -4], [40, 30], [30, 90], [34, 164]], [[36, -24], [0, 4], [-22, 70], [-26, 150]]], 0.18);
  });
}
