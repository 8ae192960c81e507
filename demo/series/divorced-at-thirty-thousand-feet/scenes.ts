// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { airliner, cloudTops, trail } from "../../engine/aircraft.ts";
import { shaft } from "../../engine/light.ts";
import { bump, glide, lerp, smooth, wander } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { palm } from "../../engine/palm.ts";
import { sky } from "../../engine/sky.ts";
import { type Lamp, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { above, CORAL, DEEP, type Face, leo, nora, squall } from "./sets.ts";

const still = (view: View): View => ({ ...view, camera: { x: view.camera.x * 0.25, y: view.camera.y * 0.25, zoom: 1, roll: 0 } });
const kind = (mood: string): "dawn" | "storm" | "gold" => (mood === "storm" || mood === "gold" ? mood : "dawn");

/** The aeroplane over the clouds. Moods: dawn, storm, gold. */
export const clouds: Scene = (view, mood) => {
  const { t } = view;
  const storm = mood === "storm";
  above(view, kind(mood), { y: 780, sun: [470, storm ? 200 : 560, 150], drift: -26, near: false });
  const lamp: Lamp = storm ? { color: "#c8f2f4", from: [0.3, -1], width: 5, strength: 0.6 } : { color: "#fff6dc", from: [0.5, -1], width: 5, strength: 0.85 };
  layer(view, 1, (ctx) => {
    const y = 560 + wander(t * 0.5, 4) * (storm ? 26 : 10);
    const roll = -0.12 + wander(t * 0.7, 9) * (storm ? 0.07 : 0.02);
    trail(ctx, [[-500, y + 190], [-100, y + 120], [120, y + 50]], storm ? "#a8d4d8" : "#fffaf0", 18, 0.7);
    placed(ctx, { x: 372, y, scale: 1.06, turn: roll }, () =>
      airliner(ctx, { t, body: storm ? "#9cbcc0" : "#fff4e0", belly: storm ? "#2a5a66" : mood === "gold" ? "#c0685c" : "#4fa8b0", accent: storm ? "#b04a40" : CORAL, window: "#fff0b8", lamp }));
  });
  above2(view, mood);
  if (storm) squall(view);
  else motes(view, { seed: 3, count: 14, size: 4, color: "#fffaf0", strength: 0.5, rise: 4, sway: 40, ember: true });
};

/** The nearest clouds, which pass before the aeroplane. */
function above2(view: View, mood: string): void {
  const tones = { storm: ["#6f9ca0", "#2c5a64", "#071e28"], gold: ["#ffe8d0", "#f29a80", "#7a3448"], dawn: ["#ffffff", "#b4e0da", "#2a808c"] } as const;
  const [light, body, shade] = tones[kind(mood)];
  cloudTops(view, { seed: 29, y: 1010, size: 170, depth: 1.2, drift: -90, light, body, shade, side: 0.4 });
}

/** A cabin window: the weather outside, the frame, the blind. */
function pane(view: View, at: { x: number; y: number; w: number; h: number }, mood: string): void {
  layer(view, 0.5, (ctx) => {
    const storm = mood === "storm";
    const wallTop = storm ? "#27505a" : mood === "gold" ? "#f3c8a0" : "#d9efe6";
    const wallLow = storm ? "#0c2630" : mood === "gold" ? "#b06a56" : "#5fa6ac";
    solid(ctx, slab(at.x, at.y, at.w + 150, at.h + 150, 130), [mix(wallTop, "#ffffff", 0.2), wallTop, wallLow], [0, at.y - at.h * 0.7, 0, at.y + at.h * 0.7], { color: storm ? "#9cd0d4" : "#ffffff", from: [0, 1], width: 12, strength: 0.4 });
    solid(ctx, slab(at.x, at.y, at.w + 56, at.h + 56, 110), [wallLow, mix(wallTop, wallLow, 0.3), mix(wallTop, "#ffffff", 0.4)], [0, at.y - at.h * 0.6, 0, at.y + at.h * 0.6]);
    ctx.save();
    ctx.clip(slab(at.x, at.y, at.w, at.h, 96));
    above(still(view), kind(mood), { y: at.y + at.h * 0.18, sun: [at.x + at.w * 0.2, at.y - at.h * 0.06, at.w * 0.15], drift: -30 });
    if (storm) squall(still(view));
    ctx.fillStyle = ramp(ctx, [at.x - at.w / 2, at.y - at.h / 2], [at.x + at.w / 2, at.y + at.h / 2], [[0, "rgba(255,255,255,0.28)"], [0.35, "rgba(255,255,255,0.05)"], [0.36, "rgba(255,255,255,0)"], [1, "rgba(255,255,255,0)"]]);
    ctx.fillRect(at.x - at.w / 2, at.y - at.h / 2, at.w, at.h);
    ctx.restore();
  });
}

function wall(view: View, mood: string): void {
  if (mood === "storm") sky(view, [[0, "#0a2028"], [0.4, "#1c424c"], [0.8, "#0c2630"], [1, "#050f14"]]);
  else if (mood === "gold") sky(view, [[0, "#b8826a"], [0.4, "#f0c8a0"], [0.75, "#a85e50"], [1, "#3a1c24"]]);
  else sky(view, [[0, "#6fb0b4"], [0.4, "#cfe9e0"], [0.75, "#5a9ea6"], [1, "#123a44"]]);
}

/** Two people and one window. `dawn`: back to back. `storm`: they stare at each other. `gold`: they smile. */
export const seats: Scene = (view, mood) => {
  const { t, u } = view;
  const storm = mood === "storm";
  wall(view, mood);
  pane(view, { x: 360, y: 470, w: 380, h: 540 }, mood);
  const flash = storm ? Math.max(bump(t, 0.5, 0.3), bump(t, 2.2, 0.35)) : 0;
  const lit: Face = storm
    ? { t, light: "#c0f0f4", from: [1, -0.2], reveal: 0.72 + flash * 0.2, lit: "#e6b494", shade: "#3a3440", eye: "open" }
    : mood === "gold"
      ? { t, light: "#ffe2a8", from: [1, -0.2], reveal: 0.85, lit: "#f2b488", shade: "#7a3a30", eye: "open" }
      : { t, light: "#fff6dc", from: [-1, -0.3], reveal: 0.6, lit: "#eab48c", shade: "#7a4636", eye: t % 3 > 2.75 ? "closed" : "open" };
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 560, 420, storm ? "#8fd0d4" : "#fff0c8", storm ? 0.15 + flash * 0.5 : 0.35);
    if (mood === "dawn") {
      const huff = Math.sin(t * 1.2) * 4;
      leo(ctx, { x: 322, y: 440 + huff * 0.4, scale: 3.3, flip: true, turn: -0.03 }, lit);
      nora(ctx, { x: 398, y: 486 - huff * 0.4, scale: 3.2, turn: -0.06 }, { ...lit, eye: t > 1.2 ? "closed" : "open" });
    } else {
      const near = mood === "gold" ? glide(smooth(0.1, 0.9, u)) * 70 : 0;
      const jolt = storm ? wander(t * 3, 5) * 9 : 0;
      leo(ctx, { x: 806 - near, y: 420 + jolt, scale: 4, flip: true }, { ...lit, eye: mood === "gold" && u > 0.7 ? "closed" : "open" });
      nora(ctx, { x: -88 + near, y: 462 - jolt, scale: 4, turn: mood === "gold" ? -0.04 : 0 }, { ...lit, eye: mood === "gold" && u > 0.7 ? "closed" : "open" });
    }
  });
};

/** One armrest. `dawn`: two elbows fight for it. `storm`: two hands hold on to each other. */
export const armrest: Scene = (view, mood) => {
  const { t, u } = view;
  const storm = mood === "storm";
  wall(view, mood);
  pane(view, { x: 360, y: 250, w: 420, h: 520 }, mood);
  const flash = storm ? Math.max(bump(t, 0.5, 0.3), bump(t, 2.2, 0.35)) : 0;
  const lamp: Lamp = { color: storm ? "#c8f6f8" : "#fff2d0", from: [0, -1], width: 7, strength: 0.6 + flash * 0.3 };
  layer(view, 0.85, (ctx) => {
    for (const s of [-1, 1]) solid(ctx, outline([[360 + s * 240, 520], [360 + s * 420, 500, 1], [360 + s * 700, 1500, 1], [360 + s * 190, 1500, 1], [360 + s * 176, 620]]), storm ? ["#1f4a56", "#0a2028"] : ["#3aa0a8", "#11505c", DEEP], [0, 500, 0, 1300], lamp);
    if (!storm) shaft(ctx, { from: [360, 480, 360], to: [300, 1300, 620], color: "#fff0c8", strength: 0.5 });
  });
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 820, 420, storm ? "#7fc4c8" : "#fff0c8", 0.25 + flash * 0.4);
    solid(ctx, outline([[196, 690], [270, 660], [450, 660], [524, 690], [570, 1500, 1], [150, 1500, 1]]), storm ? ["#2f6470", "#0c2a34"] : ["#f7e6c4", "#c09a74", "#5a4038"], [0, 664, 0, 1300], lamp);
    ctx.fillStyle = fade("#000000", 0.18);
    ctx.fill(outline([[226, 716], [290, 694], [430, 694], [494, 716], [530, 1500, 1], [190, 1500, 1]]));
    const push = Math.sin(t * 2.4) * 14 + Math.sin(t * 5.3) * 5;
    const skinA = mix("#d0946e", "#3a5058", storm ? 0.42 - flash * 0.3 : 0);
    const skinB = mix("#ad744e", "#2a444e", storm ? 0.42 - flash * 0.3 : 0);
    const hold = glide(smooth(0.12, 0.3, u));
    const jolt = storm ? wander(t * 4, 3) * 6 : 0;
    const his = { skin: skinB, sleeve: storm ? "#0e3a44" : "#14606a", cuff: storm ? "#8fb4b8" : "#fdf3df", lamp, curl: storm ? 0.35 : 0.5, spread: 0.3 };
    const hers = { skin: skinA, sleeve: storm ? "#7a332c" : "#d8604a", lamp, curl: storm ? 0.7 * hold : 0.45, spread: 0.5, nail: CORAL };
    placed(ctx, { x: storm ? 372 : 492 + push, y: 832 + jolt, scale: storm ? 1.5 : 1.3, flip: true, turn: storm ? -0.22 : -0.14 }, () => palm(ctx, his));
    placed(ctx, { x: storm ? lerp(190, 330, hold) : 222 + push, y: storm ? lerp(700, 790, hold) + jolt : 806, scale: storm ? 1.36 : 1.22, turn: storm ? 0.3 : 0.16 }, () => palm(ctx, hers));
  });
  if (!storm) motes(view, { seed: 8, count: 14, size: 3.4, color: "#ffffff", strength: 0.5, rise: 8, sway: 12, ember: true });
};

