import { clamp, lerp } from "./math.ts";

/** Where the camera looks: offset from the middle in units, zoom (1 = as drawn), roll in radians. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
  roll: number;
}

/** One frame being drawn. Units are those of a 720-wide phone frame; `scale` is pixels per unit. */
export interface View {
  ctx: CanvasRenderingContext2D;
  width: number;
  height: number;
  scale: number;
  /** Seconds since the shot began. */
  t: number;
  /** Share of the shot that has passed, 0..1. */
  u: number;
  camera: Camera;
}

/** A point of an outline; a third value of 1 makes it a sharp corner. */
export type Point = readonly [x: number, y: number, sharp?: number];

const sprites = new Map<string, HTMLCanvasElement>();

/** Draws something once and keeps it: later calls with the same key return the same picture. */
export function sprite(
  view: View,
  key: string,
  width: number,
  height: number,
  paint: (ctx: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const name = `${key}@${view.scale}`;
  const kept = sprites.get(name);
  if (kept) return kept;
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * view.scale);
  canvas.height = Math.ceil(height * view.scale);
  const ctx = canvas.getContext("2d", { willReadFrequently: true });
  if (!ctx) throw new Error("This browser gives no 2D canvas: run with a full Chromium.");
  ctx.scale(view.scale, view.scale);
  paint(ctx);
  sprites.set(name, canvas);
  return canvas;
}

/** Draws with the camera applied: depth 0 stands still like a sky, 1 is the subject, above 1 is nearer. */
export function layer(view: View, depth: number, draw: (ctx: CanvasRenderingContext2D) => void): void {
  const { ctx, camera, width, height } = view;
  const zoom = 1 + (camera.zoom - 1) * lerp(0.35, 1, clamp(depth, 0, 3));
  ctx.save();
  ctx.translate(width / 2, height / 2);
  ctx.rotate(camera.roll * clamp(depth + 0.4));
  ctx.scale(zoom, zoom);
  ctx.translate(-width / 2 - camera.x * depth, -height / 2 - camera.y * depth);
  draw(ctx);
  ctx.restore();
}

/** Runs `draw` with its own transform: moved, scaled (negative x mirrors) and turned. */
export function placed(
  ctx: CanvasRenderingContext2D,
  at: { x: number; y: number; scale?: number; flip?: boolean; turn?: number; alpha?: number },
  draw: () => void,
): void {
  const scale = at.scale ?? 1;
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.rotate(at.turn ?? 0);
  ctx.scale(at.flip ? -scale : scale, scale);
  ctx.globalAlpha *= at.alpha ?? 1;
  draw();
  ctx.restore();
}

/** A closed or open curve through the points (centripetal feel, sharp where a point says so). */
export function outline(points: readonly Point[], closed = true): Path2D {
  const path = new Path2D();
  const n = points.length;
  const at = (i: number): Point => points[closed ? (i + n) % n : clamp(i, 0, n - 1)] as Point;
  path.moveTo(at(0)[0], at(0)[1]);
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    // Handles no longer than a third of their own segment: no loops where far and near points meet.
    const [ax, ay] = p1[2] ? [0, 0] : handle(p0, p1, p2, p2);
    const [bx, by] = p2[2] ? [0, 0] : handle(p1, p2, p3, p1);
    path.bezierCurveTo(p1[0] + ax, p1[1] + ay, p2[0] - bx, p2[1] - by, p2[0], p2[1]);
  }
  if (closed) path.closePath();
  return path;
}

function handle(before: Point, here: Point, after: Point, toward: Point): [number, number] {
  const dx = after[0] - before[0];
  const dy = after[1] - before[1];
  const size = Math.hypot(dx, dy) || 1;
  const reach = Math.hypot(toward[0] - here[0], toward[1] - here[1]) * 0.36;
  return [(dx / size) * reach, (dy / size) * reach];
}

/** Colour stops from top to bottom: `[share, colour]`. */
export function ramp(
  ctx: CanvasRenderingContext2D,
  from: readonly [number, number],
  to: readonly [number, number],
  stops: readonly (readonly [number, string])[],
): CanvasGradient {
  const gradient = ctx.createLinearGradient(from[0], from[1], to[0], to[1]);
  for (const [at, color] of stops) gradient.addColorStop(clamp(at), color);
  return gradient;
}

function parse(hex: string): [number, number, number] {
  const n = Number.parseInt(hex.slice(1), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

/** `#rrggbb` with an opacity, as CSS. */
export function fade(hex: string, opacity: number): string {
  const [r, g, b] = parse(hex);
  return `rgba(${r},${g},${b},${clamp(opacity).toFixed(4)})`;
}

/** Blend of two `#rrggbb` colours, as `#rrggbb`. */
export function mix(a: string, b: string, k: number): string {
  const [x, y] = [parse(a), parse(b)];
  const part = (i: 0 | 1 | 2) =>
    Math.round(lerp(x[i], y[i], clamp(k)))
      .toString(16)
      .padStart(2, "0");
  return `#${part(0)}${part(1)}${part(2)}`;
}

/** The three channels of `#rrggbb`, 0..255. */
export const channels = parse;

/** Light on the edge of a shape, from the direction given; soft towards the inside. Stays inside the shape. */
export function rim(
  ctx: CanvasRenderingContext2D,
  path: Path2D,
  light: { color: string; from: readonly [number, number]; width: number; strength?: number; steps?: number },
): void {
  // Enough steps that none of them is seen: about one for every three pixels of the band.
  const zoom = Math.abs(ctx.getTransform().a) + Math.abs(ctx.getTransform().b);
  const steps = Math.max(light.steps ?? 3, Math.min(14, Math.round((light.width * zoom) / 2.5)));
  const size = Math.hypot(light.from[0], light.from[1]) || 1;
  ctx.save();
  ctx.clip(path);
  ctx.fillStyle = light.color;
  ctx.globalAlpha *= 1 - (1 - clamp(light.strength ?? 0.9)) ** (1 / steps);
  for (let k = 1; k <= steps; k++) {
    const reach = light.width * (k / steps) ** 1.6;
    const rest = new Path2D();
    rest.rect(-4000, -4000, 8000, 8000);
    rest.addPath(
      path,
      new DOMMatrix().translate((-light.from[0] / size) * reach, (-light.from[1] / size) * reach),
    );
    ctx.fill(rest, "evenodd");
  }
  ctx.restore();
}

/** A round glow added to what is there. Radius in units. */
export function glow(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  color: string,
  strength: number,
): void {
  if (strength <= 0) return;
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius);
  for (const [at, k] of [
    [0, 1],
    [0.12, 0.72],
    [0.28, 0.4],
    [0.5, 0.16],
    [0.75, 0.04],
    [1, 0],
  ] as const) {
    gradient.addColorStop(at, fade(color, k * strength));
  }
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  ctx.fillStyle = gradient;
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  ctx.restore();
}
