// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bokeh, drops, onScreen, tube, wet } from "../../engine/city.ts";
import { backOfHand, frontOfHand, handset } from "../../engine/handset.ts";
import { beam } from "../../engine/light.ts";
import { glide, hash, lerp, smooth, wander } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, type View } from "../../engine/paint.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import { sky } from "../../engine/sky.ts";
import { slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, rain } from "../../engine/weather.ts";
import { CYAN, EDGE, type Face, ines, nightCity, PINK, ringer, VIOLET } from "./sets.ts";

const GLOVE = "#241238";

/** A hole broken into the wall, with the telephone ringing in it. */
export const wall: Scene = (view) => {
  const { t } = view;
  const beat = 0.72 + 0.28 * Math.sin(t * 5);
  sky(view, [[0, "#0c0520"], [0.4, "#26104a"], [0.7, "#1c0a38"], [1, "#07030f"]]);
  layer(view, 0.8, (ctx) => {
    for (let i = -2; i < 16; i++) {
      ctx.fillStyle = fade(i % 2 ? "#7a3ac0" : "#05020c", i % 2 ? 0.07 : 0.16);
      ctx.fillRect(i * 60 - 60, -200, 30, 1700);
    }
    glow(ctx, 360, 590, 760, PINK, 0.5 * beat);
  });
  layer(view, 0.9, (ctx) => {
    cracks(ctx, beat);
    hole(ctx, 1.1, ["#7a3f8c", "#3a1858"]);
    hole(ctx, 1, ["#170626", "#0a0314"]);
  });
  layer(view, 0.95, (ctx) => inside(ctx, t, beat));
  layer(view, 1, (ctx) => {
    ctx.globalCompositeOperation = "screen";
    for (let i = 0; i < 5; i++)
      beam(ctx, { x: 360, y: 600, angle: -2.5 + i * 0.52 + wander(t * 0.3 + i, 2) * 0.1, spread: 0.24, length: 900, color: PINK, strength: 0.26 * beat });
  });
  layer(view, 1.25, (ctx) => {
    for (let i = 0; i < 9; i++) {
      const x = 150 + hash(i, 4) * 430;
      const y = 930 + hash(i, 5) * 60;
      const r = 14 + hash(i, 6) * 34;
      solid(ctx, [[x - r, y + r * 0.5, 1], [x - r * 0.5, y - r * 0.5, 1], [x + r * 0.5, y - r * 0.3, 1], [x + r, y + r * 0.5, 1]], ["#8a4a9c", "#1a0a2c"], [x, y - r, x, y + r], { color: "#ff9ad0", from: [0, -1], width: 4 });
    }
    ctx.fillStyle = ramp(ctx, [0, 950], [0, 1150], [[0, "#2a1048"], [1, "#07030f"]]);
    ctx.fillRect(-200, 975, 1120, 600);
    ctx.fillStyle = fade(PINK, 0.35 * beat);
    ctx.fillRect(-200, 974, 1120, 2.5);
  });
  motes(view, { seed: 6, count: 34, size: 4, color: "#ffb0e0", strength: 0.5, rise: 14, sway: 12, ember: true });
};

const RIM: Point[] = [[-150, -250, 1], [-60, -285, 1], [20, -262, 1], [96, -300, 1], [168, -230, 1], [150, -120, 1], [196, -40, 1], [160, 60, 1], [184, 170, 1], [120, 262, 1], [30, 240, 1], [-54, 290, 1], [-140, 236, 1], [-128, 130, 1], [-190, 60, 1], [-156, -40, 1], [-182, -140, 1]];

function hole(ctx: CanvasRenderingContext2D, k: number, tones: string[]): void {
  placed(ctx, { x: 360, y: 600, scale: k }, () => solid(ctx, RIM, tones, [0, -280, 0, 280], { color: k > 1 ? "#ffc4ea" : PINK, from: [0.2, 1], width: k > 1 ? 9 : 26, strength: 0.7 }));
}

function cracks(ctx: CanvasRenderingContext2D, beat: number): void {
  for (let i = 0; i < 11; i++) {
    const [px, py] = RIM[(i * 3) % RIM.length] as Point;
    let [x, y] = [360 + px * 1.1, 600 + py * 1.1];
    const path = new Path2D();
    path.moveTo(x, y);
    for (let k = 0; k < 5; k++) {
      x += px * 0.16 + (hash(i, k) - 0.5) * 60;
      y += py * 0.16 + (hash(k, i + 9) - 0.5) * 60;
      path.lineTo(x, y);
    }
    ctx.strokeStyle = fade("#05020a", 0.7);
    ctx.lineWidth = 5;
    ctx.stroke(path);
    tube(ctx, path, PINK, 1.4, 0.5 * beat);
  }
}

function inside(ctx: CanvasRenderingContext2D, t: number, beat: number): void {
  ctx.save();
  ctx.translate(360, 600);
  ctx.clip(outline(RIM));
  for (let row = -6; row < 7; row++)
    for (let c = -3; c < 4; c++) {
      const x = c * 104 + (row % 2 ? 52 : 0);
      solid(ctx, slab(x, row * 48, 98, 42, 4), [mix("#4a1440", "#8a2660", hash(c, row) * 0.5), "#200826"], [x, row * 48 - 20, x, row * 48 + 20]);
    }
  glow(ctx, 0, 10, 340, PINK, 0.85 * beat);
  ctx.strokeStyle = "#08030e";
  ctx.lineWidth = 9;
  ctx.stroke(outline([[-210, -170], [-90, -230], [40, -160], [120, -250], [220, -200]], false));
  ctx.rotate(0.16 + Math.sin(t * 42) * 0.006 * beat);
  ctx.translate(0, 12);
  ctx.scale(0.96, 0.96);
  handset(ctx, ringer(t, "ring"), EDGE);
  ctx.restore();
}

/** A gloved hand with the telephone before rain on the glass. Moods: ring, talk, ended. */
export const hand: Scene = (view, mood) => {
  const { t } = view;
  nightCity(view, { base: 1130, far: 1.15, near: false });
  bokeh(view, { seed: 5, count: 26, colors: [PINK, CYAN, "#ffc07a", VIOLET], size: 46, strength: 0.5, area: [-60, 620, 840, 520], depth: 0.5 });
  drops(view, { seed: 3, count: 150, light: "#e6c8ff", strength: 0.8, depth: 0.6, runs: 6 });
  layer(view, 1, (ctx) =>
    placed(ctx, { x: 350, y: 560 + Math.sin(t * 1.1) * 4, scale: 1.34, turn: -0.1 + Math.sin(t * 0.7) * 0.01 }, () => {
      if (mood === "ring") ctx.translate(Math.sin(t * 60) * 1.2, 0);
      backOfHand(ctx, { skin: GLOVE, lamp: EDGE });
      handset(ctx, ringer(t, mood === "talk" ? "talk" : "ring"), EDGE);
      frontOfHand(ctx, { skin: GLOVE, sleeve: "#150a26", lamp: { ...EDGE, color: "#ff8ac8", from: [0.6, -1] } });
    }),
  );
};

const glowFace = (t: number): Face => ({ t, light: "#ff6ab4", from: [1, 0.25], reveal: 0.72, lit: "#e08ab0", shade: "#2c1240", eye: "open" });

/** Ines at the window. `mirror`: her own face answers in the glass. `behind`: he stands in the door behind her. */
export const face: Scene = (view, mood) => {
  const { t, u } = view;
  if (mood === "behind") return behind(view);
  nightCity(view, { base: 1180, far: 1.1, near: false, moon: [420, 640] });
  if (mood === "mirror") {
    const near = glide(u);
    layer(view, 0.8, (ctx) => {
      ctx.fillStyle = "rgba(12,4,34,0.35)";
      ctx.fillRect(-200, -200, 1120, 1700);
      ines(ctx, { x: 826 - near * 30, y: 410, scale: 4.3, flip: true, alpha: 0.66 }, { ...glowFace(t), light: CYAN, lit: "#7ac0e8", shade: "#1a1450", from: [1, 0.1] });
    });
    drops(view, { seed: 8, count: 110, light: "#d8d0ff", strength: 0.6, depth: 0.85, runs: 7 });
    layer(view, 1, (ctx) => {
      glow(ctx, 370, 760, 330, PINK, 0.55);
      ines(ctx, { x: -92 + near * 30, y: 430, scale: 4.5 }, glowFace(t));
      // The lit telephone between them, seen from its edge.
      placed(ctx, { x: 372, y: 900, scale: 1, turn: 0.1 }, () => {
        solid(ctx, slab(0, 0, 22, 300, 11), ["#ffd0ea", PINK, "#7a1050"], [-11, 0, 11, 0]);
        glow(ctx, -6, -20, 240, PINK, 0.7);
      });
    });
    return;
  }
  drops(view, { seed: 9, count: 130, light: "#e6c8ff", strength: 0.7, depth: 0.5, runs: 8 });
  layer(view, 1, (ctx) => {
    glow(ctx, 560, 640, 420, PINK, 0.5);
    ines(ctx, { x: 40, y: 380 + Math.sin(t) * 3, scale: 5, turn: 0.03 }, { ...glowFace(t), eye: t % 3.4 > 3.2 ? "closed" : "open" });
    placed(ctx, { x: 604, y: 860, scale: 1, turn: 0.36 }, () => {
      solid(ctx, slab(0, 0, 26, 330, 13), ["#ffd0ea", PINK, "#7a1050"], [-13, 0, 13, 0]);
      for (const y of [-60, -10, 40, 90]) solid(ctx, slab(16, y, 52, 42, 20), [mix(GLOVE, PINK, 0.35), GLOVE], [-10, y, 40, y], { color: "#ff9ad0", from: [-1, -0.4], width: 5 });
    });
  });
};

function behind(view: View): void {
  const { t, u } = view;
  sky(view, [[0, "#0a0420"], [0.5, "#1c0a3e"], [1, "#06020e"]]);
  const open = glide(smooth(0.05, 0.5, u));
  layer(view, 0.4, (ctx) => {
    const w = lerp(30, 210, open);
    const x = 132;
    glow(ctx, x, 560, 620, VIOLET, 0.3 + 0.35 * open);
    ctx.fillStyle = ramp(ctx, [0, 180], [0, 900], [[0, "#e8b0ff"], [0.5, "#c05ae8"], [1, "#6a24a0"]]);
    ctx.fillRect(x - w / 2, 190, w, 740);
    ctx.fillStyle = ramp(ctx, [0, 930], [0, 1280], [[0, fade("#c05ae8", 0.5)], [1, fade("#c05ae8", 0)]]);
    ctx.fill(outline([[x - w / 2, 930, 1], [x + w / 2, 930, 1], [x + w * 1.5, 1300, 1], [x - w, 1300, 1]]));
    ctx.save();
    ctx.beginPath();
    ctx.rect(x - w / 2, 180, w, 760);
    ctx.clip();
    placed(ctx, { x, y: 940, scale: 2.9 }, () => cityMan(ctx, { t, wind: 0, body: "#12051f", ground: "#0a0314", light: "#f0c0ff", from: [0.4, -1] }));
    ctx.restore();
  });
  layer(view, 1, (ctx) => {
    glow(ctx, 700, 700, 400, PINK, 0.6);
    ines(ctx, { x: 262, y: 420, scale: 4.4, turn: 0.05 }, { ...glowFace(t), reveal: 0.8, eye: u > 0.55 && u < 0.62 ? "closed" : "open" });
  });
  motes(view, { seed: 2, count: 12, size: 3, color: "#ff9ad8", strength: 0.4, rise: 12, sway: 10, ember: true });
}

/** The lift. `open`: its doors part and he stands there. `shut`: they close on him. */
export const lift: Scene = (view, mood) => {
  const { t, u } = view;
  const k = mood === "shut" ? 1 - glide(smooth(0.2, 0.9, u)) : glide(smooth(0.12, 0.75, u));
  const gap = lerp(6, 172, k);
  sky(view, [[0, "#0c0522"], [0.5, "#2a1052"], [1, "#0a0416"]]);
  layer(view, 0.5, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 220], [0, 1040], [[0, "#ffe0f4"], [0.4, "#ff7ac0"], [1, "#8a1e70"]]);
    ctx.fillRect(160, 210, 400, 830);
    for (const x of [240, 480]) {
      ctx.fillStyle = fade("#5a1050", 0.3);
      ctx.fillRect(x, 210, 4, 830);
    }
    glow(ctx, 360, 330, 330, "#ffffff", 0.6);
    placed(ctx, { x: 360, y: 1042, scale: 3.75 }, () => cityMan(ctx, { t, wind: 0, body: "#180620", ground: "#10041a", light: "#ffd0ee", from: [0, -1], edge: 3 }, { arms: "pockets" }));
  });
  layer(view, 0.8, (ctx) => {
    for (const s of [-1, 1]) {
      const x = 360 + s * gap;
      const door = new Path2D();
      door.rect(s < 0 ? x - 220 : x, 200, 220, 846);
      ctx.fillStyle = ramp(ctx, [x, 0], [x + s * 220, 0], [[0, "#d06ad8"], [0.06, "#6a2a94"], [0.3, "#34145e"], [0.62, "#552488"], [1, "#1a0a38"]]);
      ctx.fill(door);
      ctx.fillStyle = fade("#ffffff", 0.06);
      for (const y of [330, 640, 900]) ctx.fillRect(s < 0 ? x - 220 : x, y, 220, 2);
    }
    solid(ctx, outline([[-300, -300, 1], [1020, -300, 1], [1020, 1500, 1], [594, 1500, 1], [594, 1050, 1], [594, 190, 1], [126, 190, 1], [126, 1500, 1], [-300, 1500, 1]]), ["#2c1258", "#1c0b3e", "#0b0418"], [360, 0, 360, 1200]);
    const frame = outline([[126, 1050, 1], [126, 190, 1], [594, 190, 1], [594, 1050, 1]], false);
    tube(ctx, frame, PINK, 3.4, 0.55 + 0.3 * k);
    for (let i = 0; i < 5; i++) {
      ctx.fillStyle = fade(CYAN, i === Math.floor(t * 1.6) % 5 ? 1 : 0.2);
      ctx.fill(slab(300 + i * 30, 130, 16, 16, 4));
    }
    glow(ctx, 300 + (Math.floor(t * 1.6) % 5) * 30, 130, 60, CYAN, 0.6);
  });
  wet(view, { y: onScreen(view, 0.8, 1044), tint: "#0a0418", far: "#1c0a38", strength: 0.6, ripple: 5, squeeze: 1.6 });
  layer(view, 1, (ctx) => {
    ctx.fillStyle = fade("#ff9ad8", 0.16 * k);
    ctx.fill(outline([[360 - gap, 1046, 1], [360 + gap, 1046, 1], [360 + gap * 2.4, 1400, 1], [360 - gap * 2.4, 1400, 1]]));
  });
};

/** The roof in the rain. `two`: he and she. `lights`: red and blue climb up the towers. */
export const roof: Scene = (view, mood) => {
  const { t } = view;
  nightCity(view, { base: 930, far: 1 });
  if (mood === "lights")
    layer(view, 0.5, (ctx) => {
      const blink = Math.sin(t * 8) > 0;
      ctx.globalCompositeOperation = "multiply";
      ctx.fillStyle = "rgba(40,16,90,0.55)";
      ctx.fillRect(-300, -100, 1320, 1100);
      for (const [x, color, on] of [[60, "#ff1f3d", blink], [320, "#2f6bff", !blink], [460, "#ff1f3d", !blink], [690, "#2f6bff", blink]] as const) {
        glow(ctx, x, 880, 460, color, on ? 0.95 : 0.25);
        beam(ctx, { x, y: 900, angle: -Math.PI / 2 + Math.sin(t * 2 + x) * 0.3, spread: 0.3, length: 800, color, strength: on ? 0.8 : 0.2 });
      }
    });
  layer(view, 1, (ctx) => {
    ctx.fillStyle = "#1a0a34";
    ctx.fillRect(-300, 872, 1320, 60);
    ctx.fillStyle = fade("#ff8ad0", 0.7);
    ctx.fillRect(-300, 871, 1320, 3);
    const rail = new Path2D("M-300 806 H1020");
    tube(ctx, rail, VIOLET, 2.6, 0.8);
    const both = { t, wind: 0.5, ground: "#0a0418", light: "#ff9ad8", from: [0.1, -1] as const, edge: 3 };
    placed(ctx, { x: 218, y: 936, scale: 2.25 }, () => cityWoman(ctx, { ...both, body: "#160a28" }, { coat: "#2a0f48", skin: "#5a2448" }));
    placed(ctx, { x: 520, y: 936, scale: 2.36 }, () => cityMan(ctx, { ...both, body: "#0e0618" }, { arms: mood === "lights" ? "raised" : "pockets" }));
    if (mood === "lights") glow(ctx, 172, 730, 90, PINK, 0.9);
  });
  wet(view, { y: onScreen(view, 1, 934), tint: "#0a0420", far: "#2a0f4c", strength: 0.7, ripple: 16 });
  rain(view, { count: 60, slant: -0.16, color: "#f0d8ff", strength: 0.32 });
};
