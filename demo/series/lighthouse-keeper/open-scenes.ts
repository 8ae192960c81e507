// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { man, woman } from "../../engine/figure.ts";
import { beam } from "../../engine/light.ts";
import { bump, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { rock, sea } from "../../engine/sea.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { lightning, motes, rain } from "../../engine/weather.ts";
import { lighthouse, SCARF } from "./sets.ts";

/** First snow on the island: two figures under the tower. */
export const snow: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#6f8aa6"], [0.35, "#a9bfd0"], [0.6, "#e3d9d6"], [0.68, "#f3e3d8"], [1, "#7f93a8"]]);
  orb(view, {
    x: 560, y: 560, radius: 44, core: "#fffaf0", edge: "#fff0dc", halo: "#fff2de", haloStrength: 0.7,
  });
  vapour(view, {
    seed: 71, top: 60, height: 460, dark: "#8ba2b8", light: "#f5f0ee", cover: 0.55, opacity: 0.6, depth: 0.05,
    drift: 6, cells: 3, crisp: 0.1,
  });
  sea(view, {
    horizon: 810, bottom: 1330, far: "#b8c4ce", near: "#4a6076", crest: "#ffffff", swell: 0.18, rows: 8,
    seed: 7, shine: { x: 560, color: "#fff6e6", width: 80, strength: 0.6 },
  });
  layer(view, 0.55, (ctx) => {
    lighthouse(ctx, {
      x: 205, y: 1010, height: 830, wall: "#e9eef2", band: "#b8404c", shade: "#4a5f78", light: "#ffffff",
      from: [1, -0.2], lit: 0.35,
    });
    rock(view, ctx, {
      key: "snowback",
      ridge: [[-200, 990], [60, 986], [330, 1000], [480, 1040], [620, 1080], [760, 1130], [900, 1150]],
      bottom: 1420, top: "#f2f6fa", base: "#9fb2c4", light: "#ffffff", from: [0.6, -1], rough: 10,
      rimWidth: 14,
    });
  });
  layer(view, 1, (ctx) => {
    const bank = outline([
      [-200, 1180], [120, 1140], [360, 1168], [560, 1150], [900, 1190], [900, 1500, 1], [-200, 1500, 1],
    ]);
    ctx.fillStyle = ramp(ctx, [0, 1130], [0, 1340], [[0, "#ffffff"], [0.3, "#d6e2ec"], [1, "#7f97ae"]]);
    ctx.fill(bank);
    const look = {
      t, body: "#1c2634", ground: "#2a384a", light: "#fff6ea", from: [0.8, -0.6] as const, edge: 2.6,
    };
    placed(ctx, { x: 545, y: 1206, scale: 2.35, flip: true }, () =>
      man(ctx, { ...look, wind: 0.15, from: [-0.8, -0.6] }, { arm: "down" }),
    );
    placed(ctx, { x: 415, y: 1212, scale: 2.2 }, () =>
      woman(ctx, { ...look, wind: 0.3, accent: SCARF }, { arm: "reach" }),
    );
  });
  motes(view, {
    seed: 19, count: 34, size: 6, color: "#ffffff", strength: 0.9, rise: -60, sway: -36, depth: 0.8,
  });
  motes(view, {
    seed: 29, count: 12, size: 13, color: "#ffffff", strength: 0.7, rise: -95, sway: -60, depth: 1.6,
  });
};

/** The gallery at night, thirty metres up: she at the rail, he before her. */
export const gallery: Scene = (view) => {
  const { t, u } = view;
  const flash = bump(t, 2.4, 0.45);
  sky(view, [
    [0, "#03060f"], [0.35, "#0e2036"], [0.62, mix("#2a4c62", "#bfe4f4", flash * 0.4)], [1, "#04080f"],
  ]);
  vapour(view, {
    seed: 3, top: -140, height: 640, dark: "#060d18", light: mix("#4a7088", "#ffffff", flash * 0.5),
    cover: 0.75, opacity: 0.9, depth: 0.06, drift: -18, cells: 3, crisp: 0.3,
  });
  lightning(view, { seed: 63, x: 610, bottom: 700, strength: flash, color: "#dcf2ff" });
  sea(view, {
    horizon: 760, bottom: 1330, far: "#24465a", near: "#03080f", crest: "#8fc4d4", swell: 0.55, rows: 8,
    seed: 15,
  });
  layer(view, 0.7, (ctx) => {
    const glass = outline([[-200, 1010, 1], [-200, 60, 1], [130, 130, 1], [150, 1010, 1]]);
    ctx.fillStyle = ramp(ctx, [-100, 0], [150, 0], [[0, "#fff0c4"], [0.6, "#ffc978"], [1, "#c07a34"]]);
    ctx.fill(glass);
    ctx.strokeStyle = "#05070c";
    ctx.lineWidth = 15;
    for (const [x0, x1] of [[10, 20], [130, 150]] as const)
      ctx.stroke(outline([[x0, 50], [x1, 1020]], false));
    for (const y of [340, 640])
      ctx.stroke(outline([[-200, y - 30], [142, y]], false));
    ctx.fillStyle = "#05070c";
    ctx.fill(outline([[-200, 80, 1], [-200, -200, 1], [60, -80], [200, 110], [196, 150, 1]]));
    glow(ctx, 40, 520, 520, "#ffc978", 0.65);
    beam(ctx, {
      x: 60, y: 480, angle: -0.1 + Math.sin(t * 0.5) * 0.22, spread: 0.34, length: 1100, color: "#ffe6ac",
      strength: 0.5,
    });
  });
  layer(view, 1, (ctx) => {
    const deck = outline([[-200, 1180, 1], [900, 1150, 1], [900, 1500, 1], [-200, 1500, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 1150], [0, 1330], [[0, "#3a3a3c"], [0.08, "#16181f"], [1, "#030406"]]);
    ctx.fill(deck);
    const lit = {
      t, body: "#080b12", ground: "#04060a", light: "#ffcf8a", from: [-1, -0.4] as const, edge: 3,
    };
    railing(ctx, 1172);
    placed(ctx, { x: 520, y: 1178, scale: 2.75, turn: 0.09 }, () =>
      woman(ctx, { ...lit, wind: 0.85, accent: SCARF }, { arm: "rail" }),
    );
    placed(ctx, { x: lerp(226, 262, smooth(0.2, 0.9, u)), y: 1196, scale: 2.85 }, () =>
      man(ctx, { ...lit, wind: 0.45 }, { arm: "reach", cap: false }),
    );
  });
  rain(view, { count: 58, slant: -0.42, color: "#cfe6f4", strength: 0.22 });
};

function railing(ctx: CanvasRenderingContext2D, y: number): void {
  ctx.lineCap = "round";
  for (const [color, shift] of [["#06080c", 0], [fade("#ffcf8a", 0.4), -3]] as const) {
    ctx.strokeStyle = color;
    ctx.lineWidth = shift ? 2 : 11;
    for (const dy of [-250, -130])
      ctx.stroke(outline([[150, y + dy + 12 + shift], [900, y + dy - 8 + shift]], false));
    if (shift) continue;
    ctx.lineWidth = 8;
    for (let x = 170; x < 900; x += 92)
      ctx.stroke(outline([[x, y - 240], [x, y + 4]], false));
  }
}

/** Morning after: sun on the sea, two people and no contract. */
export const dawn: Scene = (view) => {
  const { t, u } = view;
  const rise = smooth(0, 1, u);
  sky(view, [
    [0, "#3a4f86"], [0.28, "#b0708c"], [0.48, "#ff9a6a"], [0.6, "#ffd08a"], [0.66, "#fff0c0"], [1, "#6a3a50"],
  ]);
  orb(view, {
    x: 360, y: lerp(800, 690, rise), radius: 150, core: "#fffbe4", edge: "#ffe09a", halo: "#ffc070",
    haloStrength: 0.75,
  });
  vapour(view, {
    seed: 81, top: 60, height: 380, dark: "#8a4f78", light: "#ffc9a0", cover: 0.5, opacity: 0.75, depth: 0.05,
    drift: 8, cells: 3, crisp: 0.4,
  });
  vapour(view, {
    seed: 82, top: 420, height: 240, dark: "#d86a5c", light: "#ffe6b4", cover: 0.45, opacity: 0.7,
    depth: 0.08, drift: 13, cells: 4, crisp: 0.3,
  });
  birds(view);
  sea(
    view,
    {
      horizon: 830, bottom: 1330, far: "#ffb87a", near: "#3a2044", crest: "#fff0c8", swell: 0.22, rows: 11,
      seed: 3, shine: { x: 360, color: "#fff6d4", width: 130, strength: 0.95 },
    },
    (row) => row === 4 && headland(view),
  );
  layer(view, 1, (ctx) => {
    rock(view, ctx, {
      key: "dawncliff",
      ridge: [[-200, 1120], [-60, 1090], [120, 1082], [340, 1100], [450, 1130], [520, 1200], [560, 1300]],
      bottom: 1420, top: "#2c1424", base: "#0d060c", light: "#ffc978", from: [0.7, -1], rough: 18,
    });
    const near = smooth(0.2, 0.75, u);
    const look = { t, body: "#1a0c18", ground: "#140810", light: "#ffdf9a", edge: 3.2 };
    placed(ctx, { x: lerp(190, 218, near), y: 1108, scale: 2.5 }, () =>
      woman(
        ctx,
        { ...look, wind: 0.5, from: [0.8, -0.5], accent: SCARF },
        { arm: near > 0.6 ? "reach" : "down" },
      ),
    );
    placed(ctx, { x: lerp(352, 326, near), y: 1120, scale: 2.55, flip: true }, () =>
      man(ctx, { ...look, wind: 0.1, from: [0.7, -0.6] }, { arm: near > 0.6 ? "reach" : "down", cap: false }),
    );
  });
  motes(view, {
    seed: 61, count: 16, size: 4, color: "#fff0c8", strength: 0.5, rise: 18, sway: 20, ember: true,
  });
};

function birds(view: View): void {
  layer(view, 0.3, (ctx) => {
    ctx.strokeStyle = fade("#4a2440", 0.85);
    ctx.lineCap = "round";
    for (let i = 0; i < 7; i++) {
      const x = 90 + i * 62 + view.t * (9 + hash(i) * 6);
      const y = 380 + hash(i, 4) * 150 - i * 8;
      const s = 8 + hash(i, 6) * 9;
      const beat = Math.sin(view.t * 5 + i * 1.3) * s * 0.4;
      ctx.lineWidth = s * 0.2;
      ctx.stroke(
        outline(
          [
            [x - s * 1.5, y - beat], [x - s * 0.6, y - s * 0.35], [x, y + s * 0.12],
            [x + s * 0.6, y - s * 0.35], [x + s * 1.5, y - beat],
          ],
          false,
        ),
      );
    }
  });
}

function headland(view: View): void {
  layer(view, 0.5, (ctx) => {
    rock(view, ctx, {
      key: "dawnright",
      ridge: [[430, 990], [480, 930], [530, 860], [590, 824], [680, 816], [800, 830], [900, 840]],
      bottom: 1120, top: "#6a3448", base: "#4a2038", light: "#ffd08a", from: [-1, -0.8],
    });
    lighthouse(ctx, {
      x: 628, y: 826, height: 470, wall: "#c98a7a", band: "#8a2c40", shade: "#3a1a34", light: "#ffe0a8",
      from: [-1, -0.2], lit: 0.6,
    });
  });
}
