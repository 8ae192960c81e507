// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { ghost } from "../../engine/ghost.ts";
import { bump, glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { coldFlame, paperLantern, wisps } from "../../engine/paper-lights.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { brideFace, type Face, renFace } from "./cast.ts";
import { AMBER, cedars, FIRE, fog, gate, lanternRow, night, RED, ridge } from "./sets.ts";

const moonlit = (t: number): Face => ({ t, wind: 0.2, light: "#ffe9f4", from: [0.9, -0.4], reveal: 0.9, lit: "#ffdcd6", shade: "#52327a" });
const coldlit = (t: number): Face => ({ t, wind: 0.1, light: FIRE, from: [0.9, 0.5], reveal: 0.85, lit: "#9fdcf0", shade: "#2c1c52" });
const warmlit = (t: number): Face => ({ t, wind: 0.12, light: "#ffc88c", from: [0.9, 0.3], reveal: 0.92, lit: "#f0a878", shade: "#3a1a3c" });

function woods(view: View, key: string, seed: number): void {
  layer(view, 0.25, (ctx) => cedars(view, ctx, { key, seed, count: 10, base: 1150, tall: 980, top: "#3a2158", foot: "#24123e", light: "#b98ad0" }));
}

/** The bride, close. `rain`: before the moon. `fire`: foxfire in her hand. `fade`: her body thins into the night. */
export const brideScene: Scene = (view, mood) => {
  const { t, u } = view;
  night(view, mood === "fire" ? { x: 90, y: 190, r: 70 } : { x: 470, y: 450, r: 290 }, mood === "fade" ? 0.6 : mood === "fire" ? 0.5 : 0);
  layer(view, 0.12, (ctx) => ridge(ctx, { y: 900, tall: 160, seed: 6, top: "#5b3a80", base: "#22103a" }));
  if (mood === "fire") woods(view, "bfire", 71);
  fog(view, { seed: 32, top: 700, height: 420, depth: 0.3, opacity: 0.75 });
  lanternRow(view, { pairs: mood === "fire" ? [[610, 120, 1.4]] : [[70, 180, 1.5], [660, 240, 1.1]], depth: 0.4 });
  const face: Face = mood === "fire" ? { ...coldlit(t), eye: t > 1.4 ? "open" : "down" } : { ...moonlit(t), eye: t > 1.6 ? "open" : "down" };
  const solid = mood === "fade" ? lerp(1, 0.42, smooth(0.1, 1, u)) : 1;
  layer(view, 1, (ctx) => {
    if (mood === "fire") glow(ctx, 600, 830, 620, FIRE, 0.5);
    if (mood === "fade") glow(ctx, 300, 640, 560, "#d9b4ff", 0.35 * u);
    ghost(view, ctx, solid, (to) => brideFace(to, { x: 62, y: 430, scale: 4.5, turn: -0.02 }, face));
    if (mood === "fire") {
      placed(ctx, { x: 590, y: 930 + Math.sin(t * 1.6) * 10, scale: 5 }, () => coldFlame(ctx, { t, seed: 2, color: FIRE, strength: 1 }));
    }
  });
  if (mood === "fade") motes(view, { seed: 5, count: 40, size: 6, color: "#efdcff", strength: 0.9 * smooth(0.1, 0.5, u), rise: 60, sway: -50, ember: true, area: [0, 260, 660, 1000] });
  wisps(view, { seed: 15, count: 5, area: [380, 820, 330, 300], size: 1.1, color: FIRE, strength: mood === "fire" ? 0.4 : 0.8, depth: 1.3 });
  rain(view, { count: 40, slant: -0.12, color: "#f0e0ff", strength: 0.26 });
};

/** Ren, close. `gate`: under the red beam in the rain. `lantern`: lit from below. */
export const renScene: Scene = (view, mood) => {
  const { t } = view;
  const warm = mood === "lantern";
  night(view, warm ? { x: 560, y: 210, r: 84 } : { x: 250, y: 430, r: 230 }, warm ? 0.5 : 0);
  layer(view, 0.12, (ctx) => ridge(ctx, { y: 900, tall: 160, seed: 26, top: "#5b3a80", base: "#22103a" }));
  if (warm) woods(view, "rwarm", 93);
  fog(view, { seed: 35, top: 700, height: 420, depth: 0.3, opacity: 0.75 });
  if (!warm) layer(view, 0.5, (ctx) => placed(ctx, { x: 180, y: 1330, scale: 3 }, () => gate(ctx, { t, light: "#ffd9d0", shade: "#1c0a30" })));
  layer(view, 1, (ctx) => {
    if (warm) glow(ctx, 150, 900, 620, AMBER, 0.5);
    const face: Face = { ...(warm ? warmlit(t) : moonlit(t)), wind: 0.3, lit: warm ? "#f0a878" : "#eec2b4", eye: t > 1.2 ? "open" : "down" };
    renFace(ctx, { x: 610, y: 420, scale: 4.4, flip: true }, face);
    if (warm) placed(ctx, { x: 128, y: 800, scale: 4.4 }, () => paperLantern(ctx, { t, seed: 2, color: AMBER, strength: 1.05 }));
  });
  rain(view, { count: 42, slant: -0.12, color: "#f0e0ff", strength: 0.26 });
};

/** Both in profile. `vow`, `night`: across the dark. `hush`: her finger on his lips. `close`: brow to brow under a low moon. */
export const pair: Scene = (view, mood) => {
  const { t, u } = view;
  const close = mood === "close";
  const hush = mood === "hush";
  night(view, { x: 360, y: close ? 640 : 360, r: close ? 250 : 190 }, close ? 0.5 : 0.1);
  layer(view, 0.12, (ctx) => ridge(ctx, { y: 960, tall: 140, seed: 46, top: "#5b3a80", base: "#22103a" }));
  fog(view, { seed: 42, top: 740, height: 380, depth: 0.3, opacity: 0.7 });
  if (mood === "night") layer(view, 0.4, (ctx) => placed(ctx, { x: 360, y: 1210, scale: 1.7 }, () => gate(ctx, { t, light: "#ffd9d0", shade: "#1c0a30" })));
  const near = close ? glide(smooth(0, 0.8, u)) : hush ? 0.25 + 0.3 * smooth(0.36, 0.5, u) : 0.1;
  const gap = lerp(140, close ? -14 : 60, near);
  const eye = close && u > 0.45 ? "closed" : "open";
  const light: Face = { ...(mood === "vow" ? warmlit(t) : moonlit(t)), from: [1, -0.2], eye };
  const size = close ? 4.3 : 3.9;
  layer(view, 1, (ctx) => {
    if (mood === "vow") glow(ctx, 360, 780, 520, AMBER, 0.45);
    else glow(ctx, 360, 720, 440, FIRE, hush ? 0.2 + 0.25 * bump(t, 3, 1.4) : 0.2);
    renFace(ctx, { x: 360 + gap / 2 + 89 * size, y: 408, scale: size, flip: true, turn: lerp(0, -0.07, near) }, { ...light, lit: mood === "vow" ? "#f0a878" : "#eec2b4" });
    brideFace(ctx, { x: 360 - gap / 2 - 85 * size, y: 462, scale: size * 0.97, turn: lerp(0, -0.08, near) }, light, { mask: !close });
    if (hush) finger(ctx, 360 + gap / 2 + 26, 408 + 79 * size, smooth(2.7, 3.2, t));
    if (mood === "vow") placed(ctx, { x: 360, y: 930, scale: 3.2 }, () => paperLantern(ctx, { t, seed: 6, color: AMBER, strength: 1 }));
  });
  wisps(view, { seed: 25, count: close ? 8 : hush ? 2 : 5, area: [160, 860, 400, 260], size: 1, color: FIRE, strength: 0.75, depth: 1.2 });
  rain(view, { count: 40, slant: -0.1, color: "#f0e0ff", strength: 0.22 });
};

/** Her hand comes up from below and lays one finger on his mouth. */
function finger(ctx: CanvasRenderingContext2D, x: number, y: number, k: number): void {
  if (k <= 0) return;
  placed(ctx, { x: x + lerp(-60, 0, k), y: y + lerp(560, 0, k), turn: lerp(0.4, 0.06, k) }, () => {
    const skin = ramp(ctx, [-60, 0], [60, 260], [[0, "#ffdcd6"], [0.4, "#b483a8"], [1, "#452a6a"]]);
    const bit = (path: Path2D) => {
      ctx.fillStyle = skin;
      ctx.fill(path);
      ctx.strokeStyle = fade("#3a1c58", 0.35);
      ctx.lineWidth = 2;
      ctx.stroke(path);
    };
    bit(ribbon([[-14, 150], [-34, 240], [-60, 340]], [70, 58, 74]));
    ctx.fillStyle = ramp(ctx, [0, 240], [0, 640], [[0, "#e9d8f8"], [1, "#3c2468"]]);
    ctx.fill(outline([[-110, 300, 1], [40, 250, 1], [150, 700, 1], [-260, 700, 1]]));
    bit(ribbon([[2, -16], [-2, 50], [-6, 120]], [17, 23, 27]));
    bit(outline([[-50, 96], [-20, 84], [16, 92], [28, 130], [14, 176], [-30, 190], [-58, 160]]));
    for (const [fx, fy] of [[-6, 104], [-14, 128], [-20, 152]] as const) bit(ribbon([[fx - 26, fy - 2], [fx + 10, fy - 4], [fx + 34, fy + 6], [fx + 18, fy + 16]], [24, 25, 22, 14]));
    bit(ribbon([[-44, 140], [-52, 96], [-40, 60]], [28, 25, 15]));
  });
}

/** The fire she lost, a pearl of light. `snow`: in his hand years ago. `show`: he holds it up. `break`: it cracks. */
export const pearl: Scene = (view, mood) => {
  const { t, u } = view;
  const snow = mood === "snow";
  sky(view, snow ? [[0, "#1c2a5c"], [0.5, "#5c74b0"], [1, "#141a40"]] : [[0, "#0a0420"], [0.5, "#341a58"], [1, "#080312"]]);
  fog(view, { seed: 52, top: 100, height: 700, depth: 0.2, opacity: 0.5, light: snow ? "#c9daf6" : "#8a5cae" });
  const crack = mood === "break" ? smooth(0.35, 0.95, u) : 0;
  const beat = 0.85 + 0.15 * Math.sin(t * 2.6) + crack * 0.8;
  const x = snow ? 360 : mood === "show" ? 190 : 548;
  const y = snow ? 800 : 690 + Math.sin(t * 1.3) * 6;
  layer(view, 0.5, (ctx) => {
    glow(ctx, x, y, 760, FIRE, 0.5 * beat);
    if (mood === "show") renFace(ctx, { x: 740, y: 250, scale: 4.9, flip: true }, { ...coldlit(t), from: [1, 0.2], lit: "#b4dcea", eye: "open" });
    if (mood === "break") brideFace(ctx, { x: -60, y: 330, scale: 4.4 }, { ...coldlit(t), from: [1, 0.1], eye: "open", reveal: 0.9 });
  });
  layer(view, 1, (ctx) => {
    if (snow) snowBed(ctx, x, y);
    else placed(ctx, { x, y: -60, turn: Math.sin(t * 1.2) * 0.03 }, () => {
      ctx.fillStyle = RED;
      ctx.fill(ribbon([[0, -80], [1, 330], [0, y - 6]], [5, 5, 5]));
      ctx.fill(ribbon([[-8, y - 2], [0, y - 12], [8, y - 2], [0, y + 6], [-8, y - 2]], [5, 5, 5, 5, 5]));
      orbOfFire(ctx, 0, y + 62, 58, t, beat, crack);
    });
    if (snow) orbOfFire(ctx, x, y, 58, t, beat, crack);
  });
  motes(view, snow ? { seed: 19, count: 34, size: 7, color: "#ffffff", strength: 0.9, rise: -55, sway: -30 } : { seed: 8, count: 20, size: 4, color: FIRE, strength: 0.6, rise: 34, sway: 20, ember: true });
};

/** Snow with paw prints that lead away, the cut cord, and the pearl half sunk in it. */
function snowBed(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  const ground = (points: Parameters<typeof outline>[0], top: number, hi: string, lo: string) => {
    ctx.fillStyle = ramp(ctx, [0, top], [0, top + 420], [[0, hi], [1, lo]]);
    ctx.fill(outline(points));
  };
  ground([[-160, y - 190], [160, y - 240], [420, y - 200], [880, y - 260], [880, 1600, 1], [-160, 1600, 1]], y - 240, "#b9d2f6", "#5a74b4");
  ground([[-160, y - 60], [200, y - 20], [420, y - 40], [880, y - 90], [880, 1600, 1], [-160, 1600, 1]], y - 90, "#d6e8ff", "#4a62a4");
  for (let i = 0; i < 7; i++) {
    const k = i / 6;
    placed(ctx, { x: lerp(x + 90, 610, k) + (i % 2 ? 26 : -10), y: lerp(y - 10, y - 220, k), scale: lerp(1, 0.36, k) }, () => {
      ctx.fillStyle = fade("#31478c", 0.5);
      for (const [px, py, r] of [[0, 0, 17], [-19, -17, 8], [-7, -26, 8], [8, -26, 8], [20, -16, 8]] as const) {
        ctx.beginPath();
        ctx.ellipse(px, py, r, r * 0.6, 0, 0, 7);
        ctx.fill();
      }
    });
  }
  ctx.fillStyle = "#5a1824";
  ctx.fill(ribbon([[-60, y + 130], [90, y + 96], [190, y + 132], [250, y + 86], [206, y + 58], [170, y + 88]], [9, 9, 8, 8, 7, 5]));
  glow(ctx, x, y + 40, 330, FIRE, 0.7);
  ctx.fillStyle = fade("#e6fbff", 0.85);
  ctx.fill(outline([[x - 150, y + 62], [x - 40, y + 30], [x + 50, y + 34], [x + 150, y + 60], [x, y + 96]]));
}

/** A sphere with a small fox's flame turning inside it. */
function orbOfFire(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, t: number, beat: number, crack: number): void {
  glow(ctx, x, y, r * 5, FIRE, 0.55 * beat);
  const ball = ctx.createRadialGradient(x - r * 0.3, y - r * 0.35, 0, x, y, r);
  for (const [at, color] of [[0, "#ffffff"], [0.35, "#d6faff"], [0.75, "#58cdf0"], [1, "#2a5fb4"]] as const) ball.addColorStop(at, color);
  ctx.fillStyle = ball;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fill();
  placed(ctx, { x, y: y + r * 0.55, scale: r / 30 }, () => coldFlame(ctx, { t, seed: 4, color: "#bff6ff", strength: 0.7 }));
  ctx.strokeStyle = fade("#ffffff", 0.85);
  ctx.lineWidth = 3;
  ctx.beginPath();
  ctx.arc(x, y, r - 4, 3.5, 4.9);
  ctx.stroke();
  if (crack <= 0) return;
  ctx.fillStyle = fade("#ffffff", 0.92 * smooth(0, 0.3, crack));
  for (let i = 0; i < 11; i++) {
    const a = i * 0.5712 + hash(i, 3) * 0.4;
    const reach = r * (0.6 + crack * (0.9 + hash(i, 5) * 2.4));
    const bend = (hash(i, 7) - 0.5) * 0.5;
    const at = (k: number, off: number): [number, number] => [x + Math.cos(a + off) * reach * k, y + Math.sin(a + off) * reach * k];
    ctx.fill(ribbon([at(0.12, 0), at(0.45, bend), at(0.7, bend * 0.3), at(1, 0)], [2 + crack * 9, 1.5 + crack * 4, 1 + crack * 2, 0.2]));
  }
  glow(ctx, x, y, 900 * crack, "#ffffff", crack * 0.75);
}
