// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { firs, ridge } from "../../engine/land-forms.ts";
import { hash } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky, stars, vapour } from "../../engine/sky.ts";

/** Steel of the winter night. */
export const STEEL = { black: "#060b12", deep: "#0f1c2c", mid: "#274058", soft: "#54748e", pale: "#a9c0d0", snow: "#d4e0ea" } as const;
/** Fire, and what it touches. */
export const EMBER = { deep: "#a82c0c", full: "#ff7a2c", soft: "#ffb266", pale: "#ffe2b0" } as const;

/** Sky, mountains and woods. `dawn` warms the edge of the world. */
export function north(view: View, look: { foot: number; dawn?: boolean }): void {
  const at = look.foot / view.height;
  sky(view, look.dawn
    ? [[0, "#1c2f48"], [at * 0.5, "#54708c"], [at * 0.85, "#e09a6a"], [at, "#ffc88a"], [1, STEEL.deep]]
    : [[0, "#070d18"], [at * 0.4, "#14263a"], [at * 0.76, "#3a5a76"], [at * 0.92, "#7a7f8c"], [at, "#d8905c"], [1, STEEL.deep]]);
  stars(view, { seed: 28, count: 130, bottom: look.foot * 0.8, strength: look.dawn ? 0.25 : 0.85 });
  vapour(view, { seed: 44, top: look.foot * 0.1, height: look.foot * 0.75, dark: "#16283c", light: look.dawn ? "#ffb88a" : "#7f9db4", cover: 0.42, opacity: 0.6, depth: 0.04, drift: -6, cells: 3, crisp: 0.3 });
}

/** What lies before the sky: peaks, then firs in the haze. Drawn after the moon. */
export function woods(view: View, look: { foot: number; dawn?: boolean; near?: boolean }): void {
  const light = look.dawn ? "#ffc89a" : "#c4d8e6";
  ridge(view, { seed: 52, foot: look.foot + 10, height: 150, top: "#4a6882", base: look.dawn ? "#c48a6c" : "#6f8ea6", light, depth: 0.12, sharp: 0.85, snow: 0.35, edge: 0.5, side: -1 });
  vapour(view, { seed: 12, top: look.foot - 60, height: 130, dark: "#4a6882", light, cover: 0.55, opacity: 0.6, depth: 0.15, drift: 7, cells: 4, crisp: 0.1 });
  firs(view, { seed: 61, foot: look.foot + 60, low: 70, high: 150, gap: 26, color: "#35526c", ground: "#4a6882", light, depth: 0.26, snow: 0.12, side: -1 });
  firs(view, { seed: 63, foot: look.foot + 130, low: 120, high: 260, gap: 46, color: "#1e3449", ground: "#2c4660", light, depth: 0.4, snow: 0.16, side: -1, profile: (x) => 0.55 + Math.abs(x - 0.5) * 1.1 });
  if (look.near) firs(view, { seed: 67, foot: look.foot + 330, low: 420, high: 760, gap: 90, color: "#0c1826", ground: "#16283a", light: "#7f9db4", depth: 0.75, snow: 0.3, side: 1, profile: (x) => (x < 0.16 || x > 0.84 ? 1 : 0) });
}

/** The moon, broken in two, its shards adrift. */
export function brokenMoon(view: View, x: number, y: number, r: number, look: { apart?: number; warm?: number } = {}): void {
  const gap = (look.apart ?? 1) * r * 0.13;
  const tint = mix("#eaf2f8", "#ffd9ac", look.warm ?? 0);
  const crack: Point[] = [[-0.02, -1.3, 1], [0.1, -0.72, 1], [-0.1, -0.46, 1], [0.16, -0.1, 1], [-0.04, 0.12, 1], [0.2, 0.5, 1], [0.04, 0.8, 1], [0.14, 1.3, 1]];
  layer(view, 0.07, (ctx) => {
    glow(ctx, x, y, r * 4, mix("#9fc0d8", "#ff9a5c", look.warm ?? 0), 0.5);
    glow(ctx, x, y, r * 1.8, tint, 0.5);
    for (const s of [-1, 1])
      placed(ctx, { x: x + s * gap, y: y + s * gap * 0.5, turn: s * 0.05 * (look.apart ?? 1) }, () => {
        ctx.save();
        const half = new Path2D();
        for (const [px, py] of crack) half.lineTo(px * r, py * r);
        half.lineTo(s * r * 1.4, r * 1.3);
        half.lineTo(s * r * 1.4, -r * 1.3);
        half.closePath();
        ctx.clip(half);
        const face = new Path2D();
        face.arc(0, 0, r, 0, 7);
        ctx.fillStyle = ramp(ctx, [-r * 0.3, -r], [r * 0.2, r], [[0, "#e4eef6"], [0.4, "#c2d4e2"], [0.72, mix("#a9bccb", "#ffb27a", 0.55)], [1, "#ff9450"]]);
        ctx.fill(face);
        ctx.clip(face);
        for (let i = 0; i < 9; i++) {
          const [cx, cy, cr] = [(hash(i, 3) * 2 - 1) * r * 0.8, (hash(i, 5) * 2 - 1) * r * 0.8, r * (0.1 + hash(i, 7) * 0.26)];
          const sea = ctx.createRadialGradient(cx, cy, 0, cx, cy, cr);
          sea.addColorStop(0, fade("#8fa8ba", 0.55));
          sea.addColorStop(1, fade("#8fa8ba", 0));
          ctx.fillStyle = sea;
          ctx.fillRect(cx - cr, cy - cr, cr * 2, cr * 2);
        }
        ctx.strokeStyle = fade("#ffffff", 0.9);
        ctx.lineWidth = r * 0.02;
        ctx.stroke(half);
        ctx.restore();
      });
    for (let i = 0; i < 9; i++) {
      const k = hash(i, 12) * 2 - 1;
      const drift = Math.sin(view.t * 0.5 + i) * r * 0.02;
      const [sx, sy] = [x + (k * 0.2 + (i % 2 ? 0.08 : -0.02)) * r + drift, y + (-0.9 + i * 0.23) * r * 1.05];
      const size = r * (0.025 + hash(i, 14) * 0.05);
      ctx.fillStyle = mix(tint, "#7f9db4", hash(i, 16) * 0.5);
      ctx.fill(outline([[sx - size, sy, 1], [sx, sy - size * 1.2, 1], [sx + size * 0.8, sy + size * 0.2, 1], [sx - size * 0.1, sy + size, 1]]));
    }
  });
}

/** A crest of snow. `fire`: x, y, reach of a warm pool on it. */
export function snow(ctx: CanvasRenderingContext2D, look: { crest: readonly Point[]; bottom: number; fire?: readonly (readonly [number, number, number])[]; top?: string; base?: string; light?: string }): void {
  const [first, last] = [look.crest[0] as Point, look.crest.at(-1) as Point];
  const path = outline([...look.crest, [last[0], look.bottom, 1], [first[0], look.bottom, 1]]);
  const high = Math.min(...look.crest.map(([, y]) => y));
  ctx.fillStyle = ramp(ctx, [0, high], [0, high + 340], [[0, look.top ?? "#8fa9bd"], [0.25, mix(look.top ?? "#8fa9bd", look.base ?? STEEL.deep, 0.55)], [1, look.base ?? STEEL.deep]]);
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  for (let i = 0; i < 6; i++) {
    ctx.fillStyle = fade(i % 2 ? "#ffffff" : STEEL.black, 0.07);
    const y = high + 46 + i * 52;
    ctx.fill(ribbon([[first[0], y + hash(i) * 40], [(first[0] + last[0]) / 2, y - 18], [last[0], y + hash(i, 3) * 50]], [0, 22, 0]));
  }
  for (const [x, y, r] of look.fire ?? []) glow(ctx, x, y, r, EMBER.full, 0.6);
  ctx.restore();
  rim(ctx, path, { color: look.light ?? "#eef5fa", from: [-0.2, -1], width: 7, strength: 0.65 });
}

/** A flame at x, y, about `size` tall. */
export function flame(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, t: number): void {
  glow(ctx, x, y - size * 0.5, size * 4.4, EMBER.full, 0.24 + 0.05 * Math.sin(t * 5 + x));
  glow(ctx, x, y - size * 0.5, size * 1.4, EMBER.soft, 0.5);
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  for (const [k, color, ph] of [[1, "#d8400c", 0], [0.78, "#ff8a2c", 1], [0.5, "#ffe09a", 2]] as const) {
    const lean = Math.sin(t * 4 + ph + x) * size * 0.13;
    const tall = size * k * (1 + 0.1 * Math.sin(t * 7 + ph * 2 + x));
    ctx.fillStyle = color;
    ctx.fill(outline([[x, y + size * 0.06], [x - size * 0.27 * k, y - tall * 0.16], [x - size * 0.2 * k + lean * 0.3, y - tall * 0.52], [x + lean, y - tall, 1], [x + size * 0.19 * k + lean * 0.4, y - tall * 0.46], [x + size * 0.27 * k, y - tall * 0.14]]));
  }
  ctx.restore();
}

/** A torch stuck in the snow. */
export function torch(ctx: CanvasRenderingContext2D, x: number, y: number, s: number, t: number): void {
  ctx.fillStyle = "#1a100c";
  ctx.fill(ribbon([[x, y], [x + s * 0.02, y - s * 0.7], [x + s * 0.03, y - s]], [s * 0.06, s * 0.07, s * 0.11]));
  flame(ctx, x + s * 0.03, y - s * 0.98, s * 0.5, t);
}

/** Breath in cold air: a puff that leaves the mouth at x, y to the side given, again and again. */
export function breath(ctx: CanvasRenderingContext2D, x: number, y: number, side: number, size: number, t: number, tint = "#dfeaf2"): void {
  for (const ph of [0, 0.5]) {
    const k = (t * 0.34 + ph) % 1;
    glow(ctx, x + side * k * size * 1.6, y - k * size * 0.5, size * (0.3 + k * 1.1), tint, 0.3 * Math.sin(k * Math.PI));
  }
}
