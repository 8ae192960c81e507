// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { dust, lowSun, redSky } from "./land.ts";
import { BLOOD, crown, crystal, GILT, GOLD, glassLamp, hooded } from "./props.ts";

/** A heap of salt: grains in three sizes on a white slope, kept as a picture. */
function heap(view: View, ctx: CanvasRenderingContext2D, key: string, x: number, y: number, w: number, h: number): void {
  const picture = sprite(view, `heap${key}`, w, h, (to) => {
    const path = outline([[0, h, 1], [0, h * 0.5, 1], [w * 0.2, h * 0.34], [w * 0.36, h * 0.2], [w * 0.5, h * 0.13], [w * 0.58, h * 0.14], [w * 0.7, h * 0.24], [w * 0.86, h * 0.36], [w, h * 0.44, 1], [w, h, 1]]);
    to.fillStyle = ramp(to, [w * 0.75, 0], [w * 0.15, h], [[0, "#fff4e2"], [0.35, "#f0c4a4"], [0.7, "#a8544a"], [1, "#4a1418"]]);
    to.fill(path);
    to.save();
    to.clip(path);
    for (let i = 0; i < 1100; i++) {
      const gx = hash(i, 1) * w;
      const gy = hash(i, 2) * h;
      const r = 1.4 + hash(i, 3) ** 6 * 12;
      to.globalAlpha = 0.25 + hash(i, 4) * 0.6 * (gx / w);
      crystal(to, gx, gy, r, hash(i, 5) * 3);
    }
    to.restore();
    rim(to, path, { color: "#fff8ea", from: [0.6, -1], width: 8, strength: 0.8 });
  });
  ctx.drawImage(picture, x, y, w, h);
}

/** The torn sack: salt runs, and gold comes out of it. `name`: the sign inside the band, close. */
export const sack: Scene = (view, mood) => {
  const { t, u } = view;
  redSky(view, 700);
  lowSun(view, 520, 420, 200);
  dust(view, 420, 420, 0.7, 0.1, 10, "#ffa860", 91);
  layer(view, 0.5, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 690], [0, 1280], [[0, "#d87a48"], [0.1, "#8a3024"], [1, "#1c0608"]]);
    ctx.fill(outline([[-200, 720, 1], [160, 696], [420, 710], [960, 690, 1], [960, 1600, 1], [-200, 1600, 1]]));
  });
  if (mood === "name") return inscription(view);
  layer(view, 0.8, (ctx) => {
    const bag = outline([
      [-220, 1300, 1], [-230, 900], [-196, 680], [-70, 588], [40, 540], [64, 500], [30, 440, 1], [76, 462], [104, 430, 1], [124, 462], [176, 440, 1], [136, 506],
      [170, 556], [258, 588], [318, 680], [336, 820], [330, 960], [300, 1300, 1],
    ]);
    ctx.fillStyle = ramp(ctx, [330, 520], [-120, 1100], [[0, "#f0b884"], [0.3, "#9a5238"], [1, "#240a0c"]]);
    ctx.fill(bag);
    ctx.save();
    ctx.clip(bag);
    ctx.strokeStyle = "rgba(30,6,8,0.16)";
    ctx.lineWidth = 2;
    for (let i = 0; i < 46; i++) {
      const x = -240 + i * 14;
      ctx.stroke(outline([[lerp(x, 100, 0.86), 430], [lerp(x, 100, 0.3), 620], [x, 900], [x, 1400]], false));
      ctx.stroke(outline([[-260, 520 + i * 18], [60, 548 + i * 18], [360, 520 + i * 18]], false));
    }
    for (const [x0, x1, k] of [[70, -120, 0.3], [92, 30, 0.22], [112, 170, 0.26], [122, 262, 0.2]] as const) {
      ctx.fillStyle = `rgba(20,2,4,${k})`;
      ctx.fill(ribbon([[x0, 506], [(x0 + x1) / 2, 620], [x1, 860], [x1 * 1.1, 1200]], [3, 22, 30, 8]));
    }
    ctx.restore();
    rim(ctx, bag, { color: "#ffc888", from: [1, -0.6], width: 14, strength: 0.8 });
    ctx.lineWidth = 15;
    ctx.strokeStyle = "#3a0a0c";
    ctx.stroke(outline([[58, 506], [98, 518], [140, 506]], false));
    const tear = outline([[222, 640, 1], [252, 664], [276, 706], [282, 760, 1], [250, 734], [230, 694]]);
    ctx.fillStyle = "#fff2e0";
    ctx.fill(tear);
    glow(ctx, 250, 710, 120, "#ffd090", 0.5);
  });
  layer(view, 1, (ctx) => {
    const pour = ribbon([[252, 704], [320, 730], [372, 800], [392, 900]], [60, 56, 46, 110]);
    ctx.fillStyle = ramp(ctx, [0, 700], [0, 920], [[0, "#fff6e8"], [1, "#f0caa8"]]);
    ctx.fill(pour);
    for (let i = 0; i < 46; i++) {
      const k = (hash(i, 1) + t * 0.9) % 1;
      const [x, y] = [lerp(256, 396 + (hash(i, 2) - 0.5) * 110, k ** 0.8), lerp(700, 910, k ** 1.4) + (hash(i, 3) - 0.5) * 36];
      crystal(ctx, x, y, 2 + hash(i, 4) * 5, t * 3 + i);
    }
    const rise = smooth(0.1, 0.8, u);
    glow(ctx, 440, 850, 90 + rise * 330, "#ffc050", 0.35 + rise * 0.4);
    placed(ctx, { x: 446, y: lerp(1050, 872, rise), scale: 2.6, turn: lerp(0.3, -0.12, rise) }, () =>
      crown(ctx, { gold: GOLD, shade: "#4a100c", light: "#fff2cc", from: [0.5, -1], salt: 1, edge: 6 }));
    heap(view, ctx, "front", -180, 820, 1120, 560);
    motesOfSalt(ctx, 440, 840, t, rise);
  });
  motes(view, { seed: 64, count: 24, size: 3.5, color: "#fff0dc", strength: 0.6, rise: 12, sway: 26, ember: true });
};

function motesOfSalt(ctx: CanvasRenderingContext2D, x: number, y: number, t: number, k: number): void {
  for (let i = 0; i < 14; i++) {
    const a = hash(i, 3) * 6.28;
    const r = 130 + hash(i, 5) * 90;
    const shine = Math.max(0, Math.sin(t * 3 + i * 2.3)) * k;
    glow(ctx, x + Math.cos(a) * r, y - 60 + Math.sin(a) * r * 0.6, 16, "#fff8e0", shine);
  }
}

/** Inside the band: signs cut into the gold, light running along them. */
function inscription(view: View): void {
  const { u } = view;
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 640, 620, "#ffb050", 0.5);
    placed(ctx, { x: 360, y: 830, scale: 6.4 }, () => crown(ctx, { gold: GOLD, shade: "#4a100c", light: "#fff0c4", from: [0.5, -1], edge: 2.4, plain: true }));
    const sweep = lerp(-100, 820, smooth(0.05, 0.85, u));
    for (let i = 0; i < 7; i++) {
      const x = 132 + i * 76;
      const y = 750 + 34 * (1 - ((x - 360) / 300) ** 2);
      const lit = Math.min(1, Math.exp(-(((x - sweep) / 150) ** 2)) + (x < sweep ? 0.45 : 0));
      placed(ctx, { x, y, turn: (360 - x) * 0.0005 }, () => {
        for (const [dx, color] of [[2.5, fade("#3a0c04", 0.9)], [0, mix("#7a2c08", "#fff8dc", lit)]] as const) {
          ctx.fillStyle = color;
          for (let j = 0; j < 3 + (i % 3); j++) wedge(ctx, ((j % 2) - 0.5) * 26 + dx, (Math.floor(j / 2) - 0.6) * 34 + dx, hash(i, j + 5) > 0.6 ? -1.571 : 0, 15);
        }
        glow(ctx, 0, 0, 64, "#fff0b8", lit * 0.4);
      });
    }
    heap(view, ctx, "name", -200, 890, 1140, 520);
    for (let i = 0; i < 18; i++) crystal(ctx, hash(i, 21) * 720, 640 + hash(i, 22) * 280, 2 + hash(i, 23) * 5, i);
  });
  motes(view, { seed: 74, count: 20, size: 4, color: "#fff0dc", strength: 0.6, rise: 10, sway: 16, ember: true });
}

/** One wedge pressed into the gold: the writing of this country is made of these. */
function wedge(ctx: CanvasRenderingContext2D, x: number, y: number, turn: number, r: number): void {
  placed(ctx, { x, y, turn }, () => ctx.fill(outline([[-r * 0.5, -r * 0.62, 1], [r * 0.5, -r * 0.62, 1], [r * 0.14, r, 1], [-r * 0.14, r, 1]])));
}

/** The copy in a bowl of brine, before the people: its gilt runs like blood. */
export const brine: Scene = (view) => {
  const { t, u } = view;
  redSky(view, 760, "fire");
  lowSun(view, 180, 420, 150);
  dust(view, 440, 380, 0.6, 0.2, 8, "#ffa050", 95);
  layer(view, 1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 740], [0, 1280], [[0, "#d86a34"], [0.06, "#7a2018"], [0.4, "#3a0c0c"], [1, "#0c0203"]]);
    ctx.fillRect(-200, 745, 1120, 900);
    ctx.fillStyle = "rgba(0,0,0,0.45)";
    ctx.beginPath();
    ctx.ellipse(372, 1000, 250, 46, 0, 0, 7);
    ctx.fill();
    const bowl = outline([[40, 560, 1], [56, 740], [150, 930], [270, 1000], [450, 1000], [570, 930], [664, 740], [680, 560, 1]]);
    ctx.fillStyle = ramp(ctx, [40, 0], [680, 0], [[0, "rgba(255,214,170,0.62)"], [0.18, "rgba(168,52,36,0.55)"], [0.6, "rgba(110,22,24,0.62)"], [1, "rgba(255,180,120,0.6)"]]);
    ctx.fill(bowl);
    ctx.save();
    ctx.clip(bowl);
    ctx.fillStyle = ramp(ctx, [0, 640], [0, 1000], [[0, "rgba(255,190,130,0.55)"], [0.5, "rgba(190,60,40,0.6)"], [1, "rgba(70,8,14,0.85)"]]);
    ctx.fillRect(0, 640, 720, 400);
    const k = smooth(0.12, 0.9, u);
    placed(ctx, { x: 360, y: lerp(760, 850, smooth(0, 0.35, u)), scale: 2.9, turn: lerp(-0.1, 0.04, u) }, () =>
      crown(ctx, { gold: mix(GILT, "#8a7a78", k), shade: "#240508", light: mix("#ffe0a0", "#e8d8d0", k), from: [-0.6, -1], edge: 6 }));
    for (let i = 0; i < 9; i++) {
      const x = 230 + i * 33;
      const fall = 90 + hash(i, 2) * 150;
      const sway = Math.sin(t * 1.2 + i * 1.4) * 16;
      ctx.fillStyle = fade("#ff7a2c", 0.5 * k);
      ctx.fill(ribbon([[x, 780 + hash(i, 4) * 50], [x + sway * 0.5, 830 + fall * 0.4 * k], [x + sway, 850 + fall * k], [x + sway * 1.7, 880 + fall * 1.2 * k]], [14, 10, 16, 2]));
    }
    ctx.restore();
    ctx.beginPath();
    ctx.ellipse(360, 648, 314, 46, 0, 0, 7);
    ctx.fillStyle = "rgba(255,206,150,0.35)";
    ctx.fill();
    for (let i = 0; i < 4; i++) {
      const r = (t * 60 + i * 80) % 310;
      ctx.strokeStyle = fade("#fff0d0", 0.4 * smooth(310, 60, r));
      ctx.lineWidth = 2.5;
      ctx.beginPath();
      ctx.ellipse(360, 650, r, r * 0.146, 0, 0, 7);
      ctx.stroke();
    }
    ctx.beginPath();
    ctx.ellipse(360, 560, 320, 44, 0, 0, 7);
    ctx.strokeStyle = "rgba(255,236,206,0.9)";
    ctx.lineWidth = 7;
    ctx.stroke();
    ctx.fillStyle = "rgba(255,246,226,0.5)";
    ctx.fill(outline([[76, 610], [98, 612], [112, 760], [176, 890], [96, 770]]));
  });
  motes(view, { seed: 84, count: 20, size: 4, color: "#ffd8a0", strength: 0.6, rise: 12, sway: 20, ember: true });
};

/** The ring offered on red cloth; a lamp burns in its stone, and a small hooded shape. */
export const ring: Scene = (view) => {
  const { t, u } = view;
  const { ctx: top } = view;
  top.fillStyle = ramp(top, [0, 0], [0, 1280], [[0, "#16030a"], [0.5, "#6a0e14"], [1, "#0c0203"]]);
  top.fillRect(0, 0, 720, 1280);
  layer(view, 0.3, (ctx) => {
    for (let i = 0; i < 7; i++) glassLamp(ctx, 60 + hash(i, 1) * 620, 60 + hash(i, 2) * 190, 16 + hash(i, 3) * 18, i % 2 ? "#ff8a34" : "#ff4a2c", t);
  });
  layer(view, 1, (ctx) => {
    const [cx, cy] = [360, 560];
    glow(ctx, cx, cy, 460, "#ff3a24", 0.5);
    ctx.lineWidth = 40;
    ctx.strokeStyle = ramp(ctx, [cx - 150, 0], [cx + 150, 0], [[0, "#5a1c0a"], [0.25, "#ffd080"], [0.5, "#b8661f"], [0.8, "#ffe0a0"], [1, "#5a1c0a"]]);
    ctx.beginPath();
    ctx.ellipse(cx, cy + 232, 138, 168, 0, 0, 7);
    ctx.stroke();
    const pillow = outline([[-160, 960], [-60, 830], [140, 770], [330, 800], [360, 812, 1], [390, 800], [580, 770], [780, 830], [880, 960], [900, 1500, 1], [-180, 1500, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 770], [0, 1240], [[0, "#e83a30"], [0.2, BLOOD], [1, "#2a0408"]]);
    ctx.fill(pillow);
    rim(ctx, pillow, { color: "#ff9a6a", from: [0, -1], width: 14, strength: 0.7 });
    for (const [x0, x1] of [[300, 40], [340, 210], [380, 510], [420, 690]] as const) {
      ctx.fillStyle = "rgba(40,0,6,0.3)";
      ctx.fill(ribbon([[lerp(360, x0, 0.5), 818], [x0, 880], [(x0 + x1) / 2, 1000], [x1, 1260]], [2, 24, 40, 10]));
    }
    ctx.fillStyle = "rgba(30,0,4,0.55)";
    ctx.beginPath();
    ctx.ellipse(cx, 826, 168, 20, 0, 0, 7);
    ctx.fill();
    for (const side of [-1, 1]) {
      ctx.fillStyle = ramp(ctx, [0, cy - 60], [0, cy + 130], [[0, "#ffe8b0"], [0.5, "#c8741f"], [1, "#6a240c"]]);
      ctx.fill(outline([[cx + side * 96, cy - 66, 1], [cx + side * 134, cy - 34], [cx + side * 116, cy + 40], [cx + side * 60, cy + 108], [cx, cy + 116, 1], [cx + side * 56, cy + 60]]));
    }
    const stone = outline([[cx - 118, cy - 30, 1], [cx - 76, cy - 108, 1], [cx + 76, cy - 108, 1], [cx + 118, cy - 30, 1], [cx + 70, cy + 62, 1], [cx, cy + 90, 1], [cx - 70, cy + 62, 1]]);
    const fire = ctx.createRadialGradient(cx, cy + 10, 0, cx, cy - 10, 150);
    fire.addColorStop(0, "#ff8a4a");
    fire.addColorStop(0.4, "#d8182a");
    fire.addColorStop(1, "#4a040e");
    ctx.fillStyle = fire;
    ctx.fill(stone);
    ctx.save();
    ctx.clip(stone);
    placed(ctx, { x: cx + 6, y: cy + 92, scale: lerp(0.6, 0.82, u) }, () => hooded(ctx, { t, wind: 0, body: "#1c0208", ground: "#1c0208", light: "#ff7a4a", from: [0, -1] }));
    ctx.fillStyle = "rgba(255,220,200,0.3)";
    ctx.fill(outline([[cx - 76, cy - 108, 1], [cx + 10, cy - 108, 1], [cx - 50, cy - 40, 1], [cx - 118, cy - 30, 1]]));
    ctx.restore();
    rim(ctx, stone, { color: "#ffb090", from: [0.4, -1], width: 8, strength: 0.8 });
    glow(ctx, cx + 62, cy - 88, 90, "#fff4e0", 0.4 + 0.5 * Math.max(0, Math.sin(t * 1.6)));
  });
  motes(view, { seed: 94, count: 14, size: 4, color: "#ff9a5c", strength: 0.5, rise: 18, sway: 14, ember: true });
};
