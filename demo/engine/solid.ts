import { outline, type Point, ramp, rim } from "./paint.ts";

/** Edge light of a solid: colour, the side it comes from, thickness in units. */
export interface Lamp {
  color: string;
  from: readonly [number, number];
  width?: number;
  strength?: number;
}

/** Fills a shape with tones from the first point to the second and lights its edge. */
export function solid(
  ctx: CanvasRenderingContext2D,
  shape: Path2D | readonly Point[],
  tones: readonly string[],
  along: readonly [x0: number, y0: number, x1: number, y1: number],
  lamp?: Lamp,
): Path2D {
  const path = shape instanceof Path2D ? shape : outline(shape);
  const stops = tones.map((tone, i) => [tones.length > 1 ? i / (tones.length - 1) : 0, tone] as const);
  ctx.fillStyle = ramp(ctx, [along[0], along[1]], [along[2], along[3]], stops);
  ctx.fill(path);
  if (lamp)
    rim(ctx, path, {
      color: lamp.color,
      from: lamp.from,
      width: lamp.width ?? 4,
      strength: lamp.strength ?? 0.8,
    });
  return path;
}

/** A rectangle with round corners, its middle at x, y. */
export function slab(x: number, y: number, width: number, height: number, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(x - width / 2, y - height / 2, width, height, radius);
  return path;
}

/** A circle or an ellipse as a path. */
export function disc(x: number, y: number, radius: number, flat = 1, turn = 0): Path2D {
  const path = new Path2D();
  path.ellipse(x, y, radius, radius * flat, turn, 0, Math.PI * 2);
  return path;
}
