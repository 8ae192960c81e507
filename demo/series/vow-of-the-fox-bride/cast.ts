// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "../../engine/math.ts";
import { fade, mix, outline, type Point, placed, ramp, rim } from "../../engine/paint.ts";
import { head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { RED } from "./sets.ts";

/** Light on a face: colour, side, how far the features are seen. */
export interface Face {
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

function shape(ctx: CanvasRenderingContext2D, p: Portrait, points: Point[], hi: string, lo: string, width = 4, strength = 0.75): Path2D {
  const path = outline(points);
  ctx.fillStyle = ramp(ctx, [60, -20], [0, 120], [[0, hi], [1, lo]]);
  ctx.fill(path);
  rim(ctx, path, { color: p.light, from: [p.from[0], p.from[1] - 0.5], width, strength });
  return path;
}

function gloss(ctx: CanvasRenderingContext2D, clip: Path2D, color: string, a: Point[], b: Point[], count: number): void {
  ctx.save();
  ctx.clip(clip);
  for (let i = 0; i <= count; i++) {
    const k = (i + hash(i, 2) * 0.8) / count;
    const line = a.map((p, j): Point => [lerp(p[0], (b[j] as Point)[0], k), lerp(p[1], (b[j] as Point)[1], k)]);
    ctx.strokeStyle = fade(hash(i, 4) > 0.4 ? color : "#000000", 0.06 + hash(i, 8) ** 2 * 0.24);
    ctx.lineWidth = 0.4 + hash(i, 6) * 1.1;
    ctx.stroke(outline(line, false));
  }
  ctx.restore();
}

/** The bride: black hair, white robe with a red under-collar, a fox mask pushed up on her head. `alpha` thins her. */
export function brideFace(ctx: CanvasRenderingContext2D, at: Place, lit: Face, look: { mask?: boolean; ears?: boolean } = {}): void {
  const p: Portrait = { ...lit, face: SOFT_FACE, hair: "#150b1c", coat: mix("#cdb8e6", lit.shade, 0.25) };
  placed(ctx, at, () => {
    robe(ctx, p);
    head(ctx, p, { lips: "#d0283e", brow: "#150b1c" });
    eyeRed(ctx, p);
    longHair(ctx, p);
    sleekHair(ctx, p);
    if (look.mask !== false) mask(ctx, p);
  });
}

function longHair(ctx: CanvasRenderingContext2D, p: Portrait): void {
  for (let i = 0; i < 7; i++) {
    const wave = (s: number) => Math.sin(p.t * 1.2 - s * 2.4 + i * 0.7) * (2 + 9 * s) * (0.25 + p.wind);
    const x = lerp(-10, 26, i / 6);
    const reach = lerp(6, 96, p.wind) * (0.8 + hash(i, 3) * 0.4);
    const spine = [0, 0.33, 0.66, 1].map((s): [number, number] => [x - 2 - reach * s + wave(s), 56 + s * 290 * (1 - p.wind * 0.4) + wave(s) * 0.5]);
    const lock = ribbon(spine, [22, 26, 22, 6]);
    ctx.fillStyle = ramp(ctx, [x, 60], [x - reach, 320], [[0, p.hair], [0.6, mix(p.hair, p.light, 0.1 + hash(i, 5) * 0.08)], [1, mix(p.hair, "#000000", 0.4)]]);
    ctx.fill(lock);
    rim(ctx, lock, { color: p.light, from: [-0.4, -1], width: 2, strength: 0.25 });
  }
}

function robe(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const neck = outline([[66, 88], [61, 99], [57, 112], [54, 130], [48, 152], [10, 150], [8, 112], [10, 84], [30, 60]]);
  ctx.fillStyle = ramp(ctx, [80, 100], [4, 116], [[0, mix(p.shade, p.lit, p.reveal * 0.6)], [0.5, mix(p.shade, p.lit, 0.12)], [1, mix(p.shade, "#000000", 0.4)]]);
  ctx.fill(neck);
  rim(ctx, neck, { color: p.light, from: p.from, width: 3, strength: 0.4 });
  const body = outline([[6, 110], [-8, 128], [-34, 146], [-58, 170], [-70, 220], [-76, 420, 1], [112, 420, 1], [104, 250], [92, 190], [78, 160], [52, 146], [24, 134]]);
  ctx.fillStyle = ramp(ctx, [90, 120], [-40, 330], [[0, mix(p.coat, "#ffffff", 0.25)], [0.4, p.coat], [1, mix(p.coat, "#1a0c34", 0.75)]]);
  ctx.fill(body);
  rim(ctx, body, { color: p.light, from: p.from, width: 5, strength: 0.7 });
  ctx.strokeStyle = fade("#2a1452", 0.2);
  ctx.lineWidth = 2.4;
  for (const fold of [[[-26, 160], [-20, 230], [-34, 400]], [[74, 196], [84, 270], [78, 400]], [[6, 150], [28, 230], [30, 400]]] as [number, number][][]) ctx.stroke(outline(fold, false));
  robeCollar(ctx, p);
}

function robeCollar(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const white = mix("#f7efff", p.shade, 0.16);
  for (const [dy, hi, lo] of [[-5, RED, mix(RED, "#000000", 0.55)], [4, white, mix(white, p.shade, 0.62)], [16, mix(white, p.shade, 0.12), mix(white, p.shade, 0.75)]] as const) {
    const roll = ribbon([[-6, 106 + dy], [10, 122 + dy], [40, 140 + dy], [66, 172 + dy], [78, 222 + dy]], [9, 12, 13, 14, 16]);
    ctx.fillStyle = ramp(ctx, [80, 110], [0, 150], [[0, hi], [1, lo]]);
    ctx.fill(roll);
    rim(ctx, roll, { color: p.light, from: p.from, width: 3, strength: 0.55 });
  }
}

function eyeRed(ctx: CanvasRenderingContext2D, p: Portrait): void {
  ctx.fillStyle = fade(RED, 0.35 + p.reveal * 0.45);
  ctx.fill(ribbon([[60.5, 50.6], [64.4, 51.2], [67.5, 48.6]], [0.4, 2.4, 0.5]));
}

function sleekHair(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const points: Point[] = [[72, 12], [63, 20], [57, 30], [55, 44], [54, 60], [50, 78], [50, 97, 1], [42, 96, 1], [38, 92], [30, 98], [4, 108], [-16, 100], [-22, 80], [-20, 44], [-8, 12], [12, -8], [44, -11], [64, -2]];
  const path = shape(ctx, p, points, mix(p.hair, p.light, 0.2), mix(p.hair, "#000000", 0.5));
  gloss(ctx, path, p.light, [[70, 8], [40, -8], [4, 10], [-16, 54], [-12, 104]], [[60, 26], [56, 44], [54, 66], [46, 84], [30, 104]], 30);
}

/** A white fox mask in profile on the crown of the head: ear, brow, snout, red lines and a cord. */
function mask(ctx: CanvasRenderingContext2D, p: Portrait): void {
  ctx.save();
  ctx.strokeStyle = RED;
  ctx.lineWidth = 2.6;
  ctx.stroke(outline([[20, 6], [8, 34], [14, 66], [34, 92]], false));
  ctx.translate(28, -1);
  ctx.rotate(-0.42);
  ctx.scale(0.86, 0.86);
  const white = mix("#fff9ff", p.shade, 0.08);
  const low = mix(white, p.shade, 0.62);
  const far = outline([[20, -24, 1], [31, -66, 1], [40, -22, 1]]);
  ctx.fillStyle = ramp(ctx, [0, -66], [0, -20], [[0, mix(white, p.shade, 0.2)], [1, low]]);
  ctx.fill(far);
  rim(ctx, far, { color: p.light, from: [p.from[0], -1], width: 3, strength: 0.6 });
  const face = outline([[-14, -12], [-9, -30, 1], [0, -80, 1], [14, -52], [22, -32], [34, -27], [48, -17], [66, -8], [84, -3], [88, 3], [83, 9], [66, 11], [54, 17], [36, 27], [10, 28], [-10, 16]]);
  ctx.fillStyle = ramp(ctx, [70, -40], [-6, 34], [[0, white], [0.5, mix(white, low, 0.3)], [1, low]]);
  ctx.fill(face);
  rim(ctx, face, { color: p.light, from: [p.from[0], p.from[1] - 0.6], width: 5, strength: 0.85 });
  ctx.fillStyle = fade(RED, 0.92);
  ctx.fill(outline([[-2, -34], [1, -66, 1], [12, -38]]));
  ctx.fill(ribbon([[24, -14], [34, -10], [46, -1]], [0.8, 6, 0.6]));
  ctx.fill(ribbon([[20, 12], [34, 14], [50, 9]], [0.4, 3, 0.4]));
  ctx.fill(ribbon([[16, 19], [30, 21], [44, 16]], [0.4, 2.6, 0.4]));
  ctx.fill(ribbon([[32, -24], [46, -13]], [0.8, 3.2, 0.6]));
  ctx.fillStyle = "#1a0a1c";
  ctx.fill(ribbon([[27, -10.5], [35, -8], [43, -1.5]], [0.6, 3.6, 0.4]));
  ctx.fill(outline([[80, -3], [88, -2], [89, 3], [84, 5], [80, 2]]));
  ctx.strokeStyle = fade("#3a1426", 0.8);
  ctx.lineWidth = 1.3;
  ctx.stroke(outline([[84, 5], [72, 6.5], [60, 6]], false));
  ctx.fillStyle = "#e0b45c";
  ctx.beginPath();
  ctx.arc(3, 12, 4, 0, 7);
  ctx.fill();
  ctx.restore();
}

/** Ren: dark hair tied high, loose strands, a hunter's dark coat. */
export function renFace(ctx: CanvasRenderingContext2D, at: Place, lit: Face): void {
  const p: Portrait = { ...lit, face: STRONG_FACE, hair: "#1a1118", coat: "#1c1430" };
  placed(ctx, at, () => {
    for (let i = 0; i < 6; i++) {
      const wave = (s: number) => Math.sin(p.t * 1.5 - s * 2.2 + i) * (2 + 9 * s) * (0.3 + p.wind);
      const spine = [0, 0.3, 0.65, 1].map((s): [number, number] => [8 - (34 + i * 7 + p.wind * 46) * s, -1 - Math.sin(s * 2.6) * (26 - i * 2) + s * s * (84 - p.wind * 40) + wave(s) * s]);
      const lock = ribbon(spine, [10, 15, 12, 1]);
      ctx.fillStyle = mix(p.hair, p.light, 0.05 + (i % 3) * 0.06);
      ctx.fill(lock);
      rim(ctx, lock, { color: p.light, from: p.from, width: 2, strength: 0.35 });
    }
    shoulders(ctx, p, { broad: 1.1, collar: 0.7 });
    head(ctx, p, { lips: "#8a4440", brow: "#120b12" });
    const ear = outline([[34, 46], [41, 45], [43, 52], [39, 63], [34, 66], [31, 56]]);
    ctx.fillStyle = mix(p.shade, p.lit, p.reveal * 0.3);
    ctx.fill(ear);
    rim(ctx, ear, { color: p.light, from: p.from, width: 2.5, strength: 0.5 });
    const path = shape(ctx, p, [[78, 22], [70, 16], [62, 20], [55, 30], [51, 42], [50, 58, 1], [45, 50], [40, 44], [32, 46], [28, 60], [24, 78], [10, 80], [-2, 64], [-7, 38], [0, 12], [18, -7], [42, -14], [64, -10], [76, 0], [82, 12]], mix(p.hair, p.light, 0.24), mix(p.hair, "#000000", 0.5), 4.5);
    gloss(ctx, path, p.light, [[78, 10], [44, -12], [8, 0], [-4, 20]], [[54, 40], [30, 46], [16, 70], [2, 40]], 22);
    ctx.fillStyle = mix(p.hair, p.light, 0.2);
    ctx.fill(ribbon([[74, 6], [84, 16], [86 - p.wind * 6, 32], [79, 46 + Math.sin(p.t * 1.8) * 2]], [3.4, 3, 2, 0.3]));
    ctx.fill(ribbon([[66, 6], [72, 18], [70, 34]], [3.4, 3, 0.3]));
    ctx.fillStyle = RED;
    ctx.fill(ribbon([[-7, 2], [0, -7], [7, -15]], [4, 5.5, 4]));
  });
}
