// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, wander } from "./math.ts";
import { fade, glow, layer, mix, outline, ramp, type View } from "./paint.ts";

/** A paper lantern hanging from 0,0, about 60 units tall, lit from inside; it swings by itself. */
export function paperLantern(
  ctx: CanvasRenderingContext2D,
  look: { t: number; seed: number; color: string; strength: number; round?: number },
): void {
  const fat = look.round ?? 1;
  const beat = look.strength * (0.9 + wander(look.t * 1.7, look.seed) * 0.1);
  ctx.save();
  ctx.rotate(Math.sin(look.t * 1.1 + look.seed) * 0.06);
  ctx.strokeStyle = "#08050a";
  ctx.lineWidth = 1.2;
  ctx.stroke(outline([[0, 0], [0, 10]], false));
  glow(ctx, 0, 36, 130, look.color, beat * 0.55);
  const body = outline([[-9 * fat, 12], [9 * fat, 12], [19 * fat, 26], [19 * fat, 46], [9 * fat, 60], [-9 * fat, 60], [-19 * fat, 46], [-19 * fat, 26]]);
  ctx.fillStyle = ramp(ctx, [0, 10], [0, 62], [[0, mix(look.color, "#1a0610", 0.45)], [0.42, mix(look.color, "#fff4d8", 0.62 * beat)], [0.62, mix(look.color, "#fff4d8", 0.5 * beat)], [1, mix(look.color, "#1a0610", 0.35)]]);
  ctx.fill(body);
  ctx.save();
  ctx.clip(body);
  const core = ctx.createRadialGradient(0, 40, 2, 0, 38, 26 * fat);
  core.addColorStop(0, fade("#fffbe8", 0.95 * beat));
  core.addColorStop(0.4, fade("#ffe6b0", 0.5 * beat));
  core.addColorStop(1, fade("#2a0610", 0.55));
  ctx.fillStyle = core;
  ctx.fillRect(-24 * fat, 8, 48 * fat, 56);
  ctx.restore();
  ctx.strokeStyle = fade("#4a1410", 0.28);
  ctx.lineWidth = 0.6;
  for (const y of [20, 28, 36, 44, 52]) ctx.stroke(outline([[-17 * fat, y], [0, y + 2.4], [17 * fat, y]], false));
  ctx.fillStyle = "#0c070b";
  for (const y of [9.5, 58.5]) ctx.fill(outline([[-9 * fat, y, 1], [9 * fat, y, 1], [9 * fat, y + 4, 1], [-9 * fat, y + 4, 1]]));
  ctx.strokeStyle = "#3a1018";
  ctx.stroke(outline([[0, 62], [0.8, 72], [-0.4, 80]], false));
  glow(ctx, 0, 38, 46, "#ffe9c0", beat * 0.5);
  ctx.restore();
}

/** One cold flame that burns without wood: teardrop, core and glow, its foot at 0,0, 40 units tall. */
export function coldFlame(
  ctx: CanvasRenderingContext2D,
  look: { t: number; seed: number; color: string; strength: number },
): void {
  const lick = wander(look.t * 1.9, look.seed) * 5;
  const tall = 40 + wander(look.t * 2.6, look.seed + 3) * 6;
  glow(ctx, 0, -14, 92, look.color, look.strength * 0.6);
  for (const [k, color, alpha] of [[1, look.color, 0.5], [0.68, mix(look.color, "#ffffff", 0.5), 0.75], [0.36, "#ffffff", 0.95]] as const) {
    ctx.fillStyle = fade(color, alpha * look.strength);
    ctx.fill(outline([[0, 2], [-10 * k, -4 * k], [-11 * k, -14 * k], [-5 * k + lick * 0.4 * k, -26 * k], [lick * k, -tall * k, 1], [6 * k + lick * 0.5 * k, -24 * k], [11 * k, -13 * k], [9 * k, -3 * k]]));
  }
}

/** Cold flames adrift in the air, near and far. `area` is x, y, width, height. */
export function wisps(
  view: View,
  look: { seed: number; count: number; area: readonly [number, number, number, number]; size: number; color: string; strength: number; depth?: number },
): void {
  const [x0, y0, w, h] = look.area;
  layer(view, look.depth ?? 1, (ctx) => {
    for (let i = 0; i < look.count; i++) {
      const near = 0.45 + hash(i, look.seed + 4) * 0.75;
      ctx.save();
      ctx.translate(
        x0 + hash(i, look.seed) * w + wander(view.t * 0.4 + i * 5, look.seed) * 26,
        y0 + hash(i, look.seed + 1) * h + wander(view.t * 0.5 + i * 9, look.seed + 2) * 18,
      );
      ctx.scale(look.size * near, look.size * near);
      coldFlame(ctx, { t: view.t + i * 3, seed: i + look.seed, color: look.color, strength: look.strength * near });
      ctx.restore();
    }
  });
}
