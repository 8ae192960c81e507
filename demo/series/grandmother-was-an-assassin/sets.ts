// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { firs, ridge } from "../../engine/land-forms.ts";
import { hash } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky, stars, vapour } from "../../engine/sky.ts";
import { disc, slab, solid } from "../../engine/solid.ts";

/** The one red of the series: her wool. */
export const WOOL = "#d81f33";

/** Powder blue by day, deeper by night. */
export const COLD = {
  dusk: { sky: ["#5d83b4", "#8fb0d4", "#bcd3e8", "#e6eef5"], far: "#a9c2dc", mid: "#7d9cc2", near: "#41608c", snow: "#dbe8f4", shade: "#86a4c8", light: "#ffffff" },
  night: { sky: ["#152444", "#2b4673", "#5577a6", "#93b1d2"], far: "#5f7fac", mid: "#3d5c8c", near: "#1b3056", snow: "#a9c3e0", shade: "#3f5f90", light: "#dcebfa" },
} as const;
/** Which of the two hours. */
export type Hour = keyof typeof COLD;

/** Sky, peaks under snow and woods below them. */
export function alps(view: View, look: { foot: number; hour: Hour; moon?: readonly [number, number, number] }): void {
  const c = COLD[look.hour];
  const at = look.foot / view.height;
  sky(view, [[0, c.sky[0]], [at * 0.4, c.sky[1]], [at * 0.75, c.sky[2]], [at, c.sky[3]], [1, c.shade]]);
  if (look.hour === "night") stars(view, { seed: 6, count: 120, bottom: look.foot * 0.7, strength: 0.8 });
  if (look.moon) {
    const [x, y, r] = look.moon;
    layer(view, 0.05, (ctx) => {
      glow(ctx, x, y, r * 4, "#eaf4ff", 0.55);
      ctx.fillStyle = ramp(ctx, [x - r, y - r], [x + r, y + r], [[0, "#ffffff"], [1, "#d4e4f4"]]);
      ctx.fill(disc(x, y, r));
    });
  }
  ridge(view, { seed: 23, foot: look.foot, height: view.height * 0.3, top: mix(c.far, "#ffffff", 0.4), base: mix(c.far, c.sky[3], 0.5), light: "#ffffff", depth: 0.1, sharp: 0.9, snow: 0.5, edge: 0.6, side: -1 });
  vapour(view, { seed: 5, top: look.foot - 130, height: 170, dark: c.sky[2], light: "#ffffff", cover: 0.5, opacity: 0.7, depth: 0.14, drift: 6, cells: 4, crisp: 0.15 });
  ridge(view, { seed: 31, foot: look.foot + 50, height: view.height * 0.14, top: c.mid, base: mix(c.mid, c.sky[3], 0.4), light: c.light, depth: 0.22, sharp: 0.7, snow: 0.4, edge: 0.4, side: -1, below: 300 });
  firs(view, { seed: 3, foot: look.foot + 76, low: 40, high: 96, gap: 20, color: mix(c.near, c.mid, 0.35), ground: c.shade, light: c.light, depth: 0.32, snow: 0.5, side: -1 });
}

/** A bank of snow with its blue shade. */
export function bank(ctx: CanvasRenderingContext2D, look: { crest: readonly Point[]; bottom: number; hour: Hour; warm?: readonly [number, number, number] }): void {
  const c = COLD[look.hour];
  const [first, last] = [look.crest[0] as Point, look.crest.at(-1) as Point];
  const path = outline([...look.crest, [last[0], look.bottom, 1], [first[0], look.bottom, 1]]);
  const high = Math.min(...look.crest.map(([, y]) => y));
  ctx.fillStyle = ramp(ctx, [0, high], [0, high + 330], [[0, c.snow], [0.3, mix(c.snow, c.shade, 0.5)], [1, mix(c.shade, c.near, 0.45)]]);
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  if (look.warm) glow(ctx, look.warm[0], look.warm[1], look.warm[2], "#ffb45c", 0.6);
  for (let i = 0; i < 7; i++) {
    ctx.fillStyle = fade(i % 2 ? "#ffffff" : c.near, 0.07);
    const y = high + 50 + i * 46;
    ctx.fill(ribbon([[first[0], y + hash(i) * 40], [first[0] + (last[0] - first[0]) * 0.4, y - 16], [last[0], y + hash(i, 3) * 50]], [0, 22, 0]));
  }
  ctx.restore();
  rim(ctx, path, { color: "#ffffff", from: [-0.2, -1], width: 8, strength: 0.75 });
}

/** A ball of wool with its centre at x, y; `roll` turns it. */
export function wool(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, roll: number): void {
  ctx.fillStyle = fade("#16294c", 0.3);
  ctx.fill(disc(x + r * 0.3, y + r * 0.93, r * 1.05, 0.2));
  const ball = disc(x, y, r);
  const body = ctx.createRadialGradient(x - r * 0.4, y - r * 0.45, 0, x, y, r * 1.05);
  body.addColorStop(0, "#ff5a5c");
  body.addColorStop(0.45, WOOL);
  body.addColorStop(1, "#6a0a1c");
  ctx.fillStyle = body;
  ctx.fill(ball);
  ctx.save();
  ctx.clip(ball);
  placed(ctx, { x, y, turn: roll, scale: r / 100 }, () => {
    ctx.lineCap = "round";
    for (const [a, n] of [[0.3, 9], [1.5, 8], [-0.7, 9], [2.5, 7]] as const)
      for (let i = 0; i < n; i++) {
        const k = (i / (n - 1)) * 2 - 1;
        placed(ctx, { x: 0, y: 0, turn: a }, () => {
          const arc = outline([[-104, k * 66 - 22], [-40, k * 66 + 12 + k * 20], [40, k * 66 + 12 + k * 20], [104, k * 66 - 22]], false);
          ctx.lineWidth = 8;
          ctx.strokeStyle = fade("#5a0616", 0.28);
          ctx.stroke(arc);
          ctx.lineWidth = 3.4;
          ctx.strokeStyle = fade("#ff8a80", 0.34);
          ctx.stroke(arc);
        });
      }
  });
  ctx.restore();
  rim(ctx, ball, { color: "#ffd8cc", from: [-0.5, -1], width: r * 0.07, strength: 0.7 });
}

/** A thread of wool along a line: twisted, with a soft shade under it. */
export function thread(ctx: CanvasRenderingContext2D, points: readonly Point[], width: number): void {
  const path = outline(points, false);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  placed(ctx, { x: width * 0.5, y: width * 0.9 }, () => {
    ctx.strokeStyle = fade("#16294c", 0.28);
    ctx.lineWidth = width;
    ctx.stroke(path);
  });
  ctx.strokeStyle = "#8a0e22";
  ctx.lineWidth = width;
  ctx.stroke(path);
  ctx.strokeStyle = WOOL;
  ctx.lineWidth = width * 0.72;
  ctx.stroke(path);
  ctx.strokeStyle = fade("#ff9a8c", 0.8);
  ctx.lineWidth = width * 0.24;
  ctx.setLineDash([width * 0.9, width * 0.8]);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/** A chalet seen from its gable, about 200 wide; its door stands at y = 0. */
export function chalet(ctx: CanvasRenderingContext2D, look: { hour: Hour; lit: number; seed: number }): void {
  const c = COLD[look.hour];
  const wood = mix(c.near, "#2a2438", 0.45);
  solid(ctx, [[-86, 4, 1], [-86, -86, 1], [0, -150, 1], [86, -86, 1], [86, 4, 1]], [mix(wood, c.mid, 0.3), wood, mix(wood, "#000000", 0.3)], [-90, -140, 60, 4]);
  ctx.strokeStyle = fade("#000000", 0.16);
  ctx.lineWidth = 1.4;
  for (let y = -82; y < 0; y += 9) ctx.stroke(outline([[-86, y], [86, y]], false));
  for (const [i, [x, y, w, h]] of ([[-52, -62, 30, 32], [22, -62, 30, 32], [-14, -112, 28, 26]] as const).entries()) {
    const on = hash(i, look.seed) < look.lit;
    ctx.fillStyle = on ? ramp(ctx, [0, y], [0, y + h], [[0, "#fff0c0"], [1, "#ffb458"]]) : mix(c.near, "#101828", 0.5);
    ctx.fillRect(x, y, w, h);
    ctx.fillStyle = wood;
    ctx.fillRect(x + w / 2 - 1.4, y, 2.8, h);
    ctx.fillRect(x, y + h / 2 - 1.2, w, 2.4);
    ctx.fillStyle = c.snow;
    ctx.fill(slab(x + w / 2, y + h + 1, w + 10, 6, 3));
    if (on) glow(ctx, x + w / 2, y + h / 2, 70, "#ffb458", 0.5);
  }
  solid(ctx, [[-14, 4, 1], [-14, -40, 1], [8, -40, 1], [8, 4, 1]], [mix(wood, "#000000", 0.3)], [0, 0, 0, 1]);
  solid(ctx, [[52, -118, 1], [52, -168, 1], [70, -168, 1], [70, -104, 1]], [mix(wood, c.mid, 0.3), wood], [52, 0, 70, 0]);
  const roof = outline([[-116, -74], [-108, -88], [-6, -170], [6, -170], [108, -88], [116, -74], [104, -66], [0, -140, 1], [-104, -66]]);
  ctx.fillStyle = ramp(ctx, [-80, -160], [90, -70], [[0, "#ffffff"], [0.4, c.snow], [1, c.shade]]);
  ctx.fill(roof);
  rim(ctx, roof, { color: "#ffffff", from: [-0.5, -1], width: 5, strength: 0.8 });
  ctx.fillStyle = c.snow;
  ctx.fill(slab(61, -170, 26, 10, 5));
}

/** A cabin on its cable, its roller at 0,0; about 150 tall. */
export function cabin(ctx: CanvasRenderingContext2D, look: { hour: Hour; passenger: boolean; t: number }): void {
  const dark = "#1c2c4a";
  ctx.fillStyle = dark;
  ctx.fill(slab(0, 0, 44, 10, 5));
  ctx.fill(outline([[-4, 0, 1], [4, 0, 1], [8, 46, 1], [-8, 46, 1]]));
  const body = slab(0, 94, 128, 100, 22);
  solid(ctx, body, ["#56709a", "#2f4670", dark], [-60, 44, 60, 144], { color: "#ffffff", from: [-0.5, -1], width: 5, strength: 0.8 });
  const pane = slab(0, 82, 108, 46, 10);
  ctx.fillStyle = ramp(ctx, [0, 60], [0, 106], [[0, "#fff2c8"], [1, "#ffb860"]]);
  ctx.fill(pane);
  if (look.passenger) {
    ctx.save();
    ctx.clip(pane);
    ctx.fillStyle = "#241a26";
    ctx.fill(outline([[-14, 110, 1], [-10, 92], [0, 88], [10, 92], [14, 110, 1]]));
    ctx.fill(disc(0, 80, 7.6, 1.15));
    ctx.fill(outline([[-14, 76, 1], [-8, 74], [-7, 66], [7, 66], [8, 74], [14, 76, 1]]));
    ctx.restore();
  }
  ctx.fillStyle = dark;
  for (const x of [-19, 17]) ctx.fillRect(x, 59, 3, 46);
  ctx.fillStyle = "#eef5fc";
  ctx.fill(outline([[-64, 50], [-50, 40], [0, 37], [50, 40], [64, 50], [0, 48]]));
  glow(ctx, 0, 84, 130, "#ffb860", 0.45);
}
