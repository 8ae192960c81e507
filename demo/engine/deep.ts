// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beam } from "./light.ts";
import { hash, wander } from "./math.ts";
import { fade, glow, layer, mix, outline, ramp, rim, sprite, type View } from "./paint.ts";
import { ribbon } from "./ribbon.ts";

/** What lives and moves under water: shafts of daylight, bubbles, jellyfish. */

const wrap = (x: number, size: number): number => ((x % size) + size) % size;

/** Daylight falling through water from above `y`: a fan of soft shafts round `x` that slowly sway. */
export function shafts(view: View, look: { x: number; y?: number; count: number; spread: number; length: number; color: string; strength: number; depth?: number; wide?: number; seed?: number }): void {
  const seed = look.seed ?? 1;
  layer(view, look.depth ?? 0.1, (ctx) => {
    for (let i = 0; i < look.count; i++) {
      const k = (i + 0.5) / look.count - 0.5;
      const breath = 0.62 + 0.38 * wander(view.t * 0.4 + i * 5, seed);
      beam(ctx, {
        x: look.x + k * look.spread, y: look.y ?? -140, angle: Math.PI / 2 - k * 0.7 + wander(view.t * 0.22 + i * 3, seed + 4) * 0.04,
        spread: (look.wide ?? 0.15) * (0.6 + hash(i, seed) * 0.8), length: look.length * (0.75 + hash(i, seed + 1) * 0.4), color: look.color, strength: look.strength * breath,
      });
    }
  });
}

/** Bubbles that wobble upwards: clear rings with a light at their upper left. */
export function bubbles(view: View, look: { seed: number; count: number; size: number; rise: number; color: string; strength: number; depth?: number; area?: readonly [number, number, number, number] }): void {
  const ball = sprite({ ...view, scale: 2 }, `bubble${look.color}`, 40, 40, (ctx) => {
    const body = ctx.createRadialGradient(20, 20, 6, 20, 20, 18);
    for (const [at, k] of [[0, 0.03], [0.7, 0.1], [0.9, 0.55], [0.96, 0.8], [1, 0]] as const) body.addColorStop(at, fade(look.color, k));
    ctx.fillStyle = body;
    ctx.fillRect(0, 0, 40, 40);
    ctx.fillStyle = fade("#ffffff", 0.95);
    ctx.beginPath();
    ctx.ellipse(13.5, 13, 4.4, 2.6, -0.8, 0, 7);
    ctx.fill();
    ctx.fillStyle = fade("#ffffff", 0.35);
    ctx.beginPath();
    ctx.ellipse(27, 28, 2.6, 1.4, -0.8, 0, 7);
    ctx.fill();
  });
  const [x0, y0, w, h] = look.area ?? [-40, -60, view.width + 80, view.height + 120];
  layer(view, look.depth ?? 1.2, (ctx) => {
    for (let i = 0; i < look.count; i++) {
      const near = 0.3 + hash(i, look.seed) ** 3 * 1.5;
      const y = wrap(hash(i, look.seed + 1) * h - view.t * look.rise * (0.6 + near * 0.5), h);
      const x = hash(i, look.seed + 2) * w + Math.sin(view.t * 2.1 + i * 2.7) * 7 * near;
      const size = look.size * near * (1.15 - (0.35 * y) / h);
      ctx.globalAlpha = look.strength * Math.min(1, y / (h * 0.12), (h - y) / (h * 0.1)) * (0.45 + 0.55 * hash(i, look.seed + 3));
      ctx.drawImage(ball, x0 + x - size, y0 + y - size, size * 2, size * 2 * (1 + 0.08 * Math.sin(view.t * 6 + i)));
    }
  });
}

/** A jellyfish that glows like a paper lantern. Its bell is about 120 units wide round 0,0; arms hang some 300 below. */
export function jelly(ctx: CanvasRenderingContext2D, look: { t: number; seed: number; color: string; core: string; strength: number; arms?: number }): void {
  const { t, seed, color, core, strength } = look;
  const pulse = 0.5 + 0.5 * Math.sin(t * 1.7 + seed * 2.1);
  const w = 58 * (0.9 + 0.16 * pulse);
  const h = 66 * (1.08 - 0.16 * pulse);
  const long = look.arms ?? 1;
  glow(ctx, 0, -8, 190, core, 0.4 * strength);
  for (let i = 0; i < 9; i++) {
    const x = (i / 8 - 0.5) * 1.7 * w;
    const wide = i % 2 === 0;
    const reach = long * (wide ? 300 : 210) * (0.72 + 0.4 * hash(i, seed));
    const spine = [0, 0.25, 0.5, 0.75, 1].map((s): [number, number] => [
      x * (1 - s * 0.35) + Math.sin(t * 1.5 - s * 4.2 + i * 0.9 + seed) * (3 + 17 * s), 8 + reach * s,
    ]);
    ctx.fillStyle = ramp(ctx, [0, 0], [0, reach], [[0, fade(mix(color, core, 0.55), 0.75 * strength)], [0.5, fade(color, 0.34 * strength)], [1, fade(color, 0)]]);
    ctx.fill(ribbon(spine, wide ? [3, 2.4, 1.8, 1, 0.4] : [9, 15, 10, 6, 1]));
  }
  const edge = (k: number): [number, number] => [-w + 2 * w * k, 8 + (Math.round(k * 8) % 2 ? 9 : 0)];
  const dome = outline([[-w, 6], [-w * 0.96, -h * 0.4], [-w * 0.58, -h * 0.86], [0, -h], [w * 0.58, -h * 0.86], [w * 0.96, -h * 0.4], [w, 6], ...[0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125].map(edge)]);
  ctx.fillStyle = ramp(ctx, [0, -h], [0, 16], [[0, fade(mix(color, "#ffffff", 0.35), 0.9 * strength)], [0.45, fade(color, 0.72 * strength)], [1, fade(mix(color, core, 0.7), 0.9 * strength)]]);
  ctx.fill(dome);
  ctx.save();
  ctx.clip(dome);
  glow(ctx, 0, -h * 0.16, 58, core, 0.95 * strength);
  glow(ctx, 0, -h * 0.16, 24, "#fff6da", 0.95 * strength);
  ctx.strokeStyle = fade("#ffffff", 0.2 * strength);
  ctx.lineWidth = 1.6;
  for (const k of [-0.72, -0.4, 0, 0.4, 0.72]) ctx.stroke(outline([[k * w * 0.16, -h], [k * w * 0.86, -h * 0.5], [k * w * 1.1, 10]], false));
  ctx.restore();
  rim(ctx, dome, { color: "#ffffff", from: [-0.3, -1], width: 4.5, strength: 0.7 * strength });
}
