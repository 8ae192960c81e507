// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beam } from "../../engine/light.ts";
import { bump, clamp, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, type View } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { GILT, knife, type Player, ropes, SPOT, sandbag, soprano, tenor, velvet } from "./props.ts";

const lightOn = (t: number): Player => ({ t, gown: "#f0dcb8", shade: "#6a1a24", light: SPOT, from: [0, -1], edge: 2.2 });
const darkOn = (t: number): Player => ({ t, gown: "#1c0810", shade: "#0c0206", light: "#ffd8a8", from: [0.3, -1], edge: 2.4 });

/** A cone of spotlight from high above onto the boards, with its pool. */
function spotlight(ctx: CanvasRenderingContext2D, x: number, y: number, from: number, strength: number, wide = 0.3): void {
  beam(ctx, { x: from, y: -260, angle: Math.atan2(y + 260, x - from), spread: wide, length: 1700, color: SPOT, strength: 0.75 * strength });
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  ctx.translate(x, y);
  ctx.scale(1, 0.26);
  glow(ctx, 0, 0, 330, SPOT, 0.9 * strength);
  ctx.restore();
}

function boards(ctx: CanvasRenderingContext2D, horizon: number, near: string, far: string): void {
  ctx.fillStyle = ramp(ctx, [0, horizon], [0, 1320], [[0, far], [0.35, near], [1, "#0a0306"]]);
  ctx.fillRect(-300, horizon, 1320, 900);
  for (let i = -16; i <= 16; i++) {
    ctx.strokeStyle = fade("#000000", 0.34);
    ctx.lineWidth = 2.6;
    ctx.stroke(outline([[360 + i * 34, horizon], [360 + i * 170, 1500]], false));
    ctx.strokeStyle = fade("#ffd0a0", 0.06);
    ctx.lineWidth = 2;
    ctx.stroke(outline([[363 + i * 34, horizon], [366 + i * 170, 1500]], false));
  }
  for (let i = 0; i < 26; i++) {
    const k = hash(i, 3) ** 2;
    const y = lerp(horizon + 6, 1290, k);
    const x = 360 + (Math.floor(hash(i, 5) * 20) - 10) * lerp(34, 150, k);
    ctx.fillStyle = "rgba(0,0,0,0.35)";
    ctx.fillRect(x, y, lerp(34, 150, k), 2.4);
  }
}

/** The knife drops out of the dark and stands in the boards, trembling. */
export const drop: Scene = (view) => {
  const { t } = view;
  const { ctx: top } = view;
  top.fillStyle = "#0c0206";
  top.fillRect(0, 0, 720, 1280);
  layer(view, 0.3, (ctx) => {
    velvet(view, ctx, { key: "back", x: -120, y: -80, w: 960, h: 860, folds: 17, lit: 0.5, fringe: true });
  });
  layer(view, 0.9, (ctx) => {
    boards(ctx, 770, "#7a4430", "#3a1a16");
    spotlight(ctx, 360, 960, 470, 1, 0.34);
    const fall = clamp(t / 0.42);
    const y = lerp(-200, 962, fall ** 2);
    const hit = t > 0.42;
    const shake = hit ? Math.sin((t - 0.42) * 46) * 0.16 * Math.exp(-(t - 0.42) * 3.4) : 0;
    if (hit) {
      ctx.fillStyle = "rgba(10,0,2,0.6)";
      ctx.fill(outline([[360, 966, 1], [330, 1000], [220, 1148], [196, 1152], [205, 1128], [318, 984]]));
      for (let i = 0; i < 9; i++) {
        const out = Math.min(1, (t - 0.42) * 1.5);
        const a = Math.PI * (0.06 + i * 0.11);
        const r = 30 + out * (120 + hash(i, 2) * 120);
        glow(ctx, 360 + Math.cos(a) * r, 958 - Math.sin(a) * r * 0.34, 30 + out * 60, "#ffdcb0", 0.36 * (1 - out));
      }
    }
    placed(ctx, { x: 360, y: y + 14, scale: 1.62, turn: 0.1 + shake }, () => {
      if (!hit) {
        ctx.fillStyle = fade("#fff6e8", 0.16);
        ctx.fill(outline([[-18, -200, 1], [18, -200, 1], [6, -900, 1], [-6, -900, 1]]));
      }
      knife(ctx, [-0.6, -0.8]);
    });
    glow(ctx, 372, 700, 150, "#fffaf0", 0.75 * bump(t, 0.5, 0.22) + 0.25 * Math.max(0, Math.sin(t * 2.2)));
    ctx.fillStyle = ramp(ctx, [0, 952], [0, 985], [[0, "#5a3024"], [1, "#3a1a14"]]);
    if (hit) ctx.fill(outline([[326, 972], [344, 962], [360, 968], [380, 961], [398, 974], [360, 984]]));
  });
  motes(view, { seed: 6, count: 46, size: 3.4, color: "#fff0d8", strength: 0.7, rise: -10, sway: 12, area: [120, 60, 480, 900], ember: true });
};

/** The house seen from the stalls. Moods: `open`, `duet`, `weight` (what fell), `reveal` (who stood above). */
export const house: Scene = (view, mood) => {
  const { t, u } = view;
  const { ctx: top } = view;
  top.fillStyle = "#080204";
  top.fillRect(0, 0, 720, 1280);
  const shown = mood === "reveal" ? smooth(0.12, 0.55, u) : 0;
  layer(view, 0.3, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 200], [0, 900], [[0, "#14040c"], [0.6, "#3a0a16"], [1, "#1c0408"]]);
    ctx.fillRect(-100, 100, 920, 860);
    if (mood === "reveal") gantry(view, ctx);
    ctx.save();
    ctx.translate(0, shown * 900);
    backdrop(ctx);
    ctx.restore();
  });
  layer(view, 0.5, (ctx) => {
    boards(ctx, 872, "#8a4a34", "#5a2420");
    const x = mood === "duet" ? 320 : 360;
    spotlight(ctx, x, 940, mood === "weight" ? 360 + Math.sin(t * 3) * 130 : 460, mood === "reveal" ? 0.5 : 1, 0.22);
    players(view, ctx, mood);
  });
  layer(view, 0.75, (ctx) => frame(view, ctx));
  layer(view, 1.15, (ctx) => audience(view, ctx));
  motes(view, { seed: 16, count: 40, size: 3, color: "#fff0d8", strength: 0.6, rise: -8, sway: 10, area: [180, 200, 380, 720], ember: true });
};

function players(view: View, ctx: CanvasRenderingContext2D, mood: string): void {
  const { t, u } = view;
  if (mood === "duet") {
    placed(ctx, { x: 300, y: 948, scale: 1.5 }, () => soprano(ctx, lightOn(t), { arm: "wide" }));
    placed(ctx, { x: lerp(500, 458, u), y: 950, scale: 1.5, flip: true }, () => tenor(ctx, darkOn(t), { arm: "reach" }));
    return;
  }
  if (mood === "weight") {
    const pulled = smooth(0.1, 0.34, u);
    placed(ctx, { x: 360 - pulled * 96, y: 950, scale: 1.5, turn: -pulled * 0.14 }, () => soprano(ctx, lightOn(t), { arm: "wide" }));
    placed(ctx, { x: 210 - pulled * 30, y: 952, scale: 1.5 }, () => tenor(ctx, darkOn(t), { arm: "reach" }));
    const fall = clamp((u - 0.06) / 0.3);
    const y = lerp(-100, 800, fall ** 2);
    placed(ctx, { x: 420, y, scale: 0.86, turn: fall === 1 ? 0.16 : Math.sin(t * 9) * 0.06 }, () => sandbag(ctx, SPOT));
    if (fall === 1) for (let i = 0; i < 10; i++) {
      const out = clamp((u - 0.36) / 0.5);
      glow(ctx, 420 + (i - 4.5) * 36 * (0.4 + out), 950 - hash(i, 3) * 70 * out, 70 + out * 90, "#e8b890", 0.34 * (1 - out));
    }
    ctx.strokeStyle = "#c8a080";
    ctx.lineWidth = 4;
    ctx.stroke(outline([[420, y], [430 + Math.sin(t * 11) * 16, y - 120], [408 + Math.sin(t * 7) * 26, y - 260], [440, y - 420]], false));
    return;
  }
  const up = mood === "reveal" ? "down" : "raise";
  placed(ctx, { x: 360, y: 950, scale: 1.62 }, () => soprano(ctx, lightOn(t), { arm: up, knife: true }));
}

/** A painted night over a city of towers: the last act. */
function backdrop(ctx: CanvasRenderingContext2D): void {
  ctx.fillStyle = ramp(ctx, [0, 150], [0, 880], [[0, "#1c0a24"], [0.45, "#5a1430"], [0.8, "#b83a34"], [1, "#e88a48"]]);
  ctx.fillRect(20, 120, 680, 770);
  glow(ctx, 500, 400, 200, "#ffe0b0", 0.5);
  ctx.fillStyle = "#ffe8c0";
  ctx.beginPath();
  ctx.arc(500, 400, 54, 0, 7);
  ctx.fill();
  for (let i = 0; i < 15; i++) {
    const x = 10 + i * 49;
    const h = 110 + hash(i, 3) * 200;
    ctx.fillStyle = mix("#2a0818", "#6a1a2c", hash(i, 5) * 0.6);
    ctx.fill(outline([[x, 890, 1], [x, 890 - h, 1], [x + 22, 890 - h - (i % 3 ? 16 : 74), 1], [x + 44, 890 - h, 1], [x + 44, 890, 1]]));
    ctx.fillStyle = "#ffc870";
    for (let j = 0; j < 3; j++) if (hash(i, j + 9) > 0.5) ctx.fillRect(x + 14 + (j % 2) * 14, 890 - h + 26 + j * 34, 7, 12);
  }
}

/** What is behind the fallen backdrop: ropes, a gangway, and the star caught in the light with the saw in her hand. */
function gantry(view: View, ctx: CanvasRenderingContext2D): void {
  const { t } = view;
  ropes(ctx, { seed: 3, count: 16, from: 30, to: 700, width: 5, color: "#2a1210", light: fade("#e8b070", 0.5), sway: 3, top: 100, bottom: 900 });
  ctx.fillStyle = "#16060a";
  ctx.fillRect(-20, 520, 760, 18);
  ctx.fillRect(-20, 448, 760, 7);
  for (let x = 0; x < 740; x += 62) ctx.fillRect(x, 448, 6, 74);
  beam(ctx, { x: -120, y: 1120, angle: -0.9, spread: 0.16, length: 1100, color: SPOT, strength: 0.9 });
  glow(ctx, 420, 430, 230, SPOT, 0.75);
  placed(ctx, { x: 420, y: 522, scale: 1.06 }, () => soprano(ctx, { t, gown: "#2a0612", shade: "#0c0206", light: SPOT, from: [-0.8, 0.5], edge: 3 }, { arm: "wide", skin: "#e8c0a0" }));
  placed(ctx, { x: 488, y: 362, scale: 0.18, turn: -0.5 }, () => knife(ctx, [-1, 0]));
}

/** The golden frame of the stage, its curtains drawn aside, the boxes at its sides. */
function frame(view: View, ctx: CanvasRenderingContext2D): void {
  const sway = Math.sin(view.t * 0.6) * 5;
  velvet(view, ctx, { key: "left", x: -70 + sway * 0.4, y: 120, w: 200, h: 830, folds: 6, lit: 0.95 });
  velvet(view, ctx, { key: "right", x: 590 - sway * 0.4, y: 120, w: 200, h: 830, folds: 6, lit: 0.05 });
  const swag = (x: number, w: number) => {
    const path = outline([[x, 100, 1], [x + w, 100, 1], [x + w, 180], [x + w * 0.5, 282], [x, 180]]);
    ctx.fillStyle = ramp(ctx, [x, 100], [x + w * 0.4, 290], [[0, "#3a0410"], [0.5, "#a30d24"], [1, "#c8283a"]]);
    ctx.fill(path);
    for (const k of [0.3, 0.55, 0.8]) {
      ctx.strokeStyle = fade("#1c0208", 0.5);
      ctx.lineWidth = 9;
      ctx.stroke(outline([[x, 100 + 60 * k], [x + w * 0.5, 110 + 150 * k], [x + w, 100 + 60 * k]], false));
    }
    ctx.strokeStyle = GILT;
    ctx.lineWidth = 7;
    ctx.stroke(outline([[x, 182], [x + w * 0.5, 284], [x + w, 182]], false));
  };
  for (let i = 0; i < 4; i++) swag(-20 + i * 190, 190);
  const arch: Point[] = [[-300, -400, 1], [1020, -400, 1], [1020, 1500, 1], [668, 1500, 1], [668, 200], [610, 150, 1], [360, 118], [110, 150, 1], [52, 200], [52, 1500, 1], [-300, 1500, 1]];
  const gold = outline(arch);
  ctx.fillStyle = ramp(ctx, [0, -50], [0, 1000], [[0, "#1c0a06"], [0.2, "#5a3410"], [0.7, "#3a1c0a"], [1, "#0c0404"]]);
  ctx.fill(gold);
  rim(ctx, gold, { color: "#ffd890", from: [0, 1], width: 20, strength: 0.6 });
  ctx.lineWidth = 6;
  ctx.strokeStyle = GILT;
  ctx.stroke(outline([[668, 1200], [668, 200], [610, 150, 1], [360, 118], [110, 150, 1], [52, 200], [52, 1200]], false));
  for (let i = 0; i < 11; i++) {
    const a = (i - 5) / 5;
    const [x, y] = [360 + a * 300, 74 + a * a * 46];
    ctx.fillStyle = ramp(ctx, [0, y - 22], [0, y + 22], [[0, "#ffe6a8"], [1, "#5a3410"]]);
    ctx.beginPath();
    ctx.arc(x, y, i === 5 ? 34 : 14, 0, 7);
    ctx.fill();
  }
  for (const [x, flip] of [[-4, 1], [724, -1]] as const)
    for (const y of [380, 600, 810]) {
      ctx.fillStyle = ramp(ctx, [0, y - 60], [0, y + 70], [[0, "#2a0610"], [1, "#7a0f20"]]);
      ctx.fill(outline([[x, y - 90, 1], [x + flip * 38, y - 70], [x + flip * 46, y, 1], [x + flip * 46, y + 6, 1], [x, y + 6, 1]]));
      ctx.fillStyle = ramp(ctx, [0, y], [0, y + 70], [[0, "#ffdc98"], [0.3, GILT], [1, "#3a1c08"]]);
      ctx.fill(outline([[x, y, 1], [x + flip * 50, y, 1], [x + flip * 42, y + 66], [x, y + 84, 1]]));
      glow(ctx, x + flip * 40, y - 44, 46, "#ffc070", 0.5);
    }
}

function audience(view: View, ctx: CanvasRenderingContext2D): void {
  for (const [y, s, n, tone] of [[1060, 1, 9, "#2a0a12"], [1150, 1.4, 7, "#16050a"], [1262, 1.9, 6, "#090204"]] as const)
    for (let i = 0; i < n; i++) {
      const x = -40 + (i + (n % 2) * 0.4) * (860 / n) + hash(i, n) * 18;
      const top = y - 66 * s + hash(i, n + 2) * 14 + Math.sin(view.t * 0.8 + i * 2) * 1.5;
      const bun = hash(i, n + 4) > 0.5;
      const body = outline([[x, top], [x + 19 * s, top + 12 * s], [x + 18 * s, top + 36 * s], [x + 12 * s, top + 50 * s], [x + 44 * s, top + 70 * s], [x + 54 * s, 1500, 1], [x - 54 * s, 1500, 1], [x - 44 * s, top + 70 * s], [x - 12 * s, top + 50 * s], [x - 18 * s, top + 36 * s], [x - 19 * s, top + 12 * s]]);
      ctx.fillStyle = tone;
      if (bun) {
        ctx.beginPath();
        ctx.arc(x, top - 4 * s, 11 * s, 0, 7);
        ctx.fill();
      }
      ctx.fill(body);
      rim(ctx, body, { color: "#ffb088", from: [(360 - x) / 400, -1], width: 4, strength: 0.5 });
    }
}
