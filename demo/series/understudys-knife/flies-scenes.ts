// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beam } from "../../engine/light.ts";
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { fist, knife, ropes, SPOT, sandbag, soprano } from "./props.ts";

function dark(view: View, a: string, b: string): void {
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, 1280], [[0, b], [0.42, a], [0.8, b], [1, "#050103"]]);
  ctx.fillRect(0, 0, 720, 1280);
}

/** Above the stage: ropes, a gangway, someone on it. `watch`: she stands and looks down. `cut`: the saw goes through. */
export const flies: Scene = (view, mood) => {
  const { t, u } = view;
  if (mood === "cut") {
    severed(view);
    return;
  }
  dark(view, "#5a1a1e", "#12040a");
  layer(view, 0.15, (ctx) => {
    glow(ctx, 400, 1180, 1150, "#ff8a4c", 0.8);
    glow(ctx, 420, 1260, 620, SPOT, 0.8);
    glow(ctx, 500, 620, 420, "#ff9a60", 0.45);
    for (let i = 0; i < 8; i++) {
      ctx.fillStyle = mix("#3a141a", "#0a0306", i / 8);
      ctx.fillRect(-100, 120 + i * 24 - i * i * 2, 920, 8);
    }
    ropes(ctx, { seed: 5, count: 22, from: -60, to: 780, width: 4, color: "#3a1c18", light: fade("#e8a060", 0.4), sway: 2 });
  });
  layer(view, 0.4, (ctx) => {
    for (const [x, w, a] of [[140, 0.16, -1.3], [420, 0.2, -1.62], [640, 0.15, -1.9]] as const)
      beam(ctx, { x, y: 1420, angle: a, spread: w, length: 1500, color: "#ffdca8", strength: 0.36 });
    ropes(ctx, { seed: 8, count: 9, from: -40, to: 760, width: 9, color: "#22100e", light: fade("#ffb870", 0.55), sway: 5 });
    for (const [x, y] of [[60, 250], [190, 120], [610, 190]] as const) placed(ctx, { x, y, scale: 0.8, turn: Math.sin(t * 0.8 + x) * 0.02 }, () => sandbag(ctx, "#ffb870"));
  });
  layer(view, 0.85, (ctx) => {
    const floor = ramp(ctx, [0, 880], [0, 960], [[0, "#8a4a2c"], [0.2, "#2a0e0c"], [1, "#0a0304"]]);
    ctx.fillStyle = floor;
    ctx.fillRect(-200, 890, 1120, 58);
    const x = lerp(540, 500, u);
    placed(ctx, { x, y: 894, scale: 2.5 }, () =>
      soprano(ctx, { t, gown: "#12040a", shade: "#0a0204", light: "#ffc088", from: [-0.4, 1], edge: 2.6 }, { arm: "down", knife: true, skin: "#2a0e12" }));
    ctx.strokeStyle = "#0c0406";
    ctx.lineWidth = 11;
    for (const y of [700, 800]) ctx.stroke(outline([[-200, y], [920, y]], false));
    for (let k = -1; k < 7; k++) ctx.stroke(outline([[k * 130 + 40, 690], [k * 130 + 40, 900]], false));
    ctx.strokeStyle = fade("#ffb878", 0.5);
    ctx.lineWidth = 2.4;
    for (const y of [706, 806]) ctx.stroke(outline([[-200, y], [920, y]], false));
  });
  layer(view, 1.2, (ctx) => {
    for (const [x, w] of [[86, 34], [690, 40]] as const)
      ropes(ctx, { seed: 1, count: 1, from: x, to: x + 1, width: w, color: "#1c0c0c", light: fade("#ff9a60", 0.35), sway: 4 });
  });
  motes(view, { seed: 36, count: 40, size: 3.2, color: "#ffdcb0", strength: 0.6, rise: 16, sway: 12, ember: true });
};

/** The rope, near, and the blade going through it strand by strand. */
function severed(view: View): void {
  const { t, u } = view;
  dark(view, "#6a1c20", "#14040a");
  layer(view, 0.2, (ctx) => {
    glow(ctx, 420, 1300, 1100, "#ff8a4c", 0.85);
    glow(ctx, 420, 640, 520, "#ff9a60", 0.4);
    ropes(ctx, { seed: 8, count: 11, from: -40, to: 780, width: 9, color: "#2a1010", light: fade("#ffb870", 0.4), sway: 5 });
    beam(ctx, { x: 560, y: 1500, angle: -1.7, spread: 0.3, length: 1700, color: "#ffdca8", strength: 0.45 });
  });
  layer(view, 1, (ctx) => {
    const parted = smooth(0.74, 0.8, u);
    const frayed = smooth(0, 0.74, u);
    const [rx, cut] = [500, 560];
    for (const [top, bottom] of [[-400, cut - 20 - parted * 240], [cut + 22 + parted * 1100, 1900]] as const) {
      ctx.save();
      const span = new Path2D();
      span.rect(rx - 60, top, 120, bottom - top);
      ctx.clip(span);
      for (let y = -400; y < 1700; y += 40) {
        const twist = outline([[rx - 46, y + 34], [rx - 40, y + 6], [rx + 34, y - 26], [rx + 46, y - 8], [rx + 40, y + 20], [rx - 34, y + 52]]);
        ctx.fillStyle = ramp(ctx, [rx - 46, 0], [rx + 46, 0], [[0, "#3a1c12"], [0.4, "#c8925c"], [0.62, "#8a5630"], [1, "#2a120c"]]);
        ctx.fill(twist);
        ctx.strokeStyle = "rgba(30,8,6,0.7)";
        ctx.lineWidth = 4;
        ctx.stroke(twist);
      }
      ctx.restore();
    }
    for (let i = 0; i < 15; i++) {
      const x = rx - 40 + i * 5.7;
      const gone = i / 15 < frayed * 0.94;
      ctx.strokeStyle = mix("#e8b878", "#6a3a20", hash(i, 2));
      ctx.lineWidth = 5;
      ctx.lineCap = "round";
      const curl = (hash(i, 4) - 0.5) * 90;
      if (!gone && parted < 0.1) ctx.stroke(outline([[x, cut - 26], [x, cut], [x, cut + 28]], false));
      else {
        ctx.stroke(outline([[x, cut - 24 - parted * 240], [x + curl * 0.3, cut - 6 - parted * 240], [x + curl, cut + 4 + hash(i, 6) * 20 - parted * 240]], false));
        if (parted < 0.1) ctx.stroke(outline([[x, cut + 26], [x + curl * 0.4, cut + 10], [x + curl * 0.9, cut + 6]], false));
      }
    }
    const saw = Math.sin(t * 9) * 40 * (1 - parted);
    placed(ctx, { x: rx + lerp(10, 90, frayed) + saw, y: cut + 8 + parted * 30, scale: 1.7, turn: -1.44 }, () => {
      knife(ctx, [-0.9, 0.3]);
      fist(ctx, { light: "#8a1024", dark: "#1c0208", edge: "#ffb070", from: [-1, 0.4], bend: 40 });
    });
    glow(ctx, rx, cut, 130, "#ffe0b0", 0.45 * (1 - parted));
  });
  motes(view, { seed: 37, count: 40, size: 3.2, color: "#ffdcb0", strength: 0.6, rise: 16, sway: 12, ember: true });
}
