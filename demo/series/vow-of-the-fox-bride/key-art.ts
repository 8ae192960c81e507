// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { fade, glow, layer, placed, ramp } from "../../engine/paint.ts";
import { wisps } from "../../engine/paper-lights.ts";
import type { Scene } from "../../engine/story.ts";
import { rain } from "../../engine/weather.ts";
import { brideFace } from "./cast.ts";
import { bride, cast, ren } from "./figures.ts";
import { cedars, FIRE, fog, gate, lanternRow, night, ridge, stairs, stoneLantern } from "./sets.ts";

/** 2:3, 720x1080 units: nine tails open like a fan before the moon, under the red gate. */
export const poster: Scene = (view) => {
  const { t } = view;
  night(view, { x: 360, y: 330, r: 262 });
  layer(view, 0, (ctx) => {
    ridge(ctx, { y: 690, tall: 150, seed: 4, top: "#6b4390", base: "#2a1446" });
    cedars(view, ctx, { key: "pfar", seed: 8, count: 17, base: 770, tall: 430, top: "#46296a", foot: "#2b164a", light: "#c79ada", gap: [150, 570] });
  });
  fog(view, { seed: 12, top: 520, height: 330, depth: 0, opacity: 0.7 });
  layer(view, 0, (ctx) => {
    glow(ctx, 360, 560, 420, "#f2c8ee", 0.25);
    placed(ctx, { x: 360, y: 790, scale: 1.4 }, () => gate(ctx, { t, light: "#ffd9d0", shade: "#1c0a30", from: [0, -1] }));
  });
  fog(view, { seed: 15, top: 640, height: 260, depth: 0, opacity: 0.75 });
  layer(view, 0, (ctx) => {
    cedars(view, ctx, { key: "pnear", seed: 31, count: 9, base: 1010, tall: 760, top: "#1d0f36", foot: "#0d0618", light: "#8d64b4", gap: [60, 660] });
    stairs(ctx, { x: 360, bottom: 1200, top: 770, wide: 1500, narrow: 420, count: 11, tread: "#4c3370", riser: "#1c0e32", shine: "#f4dcff", shineWidth: 190, strength: 0.6 });
    placed(ctx, { x: 398, y: 794, scale: 0.56 }, () => ren(ctx, { t, light: "#ffd8e8", from: [-0.3, -1], edge: 4 }));
    for (const [x, y, s] of [[74, 905, 1.15], [646, 905, 1.15]] as const) placed(ctx, { x, y, scale: s }, () => stoneLantern(ctx, t, x, "#e8c4ff"));
    cast(view, ctx, { x: 330, y: 972, scale: 2.2, long: 0.55, lean: 0.1 }, (to) => bride(to, { t, light: "#000000", from: [0, -1], flat: "#0a0318" }, { tails: 0.8 }));
    glow(ctx, 336, 700, 330, "#f6dcff", 0.35);
    placed(ctx, { x: 330, y: 968, scale: 2.35 }, () => bride(ctx, { t, light: "#ffffff", from: [0.25, -1], edge: 3.4 }, { tails: 1.2 }));
  });
  lanternRow(view, { pairs: [[52, 300, 1.5], [668, 330, 1.4]], depth: 0 });
  wisps(view, { seed: 5, count: 9, area: [40, 560, 640, 380], size: 0.9, color: FIRE, strength: 0.9, depth: 0 });
  fog(view, { seed: 18, top: 880, height: 260, depth: 0, opacity: 0.4 });
  rain(view, { count: 46, slant: -0.14, color: "#ecd8ff", strength: 0.26 });
};

/** 16:9, 1280x720 units: her face under the mask before the moon; the left dark for words. */
export const cover: Scene = (view) => {
  const { t, ctx, width, height } = view;
  night(view, { x: 905, y: 300, r: 250 });
  layer(view, 0, (to) => {
    ridge(to, { y: 560, tall: 130, seed: 9, top: "#6b4390", base: "#241040", width: 1280 });
    cedars(view, to, { key: "cfar", seed: 12, count: 26, base: 680, tall: 360, top: "#3c2260", foot: "#22103c", light: "#c79ada", width: 1280 });
    placed(to, { x: 560, y: 600, scale: 0.92 }, () => gate(to, { t, light: "#ffd9d0", shade: "#1c0a30" }));
    placed(to, { x: 566, y: 606, scale: 0.72 }, () => ren(to, { t, light: "#ffd8e8", from: [0.5, -1], edge: 4 }));
  });
  fog(view, { seed: 12, top: 440, height: 300, depth: 0, opacity: 0.7 });
  wisps(view, { seed: 9, count: 7, area: [420, 330, 420, 330], size: 1, color: FIRE, strength: 0.9, depth: 0 });
  layer(view, 0, (to) => brideFace(to, { x: 1180, y: 236, scale: 3.6, flip: true, turn: 0.02 }, { t, wind: 0.1, light: "#ffe9f4", from: [0.8, -0.4], reveal: 0.95, lit: "#ffdcd6", shade: "#563478", eye: "open" }));
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.55, 0], [[0, fade("#0a0418", 0.94)], [0.55, fade("#0a0418", 0.62)], [1, fade("#0a0418", 0)]]);
  ctx.fillRect(0, 0, width, height);
  rain(view, { count: 50, slant: -0.14, color: "#ecd8ff", strength: 0.22 });
};
