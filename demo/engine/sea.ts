import { clamp, hash, lerp, random, smooth, wander } from "./math.ts";
import { fade, layer, mix, outline, type Point, ramp, rim, sprite, type View } from "./paint.ts";

/** A sea seen from above the water: rows of waves from the horizon to the viewer. */
export interface Sea {
  horizon: number;
  /** Bottom edge in units; rows are spread down to it. */
  bottom: number;
  far: string;
  near: string;
  crest: string;
  /** 0 = pond, 1 = storm. */
  swell: number;
  /** Where light lies on the water: x, colour, half width in units. */
  shine?: { x: number; color: string; width: number; strength: number };
  rows?: number;
  seed?: number;
}

/** Draws the sea row by row; nearer rows move more with the camera. `between` may put a ship before row n. */
export function sea(view: View, look: Sea, between?: (row: number, y: number) => unknown): void {
  const rows = look.rows ?? 11;
  for (let i = 0; i < rows; i++) {
    const k = i / (rows - 1);
    const depthShare = k ** 1.75;
    const y = lerp(look.horizon, look.bottom, depthShare);
    const tall = lerp(1.2, 60, k ** 1.4) * lerp(0.14, 1.25, look.swell ** 1.5);
    between?.(i, y);
    layer(view, lerp(0.1, 1.25, k), (ctx) => drawRow(ctx, view, look, i, k, y, tall));
  }
}

function drawRow(
  ctx: CanvasRenderingContext2D,
  view: View,
  look: Sea,
  i: number,
  k: number,
  y: number,
  tall: number,
): void {
  const seed = (look.seed ?? 1) * 31 + i;
  const length = lerp(70, 430, k);
  const speed = lerp(0.25, 0.62, k) * lerp(0.6, 1.25, look.swell) * (i % 2 ? 1 : -0.8);
  const height = (x: number): number => {
    const a = (x / length + hash(seed) * 9) * Math.PI + view.t * speed * 1.5;
    const b = (x / (length * 0.43) + hash(seed, 2) * 9) * Math.PI - view.t * speed * 1.9;
    // Sharp crests and round troughs, as steep water has.
    const peaked = 1 - Math.abs(Math.sin(a)) * 1.25;
    return (
      tall *
      (lerp(Math.sin(a), peaked, look.swell * 0.75) * 0.75 +
        Math.sin(b) * 0.22 +
        wander(x / length / 2 + i) * 0.4)
    );
  };
  const bob = Math.sin(view.t * 0.9 + i * 1.7) * tall * 0.25;
  const points: [number, number][] = [];
  const step = lerp(12, 20, k);
  for (let x = -160; x <= view.width + 160; x += step) points.push([x, y + bob - height(x)]);
  const color = mix(look.far, look.near, k ** 0.8);
  ctx.beginPath();
  for (const [x, top] of points) ctx.lineTo(x, top);
  ctx.lineTo(view.width + 160, look.bottom + 400);
  ctx.lineTo(-160, look.bottom + 400);
  const fall = Math.max(10, tall * 2.6);
  ctx.fillStyle = ramp(
    ctx,
    [0, y - tall],
    [0, y - tall + fall * 1.5],
    [
      [0, mix(color, look.crest, 0.42 + 0.2 * k)],
      [0.3, mix(color, look.crest, 0.16)],
      [1, color],
    ],
  );
  ctx.fill();
  drawCrests(ctx, look, points, k, tall, y);
}

function drawCrests(
  ctx: CanvasRenderingContext2D,
  look: Sea,
  points: [number, number][],
  k: number,
  tall: number,
  y: number,
): void {
  ctx.lineCap = "butt";
  for (let i = 1; i < points.length; i++) {
    const [[x0, y0], [x1, y1]] = [points[i - 1] as [number, number], points[i] as [number, number]];
    const rise = clamp((y - y1) / (tall || 1));
    const shine = look.shine
      ? look.shine.strength *
        Math.exp(-(((x1 - look.shine.x) / (look.shine.width * lerp(0.45, 1.5, k))) ** 2))
      : 0;
    const strength = clamp(rise * 0.34 * look.swell + shine * (0.35 + rise * 0.6));
    if (strength < 0.025) continue;
    ctx.strokeStyle = fade(
      shine > 0.08 && look.shine ? mix(look.crest, look.shine.color, clamp(shine * 1.4)) : look.crest,
      strength,
    );
    ctx.lineWidth = lerp(1.2, 5, k) * (0.5 + rise * 0.8);
    ctx.beginPath();
    ctx.moveTo(x0, y0 + 1);
    ctx.lineTo(x1, y1 + 1);
    ctx.stroke();
  }
}

/** A cliff, reef or island: ridge heights over x, filled dark, lit on its edge, scored with strata. */
export interface Rock {
  key: string;
  /** Ridge as `[x, y]` corners; noise roughens it. */
  ridge: readonly (readonly [number, number])[];
  bottom: number;
  top: string;
  base: string;
  light: string;
  from: readonly [number, number];
  rough?: number;
  rimWidth?: number;
  rimStrength?: number;
}

/** Draws a rock into the current layer (kept as a sprite: rocks do not move). */
export function rock(view: View, ctx: CanvasRenderingContext2D, look: Rock): void {
  const xs = look.ridge.map(([x]) => x);
  const left = Math.min(...xs) - 40;
  const top = Math.min(...look.ridge.map(([, y]) => y)) - 40;
  const w = Math.max(...xs) - left + 40;
  const h = look.bottom - top;
  const picture = sprite(view, `rock${look.key}`, w, h, (to) => {
    to.translate(-left, -top);
    const path = outline(ridgePoints(look), true);
    to.fillStyle = ramp(
      to,
      [0, top + 40],
      [0, look.bottom],
      [
        [0, look.top],
        [0.6, look.base],
        [1, look.base],
      ],
    );
    to.fill(path);
    scoreStrata(to, path, look, left, top, w, h);
    rim(to, path, {
      color: look.light,
      from: look.from,
      width: look.rimWidth ?? 9,
      strength: look.rimStrength ?? 0.7,
    });
  });
  ctx.drawImage(picture, left, top, w, h);
}

function ridgePoints(look: Rock): Point[] {
  const rough = look.rough ?? 14;
  const points: Point[] = [];
  for (let i = 0; i < look.ridge.length - 1; i++) {
    const [[x0, y0], [x1, y1]] = [look.ridge[i] as [number, number], look.ridge[i + 1] as [number, number]];
    const parts = Math.max(1, Math.round(Math.hypot(x1 - x0, y1 - y0) / 26));
    for (let p = 0; p < parts; p++) {
      const n = hash(i * 57 + p, look.key.length * 7) - 0.5;
      points.push([
        lerp(x0, x1, p / parts) + n * rough * 0.7,
        lerp(y0, y1, p / parts) + (p ? n * rough : 0),
        n > -0.2 ? 1 : 0,
      ]);
    }
  }
  const [xe, ye] = look.ridge.at(-1) as [number, number];
  points.push(
    [xe, ye, 1],
    [xe, look.bottom + 40, 1],
    [(look.ridge[0] as [number, number])[0], look.bottom + 40, 1],
  );
  return points;
}

function scoreStrata(
  to: CanvasRenderingContext2D,
  path: Path2D,
  look: Rock,
  left: number,
  top: number,
  w: number,
  h: number,
): void {
  const next = random(look.key.length * 91 + 5);
  to.save();
  to.clip(path);
  for (let i = 0; i < (w * h) / 2600; i++) {
    const x = left + next() * w;
    const y = top + next() ** 0.8 * h;
    const size = 10 + next() * 46;
    const slope = 0.3 + next() * 0.5;
    to.fillStyle = fade(
      next() < 0.35 ? look.light : "#000000",
      (0.03 + next() * 0.09) * smooth(1.05, 0.2, (y - top) / h),
    );
    to.beginPath();
    to.moveTo(x, y);
    to.lineTo(x + size, y + size * slope);
    to.lineTo(x + size * 0.7, y + size * (slope + 0.8));
    to.lineTo(x - size * 0.2, y + size * 0.7);
    to.fill();
  }
  to.restore();
}
