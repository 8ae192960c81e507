// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { shaft } from "../../engine/light.ts";
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { adrian, type Lit, livia, odile } from "./cast.ts";
import { fist, GILT, knife, mask, SPOT, VELVET, velvet } from "./props.ts";

function dark(view: View, a: string, b: string): void {
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, 1280], [[0, b], [0.42, a], [0.8, b], [1, "#050103"]]);
  ctx.fillRect(0, 0, 720, 1280);
}

const warm = (t: number): Lit => ({ t, wind: 0.03, light: "#ffe6bc", from: [1, -0.35], reveal: 0.88, lit: "#e8a480", shade: "#3a0f1c", eye: "open" });

/** A ring of bulbs round an arched glass. */
function glass(ctx: CanvasRenderingContext2D, t: number, dim: number): void {
  const around = (r: number): Point[] => [[360 - 232 * r, 870, 1], [360 - 232 * r, 430], [360 - 150 * r, 250 - 40 * (r - 1)], [360, 190 - 70 * (r - 1)], [360 + 150 * r, 250 - 40 * (r - 1)], [360 + 232 * r, 430], [360 + 232 * r, 870, 1]];
  const outer = outline(around(1.2));
  ctx.fillStyle = ramp(ctx, [80, 200], [640, 900], [[0, "#ffdf9c"], [0.3, GILT], [0.7, "#6a3c10"], [1, "#2a1206"]]);
  ctx.fill(outer);
  rim(ctx, outer, { color: "#fff0c8", from: [-0.5, -1], width: 10, strength: 0.7 });
  const inner = outline(around(0.98));
  ctx.fillStyle = ramp(ctx, [360, 200], [360, 880], [[0, "#4a1a24"], [0.5, "#7a2c34"], [1, "#2a0a12"]]);
  ctx.fill(inner);
  ctx.save();
  ctx.clip(inner);
  ctx.fillStyle = fade("#fff4e4", 0.09);
  ctx.fill(outline([[150, 900, 1], [420, 180, 1], [500, 180, 1], [260, 900, 1]]));
  ctx.fill(outline([[300, 900, 1], [530, 260, 1], [552, 280, 1], [340, 900, 1]]));
  ctx.restore();
  const spots: [number, number][] = [[104, 800], [104, 650], [108, 500], [146, 356], [232, 246], [360, 204], [488, 246], [574, 356], [612, 500], [616, 650], [616, 800]];
  for (const [i, [x, y]] of spots.entries()) {
    const on = dim * (0.92 + 0.08 * Math.sin(t * 3 + i * 2.1));
    glow(ctx, x, y, 120, "#ffca80", 0.55 * on);
    ctx.fillStyle = mix("#5a3010", "#fff6dc", on);
    ctx.beginPath();
    ctx.arc(x, y, 19, 0, 7);
    ctx.fill();
  }
}

/** The star's dressing room. `call`: the understudy at the glass, from behind. `after`: roses, and the knife that folds. */
export const mirror: Scene = (view, mood) => {
  const { t, u } = view;
  dark(view, "#4a0d18", "#14030a");
  layer(view, 0.3, (ctx) => velvet(view, ctx, { key: "room", x: -120, y: -120, w: 960, h: 1300, folds: 13, lit: 0.5, tone: "#7a0c1e" }));
  layer(view, 0.6, (ctx) => {
    glow(ctx, 360, 520, 620, "#ffb060", 0.4);
    glass(ctx, t, 1);
    if (mood === "after") {
      placed(ctx, { x: 400, y: 560, scale: 1.35, turn: 0.06 + Math.sin(t * 0.9) * 0.02 }, () => mask(ctx, [-0.5, -1], "#3a0c16"));
      return;
    }
    ctx.save();
    ctx.globalAlpha = 0.9;
    livia(ctx, { x: 470, y: 410, scale: 2.2, flip: true }, { ...warm(t), from: [1, -0.2], eye: t > 1.6 ? "open" : "down" });
    ctx.restore();
    ctx.fillStyle = "rgba(60,10,20,0.22)";
    ctx.fillRect(130, 240, 460, 640);
  });
  layer(view, 1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 860], [0, 1280], [[0, "#a8622c"], [0.05, "#6a3418"], [0.3, "#2a1008"], [1, "#080203"]]);
    ctx.fillRect(-200, 868, 1120, 700);
    ctx.fillStyle = fade("#ffdca0", 0.5);
    ctx.fillRect(-200, 866, 1120, 5);
    if (mood === "after") {
      vase(ctx, 158, 900);
      for (const [x, y, s, turn] of [[100, 838, 1.1, -0.5], [226, 836, 1.1, 0.45], [92, 756, 1.05, -0.3], [232, 752, 1.05, 0.3], [160, 700, 1.15, 0.05], [162, 806, 1.3, 0]] as const) rose(ctx, x, y, s, turn);
      const slid = 0.5 - 0.5 * Math.cos(Math.min(1, Math.max(0, (u - 0.4) / 0.4)) * Math.PI * 2);
      placed(ctx, { x: 330, y: 1010, scale: 1.1, turn: 1.4 }, () => knife(ctx, [-1, -0.2], slid));
      return;
    }
    placed(ctx, { x: 610, y: 910, scale: 0.86, turn: 1.9 }, () => knife(ctx, [-0.5, -1]));
    glow(ctx, 500, 900, 100, "#fff4e0", 0.3 + 0.3 * Math.max(0, Math.sin(t * 2)));
    shoulder(ctx, t);
  });
  motes(view, { seed: 26, count: 22, size: 3.4, color: "#ffe0b0", strength: 0.5, rise: 8, sway: 10, ember: true });
};

/** Her back and pinned hair, near and dark, rimmed by the bulbs. */
function shoulder(ctx: CanvasRenderingContext2D, t: number): void {
  const breath = Math.sin(t * 1.6) * 3;
  const edge = { color: "#ffcf90", from: [0.5, -1] as const, width: 10, strength: 0.85 };
  const back = outline([[96, 1500, 1], [92, 1180 + breath], [120, 1090 + breath], [196, 1044 + breath], [214, 1000], [212, 956], [292, 956], [290, 1000], [310, 1044 + breath], [386, 1090 + breath], [414, 1180 + breath], [410, 1500, 1]]);
  ctx.fillStyle = ramp(ctx, [400, 980], [90, 1200], [[0, "#a86a54"], [0.35, "#4a1c20"], [1, "#12040a"]]);
  ctx.fill(back);
  rim(ctx, back, edge);
  for (const [x, y, rx, ry] of [[252, 880, 92, 108], [252, 780, 50, 44]] as const) {
    const hair = new Path2D();
    hair.ellipse(x, y, rx, ry, 0, 0, 7);
    ctx.fillStyle = ramp(ctx, [x + rx, y - ry], [x - rx, y + ry], [[0, "#5a2a24"], [0.4, "#220a10"], [1, "#0a0206"]]);
    ctx.fill(hair);
    rim(ctx, hair, edge);
  }
  ctx.strokeStyle = fade("#ffb880", 0.14);
  ctx.lineWidth = 3;
  for (const k of [-60, -30, 0, 30, 60]) ctx.stroke(outline([[252 + k, 972], [252 + k * 1.2, 880], [252 + k * 0.4, 800]], false));
  const dress = outline([[92, 1220], [180, 1196], [252, 1216], [324, 1196], [414, 1220], [420, 1500, 1], [86, 1500, 1]]);
  ctx.fillStyle = ramp(ctx, [400, 1200], [90, 1300], [[0, "#f0d8ac"], [0.4, "#7a4a3c"], [1, "#1c080c"]]);
  ctx.fill(dress);
  rim(ctx, dress, edge);
}

/** A gilt vase; its mouth at x, y. */
function vase(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.fillStyle = "rgba(0,0,0,0.45)";
  ctx.beginPath();
  ctx.ellipse(x + 14, y + 178, 92, 18, 0, 0, 7);
  ctx.fill();
  const body = outline([[x - 50, y, 1], [x - 34, y + 30], [x - 70, y + 100], [x - 40, y + 172, 1], [x + 40, y + 172, 1], [x + 70, y + 100], [x + 34, y + 30], [x + 50, y, 1], [x, y + 9]]);
  ctx.fillStyle = ramp(ctx, [x - 70, 0], [x + 70, 0], [[0, "#4a2408"], [0.5, GILT], [0.68, "#fff0c0"], [1, "#5a3210"]]);
  ctx.fill(body);
  rim(ctx, body, { color: "#fff0c8", from: [0.6, -0.8], width: 7, strength: 0.7 });
}

function rose(ctx: CanvasRenderingContext2D, x: number, y: number, s: number, turn: number): void {
  placed(ctx, { x, y, scale: s, turn }, () => {
    ctx.fillStyle = "#1c2a16";
    ctx.fill(ribbon([[0, 10], [6, 60], [-2, 110]], [7, 6, 5]));
    ctx.fill(outline([[2, 80, 1], [40, 56], [60, 72, 1], [34, 92]]));
    for (const [i, r] of [48, 40, 31, 22, 13].entries()) {
      const petal = outline(Array.from({ length: 9 }, (_, k): Point => {
        const a = (k / 9) * Math.PI * 2 + i * 0.7;
        const out = r * (0.86 + hash(k, i) * 0.24);
        return [Math.cos(a) * out, Math.sin(a) * out * 0.86 - i * 3];
      }));
      ctx.fillStyle = mix(i % 2 ? "#e02a44" : VELVET, "#2a020a", 0.5 - i * 0.1);
      ctx.fill(petal);
      rim(ctx, petal, { color: "#ff9a90", from: [0.5, -1], width: 4, strength: 0.6 });
    }
  });
}

/** Livia close. `wings`: half behind the curtain, the light beyond. `spot`: in it, the blade before her face. */
export const her: Scene = (view, mood) => {
  const { t, u } = view;
  const spot = mood === "spot";
  dark(view, spot ? "#3a0a16" : "#5a0c1a", "#0c0206");
  layer(view, 0.25, (ctx) => {
    if (spot) for (let i = 0; i < 15; i++) glow(ctx, hash(i, 1) * 720, 90 + hash(i, 2) * 640, 46 + hash(i, 3) * 50, i % 3 ? "#ff9a50" : "#ff4a4a", 0.26);
    else {
      velvet(view, ctx, { key: "wing", x: -100, y: -120, w: 560, h: 1500, folds: 7, lit: 0.96 });
      ctx.fillStyle = ramp(ctx, [440, 0], [760, 0], [[0, "#ffe8c8"], [0.3, "#e8a070"], [1, "#8a2c30"]]);
      ctx.fillRect(450, -100, 400, 1500);
      glow(ctx, 560, 420, 420, "#fff6e8", 0.8);
    }
    shaft(ctx, { from: [spot ? 420 : 640, -120, 180], to: [spot ? 330 : 300, 1300, 700], color: spot ? "#ffd9a8" : SPOT, strength: spot ? 0.8 : 0.45 });
  });
  layer(view, 1, (ctx) => {
    livia(ctx, { x: spot ? 14 : 90, y: 340, scale: 4.7, turn: spot ? -0.07 : 0 }, { ...warm(t), from: spot ? [0.8, -0.8] : [1, -0.2], eye: spot ? (u > 0.5 ? "open" : "closed") : t > 1.4 ? "open" : "down" });
    if (spot) placed(ctx, { x: 574, y: 1010 - smooth(0, 0.6, u) * 60, scale: 2, turn: Math.PI + 0.12 }, () => {
      ctx.translate(0, 330);
      knife(ctx, [0.6, 0.8]);
      fist(ctx, { light: "#f0b08c", dark: "#4a161e", edge: "#ffe6bc", from: [0.4, 0.9], bend: -130 });
    });
    if (!spot) {
      velvet(view, ctx, { key: "near", x: -160 - u * 40, y: -120, w: 300, h: 1500, folds: 4, lit: 1.1, tone: "#7a0a1c" });
      for (let i = 0; i < 4; i++) {
        const y = 700 + i * 40;
        const finger = ribbon([[96 - u * 40, y + 20], [140 - u * 40, y], [176 - u * 40, y + 10]], [34, 34, 18]);
        ctx.fillStyle = ramp(ctx, [190, 0], [90, 0], [[0, "#f0b08c"], [1, "#4a161e"]]);
        ctx.fill(finger);
        rim(ctx, finger, { color: "#ffe6bc", from: [1, -0.5], width: 5, strength: 0.8 });
      }
    }
  });
  motes(view, { seed: 46, count: 34, size: 3.4, color: "#fff0d8", strength: 0.65, rise: -8, sway: 12, ember: true });
};

/** The duet: two profiles in one light, his behind a mask. */
export const duet: Scene = (view) => {
  const { t, u } = view;
  dark(view, "#4a0c1a", "#0c0206");
  layer(view, 0.2, (ctx) => {
    for (let i = 0; i < 18; i++) glow(ctx, hash(i, 11) * 720, 60 + hash(i, 12) * 700, 40 + hash(i, 13) * 60, i % 3 ? "#ffa050" : "#ff4a50", 0.26 + 0.05 * Math.sin(t + i));
    shaft(ctx, { from: [360, -140, 240], to: [360, 1300, 820], color: "#ffd9a8", strength: 0.7 });
  });
  const gap = lerp(96, 40, u);
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 560, 330, SPOT, 0.3);
    adrian(ctx, { x: 360 + gap / 2 + 90 * 4, y: 370, scale: 4, flip: true, turn: -0.03 }, { ...warm(t), from: [0.9, -0.7], reveal: 0.7 });
    livia(ctx, { x: 360 - gap / 2 - 87 * 4, y: 420, scale: 4, turn: -0.04 }, { ...warm(t), from: [0.9, -0.7] });
  });
  motes(view, { seed: 56, count: 34, size: 3.4, color: "#fff0d8", strength: 0.6, rise: -8, sway: 12, ember: true });
};

/** The star in her box, the mask lowered from her face. */
export const star: Scene = (view) => {
  const { t, u } = view;
  dark(view, "#5a0a1a", "#100208");
  layer(view, 0.25, (ctx) => {
    velvet(view, ctx, { key: "box", x: -120, y: -120, w: 960, h: 1500, folds: 11, lit: 0.2, tone: "#8a0c22", dark: "#12020a" });
    glow(ctx, 120, 520, 560, "#ffb070", 0.4);
  });
  layer(view, 1, (ctx) => {
    odile(ctx, { x: 650, y: 360, scale: 4.8, flip: true, turn: 0.02 }, { ...warm(t), light: "#ffdca8", from: [1, -0.1], reveal: 0.8, lit: "#e8b090", shade: "#300a1c", eye: t > 0.9 ? "open" : "down" });
    const low = smooth(0.05, 0.5, u);
    placed(ctx, { x: lerp(230, 136, low), y: lerp(610, 985, low), scale: 1.3, turn: lerp(-0.05, -0.62, low) }, () => {
      ctx.fillStyle = ramp(ctx, [-6, 0], [6, 0], [[0, "#ffe6a8"], [1, "#6a3c10"]]);
      ctx.fillRect(84, 0, 9, 420);
      for (let i = 0; i < 5; i++) {
        const feather = ribbon([[84, -20], [100 + i * 16, -120 + i * 16], [96 + i * 34, -236 + i * 46 + Math.sin(t * 1.6 + i) * 6]], [8, 44, 2]);
        ctx.fillStyle = mix("#14040c", VELVET, 0.25 + i * 0.12);
        ctx.fill(feather);
        rim(ctx, feather, { color: "#ffb890", from: [-1, -0.5], width: 4, strength: 0.5 });
      }
      mask(ctx, [-1, -0.4], "#16040a");
    });
  });
  motes(view, { seed: 66, count: 20, size: 3.4, color: "#ffdcb0", strength: 0.5, rise: 10, sway: 12, ember: true });
};
