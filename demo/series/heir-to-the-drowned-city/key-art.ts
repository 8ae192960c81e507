// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bubbles, shafts } from "../../engine/deep.ts";
import { fade, glow, layer, placed, ramp, type View } from "../../engine/paint.ts";
import { slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { diving, floating } from "./cast.ts";
import { throne } from "./hall-scenes.ts";
import { abyss, archWindow, domed, drownedCity, greatBell } from "./sets.ts";
import { lanterns, plankton } from "./water-scenes.ts";

const NEAR = { top: "#1e46bc", foot: "#060f46", light: "#a8d4ff", from: [0, -1] as const, edge: 5 };

const DARK = { top: "#14309a", foot: "#03082c", light: "#8cc0ff", from: [0, -1] as const, edge: 5 };

function ground(view: View, from: number): void {
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, from], [0, height], [[0, fade("#01030f", 0)], [1, fade("#01030f", 0.9)]]);
  ctx.fillRect(0, from, width, height - from);
}

/** The palace: a great open arch with the throne in its fire, and somebody on it. */
function palace(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  glow(ctx, x, y - 130, 420, "#ffab3c", 0.5);
  domed(ctx, NEAR, { x, y: y + 300, w: 264, h: 556, seed: 3, lit: 0, rows: 0, ribs: 5 });
  for (const s of [-1, 1]) domed(ctx, NEAR, { x: x + s * 162, y: y + 300, w: 46, h: 500, seed: 4 + s, lit: 0.8 });
  const arch = archWindow(ctx, x, y, 196, 234);
  ctx.save();
  ctx.clip(arch);
  glow(ctx, x, y - 110, 170, "#fffbe8", 0.9);
  placed(ctx, { x, y: y - 4, scale: 0.35 }, () => throne(ctx, 2.2, { who: "king", alive: false, eyes: 1 }));
  ctx.restore();
  ctx.strokeStyle = "#0a1450";
  ctx.lineWidth = 9;
  ctx.stroke(arch);
  ctx.strokeStyle = "#ffe6ac";
  ctx.lineWidth = 2.4;
  ctx.stroke(arch);
  for (let i = 0; i < 6; i++) solid(ctx, slab(x, y + 8 + i * 15, 190 + i * 34, 16, 2), ["#ffd27a", "#4a4aa0", "#101c64"], [0, y + i * 15, 0, y + 18 + i * 15], { color: "#ffe6ac", from: [0, -1], width: 2.5 });
}

/** Poster: head down through the light, her lamp first, towards a city that burns, and the one who waits in it. */
export const poster: Scene = (view) => {
  abyss(view, { bright: 1, x: 300, rays: 9 });
  drownedCity(view, { base: 930, size: 0.66, lit: 0.5, near: false });
  layer(view, 0, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 520], [0, 1080], [[0, fade("#06104c", 0)], [0.6, fade("#06104c", 0.55)], [1, fade("#020620", 0.9)]]);
    ctx.fillRect(0, 520, view.width, 560);
    palace(ctx, 506, 862);
    for (const [x, w, h, seed] of [[70, 220, 60, 8], [254, 120, 90, 11], [716, 130, 150, 9]] as const) domed(ctx, DARK, { x, y: 1090, w, h, seed, lit: 0.55 });
  });
  shafts(view, { x: 330, count: 4, spread: 360, length: 1000, color: "#eaf6ff", strength: 0.42, wide: 0.12, seed: 9, depth: 0 });
  lanterns(view, [[606, 210, 0.8, 0.9], [78, 300, 0.42, 0.5], [655, 440, 0.34, 0.5]]);
  layer(view, 0, (ctx) => {
    glow(ctx, 250, 470, 380, "#bfe0ff", 0.34);
    placed(ctx, { x: 262, y: 408, scale: 1.72, turn: 0.12 }, () => diving(ctx, { t: 2.2, light: "#e0f2ff", from: [-0.3, -1], edge: 3, lamp: 1.3 }));
  });
  bubbles(view, { seed: 8, count: 26, size: 11, rise: 0, color: "#eaf6ff", strength: 0.95, depth: 0, area: [60, -20, 160, 560] });
  ground(view, 880);
};

/** Cover: the great bell to the right with fire in its mouth, the diver before it, the city below. */
export const cover: Scene = (view) => {
  abyss(view, { bright: 0.62, x: 880, rays: 9 });
  drownedCity(view, { base: 690, size: 0.8, lit: 0.85 });
  lanterns(view, [[560, 170, 0.42, 0.4], [1180, 420, 0.7, 0.8], [470, 470, 0.34, 0.35]]);
  layer(view, 0, (ctx) => {
    placed(ctx, { x: 892, y: 86, scale: 1.28, turn: 0.09 }, () => greatBell(ctx, { t: 1, swing: 0.12, lit: 1 }));
    placed(ctx, { x: 690, y: 470, scale: 0.98, turn: -0.12 }, () => floating(ctx, { t: 2.2, light: "#ffe2a4", from: [0.8, -0.8], body: "#03071f" }));
  });
  bubbles(view, { seed: 14, count: 30, size: 10, rise: 0, color: "#eaf6ff", strength: 0.9, depth: 0, area: [600, 20, 200, 560] });
  plankton(view, 3);
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.55, 0], [[0, fade("#02061f", 0.9)], [0.6, fade("#02061f", 0.5)], [1, fade("#02061f", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
