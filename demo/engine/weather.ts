import { hash, lerp, random, wander } from "./math.ts";
import { fade, glow, layer, sprite, type View } from "./paint.ts";

const wrap = (x: number, size: number): number => ((x % size) + size) % size;

/** Slanting rain in two depths. Few, soft, long strokes: they read as rain and cost few bits. */
export function rain(
  view: View,
  look: { count: number; slant: number; color: string; strength: number; speed?: number },
): void {
  const { ctx, width, height } = view;
  const speed = look.speed ?? 1500;
  ctx.save();
  ctx.lineCap = "round";
  for (const [part, near] of [
    [0.65, 0],
    [0.35, 1],
  ] as const) {
    ctx.strokeStyle = fade(look.color, look.strength * (near ? 0.8 : 0.5));
    ctx.lineWidth = near ? 2.2 : 1.3;
    ctx.beginPath();
    for (let i = 0; i < look.count * part; i++) {
      const length = (near ? 92 : 56) * (0.7 + hash(i, 3 + near) * 0.6);
      const y = wrap(hash(i, 1 + near) * 1600 + view.t * speed * (near ? 1 : 0.72), height + 260) - 160;
      const x = wrap(hash(i, 9 + near) * 1900 + y * look.slant, width + 200) - 100;
      ctx.moveTo(x, y);
      ctx.lineTo(x + length * look.slant, y + length);
    }
    ctx.stroke();
  }
  ctx.restore();
}

/** Soft flakes, embers or dust floating: `rise` above 0 goes up. Drawn as round sprites. */
export function motes(
  view: View,
  look: {
    seed: number;
    count: number;
    size: number;
    color: string;
    strength: number;
    rise: number;
    sway: number;
    depth?: number;
    area?: readonly [number, number, number, number];
    ember?: boolean;
  },
): void {
  const dot = sprite({ ...view, scale: 1 }, `mote${look.color}`, 32, 32, (ctx) => {
    const soft = ctx.createRadialGradient(16, 16, 0, 16, 16, 16);
    soft.addColorStop(0, fade(look.color, 1));
    soft.addColorStop(0.35, fade(look.color, 0.75));
    soft.addColorStop(1, fade(look.color, 0));
    ctx.fillStyle = soft;
    ctx.fillRect(0, 0, 32, 32);
  });
  const [x0, y0, w, h] = look.area ?? [-60, -60, view.width + 120, view.height + 120];
  layer(view, look.depth ?? 1.2, (ctx) => {
    if (look.ember) ctx.globalCompositeOperation = "screen";
    for (let i = 0; i < look.count; i++) {
      const near = 0.4 + hash(i, look.seed) ** 2 * 1.3;
      const y = wrap(hash(i, look.seed + 1) * h - view.t * look.rise * near, h);
      const x = wrap(
        hash(i, look.seed + 2) * w +
          wander(view.t * 0.35 + i * 7, look.seed) * look.sway * near +
          view.t * look.sway * 0.25 * near,
        w,
      );
      const size = look.size * near;
      const edge = Math.min(1, y / (h * 0.15), (h - y) / (h * 0.15));
      ctx.globalAlpha = look.strength * edge * lerp(0.4, 1, hash(i, look.seed + 5));
      ctx.drawImage(dot, x0 + x - size, y0 + y - size, size * 2, size * 2);
    }
  });
}

/** A fork of lightning, fixed by its seed, as bright as `strength` says; lights the sky round it. */
export function lightning(
  view: View,
  look: { seed: number; x: number; bottom: number; strength: number; color: string },
): void {
  if (look.strength < 0.02) return;
  const next = random(look.seed);
  layer(view, 0.06, (ctx) => {
    glow(ctx, look.x, look.bottom * 0.35, look.bottom * 1.1, look.color, look.strength * 0.5);
    ctx.globalCompositeOperation = "screen";
    ctx.lineJoin = "round";
    const branch = (x: number, y: number, lean: number, width: number, end: number): void => {
      ctx.beginPath();
      ctx.moveTo(x, y);
      const forks: [number, number][] = [];
      while (y < end) {
        x += (next() - 0.5) * 60 + lean;
        y += 18 + next() * 34;
        ctx.lineTo(x, y);
        if (width > 1.4 && next() < 0.28) forks.push([x, y]);
      }
      for (const [w, k] of [
        [width * 5, 0.12],
        [width, 0.95],
      ] as const) {
        ctx.strokeStyle = fade(look.color, look.strength * k);
        ctx.lineWidth = w;
        ctx.stroke();
      }
      for (const [fx, fy] of forks)
        branch(fx, fy, (next() - 0.5) * 50, width * 0.5, Math.min(end, fy + 60 + next() * 170));
    };
    branch(look.x, -30, 0, 3.4, look.bottom);
  });
}
