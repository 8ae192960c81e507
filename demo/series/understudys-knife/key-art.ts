// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beam } from "../../engine/light.ts";
import { fade, glow, layer, outline, placed, ramp, rim, type View } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { GILT, mask, SPOT, soprano, velvet } from "./props.ts";

interface Frame {
  /** Middle of the gap in the curtain, its tip, the edge of the boards, and half its width there. */
  x: number;
  tip: number;
  floor: number;
  half: number;
  her: number;
}

/** The gap between two curtains is a blade of light; the footlights are its guard, the lit runner its grip. */
function keyArt(view: View, at: Frame): void {
  const { width, height, t } = view;
  const { x, tip, floor, half } = at;
  const long = floor - tip;
  layer(view, 0, (ctx) => {
    velvet(view, ctx, { key: `art${width}`, x: 0, y: 0, w: width, h: floor + 20, folds: Math.round(width / 46), lit: x / width, dark: "#10020a" });
    const blade = outline([[x, tip, 1], [x + half * 0.4, tip + long * 0.16], [x + half * 0.74, tip + long * 0.38], [x + half * 0.94, tip + long * 0.68], [x + half, floor, 1], [x - half, floor, 1], [x - half * 0.94, tip + long * 0.68], [x - half * 0.74, tip + long * 0.38], [x - half * 0.4, tip + long * 0.16]]);
    glow(ctx, x, (tip + floor) / 2, height * 0.5, "#ff7a5a", 0.42);
    ctx.save();
    ctx.shadowColor = "#ffd8a8";
    ctx.shadowBlur = 60;
    ctx.fillStyle = ramp(ctx, [x - half, 0], [x + half, 0], [[0, "#b8a49c"], [0.3, "#fffaf0"], [0.5, "#fff4e2"], [0.505, "#d8b8a4"], [0.8, "#f4e0cc"], [1, "#8a6a66"]]);
    ctx.fill(blade);
    ctx.restore();
    ctx.save();
    ctx.clip(blade);
    ctx.fillStyle = ramp(ctx, [0, floor - 260], [0, floor], [[0, "rgba(216,120,80,0)"], [1, "rgba(190,70,56,0.6)"]]);
    ctx.fillRect(x - half, floor - 260, half * 2, 260);
    ctx.restore();
    rim(ctx, blade, { color: "#ffffff", from: [-1, -0.3], width: 6, strength: 0.8 });
    for (const k of [-1, 1]) {
      const side = (grow: number, back: number): [number, number, number?][] => [[x + k * back, tip - 4, 1], [x + k * (half * 0.4 + grow * 0.5), tip + long * 0.16], [x + k * (half * 0.74 + grow * 0.8), tip + long * 0.38], [x + k * (half * 0.94 + grow), tip + long * 0.68], [x + k * (half + grow), floor, 1]];
      const edge = outline([...side(1, 0), ...side(30, 1).toReversed()]);
      ctx.fillStyle = ramp(ctx, [x + k * half * 0.5, 0], [x + k * (half + 30), 0], [[0, "#b8142a"], [0.6, "#c01a30"], [1, "#2a020c"]]);
      ctx.fill(edge);
      rim(ctx, edge, { color: "#ffb8a0", from: [-k, 0], width: 6, strength: 0.5 });
    }
    stageFront(ctx, at, width, height);
    spill(ctx, at, height);
    placed(ctx, { x, y: floor + 8, scale: at.her }, () =>
      soprano(ctx, { t, gown: "#1c050c", shade: "#0a0204", light: "#ffcf9a", from: [0.5, -1], edge: 1.6 }, { arm: "down", knife: true, skin: "#2a0c12" }));
  });
  motes(view, { seed: 5, count: 70, size: 2.8, color: "#fff0d8", strength: 0.75, rise: 6, sway: 10, area: [x - half * 2.2, tip - 60, half * 4.4, floor - tip + 140], ember: true });
}

function stageFront(ctx: CanvasRenderingContext2D, at: Frame, width: number, height: number): void {
  const { x, floor, half } = at;
  ctx.fillStyle = ramp(ctx, [0, floor], [0, height], [[0, "#3a0c12"], [0.12, "#1c060a"], [1, "#060103"]]);
  ctx.fillRect(0, floor, width, height - floor);
  const guard = outline([[x - half * 2.5, floor - 8], [x - half * 2.1, floor - 24], [x - half, floor - 6], [x, floor - 2], [x + half, floor - 6], [x + half * 2.1, floor - 24], [x + half * 2.5, floor - 8], [x + half * 2.2, floor + 26], [x + half, floor + 32], [x, floor + 38], [x - half, floor + 32], [x - half * 2.2, floor + 26]]);
  ctx.fillStyle = ramp(ctx, [x - half * 2.5, 0], [x + half * 2.5, 0], [[0, "#4a2408"], [0.25, GILT], [0.5, "#fff4cc"], [0.75, GILT], [1, "#4a2408"]]);
  ctx.fill(guard);
  rim(ctx, guard, { color: "#fff6dc", from: [0, -1], width: 7, strength: 0.8 });
  for (let i = -4; i <= 4; i++) {
    const lx = x + i * half * 0.52;
    ctx.fillStyle = "#fff8e4";
    ctx.beginPath();
    ctx.arc(lx, floor + 13 - Math.abs(i) * 1.4, half * 0.07, 0, 7);
    ctx.fill();
    glow(ctx, lx, floor + 12, half * 0.6, "#ffc878", 0.6);
  }
  const grip = outline([[x - half * 0.4, floor + 36, 1], [x + half * 0.4, floor + 36, 1], [x + half * 0.52, floor + 190], [x + half * 0.38, height + 40, 1], [x - half * 0.38, height + 40, 1], [x - half * 0.52, floor + 190]]);
  ctx.fillStyle = ramp(ctx, [x - half * 0.5, 0], [x + half * 0.5, 0], [[0, "#3a0410"], [0.4, "#d8283f"], [0.6, "#a30d24"], [1, "#2a020c"]]);
  ctx.fill(grip);
  ctx.save();
  ctx.clip(grip);
  ctx.strokeStyle = fade("#ffd890", 0.75);
  ctx.lineWidth = 5;
  for (let y = floor + 60; y < height + 60; y += 34) ctx.stroke(outline([[x - half * 0.6, y + 14], [x, y - 8], [x + half * 0.6, y + 10]], false));
  ctx.restore();
}

/** Light that comes out through the gap and lies over the boards and the mask left there. */
function spill(ctx: CanvasRenderingContext2D, at: Frame, height: number): void {
  const { x, floor, half } = at;
  beam(ctx, { x, y: floor - 60, angle: Math.PI / 2, spread: 1.1, length: height - floor + 120, color: SPOT, strength: 0.4 });
  ctx.fillStyle = "rgba(6,0,2,0.62)";
  ctx.fill(outline([[x - half * 0.34, floor + 8, 1], [x + half * 0.34, floor + 8, 1], [x + half * 0.2, floor + 120], [x + half * 0.09, height, 1], [x - half * 0.09, height, 1], [x - half * 0.2, floor + 120]]));
  placed(ctx, { x: x + half * 1.75, y: floor + 84, scale: half / 150, turn: 0.16 }, () => {
    ctx.fillStyle = "rgba(0,0,0,0.5)";
    ctx.beginPath();
    ctx.ellipse(10, 46, 110, 16, 0, 0, 7);
    ctx.fill();
    mask(ctx, [-0.8, -0.8], "#12040a");
  });
}

/** 2:3, 720x1080 units. */
export const poster: Scene = (view) => {
  keyArt(view, { x: 360, tip: 60, floor: 800, half: 104, her: 1.56 });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, height * 0.78], [0, height], [[0, fade("#060103", 0)], [1, fade("#060103", 0.72)]]);
  ctx.fillRect(0, height * 0.78, width, height * 0.22);
};

/** 16:9, 1280x720 units: the blade on the right, velvet on the left for words. */
export const cover: Scene = (view) => {
  keyArt(view, { x: 900, tip: 36, floor: 570, half: 92, her: 1.3 });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.56, 0], [[0, fade("#0c0206", 0.92)], [0.55, fade("#0c0206", 0.6)], [1, fade("#0c0206", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
