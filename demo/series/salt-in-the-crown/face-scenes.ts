// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { shaft } from "../../engine/light.ts";
import { glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, outline, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { azar, type Lit, safi, veyr } from "./cast.ts";
import { dune, dust, lowSun, redSky } from "./land.ts";
import { BLOOD, glassLamp } from "./props.ts";

const sunlit = (t: number): Lit => ({ t, wind: 0.5, light: "#ffc070", from: [1, -0.2], reveal: 0.78, lit: "#d8784a", shade: "#3a1012", eye: "open" });
const lamplit = (t: number): Lit => ({ t, wind: 0.05, light: "#ffb050", from: [1, -0.1], reveal: 0.85, lit: "#e08a50", shade: "#3a0e10", eye: "open" });

function wall(view: View, a: string, b: string): void {
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, 1280], [[0, b], [0.42, a], [0.8, b], [1, "#080203"]]);
  ctx.fillRect(0, 0, 720, 1280);
}

/** A lattice window with the evening behind it. */
function lattice(ctx: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, light: string): void {
  const pane = outline([[x, y + h, 1], [x, y + h * 0.3], [x + w * 0.2, y + h * 0.1], [x + w / 2, y, 1], [x + w * 0.8, y + h * 0.1], [x + w, y + h * 0.3], [x + w, y + h, 1]]);
  ctx.save();
  ctx.clip(pane);
  ctx.fillStyle = ramp(ctx, [0, y], [0, y + h], [[0, "#8a1a18"], [0.5, "#f0702c"], [1, light]]);
  ctx.fillRect(x, y, w, h);
  glow(ctx, x + w * 0.5, y + h * 0.6, w * 0.7, "#fff0c0", 0.8);
  ctx.strokeStyle = "rgba(30,4,6,0.92)";
  ctx.lineWidth = w * 0.028;
  const step = w / 4;
  for (let i = -12; i < 14; i++) {
    ctx.stroke(outline([[x + i * step, y], [x + i * step + h, y + h]], false));
    ctx.stroke(outline([[x + i * step, y + h], [x + i * step + h, y]], false));
  }
  ctx.restore();
  ctx.strokeStyle = "#1c0406";
  ctx.lineWidth = w * 0.06;
  ctx.stroke(pane);
}

/** Safi close. `salt`: under the sun, crowned. `lamp`: in the palace. `storm`: dust. `mine`: white light from above. */
export const her: Scene = (view, mood) => {
  const { t, u } = view;
  if (mood === "lamp") {
    wall(view, "#6a1612", "#1c0408");
    layer(view, 0.3, (ctx) => {
      lattice(ctx, 420, 120, 330, 760, "#ffc878");
      for (const [x, y, r] of [[90, 220, 30], [250, 120, 22], [360, 300, 16], [30, 470, 18]] as const) glassLamp(ctx, x, y, r, x % 4 ? "#ff8a34" : "#ff4a2c", t);
    });
    layer(view, 1, (ctx) => safi(ctx, { x: 70, y: 360, scale: 4.8, turn: -0.01 }, { ...lamplit(t), from: [1, -0.3], eye: t > 1.4 ? "open" : "down" }, { mask: true, veil: "#7a1016" }));
    motes(view, { seed: 8, count: 16, size: 4, color: "#ffb566", strength: 0.45, rise: 18, sway: 14, ember: true });
    return;
  }
  if (mood === "mine") {
    wall(view, "#7a3430", "#2a0c10");
    layer(view, 0.25, (ctx) => {
      for (let i = 0; i < 13; i++) {
        const [x, w] = [-40 + i * 66, 50 + hash(i, 2) * 60];
        const y = 240 + hash(i, 5) * 560;
        ctx.fillStyle = ramp(ctx, [x, y], [x + w, 1200], [[0, "#f0c0ac"], [0.4, "#a8544c"], [1, "#3a1014"]]);
        ctx.fill(outline([[x, 1400, 1], [x + w * 0.1, y + 60, 1], [x + w * 0.5, y, 1], [x + w * 0.95, y + 80, 1], [x + w, 1400, 1]]));
      }
      shaft(ctx, { from: [620, -60, 160], to: [430, 1200, 520], color: "#ffe6d8", strength: 0.7 });
    });
    layer(view, 1, (ctx) => safi(ctx, { x: 90, y: 380, scale: 4.7, turn: -0.06 }, { ...sunlit(t), wind: 0.05, light: "#ffe9dc", from: [0.8, -0.7], lit: "#e0a488", shade: "#3a1418", eye: u > 0.62 ? "closed" : "open" }, { veil: "#5a1418" }));
    motes(view, { seed: 18, count: 26, size: 4, color: "#fff0e6", strength: 0.6, rise: -16, sway: 14 });
    return;
  }
  const gale = mood === "storm";
  redSky(view, 1010, gale ? "dusk" : "fire");
  lowSun(view, 560, 640, gale ? 150 : 250, gale ? 0.7 : 1);
  layer(view, 0.3, (ctx) => dune(ctx, { ridge: [[-200, 1010], [160, 960], [420, 990], [700, 930], [960, 980]], bottom: 1500, top: "#8a2418", base: "#2a0808", light: "#ffb860" }));
  dust(view, gale ? 100 : 760, gale ? 900 : 300, gale ? 0.85 : 0.6, 0.4, gale ? -110 : 20, "#ff9a50", 71);
  layer(view, 1, (ctx) => safi(ctx, { x: gale ? 90 : 120, y: gale ? 410 : 470, scale: gale ? 4.6 : 4.1, turn: gale ? 0.04 : -0.05 }, { ...sunlit(t), wind: gale ? 1 : 0.55, eye: gale ? (t > 2 ? "open" : "down") : t > 1.2 ? "open" : "closed" }, { mask: gale, crowned: !gale, salt: 1, veil: "#761218" }));
  if (gale) dust(view, 500, 700, 0.5, 1.4, -200, "#ffa858", 72);
  motes(view, { seed: 28, count: 26, size: 4, color: "#ffd8a0", strength: 0.6, rise: 8, sway: gale ? -260 : 60, ember: true });
};

/** The king close. `throne`: under lamps, crowned. `blade`: a knife at his throat. `window`: bare-headed, at night. */
export const him: Scene = (view, mood) => {
  const { t, u } = view;
  wall(view, mood === "blade" ? "#8a1a12" : "#5a1012", "#16030a");
  layer(view, 0.25, (ctx) => {
    lattice(ctx, -60, 90, 340, 800, "#ffb060");
    glow(ctx, 110, 560, 620, "#ff7a30", 0.42);
    for (const [x, y, r] of [[600, 170, 34], [440, 90, 22], [350, 260, 15], [690, 420, 22]] as const) glassLamp(ctx, x, y, r, x % 4 ? "#ff8a34" : "#ff4a2c", t);
  });
  layer(view, 1, (ctx) => {
    if (mood === "blade") veyr(ctx, { x: 830, y: 210, scale: 3.9, flip: true, turn: -0.06 }, { ...lamplit(t), light: "#ff6a3c", reveal: 0.5, lit: "#b8583a" });
    azar(ctx, mood === "blade" ? { x: 452, y: 560, scale: 3.5, flip: true, turn: 0.1 } : { x: 640, y: 430, scale: 4.4, flip: true }, { ...lamplit(t), eye: mood === "blade" ? (u > 0.3 ? "open" : "closed") : t > 1 ? "open" : "down" }, { crowned: mood === "throne" });
    if (mood === "blade") blade(ctx, 262 + Math.sin(t * 2) * 3, 962, t);
  });
  motes(view, { seed: 38, count: 18, size: 4, color: "#ffa860", strength: 0.5, rise: 20, sway: 16, ember: true });
};

function blade(ctx: CanvasRenderingContext2D, x: number, y: number, t: number): void {
  placed(ctx, { x, y, turn: -0.16 }, () => {
    const steel = outline([[-150, -12, 1], [-60, -34], [190, -30, 1], [190, 16, 1], [-40, 20]]);
    ctx.fillStyle = ramp(ctx, [0, -34], [0, 20], [[0, "#fff4e0"], [0.4, "#c8a890"], [0.5, "#6a3a34"], [1, "#2a0c0e"]]);
    ctx.fill(steel);
    rim(ctx, steel, { color: "#fff6e0", from: [-0.3, -1], width: 5, strength: 0.9 });
    glow(ctx, -120 + ((t * 90) % 300), -20, 90, "#fff4d8", 0.7);
    ctx.fillStyle = "#e0a048";
    ctx.fill(outline([[186, -60, 1], [210, -60, 1], [210, 46, 1], [186, 46, 1]]));
    const fist = outline([[210, -44], [270, -62], [352, -48], [380, 10], [352, 62], [262, 66], [212, 40]]);
    ctx.fillStyle = ramp(ctx, [0, -60], [0, 66], [[0, "#c8764c"], [0.5, "#6a2a1e"], [1, "#2a0c0a"]]);
    ctx.fill(fist);
    rim(ctx, fist, { color: "#ff9a58", from: [-0.5, -1], width: 6, strength: 0.8 });
    ctx.strokeStyle = "rgba(30,6,6,0.6)";
    ctx.lineWidth = 5;
    for (const k of [-18, 6, 30]) ctx.stroke(outline([[216, k - 4], [280, k], [340, k + 2]], false));
    ctx.fillStyle = "#2a060a";
    ctx.fill(outline([[330, -80], [900, -150, 1], [900, 240, 1], [330, 96], [352, 6]]));
  });
}

/** The vizier close, lamps behind him red as coals. `cup`: he raises one. */
export const vizier: Scene = (view, mood) => {
  const { t, u } = view;
  wall(view, "#4a0a0c", "#0c0205");
  layer(view, 0.2, (ctx) => {
    glow(ctx, 150, 620, 700, "#e8301c", 0.55);
    for (let i = 0; i < 9; i++) glassLamp(ctx, hash(i, 1) * 720, 60 + hash(i, 2) * 420, 12 + hash(i, 3) * 22, i % 2 ? "#ff4a2c" : "#e8302a", t);
  });
  vapour(view, { seed: 91, top: 200, height: 640, dark: "#3a060a", light: "#d8483a", cover: 0.4, opacity: 0.45, depth: 0.3, drift: 10, cells: 2, crisp: 0.05 });
  layer(view, 1, (ctx) => {
    veyr(ctx, { x: 640, y: 380, scale: 4.7, flip: true, turn: 0.02 }, { ...lamplit(t), light: "#ff6a3c", from: [1, 0.1], reveal: 0.66, lit: "#d06a48", shade: "#240608", eye: t > 0.8 ? "open" : "down" });
    if (mood === "cup") {
      const y = lerp(1010, 900, smooth(0.1, 0.7, u));
      glow(ctx, 130, y - 100, 240, "#ff3a24", 0.5);
      ctx.fillStyle = ramp(ctx, [60, 0], [200, 0], [[0, "#ffb070"], [0.3, BLOOD], [1, "#4a060c"]]);
      const bowl = outline([[62, y - 190, 1], [58, y - 110], [92, y - 40], [130, y - 20], [168, y - 40], [202, y - 110], [198, y - 190, 1]]);
      ctx.fill(bowl);
      rim(ctx, bowl, { color: "#ffd0a0", from: [-1, -0.5], width: 8, strength: 0.8 });
      ctx.fillStyle = ramp(ctx, [90, 0], [170, 0], [[0, "#ffc070"], [1, "#5a1c0c"]]);
      ctx.fill(outline([[122, y - 24, 1], [138, y - 24, 1], [140, y + 130, 1], [120, y + 130, 1]]));
      const skin = ramp(ctx, [60, y], [240, y + 140], [[0, "#c86a44"], [1, "#2a0a0a"]]);
      for (let i = 0; i < 4; i++) {
        ctx.fillStyle = skin;
        ctx.fill(outline([[70, y + 6 + i * 26], [120, y - 2 + i * 26], [176, y + 4 + i * 26], [186, y + 18 + i * 26], [120, y + 24 + i * 26], [72, y + 24 + i * 26]]));
      }
      ctx.fillStyle = "#2a060a";
      ctx.fill(outline([[150, y - 20], [210, y + 20], [420, y + 500, 1], [60, y + 500, 1], [110, y + 116]]));
    }
  });
  motes(view, { seed: 48, count: 20, size: 4, color: "#ff7a4c", strength: 0.6, rise: 44, sway: 20, ember: true });
};

/** Two faces. `bargain`: a lamp between them. `veil`: the wedding. `cloak`: under one cloak in the storm. `dawn`: free, closer. */
export const both: Scene = (view, mood) => {
  const { t, u } = view;
  const near = mood === "dawn" ? glide(smooth(0.15, 0.95, u)) : mood === "cloak" ? 0.45 + 0.2 * u : 0.15 * u;
  const outside = mood === "dawn" || mood === "cloak";
  if (outside) {
    redSky(view, 1000, mood === "dawn" ? "dawn" : "dusk");
    lowSun(view, 360, mood === "dawn" ? lerp(700, 640, u) : 620, mood === "dawn" ? 230 : 130, mood === "dawn" ? 1 : 0.8);
    layer(view, 0.3, (ctx) => dune(ctx, { ridge: [[-200, 990], [160, 950], [400, 984], [640, 940], [960, 990]], bottom: 1500, top: "#a83c20", base: "#3a0c0a", light: "#ffc878" }));
    if (mood === "cloak") dust(view, 120, 900, 0.9, 0.4, -110, "#f08a48", 81);
  } else {
    wall(view, mood === "veil" ? "#7a1416" : "#5a1210", "#16030a");
    layer(view, 0.25, (ctx) => {
      lattice(ctx, 190, 60, 340, 760, "#ffc070");
      for (let i = 0; i < 10; i++) glassLamp(ctx, i < 5 ? hash(i, 1) * 190 : 540 + hash(i, 1) * 190, 60 + hash(i, 2) * 300, 13 + hash(i, 3) * 17, i % 3 ? "#ff8a34" : "#ff4a2c", t);
    });
  }
  const size = outside ? 4.1 : 3.8;
  const gap = lerp(mood === "cloak" ? 90 : 110, mood === "dawn" ? -14 : 20, near);
  const lit: Lit = { ...(outside ? sunlit(t) : lamplit(t)), wind: mood === "cloak" ? 0.5 : mood === "dawn" ? 0.4 : 0.05, from: outside ? [1, -0.35] : [1, 0.15] };
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 720, 480, "#ff9a4a", 0.35);
    const shut = mood === "dawn" && u > 0.6;
    azar(ctx, { x: 360 + gap / 2 + 88 * size, y: 372, scale: size, flip: true, turn: -0.05 * near }, { ...lit, eye: shut ? "closed" : mood === "cloak" && u < 0.4 ? "closed" : "open" }, { crowned: !outside, coat: mood === "veil" ? "#5a0c14" : "#2a080c" });
    safi(ctx, { x: 360 - gap / 2 - 86 * size, y: 420 - near * 12, scale: size, turn: -0.08 * near }, { ...lit, eye: shut ? "closed" : "open" }, { mask: mood === "bargain" || mood === "veil", veil: mood === "veil" ? "#b01420" : "#721218" });
    if (!outside) {
      lampBetween(ctx, 360, 970, t);
    }
  });
  if (mood === "cloak") {
    layer(view, 1.1, (ctx) => {
      const flap = Math.sin(t * 2.4) * 12;
      const cloak = outline([[-240, 420 + flap], [-60, 250 + flap], [180, 176], [420, 150], [650, 190 - flap], [980, 330], [980, -300, 1], [-240, -300, 1]]);
      ctx.fillStyle = ramp(ctx, [0, -60], [0, 380], [[0, "#0c0204"], [0.6, "#2c070a"], [1, "#5a1212"]]);
      ctx.fill(cloak);
      rim(ctx, cloak, { color: "#ffa050", from: [0, 1], width: 12, strength: 0.7 });
      for (const [x, k] of [[40, 1], [230, 0.6], [430, 0.7], [600, 1]] as const) {
        ctx.strokeStyle = fade("#ff9a50", 0.12);
        ctx.lineWidth = 7;
        ctx.stroke(outline([[x + 40, -200], [x + 10, 20], [x, 150 + k * 30]], false));
      }
    });
    dust(view, 760, 560, 0.5, 1.4, -180, "#ffa858", 82);
  }
  motes(view, { seed: 58, count: 20, size: 4, color: "#ffc070", strength: 0.5, rise: 16, sway: mood === "cloak" ? -200 : 18, ember: true });
};

function lampBetween(ctx: CanvasRenderingContext2D, x: number, y: number, t: number): void {
  ctx.fillStyle = ramp(ctx, [x - 60, 0], [x + 60, 0], [[0, "#ffb860"], [0.4, "#8a3414"], [1, "#ffb060"]]);
  ctx.fill(outline([[x - 24, y + 60, 1], [x - 12, y + 110], [x - 70, y + 170], [x - 76, y + 400, 1], [x + 76, y + 400, 1], [x + 70, y + 170], [x + 12, y + 110], [x + 24, y + 60, 1]]));
  const b = 0.9 + 0.1 * Math.sin(t * 3);
  glow(ctx, x, y, 420, "#ff9a40", 0.5 * b);
  const body = outline([[x - 26, y + 70, 1], [x - 58, y + 20], [x - 40, y - 50], [x - 16, y - 110], [x, y - 120], [x + 16, y - 110], [x + 40, y - 50], [x + 58, y + 20], [x + 26, y + 70, 1]]);
  const fill = ctx.createRadialGradient(x, y, 0, x, y, 110);
  fill.addColorStop(0, "#fffbe6");
  fill.addColorStop(0.4, "#ffcc70");
  fill.addColorStop(1, "rgba(232,74,30,0.75)");
  ctx.fillStyle = fill;
  ctx.fill(body);
  rim(ctx, body, { color: "#fff0c8", from: [-1, -0.4], width: 5, strength: 0.7 });
}
