// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, layer, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { dune, dust, lowSun, redSky } from "./land.ts";
import { camel, crystal, veiled } from "./props.ts";

interface Frame {
  horizon: number;
  sun: [number, number, number];
  her: [number, number, number];
  caravan: number;
}

function keyArt(view: View, at: Frame): void {
  const { height, width } = view;
  redSky(view, at.horizon);
  const [sx, sy, sr] = at.sun;
  lowSun(view, sx, sy, sr);
  dust(view, sy - sr * 1.7, sr * 1.5, 0.55, 0, 0, "#e8602c", 11);
  dust(view, sy - sr * 0.4, sr * 1.2, 0.35, 0, 0, "#ffb868", 15);
  const wide = (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => [x * width, y] as [number, number]);
  layer(view, 0, (ctx) => {
    dune(ctx, { ridge: wide([[-0.2, at.horizon], [0.1, at.horizon - 46], [0.3, at.horizon - 12], [0.55, at.horizon - 34], [0.8, at.horizon - 4], [1.2, at.horizon - 50]]), bottom: at.horizon + 240, top: "#c8481f", base: "#8a1f16", light: "#ffd088", width: 5, strength: 0.6 });
    for (let i = 0; i < 5; i++)
      placed(ctx, { x: at.caravan + i * 54, y: at.horizon + 36 + Math.sin(i) * 4, scale: 0.36 }, () =>
        camel(ctx, { t: i * 0.8, wind: 0.2, body: "#4a0e0e", ground: "#5a1410", light: "#ffc070", from: [0.5, -1], edge: 4 }, i));
    dune(ctx, { ridge: wide([[-0.2, at.horizon + 60], [0.12, at.horizon + 36], [0.4, at.horizon + 48], [0.7, at.horizon + 20], [1.2, at.horizon + 50]]), bottom: at.horizon + 330, top: "#92261a", base: "#4a0e0e", light: "#ffb860", width: 5, strength: 0.6 });
  });
  dust(view, at.horizon - 80, 240, 0.6, 0, 0, "#ff9450", 12);
  layer(view, 0, (ctx) => {
    const [x, y, s] = at.her;
    glow(ctx, x, y - 150 * s, 120 * s, "#ffc060", 0.25);
    dune(ctx, { ridge: [[x - width, y + 160], [x - width * 0.4, y + 74], [x - 90, y + 16], [x, y], [x + 110, y + 22], [x + width * 0.5, y + 110], [x + width, y + 190]], bottom: height + 200, top: "#4a0e0c", base: "#0c0203", light: "#ffa050", width: 9 });
    placed(ctx, { x, y: y + 8, scale: s }, () =>
      veiled(ctx, { t: 2.2, wind: 0.92, body: "#1c0407", ground: "#140305", light: "#ffb860", from: [0.3, -1], edge: 2.2 }, { crown: true, train: 26, arm: "pour" }));
    saltTrail(ctx, x, y, s);
    ctx.fillStyle = ramp(ctx, [0, height * 0.74], [0, height], [[0, fade("#080102", 0)], [1, fade("#080102", 0.82)]]);
    ctx.fillRect(0, height * 0.74, width, height * 0.26);
  });
  motes(view, { seed: 4, count: 44, size: 3.6, color: "#ffd090", strength: 0.7, rise: 14, sway: 40, ember: true });
}

/** Salt that runs from the sack in her hand: the only white in the picture. */
function saltTrail(ctx: CanvasRenderingContext2D, x: number, y: number, s: number): void {
  const [hx, hy] = [x + 44 * s, y - 84 * s];
  glow(ctx, hx, hy + 40 * s, 60 * s, "#fff0d8", 0.25);
  ctx.fillStyle = ramp(ctx, [0, hy], [0, y + 10], [[0, "#fffaf0"], [0.6, "rgba(255,240,222,0.9)"], [1, "rgba(255,226,200,0.75)"]]);
  ctx.fill(ribbon([[hx, hy], [hx - 1 * s, hy + 26 * s], [hx - 5 * s, hy + 58 * s], [hx - 11 * s, y + 12]], [1.6 * s, 2 * s, 3.4 * s, 8 * s]));
  const pile = outline([[hx - 34 * s, y + 22, 1], [hx - 20 * s, y + 8], [hx - 11 * s, y - 4], [hx - 4 * s, y + 6], [hx + 10 * s, y + 26, 1], [hx - 12 * s, y + 28]]);
  ctx.fillStyle = ramp(ctx, [hx + 10 * s, y], [hx - 40 * s, y + 40], [[0, "#fff4e4"], [0.5, "#e0a080"], [1, "rgba(110,30,24,0.5)"]]);
  ctx.fill(pile);
  for (let i = 0; i < 46; i++) {
    const k = hash(i, 1);
    crystal(ctx, hx - k * k * 12 * s + (hash(i, 2) - 0.5) * (2 + k * 18) * s, lerp(hy, y + 30, k), (0.3 + hash(i, 3) * 0.55) * s, i);
  }
}

/** 2:3, 720x1080 units. */
export const poster: Scene = (view) =>
  keyArt(view, { horizon: 700, sun: [372, 470, 268], her: [378, 836, 2.85], caravan: 20 });

/** 16:9, 1280x720 units: she stands on the right, the left is dark for words. */
export const cover: Scene = (view) => {
  keyArt(view, { horizon: 500, sun: [900, 320, 226], her: [910, 610, 2.3], caravan: 560 });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.6, 0], [[0, fade("#100204", 0.92)], [0.55, fade("#100204", 0.55)], [1, fade("#100204", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
