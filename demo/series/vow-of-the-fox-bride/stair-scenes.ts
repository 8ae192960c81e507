// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bump, hash, lerp, smooth } from "../../engine/math.ts";
import { glow, layer, mix, placed, ramp, type View } from "../../engine/paint.ts";
import { paperLantern, wisps } from "../../engine/paper-lights.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { bearer, bride, cast, ren } from "./figures.ts";
import { AMBER, cedars, FIRE, fog, gate, lanternRow, night, ridge, stairs, stoneLantern } from "./sets.ts";

const STONE = { tread: "#4c3370", riser: "#1a0d2e", shine: "#f4dcff" };

/** The red gate at the top of the steps. `arrive`: she climbs. `sunk`: the moon goes down. `dawn`: morning, two shadows. */
export const gateScene: Scene = (view, mood) => {
  if (mood === "dawn") return dawn(view);
  const { t, u } = view;
  const sunk = mood === "sunk";
  night(view, sunk ? { x: 360, y: lerp(640, 690, u), r: 220 } : { x: 360, y: 430, r: 250 }, sunk ? 0.7 : 0);
  layer(view, 0.14, (ctx) => ridge(ctx, { y: 820, tall: 170, seed: 4, top: sunk ? "#3c2358" : "#6b4390", base: "#2a1446" }));
  layer(view, 0.3, (ctx) => cedars(view, ctx, { key: "gfar", seed: 8, count: 15, base: 940, tall: 500, top: "#42265f", foot: "#26133f", light: "#c79ada", gap: [170, 550] }));
  fog(view, { seed: 12, top: 640, height: 380, depth: 0.35, opacity: 0.75 });
  layer(view, 0.55, (ctx) => {
    glow(ctx, 360, 700, 420, "#f2c8ee", sunk ? 0.1 : 0.22);
    placed(ctx, { x: 360, y: 930, scale: 1.3 }, () => gate(ctx, { t, light: "#ffd9d0", shade: "#1c0a30" }));
  });
  fog(view, { seed: 15, top: 780, height: 280, depth: 0.6, opacity: 0.6 });
  layer(view, 0.75, (ctx) => {
    stairs(ctx, { x: 360, bottom: 1420, top: 905, wide: 1500, narrow: 440, count: 12, ...STONE, shineWidth: 180, strength: sunk ? 0.3 : 0.62 });
    for (const [x, y, s] of [[130, 1000, 0.9], [590, 1000, 0.9], [40, 1130, 1.35], [680, 1130, 1.35]] as const) placed(ctx, { x, y, scale: s }, () => stoneLantern(ctx, t, x, "#e8c4ff"));
    if (!sunk) placed(ctx, { x: 404, y: 932, scale: 0.66 }, () => ren(ctx, { t, light: "#ffe0ee", from: [-0.3, -1], edge: 4 }));
  });
  layer(view, 1, (ctx) => (sunk ? crowd(ctx, t) : climber(view, ctx)));
  lanternRow(view, { pairs: [[40, 330, 1.7], [690, 300, 1.8]], depth: 1.3 });
  if (!sunk) wisps(view, { seed: 5, count: 6, area: [60, 760, 600, 330], size: 1, color: FIRE, strength: 0.85, depth: 0.9 });
  rain(view, { count: 44, slant: -0.14, color: "#ecd8ff", strength: 0.26 });
};

function climber(view: View, ctx: CanvasRenderingContext2D): void {
  const { t, u } = view;
  const y = lerp(1176, 1136, u) - Math.abs(Math.sin(t * 2.4)) * 4;
  const scale = lerp(2.3, 2.1, u);
  glow(ctx, 352, y - 230, 330, "#f6dcff", 0.3);
  cast(view, ctx, { x: 350, y: y + 6, scale: 2.2, long: 0.5, lean: 0.12 }, (to) => bride(to, { t, light: "#000000", from: [0, -1], flat: "#0a0318" }));
  placed(ctx, { x: 350, y, scale }, () => bride(ctx, { t, wind: 0.4, light: "#ffffff", from: [0.2, -1], edge: 3.2 }));
}

/** The village: hats and lanterns from behind, the sister in white among them, Ren and the bride above. */
function crowd(ctx: CanvasRenderingContext2D, t: number): void {
  const lit = { t, light: "#ffc890", from: [0.2, -1] as const, edge: 3 };
  placed(ctx, { x: 318, y: 968, scale: 1.05 }, () => bride(ctx, { ...lit, light: "#ffffff" }));
  placed(ctx, { x: 420, y: 968, scale: 1.1 }, () => ren(ctx, lit, { arm: "out" }));
  placed(ctx, { x: 540, y: 1190, scale: 1.9 }, () => bride(ctx, lit, { ears: false, color: "#e6d2dc" }));
  for (const [x, y, s] of [[120, 1230, 2], [310, 1280, 2.1], [660, 1290, 2.2]] as const) {
    placed(ctx, { x, y, scale: s }, () => bearer(ctx, { ...lit, light: "#c99ad0" }));
    placed(ctx, { x: x + 44 * s, y: y - 226 * s, scale: 1.4 }, () => paperLantern(ctx, { t, seed: x, color: AMBER, strength: 1 }));
  }
}

function dawn(view: View): void {
  const { t, u } = view;
  sky(view, [[0, "#4a3a8a"], [0.24, "#a0609c"], [0.42, "#ee8a86"], [0.56, "#ffc48e"], [0.64, "#fff0cc"], [1, "#6a3458"]]);
  orb(view, { x: 360, y: lerp(770, 690, u), radius: 130, core: "#fffdf0", edge: "#ffe2a6", halo: "#ffc88a", haloStrength: 0.75 });
  vapour(view, { seed: 81, top: 40, height: 460, dark: "#8a4f98", light: "#ffc9b0", cover: 0.48, opacity: 0.7, depth: 0.05, drift: 8, cells: 3, crisp: 0.35 });
  layer(view, 0.14, (ctx) => ridge(ctx, { y: 850, tall: 150, seed: 4, top: "#c2687e", base: "#e79a86" }));
  layer(view, 0.3, (ctx) => cedars(view, ctx, { key: "dfar", seed: 8, count: 15, base: 950, tall: 480, top: "#8a4468", foot: "#b8687a", light: "#ffe0b0", gap: [150, 570] }));
  fog(view, { seed: 12, top: 700, height: 330, depth: 0.35, opacity: 0.8, light: "#ffe6c8", dark: "#e09a96" });
  layer(view, 0.55, (ctx) => placed(ctx, { x: 360, y: 930, scale: 1.3 }, () => gate(ctx, { t, light: "#fff0c8", shade: "#5a1830" })));
  layer(view, 0.9, (ctx) => {
    stairs(ctx, { x: 360, bottom: 1420, top: 905, wide: 1500, narrow: 440, count: 12, tread: "#c98a8a", riser: "#5a2c4c", shine: "#fff2cc", shineWidth: 260, strength: 0.7 });
    const close = smooth(0.1, 0.6, u);
    const [bx, rx] = [lerp(276, 304, close), lerp(452, 424, close)];
    const dark = { t, light: "#000000", from: [0, -1] as const, flat: "#2a0c30" };
    cast(view, ctx, { x: bx, y: 966, scale: 1.4, long: 0.72, lean: 0.2, dark: 0.66 }, (to) => bride(to, dark, { tails: 0.75 * smooth(0.72, 0.9, u) }));
    cast(view, ctx, { x: rx, y: 966, scale: 1.45, long: 0.72, lean: -0.2, dark: 0.66 }, (to) => ren(to, dark));
    placed(ctx, { x: bx, y: 966, scale: 1.4 }, () => bride(ctx, { t, wind: 0.5, light: "#fff4d0", from: [0.5, -1], edge: 3.4 }, { ears: false }));
    placed(ctx, { x: rx, y: 966, scale: 1.45, flip: true }, () => ren(ctx, { t, light: "#fff0c0", from: [0.4, -1], edge: 3.4 }));
  });
  motes(view, { seed: 61, count: 22, size: 6, color: "#ffd6e0", strength: 0.8, rise: -34, sway: 40 });
}

/** The climb. `rule`: the bearer bars the way. `torches`: lights of the village come up out of the valley. */
export const steps: Scene = (view, mood) => {
  if (mood === "torches") return torches(view);
  const { t } = view;
  night(view, { x: 560, y: 250, r: 130 });
  layer(view, 0.25, (ctx) => cedars(view, ctx, { key: "sfar", seed: 18, count: 13, base: 900, tall: 820, top: "#42265f", foot: "#2b1648", light: "#c79ada", gap: [220, 500] }));
  fog(view, { seed: 22, top: 440, height: 460, depth: 0.3, opacity: 0.8 });
  layer(view, 0.6, (ctx) => {
    cedars(view, ctx, { key: "snear", seed: 33, count: 9, base: 1120, tall: 1050, top: "#231240", foot: "#12081f", light: "#8d64b4", gap: [110, 600] });
    stairs(ctx, { x: 360, bottom: 1460, top: 760, wide: 1500, narrow: 250, count: 15, ...STONE, shine: "#ffcf9a", shineWidth: 150, strength: 0.5 });
    for (const [x, y, s] of [[216, 840, 0.7], [504, 840, 0.7], [150, 960, 1.1], [570, 960, 1.1]] as const) placed(ctx, { x, y, scale: s }, () => stoneLantern(ctx, t, x, "#e8c4ff"));
    glow(ctx, 360, 760, 330, AMBER, 0.42);
    placed(ctx, { x: 352, y: 912, scale: 1.55 }, () => bearer(ctx, { t, light: "#ffce94", from: [0.7, -0.6], edge: 3 }));
    placed(ctx, { x: 352 + 44 * 1.55, y: 912 - 228 * 1.55, scale: 1.7 }, () => paperLantern(ctx, { t, seed: 3, color: AMBER, strength: 1.1 }));
  });
  fog(view, { seed: 25, top: 860, height: 260, depth: 0.8, opacity: 0.4 });
  layer(view, 1.1, (ctx) => {
    placed(ctx, { x: 206, y: 1236, scale: 2.3 }, () => bride(ctx, { t, light: "#ffe2c0", from: [0.6, -1], edge: 3 }));
    placed(ctx, { x: 536, y: 1250, scale: 2.5 }, () => ren(ctx, { t, light: "#ffc890", from: [-0.6, -0.8], edge: 3 }));
  });
  rain(view, { count: 40, slant: -0.1, color: "#ecd8ff", strength: 0.24 });
};

/** A valley full of lanterns seen from the gate; a river of light that climbs, in its middle one white figure. */
function torches(view: View): void {
  const { t, u } = view;
  night(view, { x: 170, y: 470, r: 120 }, 0.4);
  layer(view, 0.12, (ctx) => ridge(ctx, { y: 700, tall: 130, seed: 14, top: "#573878", base: "#22103a" }));
  layer(view, 0.3, (ctx) => {
    ridge(ctx, { y: 800, tall: 90, seed: 19, top: "#341c52", base: "#160a28" });
    cedars(view, ctx, { key: "tor", seed: 52, count: 24, base: 900, tall: 230, top: "#2b1648", foot: "#180b2c", light: "#8d64b4", gap: [260, 470] });
  });
  layer(view, 0.5, (ctx) => {
    stairs(ctx, { x: 360, bottom: 1300, top: 800, wide: 760, narrow: 80, count: 20, ...STONE, shine: AMBER, shineWidth: 90, strength: 0.4 });
    for (let i = 0; i < 26; i++) {
      const k = ((i + hash(i, 3) * 0.6) / 26 + u * 0.05) ** 1.5;
      const x = 360 + (hash(i, 9) - 0.5) * lerp(70, 400, k);
      placed(ctx, { x, y: lerp(812, 1120, k), scale: lerp(0.14, 0.8, k) }, () => {
        bearer(ctx, { t, light: "#ffb878", from: [0.4, -1], edge: 5 });
        placed(ctx, { x: 44, y: -226, scale: 1.3 }, () => paperLantern(ctx, { t, seed: i, color: AMBER, strength: 1 }));
      });
    }
    glow(ctx, 366, 1000, 170, "#fff0dc", 0.5);
    placed(ctx, { x: 366, y: 1080 + u * 14, scale: 0.98 }, () => bride(ctx, { t, light: "#ffffff", from: [0, -1], edge: 4 }, { ears: false }));
  });
  fog(view, { seed: 25, top: 700, height: 300, depth: 0.6, opacity: 0.45 });
  layer(view, 1.2, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 1180], [0, 1330], [[0, "#2a1740"], [1, "#07030e"]]);
    ctx.fillRect(-150, 1196, 1020, 400);
    ctx.fillStyle = mix("#4a3066", AMBER, 0.2 + 0.05 * bump(t, 2, 2));
    ctx.fillRect(-150, 1194, 1020, 4);
    placed(ctx, { x: 176, y: 1212, scale: 2.7 }, () => bride(ctx, { t, wind: 0.6, light: "#ffe2c0", from: [0.5, -0.4], edge: 3 }));
    placed(ctx, { x: 560, y: 1216, scale: 2.9 }, () => ren(ctx, { t, wind: 0.5, light: "#ffc890", from: [-0.6, -0.4], edge: 3 }));
  });
  rain(view, { count: 36, slant: -0.1, color: "#ecd8ff", strength: 0.2 });
}
