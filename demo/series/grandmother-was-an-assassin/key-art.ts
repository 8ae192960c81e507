// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { firs } from "../../engine/land-forms.ts";
import { fade, glow, layer, outline, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { disc } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { granny } from "./granny.ts";
import { alps, bank, COLD, cabin, thread, wool } from "./sets.ts";

/** The gable of her house with its one round window, and she before it, her shadow as long as a rumour. */
function keyArt(view: View, at: { x: number; ground: number; s: number; ball: [number, number, number]; car: [number, number] }): void {
  const { x, ground, s } = at;
  const c = COLD.dusk;
  alps(view, { foot: ground - 190 * s, hour: "dusk" });
  layer(view, 0, (ctx) => {
    ctx.strokeStyle = fade("#2b4068", 0.8);
    ctx.lineWidth = 2.4;
    const [cx, cy] = at.car;
    ctx.stroke(outline([[-20, cy - 40 - cx * 0.12], [cx, cy], [view.width + 20, cy + 30 + (view.width - cx) * 0.2]], false));
    placed(ctx, { x: cx, y: cy, scale: 0.62 * s }, () => cabin(ctx, { hour: "dusk", passenger: true, t: 0 }));
  });
  firs(view, { seed: 14, foot: ground - 20, low: 150 * s, high: 330 * s, gap: 74 * s, color: "#3f5f8c", ground: c.shade, light: "#ffffff", depth: 0, snow: 0.8, side: -1, profile: (k) => (Math.abs(k * view.width - x) < 250 * s ? 0 : 1) });
  layer(view, 0, (ctx) => {
    placed(ctx, { x, y: ground, scale: s }, () => {
      const wallPath = outline([[-235, 30, 1], [-235, -330, 1], [0, -560, 1], [235, -330, 1], [235, 30, 1]]);
      ctx.fillStyle = ramp(ctx, [-200, -500], [180, 20], [[0, "#4b6694"], [0.6, "#2c426c"], [1, "#1c2c50"]]);
      ctx.fill(wallPath);
      ctx.save();
      ctx.clip(wallPath);
      ctx.lineWidth = 2.4;
      for (let i = 0; i < 26; i++) {
        ctx.strokeStyle = fade(i % 2 ? "#8fb0dc" : "#0c1730", 0.22);
        ctx.stroke(outline([[-240, -540 + i * 23], [240, -540 + i * 23]], false));
      }
      glow(ctx, 0, -210, 360, "#ffb458", 0.55);
      ctx.restore();
      ctx.fillStyle = "#1a2848";
      ctx.fill(disc(0, -215, 176));
      ctx.fillStyle = ramp(ctx, [0, -380], [0, -50], [[0, "#fff6d8"], [0.5, "#ffd58a"], [1, "#ff9f48"]]);
      ctx.fill(disc(0, -215, 156));
      ctx.fillStyle = fade("#7a3a1c", 0.4);
      ctx.save();
      ctx.clip(disc(0, -215, 156));
      for (const k of [-1, 1]) ctx.fill(outline([[k * 170, -400, 1], [k * 84, -380], [k * 104, -230], [k * 150, -120, 1], [k * 190, -120, 1]]));
      ctx.restore();
      ctx.fillStyle = "#1f3056";
      ctx.fillRect(-5, -372, 10, 314);
      ctx.fillRect(-157, -220, 314, 10);
      ctx.fillStyle = "#f4f9ff";
      ctx.fill(outline([[-170, -166], [-150, -120], [-90, -66], [0, -45], [90, -66], [150, -120], [170, -166], [150, -96], [86, -44], [0, -26], [-86, -44], [-150, -96]]));
      const roof = outline([[-300, -262], [-284, -300], [-14, -602], [14, -602], [284, -300], [300, -262], [268, -252], [0, -520, 1], [-268, -252]]);
      ctx.fillStyle = ramp(ctx, [-260, -560], [260, -280], [[0, "#ffffff"], [0.45, "#dfeaf6"], [1, "#8fadd2"]]);
      ctx.fill(roof);
      rim(ctx, roof, { color: "#ffffff", from: [-0.6, -1], width: 12, strength: 0.9 });
      ctx.fillStyle = fade("#eef6ff", 0.9);
      for (let i = 0; i < 13; i++) {
        const k = (i + 0.5) / 13;
        const [ix, iy] = i < 6 ? [-268 + i * 44, -254 - i * 44] : [268 - (12 - i) * 44, -254 - (12 - i) * 44];
        ctx.fill(outline([[ix - 6, iy, 1], [ix + 6, iy, 1], [ix, iy + 22 + k * 26, 1]]));
      }
    });
    bank(ctx, { crest: [[-60, ground + 6], [x - 320 * s, ground - 22], [x, ground + 4], [x + 330 * s, ground - 26], [view.width + 60, ground + 10]], bottom: view.height + 60, hour: "dusk", warm: [x, ground + 40, 420 * s] });
    // The shadow falls towards us and grows blades.
    ctx.fillStyle = ramp(ctx, [0, ground], [0, view.height], [[0, fade("#14264e", 0.78)], [1, fade("#14264e", 0.12)]]);
    ctx.fill(outline([[x - 40 * s, ground + 26, 1], [x - 104 * s, ground + 250 * s], [x - 130 * s, ground + 420 * s, 1], [x + 130 * s, ground + 420 * s, 1], [x + 104 * s, ground + 250 * s], [x + 40 * s, ground + 26, 1]]));
    for (const k of [-1, 1]) ctx.fill(outline([[x + k * 60 * s, ground + 50, 1], [x + k * 205 * s, ground + 330 * s, 1], [x + k * 84 * s, ground + 110 * s, 1]]));
    const [bx, by, br] = at.ball;
    thread(ctx, [[x + 30 * s, ground - 100 * s], [x + 62 * s, ground - 40], [x + 92 * s, ground + 34], [x + 30, ground + 76], [x + 60, ground + 130], [bx + br * 1.8, by + br * 0.4], [bx + br * 0.9, by + br * 0.96]], br * 0.085);
    placed(ctx, { x, y: ground + 34, scale: s * 1.72 }, () =>
      granny(ctx, { t: 2.2, wind: 0, body: "#15182c", ground: "#0c1124", light: "#ffd08a", from: [0.1, -1], edge: 2.6 }, { glasses: 0.95 }));
    wool(ctx, bx, by, br, 0.5);
  });
  motes(view, { seed: 4, count: 90, size: 4.6, color: "#ffffff", strength: 0.9, rise: -40, sway: 20, depth: 0.4 });
  motes(view, { seed: 9, count: 14, size: 13, color: "#ffffff", strength: 0.5, rise: -60, sway: 20, depth: 1 });
}

/** 2:3, 720x1080 units. */
export const poster: Scene = (view) => keyArt(view, { x: 360, ground: 740, s: 1, ball: [196, 884, 58], car: [128, 150] });

/** 16:9, 1280x720 units: the house on the right, the left pale for words. */
export const cover: Scene = (view) => {
  keyArt(view, { x: 930, ground: 560, s: 0.82, ball: [720, 620, 42], car: [470, 150] });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.52, 0], [[0, fade("#0f1c38", 0.8)], [0.5, fade("#0f1c38", 0.5)], [1, fade("#0f1c38", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
