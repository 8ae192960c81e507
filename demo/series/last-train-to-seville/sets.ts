// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { ridge } from "../../engine/land-forms.ts";
import { hash } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, ramp, sprite, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky, stars, vapour } from "../../engine/sky.ts";
import { slab, solid } from "../../engine/solid.ts";

/** Hours of the journey. */
export type Hour = "dusk" | "night" | "dawn";

/** Colours of the three hours. */
export const TONES = {
  dusk: { sky: ["#1b0d33", "#4b1d58", "#a3406c", "#f0825f", "#ffcb93"], far: "#8d3f6d", mid: "#54245a", near: "#200d2e", light: "#ffb377", sun: "#ffd9a0" },
  night: { sky: ["#0b0820", "#1b1140", "#3a1d57", "#6b2f63", "#a04e6a"], far: "#3d2055", mid: "#24133f", near: "#0d0719", light: "#e79a8c", sun: "#ffd9a0" },
  dawn: { sky: ["#4a3a78", "#9a5f94", "#ec9a94", "#ffc79c", "#fff0cf"], far: "#b9799a", mid: "#7a4a78", near: "#3a1f45", light: "#ffe0b0", sun: "#fff6dc" },
} as const;

/** The sky with its ranges of mountains. `drift` lets them pass by, as from a window. */
export function plateau(view: View, look: { horizon: number; hour: Hour; drift?: number; between?: () => void; tall?: number }): void {
  const tall = look.tall ?? 1;
  const tone = TONES[look.hour];
  const at = look.horizon / view.height;
  sky(view, [[0, tone.sky[0]], [at * 0.35, tone.sky[1]], [at * 0.66, tone.sky[2]], [at * 0.9, tone.sky[3]], [at, tone.sky[4]], [1, tone.near]]);
  if (look.hour !== "dawn") stars(view, { seed: 9, count: 110, bottom: look.horizon * 0.6, strength: look.hour === "night" ? 0.9 : 0.5 });
  const drift = look.drift ?? 0;
  vapour(view, { seed: 31, top: look.horizon * 0.12, height: look.horizon * 0.62, dark: tone.sky[1], light: tone.sky[3], cover: 0.42, opacity: 0.75, depth: 0.03, drift: -4 + drift * 0.02, cells: 3, crisp: 0.35 });
  look.between?.();
  ridge(view, { seed: 4, foot: look.horizon + 14, height: 190 * tall, top: mix(tone.far, tone.light, 0.12), base: mix(tone.far, tone.sky[4], 0.55), light: tone.light, depth: 0.12, sharp: 0.55, drift: drift * 0.08, edge: 0.6, below: 260 });
  vapour(view, { seed: 8, top: look.horizon - 70, height: 150, dark: tone.sky[3], light: tone.sky[4], cover: 0.55, opacity: 0.6, depth: 0.16, drift: 5 + drift * 0.1, cells: 4, crisp: 0.1 });
  ridge(view, { seed: 11, foot: look.horizon + 50, height: 120 * tall, top: tone.mid, base: mix(tone.mid, tone.sky[3], 0.5), light: tone.light, depth: 0.26, sharp: 0.35, drift: drift * 0.22, edge: 0.5, below: 300 });
}

/** The sun as a clock: twelve marks, no hands, until somebody lets time run. `hands` 0..1 brings them. */
export function sunClock(view: View, x: number, y: number, r: number, look: { core: string; low: string; mark: string; hands?: number; strength?: number }): void {
  layer(view, 0.05, (ctx) => {
    glow(ctx, x, y, r * 3.6, "#ff7a52", 0.5);
    glow(ctx, x, y, r * 1.8, "#ffb070", 0.55);
    ctx.fillStyle = ramp(ctx, [0, y - r], [0, y + r], [[0, "#fff3d0"], [0.4, look.core], [0.78, look.low], [1, mix(look.low, "#c03a5a", 0.4)]]);
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
    dial(ctx, x, y, r, fade(look.mark, look.strength ?? 0.55));
    const k = look.hands ?? 0;
    if (k <= 0) return;
    ctx.globalAlpha *= k;
    ctx.fillStyle = fade(look.mark, 0.8);
    const turn = view.t * 0.9 - 0.4;
    for (const [a, long, wide] of [[turn, 0.7, 0.045], [turn / 12 + 0.9, 0.46, 0.06]] as const)
      ctx.fill(ribbon([[x - Math.sin(a) * r * 0.1, y + Math.cos(a) * r * 0.1], [x + Math.sin(a) * r * long * 0.6, y - Math.cos(a) * r * long * 0.6], [x + Math.sin(a) * r * long, y - Math.cos(a) * r * long]], [wide * r * 0.6, wide * r, 0.5]));
    ctx.beginPath();
    ctx.arc(x, y, r * 0.045, 0, 7);
    ctx.fill();
  });
}

/** Hour marks and rings of a dial. */
export function dial(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, color: string): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = r * 0.014;
  for (const k of [0.93, 0.7]) {
    ctx.beginPath();
    ctx.arc(x, y, r * k, 0, 7);
    ctx.stroke();
  }
  for (let i = 0; i < 60; i++) {
    const a = (i / 60) * Math.PI * 2;
    const hour = i % 5 === 0;
    ctx.lineWidth = r * (hour ? (i % 15 === 0 ? 0.05 : 0.034) : 0.009);
    ctx.beginPath();
    ctx.moveTo(x + Math.sin(a) * r * (hour ? 0.74 : 0.87), y - Math.cos(a) * r * (hour ? 0.74 : 0.87));
    ctx.lineTo(x + Math.sin(a) * r * 0.89, y - Math.cos(a) * r * 0.89);
    ctx.stroke();
  }
}

const CAR = [330, 120] as const;

/** One carriage, kept as a picture: rails at y = 108, 320 long. Somebody sits behind some of its panes. */
function carriage(view: View, hour: Hour, seed: number): HTMLCanvasElement {
  const tone = TONES[hour];
  return sprite({ ...view, scale: view.scale * 2 }, `car${hour}${seed}`, CAR[0], CAR[1], (ctx) => {
    const dark = mix(tone.near, "#2a0d2c", 0.5);
    for (const x of [46, 76, 250, 280]) solid(ctx, slab(x, 99, 20, 20, 10), [mix(dark, tone.light, 0.3), "#0a0410"], [0, 88, 0, 108]);
    ctx.fillStyle = "#0a0410";
    ctx.fillRect(0, 86, 330, 6);
    ctx.fillRect(30, 88, 62, 9);
    ctx.fillRect(234, 88, 62, 9);
    const body = outline([[7, 86, 1], [6, 34], [10, 18], [26, 9, 1], [304, 9, 1], [320, 18], [324, 34], [323, 86, 1]]);
    solid(ctx, body, [mix(dark, tone.light, 0.5), mix(dark, "#7a2450", 0.4), dark, "#0d0514"], [0, 8, 0, 88], { color: tone.light, from: [0, -1], width: 5, strength: 0.8 });
    ctx.fillStyle = fade("#ff9a6a", 0.75);
    ctx.fillRect(7, 68, 317, 3.2);
    for (let i = 0; i < 7; i++) {
      const x = 26 + i * 41;
      const pane = slab(x + 16, 44, 31, 27, 5);
      ctx.fillStyle = ramp(ctx, [0, 30], [0, 58], [[0, "#fff2c6"], [0.5, "#ffcf86"], [1, "#e8934c"]]);
      ctx.fill(pane);
      if (hash(i, seed) < 0.42) {
        ctx.save();
        ctx.clip(pane);
        ctx.fillStyle = fade("#3a1226", 0.85);
        ctx.beginPath();
        ctx.arc(x + 16 + hash(i, 5) * 6 - 3, 46, 5, 0, 7);
        ctx.ellipse(x + 16 + hash(i, 5) * 6 - 3, 61, 10, 10, 0, 0, 7);
        ctx.fill();
        ctx.restore();
      }
      ctx.fillStyle = fade("#3a1226", 0.6);
      ctx.fillRect(x, 37, 32, 1.4);
    }
  });
}

/** The long train, its head at `x` going right, rails at `y`; cars follow to the left. */
export function train(view: View, ctx: CanvasRenderingContext2D, at: { x: number; y: number; scale: number; cars: number; hour: Hour }): void {
  const long = 324 * at.scale;
  const tall = CAR[1] * at.scale;
  for (let i = 1; i <= at.cars; i++) {
    const x = at.x - i * long;
    if (x > view.width + 200 || x + long < -200) continue;
    ctx.drawImage(carriage(view, at.hour, i % 3), x, at.y - tall * 0.9, CAR[0] * at.scale, tall);
    glow(ctx, x + long / 2, at.y - tall * 0.5, long * 0.62, "#ff9a52", 0.26);
  }
  const s = at.scale;
  const tone = TONES[at.hour];
  solid(ctx, outline([[at.x, at.y - 22 * s, 1], [at.x, at.y - 98 * s, 1], [at.x + 120 * s, at.y - 98 * s], [at.x + 190 * s, at.y - 82 * s], [at.x + 236 * s, at.y - 48 * s], [at.x + 244 * s, at.y - 20 * s, 1]]), [mix(tone.near, tone.light, 0.55), mix(tone.near, "#7a2450", 0.6), "#0d0514"], [0, at.y - 100 * s, 0, at.y - 18 * s], { color: tone.light, from: [0.3, -1], width: 6 * s, strength: 0.9 });
  ctx.fillStyle = "#ffdf9c";
  ctx.fill(outline([[at.x + 132 * s, at.y - 84 * s, 1], [at.x + 172 * s, at.y - 78 * s], [at.x + 196 * s, at.y - 62 * s, 1], [at.x + 132 * s, at.y - 62 * s, 1]]));
  ctx.fillStyle = "#0a0410";
  ctx.fillRect(at.x, at.y - 24 * s, 230 * s, 16 * s);
  glow(ctx, at.x + 234 * s, at.y - 42 * s, 90 * s, "#fff0c4", 0.9);
}

/** Stone arches that carry the line: deck at `y`. */
export function viaduct(ctx: CanvasRenderingContext2D, look: { y: number; left: number; right: number; span: number; deep: number; color: string; light: string; mist: string }): void {
  const path = new Path2D();
  path.rect(look.left, look.y, look.right - look.left, look.deep);
  for (let x = look.left + look.span * 0.08; x < look.right; x += look.span) {
    const w = look.span * 0.78;
    path.moveTo(x, look.y + look.deep + 4);
    path.lineTo(x, look.y + look.span * 0.62);
    path.arc(x + w / 2, look.y + look.span * 0.62, w / 2, Math.PI, 0);
    path.lineTo(x + w, look.y + look.deep + 4);
    path.closePath();
  }
  ctx.fillStyle = ramp(ctx, [0, look.y], [0, look.y + look.deep], [[0, mix(look.color, look.light, 0.16)], [0.35, look.color], [1, look.mist]]);
  ctx.fill(path, "evenodd");
  ctx.strokeStyle = fade(look.light, 0.4);
  ctx.lineWidth = look.span * 0.02;
  for (let x = look.left + look.span * 0.08; x < look.right; x += look.span) {
    ctx.beginPath();
    ctx.arc(x + look.span * 0.39, look.y + look.span * 0.62, look.span * 0.39, Math.PI * 1.02, Math.PI * 1.6);
    ctx.stroke();
  }
  ctx.fillStyle = mix(look.color, look.light, 0.5);
  ctx.fillRect(look.left, look.y, look.right - look.left, look.span * 0.03);
  ctx.fillStyle = mix(look.color, "#000000", 0.3);
  ctx.fillRect(look.left, look.y + look.span * 0.1, look.right - look.left, look.span * 0.025);
}

/** Swallows that cut across the light. */
export function swallows(view: View, look: { count: number; x: number; y: number; spread: number; size: number; color: string; seed: number }): void {
  layer(view, 0.5, (ctx) => {
    ctx.fillStyle = look.color;
    for (let i = 0; i < look.count; i++) {
      const a = view.t * (0.5 + hash(i, look.seed) * 0.5) + i * 1.7;
      const x = look.x + Math.cos(a) * look.spread * (0.4 + hash(i, 2));
      const y = look.y + Math.sin(a * 1.6 + i) * look.spread * 0.34 * (0.4 + hash(i, 4));
      const s = look.size * (0.5 + hash(i, 8) * 0.9);
      const flap = Math.sin(view.t * 9 + i * 2) * 0.5;
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(Math.sin(a) * 0.5);
for (const [dir, k] of [[-1, 1 + flap * 0.5], [1, 0.75 - flap * 0.4]] as const)
        ctx.fill(ribbon([[s * 0.28, 0], [s * 0.2, dir * s * 0.42 * k], [-s * 0.14, dir * s * 0.86 * k], [-s * 0.72, dir * s * 1.24 * k]], [s * 0.34, s * 0.3, s * 0.19, s * 0.02]));
      ctx.fill(ribbon([[s * 0.62, 0], [s * 0.2, 0], [-s * 0.4, 0]], [s * 0.06, s * 0.3, s * 0.1]));
      for (const d of [-1, 1]) ctx.fill(ribbon([[-s * 0.3, 0], [-s * 0.7, d * s * 0.12], [-s * 1.15, d * s * 0.34]], [s * 0.13, s * 0.08, s * 0.01]));
      ctx.restore();
    }
  });
}
