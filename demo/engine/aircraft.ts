// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { clamp, hash, lerp, random } from "./math.ts";
import { fade, glow, layer, mix, outline, ramp, sprite, type View } from "./paint.ts";
import { disc, type Lamp, slab, solid } from "./solid.ts";

/** An airliner in flight, 600 units long, its nose to the right, its middle at 0,0. */
export function airliner(ctx: CanvasRenderingContext2D, look: { t: number; body: string; belly: string; accent: string; window: string; lamp: Lamp }): void {
  const { body, belly, accent, lamp } = look;
  solid(ctx, [[70, -24, 1], [-60, -96, 1], [-92, -98, 1], [-30, -24, 1]], [mix(body, belly, 0.4), belly], [0, -98, 0, -24], { ...lamp, width: 3 });
  solid(ctx, [[-236, -14], [-300, -34, 1], [-326, -34, 1], [-282, -8]], [mix(body, belly, 0.5), belly], [0, -34, 0, -8]);
  solid(ctx, [[-214, -28, 1], [-262, -66], [-296, -134, 1], [-338, -134, 1], [-296, -20, 1]], [mix(accent, lamp.color, 0.35), accent, mix(accent, "#000000", 0.3)], [-230, -130, -310, -20], { ...lamp, width: 5 });
  const hull = solid(ctx, [[302, 5], [290, -10], [258, -25], [212, -33], [150, -36], [-190, -35], [-296, -24, 1], [-310, -15], [-250, 10], [-160, 31], [-40, 37], [180, 36], [258, 28]], [mix(body, lamp.color, 0.5), body, mix(body, belly, 0.6), belly], [0, -38, 0, 38], { ...lamp, width: 7 });
  ctx.save();
  ctx.clip(hull);
  ctx.fillStyle = accent;
  ctx.fill(outline([[-330, -8, 1], [-200, 8], [0, 12], [310, 12, 1], [310, 18, 1], [0, 18], [-210, 16], [-330, 6, 1]]));
  ctx.restore();
  for (let i = 0; i < 31; i++) {
    const x = -206 + i * 14;
    if (i === 9 || i === 21) continue;
    ctx.fillStyle = mix(look.window, "#16424e", hash(i, 3) < 0.55 ? 0.85 : 0.1);
    ctx.fill(slab(x, -9, 6.4, 9.4, 3));
  }
  solid(ctx, [[244, -20], [262, -18], [276, -9], [252, -7]], ["#1c4a56", "#0a222c"], [250, -20, 270, -6]);
  solid(ctx, slab(-2, 62, 92, 34, 16), [mix(body, lamp.color, 0.3), body, belly], [0, 45, 0, 79], { ...lamp, width: 4 });
  ctx.fillStyle = mix(belly, "#000000", 0.35);
  ctx.fill(disc(42, 62, 6, 2.6));
  solid(ctx, [[66, 14, 1], [20, 42], [-128, 146, 1], [-186, 166], [-178, 152], [-92, 22, 1]], [mix(body, lamp.color, 0.35), body, mix(body, belly, 0.75)], [40, 10, -120, 150], { ...lamp, width: 4 });
  solid(ctx, [[-128, 146, 1], [-186, 166], [-204, 146, 1], [-182, 150]], [accent, mix(accent, "#000000", 0.3)], [0, 140, 0, 168]);
  const blink = Math.max(0, Math.sin(look.t * 5)) ** 6;
  glow(ctx, -196, 152, 46, "#ff5a4a", 0.25 + blink);
  glow(ctx, -318, -130, 40, "#ffffff", blink);
}

/** One row of cloud tops, lit from above and from one side. */
export interface CloudTops {
  seed: number;
  y: number;
  /** Radius of the largest puffs. */
  size: number;
  depth: number;
  drift: number;
  light: string;
  body: string;
  shade: string;
  /** Side the light comes from, -1 left to 1 right. */
  side?: number;
}

/** Draws a row of cloud tops; everything below them is cloud. */
export function cloudTops(view: View, look: CloudTops): void {
  const wide = Math.round(view.width * 1.7);
  const tall = look.size * 2.4 + view.height * 0.5;
  const picture = sprite({ ...view, scale: Math.min(1, view.scale) }, `tops${look.seed}/${look.light}${look.body}${look.shade}${look.size}`, wide, tall, (ctx) => {
    const next = random(look.seed);
    const puffs: [number, number, number][] = [];
    for (let x = 0; x < wide; x += look.size * lerp(0.22, 0.5, next())) {
      const hill = 0.5 + 0.5 * Math.sin((x / wide) * Math.PI * 2 * 3 + look.seed) * Math.sin((x / wide) * Math.PI * 2 * 2 + look.seed * 3);
      puffs.push([x, look.size * (1.7 - hill * 0.75) + next() * look.size * 0.35, look.size * lerp(0.3, 1, next() ** 1.3) * (0.45 + hill * 0.6)]);
    }
    for (const [x, y, r] of puffs.slice())
      for (let k = 0; k < 5; k++) {
        const a = Math.PI * lerp(1.08, 1.92, next());
        puffs.push([x + Math.cos(a) * r * 0.86, y + Math.sin(a) * r * 0.8 + r * 0.1, r * lerp(0.22, 0.5, next())]);
      }
    puffs.sort((a, b) => a[1] - a[2] * 0.3 - (b[1] - b[2] * 0.3));
    ctx.fillStyle = ramp(ctx, [0, look.size * 2], [0, tall], [[0, fade(look.body, 0)], [0.12, mix(look.body, look.shade, 0.5)], [0.35, look.shade], [1, look.shade]]);
    ctx.fillRect(0, look.size * 2, wide, tall);
    for (const [px, y, r] of puffs)
      for (const x of [px - wide, px, px + wide]) if (x > -r * 1.2 && x < wide + r * 1.2) puff(ctx, look, x, y, r);
    ctx.fillStyle = ramp(ctx, [0, look.size * 1.5], [0, look.size * 2.6], [[0, fade(look.shade, 0)], [1, look.shade]]);
    ctx.fillRect(0, look.size * 1.5, wide, look.size * 1.1);
    ctx.fillStyle = look.shade;
    ctx.fillRect(0, look.size * 2.55, wide, tall);
  });
  layer(view, look.depth, (ctx) => {
    const shift = ((((view.t * look.drift + look.seed * 97) % wide) + wide) % wide) - 90;
    for (const x of [shift - wide, shift, shift - wide * 2]) if (x < view.width + 220 && x + wide > -220) ctx.drawImage(picture, x, look.y - look.size, wide + 1, tall);
  });
}

function puff(ctx: CanvasRenderingContext2D, look: CloudTops, x: number, y: number, r: number): void {
  const lean = r * 0.5 * (look.side ?? 0.4);
  ctx.fillStyle = ramp(ctx, [x + lean, y - r], [x - lean, y + r], [[0, look.light], [0.22, mix(look.light, look.body, 0.35)], [0.5, look.body], [0.78, fade(mix(look.body, look.shade, 0.45), 0.5)], [1, fade(look.shade, 0)]]);
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fill();
}

/** A vapour trail along points from its tail to the aircraft: it widens and fades with age. */
export function trail(ctx: CanvasRenderingContext2D, points: readonly (readonly [number, number])[], color: string, width: number, strength: number): void {
  const path = outline(points, false);
  const [a, b] = [points[0] as readonly [number, number], points.at(-1) as readonly [number, number]];
  ctx.save();
  ctx.lineCap = "round";
  for (const [k, alpha] of [[2.6, 0.12], [1.6, 0.22], [0.8, 0.6]] as const) {
    ctx.lineWidth = width * k;
    ctx.strokeStyle = ramp(ctx, a, b, [[0, fade(color, 0)], [0.25, fade(color, alpha * strength * 0.5)], [1, fade(color, clamp(alpha * strength))]]);
    ctx.stroke(path);
  }
  ctx.restore();
}
