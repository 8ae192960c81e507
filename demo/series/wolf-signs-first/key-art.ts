// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash } from "../../engine/math.ts";
import { fade, layer, placed, ramp, type View } from "../../engine/paint.ts";
import { vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { lawyer, sitting } from "./beasts.ts";
import { breath, brokenMoon, EMBER, north, STEEL, snow, torch, woods } from "./sets.ts";

function keyArt(view: View, at: { x: number; ground: number; s: number; moon: [number, number, number]; foot: number }): void {
  const { width, height } = view;
  const { x, ground, s } = at;
  north(view, { foot: at.foot });
  brokenMoon(view, ...at.moon, { warm: 0.12 });
  woods(view, { foot: at.foot });
  layer(view, 0, (ctx) => {
    for (let i = 0; i < 11; i++) {
      const tx = (i + 0.5) * (width / 11) + (hash(i, 3) - 0.5) * 40;
      if (Math.abs(tx - x) > 120 * s) torch(ctx, tx, at.foot + 150 + hash(i, 5) * 50, 52 + hash(i, 7) * 26, 2 + i);
    }
  });
  vapour(view, { seed: 71, top: at.foot + 70, height: height * 0.22, dark: "#2c4660", light: "#ff9a5c", cover: 0.5, opacity: 0.45, depth: 0, drift: 0, cells: 3, crisp: 0.1 });
  layer(view, 0, (ctx) => {
    snow(ctx, { crest: [[-60, ground + 130], [x - 300, ground + 70], [x - 150, ground + 12], [x, ground - 4], [x + 140, ground + 10], [x + 320, ground + 84], [width + 60, ground + 150]], bottom: height + 60, base: STEEL.black, top: "#6f8ca4", fire: [[x - 150 * s, ground + 70, 330 * (s / 1.7)], [x + 130 * s, ground + 70, 330 * (s / 1.7)]] });
    torch(ctx, x - 150 * s, ground + 60, 112 * s, 3);
    torch(ctx, x + 128 * s, ground + 66, 104 * s, 5);
    const p = { t: 1.4, body: "#0f1822", ground: STEEL.black, light: EMBER.soft, edge: 3.2 };
    placed(ctx, { x: x - s * 34, y: ground + 12, scale: s * 1.3, flip: true }, () => sitting(ctx, { ...p, body: "#1c2834", from: [0.7, -0.7], eye: EMBER.full }));
    placed(ctx, { x: x + s * 26, y: ground + 10, scale: s * 1.2 }, () => lawyer(ctx, { ...p, from: [0.7, -0.7] }, { wind: 0.25, scarf: "#e0601c", pen: true }));
    breath(ctx, x - s * 140, ground - s * 168, -1, 34 * s, 1.1);
    breath(ctx, x + s * 52, ground - s * 208, 1, 24 * s, 1.1);
    ctx.fillStyle = ramp(ctx, [0, height * 0.8], [0, height], [[0, fade(STEEL.black, 0)], [1, fade(STEEL.black, 0.88)]]);
    ctx.fillRect(0, height * 0.8, width, height * 0.2);
  });
  motes(view, { seed: 5, count: 46, size: 3.6, color: "#eaf2f8", strength: 0.7, rise: -30, sway: 20 });
  motes(view, { seed: 9, count: 46, size: 3.6, color: EMBER.soft, strength: 0.85, rise: 40, sway: 30, ember: true, area: [0, height * 0.35, width, height * 0.55] });
}

/** 2:3, 720x1080 units: back to back under the broken moon. */
export const poster: Scene = (view) => keyArt(view, { x: 366, ground: 770, s: 1.75, moon: [366, 400, 250], foot: 600 });

/** 16:9, 1280x720 units: the two on the right, the left dark for words. */
export const cover: Scene = (view) => {
  keyArt(view, { x: 900, ground: 560, s: 1.3, moon: [900, 280, 200], foot: 420 });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.5, 0], [[0, fade(STEEL.black, 0.92)], [0.55, fade(STEEL.black, 0.62)], [1, fade(STEEL.black, 0)]]);
  ctx.fillRect(0, 0, width, height);
};
