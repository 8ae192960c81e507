// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { lerp } from "./math.ts";
import { fade, mix, outline, type Point, ramp, rim } from "./paint.ts";
import { ribbon } from "./ribbon.ts";

/**
 * A head and shoulders in profile, looking right. The head is 100 units tall with its crown at y = 0 and its
 * chin near y = 98; the face ends at x = 88. Place it with `placed`, mirror it with `flip`.
 */
export interface Portrait {
  face: Point[];
  /** Skin in the light and in the shade. */
  lit: string;
  shade: string;
  hair: string;
  coat: string;
  /** Edge light: colour and the side it comes from (x above 0 = from the front). */
  light: string;
  from: readonly [number, number];
  /** How far the face itself is lit, 0 = silhouette. */
  reveal: number;
  t: number;
  wind: number;
  eye?: "open" | "closed" | "down";
}

/** The face of a young woman: small nose, full lips. */
export const SOFT_FACE: Point[] = [
  [30, 2], [52, 4], [67, 14], [75, 28], [77.2, 40], [75, 47.5], [79.2, 55.5], [86.6, 64.2], [86.4, 67.6],
  [79.4, 70.6], [80.6, 73], [83.4, 75.6], [82.4, 77.6], [79.2, 78.6], [82, 80.4], [82, 83], [77.8, 86.8],
  [79.4, 91.5], [76.6, 97], [69, 99.6], [56, 95], [42, 85], [34, 70], [20, 50], [14, 20],
];

/** The face of a man: strong brow, straight nose, square chin. */
export const STRONG_FACE: Point[] = [
  [30, 0], [54, 1], [69, 11], [76.5, 26], [80.4, 40], [76.8, 47], [82, 55.5], [90.4, 66], [89.4, 69.6],
  [81.4, 72.6], [82.4, 75], [84.2, 77.2], [80.4, 79.6], [83, 81.6], [82.6, 84.6], [79.4, 88], [83.4, 94.5],
  [80.4, 101.6], [70, 104], [54, 99], [38, 88], [32, 70], [18, 50], [12, 20],
];

/** An older, gaunt face: hooked nose, thin lips. */
export const GAUNT_FACE: Point[] = [
  [30, 0], [54, 1], [68, 10], [75, 25], [79.4, 39], [76.4, 46.4], [84, 52], [91.6, 63], [93, 70.4],
  [88, 71.6], [80.6, 73.6], [81, 76], [81.8, 78.2], [78.4, 79.8], [80.6, 81.8], [79.8, 85], [77, 89],
  [82, 97], [77, 104.4], [68, 104], [56, 95], [45, 86], [36, 72], [20, 50], [12, 20],
];

const edge = (
  ctx: CanvasRenderingContext2D,
  path: Path2D,
  p: Portrait,
  width: number,
  strength: number,
): void => rim(ctx, path, { color: p.light, from: p.from, width, strength });

/** Coat, neck and scarf under the head. `scarf` adds the wound cloth and its tails. */
export function shoulders(
  ctx: CanvasRenderingContext2D,
  p: Portrait,
  look: { broad: number; scarf?: string; collar?: number },
): void {
  const b = look.broad;
  if (look.scarf) scarfTails(ctx, p, look.scarf);
  const neck = outline([[66, 90], [60, 100], [58, 112], [62, 134], [6, 140], [10, 112], [10, 84], [30, 60]]);
  ctx.fillStyle = ramp(
    ctx,
    [90, 100],
    [0, 112],
    [[0, mix(p.shade, p.lit, p.reveal * 0.42)], [0.6, p.shade], [1, mix(p.shade, "#000000", 0.4)]],
  );
  ctx.fill(neck);
  edge(ctx, neck, p, 3, 0.4);
  const coat = outline([
    [8, 108], [-6, 126], [-34 * b, 142], [-62 * b, 166], [-76 * b, 210], [-80 * b, 330, 1], [112 * b, 330, 1],
    [108 * b, 230], [98 * b, 178], [82, 146], [64, 124], [36, 136],
  ]);
  ctx.fillStyle = ramp(
    ctx,
    [0, 105],
    [0, 300],
    [[0, mix(p.coat, p.light, 0.1)], [0.35, p.coat], [1, mix(p.coat, "#000000", 0.72)]],
  );
  ctx.fill(coat);
  foldLines(ctx, p, b);
  edge(ctx, coat, p, 5, 0.75);
  if (look.scarf) wound(ctx, p, look.scarf);
  else collar(ctx, p, look.collar ?? 1);
}

function foldLines(ctx: CanvasRenderingContext2D, p: Portrait, b: number): void {
  ctx.strokeStyle = fade(p.light, 0.05);
  ctx.lineWidth = 2.2;
  for (const fold of [
    [[-30 * b, 160], [-24 * b, 220], [-34 * b, 320]], [[58, 150], [66, 215], [62, 320]],
    [[20, 160], [30, 230], [24, 320]],
  ] as [number, number][][])
    ctx.stroke(outline(fold, false));
}

function collar(ctx: CanvasRenderingContext2D, p: Portrait, height: number): void {
  const lift = 12 * height;
  const back = outline([
    [-2, 104 - lift], [12, 112 - lift * 0.5], [34, 130], [60, 134], [70, 120 - lift * 0.4, 1], [82, 140],
    [70, 160], [34, 166], [2, 150], [-10, 128],
  ]);
  ctx.fillStyle = ramp(
    ctx,
    [0, 95],
    [0, 165],
    [[0, mix(p.coat, p.light, 0.16)], [1, mix(p.coat, "#000000", 0.35)]],
  );
  ctx.fill(back);
  edge(ctx, back, p, 4, 0.8);
}

function wound(ctx: CanvasRenderingContext2D, p: Portrait, color: string): void {
  for (const [dy, k] of [[9, 0.5], [0, 0.15]] as const) {
    const roll = ribbon(
      [[2, 112 + dy], [20, 124 + dy], [42, 127 + dy], [60, 121 + dy], [69, 110 + dy]],
      [13, 17, 18, 17, 12],
    );
    ctx.fillStyle = ramp(
      ctx,
      [80, 108],
      [-4, 126],
      [
        [0, mix(mix(color, p.lit, 0.16), "#000000", 0.35 - p.reveal * 0.3)],
        [1, mix(color, "#000000", 0.62 + k * 0.3)],
      ],
    );
    ctx.fill(roll);
    edge(ctx, roll, p, 4, 0.7);
    ctx.strokeStyle = fade("#000000", 0.28);
    ctx.lineWidth = 0.9;
    for (const s of [-4, 0, 4.5])
      ctx.stroke(
        outline([[6, 114 + dy + s], [22, 125 + dy + s], [44, 128 + dy + s], [62, 120 + dy + s]], false),
      );
  }
}

function scarfTails(ctx: CanvasRenderingContext2D, p: Portrait, color: string): void {
  for (const [i, long] of [[0, 1], [1, 0.74]] as const) {
    const wave = (k: number) => Math.sin(p.t * 2.1 - k * 2.2 + i * 1.4) * (5 + 12 * k) * (0.35 + p.wind);
    const reach = lerp(46, 150, p.wind) * long;
    const drop = lerp(120, 26, p.wind) * long;
    const spine = [0, 0.25, 0.5, 0.75, 1].map((k): [number, number] => [
      4 - reach * k, 122 + drop * k ** 1.3 + i * 10 + wave(k),
    ]);
    const tail = ribbon(spine, [14, 17, 18, 19, 21]);
    ctx.fillStyle = ramp(
      ctx,
      [4, 120],
      [4 - reach, 120 + drop],
      [
        [0, mix(color, "#000000", 0.6)], [0.5, mix(color, "#000000", 0.3 + i * 0.15)],
        [1, mix(color, "#000000", 0.45)],
      ],
    );
    ctx.fill(tail);
    edge(ctx, tail, p, 4, 0.6);
  }
}

/** Head with eye, brow and lips; the light decides how much of them is seen. */
export function head(ctx: CanvasRenderingContext2D, p: Portrait, look: { lips: string; brow: string }): void {
  const path = outline(p.face);
  const front = p.from[0] >= 0;
  const lit = mix(p.shade, p.lit, p.reveal);
  ctx.fillStyle = ramp(
    ctx,
    [front ? 92 : 6, 48],
    [front ? 22 : 96, 70],
    [[0, lit], [0.28, mix(lit, p.shade, 0.4)], [0.72, p.shade], [1, mix(p.shade, "#000000", 0.45)]],
  );
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  for (const [x, y, r, dark] of [[62, 104, 34, 0.5], [69.5, 51, 11, 0.34], [60, 74, 20, 0.16]] as const) {
    const shadow = ctx.createRadialGradient(x, y, 0, x, y, r);
    shadow.addColorStop(0, fade(mix(p.shade, "#000000", 0.5), dark));
    shadow.addColorStop(1, fade(p.shade, 0));
    ctx.fillStyle = shadow;
    ctx.fillRect(x - r, y - r, r * 2, r * 2);
  }
  ctx.restore();
  edge(ctx, path, p, 4.5, 0.95);
  features(ctx, p, look);
}

function features(ctx: CanvasRenderingContext2D, p: Portrait, look: { lips: string; brow: string }): void {
  const ink = mix(look.brow, "#000000", 0.35);
  ctx.save();
  ctx.lineCap = "round";
  const lips = outline([
    [74.5, 78.8], [79, 75.6], [82.6, 75.6], [82.4, 77.6], [79.6, 78.6], [82, 80.6], [81.6, 82.8], [78, 83],
  ]);
  ctx.fillStyle = fade(look.lips, 0.25 + p.reveal * 0.55);
  ctx.fill(lips);
  ctx.strokeStyle = fade(ink, 0.75);
  ctx.lineWidth = 0.8;
  ctx.stroke(outline([[73.6, 79], [77, 78.4], [80.4, 78.6]], false));
  ctx.stroke(outline([[79.4, 69.4], [80.6, 67.2], [83, 67.4]], false));
  const brow = ribbon([[59.5, 44.4], [66, 40.6], [73, 40.8], [77, 42.6]], [1, 2.5, 2.3, 1]);
  ctx.fillStyle = fade(ink, 0.9);
  ctx.fill(brow);
  eye(ctx, p, ink);
  ctx.restore();
}

function eye(ctx: CanvasRenderingContext2D, p: Portrait, ink: string): void {
  ctx.strokeStyle = ink;
  if (p.eye === "closed" || p.eye === "down") {
    const y = p.eye === "closed" ? 53 : 52.4;
    ctx.lineWidth = 1.7;
    ctx.stroke(outline([[63.5, y - 1.4], [68, y + 0.8], [73.6, y - 0.4]], false));
    ctx.lineWidth = 0.9;
    for (const k of [0, 1, 2])
      ctx.stroke(outline([[70 + k * 1.7, y + 0.4 - k * 0.4], [73 + k * 2, y + 2.8 - k * 0.6]], false));
    return;
  }
  const ball = outline([[64, 52], [68, 49], [73.4, 47.8], [74.8, 50.6], [73.4, 53.2], [68.5, 53.6]]);
  ctx.fillStyle = mix(p.shade, "#fff6e6", 0.2 + p.reveal * 0.55);
  ctx.fill(ball);
  ctx.save();
  ctx.clip(ball);
  ctx.fillStyle = mix(ink, "#000000", 0.4);
  ctx.beginPath();
  ctx.ellipse(72.6, 50.5, 2, 3, 0, 0, 7);
  ctx.fill();
  ctx.fillStyle = fade("#ffffff", 0.4 + p.reveal * 0.5);
  ctx.beginPath();
  ctx.arc(73.1, 49.3, 0.65, 0, 7);
  ctx.fill();
  ctx.restore();
  ctx.fillStyle = ink;
  ctx.fill(ribbon([[63, 52.2], [67.6, 48.9], [73.2, 47.4], [78, 46.2]], [0.5, 1.5, 1.9, 0.4]));
}
