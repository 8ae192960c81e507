// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { onScreen, skyline, wet } from "../../engine/city.ts";
import { shaft } from "../../engine/light.ts";
import { glide, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, outline, placed, ramp, } from "../../engine/paint.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import { sky, vapour } from "../../engine/sky.ts";
import { slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { AMBER, against, hugo, INK, noon, papers, SUN, sunFace, vera } from "./sets.ts";

/** The night it began: rain, the lit door of the tower, one suitcase. */
export const thrown: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#120b10"], [0.4, "#2c1a1c"], [0.7, "#4a2a1e"], [1, "#0e0808"]]);
  vapour(view, { seed: 4, top: 0, height: 620, dark: "#1c1216", light: "#6a4436", cover: 0.6, opacity: 0.6, depth: 0.08, drift: -8, cells: 3, crisp: 0.05 });
  skyline(view, { seed: 44, base: 900, low: 300, high: 820, wide: [80, 150], top: "#1e1214", bottom: "#3a221c", windows: ["#ffcf7a", "#ffb04a"], lit: 0.16, rim: "#8a5a3c", side: 1, depth: 0.3, cell: [12, 18] });
  layer(view, 0.7, (ctx) => {
    solid(ctx, outline([[120, -200, 1], [600, -200, 1], [600, 900, 1], [120, 900, 1]]), ["#241416", "#3a2018"], [0, 0, 0, 900], { color: "#c98a4a", from: [0, 1], width: 10, strength: 0.4 });
    for (let i = 0; i < 5; i++) {
      ctx.fillStyle = fade(AMBER, 0.12);
      ctx.fillRect(150 + i * 92, -100, 52, 480);
    }
    solid(ctx, outline([[70, 420, 1], [650, 420, 1], [610, 462, 1], [110, 462, 1]]), ["#8a5224", "#2c160e"], [0, 420, 0, 462], { color: "#ffd890", from: [0, 1], width: 8 });
    ctx.fillStyle = ramp(ctx, [0, 462], [0, 860], [[0, "#fff0c0"], [0.4, "#ffbe5a"], [1, "#c9701e"]]);
    ctx.fillRect(216, 466, 288, 400);
    glow(ctx, 360, 640, 560, AMBER, 0.75);
    ctx.fillStyle = "#3a1c0e";
    for (const x of [216, 356, 496]) ctx.fillRect(x, 462, 8, 404);
    placed(ctx, { x: 454, y: 862, scale: 1.62 }, () => cityMan(ctx, { t, wind: 0, body: "#241008", ground: "#3a1c0c", light: "#ffe0a0", from: [0, -1] }));
    placed(ctx, { x: 372, y: 862, scale: 1.46 }, () => cityWoman(ctx, { t, wind: 0, body: "#1c0c08", ground: "#3a1c0c", light: "#ffe0a0", from: [0, -1] }, { arms: "hips", coat: "#2a1210" }));
    for (const [i, y] of [862, 888, 918].entries()) solid(ctx, outline([[150 - i * 50, y, 1], [570 + i * 50, y, 1], [590 + i * 54, y + 34, 1], [130 - i * 54, y + 34, 1]]), ["#a8652c", "#2a150e"], [0, y, 0, y + 34]);
  });
  wet(view, { y: onScreen(view, 0.8, 950), tint: "#0c0708", far: "#3a2014", strength: 0.75, ripple: 16, squeeze: 1.5 });
  layer(view, 1.15, (ctx) => placed(ctx, { x: 216, y: 1090, scale: 2.6 }, () => cityWoman(ctx, { t, wind: 0.3, body: "#170b0a", ground: "#0c0606", light: "#ffc878", from: [0.1, -1], accent: "#7a3c18", edge: 2.6 }, { bag: true, coat: "#4a1416", skin: "#5a2c20" })));
  rain(view, { count: 90, slant: -0.12, color: "#ffe2b0", strength: 0.36 });
};

/** The giant sun. `back`: she returns. `walk`: she walks on. `three`: two wait, one comes. */
export const sun: Scene = (view, mood) => {
  const { t } = view;
  noon(view, { base: 1120, x: 360, y: 520, radius: 292 });
  layer(view, 0.9, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 1060], [0, 1300], [[0, "#d0702a"], [0.3, "#8a3a16"], [1, "#2c0e08"]]);
    ctx.fillRect(-300, 1060, 1320, 500);
    ctx.fillStyle = fade("#ffe6a8", 0.5);
    ctx.fill(outline([[300, 1062, 1], [420, 1062, 1], [620, 1400, 1], [100, 1400, 1]]));
  });
  layer(view, 1, (ctx) => {
    const f = against(t);
    if (mood === "three") {
      placed(ctx, { x: 270, y: 1090, scale: 2.9 }, () => cityWoman(ctx, f, { hat: INK, long: true, coat: "#64141a", skin: "#6a2c18" }));
      placed(ctx, { x: 392, y: 1090, scale: 1.5 }, () => child(ctx, t));
      ctx.strokeStyle = INK;
      ctx.lineWidth = 16;
      ctx.lineCap = "round";
      ctx.stroke(outline([[322, 822], [344, 880], [372, 908]], false));
      placed(ctx, { x: 588, y: 1084, scale: 2.5, alpha: 0.96 }, () => cityMan(ctx, { ...f, body: "#4a1c0e" }));
      return;
    }
    const k = mood === "walk" ? 2.6 : 4.1;
    placed(ctx, { x: 360, y: mood === "walk" ? 1090 : 1310, scale: k }, () =>
      cityWoman(ctx, { ...f, accent: "#8a3c14" }, { hat: INK, long: true, coat: mood === "walk" ? "#64141a" : "#5a1218", skin: "#6a2c18", bag: mood === "walk", step: mood === "walk" ? Math.sin(t * 4) : 0 }));
  });
  if (mood !== "walk") papers(view, { seed: 9, count: 12, size: 15, depth: 1.3, fall: 60 });
  motes(view, { seed: 12, count: 26, size: 4, color: SUN, strength: 0.6, rise: 20, sway: 20, ember: true });
};

/** A boy of five, seen from behind, 150 units tall. */
function child(ctx: CanvasRenderingContext2D, t: number): void {
  const lamp = { color: "#ffe6a8", from: [0.15, -1] as const, width: 4, strength: 0.8 };
  for (const s of [-1, 1]) {
    solid(ctx, slab(s * 10, -28, 13, 60, 6), ["#6a2c18", "#2a0e08"], [0, -50, 0, 0], lamp);
    solid(ctx, slab(s * 11, -3, 18, 12, 5), [INK], [0, 0, 0, 1]);
  }
  solid(ctx, [[-21, -98], [-25, -72], [-23, -48, 1], [0, -45], [23, -48, 1], [25, -72], [21, -98], [0, -106]], ["#9c3a14", "#3a120a"], [0, -106, 0, -36], lamp);
  solid(ctx, [[22, -92], [34, -72], [32, -52], [24, -54], [24, -76]], ["#9c3a14", "#3a120a"], [0, -100, 0, -50], lamp);
  placed(ctx, { x: 0, y: -124, scale: 0.9, turn: Math.sin(t * 1.1) * 0.06 }, () => solid(ctx, [[0, -30], [20, -24], [27, -4], [20, 18], [0, 24], [-20, 18], [-27, -4], [-20, -24]], ["#5a2410", INK], [0, -30, 0, 24], lamp));
}

/** The revolving doors. `in`: she comes. `out`: someone leaves with a suitcase. */
export const doors: Scene = (view, mood) => {
  const { t, u } = view;
  noon(view, { base: 1010, x: 360, y: 420, radius: 210, tall: 0.9, near: false });
  const turn = t * 0.85 * (mood === "out" ? -1 : 1);
  const wings = [0, 1, 2, 3].map((k) => turn + (k * Math.PI) / 2);
  layer(view, 0.85, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 990], [0, 1010], [[0, fade("#ffdf9a", 0)], [1, "#ffdf9a"]]);
    ctx.fillRect(-200, 980, 1120, 40);
    for (const a of wings) if (Math.cos(a) < 0) wing(ctx, a);
    const walk = glide(smooth(0, 0.9, u));
    const place = mood === "out" ? { x: 372, y: 1006, scale: lerp(2.5, 2.05, walk) } : { x: 352, y: lerp(1000, 1026, walk), scale: lerp(2, 2.75, walk) };
    const f = { ...against(t, 0.1), accent: "#8a3c14" };
    placed(ctx, place, () => cityWoman(ctx, f, mood === "out" ? { coat: "#3a2a24", hair: "#b8a890", bag: true, step: Math.sin(t * 5), skin: "#7a3c22" } : { hat: INK, long: true, coat: "#6a141c", step: Math.sin(t * 5), skin: "#6a2c18" }));
    for (const a of wings) if (Math.cos(a) >= 0) wing(ctx, a);
    frame(ctx);
  });
  wet(view, { y: onScreen(view, 0.85, 1022), tint: "#3a160a", far: "#b0601f", strength: 0.62, ripple: 4, squeeze: 1.35 });
  layer(view, 0.9, (ctx) => {
    for (const [x, w] of [[250, 120], [430, 150]] as const) shaft(ctx, { from: [x, 1020, w], to: [x * 1.3 - 110, 1380, w * 2.4], color: "#ffe2a0", strength: 0.5 });
  });
  if (mood === "out") papers(view, { seed: 3, count: 8, size: 14, depth: 1.3, fall: 80 });
  motes(view, { seed: 5, count: 18, size: 3.4, color: SUN, strength: 0.5, rise: 10, sway: 14, ember: true });
};

function wing(ctx: CanvasRenderingContext2D, angle: number): void {
  const x = 360 + Math.sin(angle) * 232;
  const dip = Math.cos(angle) * 30;
  const face = Math.abs(Math.sin(angle + 0.4));
  const pane = outline([[360, 296, 1], [x, 296 + dip * 0.4, 1], [x, 1012 + dip, 1], [360, 1012, 1]]);
  ctx.fillStyle = ramp(ctx, [360, 300], [x, 900], [[0, fade("#fff6dc", 0.1 + face * 0.16)], [0.5, fade("#fff6dc", 0.05 + face * 0.3)], [1, fade("#ffcf7a", 0.12)]]);
  ctx.fill(pane);
  ctx.lineWidth = 7;
  ctx.strokeStyle = "#5a2410";
  ctx.stroke(pane);
  ctx.lineWidth = 2.4;
  ctx.strokeStyle = "#ffd27a";
  ctx.stroke(pane);
  ctx.lineWidth = 6;
  ctx.stroke(outline([[lerp(360, x, 0.3), 690, 1], [lerp(360, x, 0.84), 694 + dip * 0.4, 1]], false));
}

function frame(ctx: CanvasRenderingContext2D): void {
  const gold = { color: "#fff0c0", from: [0, 1] as const, width: 6, strength: 0.8 };
  for (const s of [-1, 1]) {
    solid(ctx, slab(360 + s * 250, 650, 40, 760, 4), ["#7a3414", "#e8a048", "#3a160a"], [360 + s * 230, 0, 360 + s * 270, 0]);
    ctx.fillStyle = fade("#fff0c8", 0.12);
    ctx.fillRect(360 + s * 236 - 46, 296, 92, 720);
    solid(ctx, outline([[360 + s * 270, -200, 1], [360 + s * 700, -200, 1], [360 + s * 700, 1030, 1], [360 + s * 270, 1030, 1]]), ["#2c1009", "#4a1c0d", "#200b06"], [0, 0, 0, 1030], { color: "#ffcf7a", from: [-s, 0], width: 14, strength: 0.6 });
  }
  solid(ctx, outline([[90, -200, 1], [630, -200, 1], [630, 262, 1], [560, 292], [360, 306], [160, 292], [90, 262, 1]]), ["#1c0a06", "#3a160b", "#8a4218"], [0, 0, 0, 306], gold);
  solid(ctx, outline([[96, 220, 1], [624, 220, 1], [624, 234, 1], [96, 234, 1]]), ["#ffd27a", "#8a4a1a"], [96, 0, 624, 0]);
}

/** Faces. `hers`: under the hat, the sun behind. `two`: across the years. `his`: he hears it. */
export const faces: Scene = (view, mood) => {
  const { t, u } = view;
  noon(view, { base: 1300, x: mood === "two" ? 360 : 500, y: 560, radius: mood === "two" ? 250 : 300, tall: 1.1, near: false });
  layer(view, 1, (ctx) => {
    if (mood === "two") {
      const near = glide(u) * 34;
      glow(ctx, 360, 600, 420, "#fff0c0", 0.3);
      hugo(ctx, { x: 806 - near, y: 410, scale: 4.1, flip: true }, { ...sunFace(t), eye: u > 0.72 ? "down" : "open" });
      vera(ctx, { x: -92 + near, y: 450, scale: 4.1 }, { ...sunFace(t) }, false);
      return;
    }
    if (mood === "his") hugo(ctx, { x: 60, y: 360, scale: 5, turn: 0.02 }, { ...sunFace(t), eye: u > 0.6 ? "down" : "open" });
    else vera(ctx, { x: 70, y: 440 + Math.sin(t) * 3, scale: 4.5, turn: lerp(0.08, -0.03, glide(smooth(0.1, 0.7, u))) }, { ...sunFace(t), eye: u < 0.28 ? "down" : "open" });
  });
  motes(view, { seed: 7, count: 16, size: 4, color: SUN, strength: 0.5, rise: 14, sway: 18, ember: true });
};
