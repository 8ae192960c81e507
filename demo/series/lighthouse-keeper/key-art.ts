import { man } from "../../engine/figure.ts";
import { lamp } from "../../engine/light.ts";
import { fade, glow, layer, placed, ramp, type View } from "../../engine/paint.ts";
import { rock, sea } from "../../engine/sea.ts";
import { sky, stars, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { mara } from "./cast.ts";
import { lighthouse } from "./sets.ts";

/** Mara turned to the light, hair and scarf in the wind; he stands under the lamp, small. */
function keyArt(
  view: View,
  at: {
    tower: [number, number, number];
    face: [number, number, number];
    flip: boolean;
    horizon: number;
    turn: number;
  },
): void {
  const [tx, ty, th] = at.tower;
  const { height } = view;
  sky(view, [
    [0, "#040b1c"],
    [0.22, "#0a2440"],
    [0.46, "#1f5a6c"],
    [at.horizon / height - 0.06, "#c98a5c"],
    [at.horizon / height, "#ffc987"],
    [1, "#050a14"],
  ]);
  stars(view, { seed: 14, count: 150, bottom: height * 0.5, strength: 0.8 });
  vapour(view, {
    seed: 83,
    top: -60,
    height: height * 0.52,
    dark: "#081a30",
    light: "#3f7f92",
    cover: 0.55,
    opacity: 0.85,
    depth: 0,
    drift: 0,
    cells: 3,
    crisp: 0.35,
  });
  vapour(view, {
    seed: 87,
    top: height * 0.3,
    height: height * 0.42,
    dark: "#1d3f55",
    light: "#ffb27c",
    cover: 0.5,
    opacity: 0.8,
    depth: 0,
    drift: 0,
    cells: 4,
    crisp: 0.45,
  });
  layer(view, 0, (ctx) => {
    glow(ctx, tx, at.horizon - 20, 520, "#ff9a5c", 0.42);
    const dir = at.flip ? 1 : -1;
    rock(view, ctx, {
      key: `key${view.width}`,
      ridge: [
        [tx - 250, at.horizon + 20],
        [tx - 160, at.horizon - 20],
        [tx - 96, ty + 14],
        [tx - 40, ty - 4],
        [tx + 44, ty - 6],
        [tx + 100, ty + 22],
        [tx + 180, at.horizon - 26],
        [tx + 300, at.horizon + 24],
      ],
      bottom: at.horizon + 130,
      top: "#142733",
      base: "#060d15",
      light: "#ffb27c",
      from: [dir, -1],
      rough: 16,
    });
    const lampAt = lighthouse(ctx, {
      x: tx,
      y: ty,
      height: th,
      wall: "#d8cfc6",
      band: "#b5303f",
      shade: "#0a1a2a",
      light: "#ffd0a0",
      from: [dir, -0.2],
      lit: 1,
    });
    lamp(ctx, { x: lampAt.x, y: lampAt.y, turn: 0.035, reach: 980, color: "#ffe6ac", strength: 1.05 });
    glow(ctx, lampAt.x, lampAt.y, 330, "#ffe0a0", 0.7);
    placed(ctx, { x: tx + (at.flip ? 1 : -1) * th * 0.088, y: ty - th * 0.776, scale: th / 1700 }, () =>
      man(ctx, {
        t: 0,
        wind: 0.4,
        body: "#05080e",
        ground: "#05080e",
        light: "#ffe6ac",
        from: [-dir, 0],
        edge: 4,
      }),
    );
  });
  sea(view, {
    horizon: at.horizon,
    bottom: height + 30,
    far: "#b86a50",
    near: "#03101f",
    crest: "#8fc4cc",
    swell: 0.85,
    rows: 10,
    seed: 21,
    shine: { x: tx, color: "#ffe6ac", width: 90, strength: 0.85 },
  });
  rain(view, { count: 46, slant: at.flip ? 0.3 : -0.3, color: "#dff2f4", strength: 0.14 });
  layer(view, 0, (ctx) => {
    const [x, y, scale] = at.face;
    mara(
      ctx,
      { x, y, scale, flip: at.flip, turn: at.turn },
      {
        t: 2.2,
        wind: 0.95,
        light: "#ffdc9e",
        from: [1, -0.45],
        reveal: 0.95,
        lit: "#f0a878",
        shade: "#2a1c2c",
        eye: "open",
      },
      "loose",
    );
    ctx.fillStyle = ramp(
      ctx,
      [0, height * 0.7],
      [0, height],
      [
        [0, fade("#03060c", 0)],
        [1, fade("#03060c", 0.86)],
      ],
    );
    ctx.fillRect(0, height * 0.7, view.width, height * 0.3);
  });
  motes(view, {
    seed: 71,
    count: 30,
    size: 3.5,
    color: "#ffd9a0",
    strength: 0.55,
    rise: 20,
    sway: 20,
    ember: true,
  });
}

/** 2:3, 720x1080 units. */
export const poster: Scene = (view) =>
  keyArt(view, { tower: [606, 640, 420], face: [150, 352, 4.1], flip: false, horizon: 700, turn: -0.05 });

/** 16:9, 1280x720 units: the face on the right, the left dark for words. */
export const cover: Scene = (view) => {
  keyArt(view, { tower: [700, 470, 360], face: [1140, 150, 4], flip: true, horizon: 510, turn: 0.05 });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(
    ctx,
    [0, 0],
    [width * 0.62, 0],
    [
      [0, fade("#050911", 0.94)],
      [0.55, fade("#050911", 0.66)],
      [1, fade("#050911", 0)],
    ],
  );
  ctx.fillRect(0, 0, width, height);
};
