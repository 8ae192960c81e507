// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { lady, porter, type Stance } from "./figures.ts";
import { HUE, panelled } from "./sets.ts";

/** The cage lift: "rise" the floors go by and the needle runs past the end of its scale. */
export const lift: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, HUE.night], [1, "#010403"]]);
  const speed = 560 * smooth(5.6, 4.2, t) + 4;
  const travel = t < 4.2 ? t * 560 : 4.2 * 560 + (t - 4.2) * speed * 0.5;
  layer(view, 0.5, (ctx) => {
    ctx.fillStyle = "#020b08";
    ctx.fillRect(60, 200, 600, 920);
    for (let i = -1; i < 3; i++) {
      const y = 200 + ((travel + i * 620) % 1860) - 620;
      ctx.fillStyle = ramp(ctx, [0, y], [0, y + 480], [[0, "#04140f"], [0.16, "#d8a850"], [0.5, "#fff0c0"], [0.86, "#d8a850"], [1, "#04140f"]]);
      ctx.fillRect(120, y, 480, 480);
      ctx.fillStyle = fade("#3a2a10", 0.3);
      for (const x of [150, 460]) ctx.fillRect(x, y + 60, 110, 400);
    }
    ctx.fillStyle = fade("#020a07", 0.2);
    ctx.fillRect(60, 200, 600, 920);
    const flare = Math.max(0, Math.sin(((travel + 100) / 620) * 6.283));
    glow(ctx, 360, 640, 460, HUE.gold, 0.2 + flare * 0.4);
    ctx.fillStyle = "#07130e";
    ctx.fillRect(60, 1096, 600, 40);
    ctx.fillStyle = HUE.pale;
    ctx.fillRect(250, 206, 220, 8);
    glow(ctx, 360, 214, 380, HUE.pale, 0.6);
    const s: Stance = { body: "#020806", light: mix(HUE.pale, HUE.gold, flare), from: [0, -1], edge: 3 };
    placed(ctx, { x: 258, y: 1108, scale: 3.35 }, () => lady(ctx, s));
    placed(ctx, { x: 456, y: 1108, scale: 3.5 }, () => porter(ctx, s, { leak: 0.8 }));
  });
  layer(view, 1, (ctx) => {
    lattice(ctx);
    dial(ctx, smooth(0, 5.2, t) * 1.24);
  });
  motes(view, { seed: 85, count: 10, size: 3.4, color: HUE.gold, strength: 0.35, rise: -30, sway: 6, ember: true });
};

function lattice(ctx: CanvasRenderingContext2D): void {
  for (const [width, color] of [[7, "#1a1206"], [3.4, "#a87a30"]] as const) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.beginPath();
    for (let i = -8; i < 8; i++) {
      ctx.moveTo(100 + i * 112, 300);
      ctx.lineTo(100 + i * 112 + 520, 300 + 900);
      ctx.moveTo(620 - i * 112, 300);
      ctx.lineTo(620 - i * 112 - 520, 300 + 900);
    }
    ctx.save();
    ctx.clip(outline([[66, 300, 1], [654, 300, 1], [654, 1150, 1], [66, 1150, 1]]));
    ctx.globalAlpha = 0.42;
    ctx.stroke();
    ctx.restore();
  }
  panelled(ctx, { x: -240, y: -200, w: 306, h: 1400, light: [66, 620], reach: 420, color: HUE.gold, strength: 0.6 });
  panelled(ctx, { x: 654, y: -200, w: 306, h: 1400, light: [654, 620], reach: 420, color: HUE.gold, strength: 0.6 });
  ctx.fillStyle = ramp(ctx, [0, -200], [0, 300], [[0, "#020906"], [1, "#0c3a2c"]]);
  ctx.fillRect(-240, -200, 1200, 500);
  ctx.fillStyle = ramp(ctx, [0, 1140], [0, 1400], [[0, "#3a2a10"], [0.1, "#08130e"], [1, "#010403"]]);
  ctx.fillRect(-240, 1140, 1200, 400);
  for (const [x, y, w, h] of [[54, 296, 14, 850], [652, 296, 14, 850], [54, 290, 612, 14], [352, 300, 16, 845], [54, 1136, 612, 12], [60, 660, 600, 10]] as const) {
    ctx.fillStyle = w < h ? ramp(ctx, [x, 0], [x + w, 0], [[0, "#5a3e10"], [0.4, HUE.gold], [1, "#2a1c08"]]) : ramp(ctx, [0, y], [0, y + h], [[0, HUE.gold], [1, "#3a280a"]]);
    ctx.fillRect(x, y, w, h);
  }
}

/** The floor dial over the gate; at 1 the needle stands on the last mark. */
function dial(ctx: CanvasRenderingContext2D, k: number): void {
  placed(ctx, { x: 360, y: 252 }, () => {
    const half = outline([[-168, 0, 1], [-150, -84], [-84, -148], [0, -170], [84, -148], [150, -84], [168, 0, 1]]);
    ctx.fillStyle = ramp(ctx, [0, -170], [0, 0], [[0, "#07221a"], [1, "#0e3f30"]]);
    ctx.fill(half);
    ctx.strokeStyle = HUE.gold;
    ctx.lineWidth = 8;
    ctx.stroke(half);
    for (let i = 0; i < 12; i++) {
      const a = Math.PI + 0.26 + (i / 11) * (Math.PI - 0.9);
      ctx.strokeStyle = i / 11 < k ? "#ffe9b0" : fade(HUE.brass, 0.8);
      ctx.lineWidth = 5;
      ctx.stroke(outline([[Math.cos(a) * 118, Math.sin(a) * 118], [Math.cos(a) * 142, Math.sin(a) * 142]], false));
    }
    const a = Math.PI + 0.26 + k * (Math.PI - 0.9);
    const past = smooth(1.02, 1.2, k);
    glow(ctx, Math.cos(a) * 120, Math.sin(a) * 120, 90, "#ff6a4c", past * 0.8);
    ctx.strokeStyle = mix("#fff0c0", "#ff7a5c", past);
    ctx.lineWidth = 7;
    ctx.lineCap = "round";
    ctx.stroke(outline([[0, -6], [Math.cos(a) * 124, Math.sin(a) * 124 - 4]], false));
    ctx.fillStyle = HUE.gold;
    ctx.beginPath();
    ctx.arc(0, -4, 15, 0, 7);
    ctx.fill();
  });
}
