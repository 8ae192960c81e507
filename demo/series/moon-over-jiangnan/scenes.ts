// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { ghost } from "../../engine/ghost.ts";
import { glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { paperLantern } from "../../engine/paper-lights.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { type Face, manFace, womanFace } from "./cast.ts";
import { boat, type Lit, lady, umbrella } from "./figures.ts";
import { bridge, hills, lanterns, MOON, mist, night, RED, town, water, willow } from "./sets.ts";

const TOWN = { wall: "#7fa3c6", roof: "#0c1a34", light: "#cfe6ff" };

/** The canal under its bridge. `arrive`: she crosses the arch, the boat waits in the circle. `far`: the pale bank turns away. */
export const canal: Scene = (view, mood) => {
  if (mood === "far") return far(view);
  const { t, u } = view;
  const line = 760;
  const lit: Lit = { t, light: MOON, from: [0.3, -1], edge: 3 };
  night(view, { x: 420, y: 500, r: 150 });
  layer(view, 0.12, (ctx) => hills(ctx, line + 46, 720, "#4a7cac", "#7fb0d2", 8));
  mist(view, { seed: 12, top: 560, height: 260, depth: 0.2 });
  const back = (ctx: CanvasRenderingContext2D) => town(view, ctx, { key: "back", base: line, width: 720, gap: [250, 470], tall: 210, ...TOWN, wall: "#5f89b4", roof: "#183258", lit: 0.4, seed: 3 });
  const arch = (ctx: CanvasRenderingContext2D) => {
    placed(ctx, { x: lerp(206, 254, u), y: lerp(498, 480, u), scale: 0.9 }, () => lady(ctx, { ...lit, edge: 4 }));
    bridge(view, ctx, { x: 360, y: line, r: 250, top: "#456c9a", base: "#0b1730", light: "#d6eaff", from: [0.3, -1] });
  };
  const front = (ctx: CanvasRenderingContext2D) => {
    town(view, ctx, { key: "front", base: line + 40, width: 720, gap: [70, 650], tall: 470, ...TOWN, wall: "#34588a", roof: "#081226", lit: 0.5, seed: 11 });
    lanterns(ctx, t, [[48, 470, 1], [20, 600, 1.1], [676, 450, 1], [700, 590, 1.1]]);
  };
  layer(view, 0.5, back);
  layer(view, 0.7, arch);
  layer(view, 0.8, (ctx) => water(view, ctx, { y: line, bottom: 1330, shine: 400, far: "#4f86b8", near: "#040b1c", strength: 0.6 }, (to) => {
    back(to);
    arch(to);
  }));
  layer(view, 0.95, (ctx) => {
    ghost(view, ctx, 0.5, (to) => placed(to, { x: 392, y: 900 }, () => {
      to.scale(0.86, -0.86);
      boat(to, lit, { woman: false, man: false });
    }));
    placed(ctx, { x: 392, y: 900 + Math.sin(t * 1.3) * 2, scale: 0.86, turn: Math.sin(t) * 0.008 }, () => boat(ctx, lit, { woman: false }));
  });
  layer(view, 1.1, front);
  mist(view, { seed: 17, top: 830, height: 260, depth: 1, opacity: 0.4 });
  layer(view, 1.4, (ctx) => willow(ctx, t, 700, -1, "#06101f"));
  motes(view, { seed: 8, count: 16, size: 4, color: "#ffe9b0", strength: 0.5, rise: 10, sway: 24, ember: true, area: [0, 720, 720, 420] });
};

/** The other bank: white lanterns, grey people who do not move; the boat turns from it. */
function far(view: View): void {
  const { t, u } = view;
  const line = 700;
  night(view, { x: 360, y: 300, r: 96 }, 0.42);
  layer(view, 0.2, (ctx) => hills(ctx, line, 720, "#7fa2bc", "#b4cad8", 15));
  const crowd = (ctx: CanvasRenderingContext2D) => {
    for (let i = 0; i < 11; i++) {
      const x = 20 + i * 68 + hash(i, 3) * 24;
      const s = 0.72 + hash(i, 4) * 0.3;
      ghost(view, ctx, 0.34 + hash(i, 6) * 0.3, (to) => {
        placed(to, { x, y: line + 4, scale: s, flip: i % 2 === 0 }, () => lady(to, { t: t + i, light: "#ffffff", from: [0, -1] }, { umbrella: false, drowned: true }));
      });
      if (i % 3 === 1) placed(ctx, { x: x + 30, y: line - 190, scale: 0.9 }, () => paperLantern(ctx, { t, seed: i, color: "#dcecf4", strength: 0.9 }));
    }
  };
  mist(view, { seed: 22, top: 420, height: 330, depth: 0.4, opacity: 0.7, light: "#e8f2f6", dark: "#9ab4c6" });
  layer(view, 0.5, crowd);
  layer(view, 0.7, (ctx) => water(view, ctx, { y: line, bottom: 1330, shine: 360, far: "#a9c4d4", near: "#0a1c36", strength: 0.35 }, crowd));
  mist(view, { seed: 27, top: 560, height: 280, depth: 0.8, opacity: 0.6, light: "#f4f8fa", dark: "#b4cad8" });
  mist(view, { seed: 31, top: 600, height: 210, depth: 0.85, opacity: 0.6, light: "#f4f8fa", dark: "#b4cad8" });
  layer(view, 1.1, (ctx) => {
    const x = lerp(430, 270, glide(u));
    const lit: Lit = { t, light: "#f2f8ff", from: [0, -1], edge: 3 };
    ghost(view, ctx, 0.5, (to) => placed(to, { x, y: 960 }, () => {
      to.scale(-1.12, -1.12);
      boat(to, lit, { man: false });
    }));
    placed(ctx, { x, y: 960 + Math.sin(t * 1.3) * 3, scale: 1.12, flip: true, turn: Math.sin(t) * 0.01 }, () => boat(ctx, lit));
  });
  mist(view, { seed: 32, top: 1000, height: 260, depth: 1.2, opacity: 0.5 });
}

/** The boat on the open water. `fare`: they glide past lit houses. `dawn`: it lies empty, umbrella shut, a letter on the seat. */
export const boatScene: Scene = (view, mood) => {
  const { t, u } = view;
  const dawn = mood === "dawn";
  const line = 700;
  if (dawn) {
    sky(view, [[0, "#2a4a80"], [0.25, "#7a86b4"], [0.42, "#e8a694"], [0.53, "#ffdcb0"], [0.56, "#fff0d4"], [1, "#24406c"]]);
    orb(view, { x: 470, y: lerp(560, 500, u), radius: 66, core: "#fffdf0", edge: "#ffe2b0", halo: "#ffcf9a", haloStrength: 0.7 });
    vapour(view, { seed: 83, top: 120, height: 420, dark: "#8a8cb4", light: "#ffd8c0", cover: 0.45, opacity: 0.6, depth: 0.05, drift: 8, cells: 3, crisp: 0.2 });
  } else night(view, { x: 540, y: 270, r: 104 });
  const houses = (ctx: CanvasRenderingContext2D) => {
    const drift = dawn ? 0 : -t * 16;
    ctx.save();
    ctx.translate(drift, 0);
    town(view, ctx, { key: `row${dawn}`, base: line, width: 1000, gap: [dawn ? 190 : 560, dawn ? 900 : 640], tall: 300, ...TOWN, ...(dawn ? { wall: "#d8c0c4", roof: "#4a4a70", light: "#fff0d8" } : { wall: "#6a93be", roof: "#10264a" }), lit: dawn ? 0.1 : 0.55, seed: 31 });
    if (!dawn) lanterns(ctx, t, [[90, 470, 0.8], [250, 500, 0.8], [420, 540, 0.8], [760, 540, 0.8]]);
    ctx.restore();
  };
  layer(view, 0.14, (ctx) => hills(ctx, line, 720, dawn ? "#a890ac" : "#3a6c9c", dawn ? "#e8bcac" : "#6f9fc4", 25));
  mist(view, { seed: 42, top: 520, height: 240, depth: 0.3, opacity: 0.6, ...(dawn ? { light: "#fff0dc", dark: "#e0b4a8" } : {}) });
  layer(view, 0.5, houses);
  layer(view, 0.7, (ctx) => water(view, ctx, { y: line, bottom: 1330, shine: dawn ? 470 : 520, far: dawn ? "#f0c8b4" : "#4f86b8", near: dawn ? "#1c3560" : "#040b1c", strength: 0.5 }, houses));
  mist(view, { seed: 47, top: 640, height: 220, depth: 0.8, opacity: 0.5, ...(dawn ? { light: "#fff0dc", dark: "#d8b0ac" } : {}) });
  layer(view, 1, (ctx) => {
    const lit: Lit = { t: dawn ? 0 : t, light: dawn ? "#ffe8c0" : MOON, from: [0.5, -1], edge: 2.6 };
    const look = dawn ? { man: false, woman: false, letter: true, shut: true } : {};
    const at = { x: dawn ? 330 : lerp(340, 380, u), y: 930, scale: dawn ? 1.42 : 1.46 };
    ghost(view, ctx, 0.5, (to) => placed(to, at, () => {
      to.translate(0, 18);
      to.scale(1, -1);
      boat(to, lit, dawn ? look : { man: false });
    }));
    placed(ctx, { ...at, y: at.y + Math.sin(t * 1.3) * 3, turn: Math.sin(t * 0.9) * 0.008 }, () => boat(ctx, lit, look));
    for (let i = 0; i < 5; i++) {
      const y = 960 + i * 24;
      ctx.fillStyle = fade(dawn ? "#fff0dc" : "#bfe0ff", 0.3 - i * 0.04);
      ctx.fill(ribbon([[at.x - 340 - i * 20, y], [at.x, y + 3 + Math.sin(t + i) * 2], [at.x + 340 + i * 20, y]], [0.3, 3.4, 0.3]));
    }
  });
  layer(view, 1.5, (ctx) => willow(ctx, t, dawn ? 20 : 0, 1, dawn ? "#3a3a5c" : "#06101f", 7));
  motes(view, { seed: 8, count: 14, size: 4, color: "#ffe9b0", strength: 0.5, rise: 10, sway: 24, ember: true, area: [0, 620, 720, 420] });
};

/** A letter in moonlight on the planks. `read`: its strokes run like water. `last`: they stand still, the red seal wet. */
export const letter: Scene = (view, mood) => {
  const { t, u } = view;
  const last = mood === "last";
  sky(view, [[0, "#0a1a36"], [0.5, "#16335e"], [1, "#040a18"]]);
  layer(view, 0.8, (ctx) => {
    for (let i = 0; i < 8; i++) {
      const x = -130 + i * 128;
      ctx.fillStyle = ramp(ctx, [0, 0], [0, 1280], [[0, mix("#24477a", "#17335c", hash(i, 2))], [0.5, mix("#2b5288", "#1c3f6c", hash(i, 4))], [1, "#0a1730"]]);
      ctx.fillRect(x, -160, 128, 1640);
      ctx.fillStyle = "#050c1a";
      ctx.fillRect(x - 3, -160, 6, 1640);
      ctx.fillStyle = fade("#9fc8ee", 0.22);
      ctx.fillRect(x + 3, -160, 2, 1640);
      ctx.strokeStyle = fade("#06101f", 0.3);
      ctx.lineWidth = 1.6;
      for (const k of [0.16, 0.3, 0.44, 0.55, 0.7, 0.84]) ctx.stroke(outline([[x + 124 * k, -160], [x + 124 * k + hash(i, 6) * 22, 400], [x + 124 * k - 8, 900], [x + 124 * k + 10, 1480]], false));
    }
    glow(ctx, 400, 480, 720, "#9fcaf4", 0.42);
    placed(ctx, { x: 360, y: 560, turn: -0.07 }, () => sheet(ctx, t, u, last));
    placed(ctx, { x: 640, y: 1130, scale: 3.6, turn: -0.5 }, () => umbrella(ctx, { t, light: MOON, from: [-0.3, -1], edge: 3 }, [0, 20]));
  });
  layer(view, 1.3, (ctx) => {
    ctx.globalAlpha = 0.5;
    willow(ctx, t, 40, 1, "#030916", 6);
    ctx.globalAlpha = 1;
  });
  motes(view, { seed: 38, count: 14, size: 4, color: "#e6f2ff", strength: 0.5, rise: 8, sway: 16 });
};

function sheet(ctx: CanvasRenderingContext2D, t: number, u: number, last: boolean): void {
  ctx.fillStyle = fade("#020612", 0.55);
  ctx.fill(outline([[-214, -318, 1], [236, -300, 1], [240, 372, 1], [-220, 366, 1]]));
  const paper = outline([[-230, -340, 1], [-70, -336], [80, -343], [222, -334, 1], [226, -60], [220, 180], [226, 344, 1], [60, 338], [-110, 346], [-232, 340, 1], [-226, 120], [-233, -110]]);
  ctx.fillStyle = ramp(ctx, [200, -340], [-200, 340], [[0, "#fffaea"], [0.5, "#d9dfe4"], [1, "#8ea6c0"]]);
  ctx.fill(paper);
  for (const y of [-114, 114]) {
    ctx.fillStyle = ramp(ctx, [0, y - 16], [0, y + 16], [[0, fade("#5a7698", 0)], [0.48, fade("#5a7698", 0.34)], [0.52, fade("#ffffff", 0.5)], [1, fade("#ffffff", 0)]]);
    ctx.fillRect(-230, y - 16, 454, 32);
  }
  // Strokes in columns that mean nothing to anyone: waves, drops and reeds.
  for (let c = 0; c < 5; c++) {
    for (let r = 0; r < 7; r++) {
      const seen = smooth(c * 0.1 + r * 0.02, c * 0.1 + r * 0.02 + 0.16, u * 1.15 + 0.12);
      if (seen <= 0) continue;
      const x = 158 - c * 78;
      const y = -278 + r * 84;
      const run = last ? 0 : 1;
      const w = (k: number) => Math.sin(t * 2.1 + r * 0.9 + c * 1.7 + k * 2) * 7 * run;
      const ink = fade(last ? "#0c1428" : "#1c4a86", (last ? 0.9 : 0.78) * seen);
      ctx.fillStyle = ink;
      const kind = Math.floor(hash(c * 9 + r, 4) * 4);
      const h = 22 + hash(c, r) * 10;
      if (kind !== 1) ctx.fill(ribbon([[x - 22, y + w(0)], [x - 6, y - 9 + w(1)], [x + 8, y + 5 + w(2)], [x + 24, y - 6 + w(3)]], [1, 7, 5, 0.6]));
      if (kind !== 0) ctx.fill(ribbon([[x + 2 + w(1), y - h], [x - 3 + w(2), y], [x + 4 + w(0), y + h]], [6, 4.4, 0.6]));
      if (kind > 1) ctx.fill(ribbon([[x - 18, y + 20 + w(2)], [x, y + 26 + w(1)], [x + 20, y + 17 + w(3)]], [0.8, 5.4, 0.6]));
      if (kind === 3) ctx.fill(ribbon([[x - 16, y - 22 + w(3)], [x - 10, y - 12 + w(2)]], [5, 0.8]));
    }
  }
  const stamp = last ? smooth(0.4, 0.55, u) : 1;
  ctx.fillStyle = fade(RED, 0.85 * stamp);
  placed(ctx, { x: -178, y: 268, scale: lerp(1.5, 1, stamp) }, () => {
    ctx.fill(outline([[-30, -30, 1], [0, -28], [30, -31, 1], [29, 2], [31, 30, 1], [2, 29], [-31, 31, 1], [-29, 0]]));
    ctx.strokeStyle = fade("#f2ead8", 0.9 * stamp);
    ctx.lineWidth = 3.4;
    ctx.beginPath();
    ctx.arc(0, -9, 10, 0, 7);
    ctx.stroke();
    for (const y of [10, 19]) ctx.stroke(outline([[-21, y], [-9, y - 4], [3, y + 2], [21, y - 3]], false));
  });
}

const moonlit = (t: number): Face => ({ t, light: MOON, from: [0.9, -0.4], reveal: 0.9, lit: "#f2dcd0", shade: "#24406e" });

function backdrop(view: View, moon: { x: number; y: number; r: number }, seed: number): void {
  night(view, moon);
  layer(view, 0.12, (ctx) => hills(ctx, 860, 720, "#2c5a8c", "#5a8cb4", seed));
  layer(view, 0.3, (ctx) => {
    town(view, ctx, { key: `face${seed}`, base: 880, width: 720, gap: [150, 570], tall: 300, ...TOWN, wall: "#47709e", roof: "#0f2444", lit: 0.5, seed });
    lanterns(ctx, view.t, [[60, 610, 0.9], [668, 620, 0.9]]);
  });
  layer(view, 0.5, (ctx) => water(view, ctx, { y: 880, bottom: 1330, shine: moon.x, far: "#3f74a8", near: "#040b1c", strength: 0 }, () => undefined));
  mist(view, { seed: seed + 1, top: 760, height: 260, depth: 0.6, opacity: 0.5 });
}

/** The ferryman, close; he lifts his head out of the shadow of his hat. */
export const man: Scene = (view) => {
  const { t, u } = view;
  backdrop(view, { x: 250, y: 380, r: 200 }, 51);
  layer(view, 1, (ctx) => manFace(ctx, { x: 610, y: 450, scale: 4.3, flip: true, turn: lerp(-0.1, 0.02, glide(smooth(0.1, 0.6, u))) }, { ...moonlit(t), lit: "#d9bca8", eye: t > 1.3 ? "open" : "down" }));
  layer(view, 1.5, (ctx) => willow(ctx, t, 0, 1, "#06101f", 5));
};

/** The woman, close, her umbrella a red sun behind her head. */
export const woman: Scene = (view) => {
  const { t } = view;
  backdrop(view, { x: 590, y: 250, r: 90 }, 61);
  layer(view, 0.9, (ctx) => placed(ctx, { x: 250, y: 150, scale: 5.2, turn: -0.2 + Math.sin(t * 0.8) * 0.015 }, () => umbrella(ctx, { t, light: MOON, from: [0.5, -1], edge: 2 }, [-34, 190])));
  layer(view, 1, (ctx) => womanFace(ctx, { x: 70, y: 420, scale: 4.5 }, { ...moonlit(t), eye: t > 2.4 ? "open" : "down" }));
  motes(view, { seed: 18, count: 12, size: 4, color: "#ffe9b0", strength: 0.5, rise: 12, sway: 24, ember: true });
};

/** Both in profile. `ask`: the length of the boat between them. `near`: brow to brow under the red paper. */
export const pair: Scene = (view, mood) => {
  const { t, u } = view;
  const near = mood === "near";
  backdrop(view, { x: 360, y: near ? 560 : 380, r: near ? 210 : 160 }, 71);
  const k = near ? glide(smooth(0, 0.8, u)) : 0.08;
  const gap = lerp(130, near ? 6 : 90, k);
  const eye = near && u > 0.55 ? "closed" : "open";
  const lit: Face = { ...moonlit(t), from: [1, -0.25], eye };
  if (near) layer(view, 0.9, (ctx) => placed(ctx, { x: 300, y: 130, scale: 5, turn: -0.06 }, () => umbrella(ctx, { t, light: MOON, from: [0.2, -1], edge: 2 }, [-60, 190])));
  else layer(view, 0.9, (ctx) => placed(ctx, { x: 60, y: 200, scale: 4.2, turn: -0.16 }, () => umbrella(ctx, { t, light: MOON, from: [0.5, -1], edge: 2 }, [0, 190])));
  layer(view, 1, (ctx) => {
    const size = 3.8;
    manFace(ctx, { x: 360 + gap / 2 + 89 * size, y: 440, scale: size, flip: true, turn: lerp(0.02, -0.05, k) }, { ...lit, lit: "#d9bca8" });
    womanFace(ctx, { x: 360 - gap / 2 - 85 * size, y: 500, scale: size * 0.97, turn: lerp(0, -0.08, k) }, lit);
  });
  motes(view, { seed: 28, count: 12, size: 4, color: "#ffe9b0", strength: 0.5, rise: 12, sway: 24, ember: true });
};

/** The water beside the boat: above, two people; below, one. */
export const count: Scene = (view) => {
  const { t } = view;
  const line = 560;
  night(view, { x: 380, y: 210, r: 120 });
  layer(view, 0.14, (ctx) => hills(ctx, line - 40, 720, "#3a6c9c", "#6f9fc4", 35));
  mist(view, { seed: 52, top: 340, height: 260, depth: 0.3, opacity: 0.7 });
  layer(view, 1, (ctx) => {
    const lit: Lit = { t, light: MOON, from: [0.2, -1], edge: 2.6 };
    ctx.fillStyle = ramp(ctx, [0, line - 30], [0, 1330], [[0, "#4f86b8"], [0.3, "#183a68"], [1, "#030816"]]);
    ctx.fillRect(-220, line - 30, 1160, 1000);
    glow(ctx, 380, line + 470, 260, MOON, 0.5);
    const disc = ctx.createRadialGradient(380, line + 470, 0, 380, line + 470, 118);
    for (const [at, k] of [[0, 0.85], [0.82, 0.72], [0.93, 0.4], [1, 0]] as const) disc.addColorStop(at, fade("#fff3cf", k));
    ctx.fillStyle = disc;
    ctx.beginPath();
    ctx.ellipse(380, line + 470, 118, 112, 0, 0, 7);
    ctx.fill();
    for (let i = 0; i < 9; i++) {
      const y = line + 372 + i * 24;
      const w = 70 + hash(i, 13) * 120;
      const x = 380 + (hash(i, 15) - 0.5) * 160 + Math.sin(t * 0.9 + i * 1.4) * 22;
      ctx.fillStyle = fade("#0e2748", 0.75);
      ctx.fill(ribbon([[x - w, y], [x, y + 2], [x + w, y]], [0.3, 3 + hash(i, 17) * 7, 0.3]));
    }
    ghost(view, ctx, 0.85, (to) => placed(to, { x: 352 + Math.sin(t * 0.9) * 2, y: line + 26 }, () => {
      to.scale(1.5, -1.62);
      boat(to, lit, { man: false });
    }));
    placed(ctx, { x: 352, y: line + Math.sin(t * 1.2) * 2, scale: 1.5 }, () => boat(ctx, lit));
    for (let i = 0; i < 22; i++) {
      const y = line + 40 + hash(i, 5) * 640;
      const w = 90 + hash(i, 6) * 220;
      const x = hash(i, 8) * 720 + Math.sin(t * 0.7 + i) * 18;
      ctx.fillStyle = fade("#bfe0ff", 0.08 + 0.12 * (0.5 + 0.5 * Math.sin(t * 1.3 + i * 2)));
      ctx.fill(ribbon([[x - w / 2, y], [x, y + 2], [x + w / 2, y]], [0.2, 4, 0.2]));
    }
  });
};
