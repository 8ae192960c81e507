// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, smooth, wander } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { sea } from "../../engine/sea.ts";
import { sky, vapour } from "../../engine/sky.ts";
import { disc } from "../../engine/solid.ts";

/** The colours of the harbour: fog, rust, and the radium green of the sets. */
export const HUE = {
  night: "#0a0e10", steel: "#1b2426", fog: "#4c5450", rust: "#b2522a", ember: "#f09a52", dusk: "#5c2c1e",
  radium: "#8effb8", tube: "#1e9a62", black: "#040607",
} as const;

/** Fog, far lamps and dark water under a rusty sky. `dawn` 0..1 brings the sun. */
export function harbour(view: View, look: { horizon: number; dawn?: number; green?: number; x?: number }): void {
  const dawn = look.dawn ?? 0;
  const { height } = view;
  const k = look.horizon / height;
  sky(view, [
    [0, mix("#0a1012", "#2c4c52", dawn)], [k * 0.5, mix("#1e2524", "#a87a62", dawn)], [k * 0.85, mix("#6a3622", "#ffa862", dawn)],
    [k, mix("#9a4a28", "#ffd296", dawn)], [1, HUE.black],
  ]);
  vapour(view, { seed: 51, top: look.horizon - height * 0.62, height: height * 0.5, dark: mix("#10171a", "#4a4a4a", dawn), light: mix("#5c5650", "#ffb884", dawn), cover: 0.6, opacity: 0.85, depth: 0.08, drift: 9, cells: 3, crisp: 0.25 });
  layer(view, 0.12, (ctx) => {
    glow(ctx, look.x ?? 360, look.horizon - 10, 620, mix(HUE.rust, "#ffd08a", dawn), 0.5 + dawn * 0.3);
    for (let i = 0; i < 16; i++) {
      const x = -60 + hash(i, 3) * (view.width + 120);
      glow(ctx, x, look.horizon - 8 - hash(i, 5) * 46, 26 + hash(i, 8) * 26, i % 5 ? HUE.ember : HUE.radium, (0.4 + hash(i, 9) * 0.4) * (1 - dawn * 0.6));
    }
  });
  sea(view, { horizon: look.horizon, bottom: height + 40, far: mix("#4a2a1e", "#b8683c", dawn), near: "#04090b", crest: mix("#4a5a54", "#ffcf98", dawn), swell: 0.22, rows: 9, seed: 33, shine: { x: look.x ?? 360, color: look.green ? HUE.radium : mix(HUE.ember, "#ffe4b0", dawn), width: 90, strength: look.green ?? 0.6 } });
}

/** A bank of fog across the frame. */
export function fogBank(view: View, look: { top: number; height: number; depth: number; drift: number; opacity: number; seed: number; warm?: number }): void {
  vapour(view, { seed: look.seed, top: look.top, height: look.height, dark: mix("#1a2222", "#6a3c28", look.warm ?? 0.3), light: mix("#6a706a", "#d88a58", look.warm ?? 0.3), cover: 0.62, opacity: look.opacity, depth: look.depth, drift: look.drift, cells: 3, crisp: 0.15 });
}

/** A harbour crane, its rails at 0,0, `h` tall, boom to the right; `fade` 0..1 sinks it into the fog colour. */
export function crane(ctx: CanvasRenderingContext2D, look: { h: number; t: number; color: string; light: string; seed: number }): void {
  const { h, color } = look;
  const line = (a: Point, b: Point, width: number) => {
    ctx.lineWidth = width * h;
    ctx.stroke(outline([a, b], false));
  };
  const p = (x: number, y: number): Point => [x * h, -y * h, 1];
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  for (const side of [-1, 1]) {
    line(p(0.17 * side, 0), p(0.13 * side, 0.56), 0.026);
    line(p(0.11 * side, 0), p(0.09 * side, 0.56), 0.016);
    line(p(0.13 * side, 0.54), p(0, 1), 0.016);
  }
  line(p(-0.17, 0.2), p(0.17, 0.2), 0.026);
  line(p(-0.17, 0.02), p(0.16, 0.2), 0.01);
  line(p(-0.3, 0.55), p(0.86, 0.55), 0.02);
  line(p(-0.3, 0.6), p(0.86, 0.6), 0.014);
  for (let i = 0; i < 24; i++) line(p(-0.3 + i * 0.0483, i % 2 ? 0.55 : 0.6), p(-0.3 + (i + 1) * 0.0483, i % 2 ? 0.6 : 0.55), 0.006);
  line(p(0, 1), p(0.82, 0.6), 0.007);
  line(p(0, 1), p(0.44, 0.6), 0.007);
  line(p(0, 1), p(-0.28, 0.6), 0.009);
  ctx.fillRect(-0.34 * h, -0.66 * h, 0.16 * h, 0.12 * h);
  const swing = Math.sin(look.t * 0.8 + look.seed) * 0.008;
  for (const dx of [0, 0.03]) line(p(0.6 + dx, 0.55), p(0.6 + dx + swing, 0.32), 0.005);
  ctx.fillRect((0.575 + swing) * h, -0.33 * h, 0.08 * h, 0.024 * h);
  ctx.fillStyle = mix(color, look.light, 0.5);
  ctx.fillRect(0.5 * h, -0.54 * h, 0.06 * h, 0.05 * h);
  const beat = 0.4 + 0.6 * Math.max(0, Math.sin(look.t * 2.2 + look.seed));
  glow(ctx, 0, -h, h * 0.12, "#ff6a3c", beat);
  glow(ctx, 0.53 * h, -0.5 * h, h * 0.14, look.light, 0.6);
}

/** The mast of the station, foot at 0,0: lattice, arms, a green lamp that beats. */
export function mast(ctx: CanvasRenderingContext2D, look: { h: number; foot: number; color: string; t: number; lamp: number }): void {
  const { h, foot } = look;
  const at = (k: number, side: number): Point => [side * (foot * (1 - k) + 5 * k), -h * k, 1];
  ctx.strokeStyle = look.color;
  for (const side of [-1, 0.1, 1]) {
    ctx.lineWidth = side === 0.1 ? 5 : 11;
    ctx.stroke(outline([at(0, side), at(1, side)], false));
  }
  let k = 0;
  while (k < 0.97) {
    const next = Math.min(0.98, k + 0.1 * (1 - k * 0.72));
    ctx.lineWidth = 5 - k * 3;
    ctx.stroke(outline([at(k, -1), at(next, 1)], false));
    ctx.stroke(outline([at(k, 1), at(next, -1)], false));
    ctx.stroke(outline([at(next, -1), at(next, 1)], false));
    k = next;
  }
  ctx.lineWidth = 4;
  for (const [y, w] of [[0.97, 74], [0.9, 116], [0.82, 150]] as const) {
    ctx.stroke(outline([[-w, -h * y, 1], [w, -h * y, 1]], false));
    for (let i = -3; i <= 3; i++) ctx.stroke(outline([[(i * w) / 3, -h * y - 26, 1], [(i * w) / 3, -h * y + 20, 1]], false));
  }
  ctx.lineWidth = 1.6;
  for (const side of [-1, 1]) for (const y of [0.86, 0.5]) ctx.stroke(outline([[0, -h * y, 1], [side * h * 0.62, 60, 1]], false));
  ctx.lineWidth = 6;
  ctx.stroke(outline([[0, -h, 1], [0, -h - 84, 1]], false));
  glow(ctx, 0, -h - 84, 230, HUE.radium, look.lamp * 0.8);
  ctx.fillStyle = mix("#12301f", "#f0fff4", look.lamp);
  ctx.fill(disc(0, -h - 84, 9));
}

/** A freighter bow-on, waterline at 0,0, 560 tall. `on` lights her; 0 is a ship without lights. */
export function freighter(ctx: CanvasRenderingContext2D, look: { on: number; body: string; light: string; t: number; rust?: number; bare?: boolean }): void {
  const { on, body, light } = look;
  wash(ctx, look.t, body, light);
  const edge = { color: light, from: [-0.7, -0.8] as const, width: 7, strength: 0.5 };
  const fill = (points: readonly Point[], top: string, base: string, y0: number, y1: number, lit = true) => {
    const path = outline(points);
    ctx.fillStyle = ramp(ctx, [0, y0], [0, y1], [[0, top], [1, base]]);
    ctx.fill(path);
    if (lit) rim(ctx, path, edge);
    return path;
  };
  const up = mix(body, light, 0.22);
  ctx.strokeStyle = body;
  ctx.lineWidth = 7;
  ctx.stroke(outline([[0, -480, 1], [0, -640, 1]], false));
  ctx.lineWidth = 3;
  for (const s of [-1, 1]) ctx.stroke(outline([[0, -620, 1], [s * 190, -350, 1]], false));
  ctx.stroke(outline([[-46, -580, 1], [46, -580, 1]], false));
  fill([[-52, -470, 1], [-44, -548, 1], [44, -548, 1], [52, -470, 1]], up, body, -548, -470);
  fill([[-128, -340, 1], [-120, -440, 1], [120, -440, 1], [128, -340, 1]], up, body, -440, -340);
  fill([[-176, -438, 1], [-168, -486, 1], [168, -486, 1], [176, -438, 1]], up, body, -486, -438);
  for (let i = 0; i < 9; i++) {
    ctx.fillStyle = mix(mix(body, light, 0.3), "#fff0c0", on);
    ctx.fillRect(-156 + i * 35.6, -476, 27, 22);
    if (i % 2 === 0) {
      ctx.fillStyle = mix(mix(body, light, 0.2), "#ffd890", on * 0.9);
      ctx.fillRect(-104 + i * 24, -412, 13, 16);
    }
  }
  const hull = fill([[-212, -352, 1], [-120, -344], [0, -372, 1], [120, -344], [212, -352, 1], [196, -210], [140, -80], [92, 10, 1], [-92, 10, 1], [-140, -80], [-196, -210]], mix(body, light, 0.16), mix(body, "#000000", 0.5), -372, 10);
  ctx.save();
  ctx.clip(hull);
  const rust = look.rust ?? 0.6;
  for (let i = 0; i < 46; i++) {
    const x = -200 + hash(i, 4) * 400;
    const y = -350 + hash(i, 6) * 120;
    ctx.fillStyle = ramp(ctx, [0, y], [0, y + 160], [[0, fade(HUE.rust, rust * (0.08 + hash(i, 2) * 0.3))], [1, fade(HUE.rust, 0)]]);
    ctx.fillRect(x, y, 3 + hash(i, 7) * 12, 70 + hash(i, 9) * 130);
  }
  ctx.fillStyle = fade("#000000", 0.5);
  ctx.fill(outline([[0, -372, 1], [212, -352, 1], [196, -210], [92, 10, 1], [0, 10, 1]]));
  ctx.fillStyle = fade(HUE.rust, 0.3 * rust);
  ctx.fillRect(-220, -58, 440, 70);
  ctx.restore();
  ctx.strokeStyle = fade(light, 0.5);
  ctx.lineWidth = 3;
  ctx.stroke(outline([[0, -372, 1], [-2, -180], [0, 8, 1]], false));
  for (const s of look.bare ? [] : [-1, 1]) {
    ctx.fillStyle = HUE.black;
    ctx.fill(disc(s * 86, -236, 15, 1.2));
    ctx.strokeStyle = mix(body, light, 0.35);
    ctx.lineWidth = 7;
    ctx.stroke(outline([[s * 86, -236], [s * 80, -180]], false));
    ctx.stroke(outline([[s * 80 - 20, -190], [s * 80, -172], [s * 80 + 20, -190]], false));
  }
  if (on <= 0) return;
  glow(ctx, 0, -462, 420, "#ffd890", on * 0.6);
  // Seen from ahead, her green starboard lamp is on our left.
  for (const [x, y, c, r] of [[-150, -400, HUE.radium, 110], [150, -400, "#ff5a3c", 110], [0, -636, "#fff4d8", 190]] as const) {
    glow(ctx, x, y, r, c, on);
    ctx.fillStyle = mix(c, "#ffffff", 0.6 * on);
    ctx.fill(disc(x, y, 6));
  }
}

/** The dark of the hull on the water, and the wave it pushes. */
function wash(ctx: CanvasRenderingContext2D, t: number, body: string, light: string): void {
  for (let i = 0; i < 9; i++) {
    const [y, w] = [8 + i * 15, 108 - i * 7];
    ctx.fillStyle = fade(body, 0.75 * (1 - i / 9));
    ctx.fill(outline([[-w + Math.sin(t * 1.7 + i * 1.8) * 9, y], [0, y - 7], [w + Math.sin(t * 1.5 + i * 2.2) * 9, y], [0, y + 8]]));
  }
  for (const s of [-1, 1]) {
    ctx.fillStyle = ramp(ctx, [0, 0], [s * 330, 40], [[0, fade(light, 0.55)], [1, fade(light, 0)]]);
    ctx.fill(outline([[0, 4], [s * 96, -4], [s * 200, 14], [s * 330, 42], [s * 190, 28], [s * 80, 20]]));
  }
}

/** What the beam writes: a voice, a breath of noise, or nothing. */
export type Trace = "call" | "voice" | "flat";

/** Height of the trace at x (-1..1), -1..1. */
export function trace(kind: Trace, x: number, t: number): number {
  const hiss = wander(x * 40 + t * 31, 4) * 0.05 + wander(x * 90 - t * 50, 9) * 0.03;
  if (kind === "flat") return hiss * smooth(1.6, 0.4, t) + Math.sin(x * 8 - t * 3) * 0.012;
  const burst = smooth(-0.2, 0.5, wander(t * 1.5 + 2, 2) + 0.35) * (kind === "voice" ? 1 : smooth(0.4, 0.9, t));
  const shape = (1 - x * x) ** 1.4;
  const tone = Math.sin(x * 21 + t * 9) * 0.5 + Math.sin(x * 47 - t * 14) * 0.32 * (0.5 + 0.5 * Math.sin(t * 5)) + Math.sin(x * 9 - t * 6) * 0.3;
  return hiss + tone * shape * burst * (kind === "voice" ? 0.62 : 0.5);
}

/** The round screen of the oscilloscope, middle at 0,0. */
export function scope(ctx: CanvasRenderingContext2D, look: { r: number; t: number; kind: Trace; bezel?: boolean; strength?: number }): void {
  const { r, t } = look;
  const strong = look.strength ?? 1;
  if (look.bezel !== false) {
    for (const [grow, a, b] of [[1.2, "#5a4034", "#0c0d0d"], [1.15, "#1c1a18", "#4a3026"], [1.06, "#0a0c0c", "#6a4030"]] as const) {
      ctx.fillStyle = ramp(ctx, [-r * 0.7, -r], [r * 0.7, r], [[0, a], [1, b]]);
      ctx.fill(disc(0, 0, r * grow));
    }
    for (let i = 0; i < 8; i++) {
      const a = i * 0.785 + 0.39;
      ctx.fillStyle = ramp(ctx, [Math.cos(a) * r * 1.12 - 9, Math.sin(a) * r * 1.12 - 9], [Math.cos(a) * r * 1.12 + 9, Math.sin(a) * r * 1.12 + 9], [[0, "#c88a5c"], [1, "#1c100a"]]);
      ctx.fill(disc(Math.cos(a) * r * 1.125, Math.sin(a) * r * 1.125, r * 0.026));
    }
  }
  const glass = ctx.createRadialGradient(-r * 0.1, -r * 0.1, r * 0.1, 0, 0, r);
  for (const [at, tone] of [[0, "#2fae74"], [0.45, "#14704a"], [0.85, "#07352a"], [1, "#03140f"]] as const) glass.addColorStop(at, mix(HUE.black, tone, strong));
  ctx.fillStyle = glass;
  ctx.fill(disc(0, 0, r));
  ctx.save();
  ctx.clip(disc(0, 0, r * 0.985));
  ctx.strokeStyle = fade("#04251a", 0.7);
  ctx.lineWidth = r * 0.007;
  for (let i = -4; i <= 4; i++) {
    ctx.stroke(outline([[(i * r) / 4.5, -r], [(i * r) / 4.5, r]], false));
    ctx.stroke(outline([[-r, (i * r) / 4.5], [r, (i * r) / 4.5]], false));
  }
  ctx.globalCompositeOperation = "screen";
  ctx.lineJoin = "round";
  const path = new Path2D();
  for (let i = 0; i <= 150; i++) {
    const x = i / 75 - 1;
    path[i ? "lineTo" : "moveTo"](x * r, trace(look.kind, x, t) * r);
  }
  for (const [width, alpha, color] of [[0.11, 0.16, HUE.radium], [0.05, 0.35, HUE.radium], [0.02, 0.9, "#d8ffe4"], [0.009, 1, "#ffffff"]] as const) {
    ctx.strokeStyle = fade(color, alpha * strong);
    ctx.lineWidth = r * width;
    ctx.stroke(path);
  }
  ctx.restore();
  glow(ctx, 0, 0, r * 2.1, HUE.radium, 0.3 * strong);
  placed(ctx, { x: 0, y: 0 }, () => {
    ctx.fillStyle = ramp(ctx, [-r * 0.6, -r * 0.8], [0, 0], [[0, fade("#e8fff0", 0.1)], [1, fade("#e8fff0", 0)]]);
    ctx.fill(outline([[-r * 0.86, -r * 0.2], [-r * 0.62, -r * 0.66], [-r * 0.1, -r * 0.9], [-r * 0.2, -r * 0.62], [-r * 0.55, -r * 0.36]]));
  });
}
