// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "../../engine/math.ts";
import { fade, mix, outline, type Point, placed, ramp, rim } from "../../engine/paint.ts";
import { head, type Portrait, SOFT_FACE, STRONG_FACE } from "../../engine/portrait.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { RED } from "./sets.ts";

/** Light on a face: colour, side, how far the features are seen. */
export interface Face {
  t: number;
  light: string;
  from: readonly [number, number];
  reveal: number;
  lit: string;
  shade: string;
  eye?: "open" | "closed" | "down";
}

type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number };

function shape(ctx: CanvasRenderingContext2D, p: Portrait, points: Point[], hi: string, lo: string, width = 4, strength = 0.75): Path2D {
  const path = outline(points);
  ctx.fillStyle = ramp(ctx, [60, -20], [0, 130], [[0, hi], [1, lo]]);
  ctx.fill(path);
  rim(ctx, path, { color: p.light, from: [p.from[0], p.from[1] - 0.5], width, strength });
  return path;
}

function gloss(ctx: CanvasRenderingContext2D, clip: Path2D, color: string, a: Point[], b: Point[], count: number): void {
  ctx.save();
  ctx.clip(clip);
  for (let i = 0; i <= count; i++) {
    const k = (i + hash(i, 2) * 0.8) / count;
    const line = a.map((q, j): Point => [lerp(q[0], (b[j] as Point)[0], k), lerp(q[1], (b[j] as Point)[1], k)]);
    ctx.strokeStyle = fade(hash(i, 4) > 0.4 ? color : "#000000", 0.06 + hash(i, 8) ** 2 * 0.24);
    ctx.lineWidth = 0.4 + hash(i, 6) * 1.1;
    ctx.stroke(outline(line, false));
  }
  ctx.restore();
}

/** Neck and a robe with a high collar; `broad` widens the shoulders. */
function robe(ctx: CanvasRenderingContext2D, p: Portrait, broad: number, piping: string): void {
  const neck = outline([[66, 88], [61, 99], [58, 112], [56, 130], [10, 138], [8, 112], [10, 84], [30, 60]]);
  ctx.fillStyle = ramp(ctx, [80, 100], [4, 116], [[0, mix(p.shade, p.lit, p.reveal * 0.55)], [0.5, mix(p.shade, p.lit, 0.12)], [1, mix(p.shade, "#000000", 0.4)]]);
  ctx.fill(neck);
  const body = outline([[4, 124], [-12, 138], [-38 * broad, 152], [-62 * broad, 176], [-74 * broad, 230], [-78 * broad, 420, 1], [116 * broad, 420, 1], [108 * broad, 250], [96 * broad, 186], [78, 152], [60, 132]]);
  ctx.fillStyle = ramp(ctx, [90, 120], [-40, 330], [[0, mix(p.coat, p.light, 0.25)], [0.4, p.coat], [1, mix(p.coat, "#000000", 0.7)]]);
  ctx.fill(body);
  rim(ctx, body, { color: p.light, from: p.from, width: 5, strength: 0.75 });
  const collar = outline([[2, 106], [16, 116], [40, 121], [60, 112, 1], [65, 132], [62, 142], [34, 148], [2, 134]]);
  ctx.fillStyle = ramp(ctx, [80, 110], [0, 140], [[0, mix(p.coat, p.light, 0.34)], [1, mix(p.coat, "#000000", 0.4)]]);
  ctx.fill(collar);
  rim(ctx, collar, { color: p.light, from: p.from, width: 3, strength: 0.6 });
  ctx.fillStyle = piping;
  ctx.fill(ribbon([[2, 107], [16, 117], [40, 122], [60, 113]], [2.4, 3, 3, 2.4]));
  ctx.fill(ribbon([[60, 116], [64, 136], [80, 180], [96, 250]], [2.4, 3, 3.4, 4]));
  for (const [x, y] of [[64, 134], [78, 172]] as const) ctx.fill(ribbon([[x - 9, y - 1], [x, y], [x + 9, y - 3]], [2, 5, 2]));
}

/** The woman: hair pinned low, a red pin, pale blue silk. */
export function womanFace(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, face: SOFT_FACE, hair: "#0c1020", coat: "#4a78a8", wind: 0.1 };
  placed(ctx, at, () => {
    shape(ctx, p, [[-10, 66], [6, 72], [10, 88], [0, 108], [-22, 112], [-36, 98], [-34, 76], [-22, 66]], mix(p.hair, p.light, 0.22), mix(p.hair, "#000000", 0.5));
    robe(ctx, p, 0.84, RED);
    head(ctx, p, { lips: "#c82a3c", brow: "#0c1020" });
    const path = shape(ctx, p, [[70, 12], [64, 24], [57, 36], [51, 48], [47, 62], [40, 76], [28, 88], [10, 96], [-8, 90], [-16, 66], [-14, 34], [0, 8], [22, -7], [46, -9], [63, -1]], mix(p.hair, p.light, 0.24), mix(p.hair, "#000000", 0.5));
    gloss(ctx, path, p.light, [[68, 8], [40, -7], [4, 10], [-12, 50], [-12, 88]], [[60, 26], [50, 46], [42, 66], [22, 88], [-4, 94]], 26);
    ctx.fillStyle = mix(p.hair, p.light, 0.25);
    ctx.fill(ribbon([[58, 28], [56, 48], [58 + Math.sin(p.t * 1.5) * 1.5, 70], [54 + Math.sin(p.t * 1.5) * 3, 92]], [2.2, 1.8, 1.2, 0.3]));
    ctx.fillStyle = RED;
    ctx.fill(ribbon([[6, 72], [-20, 66], [-44, 56]], [2, 3, 4]));
    ctx.beginPath();
    ctx.arc(-46, 55, 5.4, 0, 7);
    ctx.fill();
    ctx.strokeStyle = fade(RED, 0.9);
    ctx.lineWidth = 1;
    for (const k of [0, 1, 2]) ctx.stroke(outline([[-46 + k * 2, 58], [-46 + k * 3 + Math.sin(p.t * 1.6 + k) * 3, 92 + k * 5]], false));
    ctx.fillStyle = "#f4e6c0";
    ctx.beginPath();
    ctx.arc(39, 71, 2.6, 0, 7);
    ctx.fill();
  });
}

/** The ferryman: a wide bamboo hat that keeps his eyes in the dark until he lifts his head. */
export function manFace(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, face: STRONG_FACE, hair: "#0a0e1a", coat: "#22385c", wind: 0.1 };
  placed(ctx, at, () => {
    robe(ctx, p, 1.08, "#0c1830");
    head(ctx, p, { lips: "#7a4a4a", brow: "#0a0d16" });
    const ear = outline([[34, 46], [41, 45], [43, 52], [39, 63], [34, 66], [31, 56]]);
    ctx.fillStyle = mix(p.shade, p.lit, p.reveal * 0.3);
    ctx.fill(ear);
    rim(ctx, ear, { color: p.light, from: p.from, width: 2.5, strength: 0.5 });
    const hair = shape(ctx, p, [[58, 20], [52, 32], [50, 54, 1], [45, 48], [36, 44], [30, 58], [26, 80], [12, 92], [-2, 80], [-8, 50], [0, 20], [30, 8]], mix(p.hair, p.light, 0.16), mix(p.hair, "#000000", 0.5), 3);
    gloss(ctx, hair, p.light, [[54, 20], [10, 24], [-4, 60]], [[48, 44], [26, 60], [10, 90]], 16);
    const shadow = ctx.createLinearGradient(0, 16, 0, 62);
    shadow.addColorStop(0, fade("#020612", 0.75));
    shadow.addColorStop(1, fade("#020612", 0));
    ctx.save();
    ctx.clip(outline(p.face));
    ctx.fillStyle = shadow;
    ctx.fillRect(0, 0, 110, 70);
    ctx.restore();
    hat(ctx, p);
    ctx.strokeStyle = fade("#0a1020", 0.9);
    ctx.lineWidth = 1.3;
    ctx.stroke(outline([[46, 28], [46, 62], [57, 98]], false));
  });
}

function hat(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const under = outline([[-62, 34], [38, 20], [132, 28], [100, 38], [38, 42], [-20, 44]]);
  ctx.fillStyle = ramp(ctx, [130, 0], [-60, 0], [[0, "#2c3a54"], [1, "#070c18"]]);
  ctx.fill(under);
  const top = outline([[-66, 35, 1], [-30, 10], [4, -18], [36, -54, 1], [66, -22], [98, 4], [136, 29, 1], [92, 31], [38, 30], [-14, 36]]);
  ctx.fillStyle = ramp(ctx, [120, -40], [-50, 40], [[0, mix("#7c86a0", p.light, 0.3)], [0.45, "#3a4a68"], [1, "#101a30"]]);
  ctx.fill(top);
  ctx.save();
  ctx.clip(top);
  for (let i = 0; i < 26; i++) {
    const x = -70 + i * 8.4;
    ctx.strokeStyle = fade(i % 2 ? p.light : "#000000", 0.13);
    ctx.lineWidth = 1;
    ctx.stroke(outline([[36, -54], [lerp(36, x, 0.5), -14], [x, 38]], false));
  }
  for (const k of [0.3, 0.55, 0.8]) {
    ctx.strokeStyle = fade("#020612", 0.3);
    ctx.lineWidth = 1.3;
    ctx.stroke(outline([[36 - 100 * k, -54 + 90 * k], [36, -50 + 82 * k], [36 + 98 * k, -54 + 84 * k]], false));
  }
  ctx.restore();
  rim(ctx, top, { color: p.light, from: [p.from[0], p.from[1] - 0.9], width: 5, strength: 0.9 });
}
