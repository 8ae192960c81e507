// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bump, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { lightning, motes, rain } from "../../engine/weather.ts";
import { lady, porter, type Stance } from "./figures.ts";
import { bokeh, HUE, panelled } from "./sets.ts";

/** The front of the house: twelve rows of windows, a mansard, a round window above them that is on no plan. */
export function facade(ctx: CanvasRenderingContext2D, view: View, look: { eye: number; flash: number; dim: number }): void {
  const stone = sprite(view, "front", 760, 1150, (to) => {
    to.fillStyle = ramp(to, [0, 0], [0, 1150], [[0, "#0d3a2e"], [0.5, "#0a2a21"], [1, "#051712"]]);
    to.fillRect(60, 250, 640, 900);
    to.fill(outline([[36, 262, 1], [120, 120], [210, 84, 1], [550, 84, 1], [640, 120], [724, 262, 1]]));
    for (let i = 0; i < 46; i++) {
      to.fillStyle = fade("#000000", 0.16);
      to.fillRect(60 + i * 14.2, 84, 2, 176);
    }
    const dome = outline([[276, 96, 1], [276, 40], [310, -6, 1], [380, -40], [450, -6, 1], [484, 40], [484, 96, 1]]);
    to.save();
    to.translate(0, 42);
    to.fillStyle = "#0f4033";
    to.fill(dome);
    rim(to, dome, { color: HUE.mint, from: [-1, -0.6], width: 12, strength: 0.5 });
    to.restore();
    for (let row = 0; row < 12; row++) {
      const y = 286 + row * 54;
      to.fillStyle = fade("#3f8a6c", row % 4 ? 0.12 : 0.36);
      to.fillRect(48, y - 14, 664, row % 4 ? 3 : 9);
      for (let col = 0; col < 11; col++) {
        const x = 84 + col * 57;
        to.fillStyle = "#020c09";
        to.fill(outline([[x, y + 38, 1], [x, y + 6], [x + 13, y - 3], [x + 26, y + 6], [x + 26, y + 38, 1]]));
        to.strokeStyle = fade("#4a9a7c", 0.4);
        to.lineWidth = 2;
        to.stroke(outline([[x - 3, y + 38, 1], [x - 3, y + 4], [x + 13, y - 7], [x + 29, y + 4], [x + 29, y + 38, 1]], false));
        to.fillStyle = fade("#6fc0a0", 0.22);
        to.fillRect(x - 5, y + 38, 36, 3);
      }
    }
    for (const x of [60, 262, 486, 688]) {
      to.fillStyle = fade("#6fc0a0", 0.1);
      to.fillRect(x, 262, 12, 890);
    }
  });
  ctx.drawImage(stone, 0, 0, 760, 1150);
  for (let row = 0; row < 12; row++)
    for (let col = 0; col < 11; col++) {
      if (hash(row * 11 + col, 77) > 0.2) continue;
      const [x, y] = [84 + col * 57, 286 + row * 54];
      ctx.fillStyle = ramp(ctx, [0, y], [0, y + 38], [[0, fade("#ffdf9a", 0.95 * look.dim)], [1, fade("#b8842f", 0.75 * look.dim)]]);
      ctx.fillRect(x + 2, y + 6, 10, 31);
      ctx.fillRect(x + 14, y + 6, 10, 31);
      glow(ctx, x + 13, y + 20, 54, HUE.gold, 0.3 * look.dim);
    }
  ctx.fillStyle = mix("#031410", "#fcfde0", look.eye);
  ctx.beginPath();
  ctx.arc(380, 92, 42, 0, 7);
  ctx.fill();
  ctx.strokeStyle = mix("#0c2a20", "#6a5a2a", look.eye);
  ctx.lineWidth = 4;
  ctx.stroke();
  ctx.lineWidth = 3;
  for (const a of [0, 0.785, 1.571, 2.356]) ctx.stroke(outline([[380 - Math.cos(a) * 42, 92 - Math.sin(a) * 42], [380 + Math.cos(a) * 42, 92 + Math.sin(a) * 42]], false));
  glow(ctx, 380, 92, 480, HUE.pale, 0.75 * look.eye);
  glow(ctx, 380, 92, 120, "#ffffff", 0.5 * look.eye);
}

/** The house from the street, in rain: the window that is not there is lit. */
export const front: Scene = (view) => {
  const { t } = view;
  const flash = Math.max(bump(t, 0.34, 0.3), bump(t, 0.72, 0.22) * 0.6, bump(t, 3.4, 0.3) * 0.5);
  sky(view, [[0, mix("#03120e", "#9fd8c0", flash * 0.4)], [0.5, mix("#0c4434", "#bff0d8", flash * 0.3)], [1, "#020806"]]);
  vapour(view, { seed: 31, top: -120, height: 760, dark: "#04150f", light: mix("#2a6a54", "#e0fff0", flash * 0.5), cover: 0.7, opacity: 0.9, depth: 0.1, drift: -14, cells: 3, crisp: 0.4 });
  lightning(view, { seed: 12, x: 600, bottom: 520, strength: flash, color: "#dffff0" });
  const eye = smooth(0.9, 1.05, t) * (0.92 + 0.08 * Math.sin(t * 9)) * (t > 1.2 && t < 1.3 ? 0.3 : 1);
  layer(view, 0.45, (ctx) => {
    placed(ctx, { x: -8, y: 246, scale: 0.97 }, () => facade(ctx, view, { eye, flash, dim: 0.85 }));
  });
  vapour(view, { seed: 41, top: 860, height: 420, dark: "#03110c", light: "#1c5a46", cover: 0.6, opacity: 0.7, depth: 0.7, drift: 18, cells: 4, crisp: 0.2 });
  layer(view, 1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 1110], [0, 1330], [[0, "#0c3528"], [0.2, "#04140f"], [1, "#010302"]]);
    ctx.fillRect(-100, 1120, 920, 300);
    ctx.save();
    ctx.globalCompositeOperation = "screen";
    for (const [x, w, k] of [[366, 60, 0.5 * eye], [360, 190, 0.35], [140, 30, 0.25], [590, 34, 0.25]] as const)
      for (let i = 0; i < 9; i++) {
        const [wide, y] = [w * (1 - i * 0.07), 1128 + i * 17];
        ctx.fillStyle = fade(k > 0.36 ? HUE.pale : HUE.gold, k * (1 - i / 9));
        ctx.fill(outline([[x - wide / 2 + Math.sin(t * 2.4 + i * 1.9) * 9, y], [x, y - 4], [x + wide / 2 + Math.sin(t * 2.1 + i * 2.3) * 9, y], [x, y + 5]]));
      }
    ctx.restore();
    ctx.fillStyle = ramp(ctx, [0, 900], [0, 1130], [[0, "#1a1206"], [1, "#5a4218"]]);
    ctx.fillRect(262, 1010, 196, 116);
    ctx.fillStyle = ramp(ctx, [0, 1020], [0, 1126], [[0, "#fff0c0"], [1, "#c8963e"]]);
    ctx.fillRect(280, 1030, 160, 96);
    glow(ctx, 360, 1080, 330, HUE.gold, 0.55);
    ctx.fillStyle = "#04130e";
    ctx.fill(outline([[220, 1018, 1], [250, 986], [360, 970], [470, 986], [500, 1018, 1]]));
    ctx.strokeStyle = HUE.brass;
    ctx.lineWidth = 4;
    ctx.stroke(outline([[220, 1018, 1], [500, 1018, 1]], false));
    placed(ctx, { x: 360, y: 1150, scale: 1.06 }, () => porter(ctx, { body: "#020806", light: HUE.gold, from: [0, -1], edge: 2.6 }, { leak: 0.9, front: true }));
  });
  rain(view, { count: 70, slant: -0.16, color: "#d8f4e6", strength: 0.22 });
};

/** The revolving door: "rain" she comes in out of the night, "locked" it stands barred, "dawn" two go out into gold. */
export const revolve: Scene = (view, mood) => {
  const { t, u } = view;
  const dawn = mood === "dawn";
  const locked = mood === "locked";
  sky(view, [[0, HUE.night], [1, "#010403"]]);
  layer(view, 0.25, (ctx) => {
    ctx.fillStyle = dawn ? ramp(ctx, [0, 200], [0, 960], [[0, "#7fb89a"], [0.45, "#ffe3a4"], [0.8, "#ffb86a"], [1, "#8a5a30"]]) : ramp(ctx, [0, 200], [0, 960], [[0, "#04130f"], [0.5, "#0f4a3a"], [1, "#07231b"]]);
    ctx.fillRect(60, 120, 600, 900);
    if (dawn) {
      glow(ctx, 360, 620, 520, "#fff0c0", 0.9);
      ctx.fillStyle = fade("#5a6a4c", 0.6);
      for (let i = 0; i < 9; i++) ctx.fillRect(60 + i * 68, 520 + hash(i, 3) * 160, 62, 460);
    } else bokeh(ctx, { seed: 61, count: 22, area: [80, 420, 560, 460], size: 40, color: "#ffcf7a", strength: 0.5, t });
  });
  if (!dawn) {
    view.ctx.save();
    view.ctx.beginPath();
    view.ctx.rect(70, 100, 580, 900);
    view.ctx.clip();
    rain(view, { count: 70, slant: -0.12, color: "#d8f4e6", strength: 0.3 });
    view.ctx.restore();
  }
  const spin = locked ? 0.62 : t * (dawn ? 0.75 : 0.9) + 0.3;
  const wing = (ctx: CanvasRenderingContext2D, a: number) => {
    const [x, near] = [360 + Math.cos(a) * 236, Math.sin(a) * 34];
    const [top, foot] = [250 - near * 0.4, 985 + near];
    const shine = 0.1 + 0.22 * Math.abs(Math.sin(a));
    ctx.fillStyle = ramp(ctx, [360, 0], [x, 0], [[0, fade(dawn ? "#fff0c8" : "#8fd0b4", shine * 0.4)], [0.5, fade(dawn ? "#fff8e0" : "#c8f0dc", shine)], [1, fade("#8fd0b4", shine * 0.3)]]);
    ctx.fill(outline([[360, 252, 1], [x, top, 1], [x, foot, 1], [360, 985, 1]]));
    ctx.strokeStyle = mix("#3a260a", HUE.gold, 0.35 + 0.5 * Math.abs(Math.cos(a - 0.6)));
    ctx.lineWidth = 9 + near * 0.08;
    ctx.stroke(outline([[360, 252, 1], [x, top, 1], [x, foot, 1], [360, 985, 1]]));
    ctx.lineWidth = 5;
    ctx.stroke(outline([[360, 640], [x, 640 + near * 0.5]], false));
    ctx.fillStyle = fade("#0a2019", 0.75);
    ctx.fill(outline([[360, 900, 1], [x, 900 + near * 0.9, 1], [x, foot, 1], [360, 985, 1]]));
  };
  layer(view, 0.6, (ctx) => {
    const wings = [0, 1, 2, 3].map((i) => spin + i * 1.5708);
    ctx.fillStyle = ramp(ctx, [0, 980], [0, 1400], [[0, dawn ? "#b8803c" : "#14402f"], [0.2, dawn ? "#4a381a" : "#0a2019"], [1, "#010403"]]);
    ctx.fillRect(-200, 985, 1120, 500);
    ctx.fillStyle = ramp(ctx, [0, 985], [0, 1290], [[0, fade(dawn ? "#ffe0a0" : "#5aa88a", 0.55)], [1, fade("#000000", 0)]]);
    ctx.fill(outline([[130, 985, 1], [590, 985, 1], [760, 1300, 1], [-40, 1300, 1]]));
    for (const a of wings) if (Math.sin(a) < 0) wing(ctx, a);
    const s: Stance = { body: "#020a07", light: dawn ? "#ffe3a4" : "#bfe8d4", from: [0, -1], edge: 3 };
    if (dawn) {
      const away = lerp(1, 0.72, u);
      placed(ctx, { x: lerp(300, 330, u), y: 1010 - u * 30, scale: 2.5 * away }, () => lady(ctx, s, { step: Math.sin(t * 5) }));
      placed(ctx, { x: lerp(444, 410, u), y: 1018 - u * 34, scale: 2.6 * away }, () => porter(ctx, s, { step: Math.sin(t * 5 + 2), leak: 0.8 }));
    } else if (!locked) {
      const come = smooth(0.2, 3.4, t);
      placed(ctx, { x: lerp(300, 372, come), y: 990 + come * 40, scale: lerp(2.2, 2.75, come) }, () => lady(ctx, s, { step: Math.sin(t * 4.6) * (1 - come) }));
    }
    for (const a of wings) if (Math.sin(a) >= 0) wing(ctx, a);
    ctx.fillStyle = ramp(ctx, [340, 0], [380, 0], [[0, "#5a3e10"], [0.4, HUE.gold], [1, "#2a1c08"]]);
    ctx.fillRect(350, 230, 20, 770);
    frame(ctx, dawn);
    if (locked) bar(ctx, smooth(0.4, 1, t));
  });
  layer(view, 1.3, (ctx) => {
    if (!locked) return;
    placed(ctx, { x: 220, y: 1480, scale: 4 }, () => porter(ctx, { body: "#010503", light: "#bfe8d4", from: [0.5, -1], edge: 2.6 }));
    placed(ctx, { x: 520, y: 1470, scale: 3.8 }, () => lady(ctx, { body: "#010503", light: "#bfe8d4", from: [-0.5, -1], edge: 2.6 }));
  });
  motes(view, { seed: 75, count: 14, size: 3.6, color: dawn ? "#ffe3a4" : HUE.mint, strength: 0.4, rise: 8, sway: 14, ember: true });
};

function frame(ctx: CanvasRenderingContext2D, dawn: boolean): void {
  panelled(ctx, { x: -240, y: -200, w: 340, h: 1185, light: [120, 560], reach: 480, color: dawn ? "#ffd79a" : HUE.mint, strength: 0.7 });
  panelled(ctx, { x: 620, y: -200, w: 340, h: 1185, light: [600, 560], reach: 480, color: dawn ? "#ffd79a" : HUE.mint, strength: 0.7 });
  ctx.fillStyle = ramp(ctx, [0, -200], [0, 250], [[0, "#020906"], [1, "#0c3a2c"]]);
  ctx.fill(outline([[-240, -200, 1], [960, -200, 1], [960, 250, 1], [620, 250, 1], [560, 214], [360, 196], [160, 214], [100, 250, 1], [-240, 250, 1]]));
  ctx.strokeStyle = HUE.gold;
  ctx.lineWidth = 8;
  ctx.stroke(outline([[100, 985, 1], [100, 250, 1], [160, 214], [360, 196], [560, 214], [620, 250, 1], [620, 985, 1]], false));
  ctx.strokeStyle = fade(HUE.brass, 0.6);
  ctx.lineWidth = 3;
  for (let i = -6; i <= 6; i++) {
    const a = -Math.PI / 2 + i * 0.2;
    ctx.stroke(outline([[360 + Math.cos(a) * 60, 196 + Math.sin(a) * 60], [360 + Math.cos(a) * 150, 196 + Math.sin(a) * 150]], false));
  }
}

function bar(ctx: CanvasRenderingContext2D, k: number): void {
  placed(ctx, { x: 360, y: 690 + (1 - k) * -160, alpha: k }, () => {
    ctx.fillStyle = ramp(ctx, [0, -20], [0, 22], [[0, "#fff0c0"], [0.4, HUE.brass], [1, "#2a1c08"]]);
    ctx.fillRect(-290, -18, 580, 38);
    const lock = outline([[-44, 10, 1], [44, 10, 1], [38, 92], [-38, 92]]);
    ctx.strokeStyle = "#c8ccb8";
    ctx.lineWidth = 12;
    ctx.stroke(outline([[-26, 16], [-26, -30], [0, -52], [26, -30], [26, 16]], false));
    ctx.fillStyle = ramp(ctx, [-40, 10], [44, 92], [[0, "#ffe3a0"], [0.5, HUE.brass], [1, "#3a260a"]]);
    ctx.fill(lock);
    rim(ctx, lock, { color: "#fff4d0", from: [-0.6, -1], width: 5, strength: 0.7 });
    ctx.fillStyle = "#0a0703";
    ctx.beginPath();
    ctx.arc(0, 44, 9, 0, 7);
    ctx.fill();
    ctx.fillRect(-3.5, 46, 7, 24);
  });
}
