// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { onScreen, wet } from "../../engine/city.ts";
import { shaft } from "../../engine/light.ts";
import { glide, hash, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp } from "../../engine/paint.ts";
import { cityMan, cityWoman } from "../../engine/people.ts";
import { sky } from "../../engine/sky.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { against, INK, noon, papers, SUN } from "./sets.ts";

/** The top floor: a wall of glass, one chair. `confetti`: contracts fall like snow. */
export const office: Scene = (view, mood) => {
  const { t } = view;
  const party = mood === "confetti";
  noon(view, { base: 1080, x: party ? 360 : 470, y: 430, radius: party ? 240 : 190, tall: 0.8, near: false });
  layer(view, 0.7, (ctx) => {
    for (const x of [-40, 190, 420, 650]) solid(ctx, slab(x + 35, 440, 16, 1200, 2), ["#3a160a", "#8a4218", "#2a0e08"], [x + 27, 0, x + 43, 0]);
    solid(ctx, outline([[-300, -300, 1], [1020, -300, 1], [1020, 96, 1], [-300, 96, 1]]), ["#1c0a06", "#42190b"], [0, -100, 0, 96], { color: "#ffcf7a", from: [0, 1], width: 8 });
    solid(ctx, slab(360, 968, 1500, 20, 3), ["#8a4a1c", "#2a0e08"], [0, 958, 0, 978]);
  });
  wet(view, { y: onScreen(view, 0.8, 976), tint: "#2a0e08", far: "#c8762a", strength: 0.5, ripple: 3, squeeze: 1.3 });
  layer(view, 0.85, (ctx) => {
    for (const x of [90, 320, 550]) shaft(ctx, { from: [x, 976, 200], to: [x * 1.2 - 130, 1400, 380], color: "#ffe2a0", strength: 0.32 });
  });
  layer(view, 1, (ctx) => {
    const f = against(t, 0.05);
    if (party) {
      placed(ctx, { x: 258, y: 1046, scale: 2.7 }, () => cityWoman(ctx, f, { hat: INK, long: true, coat: "#6a141c", skin: "#6a2c18", arms: "hat" }));
      placed(ctx, { x: 470, y: 1046, scale: 2.8 }, () => cityMan(ctx, f));
      return;
    }
    placed(ctx, { x: 208, y: 1030, scale: 2.75 }, () => cityWoman(ctx, f, { hat: INK, long: true, coat: "#6a141c", skin: "#6a2c18", arms: "hips" }));
    // The chair she wants, turned to the window, and who sits in it.
    placed(ctx, { x: 520, y: 1046, scale: 2.5 }, () => {
      solid(ctx, [[0, -148], [9, -145], [11.6, -135], [9, -122], [-9, -122], [-11.6, -135], [-9, -145]], [INK, "#4a1c0e"], [0, -148, 0, -122], { color: "#ffe6a8", from: [0.1, -1], width: 3 });
      solid(ctx, [[-34, -38, 1], [-40, -74], [-36, -116], [-20, -128], [20, -128], [36, -116], [40, -74], [34, -38, 1]], ["#6a2c14", "#3a140a", "#1c0906"], [0, -128, 0, -30], { color: "#ffdf9a", from: [0.1, -1], width: 4 });
      ctx.fillStyle = fade("#ffdf9a", 0.2);
      for (const y of [-100, -76, -52]) ctx.fillRect(-30, y, 60, 1.2);
      solid(ctx, slab(0, -34, 86, 12, 5), ["#4a1c0e", "#1c0906"], [0, -40, 0, -28]);
      solid(ctx, slab(0, -16, 6, 30, 2), [INK], [0, 0, 0, 1]);
      solid(ctx, slab(0, -3, 58, 6, 3), [INK], [0, 0, 0, 1]);
    });
  });
  if (party) {
    papers(view, { seed: 5, count: 34, size: 17, depth: 0.9, fall: 120 });
    papers(view, { seed: 8, count: 12, size: 38, depth: 1.5, fall: 210 });
  }
  motes(view, { seed: 9, count: 16, size: 3.4, color: SUN, strength: 0.5, rise: 8, sway: 14, ember: true });
};

/** The old suitcase, open. `letters`: five years of them. `will`: what lay underneath. */
export const suitcase: Scene = (view, mood) => {
  const { u } = view;
  sky(view, [[0, "#3a160b"], [0.35, "#7a3414"], [0.6, "#4a1c0d"], [1, "#140704"]]);
  layer(view, 0.3, (ctx) => {
    glow(ctx, 560, 160, 620, "#ffc860", 0.7);
    for (const [x, w] of [[640, 130], [500, 90]] as const) shaft(ctx, { from: [x, -120, w], to: [x - 420, 1180, w * 3], color: "#ffe2a0", strength: 0.6 });
  });
  layer(view, 0.8, (ctx) => {
    solid(ctx, outline([[-300, 826, 1], [1020, 826, 1], [1020, 1600, 1], [-300, 1600, 1]]), ["#b8682a", "#5a240e", "#1a0805"], [0, 800, 0, 1200]);
    ctx.fillStyle = fade("#ffe2a0", 0.6);
    ctx.fillRect(-300, 825, 1320, 3);
  });
  layer(view, 1, (ctx) => {
    ctx.save();
    ctx.translate(360, 670);
    solid(ctx, slab(0, -190, 590, 380, 34), ["#c9783a", "#7a3a18", "#3a160a"], [300, -380, -300, 0], { color: "#ffe6b0", from: [0.6, -1], width: 9 });
    solid(ctx, slab(0, -186, 530, 322, 22), ["#e6b06a", "#a8602c", "#5a2810"], [260, -350, -260, -20], { color: "#3a160a", from: [0.6, -1], width: 20, strength: 0.6 });
    ctx.strokeStyle = fade("#5a2810", 0.6);
    ctx.lineWidth = 5;
    ctx.stroke(outline([[-250, -60], [0, -78], [250, -60]], false));
    const will = mood === "will" ? glide(smooth(0.1, 0.62, u)) : 0;
    for (let i = 0; i < 24; i++) envelope(ctx, (hash(i, 1) - 0.5) * 380 - will * (hash(i, 1) - 0.5) * -150, 40 - i * 5 - hash(i, 5) * 16, (hash(i, 2) - 0.5) * 0.9, i);
    ctx.fillStyle = "#b01824";
    if (mood !== "will") {
      placed(ctx, { x: 8, y: -104, turn: -0.08 }, () => {
        for (let k = 0; k < 4; k++) envelope(ctx, 0, -k * 7, 0, 40 + k);
        solid(ctx, slab(0, -22, 224, 20, 3), ["#e02c38", "#8a0f1c"], [0, -32, 0, -12]);
        solid(ctx, slab(0, -22, 20, 152, 3), ["#e02c38", "#8a0f1c"], [-10, 0, 10, 0]);
        for (const s of [-1, 1]) solid(ctx, [[0, -22], [s * 30, -52], [s * 58, -36], [s * 40, -16]], ["#f0404a", "#8a0f1c"], [0, -52, 0, -10], { color: "#ffd0a0", from: [0.5, -1], width: 3 });
      });
    } else {
      placed(ctx, { x: 6, y: -60 - will * 190, turn: 0.05 - will * 0.05, scale: 1 + will * 0.14 }, () => {
        glow(ctx, 0, 0, 340, "#fff0c0", 0.7 * will);
        solid(ctx, slab(0, 0, 250, 330, 4), ["#fffaf0", "#ffe8c0", "#d8a868"], [120, -160, -120, 160], { color: "#ffffff", from: [0.6, -1], width: 5 });
        ctx.fillStyle = fade("#8a5224", 0.45);
        for (let k = 0; k < 8; k++) ctx.fillRect(-92, -116 + k * 24, k % 4 === 3 ? 110 : 184, 4);
        solid(ctx, disc(56, 108, 34), ["#f0404a", "#a01420", "#5a0a14"], [70, 74, 40, 140], { color: "#ffc0a0", from: [0.6, -1], width: 5 });
        solid(ctx, disc(56, 108, 21), ["#a01420", "#d8303c"], [70, 80, 40, 130]);
      });
    }
    solid(ctx, outline([[-306, 26, 1], [306, 26, 1], [300, 204, 1], [-300, 204, 1]]), ["#c9783a", "#8a4a20", "#42190b"], [0, 26, 0, 204], { color: "#ffe6b0", from: [0.3, -1], width: 8 });
    for (const x of [-210, 210]) {
      solid(ctx, slab(x, 116, 44, 178, 3), ["#6a2c14", "#2a0e08"], [0, 26, 0, 204]);
      solid(ctx, slab(x, 62, 58, 44, 6), ["#ffe09a", "#c08a30", "#6a4210"], [x - 20, 40, x + 20, 84], { color: "#fff6d8", from: [0.4, -1], width: 4 });
    }
    ctx.strokeStyle = fade("#ffd9a0", 0.35);
    ctx.lineWidth = 2;
    ctx.setLineDash([10, 7]);
    ctx.stroke(outline([[-290, 42, 1], [290, 42, 1]], false));
    ctx.stroke(outline([[-286, 190, 1], [286, 190, 1]], false));
    ctx.setLineDash([]);
    ctx.restore();
    ctx.fillStyle = ramp(ctx, [0, 874], [0, 930], [[0, "rgba(20,6,2,0.6)"], [1, "rgba(20,6,2,0)"]]);
    ctx.fillRect(50, 874, 620, 56);
  });
  motes(view, { seed: 4, count: 26, size: 4, color: SUN, strength: 0.6, rise: 10, sway: 12, ember: true });
};

function envelope(ctx: CanvasRenderingContext2D, x: number, y: number, turn: number, seed: number): void {
  placed(ctx, { x, y, turn }, () => {
    const paper = mix("#fff4dc", "#e0b070", hash(seed, 9) * 0.5);
    solid(ctx, slab(0, 0, 210, 138, 5), [paper, mix(paper, "#8a4a1c", 0.4)], [80, -70, -80, 70], { color: "#fffaf0", from: [0.5, -1], width: 3 });
    ctx.strokeStyle = fade("#8a4a1c", 0.45);
    ctx.lineWidth = 2;
    ctx.stroke(outline([[-103, -66, 1], [0, 14], [103, -66, 1]], false));
  });
}
