// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.

import { fade, layer, placed, ramp, type View } from "../../engine/paint.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import { vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { dune } from "./ground.ts";
import { plateau, sunClock, swallows, train, viaduct } from "./sets.ts";

function keyArt(view: View, at: { sun: [number, number, number]; horizon: number; deck: number; size: number; head: number; pair: [number, number, number] }): void {
  const { width, height } = view;
  plateau(view, { horizon: at.horizon, hour: "dusk", tall: 1.5, between: () => sunClock(view, ...at.sun, { core: "#ffdca0", low: "#ff9a62", mark: "#8a2c50", strength: 0.62 }) });
  swallows(view, { count: 9, x: at.sun[0] - 40, y: at.sun[1] - at.sun[2] * 0.75, spread: 250, size: 19, color: "#2a0f33", seed: 3 });
  layer(view, 0, (ctx) => {
    viaduct(ctx, { y: at.deck, left: -40, right: width + 40, span: at.size * 190, deep: at.size * 900, color: "#3c1742", light: "#ff9f6e", mist: "#c4607a" });
    train(view, ctx, { x: at.head, y: at.deck + 2, scale: at.size, cars: 6, hour: "dusk" });
  });
  vapour(view, { seed: 15, top: at.deck + at.size * 120, height: height * 0.26, dark: "#7a2f5c", light: "#ffb083", cover: 0.6, opacity: 0.85, depth: 0, drift: 0, cells: 3, crisp: 0.15 });
  layer(view, 0, (ctx) => {
    const [x, y, s] = at.pair;
    dune(ctx, { ridge: [[-60, y + 46], [x - 200, y + 20], [x, y - 6], [x + 220, y + 26], [width + 60, y + 74]], bottom: height + 60, top: "#3a1538", base: "#0b0412", light: "#ff9f6a" });
    const f = { t: 1.2, wind: 0.7, body: "#1c0a22", ground: "#12061a", light: "#ffb47c", edge: 3.4 };
    placed(ctx, { x: x - s * 44, y: y + 6, scale: s }, () => cityWoman(ctx, { ...f, from: [0.6, -0.7], accent: "#d2593f" }, { coat: "#b3344a", hair: "#210c1c", skin: "#6b2b38", bag: true }));
    placed(ctx, { x: x + s * 46, y: y + 6, scale: s * 1.03 }, () => cityMan(ctx, { ...f, from: [-0.6, -0.7] }, { suit: "#2a1230", arms: "pockets" }));
    ctx.fillStyle = ramp(ctx, [0, height * 0.78], [0, height], [[0, fade("#0a0410", 0)], [1, fade("#0a0410", 0.85)]]);
    ctx.fillRect(0, height * 0.78, width, height * 0.22);
  });
  motes(view, { seed: 5, count: 34, size: 3.4, color: "#ffcf9a", strength: 0.6, rise: 14, sway: 30, ember: true });
}

/** 2:3, 720x1080 units: the sun is a clock without hands. */
export const poster: Scene = (view) =>
  keyArt(view, { sun: [370, 350, 235], horizon: 560, deck: 560, size: 0.62, head: 560, pair: [350, 880, 1.36] });

/** 16:9, 1280x720 units: the pair on the right, the left dark for words. */
export const cover: Scene = (view) => {
  keyArt(view, { sun: [880, 270, 205], horizon: 400, deck: 415, size: 0.62, head: 1010, pair: [930, 640, 1.15] });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.56, 0], [[0, fade("#12071c", 0.9)], [0.5, fade("#12071c", 0.6)], [1, fade("#12071c", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
