// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bubbles, jelly, shafts } from "../../engine/deep.ts";
import { bump, clamp, glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import { disc, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { diving, floating } from "./cast.ts";
import { abyss, archWindow, drownedCity, GOLD, greatBell, SEA } from "./sets.ts";

/** Specks that drift in deep water. */
export function plankton(view: View, seed: number, count = 26): void {
  motes(view, { seed, count, size: 3.4, color: "#cfe6ff", strength: 0.5, rise: 9, sway: 16, depth: 1.3 });
}

/** A shoal of jellyfish like lanterns: x, y, size, depth. */
export function lanterns(view: View, at: readonly (readonly [number, number, number, number])[]): void {
  for (const [i, [x, y, scale, depth]] of at.entries())
    layer(view, depth, (ctx) => placed(ctx, { x: x + Math.sin(view.t * 0.5 + i) * 12, y: y - view.t * 5 + Math.sin(view.t * 1.7 + i * 2.1) * 9, scale, turn: Math.sin(view.t * 0.6 + i * 2) * 0.12 }, () =>
      jelly(ctx, { t: view.t, seed: i, color: i % 2 ? "#6f9cff" : "#ffb55c", core: i % 2 ? "#a8d8ff" : GOLD, strength: clamp(depth + 0.25, 0.45, 1) })));
}

/** Sound made visible: rings that spread from a point and fade. */
function rings(view: View, x: number, y: number, strokes: readonly number[]): void {
  layer(view, 0.6, (ctx) => {
    ctx.globalCompositeOperation = "screen";
    for (const at of strokes)
      for (const lag of [0, 0.4]) {
        const age = view.t - at - lag;
        if (age <= 0 || age > 2.4) continue;
        ctx.strokeStyle = fade("#bfe0ff", 0.4 * (1 - age / 2.4) ** 2);
        ctx.lineWidth = 3 + age * 9;
        ctx.stroke(disc(x, y, 90 + age * 420, 0.72));
      }
  });
}

/** The great bell in open water, the diver small before it. `ring`: it swings. `fall`: its chain is cut. */
export const bellScene: Scene = (view, mood) => {
  const { t, u } = view;
  const fall = mood === "fall" ? smooth(0.3, 1, u) ** 1.6 : 0;
  const swing = mood === "fall" ? Math.sin(t * 1.4) * 0.05 : Math.sin(t * 2.1 + 0.7) * 0.17;
  abyss(view, { bright: 0.6, x: 400, rays: 6 });
  drownedCity(view, { base: 1190, size: 0.8, lit: 0.75, near: false });
  lanterns(view, [[90, 560, 0.5, 0.3], [640, 760, 0.42, 0.3]]);
  rings(view, 360, 640, mood === "fall" ? [] : [0.2, 1.7, 3.2]);
  layer(view, 0.8, (ctx) => {
    const drop = fall * 620;
    const chain = (from: number, to: number) => {
      for (let y = from; y < to; y += 30) {
        ctx.strokeStyle = y % 60 < 30 ? "#0a1238" : "#050a26";
        ctx.lineWidth = 8;
        ctx.stroke(disc(372, y, 13, 1.5));
        ctx.strokeStyle = fade(SEA, 0.45);
        ctx.lineWidth = 2;
        ctx.stroke(disc(370, y - 2, 15, 1.4));
      }
    };
    chain(-220, mood === "fall" ? lerp(236, 120, fall) : 236);
    placed(ctx, { x: 372, y: 272 + drop, turn: swing + fall * 0.34, scale: 1.42 }, () => greatBell(ctx, { t, swing, lit: mood === "fall" ? 0.85 - fall * 0.4 : 0.8 + 0.2 * bump(t % 1.5, 0.2, 0.5) }));
  });
  layer(view, 1.1, (ctx) => {
    if (mood === "fall") {
      const cut = bump(t, view.u > 0 ? (t / u) * 0.3 : 0, 0.5);
      glow(ctx, 372, 262, 330, "#fff2cc", cut * 0.9);
      placed(ctx, { x: 548, y: 330 - fall * 90, scale: 1.05, turn: -0.3 }, () => floating(ctx, { t, light: "#ffe2a4", from: [-1, -0.2], body: "#060b30" }));
    } else placed(ctx, { x: 214, y: 905 - t * 4, scale: 0.95, turn: -0.16 }, () => floating(ctx, { t, light: "#ffd890", from: [0.5, -1], body: "#040824" }));
  });
  bubbles(view, { seed: 3, count: mood === "fall" ? 60 : 24, size: mood === "fall" ? 17 : 11, rise: 120, color: "#d4ecff", strength: 0.85, depth: 1.2, area: [120, 200, 520, 1200] });
  plankton(view, 4);
};

/** Down through the light, head first, the lamps of the city far under her. */
export const descent: Scene = (view) => {
  const { t, u } = view;
  abyss(view, { bright: 1, x: 330, rays: 8 });
  layer(view, 0.2, (ctx) => glow(ctx, 360, 1330, 560, "#ffa030", 0.6));
  drownedCity(view, { base: 1330, size: 0.62, lit: 0.9, near: false });
  shafts(view, { x: 420, count: 3, spread: 330, length: 1300, color: "#dff2ff", strength: 0.3, wide: 0.12, seed: 9, depth: 0.3 });
  lanterns(view, [[112, 700, 0.55, 0.4], [630, 480, 0.7, 0.5], [560, 980, 0.4, 0.35]]);
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 640, 480, "#5aa0ff", 0.3);
    placed(ctx, { x: 366, y: lerp(560, 650, u), scale: 1.6, turn: 0.2 + Math.sin(t * 0.9) * 0.05 }, () => diving(ctx, { t, light: "#a9dcff", from: [-0.3, -1], edge: 3.4 }));
  });
  bubbles(view, { seed: 8, count: 30, size: 12, rise: 170, color: "#e4f4ff", strength: 0.9, depth: 1, area: [250, -60, 240, 760] });
  bubbles(view, { seed: 12, count: 7, size: 30, rise: 230, color: "#e4f4ff", strength: 0.5, depth: 1.6 });
};

/** Domes with lit windows and jellyfish for street lamps; she comes in above the roofs. */
export const city: Scene = (view) => {
  const { t, u } = view;
  abyss(view, { bright: 0.3, x: 300, rays: 5 });
  drownedCity(view, { base: 1060, size: 1.25, lit: 0.78 });
  lanterns(view, [[150, 430, 0.5, 0.3], [560, 330, 0.75, 0.45], [350, 640, 0.42, 0.35], [96, 720, 0.9, 0.8], [668, 880, 0.62, 0.6]]);
  layer(view, 0.9, (ctx) => placed(ctx, { x: lerp(440, 400, u), y: lerp(500, 590, u), scale: 0.62, turn: 0.72 }, () => diving(ctx, { t, light: "#b8dcff", from: [0, -1], edge: 4 })));
  bubbles(view, { seed: 22, count: 16, size: 9, rise: 90, color: "#d4ecff", strength: 0.8, depth: 0.9, area: [390, 200, 120, 340] });
  bubbles(view, { seed: 25, count: 14, size: 14, rise: 100, color: "#d4ecff", strength: 0.6, depth: 1.3 });
  plankton(view, 6);
};

/** A wall of lit windows; one by one the dead step into them and look out. */
export const windows: Scene = (view) => {
  const { t, u } = view;
  sky(view, [[0, "#0a1a6a"], [0.5, "#102a90"], [1, "#040824"]]);
  layer(view, 0.8, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, -100], [0, 1300], [[0, "#18349e"], [0.5, "#0f2274"], [1, "#050b34"]]);
    ctx.fillRect(-300, -300, 1320, 1900);
    for (let row = -1; row < 5; row++) {
      const y = 130 + row * 330;
      for (const [dy, h, tone] of [[0, 26, "#2a50c4"], [26, 10, "#07103e"]] as const) {
        ctx.fillStyle = tone;
        ctx.fillRect(-300, y + dy, 1320, h);
      }
      for (let c = -1; c < 6; c++) {
        const x = 45 + c * 158;
        solid(ctx, [[x - 12, y, 1], [x - 9, y - 292, 1], [x + 9, y - 292, 1], [x + 12, y, 1]], ["#2a4fc0", "#0b1a60"], [x - 12, 0, x + 12, 0], { color: "#7ab4ff", from: [-1, -0.4], width: 4 });
      }
    }
    for (let row = 0; row < 5; row++)
      for (let c = -1; c < 5; c++) dweller(ctx, { x: 124 + c * 158, y: 116 + row * 330, i: row * 7 + c + 2, t, open: glide(smooth(0.06 + hash(row, c) * 0.4, 0.3 + hash(row, c) * 0.4, u)), look: smooth(0.74, 0.84, u) });
  });
  shafts(view, { x: 200, count: 4, spread: 700, length: 1400, color: "#8fc8ff", strength: 0.3, depth: 0.9, wide: 0.14 });
  layer(view, 1.15, (ctx) => placed(ctx, { x: 360, y: 790, scale: 1.15 }, () => floating(ctx, { t, light: "#ffd890", from: [0.3, -1], body: "#03061e", edge: 4 })));
  bubbles(view, { seed: 33, count: 16, size: 12, rise: 90, color: "#d4ecff", strength: 0.8, depth: 1.2 });
  plankton(view, 9, 18);
};

/** One window: its light, and the figure that comes into it. */
function dweller(ctx: CanvasRenderingContext2D, at: { x: number; y: number; i: number; t: number; open: number; look: number }): void {
  const { x, y, i, open } = at;
  const w = 104;
  glow(ctx, x, y - 120, 190, GOLD, 0.34);
  const pane = archWindow(ctx, x, y, w, 236);
  ctx.save();
  ctx.clip(pane);
  const tall = 148 + hash(i, 3) * 34;
  placed(ctx, { x: x + lerp(hash(i, 6) < 0.5 ? -96 : 96, (hash(i, 8) - 0.5) * 16, open), y: y + 6, scale: tall / 150 }, () => {
    ctx.fillStyle = "#0a0a2c";
    const hood = i % 3 === 0;
    ctx.fill(outline([[-50, 20], [-46, -40], [-38, -76], [-14, -90], [-11, -100], [11, -100], [14, -90], [38, -76], [46, -40], [50, 20]]));
    ctx.fill(hood ? outline([[-24, -84], [-24, -120], [-12, -142], [0, -150], [12, -142], [24, -120], [24, -84]]) : disc(0, -118, 19, 1.24));
    if (i % 3 === 1) for (const s of [-1, 1]) ctx.fill(outline([[s * 14, -132], [s * 22, -110], [s * 27, -84], [s * 20, -62], [s * 10, -92]]));
    if (i % 5 === 2) ctx.fill(outline([[-19, -132, 1], [-20, -156, 1], [-9, -143, 1], [0, -162, 1], [9, -143, 1], [20, -156, 1], [19, -132, 1]]));
    for (const s of [-1, 1]) {
      glow(ctx, s * 7.5, -120, 15, "#8fe0ff", at.look);
      ctx.fillStyle = fade("#e8fbff", at.look);
      ctx.fill(disc(s * 7.5, -120, 2.6, 0.8));
    }
  });
  ctx.restore();
  ctx.strokeStyle = "#061040";
  ctx.lineWidth = 7;
  ctx.stroke(pane);
  ctx.strokeStyle = fade("#ffe2a0", 0.55);
  ctx.lineWidth = 2;
  ctx.stroke(pane);
}
