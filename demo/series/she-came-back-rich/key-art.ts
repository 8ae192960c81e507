// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { layer, placed, ramp } from "../../engine/paint.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { against, INK, noon, papers, SUN, sunFace, vera } from "./sets.ts";

/** Poster: from behind, wide hat, the sun as large as the city. */
export const poster: Scene = (view) => {
  noon(view, { base: 1060, x: 360, y: 400, radius: 286, tall: 1.05 });
  papers(view, { seed: 2, count: 16, size: 13, depth: 0.5, fall: 60 });
  layer(view, 1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 992], [0, 1080], [[0, "#b0561e"], [0.06, "#6a2410"], [1, "#240a06"]]);
    ctx.fillRect(-100, 992, 920, 200);
  });
  layer(view, 1, (ctx) => placed(ctx, { x: 360, y: 1010, scale: 3.95 }, () => cityWoman(ctx, { ...against(view.t, 0.3), accent: "#7a3412", edge: 2.8 }, { hat: INK, long: true, coat: "#6a121a", skin: "#5a2414", hair: "#2e120a", bag: true })));
  papers(view, { seed: 14, count: 7, size: 30, depth: 1.4, fall: 60 });
  motes(view, { seed: 1, count: 22, size: 4, color: SUN, strength: 0.7, rise: 10, sway: 10, ember: true });
  view.ctx.fillStyle = ramp(view.ctx, [0, 780], [0, 1080], [[0, "rgba(40,10,4,0)"], [1, "rgba(40,10,4,0.85)"]]);
  view.ctx.fillRect(0, 780, 720, 300);
};

/** Cover: her face under the brim, the sun behind, and a man small before the towers. */
export const cover: Scene = (view) => {
  noon(view, { base: 740, x: 830, y: 300, radius: 210, tall: 0.72 });
  layer(view, 0.9, (ctx) => placed(ctx, { x: 900, y: 720, scale: 1.75 }, () => cityMan(ctx, { ...against(view.t), body: "#3a140a" })));
  papers(view, { seed: 6, count: 18, size: 14, depth: 0.8, fall: 60 });
  layer(view, 1, (ctx) => vera(ctx, { x: 196, y: 196, scale: 3.9, turn: -0.02 }, { ...sunFace(view.t) }));
  papers(view, { seed: 17, count: 6, size: 34, depth: 1.4, fall: 60 });
};
