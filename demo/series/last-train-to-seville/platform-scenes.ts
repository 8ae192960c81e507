// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bust } from "../../engine/busts.ts";
import { ghost } from "../../engine/ghost.ts";
import { ridge } from "../../engine/land-forms.ts";
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import { vapour } from "../../engine/sky.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { evening, INES, LEO } from "./cast.ts";
import { dial, plateau, swallows, TONES } from "./sets.ts";

function stationClock(ctx: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  ctx.strokeStyle = "#150819";
  ctx.lineWidth = r * 0.1;
  for (const s of [-1, 1]) ctx.stroke(outline([[x + s * r * 0.5, y - r * 2.4], [x + s * r * 0.7, y - r * 1.7], [x + s * r * 0.2, y - r * 1.1]], false));
  glow(ctx, x, y, r * 3, "#ffd9a0", 0.5);
  solid(ctx, disc(x, y, r * 1.14), ["#4a1c3c", "#1c0a1e"], [x, y - r, x, y + r], { color: "#ffb377", from: [0.4, -1], width: r * 0.06, strength: 0.9 });
  ctx.fillStyle = ramp(ctx, [x - r, y - r], [x + r, y + r], [[0, "#fffaf0"], [0.6, "#ffe6bc"], [1, "#e8a880"]]);
  ctx.fill(disc(x, y, r));
  dial(ctx, x, y, r, "#4a1838");
  ctx.fillStyle = "#4a1838";
  ctx.fill(disc(x, y, r * 0.05));
}

function canopy(ctx: CanvasRenderingContext2D, shift: number): void {
  const iron = "#190a1f";
  ctx.fillStyle = ramp(ctx, [0, -140], [0, 130], [[0, "#0d0514"], [1, "#2c1130"]]);
  ctx.fill(outline([[-500, -200, 1], [1500, -200, 1], [1500, 84, 1], [-500, 84, 1]]));
  for (let i = -4; i < 14; i++) {
    const x = i * 70 + (shift % 70);
    ctx.fillStyle = iron;
    ctx.fill(outline([[x, 80, 1], [x + 70, 80, 1], [x + 62, 104], [x + 35, 128, 1], [x + 8, 104]]));
  }
  ctx.fillStyle = fade("#ffb377", 0.55);
  ctx.fillRect(-500, 82, 2000, 3);
  for (let i = -1; i < 4; i++) {
    const x = i * 520 - 150 + shift;
    solid(ctx, outline([[x - 11, 80, 1], [x + 11, 80, 1], [x + 9, 960, 1], [x + 20, 1010, 1], [x - 20, 1010, 1], [x - 9, 960, 1]]), [mix(iron, "#ffb377", 0.4), iron, iron], [x + 12, 0, x - 12, 0]);
    ctx.strokeStyle = iron;
    ctx.lineWidth = 9;
    for (const s of [-1, 1]) {
      ctx.stroke(outline([[x, 300], [x + s * 46, 220], [x + s * 130, 110]], false));
      ctx.stroke(disc(x + s * 44, 152, 26));
    }
  }
}

/** The two who wait: lit from behind, pale, not quite there. */
function waiting(view: View, ctx: CanvasRenderingContext2D, look: { x: number; y: number; scale: number; there: number; turn?: boolean }): void {
  ghost(view, ctx, look.there, (to) => {
    glow(to, look.x, look.y - look.scale * 110, look.scale * 190, "#d8e0ff", 0.35);
    const f = { t: view.t, wind: 0.12, body: "#54406e", ground: "#8a6a92", light: "#f2f0ff", edge: 4 };
    placed(to, { x: look.x - look.scale * 31, y: look.y, scale: look.scale }, () => cityMan(to, { ...f, from: [0.4, -0.8] }, { suit: "#5a4a80" }));
    placed(to, { x: look.x + look.scale * 29, y: look.y, scale: look.scale * 0.96 }, () => cityWoman(to, { ...f, from: [-0.4, -0.8] }, { coat: "#8a78a8", hair: "#3a2c50" }));
  });
}

/** A station under the evening. `pass`: it slides away without a stop. `wait`: two stand under the clock. `near`: close to them. */
export const platform: Scene = (view, mood) => {
  const { t, u } = view;
  const pass = mood === "pass";
  const near = mood === "near";
  const tone = TONES[pass ? "dusk" : "night"];
  const shift = pass ? -((t * 620) % 520) : 0;
  plateau(view, { horizon: 740, hour: pass ? "dusk" : "night", drift: pass ? -120 : 0 });
  swallows(view, { count: 5, x: 420, y: 380, spread: 240, size: 13, color: "#1a0a22", seed: 8 });
  layer(view, 0.85, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 930], [0, 1300], [[0, mix(tone.near, tone.light, 0.5)], [0.05, mix(tone.near, tone.light, 0.2)], [0.5, tone.near], [1, "#08030c"]]);
    ctx.fillRect(-300, 940, 1400, 500);
    for (let i = 0; i < 12; i++) {
      const x = i * 104 - 240 + (shift % 104);
      ctx.fillStyle = fade("#ffcf9a", 0.12);
      ctx.fill(outline([[360 + (x - 360) * 1, 944, 1], [360 + (x - 360) * 1 + 3, 944, 1], [360 + (x - 360) * 2.3 + 6, 1300, 1], [360 + (x - 360) * 2.3, 1300, 1]]));
    }
    ctx.fillStyle = fade("#ffe2a8", 0.85);
    ctx.fillRect(-300, 1046, 1400, 7);
    canopy(ctx, pass ? shift : 250);
    if (pass) {
      const cx = lerp(1000, -300, u);
      stationClock(ctx, cx, 360, 96);
      waiting(view, ctx, { x: cx + 60, y: 990, scale: 2, there: 0.9 });
      for (let i = 0; i < 5; i++) {
        const lx = ((i * 300 + 5000 - t * 900) % 1500) - 200;
        glow(ctx, lx, 200, 130, "#ffd9a0", 0.65);
        ctx.fillStyle = "#fff4d8";
        ctx.fill(slab(lx, 200, 34, 12, 6));
      }
      return;
    }
    stationClock(ctx, 360, near ? 250 : 330, near ? 112 : 132);
    for (const x of [90, 630]) {
      glow(ctx, x, 240, 170, "#ffcf8a", 0.6);
      ctx.fillStyle = "#fff2cf";
      ctx.fill(disc(x, 232, 15));
    }
    waiting(view, ctx, { x: 360, y: near ? 1120 : 1000, scale: near ? 3.4 : 2.05, there: 0.55 + 0.4 * smooth(0.2, 1.6, t) });
  });
  vapour(view, { seed: 19, top: 860, height: 240, dark: "#6a3a6a", light: "#e8a8a0", cover: 0.5, opacity: 0.55, depth: 1, drift: pass ? -260 : 14, cells: 4, crisp: 0.1 });
  motes(view, { seed: 9, count: 26, size: 4, color: "#ffd9b0", strength: 0.5, rise: 12, sway: pass ? 90 : 26, ember: true });
};

/** One window from outside; inside, the two; on the glass, what they ride towards. `waits`: the two of the platform on the glass. */
export const glass: Scene = (view, mood) => {
  const { t } = view;
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, 1280], [[0, "#8a3a52"], [0.12, "#4a1a3c"], [0.5, "#2c0f2c"], [1, "#0d0412"]]);
  ctx.fillRect(0, 0, 720, 1280);
  layer(view, 1, (to) => {
    to.fillStyle = fade("#ff9a6a", 0.75);
    to.fillRect(-200, 1000, 1120, 12);
    to.fillRect(-200, 1024, 1120, 4);
    for (let i = 0; i < 18; i++) {
      to.fillStyle = fade("#ffc08a", 0.25 + hash(i, 2) * 0.15);
      for (const y of [62, 940]) to.fill(disc(-60 + i * 50, y, 4));
    }
    const pane = slab(360, 490, 590, 730, 60);
    glow(to, 360, 500, 620, "#ff9a52", 0.5);
    to.save();
    to.clip(pane);
    to.fillStyle = ramp(to, [0, 120], [0, 860], [[0, "#ffdf9c"], [0.4, "#f2a25c"], [1, "#8a3430"]]);
    to.fillRect(0, 0, 720, 1000);
    for (const x of [40, 680]) solid(to, slab(x, 640, 200, 560, 60), ["#8a2c44", "#4a1430"], [x - 80, 0, x + 80, 0]);
    glow(to, 360, 240, 320, "#fff3cf", 0.9);
    const lit = { ...evening(t, 0.5), light: "#fff0c8", lit: "#c8745a", shade: "#4a1a2c" };
    const alone = mood === "waits";
    if (!alone) bust(to, { x: 650, y: 350, scale: 2.9, flip: true }, lit, LEO);
    bust(to, alone ? { x: 30, y: 330, scale: 3.7 } : { x: 62, y: 382, scale: 2.8 }, lit, INES);
    to.restore();
    to.save();
    to.clip(pane);
    if (mood === "waits") {
      placed(to, { x: 0, y: 0, alpha: smooth(0.8, 2, t) * 0.85 }, () => waiting(view, to, { x: 500 - t * 6, y: 850, scale: 2.3, there: 0.9 }));
    }
    // The evening on the glass, drifting the way the train goes.
    ghost(view, to, mood === "waits" ? 0.3 : 0.36, (g) => {
      const inner: View = { ...view, ctx: g, camera: { x: 0, y: 0, zoom: 1, roll: 0 } };
      g.fillStyle = ramp(g, [0, 120], [0, 760], [[0, "#2c1450"], [0.6, "#a8466c"], [1, "#ff9a70"]]);
      g.fillRect(0, 100, 720, 800);
      ridge(inner, { seed: 4, foot: 862, height: 150, top: "#4a1d58", base: "#2c1040", light: "#ffb377", depth: 0, sharp: 0.6, drift: -60, edge: 0.8 });
      swallows(inner, { count: 5, x: 360, y: 300, spread: 200, size: 18, color: "#1a0a22", seed: 3 });
    });
    to.fillStyle = ramp(to, [60, 120], [640, 860], [[0, fade("#ffffff", 0.3)], [0.2, fade("#ffffff", 0.04)], [0.21, fade("#ffffff", 0.18)], [0.3, fade("#ffffff", 0.02)], [1, fade("#ffffff", 0)]]);
    to.fill(pane);
    to.restore();
    to.lineWidth = 30;
    to.strokeStyle = "#170819";
    to.stroke(pane);
    to.lineWidth = 4;
    to.strokeStyle = fade("#ffb983", 0.8);
    to.stroke(slab(360, 490, 624, 764, 74));
  });
  motes(view, { seed: 19, count: 30, size: 5, color: "#ffcf9a", strength: 0.6, rise: 4, sway: 240, ember: true });
};
