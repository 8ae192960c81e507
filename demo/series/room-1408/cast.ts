// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { pinnedHair } from "../../engine/hair.ts";
import { fade, mix, outline, placed, ramp, rim } from "../../engine/paint.ts";
import { GAUNT_FACE, head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { HUE } from "./sets.ts";

/** Light on a face. */
export interface Lit {
  t: number;
  light: string;
  from: readonly [number, number];
  reveal: number;
  eye?: "open" | "closed" | "down";
}

type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number };

function crop(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const ear = outline([[34, 46], [41, 45], [43, 52], [39, 62], [34, 66], [31, 56]]);
  ctx.fillStyle = mix(p.shade, p.lit, p.reveal * 0.3);
  ctx.fill(ear);
  rim(ctx, ear, { color: p.light, from: p.from, width: 2.5, strength: 0.5 });
  const hair = outline([[76, 20], [68, 17], [59, 25], [53, 36], [50, 48], [47.6, 57], [43.6, 48], [38, 43], [31, 47], [28, 60], [22, 71], [13, 73], [4, 66], [-3, 52], [-6, 36], [-1, 14], [17, -4], [42, -10], [64, -7], [78, 4]]);
  ctx.fillStyle = ramp(ctx, [40, -12], [20, 90], [[0, mix(p.hair, p.light, 0.2)], [0.4, p.hair], [1, mix(p.hair, "#000000", 0.5)]]);
  ctx.fill(hair);
  rim(ctx, hair, { color: p.light, from: [p.from[0], p.from[1] - 0.5], width: 4, strength: 0.7 });
  ctx.save();
  ctx.clip(hair);
  ctx.lineWidth = 0.7;
  for (let i = 0; i < 12; i++) {
    ctx.strokeStyle = fade(i % 3 ? p.light : "#000000", 0.1);
    ctx.stroke(outline([[76 - i * 2, 6 + i * 2], [40 - i * 2, -8 + i * 5], [10 - i, 10 + i * 4], [-3 + i * 2, 40 + i * 2], [6 + i * 1.5, 70]], false));
  }
  ctx.restore();
}

/** Tobias Lenz, the night porter, in livery and pillbox cap. */
export function tobias(ctx: CanvasRenderingContext2D, at: Place, lit: Lit, cap = true): void {
  const p: Portrait = { ...lit, wind: 0, face: STRONG_FACE, hair: "#15120e", coat: "#08251c", lit: "#eab083", shade: "#33231c" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.02, collar: 1.3 });
    ctx.strokeStyle = fade(HUE.gold, 0.75);
    ctx.lineWidth = 2.4;
    ctx.stroke(outline([[-4, 92], [12, 104], [34, 122], [60, 128], [70, 114, 1]], false));
    ctx.stroke(outline([[72, 136], [80, 200], [84, 330]], false));
    head(ctx, p, { lips: "#7c4236", brow: "#15120e" });
    crop(ctx, p);
    if (!cap) return;
    const box = outline([[-7, 14, 1], [-4, -14, 1], [34, -24], [74, -16, 1], [80, 9, 1], [40, 11]]);
    ctx.fillStyle = ramp(ctx, [0, -34], [0, 16], [[0, mix("#0b3d2e", p.light, 0.26)], [0.6, "#0a3024"], [1, "#04140f"]]);
    ctx.fill(box);
    rim(ctx, box, { color: p.light, from: p.from, width: 5, strength: 0.8 });
    ctx.fillStyle = fade(HUE.gold, 0.8);
    ctx.fill(outline([[-7, 14, 1], [40, 11], [80, 9, 1], [79.4, 4.6, 1], [40, 6], [-6.2, 8.6, 1]]));
  });
}

/** Nora Falk: cloche hat, turned-up collar. */
export function nora(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, wind: 0, face: SOFT_FACE, hair: "#1c1210", coat: "#16211d", lit: "#ffcaa0", shade: "#3a2620" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.84, collar: 1.7 });
    head(ctx, p, { lips: "#a52f35", brow: "#1c1210" });
    pinnedHair(ctx, p);
    const hat = outline([[-13, 66], [-17, 40], [-11, 10], [10, -13], [38, -18], [62, -8], [76, 10], [82, 27], [91, 37, 1], [80, 41], [66, 42], [52, 50], [38, 64], [22, 76], [4, 78]]);
    ctx.fillStyle = ramp(ctx, [70, -14], [-6, 74], [[0, mix("#7a2024", p.light, 0.22)], [0.35, "#5c161a"], [0.7, "#380d12"], [1, "#1a0608"]]);
    ctx.fill(hat);
    ctx.save();
    ctx.clip(hat);
    for (const [dx, k] of [[0, 0.16], [13, 0.12], [27, 0.09]] as const) {
      ctx.strokeStyle = fade("#000000", k + 0.12);
      ctx.lineWidth = 2.4;
      ctx.stroke(outline([[8 + dx, -14], [-4 + dx, 14], [0 + dx, 50], [8 + dx, 74]], false));
    }
    ctx.fillStyle = fade("#14060a", 0.62);
    ctx.fill(outline([[-18, 46], [6, 54], [30, 42], [54, 24], [78, 12], [83, 22], [60, 34], [36, 54], [10, 68], [-16, 60]]));
    ctx.restore();
    rim(ctx, hat, { color: p.light, from: [p.from[0], p.from[1] - 0.4], width: 4, strength: 0.75 });
    ctx.fillStyle = ramp(ctx, [14, 44], [30, 62], [[0, "#fff0c0"], [1, HUE.brass]]);
    ctx.fill(outline([[16, 52], [22, 43], [29, 50], [23, 60]]));
  });
}

/** Madame Oriel: silver hair, a collar to the chin, a brass key on her breast. */
export function oriel(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, wind: 0, face: SOFT_FACE, hair: "#8f9a8e", coat: "#050b09", lit: "#f0cfae", shade: "#2c221e" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.8, collar: 2.2 });
    head(ctx, p, { lips: "#7a1820", brow: "#3a3c38" });
    pinnedHair(ctx, p);
    ctx.fillStyle = HUE.gold;
    ctx.beginPath();
    ctx.arc(38, 72, 3.4, 0, 7);
    ctx.fill();
  });
}

/** Viktor Falk, who was buried on Sunday. */
export function viktor(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, wind: 0, face: GAUNT_FACE, hair: "#3a3a34", coat: "#0a0f0d", lit: "#e0c49c", shade: "#252620" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.06, collar: 1.2 });
    head(ctx, p, { lips: "#6c3a34", brow: "#23241f" });
    crop(ctx, p);
  });
}
