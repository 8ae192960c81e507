// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { lerp, smooth, wander } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky } from "../../engine/sky.ts";
import { disc } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { GREEN_LIT, mateo, RUST_LIT, vera } from "./cast.ts";
import { fogBank, freighter, HUE, harbour, scope, type Trace } from "./sets.ts";

/** A meter with a radium scale, 150 wide, middle of its foot at 0,0. */
function meter(ctx: CanvasRenderingContext2D, swing: number): void {
  ctx.fillStyle = ramp(ctx, [0, -104], [0, 16], [[0, "#4a3026"], [1, "#0c0a09"]]);
  ctx.fill(outline([[-84, 16, 1], [-84, -60], [-50, -100], [50, -100], [84, -60], [84, 16, 1]]));
  ctx.fillStyle = "#050908";
  ctx.fill(outline([[-72, 4, 1], [-72, -56], [-42, -88], [42, -88], [72, -56], [72, 4, 1]]));
  for (let i = 0; i < 9; i++) {
    const a = Math.PI * (1.14 + i * 0.09);
    ctx.strokeStyle = fade(i > 6 ? "#ff7a4c" : HUE.radium, 0.9);
    ctx.lineWidth = 3;
    ctx.stroke(outline([[Math.cos(a) * 58, 4 + Math.sin(a) * 70], [Math.cos(a) * 66, 4 + Math.sin(a) * 79]], false));
  }
  const a = Math.PI * (1.14 + swing * 0.72);
  ctx.strokeStyle = "#e8fff0";
  ctx.lineWidth = 2.6;
  ctx.stroke(outline([[0, 0], [Math.cos(a) * 60, Math.sin(a) * 72]], false));
  glow(ctx, 0, -40, 120, HUE.radium, 0.35);
}

/** The set: knobs, meters, lamps under the scope. */
function desk(ctx: CanvasRenderingContext2D, t: number, busy: number): void {
  ctx.fillStyle = ramp(ctx, [0, 860], [0, 1300], [[0, "#3a261c"], [0.06, "#1c1512"], [0.5, "#0c0b0a"], [1, "#030404"]]);
  ctx.fillRect(-200, 880, 1120, 560);
  ctx.fillStyle = fade("#c87a4c", 0.6);
  ctx.fillRect(-200, 880, 1120, 3);
  for (const [x, s] of [[120, 0], [360, 3], [600, 7]] as const)
    placed(ctx, { x, y: 1030 }, () => meter(ctx, Math.min(1, Math.max(0, 0.25 + busy * 0.5 + wander(t * 3, s) * 0.2 * (0.3 + busy)))));
  for (const [x, r] of [[70, 34], [214, 26], [300, 26], [430, 26], [520, 34], [650, 30]] as const) {
    const knob = disc(x, 1128, r);
    ctx.fillStyle = ramp(ctx, [x - r, 1128 - r], [x + r, 1128 + r], [[0, "#5a4234"], [0.5, "#1c1614"], [1, "#060505"]]);
    ctx.fill(knob);
    rim(ctx, knob, { color: HUE.radium, from: [0, -1], width: 5, strength: 0.5 });
    ctx.strokeStyle = fade(HUE.radium, 0.85);
    ctx.lineWidth = 3;
    const a = x * 0.7 + Math.sin(t * 0.4) * 0.1;
    ctx.stroke(outline([[x + Math.cos(a) * r * 0.35, 1128 + Math.sin(a) * r * 0.35], [x + Math.cos(a) * r * 0.85, 1128 + Math.sin(a) * r * 0.85]], false));
  }
  for (let i = 0; i < 5; i++) {
    const lit = i === 4 ? busy : 0.5 + 0.5 * Math.sign(Math.sin(t * (1 + i * 0.6) + i * 2));
    ctx.fillStyle = mix("#140a06", i === 4 ? "#ff7a4c" : HUE.radium, lit);
    ctx.fill(disc(250 + i * 56, 920, 6));
    glow(ctx, 250 + i * 56, 920, 40, i === 4 ? "#ff7a4c" : HUE.radium, lit * 0.6);
  }
}

/** The oscilloscope. "call" a dead channel wakes, "voice" it speaks, "flat" it falls still beside an empty chair. */
export const tube: Scene = (view, mood) => {
  const { t } = view;
  const kind = (mood || "call") as Trace;
  sky(view, [[0, "#080c0c"], [0.6, "#120f0d"], [1, HUE.black]]);
  layer(view, 0.4, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 0], [720, 900], [[0, "#1a1512"], [0.5, "#241a15"], [1, "#0a0807"]]);
    ctx.fillRect(-200, -200, 1120, 1100);
    for (let i = 0; i < 6; i++) {
      ctx.fillStyle = fade("#000000", 0.35);
      ctx.fillRect(-200, -60 + i * 170, 1120, 4);
      ctx.fillStyle = fade("#c87a4c", 0.1);
      ctx.fillRect(-200, -56 + i * 170, 1120, 2);
    }
    glow(ctx, 360, 470, 760, HUE.tube, kind === "flat" ? 0.2 : 0.42);
  });
  layer(view, 0.8, (ctx) => placed(ctx, { x: 360, y: 470 }, () => scope(ctx, { r: 268, t, kind, strength: kind === "flat" ? lerp(1, 0.55, smooth(0.5, 2, t)) : 1 })));
  layer(view, 1, (ctx) => desk(ctx, t, kind === "flat" ? 0 : smooth(0.4, 1, t)));
  layer(view, 1.3, (ctx) => {
    if (kind !== "flat") return;
    // The chair he sat in.
    for (const [spine, width] of [[[[486, 1440], [470, 1060], [486, 950], [560, 918], [640, 918], [714, 950], [730, 1060], [714, 1440]], 26], [[[480, 1010], [600, 994], [720, 1010]], 22], [[[476, 1090], [600, 1076], [724, 1090]], 22], [[[480, 1170], [600, 1158], [720, 1170]], 22]] as const) {
      const wood = ribbon(spine, [width, width]);
      ctx.fillStyle = ramp(ctx, [470, 910], [730, 1240], [[0, "#3a2a22"], [0.5, "#16110e"], [1, "#050505"]]);
      ctx.fill(wood);
      rim(ctx, wood, { color: HUE.radium, from: [-0.5, -0.9], width: 6, strength: 0.7 });
    }
  });
  motes(view, { seed: 17, count: 16, size: 3.2, color: HUE.radium, strength: 0.4, rise: 8, sway: 14, ember: true });
};

/** Behind the faces: the pane with fog and a rusty lamp, and the round green screen. */
function backdrop(view: View, look: { x: number; y: number; r: number; kind: Trace; lamp: number }): void {
  sky(view, [[0, "#0a0e0e"], [0.5, "#1c1613"], [1, HUE.black]]);
  layer(view, 0.2, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 60], [0, 760], [[0, "#1c2423"], [0.6, "#6a3a26"], [1, "#3a2018"]]);
    ctx.fillRect(look.lamp - 170, 60, 340, 700);
    glow(ctx, look.lamp, 470, 420, HUE.ember, 0.6);
    ctx.strokeStyle = "#0a0a09";
    ctx.lineWidth = 22;
    ctx.strokeRect(look.lamp - 170, 60, 340, 700);
    ctx.lineWidth = 9;
    ctx.stroke(outline([[look.lamp, 60], [look.lamp, 760]], false));
    ctx.stroke(outline([[look.lamp - 170, 330], [look.lamp + 170, 330]], false));
  });
  layer(view, 0.5, (ctx) => placed(ctx, { x: look.x, y: look.y }, () => scope(ctx, { r: look.r, t: view.t, kind: look.kind })));
}

/** Faces in the hut. Moods: listen, answer, pilot, two, choose, meet. */
export const faces: Scene = (view, mood) => {
  const { t } = view;
  if (mood === "meet") return meet(view);
  const right = mood === "pilot";
  backdrop(view, right ? { x: 60, y: 420, r: 150, kind: "voice", lamp: 560 } : { x: mood === "two" ? 360 : 640, y: mood === "two" ? 330 : 470, r: 190, kind: "voice", lamp: mood === "two" ? 800 : 130 });
  const blink = t > 2.1 && t < 2.24 ? "closed" : "open";
  layer(view, 1, (ctx) => {
    if (mood === "two") {
      vera(ctx, { x: -8, y: 420, scale: 3.4 }, { ...GREEN_LIT, t, from: [1, -0.5], reveal: 0.85, eye: "open" });
      mateo(ctx, { x: 722, y: 370, scale: 3.55, flip: true }, { ...RUST_LIT, t, from: [-0.9, -0.5], reveal: 0.55, eye: blink });
    } else if (right) {
      mateo(ctx, { x: 634, y: 300, scale: 5, flip: true, turn: 0.02 }, { ...RUST_LIT, t, from: [0.7, -0.6], reveal: 0.8, eye: blink });
    } else {
      const close = mood === "choose" ? 5.3 : 4.7;
      vera(ctx, { x: 60, y: mood === "choose" ? 270 : 310, scale: close, turn: mood === "listen" ? 0.05 : -0.03 }, { ...GREEN_LIT, t, from: [1, -0.25], reveal: 0.92, eye: mood === "listen" ? (t > 1.6 ? "open" : "down") : mood === "choose" && t > 2.2 ? "closed" : blink });
      if (mood !== "listen") {
        // One tear that takes the green of the screen.
        const fall = smooth(0.8, 3, t);
        const [x, y] = [60 + 70.5 * close, (mood === "choose" ? 270 : 310) + (56 + fall * 26) * close];
        ctx.fillStyle = fade("#e8fff0", 0.85 * smooth(0.7, 1, t));
        ctx.fill(disc(x, y, 4.6, 1.5));
        glow(ctx, x, y, 22, HUE.radium, 0.8 * smooth(0.7, 1, t));
      }
    }
    const beat = 0.5 + 0.5 * Math.abs(wander(t * 4, 6));
    glow(ctx, right ? 60 : mood === "two" ? 360 : 640, 460, 560, HUE.radium, 0.14 * beat);
  });
  rain({ ...view }, { count: 12, slant: -0.1, color: "#d8e8e0", strength: 0.08 });
  motes(view, { seed: 27, count: 12, size: 3.4, color: HUE.radium, strength: 0.35, rise: 8, sway: 14, ember: true });
};

/** Morning on the pier: two who have never met, and a ship eleven years late. */
function meet(view: View): void {
  const { t } = view;
  harbour(view, { horizon: 800, dawn: 1, x: 360 });
  layer(view, 0.15, (ctx) => {
    glow(ctx, 360, 470, 420, "#ffe8b8", 0.9);
    ctx.fillStyle = "#fff4d8";
    ctx.fill(disc(360, 500, 96));
  });
  layer(view, 0.4, (ctx) => placed(ctx, { x: 360, y: 880, scale: 0.92 }, () => freighter(ctx, { on: 0.9, body: "#2c1a16", light: "#ffc088", t, rust: 0.8, bare: true })));
  fogBank(view, { top: 640, height: 420, depth: 0.5, drift: 18, opacity: 0.5, seed: 67, warm: 0.95 });
  const look = smooth(1.2, 2, t);
  layer(view, 1, (ctx) => {
    vera(ctx, { x: -14, y: 420, scale: 3.45 }, { t, wind: 0.3, light: "#ffe0a8", from: [1, -0.5], reveal: 0.95, eye: "open" }, false);
    mateo(ctx, { x: lerp(760, 724, look), y: 370, scale: 3.6, flip: true }, { t, wind: 0.3, light: "#ffe0a8", from: [1, -0.5], reveal: 0.8, eye: t > 0.9 && t < 1.04 ? "closed" : "open" }, 0.2);
  });
  motes(view, { seed: 37, count: 20, size: 4, color: "#ffe4b0", strength: 0.5, rise: 12, sway: 20, ember: true });
}
