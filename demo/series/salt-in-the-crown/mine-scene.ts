// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { shaft } from "../../engine/light.ts";
import { hash, lerp, smooth } from "../../engine/math.ts";
import { glow, layer, mix, outline, placed, ramp, rim, type View } from "../../engine/paint.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { crystal, hooded, monarch, veiled } from "./props.ts";

/** The mine: a cathedral of salt. `shaft`: two come down. `queen`: a woman kept in the wall. `sealed`: the light above closes. */
export const mine: Scene = (view, mood) => {
  const { t, u } = view;
  const { ctx: top } = view;
  const shut = mood === "sealed" ? smooth(0.15, 0.85, u) : 0;
  top.fillStyle = ramp(top, [0, 0], [0, 1280], [[0, mix("#ffd8b8", "#2a0a0e", 0.25 + shut * 0.75)], [0.3, mix("#b85a48", "#1c060a", shut * 0.9)], [0.7, "#4a1418"], [1, "#0c0204"]]);
  top.fillRect(0, 0, 720, 1280);
  layer(view, 0.1, (ctx) => {
    glow(ctx, 360, 60, 640, "#fff0dc", 0.8 * (1 - shut));
    const hole = lerp(170, 8, shut);
    ctx.fillStyle = "#fff6e6";
    ctx.beginPath();
    ctx.ellipse(360, 120, hole, hole * 0.62, 0, 0, 7);
    ctx.fill();
    if (mood === "sealed") placed(ctx, { x: 360, y: 196, scale: 0.72 }, () => {
      ctx.globalAlpha *= 1 - smooth(0.75, 0.95, u);
      hooded(ctx, { t, wind: 0, body: "#2a0608", ground: "#5a1a14", light: "#fff0dc", from: [0, -1] });
    });
  });
  layer(view, 0.12, (ctx) => {
    for (let i = 0; i < 13; i++) {
      const x = 60 + i * 50 + hash(i, 7) * 20;
      const y = 560 + Math.abs(i - 6) * -34 + hash(i, 9) * 120;
      const w = 34 + hash(i, 3) * 30;
      ctx.fillStyle = ramp(ctx, [x - w, y], [x + w, 1100], [[0, mix("#ffe6d2", "#2a080c", shut * 0.8)], [0.5, mix("#d07a64", "#240a0e", shut * 0.8)], [1, "#5a1c20"]]);
      ctx.fill(outline([[x - w * 0.5, 1300, 1], [x - w * 0.45, y + 50, 1], [x - w * 0.1, y, 1], [x + w * 0.5, y + 70, 1], [x + w * 0.5, 1300, 1]]));
    }
    for (let i = 0; i < 15; i++) {
      const x = -20 + i * 54 + hash(i, 17) * 20;
      const y = 120 + Math.abs(i - 7) * 44 + hash(i, 19) * 110;
      const w = 40 + hash(i, 13) * 34;
      if (Math.abs(x - 360) < 150) continue;
      ctx.fillStyle = ramp(ctx, [x, -60], [x, y], [[0, "#4a1418"], [0.6, mix("#b0584c", "#240a0e", shut * 0.8)], [1, mix("#ffe0cc", "#2a080c", shut * 0.8)]]);
      ctx.fill(outline([[x - w * 0.5, -200, 1], [x - w * 0.5, y - 70, 1], [x + w * 0.1, y, 1], [x + w * 0.5, y - 50, 1], [x + w * 0.5, -200, 1]]));
    }
  });
  for (const [j, d, tone] of [[0, 0.2, "#d88a74"], [1, 0.4, "#9a4840"], [2, 0.65, "#5a1c20"]] as const)
    layer(view, d, (ctx) => {
      for (const side of [-1, 1])
        for (let i = 0; i < 5; i++) {
          const w = 70 + hash(i, j) * 90;
          const x = 360 + side * (250 - j * 4 + i * 66 + j * 30);
          const y = 120 + j * 60 + hash(i + 3, j) * 420 - i * 30;
          const prism = outline([[x - w * 0.5, 1500, 1], [x - w * 0.5, y + 70, 1], [x - side * w * 0.2, y, 1], [x + w * 0.5, y + 90, 1], [x + w * 0.5, 1500, 1]]);
          ctx.fillStyle = ramp(ctx, [x - side * w * 0.5, y], [x + side * w * 0.5, y + 500], [[0, mix(mix(tone, "#fff0e0", 0.5), "#2a080c", shut * 0.75)], [0.4, mix(tone, "#2a080c", shut * 0.7)], [1, "#240a0e"]]);
          ctx.fill(prism);
          rim(ctx, prism, { color: "#fff4e6", from: [-side, -0.6], width: 6, strength: 0.6 * (1 - shut * 0.8) });
        }
    });
  layer(view, 0.5, (ctx) => shaft(ctx, { from: [360, 40, 260], to: [360, 1300, 640], color: "#ffe6d0", strength: 0.8 * (1 - shut) }));
  if (mood === "queen") kept(view);
  layer(view, 1, (ctx) => {
    const floor = outline([[-200, 1090, 1], [100, 1070], [360, 1080], [620, 1066], [960, 1096, 1], [960, 1600, 1], [-200, 1600, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 1060], [0, 1300], [[0, mix("#f0c0a8", "#4a1418", shut)], [0.2, "#8a3a34"], [1, "#16050a"]]);
    ctx.fill(floor);
    const lit = { t, wind: 0.06, body: "#240609", ground: "#4a1418", light: mix("#fff0e0", "#ff8a4c", shut), from: [0, -1] as const, edge: 2.6 };
    if (mood === "queen") {
      placed(ctx, { x: 210, y: 1150, scale: 2 }, () => veiled(ctx, { ...lit, from: [1, -0.6] }, { arm: "reach" }));
      return;
    }
    const s = mood === "sealed" ? 1.9 : 1.55;
    placed(ctx, { x: 306, y: 1112, scale: s }, () => veiled(ctx, lit));
    placed(ctx, { x: 420, y: 1116, scale: s }, () => monarch(ctx, lit, { crown: true }));
    placed(ctx, { x: 362, y: 1040, scale: 1 }, () => glow(ctx, 0, 0, 260, "#ff9a4c", 0.3 + shut * 0.5));
    if (mood === "sealed") for (let i = 0; i < 16; i++) {
      const k = (hash(i, 1) + t * 0.55) % 1;
      crystal(ctx, 360 + (hash(i, 2) - 0.5) * 420, lerp(160, 1150, k ** 1.6), 5 + hash(i, 3) * 14, t * 2 + i);
    }
  });
  motes(view, { seed: 104, count: 34, size: 4, color: "#fff0e2", strength: 0.7 * (1 - shut * 0.6), rise: -26, sway: 14 });
};

/** The queen in the crystal: a veiled shape inside a lit block, her crown's mark empty on her brow. */
function kept(view: View): void {
  const { t, u } = view;
  layer(view, 0.8, (ctx) => {
    const block = outline([[300, 1120, 1], [316, 420, 1], [420, 300, 1], [560, 340, 1], [640, 470, 1], [656, 1120, 1]]);
    glow(ctx, 478, 700, 520, "#ffe0c8", 0.45 + 0.15 * u);
    ctx.fillStyle = ramp(ctx, [300, 400], [656, 1100], [[0, "rgba(255,246,236,0.96)"], [0.4, "rgba(244,190,166,0.94)"], [1, "rgba(150,66,60,0.96)"]]);
    ctx.fill(block);
    ctx.save();
    ctx.clip(block);
    glow(ctx, 478, 640, 260, "#ffffff", 0.6);
    ctx.globalAlpha = 0.72;
    placed(ctx, { x: 480, y: 1090, scale: 3 }, () => veiled(ctx, { t: 0, wind: 0, body: "#7a2024", ground: "#b8604c", light: "#fff4e8", from: [-0.4, -1], edge: 3 }));
    ctx.globalAlpha = 1;
    for (const [a, b, c, k] of [[[316, 420], [420, 1120], [300, 1120], 0.16], [[420, 300], [500, 1120], [420, 1120], 0.13], [[560, 340], [600, 1120], [656, 900], 0.2], [[316, 420], [420, 300], [400, 620], 0.24]] as const) {
      ctx.fillStyle = `rgba(255,252,246,${k})`;
      ctx.fill(outline([[a[0], a[1], 1], [b[0], b[1], 1], [c[0], c[1], 1]]));
    }
    ctx.restore();
    rim(ctx, block, { color: "#fffaf2", from: [-0.5, -1], width: 9, strength: 0.8 });
    const shine = smooth(0.3, 0.9, u);
    glow(ctx, 480, 520, 130, "#ffd890", 0.5 * shine + 0.1 * Math.sin(t * 2));
  });
}
