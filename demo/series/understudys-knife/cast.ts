// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beardedHair, pinnedHair } from "../../engine/hair.ts";
import { glow, mix, outline, placed, ramp, rim } from "../../engine/paint.ts";
import { head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { GILT, VELVET } from "./props.ts";

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

/** Bare neck and shoulders over a low bodice: what an evening gown leaves to see. */
function gown(ctx: CanvasRenderingContext2D, p: Portrait, color: string): void {
  const skin = outline([[66, 88], [60, 100], [58, 114], [70, 128], [92, 140], [104, 160], [108, 210], [-60, 210], [-58, 176], [-34, 152], [-4, 138], [8, 122], [10, 84], [30, 60]]);
  ctx.fillStyle = ramp(ctx, [100, 110], [-30, 150], [[0, mix(p.shade, p.lit, p.reveal)], [0.5, mix(p.shade, p.lit, p.reveal * 0.35)], [1, p.shade]]);
  ctx.fill(skin);
  rim(ctx, skin, { color: p.light, from: p.from, width: 4, strength: 0.8 });
  const bodice = outline([[-62, 190], [-40, 184], [10, 200], [52, 206], [86, 192], [112, 176], [120, 260], [122, 360, 1], [-80, 360, 1], [-72, 260]]);
  ctx.fillStyle = ramp(ctx, [120, 180], [-60, 300], [[0, mix(color, p.light, 0.4)], [0.4, color], [1, mix(color, "#08020a", 0.75)]]);
  ctx.fill(bodice);
  rim(ctx, bodice, { color: p.light, from: [p.from[0], p.from[1] - 0.6], width: 5, strength: 0.85 });
  for (let i = 0; i < 9; i++) {
    const [x, y] = [62 - i * 6.6, 117 + Math.sin((i / 8) * Math.PI) * 17 + i * 0.4];
    ctx.fillStyle = ramp(ctx, [x + 3, y - 3], [x - 3, y + 3], [[0, "#fffaf0"], [1, "#8a6a5a"]]);
    ctx.beginPath();
    ctx.arc(x, y, 3.2, 0, 7);
    ctx.fill();
  }
}

/** Livia, the understudy: dark hair pinned up, pearls, the ivory gown of the last act. */
export function livia(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, face: SOFT_FACE, hair: "#1c0a10", coat: "#14060c" };
  placed(ctx, at, () => {
    gown(ctx, p, "#d8c09a");
    head(ctx, p, { lips: "#c0203a", brow: "#1c0a10" });
    pinnedHair(ctx, p);
    ctx.fillStyle = "#ffe6b0";
    ctx.beginPath();
    ctx.arc(34, 74, 3.4, 0, 7);
    ctx.fill();
    glow(ctx, 34, 74, 16, "#fff0d0", 0.6);
  });
}

/** Adrian, the tenor: bearded, black collar, the gold half-mask of the last act. */
export function adrian(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, face: STRONG_FACE, hair: "#160a0c", coat: "#1c0610" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 1.12, collar: 1.6 });
    head(ctx, p, { lips: "#7a2c30", brow: "#160a0c" });
    const cover = outline([[52, 34], [66, 33], [80.5, 38], [79, 47], [83.5, 56], [88, 63.5], [78, 66], [66, 61], [50, 58], [38, 50], [40, 40]]);
    const holed = new Path2D();
    holed.addPath(cover);
    holed.addPath(outline([[61, 51], [68, 47], [76, 47.4], [76.4, 53], [69, 55]]));
    ctx.fillStyle = ramp(ctx, [88, 34], [40, 62], [[0, "#fff0c0"], [0.35, GILT], [1, "#4a2408"]]);
    ctx.fill(holed, "evenodd");
    rim(ctx, cover, { color: p.light, from: p.from, width: 2.4, strength: 0.7 });
    beardedHair(ctx, p);
  });
}

/** Odile, the star: silver in the hair, a tiara, a collar of black feathers, her mask on its stick when she wants it. */
export function odile(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, face: SOFT_FACE, hair: "#5a4048", coat: "#12040a" };
  placed(ctx, at, () => {
    shoulders(ctx, p, { broad: 0.92, collar: 0.8 });
    head(ctx, p, { lips: "#d0142e", brow: "#2a1418" });
    pinnedHair(ctx, p);
    for (let i = 0; i < 24; i++) {
      const x = 84 - (i % 12) * 9 - (i > 11 ? 4 : 0);
      const base = i > 11 ? 176 : 154;
      const lean = -16 - (i % 12) * 2.2 + Math.sin(p.t * 1.3 + i) * 2 + (i % 3) * 5;
      const feather = ribbon([[x, base + 14], [x + lean * 0.25, base - 14], [x + lean * 0.9, base - 38 - (i % 4) * 5]], [16, 21, 1]);
      ctx.fillStyle = ramp(ctx, [x, base + 10], [x + lean, base - 40], [[0, "#0c0308"], [0.6, mix("#0c0308", VELVET, 0.2 + (i % 3) * 0.12)], [1, mix(VELVET, p.light, 0.15)]]);
      ctx.fill(feather);
      rim(ctx, feather, { color: p.light, from: p.from, width: 1.6, strength: 0.4 });
    }
    for (let i = 0; i < 7; i++) {
      const [x, y] = [60 - i * 9, 5 - Math.sin((i / 6) * Math.PI) * 11];
      const jewel = outline([[x - 4, y + 4, 1], [x - 1, y - 6 - (i % 2) * 5, 1], [x + 4, y + 3, 1]]);
      ctx.fillStyle = ramp(ctx, [0, y - 14], [0, y + 4], [[0, "#fffaf0"], [1, GILT]]);
      ctx.fill(jewel);
      glow(ctx, x - 1, y - 5, 12, "#fff4dc", 0.35 + 0.35 * Math.max(0, Math.sin(p.t * 2.4 + i * 1.8)));
    }
  });
}
