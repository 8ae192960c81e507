// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bump, hash } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { nora, oriel, tobias, viktor } from "./cast.ts";
import { guest, luggage } from "./figures.ts";
import { bokeh, HUE } from "./sets.ts";

/** A heap of cases, drawn once. */
function heap(view: View, seed: number): HTMLCanvasElement {
  return sprite(view, `heap${seed}`, 360, 760, (ctx) => {
    for (let row = 0; row < 8; row++)
      for (let i = 0; i < 3; i++) {
        const w = 96 + hash(row * 3 + i, seed) * 60;
        const lit = row / 7;
        placed(ctx, { x: 66 + i * 112 + (hash(row, seed + i) - 0.5) * 40, y: 600 - row * 76 + hash(i, seed + row) * 14, turn: (hash(i + row, seed + 2) - 0.5) * 0.12 }, () =>
          luggage(ctx, { body: mix(["#0a2a20", "#2a1c10", "#14231e"][(row + i) % 3] as string, HUE.pale, lit * 0.12), light: HUE.pale, from: [seed > 5 ? -1 : 1, -0.5], edge: 5, strength: 0.35 + lit * 0.5 }, 0, w),
        );
      }
  });
}

/** Inside: a round window of pale light, a desk, hundreds of cases, a man who was buried on Sunday. */
export const inside: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#04140f"], [0.6, "#0a3024"], [1, "#010403"]]);
  const drift = 0.92 + 0.08 * Math.sin(t * 1.2);
  layer(view, 0.35, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 0], [0, 1000], [[0, "#051a13"], [0.5, "#0e4434"], [1, "#06201a"]]);
    ctx.fillRect(-200, -200, 1120, 1400);
    for (let i = 0; i < 14; i++) {
      const a = (i / 14) * 6.283;
      ctx.fillStyle = fade("#000000", 0.14);
      ctx.fill(outline([[360 + Math.cos(a) * 300, 470 + Math.sin(a) * 300, 1], [360 + Math.cos(a - 0.1) * 900, 470 + Math.sin(a - 0.1) * 900, 1], [360 + Math.cos(a + 0.1) * 900, 470 + Math.sin(a + 0.1) * 900, 1]]));
    }
    for (const [r, color] of [[292, "#1a1206"], [280, HUE.brass], [266, "#3a2a0c"], [256, ""]] as const) {
      ctx.beginPath();
      ctx.arc(360, 470, r, 0, 7);
      if (color) ctx.fillStyle = color;
      else {
        const pane = ctx.createRadialGradient(360, 440, 20, 360, 470, 256);
        for (const [at, tone] of [[0, "#ffffee"], [0.5, HUE.pale], [1, "#a8bc7c"]] as const) pane.addColorStop(at, tone);
        ctx.fillStyle = pane;
      }
      ctx.fill();
    }
    ctx.strokeStyle = "#3a2f14";
    ctx.lineWidth = 11;
    for (const a of [0.39, 1.18, 1.96, 2.75]) ctx.stroke(outline([[360 - Math.cos(a) * 256, 470 - Math.sin(a) * 256], [360 + Math.cos(a) * 256, 470 + Math.sin(a) * 256]], false));
    ctx.lineWidth = 8;
    ctx.beginPath();
    ctx.arc(360, 470, 118, 0, 7);
    ctx.stroke();
    glow(ctx, 360, 470, 640, HUE.pale, 0.5 * drift);
  });
  layer(view, 0.6, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 940], [0, 1300], [[0, "#3f6a4c"], [0.3, "#0d2a20"], [1, "#010403"]]);
    ctx.fillRect(-200, 940, 1120, 500);
    placed(ctx, { x: 372 + Math.sin(t * 0.8) * 2, y: 1044, scale: 3.1 }, () => guest(ctx, { body: "#020a07", light: HUE.pale, from: [0, -1], edge: 3 }));
  });
  layer(view, 0.8, (ctx) => {
    ctx.drawImage(heap(view, 3), -130, 420, 360, 760);
    ctx.drawImage(heap(view, 9), 520, 470, 360, 760);
  });
  layer(view, 1, (ctx) => {
    const desk = outline([[110, 1010, 1], [610, 1010, 1], [680, 1080, 1], [680, 1400, 1], [40, 1400, 1], [40, 1080, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 1010], [0, 1300], [[0, "#7a6a38"], [0.1, "#2a2412"], [0.3, "#0a1a12"], [1, "#010403"]]);
    ctx.fill(desk);
    rim(ctx, desk, { color: HUE.pale, from: [0, -1], width: 8, strength: 0.8 });
    ctx.fillStyle = ramp(ctx, [0, 1016], [0, 1064], [[0, "#fffbe0"], [1, "#8a8458"]]);
    ctx.fill(outline([[250, 1024, 1], [356, 1018], [462, 1024, 1], [492, 1064, 1], [358, 1056], [226, 1064, 1]]));
    ctx.strokeStyle = fade("#3a3418", 0.6);
    ctx.lineWidth = 2;
    for (let i = 0; i < 5; i++) ctx.stroke(outline([[262 - i * 5, 1028 + i * 7], [344, 1024 + i * 7]], false));
    ctx.stroke(outline([[357, 1018], [358, 1056]], false));
  });
  motes(view, { seed: 95, count: 26, size: 4, color: HUE.pale, strength: 0.55, rise: 8, sway: 16, ember: true, area: [100, 200, 520, 860] });
};

/** Faces in the light of the house. Moods: meet, nora, tobias, oriel, viktor, pair, stand. */
export const faces: Scene = (view, mood) => {
  const { t } = view;
  const pale = mood === "viktor" || mood === "pair" || mood === "both";
  const light = pale ? HUE.pale : HUE.gold;
  sky(view, pale ? [[0, "#0a2a20"], [0.4, "#2f6a50"], [0.7, "#0c3427"], [1, "#010403"]] : [[0, "#03120d"], [0.5, "#0c3f30"], [1, "#010403"]]);
  layer(view, 0.25, (ctx) => {
    if (pale) {
      ctx.fillStyle = fade(HUE.pale, 0.85);
      ctx.beginPath();
      ctx.arc(mood === "viktor" ? 210 : 360, 420, 250, 0, 7);
      ctx.fill();
      ctx.strokeStyle = "#3a3a20";
      ctx.lineWidth = 12;
      const cx = mood === "viktor" ? 210 : 360;
      for (const a of [0.39, 1.18, 1.96, 2.75]) ctx.stroke(outline([[cx - Math.cos(a) * 250, 420 - Math.sin(a) * 250], [cx + Math.cos(a) * 250, 420 + Math.sin(a) * 250]], false));
      glow(ctx, cx, 420, 640, HUE.pale, 0.5);
    } else bokeh(ctx, { seed: mood.length * 7, count: 28, area: [-60, 60, 840, 880], size: 70, color: HUE.brass, strength: 0.34, t });
  });
  const lit = { t, light, reveal: 0.85, eye: "open" as const };
  layer(view, 1, (ctx) => {
    if (mood === "meet" || mood === "stand") {
      nora(ctx, { x: 12, y: 400, scale: 3.35 }, { ...lit, from: [1, -0.3], reveal: 0.9 });
      tobias(ctx, { x: 712, y: 350, scale: 3.5, flip: true }, { ...lit, from: [1, -0.2], reveal: 0.7 });
    } else if (mood === "nora" || mood === "answer") {
      const close = mood === "nora" ? 5.1 : 4.9;
      glow(ctx, 620, 420, 420, light, 0.35);
      nora(ctx, { x: 96, y: 300, scale: close, turn: -0.03 }, { ...lit, from: [1, -0.35], eye: t > 2.5 && t < 2.64 ? "closed" : "open" });
    } else if (mood === "tobias") {
      glow(ctx, 90, 460, 420, light, 0.3);
      tobias(ctx, { x: 628, y: 330, scale: 4.9, flip: true, turn: 0.03 }, { ...lit, from: [1, -0.3], reveal: 0.75 });
      receiver(ctx, t);
    } else if (mood === "oriel") {
      glow(ctx, 600, 480, 420, light, 0.3);
      oriel(ctx, { x: 100, y: 290, scale: 5.1 }, { ...lit, from: [1, 0.1], reveal: 0.7 });
    } else if (mood === "viktor") {
      viktor(ctx, { x: 640, y: 300, scale: 4.9, flip: true }, { ...lit, from: [1, -0.2], reveal: 0.6 });
    } else {
      nora(ctx, { x: 0, y: 420, scale: 3.3 }, { ...lit, from: [1, -0.4], reveal: 0.8 });
      viktor(ctx, { x: 724, y: 370, scale: 3.45, flip: true }, { ...lit, from: [1, -0.4], reveal: 0.55 });
    }
  });
  const flare = mood === "tobias" ? bump(t, 1.6, 1.4) : 0;
  if (flare > 0) layer(view, 0.5, (ctx) => glow(ctx, 120, 300, 500, HUE.gold, flare * 0.15));
  motes(view, { seed: 105 + mood.length, count: 14, size: 4, color: light, strength: 0.4, rise: 9, sway: 14, ember: true });
};

/** The handset at his ear, and the cord that hangs from it. */
function receiver(ctx: CanvasRenderingContext2D, t: number): void {
  placed(ctx, { x: 470, y: 590 + Math.sin(t * 1.2) * 3, turn: -0.2 }, () => {
    ctx.strokeStyle = "#020806";
    ctx.lineWidth = 8;
    ctx.stroke(outline([[-70, 176], [-40, 320], [20, 420], [60, 700]], false));
    const bar = outline([[-8, -72], [44, -70], [50, -30], [30, -16], [16, 60], [-34, 150], [-40, 192], [-104, 182], [-92, 134], [-44, 108], [-22, 40], [-14, -20]]);
    ctx.fillStyle = ramp(ctx, [-90, -70], [60, 190], [[0, "#1a4a3a"], [0.4, "#07140f"], [1, "#010302"]]);
    ctx.fill(bar);
    rim(ctx, bar, { color: HUE.gold, from: [-1, -0.4], width: 9, strength: 0.85 });
    const hand = outline([[-46, 30], [20, 8], [66, 34], [92, 120], [80, 220], [10, 210], [-20, 150], [-52, 96]]);
    ctx.fillStyle = ramp(ctx, [-50, 0], [90, 180], [[0, "#f6ecd0"], [0.4, "#98967e"], [1, "#1c261f"]]);
    ctx.fill(hand);
    rim(ctx, hand, { color: "#fff6d8", from: [-1, -0.5], width: 9, strength: 0.8 });
    ctx.strokeStyle = fade("#2a3028", 0.5);
    ctx.lineWidth = 4;
    for (const y of [52, 84, 116]) ctx.stroke(outline([[-44 + (y - 52) * 0.2, y], [6, y - 8], [34, y + 8]], false));
    ctx.fillStyle = "#08251c";
    ctx.fill(outline([[10, 206], [84, 200], [220, 620, 1], [40, 640, 1]]));
    ctx.strokeStyle = HUE.gold;
    ctx.lineWidth = 6;
    ctx.stroke(outline([[10, 224], [90, 216]], false));
  });
}

