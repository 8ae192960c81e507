// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { clamp, hash, lerp } from "./math.ts";
import { fade, mix, outline, type Point, ramp, rim } from "./paint.ts";
import type { Portrait } from "./portrait.ts";
import { ribbon } from "./ribbon.ts";

function cap(ctx: CanvasRenderingContext2D, p: Portrait, points: Point[], width = 4): Path2D {
  const path = outline(points);
  ctx.fillStyle = ramp(
    ctx,
    [40, -12],
    [20, 100],
    [[0, mix(p.hair, p.light, 0.22)], [0.35, p.hair], [1, mix(p.hair, "#000000", 0.55)]],
  );
  ctx.fill(path);
  rim(ctx, path, { color: p.light, from: [p.from[0], p.from[1] - 0.5], width, strength: 0.75 });
  return path;
}

function strands(
  ctx: CanvasRenderingContext2D,
  clip: Path2D,
  color: string,
  lines: readonly (readonly Point[])[],
  count: number,
): void {
  const [upper, lower] = lines as [Point[], Point[]];
  ctx.save();
  ctx.clip(clip);
  ctx.lineCap = "round";
  for (let i = 0; i <= count * 2; i++) {
    const k = clamp((i + hash(i, 2) - 0.5) / (count * 2));
    const line = upper.map(
      (a, j): Point => [lerp(a[0], (lower[j] as Point)[0], k), lerp(a[1], (lower[j] as Point)[1], k)],
    );
    ctx.strokeStyle = fade(hash(i, 4) > 0.45 ? color : "#000000", 0.05 + hash(i, 8) ** 2 * 0.2);
    ctx.lineWidth = 0.35 + hash(i, 6) * 0.8;
    ctx.stroke(outline(line, false));
  }
  ctx.restore();
}

/** Dark hair pinned low on the neck, with loose strands that the wind takes. */
export function pinnedHair(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const knot = cap(ctx, p, [
    [-16, 66], [-2, 70], [6, 82], [2, 98], [-12, 104], [-26, 96], [-29, 82], [-25, 71],
  ]);
  strands(ctx, knot, p.light, [[[-26, 74], [-10, 66], [6, 80]], [[-24, 98], [-8, 106], [4, 94]]], 9);
  const shape: Point[] = [
    [70, 13], [62, 22], [54, 33], [51, 47], [47, 60], [41, 73], [30, 84], [14, 92], [0, 90], [-9, 74],
    [-12, 54], [-9, 30], [3, 8], [22, -6], [46, -8], [63, 0],
  ];
  const path = cap(ctx, p, shape);
  strands(
    ctx,
    path,
    p.light,
    [[[68, 8], [40, -6], [4, 8], [-10, 50], [-6, 84]], [[60, 24], [50, 48], [44, 66], [24, 86], [2, 88]]],
    17,
  );
  for (const [i, [x, y]] of ([[60, 21], [52, 44], [66, 12], [-6, 70]] as const).entries()) {
    const sway = Math.sin(p.t * 1.9 + i * 1.7) * 3 * (0.4 + p.wind);
    const back = lerp(4, -38, p.wind) * (i === 3 ? 1.3 : 0.8);
    ctx.fillStyle = mix(p.hair, p.light, 0.3);
    ctx.fill(
      ribbon(
        [
          [x, y], [x + 1 + back * 0.2 + sway * 0.4, y + 20], [x - 4 + back * 0.6 + sway, y + 38],
          [x - 1 + back + sway * 2, y + 52],
        ],
        [1.6, 1.3, 0.9, 0.3],
      ),
    );
  }
}

/** Long loose hair streaming behind. Draw before the shoulders with `part: "back"`, after the head with "front". */
export function looseHair(ctx: CanvasRenderingContext2D, p: Portrait, part: "back" | "front"): void {
  if (part === "back") {
    for (let i = 0; i < 11; i++) streamer(ctx, p, i, [lerp(-8, 24, i / 10), lerp(40, 94, i / 10)], 1.1, 28);
    return;
  }
  const path = cap(ctx, p, [
    [70, 13], [61, 23], [55, 36], [52.5, 50], [48, 65], [39, 80], [25, 93], [5, 97], [-13, 88], [-22, 66],
    [-18, 36], [-5, 9], [17, -7], [46, -9], [63, 0],
  ]);
  strands(
    ctx,
    path,
    p.light,
    [[[68, 8], [38, -7], [2, 10], [-20, 50], [-40, 66]], [[60, 25], [53, 46], [40, 68], [10, 88], [-30, 92]]],
    18,
  );
  for (let i = 0; i < 9; i++) streamer(ctx, p, i + 20, [lerp(-17, 22, i / 8), lerp(34, 90, i / 8)], 0.95, 19);
  for (const [i, [x, y]] of ([[61, 22], [53, 46]] as const).entries()) {
    const sway = Math.sin(p.t * 2.1 + i) * 3;
    ctx.fillStyle = mix(p.hair, p.light, 0.35);
    ctx.fill(
      ribbon(
        [
          [x, y], [x - 3, y + 14 + sway], [x - 16 - 14 * p.wind, y + 26 + sway],
          [x - 30 - 30 * p.wind, y + 30 + sway * 2],
        ],
        [1.5, 1.4, 1, 0.2],
      ),
    );
  }
}

/** One lock blown back from its root; its root fades in, so that it grows out of what lies under it. */
function streamer(
  ctx: CanvasRenderingContext2D,
  p: Portrait,
  i: number,
  root: readonly [number, number],
  reachBy: number,
  wide: number,
): void {
  const [x, y] = root;
  const wave = (s: number) => Math.sin(p.t * 1.7 - s * 2.8 + i * 0.8) * (2 + 13 * s) * (0.35 + p.wind);
  const reach = lerp(20, 132, p.wind) * reachBy * (0.7 + hash(i, 3) * 0.5);
  const drop = lerp(140, 34, p.wind) * (0.5 + hash(i, 5) * 0.8);
  const spine = [0, 0.3, 0.65, 1].map((s): [number, number] => [
    x - reach * s, y + drop * s ** 1.25 + wave(s) * s,
  ]);
  const lock = ribbon(spine, [wide, wide * 0.95, wide * 0.55, 0.5]);
  const tone = mix(p.hair, p.light, 0.05 + hash(i, 9) * 0.13);
  ctx.fillStyle = ramp(
    ctx,
    [x + wide * 0.4, y],
    [x - reach, y + drop],
    [[0, fade(p.hair, 0)], [0.22, mix(p.hair, "#000000", 0.25)], [0.6, tone], [1, mix(tone, p.light, 0.16)]],
  );
  ctx.fill(lock);
  ctx.fillStyle = fade(p.light, 0.14);
  ctx.fill(ribbon(spine.map(([sx, sy], k) => [sx, sy - 1.5 - k] as const), [0.1, 0.5, 1.1, 0.3]));
}

/** Short swept hair, full beard and the ear between them. */
export function beardedHair(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const beard = cap(
    ctx,
    p,
    [
      [43, 54], [49, 67], [58, 75], [67, 77], [75, 74.5], [81.4, 73.2], [84.6, 75.6], [80, 78], [74, 80.6],
      [77, 84.6], [80, 86.6], [84.6, 94], [83.6, 104], [74, 112], [56, 108], [40, 95], [35, 76],
    ],
    5,
  );
  strands(ctx, beard, p.light, [[[46, 60], [60, 80], [80, 88]], [[38, 80], [54, 100], [72, 110]]], 14);
  ctx.fillStyle = mix(p.shade, p.lit, p.reveal * 0.25);
  const ear = outline([[34, 46], [41, 45], [43, 52], [39, 62], [34, 66], [31, 56]]);
  ctx.fill(ear);
  rim(ctx, ear, { color: p.light, from: p.from, width: 2.5, strength: 0.5 });
  const path = cap(ctx, p, [
    [77, 24], [68, 19], [58, 25], [51, 36], [47, 48], [43, 56], [38, 47], [30, 50], [29, 66], [20, 84],
    [8, 84], [-4, 66], [-8, 40], [0, 13], [18, -8], [42, -15], [64, -11], [77, -2], [83, 10],
  ]);
  strands(
    ctx,
    path,
    p.light,
    [[[80, 6], [50, -12], [8, 2], [-6, 44], [2, 80]], [[66, 20], [50, 34], [36, 40], [26, 62], [18, 82]]],
    16,
  );
}

/** Keeper's cap worn over `beardedHair`. */
export function keeperCap(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const crown = outline([[-10, 22], [-14, 0], [2, -24], [34, -32], [66, -26], [84, -8], [80, 16], [40, 26]]);
  ctx.fillStyle = ramp(
    ctx,
    [0, -30],
    [0, 24],
    [[0, mix(p.coat, p.light, 0.24)], [1, mix(p.coat, "#000000", 0.4)]],
  );
  ctx.fill(crown);
  rim(ctx, crown, { color: p.light, from: p.from, width: 5, strength: 0.8 });
  const peak = outline([[58, 14], [82, 12], [101, 25, 1], [84, 25], [62, 26]]);
  ctx.fillStyle = mix(p.coat, "#000000", 0.6);
  ctx.fill(peak);
  rim(ctx, peak, { color: p.light, from: [p.from[0], -1], width: 3, strength: 0.9 });
}

/** Grey side hair, thin moustache, wide-brimmed hat and an eyeglass that catches the light. */
export function hatted(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const side = cap(ctx, p, [[50, 22], [47, 44], [42, 60], [32, 64], [22, 84], [8, 82], [-3, 62], [-6, 22]]);
  strands(
    ctx,
    side,
    p.light,
    [[[46, 26], [40, 50], [28, 66], [20, 86]], [[-4, 26], [-4, 50], [2, 70], [8, 84]]],
    12,
  );
  cap(ctx, p, [[72, 77.6], [78, 73.6], [84.6, 73.4], [82, 76.4], [75, 78.4]], 1.5);
  const crown = outline([
    [-7, 20, 1], [-6, -12], [2, -46], [20, -56], [44, -52], [66, -54], [79, -40], [83, -6], [85, 16, 1],
    [40, 24],
  ]);
  ctx.fillStyle = ramp(
    ctx,
    [0, -56],
    [0, 22],
    [[0, mix(p.coat, p.light, 0.2)], [0.6, p.coat], [1, mix(p.coat, "#000000", 0.6)]],
  );
  ctx.fill(crown);
  rim(ctx, crown, { color: p.light, from: p.from, width: 5, strength: 0.85 });
  const band = outline([[-7, 6], [40, 12], [84, 3], [85.4, 14, 1], [40, 23], [-8, 18, 1]]);
  ctx.fillStyle = mix(p.coat, "#000000", 0.7);
  ctx.fill(band);
  const brim = outline([[-44, 22], [-20, 12], [40, 17], [92, 10], [122, 19], [108, 28], [40, 33], [-24, 31]]);
  ctx.fillStyle = ramp(
    ctx,
    [0, 8],
    [0, 34],
    [[0, mix(p.coat, p.light, 0.14)], [1, mix(p.coat, "#000000", 0.7)]],
  );
  ctx.fill(brim);
  rim(ctx, brim, { color: p.light, from: [p.from[0], p.from[1] - 0.8], width: 4, strength: 0.9 });
  ctx.strokeStyle = fade(p.light, 0.85);
  ctx.lineWidth = 1.1;
  ctx.beginPath();
  ctx.ellipse(72.6, 51, 4.6, 6.2, 0, 0, 7);
  ctx.fillStyle = fade(p.light, 0.2 + 0.25 * (0.5 + 0.5 * Math.sin(p.t * 1.3)));
  ctx.fill();
  ctx.stroke();
}
