// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { airliner, cloudTops } from "../../engine/aircraft.ts";
import { fade, glow, layer, outline, type Point, placed, ramp } from "../../engine/paint.ts";
import { palm } from "../../engine/palm.ts";
import { slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { above, CORAL, leo, nora } from "./sets.ts";

const lamp = { color: "#fff8e4", from: [0.5, -1] as const, width: 6, strength: 0.9 };

/** Poster: the aeroplane writes a heart into the morning sky and has not closed it yet. */
export const poster: Scene = (view) => {
  above(view, "dawn", { y: 770, sun: [360, 770, 140], drift: 0, near: false });
  layer(view, 0.5, (ctx) => {
    const heart: Point[] = [[322, 300], [270, 206], [176, 178], [88, 238], [82, 352], [152, 472], [240, 560], [336, 640, 1], [424, 546], [482, 462], [508, 386]];
    for (const [dy, w, color, alpha] of [[10, 16, "#0f6478", 0.2], [0, 44, "#fffdf4", 0.12], [0, 26, "#ff8a70", 0.36], [0, 12, "#ffffff", 0.95]] as const) {
      ctx.lineWidth = w;
      ctx.lineCap = "round";
      ctx.lineJoin = "round";
      ctx.strokeStyle = fade(color, alpha);
      placed(ctx, { x: 0, y: dy }, () => ctx.stroke(outline(heart, false)));
    }
  });
  layer(view, 1, (ctx) => {
    glow(ctx, 560, 320, 260, "#fff4d0", 0.45);
    placed(ctx, { x: 566, y: 234, scale: 0.52, turn: -1.2 }, () => airliner(ctx, { t: view.t, body: "#fff6e4", belly: "#3f9aa6", accent: CORAL, window: "#fff0b8", lamp }));
  });
  cloudTops(view, { seed: 31, y: 930, size: 150, depth: 0.9, drift: 0, light: "#ffffff", body: "#b8e4dc", shade: "#2a8a98", side: 0.4 });
  view.ctx.fillStyle = ramp(view.ctx, [0, 800], [0, 1080], [[0, "rgba(6,44,56,0)"], [1, "rgba(6,44,56,0.9)"]]);
  view.ctx.fillRect(0, 800, 720, 280);
};

/** Cover: one window, two people who look away, one armrest with two hands. */
export const cover: Scene = (view) => {
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, 720], [[0, "#8fc8c8"], [0.45, "#dff0e6"], [1, "#2c7680"]]);
  ctx.fillRect(0, 0, 1280, 720);
  solid(ctx, slab(640, 300, 640, 560, 170), ["#f7fbf2", "#cfe9e0", "#6fb4b8"], [0, 20, 0, 600], { color: "#ffffff", from: [0, 1], width: 14, strength: 0.5 });
  solid(ctx, slab(640, 300, 550, 476, 140), ["#6aaab0", "#a8d4ce", "#f4fbf4"], [0, 60, 0, 540]);
  ctx.save();
  ctx.clip(slab(640, 300, 500, 426, 124));
  above(view, "dawn", { y: 360, sun: [690, 270, 74], drift: 0, near: false });
  placed(ctx, { x: 600, y: 210, scale: 0.44, turn: -0.14 }, () => airliner(ctx, { t: 0, body: "#fff6e4", belly: "#3f9aa6", accent: CORAL, window: "#fff0b8", lamp }));
  ctx.restore();
  const lit = { t: 1, light: "#fff8e0", from: [-1, -0.3] as const, reveal: 0.65, lit: "#eab48c", shade: "#8a5240" };
  nora(ctx, { x: 962, y: 176, scale: 3.3, turn: -0.04 }, { ...lit, eye: "closed" });
  leo(ctx, { x: 322, y: 150, scale: 3.4, flip: true, turn: -0.02 }, { ...lit, eye: "open" });
  solid(ctx, slab(640, 720, 280, 190, 60), ["#fff4da", "#d0a884", "#6a4a40"], [0, 620, 0, 760], lamp);
  placed(ctx, { x: 700, y: 650, scale: 0.62, flip: true, turn: 0.16 }, () => palm(ctx, { skin: "#cf9470", sleeve: "#d8604a", lamp, curl: 0.45, nail: CORAL }));
  placed(ctx, { x: 574, y: 656, scale: 0.68, turn: -0.16 }, () => palm(ctx, { skin: "#ad744e", sleeve: "#14606a", cuff: "#fdf3df", lamp, curl: 0.5 }));
};
