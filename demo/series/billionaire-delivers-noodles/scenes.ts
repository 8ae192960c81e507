// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bokeh, drops, onScreen, skyline, tube, wet } from "../../engine/city.ts";
import { beam } from "../../engine/light.ts";
import { glide, hash, lerp, smooth, wander } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, type View } from "../../engine/paint.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { scooter } from "../../engine/scooter.ts";
import { sky } from "../../engine/sky.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import { steam } from "../../engine/steam.ts";
import type { Scene } from "../../engine/story.ts";
import { rain } from "../../engine/weather.ts";
import { emblem, type Face, grandmother, INK, kai, market, mei, PINK, ride, TEAL, WARM } from "./sets.ts";

/** The scooter in the night market. `ride`: through steam. `rain`: faster, with the last bowl. */
export const street: Scene = (view, mood) => {
  const { t, u } = view;
  const wetNight = mood === "rain";
  const speed = wetNight ? 520 : 360;
  market(view, { base: 930, shift: t * speed * 0.5 + 400 });
  layer(view, 1, (ctx) => {
    const x = lerp(300, 420, glide(u));
    beam(ctx, { x: x + 170, y: 740, angle: 0.14, spread: 0.4, length: 620, color: "#fff2c8", strength: 0.7 });
    placed(ctx, { x, y: 936, scale: 1.42, turn: wetNight ? -0.02 + wander(t * 2, 4) * 0.015 : 0 }, () => scooter(ctx, ride(t, speed)));
  });
  steam(view, { seed: 14, x: 160, y: 590, width: 60, height: 170, size: 44, count: 10, color: "#fff0e4", strength: 0.6, depth: 1, lean: -330, speed: 0.6 });
  wet(view, { y: onScreen(view, 1, 936), tint: INK, far: "#5a1450", strength: 0.8, ripple: 14, squeeze: 1.25 });
  if (wetNight) rain(view, { count: 80, slant: -0.34, color: "#ffd8f0", strength: 0.36 });
};

const noodle = (t: number): Face => ({ t, light: "#ff7ab8", from: [1, -0.1], reveal: 0.92, lit: "#fbcba8", shade: "#7c3a58", eye: "open" });

/** Faces at the window of her office and in the kitchen. Moods: meet, sues, twin, rain, grandma, wins. */
export const faces: Scene = (view, mood) => {
  const { t, u } = view;
  if (mood === "grandma" || mood === "wins") return kitchen(view, mood === "wins");
  const rainy = mood === "rain";
  sky(view, [[0, "#0a0626"], [0.35, "#3a0f5c"], [0.65, rainy ? "#1a6a7c" : "#d0307c"], [1, INK]]);
  skyline(view, { seed: 51, base: 1360, low: 400, high: 960, wide: [60, 120], top: "#34125c", bottom: rainy ? "#1c7a84" : "#c83c88", windows: ["#7af0e4", "#ffb0d8", "#ffe0a0"], lit: 0.24, rim: "#ff7ac0", side: -1, depth: 0.2, cell: [9, 14] });
  bokeh(view, { seed: 12, count: 24, colors: [PINK, TEAL, WARM], size: 52, strength: 0.55, area: [-60, 480, 840, 620], depth: 0.4 });
  drops(view, { seed: 5, count: rainy ? 150 : 40, light: "#ffd8f0", strength: 0.6, depth: 0.6, runs: rainy ? 8 : 0 });
  if (!rainy) steam(view, { seed: 8, x: 360, y: 1240, width: 420, height: 800, size: 110, count: 16, color: "#ffd8f0", strength: 0.5, depth: 0.8 });
  const blink: Face["eye"] = t % 3.1 > 2.9 ? "closed" : "open";
  layer(view, 1, (ctx) => {
    if (mood === "sues") {
      glow(ctx, 600, 560, 460, TEAL, 0.5);
      mei(ctx, { x: 40, y: 390 + Math.sin(t) * 3, scale: 4.9, turn: lerp(0.05, -0.03, glide(u)) }, { ...noodle(t), light: "#5af0e0", eye: u < 0.2 ? "down" : blink });
      return;
    }
    if (mood === "twin") {
      glow(ctx, 120, 500, 520, PINK, 0.6);
      kai(ctx, { x: 690, y: 380, scale: 4.7, flip: true, turn: 0.02 + Math.sin(t * 2) * 0.006 }, { ...noodle(t), eye: u > 0.3 && u < 0.4 ? "closed" : "open" }, true);
      placed(ctx, { x: 398, y: 590, scale: 1 }, () => sweat(ctx, t));
      return;
    }
    const near = glide(u) * (rainy ? 50 : 24);
    glow(ctx, 360, 640, 360, rainy ? TEAL : PINK, 0.5);
    kai(ctx, { x: 812 - near, y: 400, scale: 4.1, flip: true }, { ...noodle(t), light: rainy ? "#5af0e0" : "#ff7ab8", eye: rainy && u > 0.7 ? "down" : "open" }, !rainy);
    mei(ctx, { x: -92 + near, y: 446, scale: 4.1 }, { ...noodle(t), light: rainy ? "#ff7ab8" : "#5af0e0", eye: blink });
  });
  if (rainy) rain(view, { count: 60, slant: -0.14, color: "#c8fff8", strength: 0.3 });
};

function sweat(ctx: CanvasRenderingContext2D, t: number): void {
  for (const i of [0, 1]) {
    const y = ((t * 60 + i * 70) % 150) - 20;
    solid(ctx, [[0 + i * 26, y - 14, 1], [7 + i * 26, y + 2], [0 + i * 26, y + 9], [-7 + i * 26, y + 2]], ["#e8fffc", TEAL], [0, y - 12, 0, y + 8]);
  }
}

function kitchen(view: View, wins: boolean): void {
  const { t, u } = view;
  sky(view, [[0, "#1a0a2c"], [0.4, "#6a1a4c"], [0.7, "#e0602c"], [1, "#1a0818"]]);
  bokeh(view, { seed: 31, count: 16, colors: [WARM, PINK, TEAL], size: 46, strength: 0.5, area: [-40, 120, 800, 620], depth: 0.3 });
  layer(view, 0.5, (ctx) => {
    for (const [i, x] of [80, 240, 420, 600].entries()) {
      ctx.strokeStyle = "#1a0818";
      ctx.lineWidth = 3;
      ctx.stroke(outline([[x, -100], [x, 120 + (i % 2) * 46]], false));
      placed(ctx, { x, y: 148 + (i % 2) * 46, turn: Math.sin(t * 1.2 + i) * 0.06 }, () => {
        solid(ctx, [[-54, -24, 1], [54, -24, 1], [38, 14], [14, 28], [-14, 28], [-38, 14]], i % 2 ? ["#4ff0e0", "#0f7a7a", "#063038"] : ["#ff7ab0", "#b01858", "#3a0828"], [40, -24, -40, 28], { color: "#fff0d0", from: [0.4, 1], width: 5 });
      });
    }
  });
  layer(view, 1, (ctx) => {
    glow(ctx, 560, 900, 560, WARM, 0.65);
    grandmother(ctx, { x: 40, y: 400 + Math.sin(t * 0.9) * 3, scale: 4.7, turn: wins ? lerp(0.02, -0.06, glide(u)) : 0.02 }, { t, light: "#ffd08a", from: [1, 0.1], reveal: 0.9, lit: "#f8c496", shade: "#8a4450", eye: t % 3 > 2.8 || (wins && u > 0.7 && u < 0.82) ? "closed" : "open" });
  });
  steam(view, { seed: 5, x: 560, y: 1250, width: 240, height: 900, size: 120, count: 18, color: "#ffe8d0", strength: 0.6, depth: 1.1 });
}

/** The bowl. Chopsticks lift the noodles; `chili` makes it red. */
export const bowl: Scene = (view, mood) => {
  const { t, u } = view;
  const hot = mood === "chili";
  sky(view, [[0, "#0a0626"], [0.4, "#4a1058"], [0.7, "#b82470"], [1, INK]]);
  bokeh(view, { seed: 41, count: 26, colors: [PINK, TEAL, WARM], size: 66, strength: 0.55, area: [-60, 60, 840, 700], depth: 0.3 });
  layer(view, 0.8, (ctx) => {
    solid(ctx, outline([[-300, 960, 1], [1020, 960, 1], [1020, 1600, 1], [-300, 1600, 1]]), ["#7a2448", "#2a0c2c", "#0c0614"], [0, 960, 0, 1300]);
    glow(ctx, 360, 1000, 480, "#ff8a4a", 0.4);
  });
  const lift = glide(smooth(0, 0.55, u));
  layer(view, 1, (ctx) => {
    solid(ctx, disc(360, 1010, 250, 0.13), ["#12061a", "#12061a"], [0, 0, 0, 1]);
    solid(ctx, disc(360, 742, 304, 0.25), ["#ffe8c8", "#c9487a", "#5a1040"], [60, 700, 660, 780], { color: "#fff4dc", from: [0.3, -1], width: 6 });
    soup(ctx, t, hot);
    strands(ctx, t, lift);
    solid(ctx, [[56, 746, 1], [84, 870], [190, 984], [280, 1016], [440, 1016], [530, 984], [636, 870], [664, 746, 1], [560, 800], [360, 822], [160, 800]], ["#ff6aa4", "#d01e68", "#5a0c3c"], [600, 760, 160, 1000], { color: "#ffd8ec", from: [0.6, -1], width: 9 });
    ctx.fillStyle = fade("#ffffff", 0.22);
    ctx.fill(ribbon([[600, 800], [560, 900], [480, 974]], [6, 26, 4]));
    placed(ctx, { x: 340, y: 904, scale: 1.05 }, () => emblem(ctx, 5, "#ffe0a8", 4, 0.8));
    sticks(ctx, lift, t);
  });
  for (const x of [230, 360, 490]) steam(view, { seed: x, x, y: 760, width: 150, height: 660, size: 84, count: 12, color: "#fff4ea", strength: 0.55, depth: 1.05 });
};

function soup(ctx: CanvasRenderingContext2D, t: number, hot: boolean): void {
  const broth = disc(360, 748, 282, 0.215);
  solid(ctx, broth, hot ? ["#ff8a3c", "#d0301c", "#7a1014"] : ["#ffcf7a", "#e8902c", "#9a4a14"], [200, 690, 520, 810]);
  ctx.save();
  ctx.clip(broth);
  for (let i = 0; i < 26; i++) {
    const [x, y] = [120 + hash(i, 2) * 460, 706 + hash(i, 3) * 90];
    ctx.strokeStyle = mix("#ffe8a8", "#c9802c", hash(i, 4) * 0.6);
    ctx.lineWidth = 8;
    ctx.lineCap = "round";
    ctx.stroke(outline([[x - 50, y], [x - 18, y - 9 + Math.sin(t + i) * 1.5], [x + 16, y + 8], [x + 52, y - 2]], false));
  }
  for (let i = 0; i < 22; i++) {
    const [x, y] = [110 + hash(i, 7) * 500, 700 + hash(i, 8) * 96];
    if (i % 3 === 0 || hot) {
      ctx.fillStyle = i % 3 === 1 ? "#5ad06a" : "#f0281c";
      ctx.fill(disc(x, y, 11, 0.5));
      ctx.fillStyle = i % 3 === 1 ? "#c8f0b0" : "#ffb08a";
      ctx.fill(disc(x, y, 5, 0.5));
    } else {
      ctx.fillStyle = "#4ac05c";
      ctx.fill(slab(x, y, 20, 7, 3.5));
    }
  }
  for (const [x, y, r] of [[196, 742, 58], [262, 778, 52]] as const) {
    solid(ctx, disc(x, y, r, 0.52, -0.2), ["#ffffff", "#f0dcc0"], [x, y - 30, x, y + 30]);
    solid(ctx, disc(x + 3, y - 1, r * 0.56, 0.52, -0.2), ["#ffd04a", "#f07a1c"], [x, y - 18, x, y + 18]);
  }
  ctx.restore();
}

function strands(ctx: CanvasRenderingContext2D, t: number, lift: number): void {
  const y = lerp(660, 400, lift);
  for (let i = 0; i < 13; i++) {
    const k = i / 12 - 0.5;
    const sway = Math.sin(t * 2.2 + i * 0.5) * 7;
    const line: [number, number][] = [[400 + k * 96, y - 8], [398 + k * 108, y + 18], [392 + k * 124 + sway, lerp(y, 750, 0.55)], [386 + k * 190, 756 + Math.abs(k) * 16]];
    solid(ctx, ribbon(line, [11, 10, 9, 10]), ["#fff2c0", "#ffcf6a", "#d08a34"], [400 + k * 96, y, 400 + k * 190, 756], { color: "#ffffff", from: [0.6, -0.4], width: 2.4, strength: 0.6 });
  }
}

function sticks(ctx: CanvasRenderingContext2D, lift: number, t: number): void {
  const y = lerp(660, 400, lift);
  for (const [dx, dy, tilt] of [[0, -6, -0.52], [6, 18, -0.46]] as const)
    placed(ctx, { x: 330 + dx, y: y + dy + Math.sin(t * 1.6) * 2, turn: tilt }, () => {
      solid(ctx, outline([[-16, -4], [0, -5, 1], [560, -13, 1], [560, 13, 1], [0, 5, 1], [-16, 4]]), ["#4a1420", "#1a0610"], [0, -12, 0, 12], { color: "#ffb0c8", from: [0, -1], width: 5 });
      ctx.fillStyle = "#ffcf7a";
      ctx.fillRect(420, -12, 12, 24);
      ctx.fillRect(442, -12.4, 5, 24.8);
    });
}

/** The roof above the market. `two`: they eat side by side. `screen`: a tower shows his face. */
export const roof: Scene = (view, mood) => {
  const { t, u } = view;
  const on = mood === "screen" ? smooth(0.12, 0.2, u) * (hash(Math.floor(t * 12), 4) > 0.12 || u > 0.4 ? 1 : 0.3) : 0;
  sky(view, [[0, "#0a0626"], [0.3, "#2c0d54"], [0.55, "#8a1c78"], [0.72, "#ff5a96"], [1, INK]]);
  skyline(view, { seed: 71, base: 980, low: 240, high: 700, wide: [50, 110], top: "#3a1464", bottom: "#d84a90", windows: ["#7af0e4", "#ffb0d8", "#ffe0a0"], lit: 0.26, rim: "#ff7ac0", side: -1, depth: 0.2, cell: [9, 13] });
  layer(view, 0.4, (ctx) => {
    solid(ctx, slab(360, 700, 372, 1100, 6), ["#1c0c3e", "#2c1050"], [0, 160, 0, 1000], { color: "#ff8ac8", from: [-1, -0.5], width: 9, strength: 0.6 });
    glow(ctx, 360, 420, 560, mix(PINK, TEAL, 0.3), 0.25 + on * 0.6);
    const screen = slab(360, 420, 316, 400, 8);
    solid(ctx, screen, on > 0.05 ? [mix("#0a0a20", "#16c8bc", on), mix("#0a0a20", "#e82a88", on)] : ["#0c0a24", "#0a0618"], [240, 220, 480, 620]);
    if (on < 0.05) placed(ctx, { x: 360, y: 436, scale: 3 }, () => emblem(ctx, 0, TEAL, 2.6, 0.8 + Math.sin(t * 3) * 0.2));
    ctx.save();
    ctx.clip(screen);
    ctx.globalAlpha *= on;
    kai(ctx, { x: 250, y: 316, scale: 2.5 }, { t: 0, light: "#fff0f8", from: [1, -0.2], reveal: 1, lit: "#ffd8c0", shade: "#b05078", eye: "open" }, false);
    ctx.fillStyle = "rgba(8,4,30,0.14)";
    for (let y = 220; y < 620; y += 8) ctx.fillRect(200, y, 320, 3);
    ctx.restore();
    tube(ctx, slab(360, 420, 326, 410, 10), on > 0.1 ? "#ffffff" : PINK, 3.4, 0.5 + on * 0.5);
  });
  steam(view, { seed: 22, x: 360, y: 1010, width: 800, height: 420, size: 150, count: 12, color: "#ff9ac4", strength: 0.34, depth: 0.6, speed: 0.1 });
  layer(view, 1, (ctx) => {
    const light = on > 0.3 ? "#d8fff8" : "#ffb0d8";
    const f = { t, wind: 0.15, ground: "#0c0618", light, from: [0.05, -1] as const, edge: 2.6 };
    placed(ctx, { x: 232, y: 1252, scale: 2.7, turn: -0.02 }, () => cityWoman(ctx, { ...f, body: "#120a20" }, { coat: "#0e5c60", hair: "#120c1e" }));
    placed(ctx, { x: 478, y: 1262, scale: 2.75, turn: 0.02 }, () => cityMan(ctx, { ...f, body: "#120a20" }, { suit: "#a01c50" }));
    solid(ctx, outline([[-300, 990, 1], [1020, 990, 1], [1020, 1500, 1], [-300, 1500, 1]]), ["#3a1448", "#160a24", "#08040e"], [0, 990, 0, 1280], { color: light, from: [0, -1], width: 7 });
    for (const x of [360]) {
      solid(ctx, [[x - 42, 950, 1], [x + 42, 950, 1], [x + 28, 984], [x, 992], [x - 28, 984]], ["#ff6aa4", "#8a1450"], [x + 30, 950, x - 30, 990], { color: light, from: [0, -1], width: 4 });
      ctx.strokeStyle = "#2a0a1c";
      ctx.lineWidth = 5;
      for (const dx of [0, 12]) ctx.stroke(outline([[x - 10 + dx, 952], [x + 50 + dx, 900]] as Point[], false));
    }
  });
  steam(view, { seed: 17, x: 360, y: 946, width: 40, height: 220, size: 30, count: 10, color: "#fff0e8", strength: 0.7, depth: 1 });
  view.ctx.fillStyle = ramp(view.ctx, [0, 1000], [0, 1280], [[0, "rgba(8,4,20,0)"], [1, "rgba(8,4,20,0.4)"]]);
  view.ctx.fillRect(0, 1000, 720, 280);
};
