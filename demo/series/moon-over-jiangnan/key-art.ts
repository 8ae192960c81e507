// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { ghost } from "../../engine/ghost.ts";
import { fade, layer, placed, ramp } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { womanFace } from "./cast.ts";
import { boat, type Lit, umbrella } from "./figures.ts";
import { bridge, hills, lanterns, MOON, mist, night, town, water, willow } from "./sets.ts";

const TOWN = { wall: "#7fa3c6", roof: "#0c1a34", light: "#cfe6ff" };

/** 2:3, 720x1080 units: arch and image make one circle; in it the boat, the umbrella, and one rower too few in the water. */
export const poster: Scene = (view) => {
  const { t } = view;
  const line = 560;
  const lit: Lit = { t, light: MOON, from: [0.2, -1], edge: 3 };
  night(view, { x: 372, y: 372, r: 150 });
  layer(view, 0, (ctx) => hills(ctx, line + 46, 720, "#4a7cac", "#7fb0d2", 8));
  mist(view, { seed: 12, top: 390, height: 230, depth: 0 });
  const back = (ctx: CanvasRenderingContext2D) => town(view, ctx, { key: "pback", base: line, width: 720, gap: [240, 480], tall: 150, ...TOWN, wall: "#5f89b4", roof: "#183258", lit: 0.45, seed: 3 });
  const arch = (ctx: CanvasRenderingContext2D) => bridge(view, ctx, { x: 360, y: line, r: 282, top: "#456c9a", base: "#0b1730", light: "#d6eaff", from: [0.3, -1] });
  layer(view, 0, (ctx) => {
    back(ctx);
    arch(ctx);
    water(view, ctx, { y: line, bottom: 1110, shine: 372, far: "#5a92c2", near: "#040b1c", strength: 0.62 }, (to) => {
      back(to);
      arch(to);
    });
    ghost(view, ctx, 0.75, (to) => placed(to, { x: 352, y: 716 }, () => {
      to.scale(0.98, -1.02);
      boat(to, lit, { man: false });
    }));
    placed(ctx, { x: 352, y: 702, scale: 0.98 }, () => boat(ctx, lit));
    town(view, ctx, { key: "pfront", base: line + 30, width: 720, gap: [56, 664], tall: 430, ...TOWN, wall: "#2c5080", roof: "#081226", lit: 0.55, seed: 11 });
    lanterns(ctx, t, [[36, 300, 1], [16, 420, 1.1], [690, 286, 1], [706, 410, 1.1]]);
  });
  mist(view, { seed: 17, top: 620, height: 200, depth: 0, opacity: 0.35 });
  layer(view, 0, (ctx) => willow(ctx, t, 700, -1, "#040c1a", 10));
  motes(view, { seed: 8, count: 20, size: 4, color: "#ffe9b0", strength: 0.6, rise: 10, sway: 24, ember: true, area: [0, 520, 720, 460] });
};

/** 16:9, 1280x720 units: her face under the red paper on the right; bridge and boat in the blue behind. */
export const cover: Scene = (view) => {
  const { t, ctx, width, height } = view;
  const line = 470;
  const lit: Lit = { t, light: MOON, from: [0.3, -1], edge: 3 };
  night(view, { x: 610, y: 200, r: 96 });
  layer(view, 0, (to) => {
    hills(to, line, 1280, "#3a6c9c", "#7fb0d2", 5);
    const arch = (c: CanvasRenderingContext2D) => {
      town(view, c, { key: "cback", base: line, width: 1280, gap: [330, 860], tall: 190, ...TOWN, wall: "#5f89b4", roof: "#183258", lit: 0.45, seed: 3 });
      bridge(view, c, { x: 560, y: line, r: 170, top: "#456c9a", base: "#0b1730", light: "#d6eaff", from: [0.3, -1] });
    };
    arch(to);
    water(view, to, { y: line, bottom: 760, shine: 600, far: "#4f86b8", near: "#040b1c", strength: 0.6 }, arch);
    ghost(view, to, 0.5, (g) => placed(g, { x: 560, y: 560 }, () => {
      g.scale(0.62, -0.62);
      boat(g, lit, { man: false, woman: false });
    }));
    placed(to, { x: 560, y: 552, scale: 0.62 }, () => boat(to, lit, { woman: false }));
  });
  mist(view, { seed: 17, top: 400, height: 200, depth: 0, opacity: 0.4 });
  layer(view, 0, (to) => {
    placed(to, { x: 1090, y: 60, scale: 4.1, turn: 0.16 }, () => umbrella(to, { t, light: MOON, from: [-0.5, -1], edge: 2 }, [-16, 160]));
    womanFace(to, { x: 1190, y: 210, scale: 3.6, flip: true }, { t, light: MOON, from: [0.9, -0.4], reveal: 0.92, lit: "#f2dcd0", shade: "#24406e", eye: "open" });
  });
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.5, 0], [[0, fade("#040b1a", 0.94)], [0.55, fade("#040b1a", 0.6)], [1, fade("#040b1a", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
