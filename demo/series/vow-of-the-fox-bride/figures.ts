// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { ghost } from "../../engine/ghost.ts";
import { lerp } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, ramp, rim, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { RED } from "./sets.ts";

/** How a figure is lit. Figures are 200 units tall, feet at y = 0, middle at x = 0. `flat` makes a shadow of it. */
export interface Lit {
  t: number;
  light: string;
  from: readonly [number, number];
  wind?: number;
  edge?: number;
  flat?: string;
}

function form(ctx: CanvasRenderingContext2D, f: Lit, path: Path2D, hi: string, lo: string, y0: number, y1: number, strength = 0.8): void {
  ctx.fillStyle = f.flat ?? ramp(ctx, [0, y0], [0, y1], [[0, hi], [1, lo]]);
  ctx.fill(path);
  if (!f.flat) rim(ctx, path, { color: f.light, from: f.from, width: f.edge ?? 3, strength });
}

/** The bride from behind: white robe with a train, mask tied on so that its ears stand over her hair. */
export function bride(ctx: CanvasRenderingContext2D, f: Lit, look: { tails?: number; ears?: boolean; color?: string } = {}): void {
  const white = look.color ?? "#efe4fb";
  const [half, low] = [mix(white, "#5a3f8c", 0.5), mix(white, "#3a2266", 0.82)];
  if (look.tails) for (let i = 0; i < 9; i++) tail(ctx, f, i, look.tails);
  const sway = (p: number) => Math.sin(f.t * 1.3 + p) * 3 * (0.5 + (f.wind ?? 0.3));
  form(ctx, f, outline([[-15, -114], [-21, -78], [-33, -40], [-56 + sway(0), -10], [-92 + sway(1), 8], [-60, 17], [0, 21], [62, 16], [84 + sway(2), 6], [52 + sway(3), -12], [31, -42], [20, -78], [15, -114]]), white, low, -112, 14);
  for (const [x, reach] of [[-9, -62], [-3, -24], [4, 18], [10, 56]] as const) {
    if (f.flat) continue;
    ctx.fillStyle = fade("#2a1452", 0.2);
    ctx.fill(ribbon([[x * 0.7, -104], [x * 1.4, -66], [lerp(x * 2, reach, 0.4), -28], [reach, 10]], [0.4, 2.6, 4.6, 1]));
  }
  for (const s of [-1, 1]) {
    form(ctx, f, outline([[s * 13, -164], [s * 25, -156], [s * 33, -132], [s * 42, -108, 1], [s * 47 + sway(s), -54, 1], [s * 30 + sway(s) * 0.6, -46], [s * 18, -64], [s * 17, -108], [s * 12, -132]]), white, mix(half, low, 0.5), -165, -46);
  }
  form(ctx, f, outline([[-7, -171], [-20, -165], [-22, -150], [-17, -116], [17, -116], [22, -150], [20, -165], [7, -171]]), white, half, -170, -112, 0.5);
  form(ctx, f, outline([[-17.5, -141, 1], [17.5, -141, 1], [17, -113, 1], [-17, -113, 1]]), mix(white, RED, 0.72), mix("#3a0a26", RED, 0.3), -142, -112, 0.4);
  form(ctx, f, outline([[-13, -150, 1], [13, -150, 1], [14.5, -118, 1], [-14.5, -118, 1]]), mix(white, RED, 0.86), mix("#4a0c2a", RED, 0.5), -150, -116, 0.5);
  form(ctx, f, outline([[-9, -119, 1], [9, -119, 1], [11, -92, 1], [-7, -95, 1]]), RED, mix("#4a0c2a", RED, 0.3), -119, -90, 0.4);
  hairDown(ctx, f, sway(4));
  if (look.ears !== false) ears(ctx, f, white);
}

function hairDown(ctx: CanvasRenderingContext2D, f: Lit, sway: number): void {
  const dark = "#1a0d22";
  form(ctx, f, outline([[0, -203], [8.5, -200], [12, -190], [11.4, -180], [9, -168], [9.4, -150], [8 + sway * 0.4, -128], [5 + sway, -100, 1], [-5 + sway, -98, 1], [-8 + sway * 0.4, -128], [-9.4, -150], [-9, -168], [-11.4, -180], [-12, -190], [-8.5, -200]]), "#38204a", dark, -203, -110, 0.7);
  if (f.flat) return;
  ctx.fillStyle = RED;
  ctx.fill(ribbon([[-9.5, -152], [0, -150], [9.5, -152]], [3, 3.6, 3]));
  ctx.fill(ribbon([[3, -151], [9, -138], [8 + sway, -120]], [2.6, 2.6, 1]));
  ctx.fill(ribbon([[-2, -151], [-7, -140], [-5 + sway, -126]], [2.6, 2.4, 1]));
  ctx.fill(ribbon([[-12, -191], [0, -187.6], [12, -191]], [1.8, 2, 1.8]));
}

function ears(ctx: CanvasRenderingContext2D, f: Lit, white: string): void {
  for (const s of [-1, 1]) {
    form(ctx, f, outline([[s * 1.5, -201, 1], [s * 6, -214], [s * 12.5, -229, 1], [s * 15.6, -212], [s * 13, -191, 1]]), white, mix(white, "#6a4a9c", 0.4), -226, -192, 0.9);
    if (f.flat) continue;
    ctx.fillStyle = fade(RED, 0.75);
    ctx.fill(outline([[s * 6.5, -203], [s * 11.6, -219, 1], [s * 12.4, -202]]));
  }
}

function tail(ctx: CanvasRenderingContext2D, f: Lit, i: number, long: number): void {
  const order = [0, 8, 1, 7, 2, 6, 3, 5, 4][i] as number;
  const k = (order - 4) / 4;
  const step = ((158 - Math.abs(k) * 14) * long) / 6;
  const wave = Math.sin(f.t * 1.4 + order * 0.9) * 0.09;
  const curl = order === 4 ? 0.5 : Math.sign(k) * (0.62 + 0.3 * ((order * 3) % 2));
  const spine: [number, number][] = [[0, -92]];
  for (let j = 0; j < 6; j++) {
    const s = j / 5;
    const turn = k * (0.75 + 0.62 * Math.sin(s * 2.2)) + curl * (s ** 2.6 - 0.25) + wave * s * 2;
    const [x, y] = spine[j] as [number, number];
    spine.push([x + Math.sin(turn) * step, y - Math.cos(turn) * step]);
  }
  const path = ribbon(spine, [4, 11, 20, 29, 33, 27, 13, 0.6]);
  const [ex, ey] = spine[6] as [number, number];
  ctx.fillStyle = f.flat ?? ramp(ctx, [0, -92], [ex, ey], [[0, "#3c2068"], [0.36, "#8f6cc4"], [0.66, "#e4d3f8"], [1, "#ffffff"]]);
  ctx.fill(path);
  if (f.flat) return;
  rim(ctx, path, { color: "#4b2a86", from: [-k - 0.25, 0.5], width: 12, strength: 0.42 });
  rim(ctx, path, { color: "#ffffff", from: [k * 0.6 + 0.2, -1], width: 4, strength: 0.7 });
}

/** Ren: hunter's coat, wide trousers, hair tied high. From behind, or facing us the same in the dark. */
export function ren(ctx: CanvasRenderingContext2D, f: Lit, look: { arm?: "down" | "up" | "out" } = {}): void {
  const sway = Math.sin(f.t * 1.5) * 2.4 * (0.4 + (f.wind ?? 0.3));
  const [hi, lo] = ["#34254e", "#120a1e"];
  form(ctx, f, outline([[-15, -104, 1], [-26, -60], [-33 + sway, -8, 1], [-12, -6], [-2, -10, 1], [0, -60, 1], [2, -10, 1], [13, -6], [33 + sway, -8, 1], [26, -60], [15, -104, 1]]), "#241a3c", lo, -104, -4);
  form(ctx, f, outline([[-20, -8], [-8, -8], [-7, 1, 1], [-22, 1, 1]]), lo, "#08050e", -8, 0, 0.2);
  form(ctx, f, outline([[20, -8], [8, -8], [7, 1, 1], [22, 1, 1]]), lo, "#08050e", -8, 0, 0.2);
  form(ctx, f, outline([[-20, -164], [-31, -142], [-38, -104, 1], [-26, -92], [-19, -110], [-16, -140]]), hi, lo, -164, -92);
  const hand: Record<"down" | "up" | "out", Point[]> = {
    down: [[20, -164], [31, -142], [38, -104, 1], [26, -92], [19, -110], [16, -140]],
    out: [[18, -165], [38, -153], [62, -146, 1], [60, -118], [44, -116], [26, -134], [15, -140]],
    up: [[17, -166], [33, -168], [50, -190, 1], [60, -172, 1], [46, -140], [28, -134], [15, -142]],
  };
  form(ctx, f, outline(hand[look.arm ?? "down"]), hi, lo, -166, -92);
  form(ctx, f, outline([[-8, -175], [-22, -168], [-26, -150], [-22, -112], [-25, -84 + sway * 0.4, 1], [0, -80], [25, -84 - sway * 0.4, 1], [22, -112], [26, -150], [22, -168], [8, -175]]), hi, lo, -174, -78);
  form(ctx, f, outline([[-22, -119, 1], [22, -119, 1], [22, -110, 1], [-22, -110, 1]]), "#6a2a4a", "#2a1024", -119, -110, 0.4);
  form(ctx, f, outline([[0, -203], [8.6, -200], [11, -190], [9.6, -179], [6, -170], [-6, -170], [-9.6, -179], [-11, -190], [-8.6, -200]]), "#2a1a36", "#120a1c", -203, -170);
  form(ctx, f, ribbon([[0, -201], [6, -212], [16 + sway, -206], [20 + sway * 2, -186], [19 + sway * 3, -166]], [5, 9, 10, 7, 0.6]), "#2a1a36", "#140b1e", -212, -166);
}

/** The lantern bearer: wide straw hat, a blank veil with a red sign, straw cape, a pole. Faces us. */
export function bearer(ctx: CanvasRenderingContext2D, f: Lit): void {
  form(ctx, f, ribbon([[44, 4], [44, -230]], [3.4, 3]), "#3a2438", "#140a18", -230, 0);
  form(ctx, f, outline([[-8, -170], [-26, -156], [-38, -110], [-47, -30, 1], [-30, -20], [-14, -28], [0, -18], [15, -28], [32, -18], [46, -30, 1], [38, -110], [26, -156], [8, -170]]), "#4a3348", "#140a18", -170, -18);
  if (!f.flat) {
    for (let i = 0; i < 15; i++) {
      const x = -30 + i * 4.3;
      ctx.fillStyle = fade(f.light, 0.1 + (i % 3) * 0.05);
      ctx.fill(ribbon([[x * 0.5, -150], [x * 0.9, -100], [x * 1.3, -34]], [0.3, 1.5, 0.3]));
    }
  }
  form(ctx, f, outline([[38, -128], [48, -124], [48, -112], [36, -110], [22, -120], [24, -140]]), "#4a3348", "#1c1020", -140, -110);
  const veil = outline([[-13, -196, 1], [13, -196, 1], [15, -152, 1], [0, -149], [-15, -152, 1]]);
  form(ctx, f, veil, "#e9dcef", "#8a76a8", -196, -150, 0.5);
  if (!f.flat) {
    ctx.fillStyle = fade(RED, 0.9);
    ctx.beginPath();
    ctx.arc(0, -174, 5.4, 0, 7);
    ctx.fill();
    ctx.fill(outline([[-2, -182, 1], [0, -191], [2, -182, 1]]));
  }
  form(ctx, f, outline([[-42, -186], [-20, -203], [0, -218, 1], [20, -203], [42, -186], [0, -180]]), "#7a5a50", "#2a1626", -218, -182);
}

/** A white fox that sits and looks right, 200 units tall with its ears. */
export function fox(ctx: CanvasRenderingContext2D, f: Lit, look: { tails?: number } = {}): void {
  const [hi, lo] = ["#fdf6ff", "#7a5cae"];
  const n = look.tails ?? 1;
  for (let i = n - 1; i >= 0; i--) {
    const lift = i * 0.24;
    const w = Math.sin(f.t * 1.4 + i) * 6;
    form(ctx, f, ribbon([[-34, -14], [-84, -10 - lift * 70], [-124 + i * 12, -54 - lift * 110 + w * 0.5], [-122 + i * 20, -118 - lift * 100 + w]], [12, 34, 42, 30, 2]), "#ffffff", lo, -200, 0, 0.6);
  }
  form(ctx, f, outline([[18, -212, 1], [29, -184], [40, -174], [54, -163], [84, -149, 1], [83, -142], [64, -137], [44, -131], [38, -112], [44, -84], [42, -44], [44, -16], [56, -4], [54, 1, 1], [28, 1, 1], [24, -34], [16, -52], [10, -30], [14, -6], [12, 1, 1], [-34, 1], [-52, -22], [-50, -58], [-30, -98], [-10, -128], [-4, -152], [2, -176]]), hi, lo, -200, 6);
  form(ctx, f, outline([[2, -178, 1], [-2, -206, 1], [18, -186, 1]]), mix(hi, lo, 0.3), mix(hi, lo, 0.5), -206, -176, 0.7);
  if (f.flat) return;
  ctx.fillStyle = fade(RED, 0.85);
  ctx.fill(outline([[20, -196, 1], [26, -180], [18, -178]]));
  ctx.fill(ribbon([[33, -161], [41, -158], [48, -153]], [0.8, 2.6, 0.6]));
  ctx.fillStyle = "#1a0a20";
  ctx.fill(ribbon([[34, -158], [41, -156], [46, -152]], [0.6, 3.4, 0.6]));
  ctx.beginPath();
  ctx.arc(78, -145, 3.4, 0, 7);
  ctx.fill();
}

/** The Mountain: a shape as high as trees, antlers, a pale mask with two slits. 200 units to the crown. */
export function giant(ctx: CanvasRenderingContext2D, f: Lit, look: { eyes: number }): void {
  const body = outline([[-12, -196], [-26, -176], [-34, -150], [-70, -138], [-112, -104], [-136, -40], [-150, 60, 1], [150, 60, 1], [136, -40], [112, -104], [70, -138], [34, -150], [26, -176], [12, -196]]);
  for (const s of [-1, 1]) {
    const sway = Math.sin(f.t * 0.7 + s) * 1.5;
    const horn = (points: [number, number][], widths: number[]) => form(ctx, f, ribbon(points.map(([x, y]) => [x * s + sway * (-(y + 190) / 100), y] as [number, number]), widths), "#3a1f58", "#160a26", -320, -180, 0.5);
    horn([[10, -188], [34, -214], [58, -244], [64, -290]], [9, 8, 6, 1]);
    horn([[40, -222], [72, -230], [96, -262]], [6, 5, 0.8]);
    horn([[59, -250], [84, -270], [92, -304]], [5, 4, 0.6]);
    horn([[26, -204], [24, -232], [34, -262]], [5, 4, 0.6]);
    horn([[62, -268], [50, -290], [48, -312]], [4, 3, 0.5]);
  }
  form(ctx, f, body, "#2c1646", f.flat ?? "#0d0618", -196, 40, 0.45);
  if (f.flat) return;
  const mask = outline([[0, -202], [18, -194], [22, -174], [16, -150], [6, -136], [0, -130, 1], [-6, -136], [-16, -150], [-22, -174], [-18, -194]]);
  ctx.fillStyle = ramp(ctx, [0, -202], [0, -130], [[0, "#efe2ec"], [0.6, "#a488b8"], [1, "#4a2f66"]]);
  ctx.fill(mask);
  rim(ctx, mask, { color: f.light, from: f.from, width: 4, strength: 0.7 });
  ctx.fillStyle = "#12061c";
  for (const s of [-1, 1]) ctx.fill(ribbon([[s * 4, -170], [s * 10, -174], [s * 17, -181]], [1, 5, 0.6]));
  ctx.fill(ribbon([[-8, -146], [0, -149.4], [8, -146]], [0.5, 2.4, 0.5]));
  ctx.fillStyle = fade(RED, 0.8);
  ctx.fill(ribbon([[0, -198], [0, -184]], [4, 0.6]));
  for (const s of [-1, 1]) ctx.fill(ribbon([[s * 12, -164], [s * 13, -152], [s * 9, -142]], [2.4, 2, 0.3]));
  for (const s of [-1, 1]) glow(ctx, s * 10, -175, 24, "#ff4a5c", look.eyes);
}

/** Lays what `draw` paints flat on the ground, as a shadow: the foot stays at x, y and the head comes `long` heights nearer. */
export function cast(
  view: View,
  ctx: CanvasRenderingContext2D,
  at: { x: number; y: number; scale: number; long: number; lean: number; dark?: number },
  draw: (to: CanvasRenderingContext2D) => void,
): void {
  ghost(view, ctx, at.dark ?? 0.6, (to) => {
    to.translate(at.x, at.y);
    to.transform(at.scale, 0, -at.lean * at.scale, -at.long * at.scale, 0, 0);
    draw(to);
  });
}
