// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bust } from "../../engine/busts.ts";
import { shaft } from "../../engine/light.ts";
import { glide, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { cityMan } from "../../engine/people.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { evening, INES, LEO } from "./cast.ts";
import { dune } from "./ground.ts";
import { type Hour, plateau, sunClock, swallows, TONES, train, viaduct } from "./sets.ts";

const still = (view: View): View => ({ ...view, camera: { x: 0, y: 0, zoom: 1, roll: 0 } });

/** The train on its viaduct before the sun. `night`: no sun left. `dawn`: the sun gets its hands. */
export const crossing: Scene = (view, mood) => {
  const { t } = view;
  const hour: Hour = mood === "night" ? "night" : mood === "dawn" ? "dawn" : "dusk";
  const tone = TONES[hour];
  plateau(view, {
    horizon: 700, hour, tall: 1.4,
    between: () => {
      if (hour === "night") sunClock(view, 500, 640, 170, { core: "#f2a08a", low: "#a8486a", mark: "#3a1440", strength: 0.5 });
      else sunClock(view, 360, 420, 250, { core: hour === "dawn" ? "#fff2cf" : "#ffdca0", low: hour === "dawn" ? "#ffcf9a" : "#ff9a62", mark: "#8a2c50", strength: 0.62, hands: hour === "dawn" ? smooth(0.6, 1.8, t) : 0 });
    },
  });
  swallows(view, { count: 9, x: 340, y: 260, spread: 300, size: 19, color: mix(tone.near, "#000000", 0.2), seed: 3 });
  layer(view, 0.5, (ctx) => {
    viaduct(ctx, { y: 700, left: -160, right: 900, span: 130, deep: 460, color: mix(tone.near, tone.mid, 0.5), light: tone.light, mist: tone.sky[3] });
    train(view, ctx, { x: lerp(-20, 1350, view.u), y: 702, scale: 0.66, cars: 9, hour });
  });
  motes(view, { seed: 25, count: 14, size: 46, color: tone.sky[3], strength: 0.16, rise: 6, sway: 60, depth: 0.7, area: [-60, 760, 840, 260] });
  layer(view, 1.1, (ctx) => dune(ctx, { ridge: [[-160, 1060], [120, 990], [360, 1010], [600, 1060], [900, 990]], bottom: 1500, top: mix(tone.near, tone.mid, 0.3), base: mix(tone.near, "#000000", 0.5), light: tone.light }));
  motes(view, { seed: 5, count: 30, size: 3.6, color: "#ffd9a8", strength: 0.6, rise: 10, sway: 60, ember: true });
};

function wall(view: View, hour: Hour): void {
  const tone = TONES[hour];
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, view.height], [[0, "#14071c"], [0.4, mix(tone.near, "#4a1838", 0.6)], [0.75, "#2a0c24"], [1, "#0c0411"]]);
  ctx.fillRect(0, 0, view.width, view.height);
}

/** Compartment with its window; what passes outside is drawn clipped to the pane. */
function compartment(view: View, hour: Hour, sun: boolean): void {
  wall(view, hour);
  layer(view, 0.4, (ctx) => {
    const pane = slab(360, 400, 560, 660, 46);
    ctx.save();
    ctx.clip(pane);
    const inner = still(view);
    plateau(inner, { horizon: 520, hour, drift: -170, between: () => sun && sunClock(inner, 360, 380, 150, { core: "#ffe0aa", low: "#ff9a62", mark: "#8a2c50", strength: 0.5 }) });
    // Poles by the line, close and quick.
    for (let i = 0; i < 2; i++) {
      const x = 1100 - ((view.t * 900 + i * 900) % 1800);
      ctx.fillStyle = fade("#1a0a20", 0.75);
      ctx.fillRect(x, -20, 15, 900);
      ctx.fillRect(x - 40, 180, 96, 9);
    }
    ctx.fillStyle = ramp(ctx, [80, 70], [640, 730], [[0, fade("#ffffff", 0.16)], [0.22, fade("#ffffff", 0.02)], [0.24, fade("#ffffff", 0.09)], [0.36, fade("#ffffff", 0)], [1, fade("#ffffff", 0)]]);
    ctx.fill(pane);
    ctx.restore();
    ctx.lineWidth = 34;
    ctx.strokeStyle = "#1c0a1c";
    ctx.stroke(pane);
    ctx.lineWidth = 3;
    ctx.strokeStyle = fade("#ffb377", 0.6);
    ctx.stroke(slab(360, 400, 530, 630, 36));
    ctx.strokeStyle = fade("#000000", 0.5);
    ctx.stroke(slab(360, 400, 596, 696, 60));
    // Curtains gathered at the sides.
    for (const s of [-1, 1])
      for (let i = 0; i < 5; i++) {
        const x = 360 + s * (262 + i * 24);
        const sway = Math.sin(view.t * 1.4 + i) * 4;
        solid(ctx, outline([[x - 18, 30, 1], [x + 18, 30, 1], [x + 15 + sway, 420], [x + 20 + sway * 1.5, 780, 1], [x - 20 + sway * 1.5, 780, 1], [x - 15 + sway, 420]]), [mix("#5a1836", "#ff9a6a", i === 0 ? 0.3 : 0.06), "#3a0e2a", "#1a0616"], [x - s * 20, 0, x + s * 20, 0]);
      }
    ctx.fillStyle = "#2a0d20";
    ctx.fillRect(-100, 6, 1000, 34);
    ctx.fillStyle = fade("#ffb377", 0.4);
    ctx.fillRect(-100, 40, 1000, 3);
  });
}

function lampOnTable(ctx: CanvasRenderingContext2D, t: number): void {
  const b = 0.92 + 0.08 * Math.sin(t * 2.3);
  glow(ctx, 360, 830, 360, "#ff9a52", 0.5 * b);
  solid(ctx, outline([[346, 880, 1], [374, 880, 1], [370, 1010, 1], [350, 1010, 1]]), ["#d8914a", "#5a2a1c"], [340, 0, 380, 0]);
  solid(ctx, outline([[318, 800, 1], [402, 800, 1], [432, 888, 1], [288, 888, 1]]), ["#fff0c0", "#ffc070", "#d8703c"], [0, 800, 0, 890]);
}

/** Two strangers across the table. `night`: the lamp only. `close`: nearer, at the end. */
export const seats: Scene = (view, mood) => {
  const { t, u } = view;
  const night = mood === "night" || mood === "close";
  compartment(view, mood === "close" ? "dawn" : night ? "night" : "dusk", !night);
  const near = mood === "close" ? glide(smooth(0.1, 0.85, u)) : 0;
  layer(view, 1, (ctx) => {
    if (!night) shaft(ctx, { from: [360, 80, 480], to: [lerp(300, 420, u), 1150, 900], color: "#ff9a5c", strength: 0.3 });
    lampOnTable(ctx, t);
    const lit = { ...evening(t, night ? 0.82 : 0.95), from: [1, mood === "night" ? 0.4 : -0.15] as const, eye: near > 0.7 ? "closed" as const : "open" as const };
    const gap = lerp(116, 2, near);
    const size = lerp(3.7, 4.1, near);
    bust(ctx, { x: 360 + gap / 2 + 90 * size, y: 382 - near * 30 + Math.sin(t * 7) * 1.5, scale: size, flip: true, turn: -0.05 * near }, { ...lit, eye: near > 0.7 ? "closed" : t > 1.6 ? "open" : "down" }, LEO);
    bust(ctx, { x: 360 - gap / 2 - 87 * size, y: 430 - near * 40 + Math.sin(t * 7 + 1) * 1.5, scale: size, turn: -0.05 * near }, lit, INES);
  });
  motes(view, { seed: 12, count: 20, size: 3.4, color: "#ffcf9a", strength: 0.5, rise: 12, sway: 20, ember: true });
};

function ring(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, flat: number, turn: number, t: number): void {
  placed(ctx, { x, y, turn }, () => {
    const wide = r * 0.2;
    const gold = [[0, "#6a2c18"], [0.18, "#e8a24a"], [0.34, "#fff0c0"], [0.5, "#d8873a"], [0.72, "#7a3418"], [0.88, "#ffd07c"], [1, "#5a2214"]] as const;
    const sweep = Math.sin(t * 0.9) * r * 0.5;
    // The inner wall is seen beyond the hole, the outer band in front of it.
    ctx.lineWidth = wide;
    ctx.strokeStyle = ramp(ctx, [-r + sweep, 0], [r + sweep, 0], gold.toReversed().map(([k, c]) => [1 - k, mix(c, "#3a1018", 0.35)] as const));
    ctx.stroke(disc(0, -wide * 0.5, r, flat));
    ctx.strokeStyle = ramp(ctx, [-r + sweep, -r * flat], [r + sweep, r * flat], gold);
    ctx.stroke(disc(0, wide * 0.2, r, flat));
    ctx.lineWidth = r * 0.02;
    ctx.strokeStyle = fade("#fff6dc", 0.9);
    ctx.stroke(disc(0, -wide * 0.28, r * 1.02, flat));
    ctx.strokeStyle = fade("#3a1018", 0.5);
    ctx.stroke(disc(0, wide * 0.66, r * 1.02, flat));
  });
}

function ticket(ctx: CanvasRenderingContext2D, x: number, y: number, turn: number, tint: string): void {
  placed(ctx, { x, y, turn }, () => {
    ctx.fillStyle = fade("#0a0208", 0.5);
    ctx.fill(slab(12, 18, 470, 250, 14));
    const paper = slab(0, 0, 470, 250, 14);
    solid(ctx, paper, ["#fff0d8", tint, mix(tint, "#5a1c30", 0.5)], [-200, -130, 220, 140]);
    ctx.fillStyle = fade("#8a2c50", 0.75);
    ctx.fillRect(-205, -95, 410, 34);
    ctx.fillStyle = fade("#5a1c3c", 0.42);
    for (const [bx, by, w] of [[-205, -38, 190], [-205, -12, 130], [-205, 14, 160], [40, -38, 90], [-205, 62, 250]] as const) ctx.fillRect(bx, by, w, 9);
    for (let i = 0; i < 19; i++) ctx.fillRect(40 + i * 8.4, 30, i % 3 ? 3 : 5, 62);
    ctx.fillStyle = "#2a0c1c";
    for (let i = 0; i < 9; i++) ctx.fill(disc(-150, -104 + i * 26, 3.4));
    ctx.fill(disc(188, -2, 15));
  });
}

/** Two tickets and two rings on the table; the same twice. `off`: the rings roll away. */
export const rings: Scene = (view, mood) => {
  const { t, u } = view;
  wall(view, "dusk");
  layer(view, 0.6, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 0], [720, 1280], [[0, "#7a3024"], [0.4, "#4a1622"], [1, "#16060f"]]);
    ctx.fillRect(-150, -150, 1020, 1600);
    ctx.lineWidth = 2;
    for (let i = 0; i < 24; i++) {
      ctx.strokeStyle = fade(i % 2 ? "#ffb070" : "#000000", 0.05);
      ctx.stroke(outline([[-150, i * 66 - 60], [200, i * 62 - 40 + (i % 3) * 12], [520, i * 66 - 70], [900, i * 64 - 30]], false));
    }
  });
  const light = lerp(-420, 620, u);
  layer(view, 0.6, (ctx) => {
    glow(ctx, 360, 560, 700, "#ff9a5c", 0.35);
    shaft(ctx, { from: [light - 60, -180, 260], to: [light + 420, 1400, 420], color: "#ffbf80", strength: 0.7 });
    shaft(ctx, { from: [light + 420, -180, 120], to: [light + 900, 1400, 200], color: "#ffbf80", strength: 0.55 });
  });
  layer(view, 1, (ctx) => {
    ticket(ctx, 300, 430, -0.24, "#f2cfa6");
    ticket(ctx, 420, 690, 0.16, "#efc8a2");
    const roll = mood === "off" ? glide(smooth(0.15, 1, u)) : 0;
    const shiver = Math.sin(t * 11) * 1.2;
    ctx.fillStyle = fade("#12040c", 0.42);
    ctx.fill(disc(300 - roll * 330, 626, 128, 0.5, -0.2));
    ctx.fill(disc(470 + roll * 330, 606 + roll * 40, 128, 0.5, 0.2));
    ring(ctx, 286 - roll * 330, 588 + shiver, 122, 0.62, -0.22 - roll * 2, t);
    ring(ctx, 448 + roll * 330, 566 - shiver + roll * 40, 122, 0.62, 0.2 + roll * 2, t + 1.4);
    glow(ctx, 210 + Math.sin(t * 0.9) * 60 - roll * 330, 530, 90, "#fff0c8", 0.7);
    glow(ctx, 520 + Math.sin(t * 0.9 + 1) * 50 + roll * 330, 520, 80, "#fff0c8", 0.6);
  });
  motes(view, { seed: 41, count: 22, size: 4, color: "#ffd9a8", strength: 0.6, rise: 8, sway: 20, ember: true });
};

/** The corridor of sleeping doors; at its end a man with a lamp. */
export const corridor: Scene = (view) => {
  const { t } = view;
  wall(view, "night");
  const [vx, vy] = [360, 520];
  layer(view, 0.9, (ctx) => {
    const at = (x: number, y: number, z: number): [number, number] => [vx + (x - vx) * z, vy + (y - vy) * z];
    const quad = (points: [number, number, number][], fill: string | CanvasGradient) => {
      ctx.fillStyle = fill;
      ctx.beginPath();
      for (const [x, y, z] of points) ctx.lineTo(...at(x, y, z));
      ctx.fill();
    };
    const [L, R, T, B] = [60, 660, 40, 1130];
    const far = 0.16;
    quad([[L, B, 2], [R, B, 2], [R, B, far], [L, B, far]], ramp(ctx, [0, 620], [0, 1280], [[0, "#a8503c"], [0.3, "#6a1f34"], [1, "#20081a"]]));
    quad([[240, B, 2], [480, B, 2], [480, B, far], [240, B, far]], ramp(ctx, [0, 620], [0, 1280], [[0, "#ff9a6a"], [0.25, "#b03a4c"], [1, "#3a0c22"]]));
    quad([[L, T, 2], [R, T, 2], [R, T, far], [L, T, far]], ramp(ctx, [0, 440], [0, -200], [[0, "#7a3038"], [1, "#14061a"]]));
    quad([[L, T, 2], [L, B, 2], [L, B, far], [L, T, far]], ramp(ctx, [310, 0], [-100, 0], [[0, "#c86a48"], [0.3, "#5a1c34"], [1, "#1a0718"]]));
    quad([[R, T, 2], [R, B, 2], [R, B, far], [R, T, far]], ramp(ctx, [410, 0], [800, 0], [[0, "#c86a48"], [0.3, "#4a1a3c"], [1, "#140618"]]));
    quad([[L, T, far], [R, T, far], [R, B, far], [L, B, far]], "#e8905c");
    const depths = [1.55, 1.02, 0.69, 0.47, 0.33, 0.235];
    for (const [i, z] of depths.entries()) {
      const n = z * 0.76;
      // Doors to the left, windows full of passing evening to the right.
      quad([[L, 210, z], [L, B, z], [L, B, n], [L, 210, n]], mix("#3a0f26", "#a84a3c", i / 7));
      quad([[L, 270, z * 0.97], [L, 620, z * 0.97], [L, 620, n * 1.04], [L, 270, n * 1.04]], mix("#ffb060", "#ffe0a0", i / 6));
      const shade = 0.5 + 0.5 * Math.sin(t * 5 + i * 1.1);
      quad([[R, 230, z], [R, 700, z], [R, 700, n], [R, 230, n]], ramp(ctx, [0, at(0, 230, z)[1]], [0, at(0, 700, z)[1]], [[0, "#2c1750"], [0.6, mix("#8a3a6c", "#c8607a", shade)], [1, "#2a1038"]]));
      const [lx, ly] = at(360, 70, z);
      glow(ctx, lx, ly, 190 * z, "#ffb868", 0.55);
      solid(ctx, disc(lx, ly, 30 * z, 0.5), ["#fff6d8", "#ffcf8a"], [0, ly - 20, 0, ly + 20]);
    }
    glow(ctx, vx, vy, 240, "#ffca8a", 0.75);
    placed(ctx, { x: 362 + Math.sin(t * 1.2) * 3, y: lerp(690, 800, view.u), scale: lerp(1.5, 2.05, view.u) }, () => {
      cityMan(ctx, { t, wind: 0, body: "#150714", ground: "#0a030a", light: "#ffca8a", from: [0.2, -1], edge: 2.6 }, { suit: "#1d0a1e" });
      ctx.fillStyle = "#12060f";
      ctx.fill(outline([[-12, -192, 1], [-15, -208, 1], [0, -213], [15, -208, 1], [12, -192, 1]]));
      ctx.fill(outline([[-13, -194, 1], [13, -194, 1], [15, -190], [-15, -190]]));
      glow(ctx, 30, -92, 80, "#ffdf9c", 1);
      ctx.fillStyle = "#fff3cf";
      ctx.fill(slab(30, -92, 11, 17, 4));
    });
  });
};
