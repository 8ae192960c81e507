// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, ramp, rim } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { LAMP, RED } from "./sets.ts";

/** Light on the figures. */
export interface Lit {
  t: number;
  light: string;
  from: readonly [number, number];
  edge?: number;
}

function form(ctx: CanvasRenderingContext2D, f: Lit, path: Path2D, hi: string, lo: string, y0: number, y1: number, strength = 0.8): void {
  ctx.fillStyle = ramp(ctx, [0, y0], [0, y1], [[0, hi], [1, lo]]);
  ctx.fill(path);
  rim(ctx, path, { color: f.light, from: f.from, width: f.edge ?? 3, strength });
}

/** An oil-paper umbrella seen from the side, its hub at 0,0, 180 wide; the pole goes down to `pole`. */
export function umbrella(ctx: CanvasRenderingContext2D, f: Lit, pole: readonly [number, number]): void {
  ctx.strokeStyle = "#2a0f10";
  ctx.lineWidth = 3;
  ctx.stroke(outline([[0, -8], pole], false));
  const n = 8;
  const rimPoints: Point[] = [];
  for (let i = n; i >= 0; i--) {
    const x = -92 + (i / n) * 184;
    const y = 44 - Math.cos((x / 92) * 1.2) * 10;
    rimPoints.push([x, y, 1]);
    if (i > 0) rimPoints.push([x - 11.5, y - 7]);
  }
  ctx.fillStyle = "#4a0a12";
  ctx.fill(outline([[-90, 39, 1], [-46, 16], [0, 8], [46, 16], [90, 39, 1], [46, 53], [0, 56], [-46, 53]]));
  const top = outline([[-92, 41, 1], [-66, 14], [-30, -4], [0, -12, 1], [30, -4], [66, 14], [92, 41, 1], ...rimPoints.slice(1, -1)]);
  form(ctx, f, top, mix(RED, "#ff8a6a", 0.25), mix(RED, "#3a0610", 0.5), -12, 44, 0.75);
  ctx.save();
  ctx.clip(top);
  ctx.strokeStyle = fade("#3a060c", 0.4);
  ctx.lineWidth = 1.5;
  for (let i = 1; i < n; i++) {
    const x = -92 + (i / n) * 184;
    ctx.stroke(outline([[0, -12], [x * 0.62, 6], [x, 44]], false));
  }
  ctx.strokeStyle = fade("#ffb49a", 0.25);
  ctx.lineWidth = 2;
  ctx.stroke(outline([[-76, 28], [-38, 14], [0, 10], [38, 14], [76, 28]], false));
  ctx.restore();
  ctx.fillStyle = "#1c0a0c";
  ctx.fill(outline([[-4, -10, 1], [-2.4, -22], [2.4, -22], [4, -10, 1]]));
}

/** The woman, standing, from behind or far away: long pale-blue robe, hair up, her umbrella over her. 200 tall. */
export function lady(ctx: CanvasRenderingContext2D, f: Lit, look: { umbrella?: boolean; drowned?: boolean } = {}): void {
  const [silk, hem, black] = look.drowned ? ["#dbe6ec", "#7f9bb0", "#4c6274"] : ["#7fa6cc", "#16305a", "#070b16"];
  const sway = Math.sin(f.t * 1.2) * 3;
  form(ctx, f, outline([[-9, -168], [-19, -160], [-20, -140], [-13, -118], [-20, -80], [-27 + sway, -6, 1], [0, 1], [27 + sway, -6, 1], [20, -80], [13, -118], [20, -140], [19, -160], [9, -168]]), silk, hem, -168, 0);
  form(ctx, f, outline([[-18, -160], [-27, -136], [-30, -100, 1], [-22, -92], [-15, -110], [-13, -140]]), silk, mix(silk, hem, 0.7), -160, -92);
  form(ctx, f, outline([[17, -160], [29, -146], [26, -130], [18, -138, 1], [12, -136]]), silk, mix(silk, hem, 0.7), -160, -120);
  form(ctx, f, outline([[0, -199], [8, -196], [10, -187], [8.6, -177], [5, -168], [-5, -168], [-8.6, -177], [-10, -187], [-8, -196]]), mix(black, silk, 0.12), black, -199, -168);
  form(ctx, f, outline([[-9, -196], [-2, -207], [10, -205], [13, -196], [4, -191]]), mix(black, silk, 0.16), black, -207, -190);
  ctx.fillStyle = look.drowned ? black : RED;
  ctx.fill(ribbon([[-4, -199], [8, -204], [18, -208]], [1.5, 1.6, 2.4]));
  if (look.umbrella === false) return;
  ctx.save();
  ctx.translate(14, -232);
  ctx.rotate(0.08);
  umbrella(ctx, f, [8, 104]);
  ctx.restore();
}

/** The boat from the side, 470 long, its waterline at y = 0: she sits in the bow under her umbrella, he rows in the stern. */
export function boat(ctx: CanvasRenderingContext2D, f: Lit, look: { man?: boolean; woman?: boolean; oar?: boolean; letter?: boolean; shut?: boolean } = {}): void {
  const beat = Math.sin(f.t * 1.5);
  if (look.man !== false) ferryman(ctx, f, beat);
  if (look.oar !== false) form(ctx, f, ribbon([[-128, -112], [-178 - beat * 5, -46], [-238 - beat * 14, 34]], [4, 4, 10]), "#4a5f80", "#122240", -112, 34, 0.6);
  const inside = outline([[-108, -8, 1], [-104, -46], [-72, -78], [-18, -86], [38, -78], [62, -46], [66, -8, 1]]);
  form(ctx, f, inside, "#2c3c58", "#0a1224", -88, 0, 0.7);
  ctx.save();
  ctx.clip(inside);
  ctx.strokeStyle = fade(f.light, 0.12);
  ctx.lineWidth = 1.4;
  for (let x = -110; x < 80; x += 11) {
    ctx.stroke(outline([[x, -92], [x + 16, 0]], false));
    ctx.stroke(outline([[x + 16, -92], [x, 0]], false));
  }
  for (const x of [-60, -16, 30]) {
    ctx.strokeStyle = fade("#050a16", 0.7);
    ctx.lineWidth = 4;
    ctx.stroke(outline([[x - 4, -92], [x, -46], [x - 2, 0]], false));
  }
  ctx.restore();
  if (look.woman !== false) sitting(ctx, f);
  if (look.shut) {
    form(ctx, f, ribbon([[86, -26], [200, -62]], [2.4, 2.4]), "#4a2418", "#1c0a0c", -64, -20, 0.5);
    const furled = ribbon([[100, -29], [134, -42], [186, -59]], [3, 15, 17, 13, 4]);
    form(ctx, f, furled, mix(RED, "#ff8a6a", 0.25), mix(RED, "#3a0610", 0.55), -70, -26, 0.8);
    ctx.fillStyle = fade("#3a060c", 0.5);
    for (const d of [-3, 2]) ctx.fill(ribbon([[106, -30 + d], [136, -42 + d], [182, -57 + d]], [0.3, 1.4, 0.3]));
  }
  form(ctx, f, outline([[-236, -52, 1], [-186, -26], [-90, -9], [60, -8], [168, -22], [240, -58, 1], [214, -10], [156, 16], [-140, 16], [-204, -6]]), "#31476c", "#060c1a", -56, 16, 0.85);
  ctx.strokeStyle = fade(f.light, 0.25);
  ctx.lineWidth = 1.6;
  ctx.stroke(outline([[-216, -24], [-90, 1], [60, 2], [216, -26]], false));
  ctx.strokeStyle = "#0c1528";
  ctx.lineWidth = 2;
  ctx.stroke(outline([[222, -50], [226, -84]], false));
  glow(ctx, 226, -72, 74, LAMP, 0.75);
  ctx.fillStyle = "#ffd49a";
  ctx.fill(outline([[221, -82, 1], [231, -82, 1], [233, -64, 1], [219, -64, 1]]));
  if (!look.letter) return;
  glow(ctx, 103, -18, 64, "#fff0c8", 0.75);
  ctx.fillStyle = "#fff6e0";
  ctx.fill(outline([[84, -20, 1], [112, -27, 1], [121, -15, 1], [92, -9, 1]]));
}

function sitting(ctx: CanvasRenderingContext2D, f: Lit): void {
  form(ctx, f, outline([[98, -14], [104, -44], [116, -84], [126, -98], [142, -98], [152, -84], [156, -54], [178, -34], [186, -12, 1], [140, -6]]), "#86aed4", "#1a3866", -98, -8);
  form(ctx, f, outline([[120, -90], [112, -66], [120, -48], [146, -54], [150, -64], [134, -66], [134, -86]]), "#86aed4", "#2a4f84", -90, -48);
  form(ctx, f, outline([[134, -134], [143, -131], [146.5, -122], [149, -117], [146, -114], [145, -107], [138, -101], [128, -102], [122, -112], [124, -126]]), "#d9c2bc", "#46567c", -134, -100);
  form(ctx, f, outline([[134, -137], [143, -134], [145.6, -127], [138, -124], [134, -113], [129, -101], [120, -106], [117, -118], [122, -131]]), "#1e2740", "#080d1a", -137, -101);
  form(ctx, f, outline([[124, -131], [112, -136], [106, -126], [111, -116], [120, -116]]), "#222c48", "#0a0f1e", -136, -114);
  ctx.fillStyle = RED;
  ctx.fill(ribbon([[126, -130], [112, -137], [102, -139]], [1.4, 1.6, 2.6]));
  ctx.save();
  ctx.translate(126, -190);
  ctx.rotate(-0.1);
  umbrella(ctx, f, [22, 132]);
  ctx.restore();
}

function ferryman(ctx: CanvasRenderingContext2D, f: Lit, beat: number): void {
  ctx.save();
  ctx.translate(-164, -22);
  ctx.rotate(0.05 + beat * 0.035);
  form(ctx, f, outline([[-12, -60], [-18, -4, 1], [-8, 0, 1], [-2, -44], [6, 0, 1], [16, -2, 1], [12, -62]]), "#24375a", "#0a1326", -62, 0);
  form(ctx, f, outline([[-6, -126], [-19, -118], [-22, -96], [-18, -74], [-22, -50, 1], [0, -44], [21, -52, 1], [16, -76], [20, -98], [17, -118], [6, -126]]), "#34496e", "#101c34", -126, -44);
  form(ctx, f, ribbon([[14, -114], [30, -100], [40, -88]], [12, 11, 6]), "#34496e", "#18284a", -114, -84);
  form(ctx, f, ribbon([[-12, -112], [6, -92], [34, -84]], [12, 11, 6]), "#34496e", "#18284a", -114, -84);
  form(ctx, f, outline([[0, -150], [8, -146], [10, -138], [6, -127], [-5, -127], [-9, -138], [-7, -147]]), "#8a7f8a", "#24304e", -150, -126);
  form(ctx, f, outline([[-36, -138], [-16, -152], [2, -168, 1], [20, -151], [40, -136], [2, -142]]), "#6a7890", "#1a263e", -168, -136);
  for (let i = 0; i < 5; i++) {
    ctx.fillStyle = fade(f.light, 0.1 + hash(i) * 0.08);
    ctx.fill(ribbon([[2, -165], [-26 + i * 14, -141]], [0.4, 1.4]));
  }
  ctx.restore();
}
