// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bust } from "../../engine/busts.ts";
import { ghost } from "../../engine/ghost.ts";
import { firs } from "../../engine/land-forms.ts";
import { glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { vapour } from "../../engine/sky.ts";
import { disc } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { bone, lawyer, sitting, wolf } from "./beasts.ts";
import { fireLit, IVO, VERA } from "./cast.ts";
import { breath, brokenMoon, EMBER, flame, north, STEEL, snow, torch, woods } from "./sets.ts";

function flakes(view: View, sparks = 0.7): void {
  motes(view, { seed: 5, count: 34, size: 3.8, color: "#eaf2f8", strength: 0.75, rise: -50, sway: 24, depth: 0.8 });
  if (sparks > 0) motes(view, { seed: 9, count: 24, size: 3.8, color: EMBER.soft, strength: sparks, rise: 70, sway: 34, ember: true });
}

/** Back to back on the ridge. `torches`: fires climb towards them. `dawn`: morning, the moon closes. */
export const crest: Scene = (view, mood) => {
  const { t, u } = view;
  const dawn = mood === "dawn";
  north(view, { foot: 740, dawn });
  brokenMoon(view, 360, 400, 250, { apart: dawn ? lerp(1, 0.06, glide(smooth(0.1, 0.8, u))) : 1, warm: dawn ? 0.5 : 0.12 });
  woods(view, { foot: 740, dawn });
  layer(view, 0.5, (ctx) => {
    const climb = mood === "torches" ? smooth(0, 1, u) : 0.2;
    if (!dawn)
      for (let i = 0; i < 13; i++) {
        const x = -40 + i * 66 + (hash(i, 3) - 0.5) * 50;
        torch(ctx, x, 900 + hash(i, 5) * 60 - climb * 30, lerp(44, 74, climb) * (0.8 + hash(i, 7) * 0.5), t + i);
      }
  });
  vapour(view, { seed: 71, top: 820, height: 240, dark: "#2c4660", light: dawn ? "#ffcf9a" : "#ff9a5c", cover: 0.5, opacity: 0.45, depth: 0.6, drift: 10, cells: 3, crisp: 0.1 });
  layer(view, 1, (ctx) => {
    snow(ctx, { crest: [[-220, 1150], [80, 1060], [230, 998], [366, 980], [500, 996], [660, 1070], [940, 1160]], bottom: 1500, base: dawn ? "#2c4258" : STEEL.black, top: dawn ? "#d4c4bc" : "#6f8ca4", fire: dawn ? [] : [[60, 1060, 240], [670, 1060, 240]] });
    if (!dawn) {
      torch(ctx, 150, 1030, 170, t);
      torch(ctx, 566, 1034, 160, t + 2);
    }
    const p = { t, body: "#0f1822", ground: STEEL.black, light: dawn ? "#ffd9ac" : EMBER.soft, edge: 3.2 };
    placed(ctx, { x: 330, y: 996, scale: 2, flip: true }, () => sitting(ctx, { ...p, body: "#1c2834", from: [0.6, -0.8], eye: EMBER.full }));
    placed(ctx, { x: 408, y: 994, scale: 1.98 }, () => lawyer(ctx, { ...p, from: [0.6, -0.8] }, { wind: 0.3, scarf: "#e0601c", pen: mood !== "torches" }));
    breath(ctx, 166, 716, -1, 56, t);
    breath(ctx, 446, 632, 1, 40, t + 0.8);
  });
  flakes(view, dawn ? 0.3 : 0.7);
};

/** Two packs face each other across a fire. `bow`: they lower their heads. */
export const packs: Scene = (view, mood) => {
  const { t } = view;
  const low = mood === "bow" ? smooth(0.5, 2.2, t) : 0;
  north(view, { foot: 620 });
  brokenMoon(view, 360, 300, 120, { apart: mood === "bow" ? lerp(1, 0.3, low) : 1 });
  woods(view, { foot: 620, near: true });
  layer(view, 0.5, (ctx) => {
    snow(ctx, { crest: [[-220, 800], [120, 782], [360, 790], [620, 780], [940, 802]], bottom: 1200, top: "#54748e", fire: [[360, 850, 320]] });
    for (const s of [-1, 1])
      for (let i = 0; i < 3; i++) placed(ctx, { x: 360 + s * (190 + i * 92), y: 836 + i * 6, scale: 0.86 - i * 0.04, flip: s > 0 }, () =>
        wolf(ctx, { t: t + i, body: s < 0 ? "#1c2834" : "#3a4650", ground: "#16283a", light: i ? "#9fb8ca" : EMBER.soft, from: i ? [-0.2, -1] : [1, 0], eye: s < 0 ? EMBER.full : "#bfe6ff", edge: 4 }, { low }));
  });
  vapour(view, { seed: 14, top: 760, height: 240, dark: "#2c4660", light: "#ffae78", cover: 0.5, opacity: 0.5, depth: 0.7, drift: 10, cells: 3, crisp: 0.1 });
  layer(view, 0.9, (ctx) => {
    snow(ctx, { crest: [[-220, 1000], [80, 968], [360, 990], [640, 966], [940, 1000]], bottom: 1400, top: "#6f8ca4", base: STEEL.black, fire: [[360, 990, 380]] });
    for (let i = 0; i < 5; i++) {
      ctx.fillStyle = "#120a08";
      ctx.fill(ribbon([[280 + i * 34, 1006], [330 + i * 12, 980], [430 - i * 36, 1004]], [13, 15, 12]));
    }
    for (const [x, s] of [[330, 110], [360, 180], [390, 120]] as const) flame(ctx, x, 992, s, t + x);
    for (const s of [-1, 1])
      placed(ctx, { x: 360 + s * 252, y: 1012, scale: 1.62, flip: s > 0 }, () =>
        wolf(ctx, { t: t + s, body: s < 0 ? "#141e2a" : "#4a5660", ground: STEEL.black, light: EMBER.soft, from: [1, -0.2], eye: s < 0 ? EMBER.full : "#bfe6ff", edge: 4 }, { low }));
    breath(ctx, 226, 858 + low * 60, 1, 44, t);
    breath(ctx, 494, 858 + low * 60, -1, 44, t + 1.2);
  });
  flakes(view, 0.9);
};

/** Lawyer and wolf's son across the flame. `shadow`: behind him stands what he is. `close`: nearer. */
export const across: Scene = (view, mood) => {
  const { t, u } = view;
  const close = mood === "close";
  north(view, { foot: 800 });
  brokenMoon(view, 360, 250, 110);
  firs(view, { seed: 81, foot: 900, low: 240, high: 520, gap: 70, color: "#1e3449", ground: "#2c4660", light: "#c4d8e6", depth: 0.3, snow: 0.5, side: -1, profile: (x) => 0.4 + Math.abs(x - 0.5) * 1.3 });
  if (mood === "shadow")
    layer(view, 0.5, (ctx) => {
      // His shadow on the haze: the sitting wolf, huge.
      ghost(view, ctx, smooth(0.8, 2.2, t) * 0.85, (g) =>
        placed(g, { x: 590, y: 1150, scale: 5.6, flip: true }, () => sitting(g, { t, body: "#0a121c", ground: "#0a121c", light: EMBER.full, from: [0.9, 0.3], eye: EMBER.full, edge: 2.4 })));
    });
  vapour(view, { seed: 21, top: 620, height: 340, dark: "#2c4660", light: "#ffae78", cover: 0.55, opacity: 0.5, depth: 0.5, drift: 12, cells: 3, crisp: 0.1 });
  layer(view, 1, (ctx) => {
    const gap = close ? lerp(100, 8, glide(smooth(0.1, 0.9, u))) : 128;
    const lit = fireLit(t);
    glow(ctx, 360, 980, 560, EMBER.full, 0.5);
    const shut = close && u > 0.72;
    bust(ctx, { x: 360 + gap / 2 + 340, y: 368, scale: 3.8, flip: true, turn: -0.02 }, { ...lit, eye: shut ? "closed" : "open" }, IVO);
    bust(ctx, { x: 360 - gap / 2 - 320, y: 424 + Math.sin(t * 1.1) * 3, scale: 3.7, turn: -0.02 }, { ...lit, eye: shut ? "closed" : t < 1.2 && !close ? "down" : "open" }, VERA);
    breath(ctx, 360 - gap / 2 + 10, 730, 1, 54, t, "#ffe6cc");
    breath(ctx, 360 + gap / 2 - 10, 690, -1, 54, t + 1.3, "#ffe6cc");
    if (!close) for (const [x, s] of [[340, 150], [372, 190], [396, 130]] as const) flame(ctx, x, 1130, s, t + x);
  });
  flakes(view, 0.9);
};

/** The contract by the fire and the pen of bone. `heart`: the seal beats. `sign`: he signs in ember. */
export const contract: Scene = (view, mood) => {
  const { t, u } = view;
  const { ctx: sheet } = view;
  sheet.fillStyle = ramp(sheet, [0, 0], [720, 1280], [[0, "#1e3449"], [0.5, "#142230"], [1, STEEL.black]]);
  sheet.fillRect(0, 0, 720, 1280);
  layer(view, 0.6, (ctx) => {
    for (let i = 0; i < 9; i++) {
      ctx.fillStyle = mix("#2a2420", "#120c0a", hash(i, 3));
      ctx.fillRect(-200, -140 + i * 190, 1120, 184);
      ctx.fillStyle = fade(EMBER.soft, 0.1);
      ctx.fillRect(-200, -140 + i * 190, 1120, 3);
    }
    glow(ctx, 700, 120, 820, EMBER.full, 0.55 + 0.04 * Math.sin(t * 6));
    glow(ctx, 30, 1000, 500, "#54748e", 0.3);
  });
  layer(view, 1, (ctx) => {
    placed(ctx, { x: 360, y: 500, turn: -0.08 }, () => {
      ctx.fillStyle = fade("#000000", 0.5);
      ctx.fill(outline([[-240, -340, 1], [270, -330, 1], [280, 440, 1], [-230, 450, 1]]));
      const paper = outline([[-256, -372], [-100, -362, 1], [90, -376], [252, -364], [246, -120], [258, 90], [248, 300], [256, 404], [60, 396], [-90, 410], [-252, 400], [-246, 180], [-260, -40], [-250, -220]]);
      ctx.fillStyle = ramp(ctx, [260, -380], [-220, 420], [[0, "#ffe6b8"], [0.4, "#d8b48a"], [1, "#5a4a44"]]);
      ctx.fill(paper);
      ctx.lineCap = "round";
      for (let r = 0; r < 12; r++) {
        const y = -300 + r * 34;
        const stop = r % 4 === 3 ? 60 : 190 - hash(r, 3) * 60;
        ctx.strokeStyle = fade("#2a1810", 0.62);
        ctx.lineWidth = 3.4;
        ctx.beginPath();
        for (let x = -200; x < stop; x += 5) {
          if (hash(Math.floor((x + 200) / 38), r) < 0.14) ctx.moveTo(x, y);
          else ctx.lineTo(x, y + Math.sin(x * 0.5 + r * 7) * 5 * hash(Math.floor(x / 9), r) - (hash(Math.floor(x / 17), r + 5) > 0.86 ? 11 : 0));
        }
        ctx.stroke();
      }
      // The seal is a heart of wax that beats.
      const beat = mood === "heart" ? 1 + 0.09 * Math.max(0, Math.sin(t * 5.4)) ** 4 : 1;
      placed(ctx, { x: 120, y: 270, scale: 1.28 * beat }, () => {
        glow(ctx, 0, 0, 150, EMBER.full, mood === "heart" ? 0.4 + 0.5 * Math.max(0, Math.sin(t * 5.4)) : 0.25);
        const blot = outline([[-62, -30], [-38, -62], [0, -54], [36, -64], [64, -30], [58, 20], [22, 66], [-4, 72], [-34, 54], [-66, 16]]);
        ctx.fillStyle = ramp(ctx, [50, -60], [-40, 70], [[0, "#ff7a4c"], [0.4, "#c42a14"], [1, "#4a0a08"]]);
        ctx.fill(blot);
        const heart = outline([[0, 40, 1], [-34, 8], [-38, -18], [-22, -34], [0, -18, 1], [22, -34], [38, -18], [34, 8]]);
        ctx.fillStyle = ramp(ctx, [0, -34], [0, 40], [[0, "#8a140c"], [1, "#ff6a3c"]]);
        ctx.fill(heart);
        ctx.strokeStyle = fade("#ffc49a", 0.8);
        ctx.lineWidth = 2.6;
        ctx.stroke(heart);
      });
      if (mood === "heart") return;
      const k = smooth(0.12, 0.8, u);
      const at = (s: number): [number, number] => [-210 + s * 230, 240 + Math.sin(s * 15) * 34 * (1 - s * 0.5) + s * 16];
      ctx.strokeStyle = EMBER.deep;
      for (const [w, c] of [[11, fade(EMBER.full, 0.4)], [5, EMBER.full], [2, EMBER.pale]] as const) {
        ctx.strokeStyle = c;
        ctx.lineWidth = w;
        ctx.beginPath();
        for (let s = 0; s <= k; s += 0.012) ctx.lineTo(...at(s));
        ctx.stroke();
      }
      const [px, py] = at(k);
      glow(ctx, px, py, 80, EMBER.soft, 0.9);
      bone(ctx, px, py, px + 190, py - 330, 34);
    });
    if (mood === "heart") {
      ctx.fillStyle = fade("#000000", 0.4);
      ctx.fill(ribbon([[96, 900], [260, 960], [420, 1010]], [20, 26, 30]));
      bone(ctx, 70, 880, 400, 985, 34);
    }
  });
  flakes(view, 0.9);
};

/** The wolf's head, close, in the snow; `man`: it becomes his face. */
export const muzzle: Scene = (view, mood) => {
  const { t } = view;
  north(view, { foot: 860 });
  brokenMoon(view, 470, 300, 170);
  firs(view, { seed: 91, foot: 960, low: 260, high: 560, gap: 80, color: "#1e3449", ground: "#2c4660", light: "#c4d8e6", depth: 0.35, snow: 0.5, side: -1 });
  layer(view, 0.5, (ctx) => snow(ctx, { crest: [[-220, 1010], [200, 980], [520, 1000], [940, 970]], bottom: 1600, top: "#54748e", base: STEEL.black, fire: [[640, 1040, 380]] }));
  const k = mood === "man" ? smooth(1.1, 2.1, t) : 0;
  layer(view, 1, (ctx) => {
    glow(ctx, 640, 900, 520, EMBER.full, 0.4);
    ghost(view, ctx, 1 - k, (g) =>
      placed(g, { x: -30, y: 1420, scale: 6.4 }, () => sitting(g, { t, body: "#26323e", ground: STEEL.black, light: EMBER.soft, from: [1, 0.1], eye: EMBER.full, edge: 2.6 })));
    ghost(view, ctx, k, (g) => bust(g, { x: 60, y: 330, scale: 4.6 }, { ...fireLit(t), wind: 0.3 }, IVO));
    breath(ctx, 500, lerp(560, 680, k), 1, 90, t);
  });
  layer(view, 1.2, (ctx) => {
    for (let i = 0; i < 8; i++) {
      ctx.fillStyle = fade("#eaf2f8", 0.8);
      ctx.fill(disc(60 + hash(i) * 300, 700 + hash(i, 4) * 380, 3 + hash(i, 6) * 4));
    }
  });
  flakes(view, 0.8);
};
