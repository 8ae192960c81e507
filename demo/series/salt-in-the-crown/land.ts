// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, ramp, rim, type View } from "../../engine/paint.ts";
import { sky, vapour } from "../../engine/sky.ts";

/** Evening of the salt kingdom: blood above, fire below. `horizon` is where the sand begins. */
export function redSky(view: View, horizon: number, mood: "fire" | "dusk" | "dawn" = "fire"): void {
  const at = horizon / view.height;
  const tones = {
    fire: ["#1c0306", "#5c0a10", "#b3261a", "#f0702a", "#ffc56a"],
    dusk: ["#120208", "#3a0714", "#86181f", "#c8482a", "#f59a4c"],
    dawn: ["#5c1420", "#a83428", "#ea7a3c", "#ffb868", "#ffe6b0"],
  }[mood] as [string, string, string, string, string];
  sky(view, [[0, tones[0]], [at * 0.3, tones[1]], [at * 0.62, tones[2]], [at * 0.88, tones[3]], [at, tones[4]], [1, "#1c0608"]]);
}

/** The huge low sun: flat disc, bands of haze across its foot. */
export function lowSun(view: View, x: number, y: number, r: number, strength = 1): void {
  layer(view, 0.06, (ctx) => {
    glow(ctx, x, y, r * 4.2, "#ff5a24", 0.5 * strength);
    glow(ctx, x, y, r * 1.9, "#ffb050", 0.6 * strength);
    ctx.fillStyle = ramp(ctx, [0, y - r], [0, y + r], [[0, "#fff6d2"], [0.45, "#ffdf92"], [0.75, "#ffa64a"], [1, "#f2602a"]]);
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
    ctx.save();
    ctx.clip();
    for (let i = 0; i < 5; i++) {
      const by = y + r * (0.3 + i * 0.15);
      ctx.fillStyle = fade("#d8401e", 0.1 + i * 0.035);
      const drift = Math.sin(view.t * 0.12 + i * 2) * r * 0.12;
      ctx.fill(outline([[x - r * 1.2 + drift, by], [x - r * 0.3 + drift, by - r * 0.03], [x + r * 0.5 + drift, by + r * 0.01], [x + r * 1.2, by + r * 0.02], [x + r * 0.4, by + r * 0.06], [x - r * 0.5, by + r * 0.055]]));
    }
    ctx.restore();
  });
}

/** A dune with a knife edge: lit crest, dark slip face. `ridge` goes from left to right. */
export function dune(
  ctx: CanvasRenderingContext2D,
  look: { ridge: readonly Point[]; bottom: number; top: string; base: string; light: string; width?: number; strength?: number; from?: readonly [number, number] },
): void {
  const first = look.ridge[0] as Point;
  const last = look.ridge.at(-1) as Point;
  const path = outline([
    [first[0], first[1], 1], ...look.ridge.slice(1, -1), [last[0], last[1], 1], [last[0], look.bottom, 1], [first[0], look.bottom, 1],
  ]);
  const high = Math.min(...look.ridge.map(([, y]) => y));
  ctx.fillStyle = ramp(ctx, [0, high], [0, look.bottom], [[0, look.top], [0.35, mix(look.top, look.base, 0.6)], [1, look.base]]);
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  ctx.lineCap = "round";
  for (let i = 0; i < 16; i++) {
    const k = (i + 0.5) / 16;
    const y = lerp(high + 20, look.bottom, k ** 1.2);
    ctx.strokeStyle = fade(i % 2 ? look.light : "#000000", 0.05);
    ctx.lineWidth = 1 + k * 4;
    const bend = hash(i, 5) * 40;
    ctx.stroke(outline([[first[0], y + bend], [lerp(first[0], last[0], 0.3), y - bend * 0.4], [lerp(first[0], last[0], 0.65), y + bend * 0.6], [last[0], y - bend * 0.3]], false));
  }
  ctx.restore();
  rim(ctx, path, { color: look.light, from: look.from ?? [0, -1], width: look.width ?? 7, strength: look.strength ?? 0.7 });
}

/** Drifting dust in front of everything behind it: the depth of this country. */
export function dust(view: View, top: number, height: number, opacity: number, depth: number, drift: number, light = "#ffa05a", seed = 5): void {
  vapour(view, { seed, top, height, dark: "#7a1c14", light, cover: 0.5, opacity, depth, drift, cells: 3, crisp: 0.08 });
}

/** White terraces of drying salt, stepping down to the viewer: scalloped lips, walls with drips, every pan holding a piece of sky. */
export function saltPans(view: View, look: { horizon: number; bottom: number; sun: number; sky: string; salt: string; shade: string; rows?: number }, between?: (row: number, y: number, k: number) => void): void {
  const rows = look.rows ?? 8;
  for (let i = 0; i < rows; i++) {
    const k = i / (rows - 1);
    const y = lerp(look.horizon, look.bottom, k ** 1.55);
    const pool = lerp(7, 62, k ** 1.2);
    layer(view, lerp(0.12, 1.15, k), (ctx) => {
      const wide = lerp(74, 380, k);
      const lip: Point[] = [];
      for (let x = -260; x <= 980; x += 10) {
        const a = Math.abs(Math.sin((x / wide + hash(i, 9) * 7) * Math.PI)) ** 0.55;
        lip.push([x, y + pool + a * lerp(4, 40, k) + Math.sin(x * 0.011 + i * 2) * lerp(1, 9, k)]);
      }
      const trace = (close: () => void) => {
        ctx.beginPath();
        for (const [x, ly] of lip) ctx.lineTo(x, ly);
        close();
      };
      trace(() => {
        ctx.lineTo(980, y - 3);
        ctx.lineTo(-260, y - 3);
      });
      ctx.fillStyle = ramp(ctx, [look.sun - 460, 0], [look.sun + 460, 0], [
        [0, mix(look.sky, look.shade, 0.6)], [0.36, mix(look.sky, look.shade, 0.14)], [0.5, mix(look.sky, "#fff2c8", 0.65)], [0.64, mix(look.sky, look.shade, 0.14)], [1, mix(look.sky, look.shade, 0.6)],
      ]);
      ctx.fill();
      ctx.save();
      ctx.clip();
      ctx.fillStyle = ramp(ctx, [0, y - 3], [0, y + pool], [[0, fade(look.shade, 0.75)], [0.5, fade(look.shade, 0.1)], [1, fade("#fff6e6", 0.12)]]);
      ctx.fillRect(-260, y - 3, 1240, pool + 60);
      for (let j = 0; j < 8; j++) {
        const gx = look.sun + (hash(i, j) - 0.5) * lerp(120, 420, k) + Math.sin(view.t * 0.8 + j * 2 + i) * 12;
        ctx.fillStyle = fade("#fff6d8", 0.45 + 0.25 * Math.sin(view.t * 1.6 + j + i));
        ctx.fillRect(gx, y + pool * (0.2 + hash(j, i) * 0.9), lerp(12, 80, k), lerp(1, 3, k));
      }
      ctx.restore();
      trace(() => {
        ctx.lineTo(980, 1800);
        ctx.lineTo(-260, 1800);
      });
      const tall = lerp(16, 150, k);
      ctx.fillStyle = ramp(ctx, [0, y + pool], [0, y + pool + tall], [[0, mix(look.salt, "#fffaf0", 0.6)], [0.3, look.salt], [0.75, mix(look.salt, look.shade, 0.6)], [1, mix(look.shade, "#000000", 0.15)]]);
      ctx.fill();
      for (const [n, [x, ly]] of lip.entries()) {
        if (hash(n, i) > 0.5) continue;
        const drop = (0.25 + hash(n, i + 4) * 0.75) * tall * 0.7;
        ctx.fillStyle = hash(n, i + 8) > 0.4 ? fade("#fffaf2", 0.2) : fade(look.shade, 0.3);
        ctx.beginPath();
        ctx.moveTo(x - lerp(1.5, 5, k), ly);
        ctx.lineTo(x + lerp(1.5, 5, k), ly);
        ctx.lineTo(x + 1, ly + drop);
        ctx.fill();
      }
      trace(() => undefined);
      ctx.strokeStyle = fade("#fffaf0", 0.9);
      ctx.lineWidth = lerp(1.4, 6, k);
      ctx.stroke();
    });
    between?.(i, y + pool, k);
  }
}
