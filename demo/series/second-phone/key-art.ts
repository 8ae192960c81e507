// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bokeh, drops } from "../../engine/city.ts";
import { backOfHand, frontOfHand, handset } from "../../engine/handset.ts";
import { glow, layer, placed, ramp, type View } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { rain } from "../../engine/weather.ts";
import { CYAN, EDGE, ines, nightCity, PINK, ringer, VIOLET } from "./sets.ts";

function held(view: View, at: { x: number; y: number; scale: number; turn: number }): void {
  layer(view, 1, (ctx) =>
    placed(ctx, at, () => {
      backOfHand(ctx, { skin: "#2a1440", lamp: EDGE });
      handset(ctx, ringer(view.t + 0.1, "ring"), { ...EDGE, color: "#ffc0ea" });
      frontOfHand(ctx, { skin: "#2a1440", sleeve: "#180b2c", lamp: { ...EDGE, color: "#ff8ac8", from: [0.6, -1] } });
    }),
  );
}

/** Poster: the telephone rings in a gloved hand above the towers. */
export const poster: Scene = (view) => {
  nightCity(view, { base: 1120, far: 1.15, moon: [360, 430] });
  bokeh(view, { seed: 15, count: 18, colors: [PINK, CYAN, VIOLET], size: 40, strength: 0.4, area: [-40, 620, 800, 420], depth: 0.6 });
  held(view, { x: 362, y: 420, scale: 1.4, turn: -0.14 });
  drops(view, { seed: 21, count: 60, light: "#f0d8ff", strength: 0.6, runs: 0 });
  rain(view, { count: 46, slant: -0.14, color: "#f4dcff", strength: 0.34 });
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 800], [0, 1080], [[0, "rgba(8,2,22,0)"], [1, "rgba(8,2,22,0.85)"]]);
  ctx.fillRect(0, 800, 720, 280);
};

/** Cover: her profile and the telephone face each other across the city. */
export const cover: Scene = (view) => {
  nightCity(view, { base: 720, far: 0.78, moon: [820, 330], near: false });
  bokeh(view, { seed: 16, count: 30, colors: [PINK, CYAN, "#ffc07a", VIOLET], size: 42, strength: 0.45, area: [300, 400, 1000, 330], depth: 0.5 });
  layer(view, 1, (ctx) => {
    glow(ctx, 760, 380, 520, PINK, 0.4);
    ines(ctx, { x: 190, y: 130, scale: 4.4, turn: 0.02 }, { t: view.t, light: "#ff6ab4", from: [1, 0.1], reveal: 0.75, lit: "#e08ab0", shade: "#2c1240", eye: "open" });
  });
  held(view, { x: 930, y: 330, scale: 1.02, turn: 0.14 });
  drops(view, { seed: 22, count: 70, light: "#f0d8ff", strength: 0.5, runs: 0 });
  rain(view, { count: 50, slant: -0.14, color: "#f4dcff", strength: 0.26 });
};
