// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { tobias } from "./cast.ts";
import { counter, holding, lamp } from "./desk-scenes.ts";
import { bokeh, HUE } from "./sets.ts";

/** A desk telephone of black lacquer and brass, 360 wide, foot at 0,0; `ring` shakes its handset. */
function telephone(ctx: CanvasRenderingContext2D, light: string, ring: number, t: number): void {
  const edge = { color: light, from: [-0.8, -0.7] as const, width: 9, strength: 0.8 };
  const lacquer = (y0: number, y1: number) => ramp(ctx, [-180, y0], [180, y1], [[0, mix("#0b2a20", light, 0.3)], [0.3, "#0a1c15"], [0.75, "#040b08"], [1, "#010302"]]);
  ctx.fillStyle = fade("#000000", 0.55);
  ctx.fill(outline([[-190, 2], [0, -12], [210, 4], [120, 22], [-110, 22]]));
  const body = outline([[-182, 0, 1], [-170, -40], [-112, -128], [-78, -196], [78, -196], [112, -128], [170, -40], [182, 0, 1]]);
  ctx.fillStyle = lacquer(-196, 0);
  ctx.fill(body);
  rim(ctx, body, edge);
  ctx.fillStyle = fade(HUE.gold, 0.8);
  ctx.fillRect(-180, -7, 360, 5);
  ctx.save();
  ctx.translate(0, -92);
  ctx.scale(1, 0.92);
  ctx.fillStyle = ramp(ctx, [-84, -84], [84, 84], [[0, "#ffe9b0"], [0.4, HUE.brass], [1, "#3a260a"]]);
  ctx.beginPath();
  ctx.arc(0, 0, 84, 0, 7);
  ctx.fill();
  ctx.fillStyle = "#07140f";
  ctx.beginPath();
  ctx.arc(0, 0, 74, 0, 7);
  ctx.fill();
  for (let i = 0; i < 10; i++) {
    const a = 0.9 + i * 0.52;
    ctx.fillStyle = mix(HUE.brass, light, 0.3 + 0.3 * Math.cos(a + 2.4));
    ctx.beginPath();
    ctx.arc(Math.cos(a) * 54, Math.sin(a) * 54, 14.5, 0, 7);
    ctx.fill();
    ctx.fillStyle = "#020806";
    ctx.beginPath();
    ctx.arc(Math.cos(a) * 54 + 1.4, Math.sin(a) * 54 + 1.6, 12, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = ramp(ctx, [-24, -24], [24, 24], [[0, "#fff3c8"], [1, HUE.brass]]);
  ctx.beginPath();
  ctx.arc(0, 0, 25, 0, 7);
  ctx.fill();
  ctx.restore();
  for (const side of [-1, 1]) {
    const prong = outline([[58 * side, -194, 1], [64 * side, -226], [80 * side, -232], [88 * side, -200], [84 * side, -180, 1]]);
    ctx.fillStyle = ramp(ctx, [0, -232], [0, -180], [[0, HUE.gold], [1, "#4a320e"]]);
    ctx.fill(prong);
  }
  placed(ctx, { x: Math.sin(t * 61) * 3.4 * ring, y: -224 - Math.abs(Math.sin(t * 47)) * 6 * ring, turn: Math.sin(t * 53) * 0.02 * ring }, () => {
    const bar = outline([[-150, -14], [-110, -40], [0, -50], [110, -40], [150, -14], [196, -2], [200, 36, 1], [122, 40, 1], [112, 4], [0, -14], [-112, 4], [-122, 40, 1], [-200, 36, 1], [-196, -2]]);
    ctx.fillStyle = lacquer(-50, 40);
    ctx.fill(bar);
    rim(ctx, bar, edge);
    ctx.fillStyle = fade(HUE.gold, 0.75);
    for (const side of [-1, 1]) ctx.fill(outline([[121 * side, 34, 1], [200 * side, 30, 1], [200 * side, 37, 1], [121 * side, 41, 1]]));
  });
}

/** The telephone on the desk: "ring" at night; "dawn" it rings in an empty hall. */
export const phone: Scene = (view, mood) => {
  const { t } = view;
  const dawn = mood === "dawn";
  const light = dawn ? "#ffd9a0" : HUE.gold;
  const from = dawn ? 0.9 : 0.5;
  const ring = t > from && (t - from) % 2.1 < 1.15 ? smooth(0, 0.08, (t - from) % 2.1) : 0;
  sky(view, dawn ? [[0, "#0f4434"], [0.4, "#8a8a50"], [0.72, "#e0a85c"], [1, "#04100b"]] : [[0, "#02100b"], [0.6, "#0b3427"], [1, "#010403"]]);
  layer(view, 0.3, (ctx) => {
    bokeh(ctx, { seed: 17, count: 30, area: [-80, 60, 880, 800], size: 66, color: dawn ? "#ffe2a0" : "#b8842f", strength: dawn ? 0.4 : 0.3, t });
    if (dawn) for (const [x, w] of [[300, 120], [560, 150]] as const) {
      ctx.fillStyle = ramp(ctx, [0, 0], [0, 900], [[0, fade("#fff2c8", 0.26)], [1, fade("#ffdf9a", 0)]]);
      ctx.fill(outline([[x, -100, 1], [x + w, -100, 1], [x + w - 190, 1000, 1], [x - 240, 1000, 1]]));
    }
  });
  layer(view, 1, (ctx) => {
    counter(ctx, 900, 260);
    if (!dawn) placed(ctx, { x: 110, y: 908, scale: 1.15 }, () => lamp(ctx, 1));
    ctx.strokeStyle = "#030a07";
    ctx.lineWidth = 9;
    ctx.stroke(outline([[560, 925], [640, 960], [600, 1010], [700, 1040], [820, 1000]], false));
    ctx.save();
    ctx.globalAlpha = 0.22;
    ctx.translate(404, 962);
    ctx.scale(1.25, -0.5);
    telephone(ctx, light, ring, t);
    ctx.restore();
    placed(ctx, { x: 404, y: 958, scale: 1.25 }, () => telephone(ctx, light, ring, t));
    const pulse = ring * (0.6 + 0.4 * Math.sin(t * 40));
    ctx.fillStyle = mix("#2a0c08", "#ff6a4c", ring);
    ctx.beginPath();
    ctx.arc(530, 936, 7, 0, 7);
    ctx.fill();
    glow(ctx, 530, 936, 120, "#ff6a4c", pulse * 0.7);
    glow(ctx, 404, 700, 420, light, 0.12 + pulse * 0.2);
  });
  motes(view, { seed: 45, count: 16, size: 3.6, color: light, strength: 0.4, rise: 7, sway: 12, ember: true });
};

/** Banknotes in bands, seen from the front. */
function bundles(ctx: CanvasRenderingContext2D): void {
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 5; i++) {
      const [x, y] = [-196 + i * 80 + (row % 2) * 10, -20 - row * 22 + hash(i, row) * 6];
      ctx.fillStyle = ramp(ctx, [0, y - 24], [0, y + 8], [[0, "#d8ecc0"], [0.4, "#6fa884"], [1, "#1c4a36"]]);
      ctx.fillRect(x, y - 24, 74, 32);
      ctx.fillStyle = fade("#0c2a1e", 0.5);
      for (let k = 0; k < 4; k++) ctx.fillRect(x, y - 16 + k * 6, 74, 1.4);
      ctx.fillStyle = ramp(ctx, [0, y - 24], [0, y + 8], [[0, "#fff4d0"], [1, HUE.brass]]);
      ctx.fillRect(x + 28, y - 24, 18, 32);
    }
}

/** He opens the case: "paper" light and one sheet, "cash" full to the brim, "sheet" the paper close. */
export const opened: Scene = (view, mood) => {
  const { t } = view;
  const lift = smooth(0.2, 1.5, t);
  sky(view, [[0, "#020a07"], [0.5, "#072a1e"], [1, "#010403"]]);
  layer(view, 0.3, (ctx) => {
    bokeh(ctx, { seed: 27, count: 16, area: [-60, 0, 840, 700], size: 60, color: HUE.brass, strength: 0.22, t });
    glow(ctx, 400, 960, 700, HUE.pale, 0.4 * lift);
  });
  layer(view, 0.85, (ctx) => tobias(ctx, { x: 40, y: 210, scale: 4.1, turn: 0.16 }, { t, light: HUE.pale, from: [0.6, 1], reveal: 0.35 + lift * 0.5, eye: "down" }));
  layer(view, 1, (ctx) => {
    counter(ctx, 1080, 420);
    placed(ctx, { x: 440, y: 1110, scale: 0.92 }, () => {
      const top = -170 - lift * 120;
      const lid = outline([[-236, -150, 1], [236, -150, 1], [222 + lift * 16, top - 60 * lift, 1], [-222 - lift * 16, top - 60 * lift, 1]]);
      ctx.fillStyle = ramp(ctx, [0, -150], [0, top], [[0, mix("#0a1a12", HUE.pale, lift * 0.75)], [1, mix("#04100b", "#2a6a50", lift * 0.6)]]);
      ctx.fill(lid);
      ctx.strokeStyle = mix("#1a1206", HUE.gold, 0.5 + lift * 0.4);
      ctx.lineWidth = 7;
      ctx.stroke(lid);
      if (mood === "cash") placed(ctx, { x: 0, y: -140 }, () => bundles(ctx));
      else placed(ctx, { x: 10, y: -160, turn: -0.05 }, () => {
        ctx.fillStyle = mix("#0a1a12", "#fffbe4", lift);
        ctx.fill(outline([[-130, 20, 1], [120, 14, 1], [100, -66 * lift, 1], [-100, -60 * lift, 1]]));
      });
      const leather = outline([[-246, -152, 1], [246, -152, 1], [238, 40], [-238, 40]]);
      ctx.fillStyle = ramp(ctx, [-240, -150], [240, 60], [[0, "#143a2c"], [0.5, "#0a2019"], [1, "#020806"]]);
      ctx.fill(leather);
      rim(ctx, leather, { color: HUE.pale, from: [0, -1], width: 14, strength: 0.9 * lift + 0.1 });
      ctx.fillStyle = ramp(ctx, [0, -150], [0, 40], [[0, "#fff0c0"], [0.5, HUE.brass], [1, "#3a260a"]]);
      for (const x of [-170, 136]) ctx.fillRect(x, -140, 34, 52);
      for (const x of [-246, 206]) ctx.fill(outline([[x, 40, 1], [x, -6, 1], [x + 40, -6 + (x > 0 ? -10 : 10), 1], [x + 40, 40, 1]]));
      glow(ctx, 0, -180, 460, HUE.pale, 0.6 * lift);
    });
  });
  motes(view, { seed: 55, count: 26, size: 4, color: HUE.pale, strength: 0.6 * lift, rise: 34, sway: 20, ember: true, area: [220, 420, 480, 640] });
};

/** The paper close: a black border, a seal, lines that could be any name. */
export const certificate: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#05160f"], [1, "#010403"]]);
  layer(view, 0.4, (ctx) => glow(ctx, 300, 420, 760, HUE.pale, 0.4));
  layer(view, 1, (ctx) => {
    placed(ctx, { x: 236, y: 838, flip: true, turn: 0.1 }, () => holding(ctx, false, "#0a2a20"));
    placed(ctx, { x: 360, y: 560, turn: 0.05 + Math.sin(t * 0.8) * 0.01 }, () => {
      const sheet = outline([[-280, -400, 1], [280, -400, 1], [280, 380, 1], [-280, 380, 1]]);
      ctx.fillStyle = ramp(ctx, [-280, -400], [280, 380], [[0, "#fffbe6"], [0.5, "#ead9a8"], [1, "#6a5c38"]]);
      ctx.fill(sheet);
      ctx.strokeStyle = "#0c0a06";
      ctx.lineWidth = 16;
      ctx.strokeRect(-252, -372, 504, 724);
      ctx.lineWidth = 2;
      ctx.strokeRect(-236, -356, 472, 692);
      ctx.fillStyle = fade("#14110a", 0.85);
      ctx.fill(outline([[-12, -316, 1], [12, -316, 1], [12, -286, 1], [44, -286, 1], [44, -264, 1], [12, -264, 1], [12, -196, 1], [-12, -196, 1], [-12, -264, 1], [-44, -264, 1], [-44, -286, 1], [-12, -286, 1]]));
      for (let i = 0; i < 7; i++) {
        ctx.fillStyle = fade("#3a3020", 0.45);
        ctx.fillRect(-190, -130 + i * 48, 380 - hash(i, 4) * 150, 5);
      }
      ctx.strokeStyle = "#101830";
      ctx.lineWidth = 5;
      ctx.lineCap = "round";
      const count = Math.round(smooth(0.3, 1.9, t) * 20);
      if (count > 1) ctx.stroke(outline(Array.from({ length: count }, (_, i): [number, number] => [-170 + i * 14, 240 + (i % 2 ? -1 : 1) * (8 + hash(i, 12) * 20)]), false));
      ctx.fillStyle = ramp(ctx, [100, 180], [220, 310], [[0, "#d0443c"], [1, "#4a0c0c"]]);
      ctx.beginPath();
      ctx.arc(158, 246, 56, 0, 7);
      ctx.fill();
      rim(ctx, sheet, { color: "#fffdf0", from: [-0.5, -1], width: 8, strength: 0.6 });
      ctx.fillStyle = ramp(ctx, [-280, 0], [280, 200], [[0, fade("#020a07", 0)], [0.6, fade("#020a07", 0.1)], [1, fade("#020a07", 0.75)]]);
      ctx.fill(sheet);
    });
    placed(ctx, { x: 236, y: 838, flip: true, turn: 0.1 }, () => holding(ctx, true, "#0a2a20"));
  });
  motes(view, { seed: 65, count: 12, size: 4, color: HUE.pale, strength: 0.4, rise: 12, sway: 14, ember: true });
};
