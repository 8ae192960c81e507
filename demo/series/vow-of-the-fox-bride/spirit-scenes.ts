// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { ghost } from "../../engine/ghost.ts";
import { bump, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { wisps } from "../../engine/paper-lights.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { bride, cast, fox, giant, ren } from "./figures.ts";
import { cedars, FIRE, fog, night, ridge, stairs, stoneLantern } from "./sets.ts";

/** The mirror pond. `fox`: she stands, a fox looks back. `mother`: another woman looks back, all light. */
export const pond: Scene = (view, mood) => {
  const { t, u } = view;
  const shore = 640;
  night(view, { x: 500, y: 250, r: 120 });
  layer(view, 0.2, (ctx) => {
    ridge(ctx, { y: 560, tall: 120, seed: 61, top: "#6b4390", base: "#2a1446" });
    cedars(view, ctx, { key: "pond", seed: 64, count: 15, base: shore, tall: 400, top: "#3a2158", foot: "#241240", light: "#c79ada", gap: [200, 440] });
  });
  fog(view, { seed: 62, top: 440, height: 300, depth: 0.4, opacity: 0.85 });
  layer(view, 1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, shore], [0, 1360], [[0, "#7a5a9e"], [0.12, "#4a2f74"], [0.6, "#1c0f38"], [1, "#090416"]]);
    ctx.fillRect(-160, shore, 1040, 900);
    glow(ctx, 500, shore + 300, 360, "#f0c8e8", 0.45);
    ctx.save();
    ctx.beginPath();
    ctx.rect(-160, shore + 4, 1040, 900);
    ctx.clip();
    reflection(ctx, view, mood, shore);
    ctx.restore();
    ripples(ctx, t, shore);
    ctx.fillStyle = "#150a26";
    ctx.fill(outline([[-160, shore + 18], [60, shore - 8], [250, shore + 2], [430, shore - 6], [640, shore + 6], [880, shore - 4], [880, shore + 10, 1], [430, shore + 14], [200, shore + 16]]));
    placed(ctx, { x: 310, y: shore + 6, scale: 1.95 }, () => bride(ctx, { t, wind: 0.3, light: "#ffffff", from: [0.6, -1], edge: 3 }));
    if (mood === "mother") placed(ctx, { x: 520, y: shore + 6, scale: 2.05 }, () => ren(ctx, { t, light: "#ffe0f0", from: [-0.2, -1], edge: 3 }));
  });
  wisps(view, { seed: 65, count: 6, area: [60, 480, 600, 260], size: 0.9, color: FIRE, strength: 0.85, depth: 0.9 });
  reeds(view);
  if (mood === "mother") motes(view, { seed: 12, count: 18, size: 4, color: "#e8f8ff", strength: 0.6 * smooth(0, 0.3, u), rise: 30, sway: 16, ember: true });
  else rain(view, { count: 30, slant: -0.1, color: "#f0e0ff", strength: 0.2 });
};

function reflection(ctx: CanvasRenderingContext2D, view: View, mood: string, shore: number): void {
  const { t, u } = view;
  ctx.save();
  ctx.translate(310 + Math.sin(t * 1.1) * 3, shore + 12);
  ctx.scale(1, -1);
  if (mood === "mother") {
    glow(ctx, 0, -240, 460, FIRE, 0.6);
    ghost(view, ctx, 0.9 * smooth(0, 0.2, u), (to) => placed(to, { x: 0, y: 0, scale: 2.05 }, () => bride(to, { t: t * 0.7, light: "#eaffff", from: [0, -1], edge: 4 }, { tails: 1.05, color: "#bdf0ff" })));
  } else {
    const turn = smooth(0.12, 0.45, u);
    glow(ctx, 0, -250, 420, FIRE, 0.4 * turn);
    ghost(view, ctx, 0.8 * (1 - turn), (to) => placed(to, { x: 0, y: 0, scale: 1.95 }, () => bride(to, { t, light: "#ffffff", from: [0.6, -1] })));
    ghost(view, ctx, 0.92 * turn, (to) => placed(to, { x: 0, y: 0, scale: 2.25 }, () => fox(to, { t, light: "#ffffff", from: [0.6, -1], edge: 4 }, { tails: 5 })));
  }
  ctx.restore();
}

function ripples(ctx: CanvasRenderingContext2D, t: number, shore: number): void {
  for (let i = 0; i < 26; i++) {
    const k = hash(i, 5);
    const y = shore + 24 + k ** 1.3 * 640;
    const w = lerp(50, 240, k) * (0.7 + hash(i, 6) * 0.6);
    const x = hash(i, 8) * 760 - 20 + Math.sin(t * 0.6 + i * 2) * 14;
    ctx.fillStyle = fade("#e6c8f8", 0.1 + 0.12 * (0.5 + 0.5 * Math.sin(t * 1.3 + i)));
    ctx.fill(ribbon([[x - w / 2, y], [x, y + 1.6], [x + w / 2, y]], [0.2, lerp(1.6, 4.5, k), 0.2]));
  }
  for (let i = 0; i < 5; i++) {
    const age = (t * 0.45 + hash(i, 31)) % 1;
    ctx.strokeStyle = fade("#f4e2ff", 0.4 * (1 - age));
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.ellipse(80 + hash(i, 33) * 580, shore + 100 + hash(i, 35) * 400, 10 + age * 90, (10 + age * 90) * 0.26, 0, 0, 7);
    ctx.stroke();
  }
}

function reeds(view: View): void {
  layer(view, 1.35, (ctx) => {
    for (let i = 0; i < 16; i++) {
      const x = i < 9 ? -70 + i * 24 : 560 + (i - 9) * 30;
      const tall = 200 + hash(i, 3) * 260;
      const sway = Math.sin(view.t * 1.1 + i) * 12;
      ctx.fillStyle = i % 3 ? "#0d061a" : "#1a0d30";
      ctx.fill(ribbon([[x, 1400], [x + 8, 1400 - tall * 0.6], [x + 26 + sway + hash(i) * 30, 1400 - tall]], [9, 7, 0.5]));
    }
  });
}

/** Ten winters ago. `snare`: a young hunter kneels by a white fox. `giant`: who stood behind the trees that night. */
export const snow: Scene = (view, mood) => {
  const { t, u } = view;
  const seen = mood === "giant";
  sky(view, seen ? [[0, "#0c0a2a"], [0.5, "#36306e"], [0.7, "#6a5a9a"], [1, "#141230"]] : [[0, "#0e1638"], [0.4, "#304a88"], [0.62, "#8ba4d4"], [1, "#2a3866"]]);
  orb(view, { x: 520, y: 250, radius: 70, core: "#fffdf6", edge: "#dfe6f8", halo: seen ? "#9a80d0" : "#dbe6ff", haloStrength: 0.6, pock: 3 });
  vapour(view, { seed: 71, top: 60, height: 520, dark: seen ? "#1c1844" : "#4a5c92", light: seen ? "#6a5aa4" : "#e2eaff", cover: 0.45, opacity: 0.6, depth: 0.06, drift: 7, cells: 3, crisp: 0.2 });
  layer(view, 0.2, (ctx) => cedars(view, ctx, { key: `snowfar${seen}`, seed: 74, count: 14, base: 900, tall: 620, top: seen ? "#3a3272" : "#3f588f", foot: seen ? "#2c2660" : "#6f8ac0", light: "#f4f8ff" }));
  if (seen) layer(view, 0.4, (ctx) => {
    glow(ctx, 330, 420, 460, "#8a5cd0", 0.5 * smooth(0.05, 0.45, u));
    ghost(view, ctx, smooth(0.05, 0.45, u), (to) => placed(to, { x: 330, y: 900, scale: lerp(3, 3.25, u) }, () => giant(to, { t, light: "#b89aff", from: [0.4, -1], edge: 4 }, { eyes: smooth(0.3, 0.5, u) })));
  });
  fog(view, { seed: 72, top: 640, height: 360, depth: 0.45, opacity: 0.8, light: seen ? "#7a6cb0" : "#d8e4ff", dark: seen ? "#2c2660" : "#7a92c8" });
  layer(view, 0.6, (ctx) => cedars(view, ctx, { key: `snownear${seen}`, seed: 77, count: 8, base: 1080, tall: 980, top: seen ? "#1a1640" : "#1c2a5a", foot: seen ? "#100d2c" : "#141e46", light: "#dfe8ff", gap: [110, 610] }));
  layer(view, 1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 930], [0, 1340], [[0, seen ? "#b8b2e4" : "#f4f8ff"], [0.3, seen ? "#6c64a8" : "#93a8da"], [1, seen ? "#1c1844" : "#2c3c74"]]);
    ctx.fill(outline([[-160, 1010], [80, 970], [300, 1000], [520, 966], [880, 1016], [880, 1500, 1], [-160, 1500, 1]]));
    const lit = { t, light: "#ffffff", from: [0.4, -1] as const, edge: 3.4 };
    cast(view, ctx, { x: 240, y: 1120, scale: seen ? 1.1 : 1.4, long: 0.3, lean: 0.5, dark: 0.35 }, (to) => fox(to, { ...lit, flat: "#20306a" }));
    placed(ctx, { x: 240, y: 1118, scale: seen ? 1.15 : 1.45 }, () => fox(ctx, lit));
    ctx.strokeStyle = fade("#3a1420", 0.9);
    ctx.lineWidth = 4;
    if (seen || t < 3.4) ctx.stroke(outline([[318, 1108], [380, 1060], [450, 900], [560, 560], [680, 470]], false));
    ctx.beginPath();
    ctx.ellipse(312, 1106, 24, 9, 0.1, 0, 7);
    ctx.stroke();
    if (!seen) kneeling(ctx, t);
    if (!seen && t > 3.4) {
      const k = smooth(3.4, 5, t);
      glow(ctx, 352, lerp(925, 1080, k), 240, FIRE, 1);
      ctx.fillStyle = "#f2feff";
      ctx.beginPath();
      ctx.arc(352, lerp(925, 1080, k), 14, 0, 7);
      ctx.fill();
    }
  });
  motes(view, { seed: 19, count: 40, size: 6, color: "#ffffff", strength: 0.85, rise: -56, sway: -30, depth: 0.8 });
  motes(view, { seed: 29, count: 10, size: 14, color: "#ffffff", strength: 0.6, rise: -90, sway: -50, depth: 1.6 });
};

/** The young hunter on one knee in hat and straw cape, his knife hand out. */
function kneeling(ctx: CanvasRenderingContext2D, t: number): void {
  placed(ctx, { x: 534, y: 1142, scale: 2.05, flip: true }, () => {
    const shape = (points: Parameters<typeof outline>[0], hi: string, lo: string) => {
      const path = outline(points);
      ctx.fillStyle = ramp(ctx, [0, -170], [0, 0], [[0, hi], [1, lo]]);
      ctx.fill(path);
      rim(ctx, path, { color: "#f2f7ff", from: [0.5, -1], width: 3.4, strength: 0.75 });
    };
    shape([[-34, -50], [-6, -60], [28, -56], [40, -10, 1], [56, -5], [56, 4, 1], [16, 4, 1], [8, -22], [-14, -12], [-46, 2], [-78, 4, 1], [-74, -8], [-52, -18]], "#1a2040", "#0a0d20");
    shape([[14, -112], [40, -100], [64, -92], [84, -87], [84, -78], [60, -78], [34, -80], [12, -88]], "#27305a", "#141a38");
    shape([[83, -88], [94, -86], [97, -81], [92, -77], [83, -78]], "#c9a09a", "#7c6274");
    ctx.fillStyle = "#eef6ff";
    ctx.fill(outline([[94, -84, 1], [130, -82, 1], [94, -79, 1]]));
    shape([[-2, -138], [-26, -124], [-46, -78], [-58, -30, 1], [-44, -38], [-30, -24, 1], [-16, -36], [0, -24, 1], [14, -40], [30, -32, 1], [34, -70], [28, -110], [16, -134]], "#4c4a68", "#171832");
    for (let i = 0; i < 13; i++) {
      const k = i / 12;
      ctx.fillStyle = fade(i % 3 ? "#dfe8ff" : "#0a0d20", 0.2);
      ctx.fill(ribbon([[lerp(-10, 14, k), -130], [lerp(-34, 26, k), -84], [lerp(-52, 28, k), -38]], [0.3, 1.5, 0.3]));
    }
    ctx.fillStyle = "#8a2434";
    ctx.fill(ribbon([[-12, -136], [4, -130], [18, -134]], [10, 12, 8]));
    ctx.fill(ribbon([[-10, -136], [-26, -128], [-38, -112 + Math.sin(t * 1.6) * 3]], [6, 7, 5]));
    shape([[2, -160], [14, -158], [19, -150], [22, -145], [18, -141], [12, -135], [-2, -136], [-8, -148]], "#6a5870", "#2a2444");
    shape([[-36, -146], [-16, -164], [5, -182, 1], [24, -161], [46, -139], [8, -145]], "#756a80", "#262440");
  });
}

/** Shadows on wet stone. `two`: theirs, side by side. `brides`: nine that belong to nobody. `torn`: hers leaves her feet. */
export const shadow: Scene = (view, mood) => {
  const { t, u } = view;
  const torn = mood === "torn" ? smooth(0.15, 0.95, u) : 0;
  night(view, { x: 360, y: 130, r: 170 });
  fog(view, { seed: 82, top: -20, height: 420, depth: 0.4, opacity: 0.85 });
  layer(view, 0.8, (ctx) => {
    stairs(ctx, { x: 360, bottom: 1520, top: 250, wide: 1700, narrow: 620, count: 12, tread: "#6a4a90", riser: "#241440", shine: "#ffe9ff", shineWidth: 340, strength: 0.55 });
    glow(ctx, 360, 220, 720, mood === "brides" ? "#a070e0" : "#f6d8f4", 0.5);
    for (const [x, y, s] of [[22, 420, 1.5], [698, 420, 1.5]] as const) placed(ctx, { x, y, scale: s }, () => stoneLantern(ctx, t, x, "#e8c4ff"));
    const dark = { light: "#000000", from: [0, -1] as const, flat: "#0a0318" };
    if (mood === "brides") {
      for (let i = 0; i < 9; i++) {
        const [row, place, many] = i < 4 ? [0, i, 4] : i < 7 ? [1, i - 4, 3] : [2, i - 7, 2];
        const x = 360 + (place - (many - 1) / 2) * (158 + row * 90) + hash(i, 4) * 30 - 15;
        const y = 240 + row * 225 + hash(i, 6) * 44 + smooth(0, 1, u) * 90;
        cast(view, ctx, { x, y, scale: 0.82 + row * 0.36, long: 1.05, lean: (360 - x) / 1300, dark: 0.8 * smooth(i * 0.2, i * 0.2 + 1, t) }, (to) => bride(to, { ...dark, t: t + i, wind: 1 }, { ears: i === 5 }));
      }
      return;
    }
    const [x, y] = [246, 500];
    cast(view, ctx, { x: x + torn * 120, y: y + torn * 150, scale: 1.8, lean: 0.08 - torn * 0.35, long: 1.45, dark: 0.82 }, (to) => bride(to, { ...dark, t: t * (1 + torn), wind: torn * 2 }, { tails: 0.85 * torn }));
    cast(view, ctx, { x: 474, y, scale: 1.9, long: 1.45, lean: -0.1, dark: 0.82 }, (to) => ren(to, { ...dark, t }));
    placed(ctx, { x, y: y + 6, scale: 1.8 }, () => bride(ctx, { t, light: "#ffffff", from: [0.2, -1], edge: 3 }));
    placed(ctx, { x: 474, y: y + 6, scale: 1.9, flip: true }, () => ren(ctx, { t, light: "#ffe0f0", from: [-0.2, -1], edge: 3 }, { arm: torn > 0.3 ? "out" : "down" }));
    for (let i = 0; i < 7 && torn > 0; i++) {
      const sx = x - 66 + i * 20;
      const sway = Math.sin(t * 3 + i) * 14 * torn;
      ctx.fillStyle = fade("#c8f8ff", 0.85 * bump(torn, 0.35, 0.42));
      ctx.fill(ribbon([[sx, y + 4], [sx + torn * 30 + sway, y + torn * 56], [sx + torn * 64 - sway, y + torn * 110], [sx + torn * 120, y + torn * 158]], [0.6, 3.4, 2.4, 0.3]));
    }
    glow(ctx, x, y + 20, 280, FIRE, 0.8 * bump(torn, 0.4, 0.5));
  });
  fog(view, { seed: 25, top: 900, height: 420, depth: 1.1, opacity: 0.4 });
  rain(view, { count: 40, slant: -0.1, color: "#ecd8ff", strength: 0.24 });
};

/** The Mountain, awake. `rises`, `ears`: one shadow turns. `take`: it reaches for her. `burst`: light from every side. */
export const mountain: Scene = (view, mood) => {
  const { t, u } = view;
  const burst = mood === "burst" ? smooth(0.05, 0.8, u) : 0;
  const up = mood === "rises" ? smooth(0.02, 0.5, u) : 1;
  night(view, { x: 360, y: 330, r: 210 }, mood === "take" ? 0.8 : 0.3);
  layer(view, 0.15, (ctx) => ridge(ctx, { y: 800, tall: 200, seed: 84, top: "#4a2d6c", base: "#22103a" }));
  layer(view, 0.35, (ctx) => {
    const scale = mood === "take" ? lerp(3.2, 3.7, u) : 3.05;
    ghost(view, ctx, 1 - burst * 0.8, (to) => placed(to, { x: 360, y: lerp(1280, 930, up), scale }, () => giant(to, { t, light: burst ? "#e8fcff" : "#d9a8ff", from: [0, -1], edge: 4 }, { eyes: smooth(0.3, 0.6, up) * (1 - burst) })));
  });
  fog(view, { seed: 82, top: 620, height: 420, depth: 0.45, opacity: 0.9 });
  layer(view, 0.6, (ctx) => cedars(view, ctx, { key: "mount", seed: 87, count: 13, base: 1010, tall: 420, top: "#1d0f36", foot: "#10071f", light: "#a77ac8", gap: [190, 520] }));
  fog(view, { seed: 85, top: 690, height: 400, depth: 0.7, opacity: 0.95, light: "#e4c2f0", dark: "#7a54a4" });
  layer(view, 0.85, (ctx) => {
    if (mood !== "burst") for (let i = 0; i < 9; i++) {
      const x = 360 + (i - 4) * 78;
      const y = 968 + Math.abs(i - 4) * 9;
      const mother = mood === "ears" && i === 4;
      const k = mother ? smooth(0.25, 0.5, u) : 0;
      if (k > 0) glow(ctx, x, y - 140, 330, FIRE, 0.85 * k);
      ghost(view, ctx, 0.88 * (mood === "rises" ? smooth(2.4 + i * 0.2, 3.6 + i * 0.2, t) : 1), (to) => placed(to, { x, y, scale: (mother ? 1.2 : 1.05) + k * 0.2 }, () => bride(to, { t: t + i, wind: 0.8, light: FIRE, from: [0, -1], edge: 4, ...(k > 0.02 ? {} : { flat: "#12061f" }) }, { ears: k > 0.05, tails: k * 0.85, color: mix("#12061f", "#8fdcf4", k) })));
    }
    else for (let i = 0; i < 9; i++) {
      const a = i * 0.7 + 0.4;
      const far = lerp(30, 420, burst);
      ghost(view, ctx, 0.9 * (1 - smooth(0.55, 1, burst)), (to) => placed(to, { x: 360 + Math.cos(a * 2.2) * far * 0.7, y: 1000 - burst * 420 - hash(i, 2) * 260 * burst, scale: 1.1, turn: (hash(i, 5) - 0.5) * burst }, () => bride(to, { t: t + i, wind: 1, light: "#ffffff", from: [0, -1], edge: 4 }, { ears: i === 4, color: "#dff8ff" })));
    }
  });
  layer(view, 1.1, (ctx) => {
    if (burst) {
      glow(ctx, 360, 960, 1200, FIRE, 0.75 * burst);
      glow(ctx, 360, 960, 700, "#ffffff", 0.85 * burst);
    }
    placed(ctx, { x: 150, y: 1226, scale: 2.1 }, () => bride(ctx, { t, wind: 0.8, light: burst ? "#ffffff" : "#ffd8f6", from: [0.5, -1], edge: 3 }, mood === "take" ? { color: "#b8a4dc" } : {}));
    placed(ctx, { x: 586, y: 1240, scale: 2.3 }, () => ren(ctx, { t, wind: 0.8, light: burst ? "#e0fbff" : "#ffc8e8", from: [-0.5, -1], edge: 3 }, { arm: burst || mood === "take" ? "up" : "down" }));
  });
  if (burst) wisps(view, { seed: 3, count: 26, area: [0, lerp(900, 160, burst), 720, lerp(200, 900, burst)], size: 1.2, color: FIRE, strength: 0.95, depth: 1 });
  else rain(view, { count: 44, slant: -0.16, color: "#ecd8ff", strength: 0.24 });
};
