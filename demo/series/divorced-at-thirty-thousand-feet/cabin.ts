// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { shaft } from "../../engine/light.ts";
import { bump, glide, hash, lerp, smooth, wander } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp } from "../../engine/paint.ts";
import { palm } from "../../engine/palm.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky } from "../../engine/sky.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { CORAL, DEEP } from "./sets.ts";

/** The cabin down its aisle. `steward`: two seats are left. `captain`: he comes out in the storm and asks. */
export const aisle: Scene = (view, mood) => {
  const { t, u } = view;
  const storm = mood === "captain";
  const dim = (day: string, night: string) => (storm ? night : day);
  const flash = storm ? Math.max(bump(t, 0.4, 0.25), bump(t, 2.6, 0.3)) : 0;
  const bright = dim("#fff2d0", "#a8e4e8");
  sky(view, storm ? [[0, "#0a1e28"], [0.4, "#245460"], [1, "#050f14"]] : [[0, "#7fc0c0"], [0.42, "#fff0d0"], [1, "#12424e"]]);
  layer(view, 0.5, (ctx) => {
    const [vx, vy] = [360, 500];
    for (const s of [-1, 1]) {
      solid(ctx, outline([[vx + s * 60, vy - 120, 1], [vx + s * 900, -520, 1], [vx + s * 900, 1500, 1], [vx + s * 60, vy + 150, 1]]), [dim("#fff4dc", "#4a8088"), dim("#a8d8d2", "#1c4450"), dim("#2f808a", "#08202a")], [vx + s * 60, 0, vx + s * 520, 0]);
      for (let i = 0; i < 6; i++) {
        const k = 0.2 + 1.5 * ((i + 0.5 + 0) / 6) ** 1.8;
        const [x, y, w] = [vx + s * 330 * k, vy - 40 * k, 40 * k];
        glow(ctx, x, y, 220 * k, bright, 0.35 + flash * 0.5);
        solid(ctx, slab(x, y, w, 130 * k, 18 * k), [dim("#ffffff", mix("#2a6470", "#ffffff", flash)), dim("#fff0c8", "#1c4c58")], [0, y - 60 * k, 0, y + 60 * k]);
        if (!storm && s > 0) shaft(ctx, { from: [x, y, 120 * k], to: [x - 330 * k, y + 460 * k, 260 * k], color: "#fff0c8", strength: 0.26 });
      }
      solid(ctx, outline([[vx + s * 56, vy - 150, 1], [vx + s * 700, -720, 1], [vx + s * 700, -60, 1], [vx + s * 64, vy - 84, 1]]), [dim("#fffaf0", "#5a949c"), dim("#cfe6dc", "#285864"), dim("#7fbcbc", "#12343e")], [0, -300, vx + s * 200, 420], { color: bright, from: [-s, 0.6], width: 9, strength: 0.7 });
    }
    solid(ctx, outline([[vx - 56, vy - 150, 1], [vx + 56, vy - 150, 1], [vx + 420, -420, 1], [vx - 420, -420, 1]]), [dim("#fffdf4", "#78b4ba"), dim("#e6f3e8", "#1c4450")], [0, vy - 150, 0, -100]);
    solid(ctx, outline([[vx - 64, vy + 150, 1], [vx + 64, vy + 150, 1], [vx + 400, 1500, 1], [vx - 400, 1500, 1]]), [dim("#e8c8a0", "#2c6068"), dim("#a8685a", "#0c2a34"), "#1c1a24"], [0, vy + 150, 0, 1250]);
    solid(ctx, slab(vx, vy, 150, 310, 8), [dim("#2f8c98", "#1c5662"), dim("#136070", "#0a2630")], [0, vy - 150, 0, vy + 150]);
    const open = storm ? glide(smooth(0.1, 1, t)) : 1;
    ctx.fillStyle = ramp(ctx, [0, vy - 140], [0, vy + 150], [[0, dim("#fffaf0", "#fff2cc")], [1, dim("#ffd8a0", "#ffc878")]]);
    ctx.fillRect(vx - 40 * open, vy - 136, 80 * open, 286);
    glow(ctx, vx, vy, 300, dim("#fff0c8", "#ffd890"), 0.6 * open);
    placed(ctx, { x: vx, y: vy + lerp(150, 190, storm ? glide(u) : 0.4), scale: storm ? lerp(1.25, 1.6, glide(u)) : 1.4, alpha: open }, () => {
      const f = { t, wind: 0, body: dim("#0e3a46", "#081c26"), ground: "#0a2630", light: dim("#fff4d8", "#ffdf9c"), from: [0, -1] as const, edge: 3.4 };
      if (!storm) cityWoman(ctx, f, { coat: "#0e3a46", hair: "#0e2a34", arms: "hips", skin: "#1c4a54" });
      else {
        cityMan(ctx, f);
        solid(ctx, [[-14, -192], [-17, -205], [0, -213], [17, -205], [14, -192], [0, -189]], ["#fdf3df", "#8fb0b4"], [0, -213, 0, -190], { color: "#ffe6b0", from: [0, -1], width: 3 });
        solid(ctx, slab(0, -192, 30, 6, 3), ["#d8a040", "#8a5a1c"], [0, -195, 0, -189]);
      }
    });
  });
  for (let i = 0; i < 5; i++) {
    const k = 0.5 + 1.35 * (i / 4) ** 1.5;
    layer(view, lerp(0.55, 1.3, i / 4), (ctx) => {
      for (const s of [-1, 1]) seat(ctx, { x: 360 + s * (60 + 235 * k), y: 520 + 335 * k, k, s, i, bright, cloth: dim("#1f94a0", "#15505c"), low: dim(DEEP, "#04141a"), jolt: storm ? wander(t * 3 + i, 4) * 7 : 0, empty: !storm && i === 2 && s > 0 });
    });
  }
  motes(view, { seed: 8, count: 12, size: 3.4, color: "#fffaf0", strength: 0.4, rise: 6, sway: 12, ember: true });
};

interface Seat { x: number; y: number; k: number; s: number; i: number; bright: string; cloth: string; low: string; jolt: number; empty: boolean }

function seat(ctx: CanvasRenderingContext2D, o: Seat): void {
  placed(ctx, { x: o.x, y: o.y, scale: o.k }, () => {
    const lamp = { color: o.bright, from: [-o.s * 0.4, -1] as const, width: 6, strength: 0.75 };
    for (const [j, x] of [-78, 78].entries()) {
      if (!o.empty && hash(o.i * 3 + j, o.s + 4) > 0.25) {
        const tone = ["#3a1c14", "#1c1a20", "#6a3a1c", "#8a7a6a"][Math.floor(hash(o.i + j * 5, o.s + 9) * 4)] as string;
        solid(ctx, disc(x + hash(j, o.i) * 16 - 8, -178 + o.jolt, 34, 1.2), [mix(tone, o.bright, 0.25), tone, "#0a0c10"], [0, -216, 0, -140], lamp);
      }
      solid(ctx, [[x - 68, 130, 1], [x - 70, -40], [x - 60, -130], [x - 36, -156], [x + 36, -156], [x + 60, -130], [x + 70, -40], [x + 68, 130, 1]], [mix(o.cloth, o.bright, 0.25), o.cloth, o.low], [0, -156, 0, 120], lamp);
      solid(ctx, outline([[x - 42, -150, 1], [x + 42, -150, 1], [x + 46, -86, 1], [x - 46, -86, 1]]), o.empty ? [CORAL, mix(CORAL, "#000000", 0.3)] : [mix("#fff6e0", o.low, 0.1), mix("#d8cdb4", o.low, 0.45)], [0, -150, 0, -86]);
      ctx.strokeStyle = fade(o.low, 0.5);
      ctx.lineWidth = 3;
      ctx.stroke(outline([[x - 50, -60], [x - 54, 40], [x - 50, 130]], false));
      ctx.stroke(outline([[x + 50, -60], [x + 54, 40], [x + 50, 130]], false));
    }
  });
}

const SQUIGGLE: Point[] = [[0, 0], [12, -26], [20, 8], [32, -14], [44, 6], [56, -20], [62, 6], [84, -8], [112, 2], [150, -4]];

/** The papers on the tray table. `sign`: she signs. `wrong`: both names stand on the wrong line. */
export const paperwork: Scene = (view, mood) => {
  const { t, u } = view;
  const wrong = mood === "wrong";
  sky(view, wrong ? [[0, "#d09a78"], [0.5, "#8a5048"], [1, "#2c141c"]] : [[0, "#8fc4c2"], [0.5, "#3a868e"], [1, "#0d3440"]]);
  layer(view, 0.8, (ctx) => {
    solid(ctx, outline([[40, 250], [80, 210], [640, 210], [680, 250], [770, 1080], [730, 1130], [-10, 1130], [-50, 1080]]), wrong ? ["#e2a880", "#b4745c", "#683838"] : ["#a4d0cc", "#5a9ea6", "#2a6a76"], [600, 200, 100, 1130], { color: "#ffffff", from: [0.4, -1], width: 9, strength: 0.8 });
    solid(ctx, outline([[-50, 1080], [-10, 1130], [730, 1130], [770, 1080], [766, 1150], [720, 1176], [0, 1176], [-46, 1150]]), wrong ? ["#8a5048", "#3a1c24"] : ["#4f8e94", "#0d3440"], [0, 1080, 0, 1176]);
    ctx.fillStyle = fade(wrong ? "#5a2a24" : "#1c5660", 0.28);
    ctx.fill(outline([[150, 340, 1], [560, 320, 1], [610, 1030, 1], [120, 1050, 1]]));
    for (const [a, k] of [[-0.05, 0.8], [0.03, 1]] as const)
      placed(ctx, { x: 356, y: 660, turn: a }, () => solid(ctx, slab(0, 0, 430, 660, 5), ["#ffffff", mix("#fff8ea", "#d0b89a", 1 - k), wrong ? "#e8b894" : "#c4d8cc"], [200, -320, -200, 320], { color: "#ffffff", from: [0.4, -1], width: 5, strength: k }));
    placed(ctx, { x: 356, y: 660, turn: 0.03 }, () => form(ctx, wrong, wrong ? 1 : glide(smooth(0.12, 0.85, u)), u));
    for (const [x, y] of [[596, 404], [640, 446]] as const) {
      ctx.lineWidth = 15;
      ctx.strokeStyle = fade("#4a2a20", 0.3);
      ctx.stroke(disc(x - 6, y + 12, 38, 0.62, -0.2));
      ctx.strokeStyle = ramp(ctx, [x + 30, y - 30], [x - 30, y + 30], [[0, "#fff6d0"], [0.4, "#e8b04a"], [1, "#8a5a1c"]]);
      ctx.stroke(disc(x, y, 38, 0.62, -0.2));
      glow(ctx, x + 22, y - 16, 40, "#fff6d8", 0.6);
    }
    shaft(ctx, { from: [640, 120, 260], to: [120, 1180, 560], color: "#fff2cc", strength: 0.36 });
  });
  if (!wrong)
    layer(view, 1.1, (ctx) => {
      const k = glide(smooth(0.12, 0.85, u));
      const [x, y] = [290 + k * 150, 872 + Math.sin(t * 16) * 7 * (k > 0.01 && k < 0.99 ? 1 : 0)];
      solid(ctx, ribbon([[x, y], [x + 26, y - 40], [x + 120, y - 190]], [2, 15, 17]), ["#5ad0d4", "#0f6472", "#062a34"], [x, y - 100, x + 50, y - 60], { color: "#ffffff", from: [-1, -0.6], width: 4 });
      solid(ctx, ribbon([[x, y], [x + 18, y - 28]], [2, 13]), ["#ffe6a0", "#a8742c"], [x, y - 20, x + 20, y]);
      placed(ctx, { x: x + 92, y: y + 12, scale: 1.24, flip: true, turn: 0.42 }, () => palm(ctx, { skin: "#d0946e", sleeve: "#d8604a", lamp: { color: "#fff2d0", from: [0, -1], width: 6, strength: 0.7 }, curl: 0.9, spread: 0.1, nail: CORAL }));
    });
  motes(view, { seed: 2, count: 12, size: 3.6, color: "#ffffff", strength: 0.5, rise: 6, sway: 12, ember: true });
};

function form(ctx: CanvasRenderingContext2D, wrong: boolean, written: number, u: number): void {
  ctx.fillStyle = fade("#3a5a60", 0.42);
  ctx.fill(slab(-70, -268, 210, 16, 8));
  for (let i = 0; i < 11; i++) ctx.fill(slab(i % 4 === 3 ? -60 : 0, -222 + i * 30, i % 4 === 3 ? 230 : 350, 7, 3.5));
  for (const [y, mark] of [[160, false], [234, true]] as const) {
    ctx.fillStyle = fade("#3a5a60", 0.6);
    ctx.fillRect(-170, y, 150, 3);
    ctx.fillRect(20, y, 150, 3);
    if (wrong && mark) continue;
  }
  const rows: [number, number][] = wrong ? [[-168, 228], [24, 228]] : [[-168, 154], [24, 228]];
  for (const [i, [x, y]] of rows.entries()) {
    if (!wrong && i === 0) continue;
    const share = wrong ? 1 : written;
    ctx.save();
    ctx.beginPath();
    ctx.rect(wrong ? x - 10 : -180, y - 60, wrong ? 190 : 170 * share, 90);
    ctx.clip();
    ctx.translate(wrong ? x : -168, y);
    ctx.scale(0.95, i ? 1 : 0.8);
    ctx.lineCap = "round";
    ctx.lineWidth = 4.4;
    ctx.strokeStyle = i ? "#14505a" : "#a83a34";
    ctx.stroke(outline(i ? SQUIGGLE : SQUIGGLE.map(([px, py]): Point => [150 - px, py * 1.3]), false));
    ctx.restore();
  }
  if (!wrong) return;
  // The two empty lines above glow: that is where the names should be.
  const beat = glide(smooth(0.35, 0.6, u));
  for (const x of [-95, 95]) {
    glow(ctx, x, 150, 130, CORAL, 0.6 * beat);
    ctx.strokeStyle = fade("#e0402c", beat);
    ctx.lineWidth = 5;
    ctx.setLineDash([12, 9]);
    ctx.stroke(slab(x, 138, 170, 56, 14));
    ctx.setLineDash([]);
  }
}
