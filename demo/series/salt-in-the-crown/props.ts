// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import type { Figure } from "../../engine/figure.ts";
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, placed, ramp, rim } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";

/** Gold of the true crown; the copy is `GILT`. */
export const GOLD = "#f0a63c";
export const GILT = "#d8642c";
/** The red of wedding and blood that runs through the series. */
export const BLOOD = "#a3121c";

function cloth(ctx: CanvasRenderingContext2D, f: Figure, path: Path2D, tone = 0, alpha = 1): void {
  ctx.save();
  ctx.globalAlpha *= alpha;
  ctx.fillStyle = ramp(ctx, [0, -205], [0, 0], [
    [0, mix(f.body, f.light, 0.09 + tone)], [0.5, mix(f.body, f.light, 0.02 + tone)], [1, mix(f.body, f.ground, 0.6)],
  ]);
  ctx.fill(path);
  ctx.restore();
  rim(ctx, path, { color: f.light, from: f.from, width: f.edge ?? 3, strength: 0.85, steps: 4 });
}

/** A crown 100 units wide, its band resting on y = 0. `salt` is how much of it is still crusted. */
export function crown(
  ctx: CanvasRenderingContext2D,
  look: { gold: string; shade: string; light: string; from: readonly [number, number]; salt?: number; edge?: number; plain?: boolean },
): void {
  const spikes = (dy: number, k: number): Point[] => [
    [-50, -2, 1], [-59 * k, -51 * k + dy, 1], [-39, -30], [-31, -64 * k + dy, 1], [-16, -34], [0, -82 * k + dy, 1],
    [16, -34], [31, -64 * k + dy, 1], [39, -30], [59 * k, -51 * k + dy, 1], [50, -2, 1], [26, 6], [0, 8.5], [-26, 6],
  ];
  const back = outline(spikes(2, 0.84).map(([x, y, s]): Point => [x * 0.9, y - 8, s]));
  ctx.fillStyle = mix(look.gold, look.shade, 0.78);
  ctx.fill(back);
  const front = outline(spikes(0, 1));
  ctx.fillStyle = ramp(ctx, [-58 * Math.sign(look.from[0] || -1) * -1, 0], [58 * Math.sign(look.from[0] || -1) * -1, 0], [
    [0, mix(look.gold, look.light, 0.55)], [0.3, look.gold], [0.62, mix(look.gold, look.shade, 0.6)], [1, mix(look.gold, look.shade, 0.85)],
  ]);
  ctx.fill(front);
  ctx.save();
  ctx.clip(front);
  ctx.strokeStyle = fade(look.shade, 0.7);
  ctx.lineWidth = 2.4;
  for (const y of [-20, -3]) ctx.stroke(outline([[-56, y - 4], [-26, y + 3], [0, y + 5], [26, y + 3], [56, y - 4]], false));
  ctx.restore();
  rim(ctx, front, { color: look.light, from: look.from, width: look.edge ?? 5, strength: 0.9 });
  for (const [x, y, r] of [[-57, -48, 4], [-31, -61, 4.4], [0, -79, 5.4], [31, -61, 4.4], [57, -48, 4]] as const) {
    const bead = ctx.createRadialGradient(x + r * 0.3 * look.from[0], y - r * 0.4, 0, x, y, r);
    bead.addColorStop(0, mix(look.gold, "#fffaf0", 0.85));
    bead.addColorStop(0.5, mix(look.gold, look.light, 0.4));
    bead.addColorStop(1, mix(look.gold, look.shade, 0.55));
    ctx.fillStyle = bead;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
    glow(ctx, x, y, r * 3, "#fff0d0", 0.25);
  }
  for (const [x, y] of look.plain ? [] : [[-38, -11], [-19, -6.5], [0, -5], [19, -6.5], [38, -11]] as const) {
    ctx.fillStyle = mix(BLOOD, look.light, x === 0 ? 0.5 : 0.25);
    ctx.fill(outline([[x - 5, y, 1], [x, y - 6, 1], [x + 5, y, 1], [x, y + 6, 1]]));
  }
  for (let i = 0; i < 90 * (look.salt ?? 0); i++) {
    const x = lerp(-53, 53, hash(i, 3));
    const y = lerp(5, -40, hash(i, 7) ** 2.4) - Math.abs(x) * 0.06;
    crystal(ctx, x, y, 0.9 + hash(i, 11) ** 2 * 3, hash(i, 13) * 3);
  }
}

/** One grain of rock salt: a bright and a dim face. */
export function crystal(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, turn: number): void {
  placed(ctx, { x, y, turn }, () => {
    ctx.fillStyle = "#fff6ea";
    ctx.fill(outline([[-r, -r * 0.8, 1], [r * 0.7, -r, 1], [r, r * 0.6, 1], [-r * 0.7, r, 1]]));
    ctx.fillStyle = "rgba(200,110,90,0.5)";
    ctx.fill(outline([[r * 0.1, -r * 0.9, 1], [r * 0.7, -r, 1], [r, r * 0.6, 1], [r * 0.2, r * 0.8, 1]]));
  });
}

/** One sheet of the streaming veil: thin red cloth with a torn hem, the light shining through. */
function sheet(ctx: CanvasRenderingContext2D, f: Figure, path: Path2D, reach: number, k: number): void {
  ctx.save();
  ctx.globalAlpha *= 0.86;
  ctx.fillStyle = ramp(ctx, [0, -190], [-reach, -110], [
    [0, mix(f.body, BLOOD, 0.5)], [0.45, mix(BLOOD, f.light, 0.16 * k)], [1, mix("#c8281f", f.light, 0.34 * k)],
  ]);
  ctx.fill(path);
  ctx.restore();
  rim(ctx, path, { color: f.light, from: f.from, width: f.edge ?? 3, strength: 0.75, steps: 4 });
}

/** A veiled woman, 200 tall, feet at y = 0; the veil streams to the left and lets the light through. */
export function veiled(ctx: CanvasRenderingContext2D, f: Figure, look: { crown?: boolean; train?: number; arm?: "sack" | "reach" | "pour" } = {}): void {
  const wave = (s: number, p: number) => Math.sin(f.t * 2 - s * 3 + p) * (2 + 15 * s) * (0.25 + f.wind);
  const train = look.train ?? 0;
  for (const [long, drop, p, tone] of [[1, 20, 0, 1], [0.78, 62, 1.3, 0.6], [0.56, 104, 2.4, 0.2]] as const) {
    const reach = (12 + f.wind * 150) * long;
    const low = drop * lerp(1.5, 0.5, f.wind);
    const at = (s: number, y: number, q: number, sharp = 0): Point => [-6 - reach * s, y + low * s + wave(s, q), sharp];
    sheet(ctx, f, outline([
      at(0, -198, p), at(0.3, -190, p), at(0.68, -190, p), at(1.04, -196, p, 1), at(0.93, -172, p + 0.4), at(0.99, -150, p + 0.5, 1),
      at(0.84, -140, p + 0.6), at(0.8, -120, p + 0.7, 1), at(0.5, -132, p + 0.7), at(0.2, -146, p + 0.9), [-8, -150],
    ]), reach, tone);
  }
  const h = (p: number) => Math.sin(f.t * 1.9 + p) * 4 * (0.3 + f.wind) - f.wind * 9;
  const arm = (points: [number, number][]) => cloth(ctx, f, ribbon(points, [10, 9.5, 8, 4.5]), 0.02);
  arm([[-17, -155], [-23, -134], [-21, -116], [-13, -103]]);
  if (look.arm === "reach") arm([[16, -156], [27, -146], [39, -150], [51, -158]]);
  else if (look.arm === "pour") arm([[17, -155], [26, -138], [33, -122], [38, -108]]);
  else if (look.arm !== "sack") arm([[17, -155], [23, -134], [21, -116], [13, -103]]);
  cloth(ctx, f, outline([
    [-6, -172], [-17, -164], [-19, -152], [-14.5, -136], [-10.5, -122], [-14.5, -104], [-18.5, -88], [-24 + h(0) * 0.4, -52],
    [-34 - train * 0.6 + h(0), -6], [-32 - train + h(0.5) * 1.2, 1, 1], [0, 3], [27 + h(2) * 0.3, 1, 1], [26, -14], [21, -56], [18, -88], [14.5, -104],
    [10.5, -122], [14.5, -136], [19, -152], [17, -164], [6, -172],
  ]));
  ctx.fillStyle = fade(f.light, 0.12);
  for (const x of [-10, -3, 5, 12]) ctx.fill(ribbon([[x * 0.7, -116], [x * 1.2, -74], [x * 1.7 + h(x) * 0.5, -8]], [0.3, 1.6, 0.4]));
  cloth(ctx, f, outline([[-10.6, -125, 1], [0, -122.6], [10.6, -125, 1], [11.6, -118, 1], [0, -115.4], [-11.6, -118, 1]]), 0.1);
  cloth(ctx, f, outline([
    [0, -205], [7.6, -202.4], [11.6, -194], [10.8, -184], [8, -175], [11, -168], [19, -161], [22.6, -150], [16, -147], [7, -143], [0, -134, 1],
    [-8, -143], [-17, -147], [-22.6, -150], [-19, -161], [-11, -168], [-8, -175], [-10.8, -184], [-11.6, -194], [-7.6, -202.4],
  ]), 0.05);
  ctx.fillStyle = fade(f.light, 0.14);
  for (const x of [-5, 1, 6]) ctx.fill(ribbon([[x, -200], [x * 1.2, -180], [x * 2, -150]], [0.3, 1.4, 0.3]));
  if (look.arm === "sack") {
    bag(ctx, f, -4, -146, 1);
    arm([[19, -152], [28, -162], [24, -174], [13, -180]]);
  }
  if (look.arm === "pour") bag(ctx, f, 41, -94, 0.42, 2.5);
  if (look.crown) placed(ctx, { x: 0, y: -196, scale: 0.235 }, () =>
    crown(ctx, { gold: GOLD, shade: "#3a0a08", light: f.light, from: f.from, edge: 12 }));
}

/** A tied sack of salt, its belly at x, y. */
function bag(ctx: CanvasRenderingContext2D, f: Figure, x: number, y: number, scale: number, turn = 0.3): void {
  const tone = { ...f, body: mix(f.body, "#ffb070", 0.46) };
  placed(ctx, { x, y, scale, turn }, () => {
    cloth(ctx, tone, outline([[5, -42, 1], [0, -32], [-14, -26], [-25, -10], [-27, 10], [-17, 26], [2, 30], [20, 24], [26, 6], [22, -14], [12, -27], [12, -34], [17, -43, 1], [11, -40]]), 0.06);
    ctx.fillStyle = fade("#000000", 0.22);
    for (const [a, b] of [[-6, -14], [4, 2], [9, 15]] as const) ctx.fill(ribbon([[a * 0.5 + 5, -30], [b, -6], [b * 1.1, 22]], [0.4, 2, 0.4]));
    ctx.fillStyle = mix(f.body, "#000000", 0.3);
    ctx.fill(outline([[-1, -35], [7, -33], [14, -36], [14, -31], [7, -29], [-1, -31]]));
  });
}

/** A salt carrier far off, bent under the load, walking right. */
export function carrier(ctx: CanvasRenderingContext2D, f: Figure, step: number): void {
  const s = Math.sin(f.t * 4 + step);
  for (const k of [1, -1]) cloth(ctx, f, ribbon([[0, -88], [s * 12 * k, -44], [s * 22 * k - 4, -2]], [18, 13, 8]));
  cloth(ctx, f, outline([[-20, -72], [-14, -120], [4, -158], [18, -164], [24, -150], [16, -112], [22, -66], [0, -60]]));
  cloth(ctx, f, outline([[12, -168], [22, -182], [36, -180], [38, -166], [28, -156]]), 0.04);
  bag(ctx, f, -14, -138, 0.95, 0.7);
}

/** The king, 200 tall, seen from the front as a shape: mantle, long cape, crown. */
export function monarch(ctx: CanvasRenderingContext2D, f: Figure, look: { crown?: boolean; arm?: "reach"; bent?: number } = {}): void {
  const h = (p: number) => Math.sin(f.t * 1.7 + p) * 3 * (0.3 + f.wind) - f.wind * 16;
  cloth(ctx, f, outline([
    [-8, -172], [-26, -166], [-32, -150], [-28, -110], [-33 + h(0) * 0.4, -60], [-44 + h(0), 0, 1], [-10, 4], [20, 3], [42 + h(2) * 0.4, 0, 1],
    [33, -60], [28, -110], [32, -150], [26, -166], [8, -172],
  ]));
  if (look.arm) cloth(ctx, f, ribbon([[24, -158], [36, -142], [48, -146], [60, -152]], [13, 12, 9, 5]));
  cloth(ctx, f, outline([[0, -168], [14, -172], [34, -160], [38, -146], [20, -140], [0, -130], [-20, -140], [-38, -146], [-34, -160], [-14, -172]]), 0.08);
  ctx.fillStyle = fade(f.light, 0.12);
  for (const x of [-18, -8, 8, 18]) ctx.fill(ribbon([[x * 0.7, -136], [x, -80], [x * 1.4 + h(x) * 0.4, -6]], [0.3, 1.8, 0.4]));
  cloth(ctx, f, outline([[0, -203], [7.6, -200], [10, -192], [9, -183], [6, -176], [6.4, -167], [-6.4, -167], [-6, -176], [-9, -183], [-10, -192], [-7.6, -200]]), 0.03);
  if (look.crown) placed(ctx, { x: 0, y: -195, scale: 0.22 }, () =>
    crown(ctx, { gold: GILT, shade: "#2a0608", light: f.light, from: f.from, edge: 12 }));
}

/** The vizier: hooded, narrow, a long stole; 206 tall. */
export function hooded(ctx: CanvasRenderingContext2D, f: Figure): void {
  cloth(ctx, f, outline([
    [-6, -176], [-20, -160], [-22, -120], [-24, -60], [-30, 0, 1], [0, 3], [30, 0, 1], [24, -60], [22, -120], [20, -160], [6, -176],
  ]));
  cloth(ctx, f, outline([[-5, -160, 1], [5, -160, 1], [8, -20, 1], [-8, -20, 1]]), 0.16);
  cloth(ctx, f, outline([[0, -214, 1], [10, -202], [14, -184], [20, -164], [0, -154], [-20, -164], [-14, -184], [-10, -202]]), 0.05);
}

/** A laden camel walking right, about 120 tall. */
export function camel(ctx: CanvasRenderingContext2D, f: Figure, step: number): void {
  const swing = (p: number) => Math.sin(f.t * 2.6 + step + p) * 13;
  for (const [x, p] of [[-38, 0], [-28, 3.1], [30, 1.6], [40, 4.7]] as const)
    cloth(ctx, f, ribbon([[x, -60], [x + swing(p) * 0.35, -32], [x + swing(p), -1]], [15, 7, 6]));
  cloth(ctx, f, ribbon([[36, -66], [56, -56], [66, -76], [68, -98], [76, -108]], [30, 20, 14, 12, 11]));
  cloth(ctx, f, outline([[-54, -62], [-48, -78], [-32, -86], [-12, -108], [6, -90], [24, -86], [40, -78], [50, -64], [40, -50], [6, -46], [-30, -46], [-50, -50]]));
  cloth(ctx, f, outline([[66, -112], [72, -120, 1], [80, -116], [96, -106], [97, -99], [86, -97], [70, -100]]));
  cloth(ctx, f, ribbon([[-52, -68], [-60, -54], [-58, -38]], [5, 3, 4]));
  const load = { ...f, body: mix(f.body, "#ffe2c0", 0.3) };
  cloth(ctx, load, outline([[-36, -88, 1], [-2, -94, 1], [16, -88, 1], [18, -56, 1], [-40, -54, 1]]), 0.06);
}

/** A hanging lamp of blown glass with its chain; its light breathes. */
export function glassLamp(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, color: string, t: number): void {
  const breath = 0.88 + 0.12 * Math.sin(t * 2.1 + x);
  ctx.strokeStyle = "rgba(20,4,4,0.9)";
  ctx.lineWidth = Math.max(1, r * 0.07);
  ctx.beginPath();
  ctx.moveTo(x, y - r * 1.5);
  ctx.lineTo(x, -400);
  ctx.stroke();
  glow(ctx, x, y, r * 5.5, color, 0.4 * breath);
  const body = outline([[x - r * 0.36, y - r * 1.1, 1], [x - r * 0.5, y - r * 0.7], [x - r, y], [x - r * 0.62, y + r * 0.8], [x, y + r * 1.35, 1], [x + r * 0.62, y + r * 0.8], [x + r, y], [x + r * 0.5, y - r * 0.7], [x + r * 0.36, y - r * 1.1, 1]]);
  const inner = ctx.createRadialGradient(x, y + r * 0.1, 0, x, y, r * 1.3);
  inner.addColorStop(0, mix(color, "#fff8e4", 0.85));
  inner.addColorStop(0.35, mix(color, "#ffe0a0", 0.45));
  inner.addColorStop(1, mix(color, "#2a0406", 0.35));
  ctx.fillStyle = inner;
  ctx.fill(body);
  ctx.strokeStyle = "rgba(40,8,6,0.55)";
  ctx.lineWidth = Math.max(0.8, r * 0.06);
  for (const k of [-0.5, 0, 0.5]) ctx.stroke(outline([[x + k * r * 0.6, y - r], [x + k * r * 1.5, y], [x, y + r * 1.3]], false));
  ctx.fillStyle = "#2a0a08";
  ctx.fill(outline([[x - r * 0.4, y - r * 1.08, 1], [x, y - r * 1.6, 1], [x + r * 0.4, y - r * 1.08, 1]]));
}
