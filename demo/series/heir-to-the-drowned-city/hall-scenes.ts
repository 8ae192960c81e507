// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bubbles, shafts } from "../../engine/deep.ts";
import { clamp, glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sea } from "../../engine/sea.ts";
import { sky, vapour } from "../../engine/sky.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { floating, iven, type Lit, naia } from "./cast.ts";
import { abyss, domed, drownedCity, GOLD } from "./sets.ts";
import { lanterns, plankton } from "./water-scenes.ts";

/** The throne hall: columns in ranks, one shaft of day, a fan of coral behind the seat. `alive` is the hall before the sea. */
function hall(view: View, alive: boolean, bright: number): void {
  const stone = alive ? ["#8a5a2c", "#3a2014"] : ["#16329c", "#060d3c"];
  const edge = alive ? "#ffe0a0" : "#8cc4ff";
  sky(view, alive ? [[0, "#4a2410"], [0.4, "#c87a2a"], [0.62, "#ffd27a"], [0.8, "#6a3414"], [1, "#140806"]] : [[0, "#0a1a78"], [0.4, "#1c48cc"], [0.6, "#3f86f0"], [0.8, "#0a1a6a"], [1, "#02051a"]]);
  layer(view, 0.1, (ctx) => glow(ctx, 360, 620, 520, alive ? "#fff0c0" : "#a8d8ff", bright));
  for (let rank = 0; rank < 4; rank++) {
    const k = rank / 3;
    layer(view, lerp(0.25, 1, k), (ctx) => {
      const half = lerp(150, 446, k ** 1.3);
      const wide = lerp(30, 92, k);
      const foot = lerp(850, 1190, k);
      const top = lerp(330, -60, k);
      const tone = mix(alive ? "#e0a050" : "#3f7ae8", stone[0] as string, k);
      const dark = mix(alive ? "#a06428" : "#2450c0", stone[1] as string, k);
      const arch = outline([[360 - half - wide, top + 40, 1], [360 - half - wide, top - 340, 1], [360 + half + wide, top - 340, 1], [360 + half + wide, top + 40, 1], [360 + half - wide * 0.4, top + 40, 1], [360 + half * 0.7, top - half * 0.34], [360, top - half * 0.62], [360 - half * 0.7, top - half * 0.34], [360 - half + wide * 0.4, top + 40, 1]]);
      solid(ctx, arch, [dark, tone], [0, top - 300, 0, top + 40], { color: edge, from: [0, 1], width: 3 + 4 * k, strength: 0.6 });
      for (const s of [-1, 1]) {
        const x = 360 + s * half;
        solid(ctx, [[x - wide * 0.42, foot, 1], [x - wide * 0.34, top + 40, 1], [x + wide * 0.34, top + 40, 1], [x + wide * 0.42, foot, 1]], [tone, mix(tone, dark, 0.6), dark], [0, top, 0, foot], { color: edge, from: [-s, -0.1], width: 4 + 6 * k });
        for (const [y, h] of [[top + 30, 26], [foot - 20, 34]] as const) solid(ctx, slab(x, y, wide * 1.1, h, 4), [mix(tone, edge, 0.25), dark], [0, y - h / 2, 0, y + h / 2], { color: edge, from: [-s, -1], width: 3 });
        ctx.strokeStyle = fade(edge, 0.12);
        ctx.lineWidth = 2;
        for (const f of [-0.16, 0.02, 0.18]) ctx.stroke(outline([[x + f * wide, top + 50], [x + f * wide * 1.2, foot - 40]], false));
      }
    });
  }
  layer(view, 0.55, (ctx) => {
    const floor = alive ? ["#ffd890", "#7a4016", "#1c0c08"] : ["#5a9cff", "#12287e", "#03061e"];
    ctx.fillStyle = ramp(ctx, [0, 850], [0, 1300], floor.map((c, i) => [i / 2, c] as const));
    ctx.fill(outline([[220, 850, 1], [500, 850, 1], [1200, 1500, 1], [-480, 1500, 1]]));
    for (let i = 0; i < 5; i++) {
      const y = 800 + i * 26;
      solid(ctx, slab(360, y, 230 + i * 66, 30, 4), [mix(floor[0] as string, floor[1] as string, 0.35 + i * 0.1), floor[1] as string], [0, y - 15, 0, y + 15], { color: edge, from: [0, -1], width: 3 });
    }
  });
}

/** Throne and who sits on it: feet at 0,0, fan of coral up to -470. */
export function throne(ctx: CanvasRenderingContext2D, t: number, look: { who: "king" | "queen" | "none"; alive: boolean; eyes: number; bare?: boolean }): void {
  const light = look.alive ? "#fff0c4" : "#a8d8ff";
  const lamp = { color: light, from: [0, -1] as const, width: 5, strength: 0.85 };
  const dark = look.alive ? ["#7a4016", "#2a120a"] : ["#14288a", "#050a30"];
  glow(ctx, 0, -250, 330, look.alive ? "#ffe9b0" : GOLD, 0.6);
  for (let i = -6; i <= 6; i++) {
    const a = i * 0.2;
    const reach = 400 - Math.abs(i) * 20 + (i % 2 ? 0 : 46);
    const tip: Point = [Math.sin(a) * reach * 0.78, -70 - Math.cos(a) * reach];
    solid(ctx, ribbon([[Math.sin(a) * 50, -90 - Math.cos(a) * 40], [Math.sin(a * 1.12) * reach * 0.5, -70 - Math.cos(a) * reach * 0.62], [tip[0], tip[1]]], [34, 24, 2]), dark, [0, -470, 0, -60], lamp);
    glow(ctx, tip[0], tip[1], 26, GOLD, 0.8);
  }
  solid(ctx, [[-92, 0, 1], [-100, -150], [-78, -270], [0, -330], [78, -270], [100, -150], [92, 0, 1]], dark, [0, -330, 0, 0], lamp);
  for (const s of [-1, 1]) solid(ctx, [[s * 72, 0, 1], [s * 74, -112, 1], [s * 112, -118], [s * 118, -96], [s * 104, 0, 1]], dark, [0, -120, 0, 0], lamp);
  if (look.who === "none") return;
  const robe = look.who === "queen" ? ["#fff0c0", "#c07a26", "#5a2a10"] : ["#1c3aa8", "#0a1660", "#04082c"];
  const skin = look.who === "queen" ? "#8a4a2c" : "#6f9ad8";
  solid(ctx, [[-26, -214], [-60, -196], [-66, -130], [-78, -84], [-74, -10], [-92, 22], [0, 30], [92, 22], [74, -10], [78, -84], [66, -130], [60, -196], [26, -214]], robe, [0, -214, 0, 30], { ...lamp, width: 6 });
  ctx.fillStyle = fade("#000018", 0.3);
  for (const x of [-34, -10, 12, 36]) ctx.fill(ribbon([[x * 0.7, -150], [x, -70], [x * 1.4, 20]], [0.4, 5, 0.6]));
  for (const s of [-1, 1]) solid(ctx, ribbon([[s * 54, -190], [s * 78, -140], [s * 92, -112], [s * 94, -104]], [34, 32, 26, 20]), robe, [0, -200, 0, -60], lamp);
  for (const s of [-1, 1]) solid(ctx, disc(s * 96, -108, 13, 0.8), [skin], [0, -120, 0, -90], lamp);
  const hair = look.who === "queen" ? "#2a1014" : "#b4c8ff";
  const long = look.who === "queen" ? -150 : -206;
  const sway = look.alive ? 0 : Math.sin(t * 1.3) * 4;
  solid(ctx, [[0, -300], [26, -292], [36, -266], [38 + sway, -236], [44 + sway, long - 10], [30 + sway, long], [-30 + sway, long], [-44 + sway, long - 10], [-38 + sway, -236], [-36, -266], [-26, -292]], [mix(hair, light, 0.3), hair, mix(hair, "#02041c", 0.5)], [0, -300, 0, long], lamp);
  solid(ctx, outline([[-11, -200], [-12, -234], [12, -234], [11, -200], [0, -190]]), [mix(skin, "#02041c", 0.55), mix(skin, "#02041c", 0.3)], [0, -232, 0, -196]);
  solid(ctx, robeCollar, robe, [0, -226, 0, -150], lamp);
  solid(ctx, outline([[0, -288], [20, -282], [25, -262], [23, -244], [14, -226], [0, -218], [-14, -226], [-23, -244], [-25, -262], [-20, -282]]), [mix(skin, light, 0.45), mix(skin, light, 0.12), mix(skin, "#02041c", 0.5)], [-10, -288, 16, -218]);
  ctx.fillStyle = fade("#02041c", 0.42);
  ctx.fill(outline([[1, -258], [5, -242], [8, -236], [0, -234], [-2, -240]]));
  for (const s of [-1, 1]) {
    ctx.fillStyle = fade("#02041c", 0.3);
    ctx.fill(disc(s * 10, -254, 8.5, 0.62));
    ctx.fillStyle = mix(hair, "#02041c", 0.5);
    ctx.fill(ribbon([[s * 4, -261], [s * 10, -264.5], [s * 18, -260]], [1.4, 2.6, 0.8]));
    glow(ctx, s * 10, -254, 22, "#bff0ff", look.eyes * 0.9);
    ctx.fillStyle = mix("#0a0a24", "#f0fdff", look.eyes);
    ctx.fill(look.eyes > 0.05 ? outline([[s * 5, -253.6], [s * 10, -256.4], [s * 15.4, -254], [s * 10, -251.6]]) : ribbon([[s * 5, -253], [s * 10, -251.6], [s * 15.4, -253.4]], [0.8, 1.8, 0.8]));
  }
  ctx.fillStyle = look.who === "queen" ? "#b0404a" : "#4a3a74";
  ctx.fill(outline([[-7, -230], [-2, -232], [0, -231], [2, -232], [7, -230], [0, -226.6]]));
  for (const s of [-1, 1]) solid(ctx, [[0, -290], [s * 18, -288], [s * 27, -270], [s * 27, -240], [s * 30 + sway, -214], [s * 22, -236], [s * 20, -262], [s * 8, -278]], [mix(hair, light, 0.35), hair], [0, -290, 0, -214], { ...lamp, width: 3 });
  if (look.bare) return;
  solid(ctx, [[-25, -282, 1], [-29, -312, 1], [-15, -297, 1], [0, -326, 1], [15, -297, 1], [29, -312, 1], [25, -282, 1], [0, -276]], ["#fff4cc", GOLD, "#8a4c10"], [0, -322, 0, -276], { color: "#fffbe6", from: [0, -1], width: 3 });
}

const robeCollar: Point[] = [[-30, -226, 1], [-20, -206], [0, -176, 1], [20, -206], [30, -226, 1], [42, -196], [30, -160], [0, -140, 1], [-30, -160], [-42, -196]];

/** `waiting`: someone sits there and opens his eyes. `queen`: the night the sea came in. `offer`: the crown is held out. */
export const throneRoom: Scene = (view, mood) => {
  const { t, u } = view;
  const alive = mood === "queen";
  hall(view, alive, alive ? 0.8 : 0.55);
  layer(view, 0.6, (ctx) => placed(ctx, { x: 360, y: 812, scale: mood === "waiting" ? 1.02 : 1.12 }, () => throne(ctx, t, { who: alive ? "queen" : "king", alive, bare: mood === "offer", eyes: mood === "waiting" ? smooth(0.34, 0.5, u) : alive ? 0 : 0.8 })));
  if (!alive) shafts(view, { x: 360, count: 5, spread: 420, length: 1100, color: "#cfe8ff", strength: 0.46, depth: 0.4, wide: 0.13, y: -180 });
  if (alive) {
    flood(view, u);
    return;
  }
  layer(view, 1.2, (ctx) => placed(ctx, { x: lerp(216, 236, u), y: lerp(1010, 960, u), scale: 1.24, turn: 0.08 }, () => floating(ctx, { t, light: "#ffd890", from: [0.5, -1], body: "#03061e" })));
  if (mood === "offer") layer(view, 0.9, (ctx) => {
    glow(ctx, 360, 640, 300, GOLD, 0.5 + 0.3 * Math.sin(t * 2));
    placed(ctx, { x: 360, y: 690 + Math.sin(t * 1.2) * 8, scale: 1.9 }, () => solid(ctx, [[-25, 0, 1], [-32, -40, 1], [-15, -22, 1], [0, -56, 1], [15, -22, 1], [32, -40, 1], [25, 0, 1], [0, 7]], ["#fffbe6", GOLD, "#b06a1c"], [0, -56, 0, 6], { color: "#fffbe6", from: [0, -1], width: 3 }));
  });
  bubbles(view, { seed: 41, count: 18, size: 11, rise: 90, color: "#d4ecff", strength: 0.8, depth: 1.2, area: [180, 200, 360, 1000] });
  plankton(view, 13);
};

/** The sea breaks into the hall: waves between the columns, rising over the steps. */
function flood(view: View, u: number): void {
  sea(view, { horizon: lerp(1060, 800, glide(u)), bottom: 1420, far: "#3a72e0", near: "#06175e", crest: "#fff4d8", swell: 1, rows: 11, seed: 9, shine: { x: 360, color: "#ffd27a", width: 230, strength: 1.5 } });
  vapour(view, { seed: 33, top: lerp(900, 640, glide(u)), height: 330, dark: "#8fb4f0", light: "#fff6e0", cover: 0.5, opacity: 0.75, depth: 0.7, drift: 120, cells: 5, crisp: 0.3 });
  motes(view, { seed: 3, count: 40, size: 5, color: "#fff0cc", strength: 0.85, rise: 46, sway: 26, ember: true, area: [-40, 500, 800, 700] });
}

/** The wall of the dead: rank on rank of plates, a flame for each; the lamp finds hers. */
export const wall: Scene = (view) => {
  const { t, u } = view;
  sky(view, [[0, "#0c1e7c"], [0.5, "#0e2688"], [1, "#030720"]]);
  const found = smooth(0.5, 0.72, u);
  layer(view, 0.9, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, -100], [0, 1300], [[0, "#1c3cb0"], [0.5, "#12298c"], [1, "#040930"]]);
    ctx.fillRect(-300, -300, 1320, 1900);
    for (let row = -1; row < 9; row++) for (let c = -1; c < 6; c++) plate(ctx, 60 + c * 150, 60 + row * 148, row * 11 + c, t, row === 3 && c === 2 ? found : 0);
    glow(ctx, 360, 504, 520, GOLD, 0.3 + 0.35 * found);
  });
  shafts(view, { x: 160, count: 4, spread: 600, length: 1350, color: "#9ccfff", strength: 0.32, depth: 1, wide: 0.16 });
  layer(view, 1.2, (ctx) => placed(ctx, { x: lerp(90, 222, glide(u * 1.7)), y: lerp(960, 850, glide(u * 1.7)), scale: 1.75, turn: 0.1 }, () => floating(ctx, { t, light: "#ffd890", from: [0.7, -1], body: "#03061e", edge: 3.4 })));
  bubbles(view, { seed: 51, count: 16, size: 11, rise: 90, color: "#d4ecff", strength: 0.8, depth: 1.2, area: [150, 100, 300, 900] });
  plankton(view, 19, 16);
};

/** One plate with the marks of a name that nobody reads any more, and its small flame. */
function plate(ctx: CanvasRenderingContext2D, x: number, y: number, i: number, t: number, found: number): void {
  const stone = mix("#24489f", "#102476", hash(i, 2));
  solid(ctx, slab(x, y, 132, 112, 10), [mix(stone, "#6fa8ff", 0.2), mix(stone, "#061050", 0.4)], [0, y - 56, 0, y + 56], { color: "#8cc4ff", from: [-0.5, -1], width: 4, strength: 0.55 });
  const ink = found > 0 ? mix("#081660", "#fff4cc", found) : "#071350";
  if (found > 0) {
    solid(ctx, slab(x, y, 132, 112, 10), ["#ffcf6a", "#a8601c"].map((c) => mix("#183a9c", c, found * 0.8)), [0, y - 56, 0, y + 56], { color: "#fff4cc", from: [0, -1], width: 7 });
    glow(ctx, x, y, 300 * found, "#ffdf94", 0.75 * found);
  }
  ctx.strokeStyle = ink;
  ctx.lineWidth = 3.6;
  ctx.lineCap = "round";
  for (let k = 0; k < 4; k++) {
    const gx = x - 42 + k * 28;
    const kind = Math.floor(hash(i * 5 + k, 8) * 4);
    const draw = (...lines: Point[][]) => lines.map((line) => ctx.stroke(outline(line.map(([px, py]): Point => [gx + px, y - 6 + py]), false)));
    if (kind === 0) draw([[-10, -10], [-4, -16], [3, -9], [10, -15]], [[-10, 4], [-4, -2], [3, 5], [10, -1]], [[-10, 18], [-4, 12], [3, 19], [10, 13]]);
    else if (kind === 1) draw([[-10, -12], [-8, 8], [0, 16], [8, 8], [10, -12]], [[-1, -2], [1, -1]], [[-1, -14], [1, -13]]);
    else if (kind === 2) draw([[-10, 16], [-6, 0], [-10, -12]], [[0, 16], [4, 0], [0, -18]], [[10, 16], [14, 4], [10, -6]]);
    else draw([[-11, 2], [0, -12], [11, 2], [0, 15], [-11, 2]], [[0, 0], [0.5, 2.5]]);
  }
  const flame = 0.7 + 0.3 * Math.sin(t * 5 + i * 2.3);
  glow(ctx, x, y + 42, 46, GOLD, 0.75 * flame);
  ctx.fillStyle = "#fff0c0";
  ctx.fill(outline([[x, y + 30], [x + 4, y + 41], [x, y + 47], [x - 4, y + 41]]));
}

const warm = (t: number): Lit => ({ t, light: "#ffd890", from: [1, 0.15], reveal: 0.85, lit: "#f0a868", shade: "#1c1c5c", eye: t % 3.6 > 3.42 ? "closed" : "open" });
const cold = (t: number): Lit => ({ t, light: "#bfe6ff", from: [1, -0.2], reveal: 0.8, lit: "#dcecff", shade: "#2440a8", eye: "open" });

/** Both in profile over her lamp. `meet`: he knows her. `breath`: she gives him hers. */
export const pair: Scene = (view, mood) => {
  const { t, u } = view;
  abyss(view, { bright: mood === "breath" ? 0.75 : 0.32, x: 420, rays: 6 });
  drownedCity(view, { base: 1200, size: 1.1, lit: 0.8, near: false });
  const close = mood === "breath";
  const near = close ? glide(smooth(0, 0.62, u)) : 0.1;
  const gap = lerp(150, close ? -14 : 90, near);
  const size = close ? 4.1 : 3.5;
  const eye = close && u > 0.42 ? "closed" : "open";
  lanterns(view, [[110, 300, 0.55, 0.4], [620, 260, 0.65, 0.4]]);
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 720, 520, GOLD, 0.45 + 0.3 * near);
    iven(ctx, { x: 360 + gap / 2 + 89 * size, y: 430 + Math.sin(t * 1.1) * 4, scale: size, flip: true, turn: lerp(0, -0.08, near) }, { ...cold(t), eye, light: close ? mix("#bfe6ff", "#ffd890", near) : "#bfe6ff" });
    naia(ctx, { x: 360 - gap / 2 - 85 * size, y: 470 + Math.sin(t * 1.1 + 1) * 4, scale: size * 0.97, turn: lerp(0.02, -0.07, near) }, { ...warm(t), eye });
  });
  bubbles(view, { seed: 66, count: close ? 46 : 14, size: close ? 17 : 11, rise: close ? 190 : 100, color: close ? "#fff0cc" : "#e4f4ff", strength: 0.9 * (close ? clamp(near * 1.6) : 1), depth: 1.2, area: close ? [250, 40, 220, 820] : [-40, -60, 800, 1400] });
};

/** Morning: the domes stand in the air, water runs off them, two figures on a terrace. */
export const dawn: Scene = (view) => {
  const { t, u } = view;
  sky(view, [[0, "#16349c"], [0.22, "#3f74dc"], [0.42, "#ffb877"], [0.56, "#fff0c0"], [0.6, "#ffd27a"], [1, "#0a1a5c"]]);
  layer(view, 0.06, (ctx) => {
    glow(ctx, 360, 640, 640, "#fff0c0", 0.8);
    ctx.fillStyle = "#fffbe8";
    ctx.fill(disc(360, 620 - u * 26, 118));
  });
  vapour(view, { seed: 91, top: 60, height: 520, dark: "#4f78d8", light: "#ffe6bc", cover: 0.5, opacity: 0.85, depth: 0.08, drift: 9, cells: 4, crisp: 0.4 });
  const stone = { top: "#7a86c8", foot: "#2c3f94", light: "#fff0c8", from: [0, -1] as const, edge: 5 };
  const houses = [[110, 360, 150, 210], [620, 420, 190, 240], [480, 300, 84, 330], [230, 300, 96, 250]] as const;
  sea(view, { horizon: 728, bottom: 1330, far: "#9db4f4", near: "#0e2a92", crest: "#fff0cc", swell: 0.42, rows: 10, seed: 5, shine: { x: 360, color: "#fffbe0", width: 110, strength: 1 } }, (row) => {
    if (row === 3 || row === 5)
      layer(view, row === 3 ? 0.3 : 0.5, (ctx) => {
        for (const [i, [x, w]] of houses.entries()) {
          if (i < 2 === (row === 3)) continue;
          const [fx, fw] = [x, w * (row === 3 ? 0.2 : 0.36)];
          const fy = row === 3 ? 784 : 880;
          ctx.fillStyle = ramp(ctx, [0, fy], [0, fy + 90], [[0, fade("#0c1c6a", 0.6)], [1, fade("#0c1c6a", 0)]]);
          ctx.fillRect(fx - fw, fy, fw * 2, 90);
          for (const [k, a] of [[1.25, 0.35], [1.1, 0.8]] as const) {
            ctx.fillStyle = fade("#fff8e8", a);
            ctx.fill(disc(fx, fy + Math.sin(t * 1.6 + i) * 2, fw * k, 0.07 / k));
          }
        }
      });
    if (row !== 2 && row !== 4) return;
    layer(view, row === 2 ? 0.3 : 0.5, (ctx) => {
      for (const [i, [x, w, , h]] of houses.entries()) {
        if (i < 2 === (row === 2)) continue;
        const rise = lerp(60, 0, glide(u * 1.4));
        domed(ctx, row === 2 ? stone : { ...stone, top: "#48589e", foot: "#16266e" }, { x, y: (row === 2 ? 838 : 940) + rise, w: w * (row === 2 ? 0.34 : 0.62), h: h * (row === 2 ? 0.7 : 0.78) + (row === 2 ? 20 : 70), seed: i, lit: 0.6 });
        ctx.fillStyle = fade("#ffffff", 0.5 * (1 - u * 0.6));
        for (const d of [-0.2, 0.06, 0.22]) ctx.fill(ribbon([[x + d * w * 0.5, (row === 2 ? 700 : 730) + rise], [x + d * w * 0.52, 760 + rise], [x + d * w * 0.54, (row === 2 ? 800 : 880) + rise]], [0.5, 3 + 2 * Math.sin(t * 6 + i + d * 20), 1]));
      }
    });
  });
  layer(view, 1, (ctx) => {
    solid(ctx, [[-300, 1010, 1], [420, 980, 1], [560, 1010], [590, 1060, 1], [600, 1600, 1], [-300, 1600, 1]], ["#3a3a80", "#0c1450", "#04082c"], [0, 980, 0, 1300], { color: "#ffe0a4", from: [0.3, -1], width: 8 });
    placed(ctx, { x: 330, y: 838, scale: 1 }, () => floating(ctx, { t: t * 0.7, light: "#fff0c8", from: [0.3, -1], body: "#0a1040", lamp: 0.5 }));
    placed(ctx, { x: 228, y: 1000, scale: 1 }, () => standing(ctx, t));
  });
  motes(view, { seed: 8, count: 22, size: 4, color: "#fff0c8", strength: 0.6, rise: 20, sway: 16, ember: true });
};

/** Iven from behind in his long robe, the crown in his lowered hand. */
function standing(ctx: CanvasRenderingContext2D, t: number): void {
  const lamp = { color: "#fff0c8", from: [0.4, -1] as const, width: 5, strength: 0.9 };
  const sway = Math.sin(t * 1.6) * 5;
  solid(ctx, ribbon([[-24, -226], [-34, -180], [-38, -132], [-40, -118]], [20, 20, 16, 9]), ["#26357c", "#0a1040"], [0, -230, 0, -110], lamp);
  solid(ctx, [[-10, -246], [-30, -236], [-36, -214], [-30, -160], [-36, -80], [-52 + sway, 6, 1], [52 + sway, 6, 1], [36, -80], [30, -160], [36, -214], [30, -236], [10, -246]], ["#3c4c9c", "#141c5c", "#070b30"], [0, -246, 0, 6], lamp);
  solid(ctx, ribbon([[26, -226], [38, -186], [46, -152], [56, -136]], [20, 19, 15, 9]), ["#26357c", "#0a1040"], [0, -230, 0, -130], lamp);
  solid(ctx, outline([[0, -290], [15, -284], [18, -266], [12, -250], [0, -244], [-12, -250], [-18, -266], [-15, -284]]), ["#dfe8ff", "#6f80c0"], [10, -290, -10, -244], lamp);
  placed(ctx, { x: -42, y: -98, scale: 0.7, turn: 0.3 }, () => solid(ctx, [[-25, 0, 1], [-30, -38, 1], [-15, -20, 1], [0, -52, 1], [15, -20, 1], [30, -38, 1], [25, 0, 1], [0, 6]], ["#fff4cc", GOLD, "#8a4c10"], [0, -52, 0, 6]));
}

