// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bust } from "../../engine/busts.ts";
import { glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { CELIA, MARIN, moonlit } from "./cast.ts";
import { doctor, frond, JADE, jungle, mist, orchid, PINK, stem, vault } from "./sets.ts";

function dust(view: View, pink = 0): void {
  motes(view, { seed: 5, count: 26, size: 3.6, color: "#d8fff0", strength: 0.55, rise: 14, sway: 20, ember: true });
  if (pink > 0.02) motes(view, { seed: 15, count: 34, size: 5, color: PINK.soft, strength: 0.8 * pink, rise: 46, sway: 30, ember: true });
}

/** The hall at night, the white coat walks in. `all`: every orchid opens at once. */
export const hall: Scene = (view, mood) => {
  const { t, u } = view;
  const all = mood === "all";
  const open = all ? smooth(0.3, 2.4, t) : 0;
  vault(view, { cx: 360, vy: 560, wide: 330, moon: [360, 220, 92], bed: true });
  if (all)
    layer(view, 0.5, (ctx) => {
      for (let i = 0; i < 26; i++) {
        const k = (i % 13) / 13;
        const s = i < 13 ? -1 : 1;
        const z = lerp(0.2, 1, k ** 1.5);
        const o = smooth(0.2 + (1 - k) * 1.1, 1.2 + (1 - k) * 1.1, t);
        const [x, y] = [360 + s * (300 + hash(i) * 110) * z, 560 + (-330 + hash(i, 4) * 760) * z];
        glow(ctx, x, y, 110 * z * o + 4, PINK.full, 0.6 * o);
        placed(ctx, { x, y, scale: 0.62 * z, turn: (hash(i, 6) - 0.5) * 1.2 }, () => orchid(ctx, o, t + i));
      }
      glow(ctx, 360, 640, 620, PINK.full, 0.34 * open);
    });
  jungle(view, { foot: 980, size: 430, depth: 0.7, color: "#0a3a32", light: "#5fb89c", seed: 3, inner: -0.06 });
  mist(view, 640, 260, 0.8, 0.6);
  layer(view, 0.9, (ctx) => {
    const k = all ? 0.35 : glide(u);
    placed(ctx, { x: 360 + Math.sin(t * 2.4) * 2, y: lerp(1010, 930, k) + Math.abs(Math.sin(t * 2.4)) * -3, scale: lerp(2.5, 1.9, k) }, () =>
      doctor(ctx, { t, light: "#f4fffa", from: [0.1, -1], hidden: true, open: all ? open : 0.15 }));
  });
  mist(view, 830, 280, 0.65, 1, all ? "#ffb4de" : "#8fd8bc");
  layer(view, 1.2, (ctx) => {
    stem(ctx, { x: -40, y: 1340, tall: 660, lean: 260, flowers: 4, size: 70, open, t });
    stem(ctx, { x: 770, y: 1360, tall: 560, lean: -250, flowers: 4, size: 66, open, t: t + 3 });
  });
  jungle(view, { foot: 1290, size: 460, depth: 1.3, color: "#031a17", light: "#1f6a58", seed: 9 });
  dust(view, open);
};

function nightGlass(view: View, pink: number): void {
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, view.height], [[0, "#06302e"], [0.4, mix("#2f8a78", "#b0568c", pink * 0.5)], [0.7, "#0d463e"], [1, JADE.black]]);
  ctx.fillRect(0, 0, view.width, view.height);
  layer(view, 0.2, (to) => {
    glow(to, 360, 240, 520, "#c8f5e2", 0.55);
    to.fillStyle = JADE.moon;
    to.fill(disc(360, 230, 96));
    to.strokeStyle = "#0a3632";
    for (let i = -4; i <= 4; i++) {
      to.lineWidth = i % 2 ? 6 : 13;
      to.stroke(outline([[360 + i * 118, 1400], [360 + i * 112, 400], [360 + i * 66, 60], [360 + i * 16, -160]], false));
    }
    for (const y of [60, 290, 560, 860]) {
      to.lineWidth = 7;
      to.stroke(outline([[-200, y + 50], [360, y], [920, y + 50]], false));
    }
    to.fillStyle = fade("#e4fff4", 0.07);
    for (const [x, y] of [[130, 70], [480, 300], [250, 570], [600, 70]] as const) to.fill(outline([[x, y, 1], [x + 104, y, 1], [x + 108, y + 230, 1], [x + 2, y + 234, 1]]));
  });
  mist(view, 560, 420, 0.55, 0.4, pink > 0.5 ? "#ffb4de" : "#bff0dc");
}

/** Across a flower: he and she. `lie`: it opens between them. `truth`: it stays shut. `close`: nearer, all in bloom. */
export const across: Scene = (view, mood) => {
  const { t, u } = view;
  const close = mood === "close";
  const open = mood === "lie" ? smooth(1.7, 3.2, t) : close ? 1 : 0.04;
  nightGlass(view, open);
  layer(view, 0.6, (ctx) => {
    for (const [x, s] of [[-30, 1], [750, -1]] as const)
      for (let i = 0; i < 3; i++) frond(ctx, { x, y: 700 - i * 160, long: 400, angle: -Math.PI / 2 + s * (0.6 + i * 0.2), bend: s * 0.9, color: "#0a3a32", light: "#3f9a83", t: t + i });
    if (close)
      for (let i = 0; i < 9; i++) {
        const [x, y] = [40 + hash(i) * 640, 120 + hash(i, 5) * 260];
        glow(ctx, x, y, 110, PINK.full, 0.4);
        placed(ctx, { x, y, scale: 0.5 + hash(i, 8) * 0.3, turn: hash(i, 9) - 0.5 }, () => orchid(ctx, 1, t + i));
      }
  });
  layer(view, 1, (ctx) => {
    const gap = close ? lerp(90, 6, glide(smooth(0.1, 0.9, u))) : 124;
    const lit = moonlit(t, open);
    const shut = close && u > 0.75;
    bust(ctx, { x: 360 + gap / 2 + 340, y: 374, scale: 3.8, flip: true, turn: -0.03 }, { ...lit, eye: shut ? "closed" : mood === "truth" && t > 2 ? "down" : "open" }, MARIN);
    bust(ctx, { x: 360 - gap / 2 - 322, y: 424 + Math.sin(t) * 3, scale: 3.7, turn: -0.02 }, { ...lit, eye: shut ? "closed" : "open" }, CELIA);
    if (close) return;
    stem(ctx, { x: 372, y: 1330, tall: 420, lean: -10, flowers: 1, size: 10, open: 0, t });
    glow(ctx, 360, 900, 300, PINK.full, 0.25 + 0.5 * open);
    placed(ctx, { x: 360, y: 900, scale: lerp(0.9, 1.25, open) }, () => orchid(ctx, open, t));
  });
  dust(view, open);
};

/** One orchid, close. `open`: it answers a lie. `shut`: it trembles and keeps closed. */
export const flower: Scene = (view, mood) => {
  const { t } = view;
  const open = mood === "open" ? smooth(1, 2.9, t) : 0.05 + 0.03 * Math.sin(t * 3);
  nightGlass(view, open);
  layer(view, 0.5, (ctx) => {
    bust(ctx, { x: 60, y: 210, scale: 5.2, turn: -0.02 }, { ...moonlit(t, open), reveal: 0.4, light: open > 0.5 ? "#ffb4de" : "#8fd8bc", eye: t % 3 > 2.8 ? "closed" : "open" }, CELIA);
  });
  mist(view, 560, 520, 0.75, 0.7, open > 0.5 ? "#ff9ad2" : "#8fd8bc");
  layer(view, 1, (ctx) => {
    ctx.fillStyle = "#0d4638";
    ctx.fill(ribbon([[560, 1400], [520, 1180], [455, 960], [430, 800]], [22, 19, 15, 12]));
    for (const [x, y, s, a] of [[545, 1230, -1, -2.2], [530, 1170, 1, -0.7]] as const) frond(ctx, { x, y, long: 320, angle: a, bend: s * 0.5, color: "#06302b", light: "#3f9a83", t });
    glow(ctx, 430, 780, 520, PINK.full, 0.2 + 0.6 * open);
    placed(ctx, { x: 430, y: 790, scale: lerp(2.1, 2.9, open), turn: Math.sin(t * 0.8) * 0.03 }, () => orchid(ctx, open, t));
    for (let i = 0; i < 7; i++) {
      const [x, y] = [430 + (hash(i) - 0.5) * 360 * (0.4 + open), 770 + (hash(i, 3) - 0.5) * 320 * (0.4 + open)];
      ctx.fillStyle = fade("#ffffff", 0.7);
      ctx.fill(disc(x, y, 3 + hash(i, 5) * 4));
      glow(ctx, x, y, 22, "#ffffff", 0.5);
    }
  });
  dust(view, open);
};

/** She wakes on her pillow, the flowers above her. */
export const waking: Scene = (view, mood) => {
  const { t } = view;
  nightGlass(view, 0);
  layer(view, 0.7, (ctx) => {
    for (let i = 0; i < 5; i++) frond(ctx, { x: 60 + i * 160, y: -60, long: 300 + hash(i) * 160, angle: Math.PI / 2 + (i - 2) * 0.14, bend: (i % 2 ? 1 : -1) * 0.8, color: "#06302b", light: "#3f9a83", t: t + i });
    for (const [i, [x, y, s]] of ([[200, 250, 0.62], [380, 330, 0.74], [560, 220, 0.6]] as const).entries()) {
      ctx.fillStyle = "#0d4638";
      ctx.fill(ribbon([[x + 30, -100], [x + 40, y * 0.5], [x, y]], [7, 6, 4]));
      placed(ctx, { x, y, scale: s, turn: Math.PI + (i - 1) * 0.3 }, () => orchid(ctx, mood === "lie" ? smooth(1.4, 2.6, t - i * 0.2) : 0.06, t + i));
    }
  });
  layer(view, 1, (ctx) => {
    const pillow = outline([[-120, 800], [60, 742], [330, 790], [440, 880], [400, 1010], [100, 1060], [-140, 1040]]);
    ctx.fillStyle = ramp(ctx, [0, 740], [0, 1060], [[0, "#f4fffa"], [0.4, "#b8dccc"], [1, "#2f6a5c"]]);
    ctx.fill(pillow);
    ctx.fillStyle = fade("#2f6a5c", 0.3);
    for (let i = 0; i < 5; i++) ctx.fill(ribbon([[-60 + i * 90, 800 + i * 8], [0 + i * 80, 880], [-20 + i * 80, 1000]], [0.5, 7, 0.5]));
    // Her profile lies back: the crown to the left, the face to the ceiling.
    bust(ctx, { x: 120, y: 1010, scale: 3.9, turn: -1.32 }, { ...moonlit(t), from: [1, 0.3], eye: t > 1 ? "open" : "closed" }, CELIA);
    const sheet = outline([[470, 1000], [560, 880], [680, 850], [900, 860], [960, 1500, 1], [-200, 1500, 1], [-200, 1090], [120, 1096], [360, 1060]]);
    ctx.fillStyle = ramp(ctx, [0, 850], [0, 1300], [[0, "#eefcf5"], [0.3, "#8fbfae"], [1, "#0d3a34"]]);
    ctx.fill(sheet);
    ctx.fillStyle = fade("#1c5a4e", 0.3);
    for (let i = 0; i < 6; i++) ctx.fill(ribbon([[560 + i * 40, 890], [420 + i * 60, 1060], [200 + i * 110, 1280]], [0.5, 10, 1]));
  });
  dust(view, mood === "lie" ? smooth(1.4, 2.6, t) : 0);
};

/** The long table of bell jars, one flower for each evening. */
export const jars: Scene = (view) => {
  const { t } = view;
  nightGlass(view, 0.2);
  const zs = [0.2, 0.27, 0.36, 0.49, 0.66, 0.9, 1.22];
  layer(view, 0.5, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 640], [0, 1280], [[0, "#5fae98"], [0.25, "#1b5a4c"], [1, JADE.black]]);
    ctx.fill(outline([[300, 640, 1], [420, 640, 1], [1300, 1500, 1], [-580, 1500, 1]]));
  });
  for (const [i, z] of zs.entries())
    layer(view, lerp(0.3, 1.1, i / 6), (ctx) => {
      for (const s of [-1, 1]) {
        const [x, y] = [360 + s * 250 * z, 560 + 420 * z];
        glow(ctx, x, y - 150 * z, 260 * z, PINK.full, 0.3 + 0.1 * Math.sin(t * 1.4 + i));
        solid(ctx, slab(x, y + 14 * z, 260 * z, 52 * z, 22 * z), ["#5fae98", "#14443a", "#04120f"], [0, y - 12 * z, 0, y + 40 * z], { color: "#d8fff0", from: [0, -1], width: 4 * z, strength: 0.7 });
        ctx.fillStyle = "#0d4638";
        ctx.fill(ribbon([[x, y - 10 * z], [x + s * 8 * z, y - 70 * z], [x, y - 140 * z]], [6 * z, 5 * z, 4 * z]));
        placed(ctx, { x, y: y - 165 * z, scale: 0.78 * z, turn: (hash(i, s + 3) - 0.5) * 0.4 }, () => orchid(ctx, 0.75 + 0.25 * Math.sin(t * 0.8 + i + s), t + i));
        const jar = outline([[x - 108 * z, y - 8 * z, 1], [x - 108 * z, y - 190 * z], [x - 70 * z, y - 286 * z], [x, y - 312 * z], [x + 70 * z, y - 286 * z], [x + 108 * z, y - 190 * z], [x + 108 * z, y - 8 * z, 1]]);
        ctx.fillStyle = ramp(ctx, [x - 108 * z, 0], [x + 108 * z, 0], [[0, fade("#e4fff4", 0.34)], [0.16, fade("#e4fff4", 0.05)], [0.8, fade("#e4fff4", 0.02)], [1, fade("#e4fff4", 0.22)]]);
        ctx.fill(jar);
        ctx.strokeStyle = fade("#e4fff4", 0.6);
        ctx.lineWidth = 3 * z;
        ctx.stroke(jar);
        ctx.fillStyle = fade("#ffffff", 0.5);
        ctx.fill(ribbon([[x - 84 * z, y - 60 * z], [x - 88 * z, y - 180 * z], [x - 54 * z, y - 266 * z]], [1, 12 * z, 1]));
        ctx.fill(disc(x, y - 322 * z, 13 * z));
      }
    });
  layer(view, 0.6, (ctx) => placed(ctx, { x: 360, y: 850, scale: 1.35 }, () => doctor(ctx, { t, light: "#f4fffa", from: [0.2, -1] })));
  mist(view, 760, 300, 0.6, 0.9, "#ffb4de");
  dust(view, 0.5);
};
