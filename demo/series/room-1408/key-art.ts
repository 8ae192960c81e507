// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { porter } from "./figures.ts";
import { corridor, type Eye, HUE } from "./sets.ts";

/** The passage full of light, and the porter coming towards us in it. */
function passage(view: View, ctx: CanvasRenderingContext2D, at: { x: number; y: number; lens: number; foot: number; scale: number; step: number }): void {
  const eye: Eye = { x: at.x, y: at.y, lens: at.lens, walk: 0.6 };
  corridor(ctx, { eye, t: 2, lit: (i) => (i % 2 ? 0.62 : 0.9), open: 1, end: 14 });
  glow(ctx, at.x, at.y - 10, 330, "#c9da6c", 0.7);
  glow(ctx, at.x, at.y - 20, 170, "#ffffee", 0.9);
  ctx.fillStyle = ramp(ctx, [0, at.foot - 20], [0, at.foot + 260], [[0, fade("#010403", 0.85)], [1, fade("#010403", 0)]]);
  ctx.fill(outline([[at.x - 34, at.foot - 6], [at.x + 34, at.foot - 6], [at.x + 150, at.foot + 260, 1], [at.x - 150, at.foot + 260, 1]]));
  placed(ctx, { x: at.x, y: at.foot, scale: at.scale }, () =>
    porter(ctx, { body: "#020906", light: HUE.pale, from: [0, -1], edge: 2.6, strength: 0.9 }, { leak: 1, step: at.step, front: true }),
  );
  motes({ ...view, ctx }, { seed: 3, count: 30, size: 3.2, color: HUE.pale, strength: 0.6, rise: 6, sway: 12, ember: true, area: [at.x - 260, at.y - 260, 520, 620] });
}

/** 2:3: through the keyhole of a brass lock. */
export const poster: Scene = (view) => {
  sky(view, [[0, "#02120c"], [0.5, "#0a3b2b"], [1, "#010503"]]);
  layer(view, 0, (ctx) => {
    const sheen = ctx.createRadialGradient(360, 430, 180, 360, 470, 760);
    for (const [at, color] of [[0, "#1f7a58"], [0.22, "#0f4d39"], [0.55, "#072a1f"], [1, "#010604"]] as const) sheen.addColorStop(at, color);
    ctx.fillStyle = sheen;
    ctx.fillRect(0, 0, 720, 1080);
    for (let i = 0; i < 150; i++) {
      ctx.fillStyle = fade(i % 2 ? "#000000" : HUE.mint, 0.014 + hash(i, 3) * 0.03);
      ctx.fillRect(hash(i, 1) * 720, 0, 1 + hash(i, 2) * 5, 1080);
    }
    const hole = (grow: number) => {
      const path = new Path2D();
      const r = 226 + grow;
      path.arc(360, 356, r, 2.22, 0.92, false);
      path.lineTo(560 + grow * 1.2, 1140);
      path.lineTo(160 - grow * 1.2, 1140);
      path.closePath();
      return path;
    };
    ctx.fillStyle = "rgba(0,0,0,0.5)";
    ctx.fill(hole(86));
    for (const [grow, tones] of [[66, ["#2a1c06", "#8a6222", "#1c1204"]], [56, ["#fff0c0", "#b8842f", "#3a280a"]], [26, ["#5a3e10", "#d8a850", "#241806"]], [10, ["#fff6d8", "#e0b45c", "#6a4a18"]]] as const) {
      ctx.fillStyle = ramp(ctx, [90, 60], [620, 980], [[0, tones[0]], [0.28, tones[1]], [0.5, tones[2]], [0.66, tones[1]], [1, tones[2]]]);
      ctx.fill(hole(grow));
    }
    ctx.save();
    ctx.clip(hole(0));
    ctx.fillStyle = HUE.deep;
    ctx.fillRect(0, 0, 720, 1080);
    passage(view, ctx, { x: 360, y: 420, lens: 330, foot: 898, scale: 2.5, step: 0.5 });
    ctx.restore();
    rim(ctx, hole(0), { color: "#000000", from: [0, -1], width: 30, strength: 0.5 });
    rim(ctx, hole(10), { color: "#fffbe4", from: [-1, -1], width: 4, strength: 0.8 });
    glow(ctx, 360, 400, 620, "#d8d070", 0.12);
    for (const [x, y] of [[66, 84], [654, 84]] as const) screw(ctx, x, y);
    ctx.fillStyle = ramp(ctx, [0, 780], [0, 1080], [[0, fade("#010403", 0)], [1, fade("#010403", 0.92)]]);
    ctx.fillRect(0, 780, 720, 300);
  });
};

function screw(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.fillStyle = ramp(ctx, [x - 24, y - 24], [x + 24, y + 24], [[0, "#fff0c0"], [0.45, HUE.brass], [1, "#2a1c06"]]);
  ctx.beginPath();
  ctx.arc(x, y, 25, 0, 7);
  ctx.fill();
  ctx.strokeStyle = mix("#2a1c06", "#000000", 0.3);
  ctx.lineWidth = 5;
  ctx.stroke(outline([[x - 15, y + 9], [x + 15, y - 9]], false));
}

/** 16:9: the long corridor; he stands to the right, the left is dark for words. */
export const cover: Scene = (view) => {
  sky(view, [[0, HUE.night], [1, "#010403"]]);
  layer(view, 0, (ctx) => passage(view, ctx, { x: 900, y: 310, lens: 420, foot: 690, scale: 2.75, step: 0.4 }));
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.66, 0], [[0, fade("#010604", 0.95)], [0.5, fade("#010604", 0.62)], [1, fade("#010604", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
