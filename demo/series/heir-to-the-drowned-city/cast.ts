// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, placed, ramp, rim } from "../../engine/paint.ts";
import { head, type Portrait, SOFT_FACE, STRONG_FACE, shoulders } from "../../engine/portrait.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { disc, solid } from "../../engine/solid.ts";
import { GOLD } from "./sets.ts";

/** How the diver is lit: edge colour and side, and how fast her cloth moves. */
export interface Swimmer {
  t: number;
  light: string;
  from: readonly [number, number];
  body?: string;
  edge?: number;
  lamp?: number;
}

type Line = readonly (readonly [number, number])[];

function part(ctx: CanvasRenderingContext2D, s: Swimmer, path: Path2D, color = s.body ?? "#050a2c", strength = 0.85): void {
  solid(ctx, path, [mix(color, s.light, 0.12), color], [0, -160, 0, 160], { color: s.light, from: s.from, width: s.edge ?? 4, strength });
}

/** A gown of gold silk that opens from the belt and dissolves into tails. `along` is its length, w0 and w1 its half widths. */
function gown(ctx: CanvasRenderingContext2D, s: Swimmer, root: readonly [number, number], along: readonly [number, number], look: { w0: number; w1: number; phase: number; dark: number; bend: number }): void {
  const size = Math.hypot(along[0], along[1]);
  const [nx, ny] = [-along[1] / size, along[0] / size];
  const at = (k: number, q: number): [number, number] => {
    const side = q * (lerp(look.w0, look.w1, k ** 1.35) + 7 * Math.exp(-(((k - 0.12) / 0.09) ** 2))) + look.bend * k * k + Math.sin(s.t * 1.7 - k * 4 + look.phase + q * 0.9) * 17 * k * k;
    return [root[0] + along[0] * k + nx * side, root[1] + along[1] * k + ny * side];
  };
  const ks = [0, 0.2, 0.4, 0.6, 0.8];
  const hem = [-1, -0.72, -0.5, -0.25, 0, 0.26, 0.5, 0.76, 1].map((q, i): Point => [...at((i % 2 ? 0.96 : 1.02) - Math.abs(q - 0.3) * 0.2, q)]);
  const path = outline([...ks.map((k) => at(k, -1)), ...hem, ...ks.toReversed().map((k) => at(k, 1))]);
  const dim = (c: string) => mix(c, "#0a1a6a", look.dark);
  ctx.fillStyle = ramp(ctx, root, at(1.05, 0), [[0, dim("#8a4208")], [0.16, dim("#d98418")], [0.45, dim("#ffbb3c")], [0.74, fade(dim("#ffdc8c"), 0.82)], [1, fade(dim("#fff4d0"), 0.04)]]);
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  for (let i = 0; i < 8; i++) {
    const q = i / 3.5 - 1 + (hash(i, 5) - 0.5) * 0.22;
    ctx.fillStyle = i % 2 ? fade("#7a3606", 0.26 - look.dark * 0.2) : fade("#fff6d8", 0.28 - look.dark * 0.2);
    ctx.fill(ribbon([0.02, 0.3, 0.6, 0.85, 1.1].map((k) => at(k, q)), [0.6, 2.6, 6, 7 + look.w1 * 0.08, 1]));
  }
  ctx.restore();
  rim(ctx, path, { color: "#fff6d8", from: s.from, width: 2.2, strength: 0.45 * (1 - look.dark) });
}

/** Hair as one plume: long strands of one wave, thick at the root, apart at the ends. */
function plume(ctx: CanvasRenderingContext2D, s: Swimmer, root: readonly [number, number], along: readonly [number, number], spread: number, thick: number): void {
  const size = Math.hypot(along[0], along[1]);
  const [nx, ny] = [-along[1] / size, along[0] / size];
  for (let i = 0; i < 15; i++) {
    const q = ((i * 4) % 15) / 7 - 1;
    const reach = (1.12 - Math.abs(q) * 0.35) * (0.82 + hash(i, 4) * 0.3);
    const spine = [0, 0.2, 0.4, 0.6, 0.8, 1].map((k): [number, number] => {
      const side = q * lerp(thick * 0.42, spread, k) + Math.sin(s.t * 1.6 - k * 4.2 + q * 0.7) * 15 * k;
      return [root[0] + along[0] * reach * k + nx * side, root[1] + along[1] * reach * k + ny * side];
    });
    const lock = ribbon(spine, [thick * 0.5, thick * 0.5, thick * 0.42, thick * 0.3, thick * 0.16, 0.3]);
    ctx.fillStyle = mix("#100826", s.light, i % 4 === 0 ? 0.2 : 0.02 + hash(i, 8) * 0.1);
    ctx.fill(lock);
  }
}

/** The lamp in her hand: a brass cage round a flame. */
export function divingLamp(ctx: CanvasRenderingContext2D, strength: number): void {
  glow(ctx, 0, 16, 210, GOLD, 0.6 * strength);
  glow(ctx, 0, 16, 70, "#ffe9b0", 0.9 * strength);
  ctx.fillStyle = ramp(ctx, [0, 2], [0, 32], [[0, "#ffdf94"], [0.5, "#fffbe8"], [1, "#ffcb62"]]);
  ctx.fill(outline([[-7, 4], [0, 0], [7, 4], [9, 18], [6, 30], [-6, 30], [-9, 18]]));
  ctx.strokeStyle = "#2a1606";
  ctx.lineWidth = 1.6;
  for (const x of [-9, 0, 9]) ctx.stroke(outline([[x * 0.5, 1], [x, 17], [x * 0.6, 31]], false));
  ctx.stroke(disc(0, -5, 5));
  ctx.fillStyle = "#2a1606";
  for (const y of [0, 29]) ctx.fill(outline([[-8, y, 1], [8, y, 1], [8, y + 4, 1], [-8, y + 4, 1]]));
}

/** The diver head down, lamp first, gown and hair rising behind her; about 530 units from lamp to hem. */
export function diving(ctx: CanvasRenderingContext2D, s: Swimmer): void {
  const kick = Math.sin(s.t * 2.3);
  const skin = "#4a2a2c";
  const warm = { ...s, light: mix(s.light, "#ffd890", 0.5) };
  gown(ctx, s, [8, 2], [150, -280], { w0: 13, w1: 10, phase: 2.4, dark: 0.42, bend: -70 });
  gown(ctx, s, [4, 0], [40, -390], { w0: 17, w1: 16, phase: 1.2, dark: 0.22, bend: 74 });
  part(ctx, s, ribbon([[8, -20], [22, -80], [38 + kick * 4, -132], [58 + kick * 9, -176], [70 + kick * 12, -200]], [28, 22, 15, 9, 2.4]), "#241424");
  part(ctx, s, ribbon([[12, 60], [36, 44], [54, 18], [62, -10], [64, -24]], [12, 10, 8, 6, 2.4]), "#2a1826");
  part(ctx, s, ribbon([[-2, -20], [-8, -86], [-6 - kick * 3, -146], [4 - kick * 8, -204], [8 - kick * 10, -240]], [29, 23, 16, 9, 2.4]), skin);
  plume(ctx, s, [10, 100], [98, -92], 30, 17);
  const bodice = outline([[-12, 74], [-18, 62], [-18, 46], [-13, 24], [-10, 6], [-13, -10], [-19, -30], [0, -40], [20, -30], [16, -8], [13, 14], [17, 34], [17, 56], [9, 72]]);
  solid(ctx, bodice, ["#ffe09a", "#e8962a", "#8a420c"], [-20, 40, 22, 10], { color: "#fff6d8", from: s.from, width: 3, strength: 0.8 });
  gown(ctx, s, [-4, 6], [-58, -330], { w0: 13, w1: 9, phase: 0, dark: 0.06, bend: 92 });
  gown(ctx, s, [1, 8], [4, -196], { w0: 15, w1: 44, phase: 0.9, dark: 0, bend: 16 });
  ctx.fillStyle = "#fff0c0";
  ctx.fill(ribbon([[-16, 10], [0, 3], [16, 10]], [6, 9, 6]));
  part(ctx, warm, ribbon([[0, 66], [1, 78], [2, 90]], [13, 11, 12]), skin);
  part(ctx, warm, outline([[-8, 84], [5, 84], [15, 94], [16, 108], [7, 119], [-5, 120], [-10, 117.4], [-13, 113], [-18.4, 110.6, 1], [-14.6, 107], [-15.4, 103.4], [-14, 100.6], [-14.4, 97], [-15.6, 92, 1]]), "#5a3430");
  const cap = outline([[-4, 83], [6, 82], [17, 92], [19, 108], [9, 122], [-4, 123], [-9, 118], [0, 110], [4, 98]]);
  ctx.fillStyle = "#120a2c";
  ctx.fill(cap);
  rim(ctx, cap, { color: "#ffd890", from: [-0.4, 1], width: 2, strength: 0.6 });
  plume(ctx, s, [13, 106], [84, -50], 14, 12);
  part(ctx, warm, ribbon([[-10, 66], [-32, 96], [-50, 130], [-66, 156], [-71, 166]], [13, 11, 9, 7, 5]), "#5a3430");
  placed(ctx, { x: -73, y: 172, turn: -0.2 }, () => divingLamp(ctx, s.lamp ?? 1));
}

/** The diver upright, seen from behind, the lamp raised in her right hand; hem near y = 190, hair up to -240. */
export function floating(ctx: CanvasRenderingContext2D, s: Swimmer): void {
  const kick = Math.sin(s.t * 1.9);
  placed(ctx, { x: 66, y: -146 }, () => divingLamp(ctx, s.lamp ?? 1));
  part(ctx, s, ribbon([[7, 10], [12, 60], [6 + kick * 3, 120], [12 + kick * 6, 172]], [20, 15, 10, 3]));
  part(ctx, s, ribbon([[-7, 10], [-10, 64], [-10 - kick * 4, 128], [-4 - kick * 8, 186]], [20, 15, 10, 3]));
  part(ctx, s, ribbon([[-17, -84], [-36, -68], [-54, -60 + kick * 4], [-68, -64 + kick * 7]], [10, 9, 7, 3]));
  part(ctx, s, ribbon([[17, -84], [36, -95], [52, -118], [63, -142]], [10, 9, 8, 5]));
  gown(ctx, s, [2, -24], [40, 216], { w0: 14, w1: 54, phase: 0.5, dark: 0.34, bend: -12 });
  part(ctx, s, outline([[-5, -100], [-17, -94], [-19, -82], [-15, -60], [-11, -40], [-14, -22], [14, -22], [11, -40], [15, -60], [19, -82], [17, -94], [5, -100]]), "#7a3c0c");
  gown(ctx, s, [0, -25], [-30, 214], { w0: 15, w1: 52, phase: 1.4, dark: 0, bend: 22 });
  ctx.fillStyle = "#ffd67e";
  ctx.fill(ribbon([[-13, -28], [0, -25], [13, -28]], [5, 6, 5]));
  part(ctx, s, outline([[0, -130], [9, -127], [11.5, -117], [8, -105], [0, -100], [-8, -105], [-11.5, -117], [-9, -127]]));
  plume(ctx, s, [0, -114], [-46, -96], 36, 24);
}

/** Light on a face. */
export interface Lit {
  t: number;
  light: string;
  from: readonly [number, number];
  reveal: number;
  lit: string;
  shade: string;
  eye?: "open" | "closed" | "down";
}

type Place = { x: number; y: number; scale: number; flip?: boolean; turn?: number; alpha?: number };

/** Hair that drifts back and up, lock by lock, with the swell. */
function adrift(ctx: CanvasRenderingContext2D, p: Portrait, look: { count: number; reach: number; wide: number; from: number; lift: number }): void {
  for (let i = 0; i < look.count; i++) {
    const k = i / (look.count - 1);
    const a = lerp(look.from, look.from + 1.15, k) + Math.sin(p.t * 0.9 + i) * 0.06;
    const root: [number, number] = [lerp(14, 38, k), lerp(72, 14, k)];
    const reach = look.reach * (0.7 + 0.55 * hash(i, 3));
    const spine = [0, 0.3, 0.65, 1].map((q): [number, number] => [
      root[0] + Math.cos(a) * reach * q + Math.sin(p.t * 1.3 - q * 4.4 + i * 0.4) * 15 * q, root[1] + Math.sin(a) * reach * q - look.lift * q * q + Math.cos(p.t * 1.1 - q * 4.6 + i * 0.4) * 14 * q,
    ]);
    const lock = ribbon(spine, [look.wide * 0.5, look.wide, look.wide * 0.62, 0.5]);
    const tip = spine[3] as [number, number];
    ctx.fillStyle = ramp(ctx, root, tip, [[0, p.hair], [0.5, mix(p.hair, p.light, 0.08 + hash(i, 7) * 0.1)], [1, mix(p.hair, p.light, 0.3)]]);
    ctx.fill(lock);
    rim(ctx, lock, { color: p.light, from: [p.from[0], -1], width: 2, strength: 0.4 });
  }
}

function skull(ctx: CanvasRenderingContext2D, p: Portrait, points: Point[], lines: readonly Line[]): void {
  const path = solid(ctx, points, [mix(p.hair, p.light, 0.24), p.hair, mix(p.hair, "#000000", 0.5)], [64, -14, 0, 100], { color: p.light, from: [p.from[0], p.from[1] - 0.5], width: 4, strength: 0.75 });
  ctx.save();
  ctx.clip(path);
  for (const [i, line] of lines.entries()) {
    ctx.fillStyle = fade(i % 3 ? p.light : "#000000", 0.16);
    ctx.fill(ribbon(line, [0.2, 1.6, 1.4, 0.2]));
  }
  ctx.restore();
}

/** Naia in profile: dark hair adrift, a gold diver's collar. */
export function naia(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, wind: 0.2, face: SOFT_FACE, hair: "#10123c", coat: "#8a4a12" };
  placed(ctx, at, () => {
    adrift(ctx, p, { count: 19, reach: 170, wide: 30, from: 2.62, lift: 40 });
    shoulders(ctx, p, { broad: 0.8, collar: 0.35 });
    solid(ctx, ribbon([[6, 116], [24, 130], [46, 133], [64, 124]], [10, 12, 12, 9]), ["#fff0be", "#e09a30", "#4a2810"], [70, 110, 0, 136], { color: p.light, from: p.from, width: 3 });
    head(ctx, p, { lips: "#c0425a", brow: "#10123c" });
    skull(ctx, p, [[71, 12], [62, 23], [56, 35], [53, 49], [49, 63], [40, 76], [24, 88], [4, 88], [-10, 74], [-16, 50], [-12, 24], [2, 3], [22, -9], [46, -10], [64, -2]],
      [[[68, 4], [40, -6], [6, 14], [-10, 56]], [[66, 8], [44, 0], [14, 20], [0, 70]], [[64, 14], [46, 12], [24, 34], [10, 80]], [[60, 22], [50, 26], [34, 50], [20, 84]]]);
  });
}

/** Iven, twenty for three hundred years: pale, a circlet of coral, hair lifted by the water. */
export function iven(ctx: CanvasRenderingContext2D, at: Place, lit: Lit): void {
  const p: Portrait = { ...lit, wind: 0.1, face: STRONG_FACE, hair: "#c2d4ff", coat: "#0e1c66" };
  placed(ctx, at, () => {
    adrift(ctx, p, { count: 11, reach: 54, wide: 22, from: 2.7, lift: 12 });
    shoulders(ctx, p, { broad: 1.04, collar: 1 });
    head(ctx, p, { lips: "#7a5a8c", brow: "#5a70b0" });
    skull(ctx, p, [[78, 14], [69, 17], [60, 23], [54, 33], [51, 45], [47, 56], [40, 50], [32, 54], [29, 70], [18, 84], [4, 78], [-6, 58], [-8, 36], [0, 10], [18, -10], [42, -17], [66, -13], [80, -2]],
      [[[76, 4], [46, -12], [8, 6], [-4, 50]], [[72, 10], [46, -2], [16, 18], [4, 66]], [[64, 16], [48, 14], [28, 34], [14, 76]]]);
    solid(ctx, outline([[35, 48], [42, 46], [44, 53], [40, 63], [35, 67], [32, 57]]), [mix(p.shade, p.lit, p.reveal * 0.35), p.shade], [44, 46, 34, 66], { color: p.light, from: p.from, width: 2.4, strength: 0.5 });
    circlet(ctx, p);
  });
}

function circlet(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const spikes: Point[] = [[83, 10], [82, -4, 1], [75, 1], [71, -19, 1], [61, -6], [49, -29, 1], [38, -9], [23, -24, 1], [15, -6], [1, -14, 1], [-4, 6], [-9, 22], [-8, 28, 1], [14, 12], [44, 5], [70, 9], [82, 15, 1]];
  solid(ctx, spikes, ["#fff4cc", GOLD, "#8a4c10"], [80, -40, 0, 24], { color: "#fffbe6", from: [p.from[0], -0.6], width: 3, strength: 0.9 });
}
