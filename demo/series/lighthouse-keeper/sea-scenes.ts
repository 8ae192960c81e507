// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { caller, lantern, man, woman } from "../../engine/figure.ts";
import { lamp } from "../../engine/light.ts";
import { bump, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, type View } from "../../engine/paint.ts";
import { rock, sea } from "../../engine/sea.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { lightning, motes, rain } from "../../engine/weather.ts";
import { lighthouse, SCARF, schooner, solid, steamer } from "./sets.ts";

function stormClouds(view: View, dark: string, light: string, strength = 1): void {
  vapour(view, {
    seed: 3, top: -120, height: 560, dark, light, cover: 0.78, opacity: 0.9 * strength, depth: 0.06,
    drift: -7, cells: 3, crisp: 0.2,
  });
  vapour(view, {
    seed: 8, top: 150, height: 520, dark, light: mix(light, dark, 0.3), cover: 0.6, opacity: 0.8 * strength,
    depth: 0.12, drift: -15, cells: 4, crisp: 0.5,
  });
}

/** The bay in a storm. `dies`: the lamp goes out. `again`: it is out, a steamer comes. `returns`: fire lights it. */
export const storm: Scene = (view, mood) => {
  const { t } = view;
  const fire = mood === "returns";
  const lit =
    mood === "dies" ? smooth(2.9, 2.55, t) : mood === "again" ? smooth(1.25, 0.95, t) : smooth(0.5, 1.2, t);
  const flash =
    mood === "dies" ? bump(t, 3.3, 0.35) * 0.9 + bump(t, 0.25, 0.3) * 0.6 : bump(t, 1.8, 0.4) * 0.7;
  const top = fire ? "#0a0f26" : "#02090f";
  const low = fire ? "#54304a" : "#15505a";
  sky(view, [
    [0, top], [0.3, mix(top, low, 0.35)], [0.62, mix(low, "#9fd0c4", 0.12 + flash * 0.35)], [1, top],
  ]);
  stormClouds(view, mix(top, "#000000", 0.2), mix(low, fire ? "#ff9a5c" : "#7fc4bd", 0.3 + flash * 0.5));
  lightning(view, {
    seed: mood === "dies" ? 21 : 44, x: mood === "dies" ? 165 : 560, bottom: 760, strength: flash,
    color: "#d9f4ff",
  });
  const glowColor = fire ? "#ffab5e" : "#ffe6ac";
  const [tx, ty, th] =
    mood === "dies" ? [500, 668, 440] : mood === "again" ? [190, 668, 330] : [486, 668, 420];
  layer(view, 0.3, (ctx) => {
    rock(view, ctx, {
      key: `island${mood}`,
      ridge: [[tx - 330, 850], [tx - 250, 812], [tx - 200, 790], [tx - 150, 720], [tx - 96, 676], [tx - 50, 662], [tx + 66, 660], [tx + 110, 690], [tx + 190, 722], [tx + 240, 780], [tx + 360, 830]],
      bottom: 930, top: "#0d2024", base: "#040b0f", light: mix(low, "#bfe8df", 0.4), from: [-0.6, -1],
      rough: 24,
    });
    const head = lighthouse(ctx, {
      x: tx, y: ty, height: th, wall: fire ? "#c9a396" : "#9bb3b0", band: "#8a2433", shade: "#040d13",
      light: mix(low, "#d8fff4", 0.5), from: [-1, -0.3], lit, lamp: glowColor,
    });
    const facing = lamp(ctx, {
      x: head.x, y: head.y, turn: fire ? -0.1 + t * 0.06 : -0.12 + t * 0.14, reach: 900, color: glowColor,
      strength: lit * (fire ? 0.95 : 0.85),
    });
    glow(ctx, head.x, head.y, 300, glowColor, lit * (0.3 + facing * 0.6));
    if (fire) glow(ctx, head.x, head.y, 620, "#ff7a35", lit * 0.4);
  });
  const water = {
    horizon: 800, bottom: 1330, far: mix(low, top, 0.35), near: "#020a10",
    crest: mix("#8fd2c9", glowColor, fire ? 0.5 : 0.1), swell: 0.95,
    shine: { x: tx, color: glowColor, width: 120, strength: lit * 0.8 },
  };
  const shipRow = mood === "dies" ? 4 : 6;
  sea(view, water, (row, y) => {
    if (row !== shipRow) return;
    const size = mood === "dies" ? 2.3 : 3.1;
    const [from, to] = mood === "dies" ? [150, 210] : mood === "again" ? [640, 470] : [150, 210];
    layer(view, 0.5, (ctx) => {
      const x = lerp(from, to, view.u);
      const turn =
        Math.sin(t * 1.1) * 0.07 +
        (mood === "dies" ? 0.12 * smooth(2.8, 4, t) : mood === "returns" ? -0.06 : 0.03);
      placed(ctx, { x, y: y - 6 - Math.sin(t * 1.3) * 8, scale: size, turn, flip: mood === "again" }, () => {
        if (mood === "dies")
          schooner(ctx, {
            body: "#020a0e", light: "#8fd2c9", from: [1, -0.6], windows: fade("#ffd28a", 0.9),
          });
        else
          steamer(ctx, {
            body: "#050c12", light: fire ? "#ffab5e" : "#6fb4ae", from: [mood === "again" ? -1 : 1, -0.6],
            windows: "#ffd28a", lit: 0.95,
          });
      });
      glow(ctx, x, y - 20, 90 * size * 0.6, "#ffc070", 0.25);
    });
  });
  vapour(view, {
    seed: 15, top: 720, height: 320, dark: mix(low, top, 0.5), light: mix(low, "#cdeee6", 0.3), cover: 0.45,
    opacity: 0.4, depth: 0.5, drift: 26, cells: 3, crisp: 0.1,
  });
  rain(view, { count: 54, slant: -0.3, color: "#cfeeee", strength: 0.18 });
};

/** A rowing boat in the fog at dawn; the tower comes out of it. */
export const crossing: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#3d3b5c"], [0.3, "#8a6a80"], [0.5, "#e2a08a"], [0.62, "#f6c9a0"], [1, "#4a4460"]]);
  orb(view, {
    x: 250, y: 640, radius: 66, core: "#fff1d6", edge: "#ffd9a8", halo: "#ffb98a", haloStrength: 0.7,
  });
  vapour(view, {
    seed: 12, top: 40, height: 460, dark: "#6d5670", light: "#f3bfa4", cover: 0.5, opacity: 0.55, depth: 0.05,
    drift: 5, cells: 3, crisp: 0.1,
  });
  layer(view, 0.22, (ctx) => {
    rock(view, ctx, {
      key: "dawnisland",
      ridge: [[330, 800], [400, 750], [470, 716], [560, 700], [650, 722], [760, 770], [860, 800]],
      bottom: 860, top: "#866780", base: "#a07a88", light: "#ffd9b4", from: [-1, -0.6], rimWidth: 7,
    });
    const head = lighthouse(ctx, {
      x: 560, y: 706, height: 430, wall: "#c99a92", band: "#9a4a58", shade: "#5f4a68", light: "#ffdcb8",
      from: [-1, -0.2], lit: 0.5,
    });
    glow(ctx, head.x, head.y, 130, "#ffe9b0", 0.5);
  });
  vapour(view, {
    seed: 31, top: 560, height: 330, dark: "#b88c90", light: "#ffdcc0", cover: 0.75, opacity: 0.85,
    depth: 0.3, drift: 12, cells: 3, crisp: 0.05,
  });
  sea(
    view,
    {
      horizon: 806, bottom: 1330, far: "#d09a90", near: "#2a2a44", crest: "#ffdcb8", swell: 0.12,
      shine: { x: 250, color: "#fff0cf", width: 90, strength: 0.9 }, rows: 12, seed: 4,
    },
    (row, y) => {
      if (row !== 8) return;
      layer(view, 0.9, (ctx) => {
        const x = 330 + t * 6;
        const bob = Math.sin(t * 1.3) * 5;
        placed(ctx, { x, y: y - 6 + bob, scale: 1.3, turn: Math.sin(t * 1.1) * 0.018 }, () => {
          const lit = { body: "#1c1830", ground: "#1c1830", light: "#ffcfa0", from: [-0.5, -0.8] as const };
          placed(ctx, { x: -62, y: 66, scale: 1.22 }, () =>
            woman(ctx, { ...lit, t, wind: 0.3, accent: SCARF }, { arm: "down" }),
          );
          placed(ctx, { x: 82, y: 74, scale: 1.16 }, () =>
            man(ctx, { ...lit, t, wind: 0.2 }, { arm: "reach" }),
          );
          const oar = Math.sin(t * 1.5) * 14;
          ctx.strokeStyle = "#1a1628";
          ctx.lineWidth = 7;
          ctx.lineCap = "round";
          ctx.beginPath();
          ctx.moveTo(126, -108);
          ctx.lineTo(222 + oar, 44);
          ctx.stroke();
          const hull = outline([
            [-226, -52, 1], [-130, -22], [90, -22], [206, -58, 1], [176, 20], [110, 52], [-120, 52],
            [-190, 18],
          ]);
          ctx.fillStyle = "#15121f";
          ctx.fill(hull);
          ctx.strokeStyle = fade("#ffcfa0", 0.7);
          ctx.lineWidth = 3.5;
          ctx.stroke(outline([[-226, -52], [-130, -22], [90, -22], [206, -58]], false));
          placed(ctx, { x: -214, y: -110, scale: 2 }, () => lantern(ctx, "#ffb45c", 0.7));
          ctx.lineWidth = 5;
          ctx.strokeStyle = "#15121f";
          ctx.stroke(outline([[-206, -46], [-214, -106]], false));
        });
      });
    },
  );
  vapour(view, {
    seed: 40, top: 900, height: 460, dark: "#8d7486", light: "#e9bfb2", cover: 0.5, opacity: 0.55, depth: 1.3,
    drift: 26, cells: 2, crisp: 0,
  });
};

/** Crane on the headland against a red moon, the lamp dead behind him. */
export const headland: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#12040c"], [0.3, "#3d0a18"], [0.55, "#8c1f24"], [0.7, "#d65a35"], [1, "#160408"]]);
  orb(view, {
    x: 400, y: 470, radius: 205, core: "#ffb98a", edge: "#ef6a48", halo: "#ff5a3c", haloStrength: 0.5,
    pock: 9,
  });
  vapour(view, {
    seed: 51, top: 60, height: 420, dark: "#2a0710", light: "#a8323a", cover: 0.6, opacity: 0.75, depth: 0.08,
    drift: -9, cells: 3, crisp: 0.3,
  });
  vapour(view, {
    seed: 52, top: 480, height: 260, dark: "#5a1220", light: "#ff8a5c", cover: 0.5, opacity: 0.7, depth: 0.12,
    drift: -14, cells: 4, crisp: 0.2,
  });
  layer(view, 0.25, (ctx) => {
    lighthouse(ctx, {
      x: 128, y: 850, height: 330, wall: "#6a2a34", band: "#3d0d18", shade: "#1c060d", light: "#ff8a5c",
      from: [1, -0.2], lit: 0.04,
    });
    rock(view, ctx, {
      key: "redfar", ridge: [[-160, 880], [-20, 850], [60, 838], [200, 842], [330, 880], [420, 920]],
      bottom: 1000, top: "#3a0f1a", base: "#1c070e", light: "#ff7a50", from: [0.7, -1],
    });
  });
  sea(view, {
    horizon: 868, bottom: 1330, far: "#a8382e", near: "#160409", crest: "#ffb07a", swell: 0.5,
    shine: { x: 400, color: "#ffd0a0", width: 110, strength: 0.75 }, seed: 9,
  });
  layer(view, 1, (ctx) => {
    placed(ctx, { x: 430, y: 1002, scale: 3 }, () =>
      caller(ctx, {
        t, wind: 0.45, body: "#12040a", ground: "#0a0206", light: "#ff8a5a", from: [-0.5, -0.8], edge: 2.6,
      }),
    );
    rock(view, ctx, {
      key: "headlandrock",
      ridge: [[170, 1290], [230, 1160], [290, 1050], [360, 1004], [470, 994], [580, 1010], [700, 1000], [900, 990]],
      bottom: 1420, top: "#1c070d", base: "#050103", light: "#ff8050", from: [-0.8, -0.8], rough: 20,
    });
    const drop = smooth(1.2, 2.6, t);
    placed(
      ctx,
      {
        x: 548 - 4 * drop, y: 700 + 320 * drop ** 2, scale: 2.4, turn: drop * 1.2,
        alpha: 1 - smooth(0.85, 1, drop),
      },
      () => lantern(ctx, "#ffb45c", 1 - smooth(0.5, 0.95, drop)),
    );
  });
  motes(view, {
    seed: 6, count: 20, size: 4, color: "#ff9a5c", strength: 0.5, rise: 40, sway: 26, ember: true,
  });
};

/** Crane's black ship out of the fog, a red lamp at its bow. */
export const blackship: Scene = (view) => {
  const { t, u } = view;
  sky(view, [[0, "#0b1018"], [0.4, "#27313f"], [0.62, "#5a6470"], [1, "#0a0e14"]]);
  orb(view, {
    x: 520, y: 330, radius: 60, core: "#e9eef0", edge: "#b4c0c8", halo: "#a8bcc8", haloStrength: 0.45,
    pock: 4,
  });
  vapour(view, {
    seed: 61, top: 120, height: 560, dark: "#2b3441", light: "#7f8c98", cover: 0.65, opacity: 0.75,
    depth: 0.06, drift: 8, cells: 3, crisp: 0.1,
  });
  const x = 360;
  const size = lerp(2.5, 3.4, u);
  sea(
    view,
    {
      horizon: 790, bottom: 1330, far: "#57616d", near: "#070b11", crest: "#aebcc6", swell: 0.4,
      shine: { x: 360, color: "#ff4a3c", width: 60, strength: 0.75 }, seed: 12,
    },
    (row, y) => {
      if (row !== 5) return;
      layer(view, 0.8, (ctx) => {
        placed(ctx, { x, y: y + 8 + Math.sin(t) * 5, scale: size, turn: Math.sin(t * 0.8) * 0.012 }, () =>
          bow(ctx, t),
        );
      });
    },
  );
  vapour(view, {
    seed: 62, top: 640, height: 330, dark: "#4c5662", light: "#a4b0ba", cover: 0.7, opacity: 0.6, depth: 0.7,
    drift: 20, cells: 3, crisp: 0,
  });
  vapour(view, {
    seed: 63, top: 930, height: 420, dark: "#1c232d", light: "#66727e", cover: 0.5, opacity: 0.5, depth: 1.2,
    drift: -30, cells: 2, crisp: 0,
  });
};

/** The ship head-on: a tall knife of a bow, two decks, a funnel. */
function bow(ctx: CanvasRenderingContext2D, t: number): void {
  const tone = { color: "#9fb2c0", from: [0.5, -1] as const, width: 2.4, strength: 0.8 };
  for (let i = 0; i < 5; i++) {
    const k = (t * 0.25 + i / 5) % 1;
    const r = 12 + k * 40;
    const puff = ctx.createRadialGradient(-6 - k * 50, -178 - k * 70, 0, -6 - k * 50, -178 - k * 70, r);
    puff.addColorStop(0, fade("#10151c", 0.55 * (1 - k)));
    puff.addColorStop(1, fade("#10151c", 0));
    ctx.fillStyle = puff;
    ctx.fillRect(-160, -330, 220, 300);
  }
  solid(ctx, outline([[-13, -96, 1], [-12, -176, 1], [12, -176, 1], [13, -96, 1]]), "#0d1219", tone);
  ctx.fillStyle = "#7a1a20";
  ctx.fillRect(-12.4, -166, 24.8, 11);
  solid(ctx, outline([[-40, -76, 1], [-36, -122, 1], [36, -122, 1], [40, -76, 1]]), "#0b1016", tone);
  ctx.fillStyle = fade("#ffc27a", 0.85);
  for (const wx of [-27, -15, -3, 9, 21]) ctx.fillRect(wx, -112, 7, 9);
  ctx.strokeStyle = "#0b1016";
  ctx.lineWidth = 2;
  ctx.stroke(outline([[0, -120], [0, -226]], false));
  ctx.stroke(outline([[-30, -206], [30, -206]], false));
  solid(
    ctx,
    outline([
      [-62, -84, 1], [-30, -74], [0, -80], [30, -74], [62, -84, 1], [56, -30], [30, 24, 1], [0, 34],
      [-30, 24, 1], [-56, -30],
    ]),
    "#07090e",
    tone,
  );
  ctx.strokeStyle = fade("#9fb2c0", 0.5);
  ctx.lineWidth = 1.4;
  ctx.stroke(outline([[0, -80], [1, 30]], false));
  const pulse = 0.75 + 0.25 * Math.sin(t * 2.2);
  glow(ctx, 0, -92, 120, "#ff2f2f", 0.8 * pulse);
  glow(ctx, 0, -92, 22, "#ffb0a0", pulse);
}
