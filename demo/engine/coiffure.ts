// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "./math.ts";
import { fade, mix, outline, type Point } from "./paint.ts";
import type { Portrait } from "./portrait.ts";
import { ribbon } from "./ribbon.ts";
import { solid } from "./solid.ts";

/** Hair and headgear of today for the heads of portrait.ts. */

function mass(ctx: CanvasRenderingContext2D, p: Portrait, points: readonly Point[], width = 4): Path2D {
  return solid(ctx, points, [mix(p.hair, p.light, 0.26), p.hair, mix(p.hair, "#000000", 0.5)], [60, -14, 0, 110], { color: p.light, from: [p.from[0], p.from[1] - 0.5], width, strength: 0.75 });
}

function gloss(ctx: CanvasRenderingContext2D, clip: Path2D, color: string, a: readonly Point[], b: readonly Point[], count: number): void {
  ctx.save();
  ctx.clip(clip);
  for (let i = 0; i <= count; i++) {
    const k = (i + hash(i, 2) * 0.8) / count;
    const line = a.map((p, j): Point => [lerp(p[0], (b[j] as Point)[0], k), lerp(p[1], (b[j] as Point)[1], k)]);
    ctx.strokeStyle = fade(hash(i, 4) > 0.42 ? color : "#000000", 0.05 + hash(i, 8) ** 2 * 0.22);
    ctx.lineWidth = 0.4 + hash(i, 6) * 1;
    ctx.stroke(outline(line, false));
  }
  ctx.restore();
}

/** A sleek bob that ends at the jaw. */
export function bob(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const s = Math.sin(p.t * 1.6) * 1.5 - p.wind * 8;
  const path = mass(ctx, p, [[73, 14], [65, 20], [58, 31], [56, 46], [57, 62], [60 + s, 82], [60 + s, 94, 1], [44 + s, 97], [24 + s, 95], [6 + s, 97], [-6 + s, 93, 1], [-12, 74], [-13, 46], [-6, 16], [12, -6], [40, -11], [64, -4]]);
  gloss(ctx, path, p.light, [[71, 9], [42, -9], [6, 10], [-11, 50], [-9, 94]], [[62, 24], [56, 44], [55, 64], [56, 84], [48, 96]], 30);
}

/** Hair wound up in a knot at the crown, with loose strands at the temple. */
export function bun(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const knot = mass(ctx, p, [[-12, -10], [-2, -26], [14, -28], [24, -16], [20, -2], [6, 6], [-8, 4]]);
  gloss(ctx, knot, p.light, [[-12, -6], [6, -28], [22, -12]], [[-6, 6], [8, -2], [20, 0]], 9);
  const path = mass(ctx, p, [[71, 12], [63, 21], [56, 32], [53, 47], [47, 58], [40, 66], [31, 78], [14, 84], [2, 80], [-9, 62], [-12, 40], [-4, 12], [16, -6], [44, -11], [64, -3]]);
  gloss(ctx, path, p.light, [[70, 8], [44, -9], [8, -6], [-10, 30], [-4, 60]], [[58, 28], [44, 40], [36, 62], [22, 78], [6, 80]], 20);
  for (const [i, [x, y]] of ([[58, 26], [53, 44], [4, 78]] as const).entries()) {
    const sway = Math.sin(p.t * 1.8 + i * 1.6) * 2.6 - p.wind * 12;
    ctx.fillStyle = mix(p.hair, p.light, 0.25);
    ctx.fill(ribbon([[x, y], [x + 1 + sway * 0.3, y + 16], [x - 4 + sway, y + 34]], [1.7, 1.4, 0.3]));
  }
}

/** Short hair, parted, cut close at the neck, with an ear. `wet` lets strands fall on the brow. */
export function shortHair(ctx: CanvasRenderingContext2D, p: Portrait, wet = 0): void {
  const ear = outline([[36, 47], [42, 45], [45, 52], [41, 63], [36, 66], [33, 57]]);
  solid(ctx, ear, [mix(p.shade, p.lit, p.reveal * 0.35), p.shade], [44, 46, 34, 64], { color: p.light, from: p.from, width: 2.4, strength: 0.5 });
  const path = mass(ctx, p, [[80, 16], [72, 18], [62, 20], [55, 28], [51, 40], [49, 56, 1], [45, 47], [39, 44], [33, 48], [31, 58], [27, 69], [17, 75], [5, 70], [-3, 56], [-7, 38], [0, 12], [16, -8], [42, -17], [66, -14], [80, -4], [85, 8]], 4.5);
  gloss(ctx, path, p.light, [[83, 6], [50, -17], [10, -3], [-4, 30]], [[56, 34], [34, 44], [22, 66], [8, 76]], 22);
  for (let i = 0; i < 2 + wet * 3; i++) {
    const x = 82 - i * 5;
    ctx.fillStyle = mix(p.hair, p.light, 0.2);
    ctx.fill(ribbon([[x - 6, 2], [x + 1, 12], [x + 2 - wet * 3, 22 + wet * (8 + hash(i, 3) * 10)]], [4, 2.6, 0.4]));
  }
}

/** A wide soft hat over the head: the brim dips to the front and throws its shade on the brow. */
export function sunHat(ctx: CanvasRenderingContext2D, p: Portrait, color: string, band: string): void {
  const lamp = { color: p.light, from: [p.from[0], p.from[1] - 0.6] as const, width: 5, strength: 0.9 };
  const dark = mix(color, "#000000", 0.6);
  solid(ctx, [[-14, 18], [-12, -14], [2, -36], [34, -46], [64, -38], [78, -18], [82, 14], [40, 22]], [mix(color, p.light, 0.25), color, dark], [70, -40, 0, 24], lamp);
  solid(ctx, [[-14.4, 2], [34, 8], [81, 0], [83, 15], [40, 22], [-15, 17]], [mix(band, p.light, 0.3), band, mix(band, "#000000", 0.6)], [82, 0, -14, 18]);
  solid(ctx, [[-92, 40], [-60, 20], [-14, 11], [36, 15], [84, 11], [130, 22], [152, 40], [120, 36], [84, 28], [38, 31], [-14, 28], [-62, 34]], [mix(color, p.light, 0.22), color, dark], [152, 10, -90, 40], { ...lamp, from: [p.from[0], p.from[1] - 1.4] });
}

/** An open scooter helmet with its visor up. */
export function helmet(ctx: CanvasRenderingContext2D, p: Portrait, color: string, stripe: string): void {
  const lamp = { color: p.light, from: [p.from[0], p.from[1] - 0.6] as const, width: 6, strength: 0.9 };
  const shell = solid(ctx, [[84, 26], [72, 24], [60, 29], [53, 42], [51, 60], [46, 80], [36, 88], [12, 90], [-10, 82], [-22, 58], [-22, 26], [-6, -8], [24, -26], [56, -23], [80, -4]], [mix(color, p.light, 0.35), color, mix(color, "#000000", 0.65)], [80, -20, -20, 86], lamp);
  ctx.save();
  ctx.clip(shell);
  ctx.fillStyle = mix(stripe, "#000000", 0.1);
  ctx.fill(ribbon([[88, 10], [50, -4], [10, 4], [-26, 36]], [7, 12, 13, 13]));
  ctx.fillStyle = fade("#ffffff", 0.35);
  ctx.fill(ribbon([[70, -4], [46, -16], [20, -13]], [0.6, 5, 0.6]));
  ctx.restore();
  solid(ctx, [[86, 24], [66, 18], [44, 20], [36, 8], [48, -14], [74, -20], [98, -6], [101, 8]], [fade(p.light, 0.55), fade(p.light, 0.14)], [100, -10, 40, 16], { ...lamp, width: 3 });
  ctx.fillStyle = mix(color, "#000000", 0.4);
  ctx.fill(disc(42, 15, 7));
  ctx.strokeStyle = mix(color, "#000000", 0.75);
  ctx.lineWidth = 3.4;
  ctx.stroke(outline([[46, 76], [54, 92], [68, 101]], false));
}

function disc(x: number, y: number, r: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, r, 0, 7);
  return path;
}
