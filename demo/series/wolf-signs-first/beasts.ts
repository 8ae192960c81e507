// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, placed, ramp, rim } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { disc } from "../../engine/solid.ts";

/** How a wolf is lit; `eye` is the colour of its eye. */
export interface Pelt {
  t: number;
  body: string;
  ground: string;
  light: string;
  from: readonly [number, number];
  edge?: number;
  eye?: string;
}

function fur(ctx: CanvasRenderingContext2D, p: Pelt, points: readonly Point[], tone = 0, tall = 150): void {
  const path = outline(points);
  const c = mix(p.body, p.light, tone);
  ctx.fillStyle = ramp(ctx, [0, -tall], [0, 0], [[0, mix(c, p.light, 0.14)], [0.5, c], [1, mix(c, p.ground, 0.5)]]);
  ctx.fill(path);
  rim(ctx, path, { color: p.light, from: p.from, width: p.edge ?? 3.4, strength: 0.85 });
}

/** Tufts along a line, their points hanging the way given. */
function tufts(ctx: CanvasRenderingContext2D, p: Pelt, line: readonly (readonly [number, number])[], lean: readonly [number, number], size: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const k = (i / count) * (line.length - 1);
    const j = Math.min(line.length - 2, Math.floor(k));
    const [a, b] = [line[j] as readonly [number, number], line[j + 1] as readonly [number, number]];
    const [x, y] = [lerp(a[0], b[0], k - j), lerp(a[1], b[1], k - j)];
    const s = size * (0.6 + hash(i, 3) * 0.8);
    ctx.fillStyle = mix(p.body, p.light, 0.04 + hash(i, 5) * 0.2);
    ctx.fill(ribbon([[x - lean[0] * s * 0.3, y - lean[1] * s * 0.3], [x + lean[0] * s * 0.4, y + lean[1] * s * 0.4], [x + lean[0] * s + hash(i, 7) * 2, y + lean[1] * s]], [s * 0.34, s * 0.3, 0.2]));
  }
}

/** The pale underside of a muzzle and the dark bridge of a nose. */
function shade(ctx: CanvasRenderingContext2D, p: Pelt, pale: readonly Point[], bridge: readonly Point[]): void {
  ctx.fillStyle = fade(mix(p.body, p.light, 0.62), 0.4);
  ctx.fill(outline(pale));
  ctx.fillStyle = fade("#000000", 0.28);
  ctx.fill(outline(bridge));
}

/** A wolf standing, looking right; 140 tall at the ears, feet at y = 0. `low` bows its head. */
export function wolf(ctx: CanvasRenderingContext2D, p: Pelt, look: { low?: number } = {}): void {
  const bow = look.low ?? 0;
  const tail = Math.sin(p.t * 1.1) * 3;
  fur(ctx, p, [[-58, -60], [-40, -56], [-36, -34], [-46, -20], [-40, 0, 1], [-26, 0, 1], [-30, -20], [-22, -44]], -0.0);
  fur(ctx, p, [[22, -60], [40, -60], [48, -30], [46, -4], [58, 0, 1], [40, 1, 1], [36, -30]]);
  fur(ctx, p, [[-54, -88], [-70, -78], [-84, -56], [-96, -24 + tail], [-100, -6 + tail, 1], [-84, -22 + tail], [-70, -44], [-56, -64]], 0.03);
  fur(ctx, p, [[-60, -80], [-48, -92], [-10, -95], [30, -103], [56, -104], [66, -92], [58, -70], [40, -54], [16, -48], [-8, -54], [-32, -48], [-46, -34], [-56, -24], [-48, -2, 1], [-34, 0, 1], [-62, 1, 1], [-70, -24], [-62, -40], [-68, -60]]);
  fur(ctx, p, [[18, -66], [38, -62], [40, -40], [36, -6], [46, -2], [44, 1, 1], [22, 1, 1], [24, -40]]);
  tufts(ctx, p, [[58, -76], [44, -58], [20, -50], [-6, -55], [-30, -50]], [-0.6, 1], 7, 30);
  placed(ctx, { x: 48, y: -96, turn: bow * 0.7 }, () => {
    fur(ctx, p, [[-24, 0], [-6, -14], [10, -20], [16, -24], [20, -42, 1], [30, -26], [37, -24], [48, -13], [68, -8], [73, -3], [70, 3], [56, 7], [40, 11], [30, 20], [18, 34], [-4, 40], [-22, 26]], 0.03, 60);
    fur(ctx, p, [[12, -22], [11, -43, 1], [24, -27]], 0.06, 60);
    tufts(ctx, p, [[30, 12], [20, 24], [4, 32], [-14, 24]], [-0.6, 0.9], 8, 22);
    tufts(ctx, p, [[32, 14], [22, 28], [4, 38], [-16, 30]], [-0.6, 0.9], 8, 24);
    shade(ctx, p, [[71, 2], [56, 7], [42, 11], [32, 20], [24, 24], [36, 8], [48, 1], [60, -3]], [[38, -18], [50, -13], [66, -8], [54, -6], [42, -10]]);
    tufts(ctx, p, [[10, -16], [-6, -10], [-22, 0]], [-0.9, 0.1], 7, 14);
    ctx.fillStyle = mix(p.body, "#000000", 0.6);
    ctx.fill(disc(71, -3.6, 3.4, 0.8));
    ctx.fill(ribbon([[68, 3], [56, 4], [46, 6]], [0.4, 1.2, 0.3]));
    if (!p.eye) return;
    glow(ctx, 41, -13, 15, p.eye, 0.9);
    ctx.fillStyle = mix(p.eye, "#ffffff", 0.4);
    ctx.fill(outline([[37, -12.6, 1], [41, -15.4], [45, -12.4, 1], [41, -11]]));
  });
}

/** A wolf that sits, looking right; 172 tall at the ears. */
export function sitting(ctx: CanvasRenderingContext2D, p: Pelt): void {
  const tail = Math.sin(p.t * 1.2) * 3;
  fur(ctx, p, [[-34, -24], [-42, -14 + tail * 0.3], [-47, -4], [-44, 3], [-28, 3]], 0.03, 170);
  fur(ctx, p, [[10, -132], [-10, -112], [-30, -78], [-45, -42], [-47, -14], [-36, 2, 1], [12, 2, 1], [16, -5], [4, -14], [12, -24], [20, -40], [24, -10], [24, 2, 1], [46, 2, 1], [46, -4], [38, -10], [42, -50], [52, -80], [52, -108], [40, -128]], 0, 170);
  fur(ctx, p, [[8, -12], [-14, -14], [-28, -30], [-22, -56], [0, -58], [12, -40], [12, -22]], 0.03, 170);
  tufts(ctx, p, [[40, -118], [46, -96], [38, -74], [32, -54]], [0.1, 1], 9, 26);
  tufts(ctx, p, [[50, -112], [54, -90], [46, -66], [40, -44]], [0.3, 1], 9, 30);
  tufts(ctx, p, [[6, -130], [-14, -104], [-32, -72]], [-0.8, 0.7], 7, 24);
  fur(ctx, p, [[4, -124], [8, -142], [18, -152], [24, -156], [28, -176, 1], [38, -158], [46, -155], [56, -146], [75, -143], [80, -138], [78, -132], [64, -128], [52, -124], [46, -114], [34, -102], [16, -106]], 0.03, 175);
  fur(ctx, p, [[20, -154], [18, -176, 1], [32, -159]], 0.06, 175);
  tufts(ctx, p, [[44, -116], [34, -112], [22, -112], [12, -122]], [-0.3, 1], 8, 22);
  tufts(ctx, p, [[48, -121], [38, -107], [20, -105], [8, -116]], [-0.3, 1], 8, 26);
  shade(ctx, p, [[77, -133], [64, -129], [54, -126], [46, -117], [36, -110], [44, -124], [54, -133], [66, -137]], [[46, -151], [56, -147], [72, -143], [60, -140], [50, -143]]);
  ctx.fillStyle = mix(p.body, "#000000", 0.6);
  ctx.fill(disc(78.5, -138.5, 3.5, 0.8));
  ctx.fill(ribbon([[76, -132], [64, -131], [54, -129]], [0.4, 1.2, 0.3]));
  if (!p.eye) return;
  glow(ctx, 50, -146, 18, p.eye, 0.9);
  ctx.fillStyle = mix(p.eye, "#ffffff", 0.4);
  ctx.fill(outline([[46, -145.6, 1], [50, -148.4], [54.4, -145.2, 1], [50, -144]]));
}

/** The lawyer in profile, looking right: long coat, plait in the wind, the contract rolled in her hand; 200 tall. */
export function lawyer(ctx: CanvasRenderingContext2D, p: Pelt, look: { wind: number; scarf: string; pen?: boolean }): void {
  const w = look.wind;
  const hem = (ph: number) => Math.sin(p.t * 2 + ph) * 4 * (0.4 + w) - w * 22;
  fur(ctx, p, [[-4, -40], [8, -40], [8, -8], [18, -3], [18, 1, 1], [-4, 1, 1]], 0, 200);
  for (const i of [1, 0]) {
    const wave = (k: number) => Math.sin(p.t * 2.4 - k * 2.6 + i) * (2 + 9 * k) * (0.3 + w);
    const tail = ribbon([0, 0.3, 0.65, 1].map((k): [number, number] => [-4 - (18 + w * 70) * k, -166 + (46 - w * 26) * k + i * 9 + wave(k)]), [7, 10, 10, 3]);
    ctx.fillStyle = mix(look.scarf, "#000000", 0.15 + i * 0.3);
    ctx.fill(tail);
    rim(ctx, tail, { color: p.light, from: p.from, width: 2.4, strength: 0.5 });
  }
  fur(ctx, p, [[-5, -173], [6, -172], [13, -163], [17, -148], [14, -130], [11, -115], [14, -90], [19, -50], [24, -14, 1], [0, -10], [-34 + hem(0), -16, 1], [-24 + hem(1) * 0.4, -60], [-14, -98], [-11, -117], [-16, -138], [-15, -160]], 0, 200);
  ctx.fillStyle = fade(p.light, 0.14);
  for (const x of [-6, 2, 9]) ctx.fill(ribbon([[x * 0.5, -112], [x, -70], [x * 1.5 + hem(x) * 0.4, -18]], [0.3, 1.8, 0.3]));
  fur(ctx, p, [[-12.4, -121, 1], [12, -119, 1], [11.6, -113, 1], [-12, -115, 1]], 0.1, 200);
  const hand: readonly [number, number] = look.pen ? [34, -140] : [25, -112];
  fur(ctx, p, [[-7, -160], [4, -160], [9, -138], [hand[0] - 6, hand[1] - 3], [hand[0] + 2, hand[1] + 4], [hand[0] - 8, hand[1] + 8], [2, -126], [-6, -136]], 0.04, 200);
  if (look.pen) {
    // A dark edge, so that pale bone is seen against a pale moon.
    ctx.fillStyle = mix(p.body, "#3a2010", 0.6);
    ctx.fill(ribbon([[hand[0] - 2, hand[1] + 9], [hand[0] + 7, hand[1] - 22], [hand[0] + 16, hand[1] - 52]], [2.2, 6.4, 8]));
    for (const x of [12.6, 19.4]) ctx.fill(disc(hand[0] + x, hand[1] - 53 + (x - 16) * 0.3, 4.6));
    bone(ctx, hand[0] - 2, hand[1] + 8, hand[0] + 16, hand[1] - 52, 4.4);
  }
  else {
    const roll = ribbon([[22, -90], [27, -112], [33, -136]], [9, 9, 9]);
    ctx.fillStyle = "#e8d2ac";
    ctx.fill(roll);
    rim(ctx, roll, { color: "#fff0d0", from: p.from, width: 2, strength: 0.7 });
  }
  ctx.fillStyle = mix(look.scarf, "#000000", 0.1);
  ctx.fill(ribbon([[-9, -171], [1, -166], [10, -170]], [9, 12, 9]));
  const skin = { ...p, body: mix(p.body, "#d8875a", 0.5) };
  fur(ctx, skin, [[-6, -186], [-4, -197], [4, -201], [10, -198], [12.4, -193], [12.2, -189], [16, -184.4], [13.2, -182.4], [13.6, -179], [11.4, -174], [5, -171], [-3, -172]], 0, 205);
  const sway = Math.sin(p.t * 1.8) * 3;
  const hair = { ...p, body: mix(p.body, "#5a2e1c", 0.55) };
  const locks = [[-44, 10], [-36, 18], [-28, 24]] as const;
  for (const [x, y] of locks) fur(ctx, hair, [[-6, -194], [-16, -186], [-26 - w * 10, -178 + sway * 0.4 + y * 0.3], [x - w * 34, -168 + y + sway, 1], [-24 - w * 12, -164 + y * 0.4 + sway * 0.6], [-8, -170]], 0.02, 205);
  fur(ctx, hair, [[12.6, -195], [8, -192], [5, -185], [3.4, -178], [-1, -170], [-10, -167], [-16, -174], [-17.6, -187], [-13, -200], [-3, -207.6], [6, -206.6], [12, -202]], 0.03, 205);
  ctx.fillStyle = fade(p.light, 0.25);
  for (const k of [0, 1, 2]) ctx.fill(ribbon([[9 - k * 4, -202 - k], [-4 - k * 4, -196], [-10 - k * 2, -178]], [0.2, 1.1, 0.2]));
}

/** The pen of bone from its knuckle to its point. */
export function bone(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number, width: number): void {
  const at = (k: number): [number, number] => [lerp(x0, x1, k), lerp(y0, y1, k)];
  const body = ribbon([at(0), at(0.12), at(0.5), at(0.86), at(1)], [width * 0.2, width * 0.9, width * 0.62, width * 0.86, width * 1.3]);
  const tone = ramp(ctx, at(0), at(1), [[0, "#5a3a28"], [0.12, "#c8ae88"], [0.5, "#fff4de"], [1, "#d8c09a"]]);
  ctx.fillStyle = tone;
  ctx.fill(body);
  const [dx, dy] = [(y1 - y0) / Math.hypot(x1 - x0, y1 - y0), -(x1 - x0) / Math.hypot(x1 - x0, y1 - y0)];
  for (const s of [-1, 1]) ctx.fill(disc(x1 + dx * s * width * 0.55, y1 + dy * s * width * 0.55, width * 0.68));
  rim(ctx, body, { color: "#ffffff", from: [-0.5, -1], width: width * 0.16, strength: 0.7 });
}
