// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { fade, layer, placed, ramp, type View } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { doctor, JADE, jungle, mist, PINK, stem, vault } from "./sets.ts";

function keyArt(view: View, at: { cx: number; vy: number; wide: number; moon: [number, number, number]; foot: number; s: number }): void {
  const { width, height } = view;
  vault(view, { cx: at.cx, vy: at.vy, wide: at.wide, moon: at.moon, bed: true });
  jungle(view, { foot: height * 0.78, size: height * 0.36, depth: 0, color: "#0a3a32", light: "#5fb89c", seed: 3, inner: -0.06 });
  mist(view, height * 0.52, height * 0.22, 0.8, 0);
  layer(view, 0, (ctx) => {
    ctx.fillStyle = fade(JADE.black, 0.5);
    ctx.beginPath();
    ctx.ellipse(at.cx, at.foot, at.s * 62, at.s * 9, 0, 0, 7);
    ctx.fill();
    placed(ctx, { x: at.cx, y: at.foot, scale: at.s }, () => doctor(ctx, { t: 1, light: "#f4fffa", from: [0.1, -1], hidden: true }));
  });
  mist(view, height * 0.68, height * 0.26, 0.7, 0, "#8fd8bc");
  jungle(view, { foot: height * 1.02, size: height * 0.44, depth: 0, color: "#031a17", light: "#1f6a58", seed: 9, inner: 0 });
  layer(view, 0, (ctx) => {
    stem(ctx, { x: at.cx - 372, y: height + 40, tall: height * 0.56, lean: 235, flowers: 4, size: 66, open: 1, t: 2 });
    stem(ctx, { x: at.cx - 300, y: height + 80, tall: height * 0.3, lean: -90, flowers: 2, size: 58, open: 1, t: 6 });
    stem(ctx, { x: at.cx + 380, y: height + 60, tall: height * 0.46, lean: -225, flowers: 4, size: 62, open: 1, t: 4 });
    ctx.fillStyle = ramp(ctx, [0, height * 0.76], [0, height], [[0, fade(JADE.black, 0)], [1, fade(JADE.black, 0.86)]]);
    ctx.fillRect(0, height * 0.76, width, height * 0.24);
  });
  motes(view, { seed: 5, count: 46, size: 3.6, color: "#d8fff0", strength: 0.6, rise: 14, sway: 20, ember: true });
  motes(view, { seed: 15, count: 16, size: 5, color: PINK.soft, strength: 0.6, rise: 14, sway: 20, ember: true });
}

/** 2:3, 720x1080 units: behind his back he holds what she must not see. */
export const poster: Scene = (view) => keyArt(view, { cx: 360, vy: 500, wide: 330, moon: [360, 190, 84], foot: 880, s: 2.5 });

/** 16:9, 1280x720 units: the hall on the right, the left dark for words. */
export const cover: Scene = (view) => {
  keyArt(view, { cx: 880, vy: 330, wide: 330, moon: [880, 130, 60], foot: 640, s: 1.75 });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.5, 0], [[0, fade(JADE.black, 0.94)], [0.55, fade(JADE.black, 0.7)], [1, fade(JADE.black, 0)]]);
  ctx.fillRect(0, 0, width, height);
};
