// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beam } from "../../engine/light.ts";
import { bump, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { veraStanding } from "./cast.ts";
import { crane, fogBank, freighter, HUE, harbour, mast } from "./sets.ts";

/** Rings of a signal going out from a point. */
export function rings(ctx: CanvasRenderingContext2D, look: { x: number; y: number; t: number; strength: number; reach: number }): void {
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  for (let i = 0; i < 4; i++) {
    const k = (look.t * 0.42 + i / 4) % 1;
    for (const [width, alpha] of [[16, 0.12], [5, 0.4]] as const) {
      ctx.strokeStyle = fade(HUE.radium, alpha * look.strength * (1 - k) ** 1.4 * smooth(0, 0.12, k));
      ctx.lineWidth = width * (0.5 + k);
      ctx.beginPath();
      ctx.ellipse(look.x, look.y, 40 + k * look.reach, (40 + k * look.reach) * 0.86, 0, 0, 7);
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** The radio hut on its stilts at the end of the pier, one window green. */
function hut(ctx: CanvasRenderingContext2D, t: number): void {
  ctx.fillStyle = "#060a0b";
  for (const x of [-86, -30, 30, 86]) ctx.fillRect(x - 6, -60, 12, 260);
  ctx.lineWidth = 6;
  ctx.strokeStyle = "#060a0b";
  ctx.stroke(outline([[-86, 60], [-30, -20]], false));
  ctx.stroke(outline([[86, 60], [30, -20]], false));
  ctx.fillStyle = ramp(ctx, [0, -220], [0, -60], [[0, "#1c1612"], [1, "#0a0b0b"]]);
  ctx.fillRect(-112, -196, 224, 140);
  ctx.fillStyle = fade(HUE.rust, 0.3);
  for (let i = 0; i < 9; i++) ctx.fillRect(-112 + i * 26, -196, 3, 140);
  ctx.fillStyle = "#080b0c";
  ctx.fill(outline([[-130, -194, 1], [-100, -232, 1], [100, -232, 1], [130, -194, 1]]));
  const beat = 0.85 + 0.15 * Math.sin(t * 7) * Math.sin(t * 2.3);
  ctx.fillStyle = mix(HUE.tube, "#d8ffe6", 0.6 * beat);
  ctx.fillRect(-70, -164, 96, 58);
  ctx.fillStyle = "#070a0b";
  ctx.fillRect(-24, -164, 5, 58);
  ctx.fill(outline([[-8, -106, 1], [-6, -128], [0, -136], [-2, -146], [6, -150], [13, -144], [11, -135], [18, -126], [20, -106, 1]]));
  glow(ctx, -22, -136, 260, HUE.radium, 0.55 * beat);
  ctx.fillStyle = "#060a0b";
  ctx.fillRect(-160, -62, 320, 14);
}

/** Pier 9 in the fog: cranes, the hut, the mast that beats green. */
export const pier: Scene = (view) => {
  const { t } = view;
  harbour(view, { horizon: 760, x: 250, green: 0.5 });
  layer(view, 0.25, (ctx) => {
    for (const [x, h, flip, k] of [[640, 420, true, 0.55], [120, 340, false, 0.62]] as const)
      placed(ctx, { x, y: 776, flip }, () => crane(ctx, { h, t, color: mix("#0c1011", "#6a3a26", k), light: HUE.ember, seed: x }));
  });
  fogBank(view, { top: 520, height: 360, depth: 0.35, drift: 16, opacity: 0.8, seed: 61, warm: 0.5 });
  layer(view, 0.55, (ctx) => {
    placed(ctx, { x: 590, y: 860, flip: true }, () => crane(ctx, { h: 700, t, color: "#0d0e0e", light: HUE.ember, seed: 4 }));
  });
  layer(view, 0.8, (ctx) => {
    const call = Math.max(bump(t % 1.7, 0.3, 0.3), bump(t % 1.7, 0.75, 0.25) * 0.7);
    placed(ctx, { x: 190, y: 820 }, () => mast(ctx, { h: 470, foot: 44, color: "#080b0c", t, lamp: 0.25 + 0.75 * call }));
    rings(ctx, { x: 190, y: 266, t, strength: 0.8, reach: 420 });
    placed(ctx, { x: 220, y: 940, scale: 1.1 }, () => hut(ctx, t));
    ctx.fillStyle = ramp(ctx, [0, 880], [0, 960], [[0, "#0d0d0c"], [1, "#040606"]]);
    ctx.fill(outline([[-200, 1000, 1], [400, 880, 1], [400, 900, 1], [-200, 1060, 1]]));
  });
  fogBank(view, { top: 900, height: 420, depth: 1.1, drift: -26, opacity: 0.7, seed: 71, warm: 0.25 });
  rain(view, { count: 30, slant: -0.1, color: "#d8e8e0", strength: 0.14 });
};

/** The mast from below; the call goes out or comes in. */
export const antenna: Scene = (view) => {
  const { t } = view;
  harbour(view, { horizon: 1230 });
  fogBank(view, { top: 240, height: 620, depth: 0.2, drift: 18, opacity: 0.75, seed: 63, warm: 0.55 });
  layer(view, 0.45, (ctx) => {
    const beat = 0.3 + 0.7 * Math.max(bump(t % 1.3, 0.25, 0.25), bump(t % 1.3, 0.7, 0.2));
    rings(ctx, { x: 372, y: 300, t: t * 1.2, strength: 1.1, reach: 700 });
    glow(ctx, 372, 300, 520, HUE.radium, 0.16 + beat * 0.14);
    placed(ctx, { x: 372, y: 1330, turn: 0.02 }, () => mast(ctx, { h: 940, foot: 230, color: "#070a0b", t, lamp: beat }));
  });
  fogBank(view, { top: 820, height: 520, depth: 0.9, drift: -30, opacity: 0.75, seed: 73, warm: 0.35 });
  motes(view, { seed: 7, count: 18, size: 3.4, color: HUE.ember, strength: 0.4, rise: 12, sway: 20, ember: true });
};

/** The ship bow-on. "dark" she comes without lights, "turn" she leans away from the rocks, "home" all lights on. */
export const ship: Scene = (view, mood) => {
  const { t, u } = view;
  const home = mood === "home";
  const turn = mood === "turn";
  harbour(view, { horizon: 820, dawn: home ? 0.85 : 0, green: turn ? 0.7 : 0.35 });
  const on = home ? smooth(0.5, 0.9, t) : 0;
  layer(view, 0.3, (ctx) => {
    placed(ctx, { x: 84, y: 836 }, () => crane(ctx, { h: 360, t, color: home ? "#6a4030" : "#4a2c20", light: HUE.ember, seed: 2 }));
    placed(ctx, { x: 660, y: 836, flip: true }, () => crane(ctx, { h: 300, t, color: home ? "#7a4a34" : "#54321f", light: HUE.ember, seed: 6 }));
  });
  fogBank(view, { top: 500, height: 420, depth: 0.35, drift: 14, opacity: 0.9, seed: 65, warm: home ? 0.9 : 0.45 });
  layer(view, 0.6, (ctx) => {
    const near = lerp(1.12, home ? 1.3 : 1.42, u);
    const lean = turn ? smooth(0.6, 2.6, t) * 0.16 : Math.sin(t * 0.8) * 0.012;
    placed(ctx, { x: 360 + (turn ? smooth(0.6, 3, t) * 70 : 0), y: 900 + Math.sin(t * 0.9) * 6, scale: near, turn: lean }, () =>
      freighter(ctx, { on, body: home ? "#241a17" : "#0a0c0c", light: home ? "#ffd09a" : "#a8745a", t, rust: home ? 0.9 : 0.5 }),
    );
    if (turn) beam(ctx, { x: -60, y: 420, angle: 0.2, spread: 0.3, length: 900, color: HUE.radium, strength: 0.7 });
    ctx.fillStyle = ramp(ctx, [0, 880], [0, 1000], [[0, fade("#d8c8b4", 0.4)], [1, fade("#0a0e0e", 0)]]);
    ctx.fill(outline([[200, 930], [360, 896], [520, 930], [700, 1010], [360, 960], [20, 1010]]));
  });
  if (turn) rocks(view);
  fogBank(view, { top: 860, height: 460, depth: 1, drift: -34, opacity: home ? 0.6 : 0.85, seed: 75, warm: home ? 0.8 : 0.3 });
  if (home) layer(view, 1.2, (ctx) => {
    ctx.fillStyle = "#080706";
    ctx.fill(outline([[-100, 1200, 1], [820, 1180, 1], [820, 1500, 1], [-100, 1500, 1]]));
    placed(ctx, { x: 250, y: 1246, scale: 1.9 }, () => veraStanding(ctx, { body: "#0c0807", light: "#ffd09a", from: [0.5, -0.8], t, headset: false }));
  });
  if (!home) rain(view, { count: 44, slant: -0.2, color: "#e0e8e0", strength: 0.18 });
};

function rocks(view: View): void {
  layer(view, 1.1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 900], [0, 1200], [[0, "#15120f"], [1, "#030404"]]);
    ctx.fill(outline([[-140, 1240, 1], [-60, 980, 1], [20, 930, 1], [70, 1000, 1], [120, 960, 1], [190, 1080, 1], [270, 1240, 1]]));
    ctx.strokeStyle = fade(HUE.radium, 0.4);
    ctx.lineWidth = 3;
    ctx.stroke(outline([[-60, 980, 1], [20, 930, 1], [70, 1000, 1], [120, 960, 1], [190, 1080, 1]], false));
  });
}
