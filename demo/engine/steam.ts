import { hash, lerp, wander } from "./math.ts";
import { fade, layer, sprite, type View } from "./paint.ts";

/** Steam that rises from a place, widens, and is gone. `lean` bends it, in units over its whole height. */
export function steam(
  view: View,
  look: {
    seed: number;
    x: number;
    y: number;
    width: number;
    height: number;
    size: number;
    count: number;
    color: string;
    strength: number;
    depth: number;
    lean?: number;
    speed?: number;
  },
): void {
  const puff = sprite({ ...view, scale: 1 }, `steam${look.color}`, 64, 64, (to) => {
    const soft = to.createRadialGradient(32, 32, 0, 32, 32, 32);
    for (const [at, k] of [
      [0, 0.5],
      [0.4, 0.3],
      [0.75, 0.08],
      [1, 0],
    ] as const)
      soft.addColorStop(at, fade(look.color, k));
    to.fillStyle = soft;
    to.fillRect(0, 0, 64, 64);
  });
  layer(view, look.depth, (ctx) => {
    ctx.globalCompositeOperation = "screen";
    for (let i = 0; i < look.count; i++) {
      const age = (view.t * (look.speed ?? 0.22) * lerp(0.7, 1.3, hash(i, look.seed)) + i / look.count) % 1;
      const r = look.size * lerp(0.4, 1.5, age) * lerp(0.7, 1.3, hash(i, look.seed + 1));
      const x =
        look.x +
        (hash(i, look.seed + 2) - 0.5) * look.width * lerp(1, 1.6, age) +
        wander(view.t * 0.5 + i * 5, look.seed) * look.size * age +
        (look.lean ?? 0) * age;
      const y = look.y - age * look.height;
      ctx.globalAlpha = look.strength * Math.sin(Math.PI * Math.min(1, age * 1.02)) ** 1.3;
      ctx.drawImage(puff, x - r, y - r, r * 2, r * 2);
    }
  });
}
