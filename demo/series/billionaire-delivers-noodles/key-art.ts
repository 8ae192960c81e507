// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { wet } from "../../engine/city.ts";
import { beam } from "../../engine/light.ts";
import { glow, layer, placed, ramp } from "../../engine/paint.ts";
import { scooter } from "../../engine/scooter.ts";
import { steam } from "../../engine/steam.ts";
import type { Scene } from "../../engine/story.ts";
import { rain } from "../../engine/weather.ts";
import { INK, market, mei, PINK, ride, TEAL } from "./sets.ts";

/** Poster: the scooter stops the night, its box steams, the street burns pink and teal. */
export const poster: Scene = (view) => {
  market(view, { base: 800 });
  layer(view, 1, (ctx) => {
    glow(ctx, 330, 620, 460, PINK, 0.4);
    beam(ctx, { x: 560, y: 566, angle: 0.12, spread: 0.44, length: 560, color: "#fff2c8", strength: 0.8 });
    placed(ctx, { x: 384, y: 812, scale: 1.56, turn: -0.03 }, () => scooter(ctx, ride(1.3, 420)));
  });
  steam(view, { seed: 4, x: 150, y: 400, width: 70, height: 230, size: 60, count: 16, color: "#fff0e4", strength: 0.75, depth: 1, lean: -160 });
  wet(view, { y: 812, tint: INK, far: "#6a1458", strength: 0.85, ripple: 8, squeeze: 1.3 });
  rain(view, { count: 40, slant: -0.2, color: "#ffd8f0", strength: 0.3 });
  view.ctx.fillStyle = ramp(view.ctx, [0, 820], [0, 1080], [[0, "rgba(10,4,28,0)"], [1, "rgba(10,4,28,0.8)"]]);
  view.ctx.fillRect(0, 820, 720, 260);
};

/** Cover: he rides in from the left; she waits at her lit window on the right. */
export const cover: Scene = (view) => {
  market(view, { base: 600, lanterns: true });
  layer(view, 1, (ctx) => {
    beam(ctx, { x: 500, y: 430, angle: 0.1, spread: 0.4, length: 640, color: "#fff2c8", strength: 0.8 });
    placed(ctx, { x: 360, y: 612, scale: 1.34, turn: -0.02 }, () => scooter(ctx, ride(1.3, 420)));
  });
  steam(view, { seed: 4, x: 170, y: 280, width: 60, height: 190, size: 50, count: 14, color: "#fff0e4", strength: 0.7, depth: 1, lean: -120 });
  wet(view, { y: 612, tint: INK, far: "#6a1458", strength: 0.8, ripple: 8, squeeze: 1.6 });
  layer(view, 1.2, (ctx) => {
    glow(ctx, 980, 360, 420, TEAL, 0.4);
    mei(ctx, { x: 1218, y: 170, scale: 4, flip: true }, { t: 1, light: "#5af0e0", from: [1, -0.1], reveal: 0.85, lit: "#fbcba8", shade: "#7c3a58", eye: "open" });
  });
  rain(view, { count: 40, slant: -0.2, color: "#ffd8f0", strength: 0.24 });
};
