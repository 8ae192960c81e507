// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { caller, lantern, man } from "../../engine/figure.ts";
import { beam } from "../../engine/light.ts";
import { bump, glide, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { sea } from "../../engine/sea.ts";
import { orb, sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { lightning, motes, rain } from "../../engine/weather.ts";
import { crane, elias, type Lit, mara } from "./cast.ts";
import { flame } from "./sets.ts";

/** A shape cut into the dark wall: what lies behind is drawn clipped to it, then its frame. */
function window(
  view: View,
  depth: number,
  path: Path2D,
  inside: () => void,
  frame: { color: string; light: string; bars: readonly (readonly [number, number, number, number])[] },
): void {
  layer(view, depth, (ctx) => {
    ctx.save();
    ctx.clip(path);
    inside();
    ctx.restore();
    ctx.lineWidth = 26;
    ctx.strokeStyle = frame.color;
    ctx.stroke(path);
    ctx.lineWidth = 9;
    ctx.beginPath();
    for (const [x0, y0, x1, y1] of frame.bars) {
      ctx.moveTo(x0, y0);
      ctx.lineTo(x1, y1);
    }
    ctx.stroke();
    ctx.lineWidth = 2.5;
    ctx.strokeStyle = fade(frame.light, 0.35);
    ctx.stroke(path);
  });
}

function room(view: View, wall: string, floor: string): void {
  sky(view, [[0, floor], [0.35, wall], [0.7, floor], [1, "#020203"]]);
}

const warm = (t: number): Lit => ({
  t, wind: 0.08, light: "#ffb566", from: [1, 0.15], reveal: 0.82, lit: "#d98a58", shade: "#3a1a18",
});

/** Two faces across a flame. `candle`: the bargain. `kiss`: closer and closer, watched from the window. */
export const faces: Scene = (view, mood) => {
  const { t, u } = view;
  if (mood === "rain") return facesInRain(view);
  const kiss = mood === "kiss";
  room(view, kiss ? "#241016" : "#24130d", kiss ? "#0c0508" : "#0b0605");
  const pane = kiss
    ? outline([[130, 900, 1], [130, 380], [360, 150], [590, 380], [590, 900, 1]])
    : circle(360, 470, 235);
  window(
    view,
    0.3,
    pane,
    () => {
      const inner: View = { ...view, camera: { ...view.camera, x: 0, y: 0, zoom: 1, roll: 0 } };
      const flash = kiss ? bump(t, 2.6, 0.4) : 0;
      sky(
        inner,
        kiss
          ? [[0, "#0a1a2c"], [0.4, "#2a5570"], [0.7, "#88b0b4"], [1, "#0a1a2c"]]
          : [[0, "#0b1c33"], [0.3, "#1d4460"], [0.5, "#47738a"], [1, "#0a1626"]],
      );
      if (!kiss)
        orb(inner, {
          x: 400, y: 380, radius: 46, core: "#fdf3d8", edge: "#d9d0b4", halo: "#cfe3ea", haloStrength: 0.6,
          pock: 2,
        });
      vapour(inner, {
        seed: 23, top: 100, height: 420, dark: "#1a3348", light: "#8fb2bd", cover: 0.55, opacity: 0.8,
        depth: 0, drift: -14, cells: 3, crisp: 0.3,
      });
      lightning(inner, { seed: 17, x: 400, bottom: 620, strength: flash, color: "#e4f6ff" });
      sea(inner, {
        horizon: kiss ? 690 : 560, bottom: 900, far: "#3a6478", near: "#0a1a28", crest: "#bfe0e4", swell: 0.5,
        rows: 6, shine: { x: 400, color: "#fff3d0", width: 60, strength: kiss ? 0 : 0.7 },
      });
    },
    {
      color: "#0d0706", light: "#ffb566",
      bars: kiss ? [[360, 150, 360, 900], [130, 560, 590, 560]] : [[360, 235, 360, 705], [125, 470, 595, 470]],
    },
  );
  if (kiss)
    layer(view, 0.5, (ctx) =>
      placed(ctx, { x: 360, y: 1010, scale: 2.35 }, () =>
        caller(ctx, { t, wind: 0, body: "#0a0a12", ground: "#050308", light: "#9cc4d0", from: [0.3, -1] }),
      ),
    );
  const near = kiss ? glide(smooth(0.1, 0.85, u)) : 0.12 * u;
  const gap = lerp(kiss ? 78 : 96, kiss ? -20 : 80, near);
  const size = kiss ? 4.5 : 4;
  const light = {
    ...warm(t), eye: kiss && u > 0.5 ? ("closed" as const) : kiss ? ("down" as const) : ("open" as const),
  };
  const drop = Math.sin(t * 0.9) * 3;
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 760, 520, "#ff9a4a", 0.4);
    if (!kiss) {
      candle(ctx, 360, 1010, t);
      elias(ctx, { x: 360 + gap / 2 + 90 * size, y: 392, scale: size, flip: true }, light, true);
      mara(ctx, { x: 360 - gap / 2 - 88 * size, y: 448 + drop, scale: size }, light);
      return;
    }
    elias(
      ctx,
      { x: 360 + gap / 2 + 88 * size, y: 400, scale: size, flip: true, turn: lerp(0, -0.1, near) },
      light,
    );
    mara(
      ctx,
      { x: 360 - gap / 2 - 84 * size, y: 452 - near * 14, scale: size, turn: lerp(0, -0.12, near) },
      light,
    );
  });
  motes(view, {
    seed: 8, count: 14, size: 4, color: "#ffb566", strength: 0.35, rise: 20, sway: 14, ember: true,
  });
};

function circle(x: number, y: number, r: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, r, 0, Math.PI * 2);
  return path;
}

function candle(ctx: CanvasRenderingContext2D, x: number, y: number, t: number): void {
  ctx.fillStyle = ramp(
    ctx,
    [0, y - 130],
    [0, y + 200],
    [[0, "#ffdda0"], [0.14, "#c98a4c"], [0.6, "#3a1c10"], [1, "#120806"]],
  );
  ctx.fill(
    outline([[x - 22, y - 118], [x, y - 112], [x + 22, y - 120], [x + 24, y + 300, 1], [x - 24, y + 300, 1]]),
  );
  flame(ctx, x, y - 118, 22, t);
}

function facesInRain(view: View): void {
  const { t } = view;
  sky(view, [[0, "#050d18"], [0.4, "#123244"], [0.65, "#2d5f6c"], [1, "#04090f"]]);
  vapour(view, {
    seed: 3, top: -60, height: 560, dark: "#06121c", light: "#4f8a92", cover: 0.75, opacity: 0.9, depth: 0.06,
    drift: -16, cells: 3, crisp: 0.3,
  });
  layer(view, 0.2, (ctx) => {
    const sweep = t * 0.5;
    beam(ctx, {
      x: 360, y: -60, angle: Math.PI / 2 + Math.sin(sweep + 0.3) * 0.8, spread: 0.5, length: 1400,
      color: "#ffe6ac", strength: 0.42,
    });
  });
  sea(view, {
    horizon: 900, bottom: 1330, far: "#1f4a56", near: "#030a10", crest: "#8fd2c9", swell: 0.8, seed: 6,
    rows: 8,
  });
  const lit: Lit = {
    t, wind: 0.75, light: "#ffdf9e", from: [0.9, -0.5], reveal: 0.62, lit: "#c99a78", shade: "#1d2733",
    eye: "open",
  };
  layer(view, 1, (ctx) => {
    glow(ctx, 360, 430, 420, "#ffe0a0", 0.3);
    elias(ctx, { x: 778, y: 330, scale: 4.3, flip: true, turn: 0.03 }, { ...lit, wind: 0.3 });
    mara(ctx, { x: -44, y: 420, scale: 4.1, turn: -0.07 }, lit, "loose");
  });
  rain(view, { count: 60, slant: -0.34, color: "#d8f0f0", strength: 0.24 });
}

/** Mara alone, close. `secret`: rain on the glass. `flame`: a candle in the dark. `doubt`: he stands behind her. */
export const alone: Scene = (view, mood) => {
  if (mood === "flame") return byFlame(view);
  if (mood === "doubt") return byDay(view);
  const { t } = view;
  room(view, "#0e1d26", "#04090e");
  window(
    view,
    0.35,
    outline([[300, 1400, 1], [300, -100, 1], [900, -100, 1], [900, 1400, 1]]),
    () => {
      const inner: View = { ...view, camera: { ...view.camera, zoom: 1, roll: 0, x: 0, y: 0 } };
      const flash = bump(t, 3.4, 0.5);
      sky(inner, [[0, "#06141d"], [0.5, "#1f5563"], [0.75, "#5f9a9c"], [1, "#04101a"]]);
      vapour(inner, {
        seed: 14, top: 80, height: 620, dark: "#0b2530", light: "#6fb0ae", cover: 0.65, opacity: 0.85,
        depth: 0, drift: -12, cells: 3, crisp: 0.3,
      });
      lightning(inner, { seed: 71, x: 600, bottom: 800, strength: flash, color: "#e0fbff" });
      layer(inner, 0, (ctx) =>
        beam(ctx, {
          x: 900, y: 420, angle: Math.PI + Math.sin(t * 0.7) * 0.3, spread: 0.3, length: 900,
          color: "#ffe6ac", strength: 0.35,
        }),
      );
      rain(inner, { count: 60, slant: -0.16, color: "#d4f2f2", strength: 0.28 });
    },
    {
      color: "#050b10", light: "#8fd2c9",
      bars: [[510, -100, 510, 1400], [300, 420, 900, 420], [300, 900, 900, 900]],
    },
  );
  layer(view, 1, (ctx) =>
    mara(
      ctx,
      { x: 20, y: 330, scale: 5.3, turn: -0.02 },
      {
        t, wind: 0.05, light: "#bff2ec", from: [1, -0.25], reveal: 0.7, lit: "#a9b8b0", shade: "#15242c",
        eye: t > 2.2 ? "open" : "down",
      },
    ),
  );
};

function byFlame(view: View): void {
  const { t, u } = view;
  room(view, "#2a0a0c", "#0a0203");
  layer(view, 0.2, (ctx) => {
    glow(ctx, 560, 700, 760, "#c8302a", 0.5);
    for (const [x, w] of [[60, 90], [230, 70], [560, 110]] as const) {
      ctx.fillStyle = ramp(
        ctx,
        [x - w, 0],
        [x + w, 0],
        [[0, "rgba(0,0,0,0)"], [0.5, "rgba(0,0,0,0.42)"], [1, "rgba(0,0,0,0)"]],
      );
      ctx.fillRect(x - w, -200, w * 2, 1700);
    }
  });
  layer(view, 1, (ctx) => {
    const x = 612 + Math.sin(t * 1.1) * 5;
    const y = 862 - u * 24;
    mara(
      ctx,
      { x: 20, y: 300, scale: 5.2 },
      {
        t, wind: 0.12, light: "#ffb25e", from: [1, 0.55], reveal: 0.92, lit: "#e89a62", shade: "#34100f",
        eye: "open",
      },
    );
    ctx.fillStyle = ramp(ctx, [0, y], [0, y + 260], [[0, "#ffe2ac"], [0.2, "#c47a3c"], [1, "#240c08"]]);
    ctx.fill(outline([[x - 20, y + 4], [x, y], [x + 20, y + 4], [x + 22, y + 200, 1], [x - 22, y + 200, 1]]));
    ctx.fillStyle = ramp(ctx, [x - 80, 0], [x + 80, 0], [[0, "#8a4a20"], [0.5, "#3a1a0c"], [1, "#120604"]]);
    ctx.fill(
      outline([
        [x - 74, y + 190], [x, y + 206], [x + 74, y + 190], [x + 52, y + 226], [x, y + 238],
        [x - 52, y + 226],
      ]),
    );
    hand(ctx, x, y + 150);
    flame(ctx, x, y, 26, t);
  });
  motes(view, {
    seed: 18, count: 12, size: 4, color: "#ff9a4c", strength: 0.5, rise: 34, sway: 16, ember: true,
  });
}

/** Four fingers round a candlestick, the arm leaving the frame below. */
function hand(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  const skin = ramp(ctx, [0, y - 40], [0, y + 150], [[0, "#d98a54"], [0.4, "#6a2e1e"], [1, "#1a0806"]]);
  ctx.fillStyle = skin;
  ctx.fill(
    outline([
      [x - 36, y + 70], [x + 44, y + 64], [x + 66, y + 120], [x + 120, y + 320], [x - 60, y + 340],
      [x - 58, y + 150],
    ]),
  );
  for (let i = 0; i < 4; i++) {
    const fy = y + 52 + i * 25;
    ctx.fillStyle = skin;
    ctx.fill(
      outline([
        [x - 40, fy - 12], [x + 8, fy - 15], [x + 34, fy - 8], [x + 36, fy + 6], [x + 8, fy + 11],
        [x - 40, fy + 12], [x - 52, fy],
      ]),
    );
    ctx.strokeStyle = "rgba(20,4,2,0.55)";
    ctx.lineWidth = 3;
    ctx.stroke(outline([[x - 44, fy + 12], [x + 6, fy + 12], [x + 34, fy + 7]], false));
  }
}

function byDay(view: View): void {
  const { t, u } = view;
  sky(view, [[0, "#4d6478"], [0.35, "#8da6b6"], [0.7, "#566a7c"], [1, "#18222e"]]);
  layer(view, 0.4, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 100], [0, 1200], [[0, "#1a2430"], [1, "#0a1018"]]);
    ctx.fillRect(-150, -100, 470, 1600);
    const door = outline([[-40, 1500, 1], [-40, 400], [115, 270], [270, 400], [270, 1500, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 250], [0, 1200], [[0, "#e6c79a"], [0.6, "#a77a4c"], [1, "#3a2616"]]);
    ctx.fill(door);
    placed(ctx, { x: 112, y: 1330, scale: lerp(4, 4.6, u) }, () =>
      man(ctx, { t, wind: 0, body: "#0e1016", ground: "#07080c", light: "#f0c890", from: [-0.6, -0.8] }),
    );
  });
  layer(view, 0.2, (ctx) => {
    ctx.fillStyle = ramp(ctx, [420, 0], [760, 0], [[0, "#d6e4ec"], [1, "#f6fbff"]]);
    ctx.fill(outline([[430, 1400, 1], [430, 200], [640, 20], [850, 200], [850, 1400, 1]]));
    ctx.strokeStyle = "#33424f";
    ctx.lineWidth = 12;
    ctx.stroke(outline([[640, 20], [640, 1400]], false));
    ctx.stroke(outline([[430, 560], [850, 560]], false));
  });
  motes(view, {
    seed: 30, count: 26, size: 7, color: "#ffffff", strength: 0.85, rise: -70, sway: -30, depth: 0.3,
    area: [440, 120, 420, 1200],
  });
  layer(view, 1, (ctx) =>
    mara(
      ctx,
      { x: 318, y: 420, scale: 4.1, turn: 0.03 },
      {
        t, wind: 0.04, light: "#ffffff", from: [1, -0.3], reveal: 0.95, lit: "#e9cdbd", shade: "#4a4350",
        eye: t > 1.6 ? "open" : "down",
      },
    ),
  );
}

/** Crane, close, his glass red in the light of the fire. */
export const villain: Scene = (view) => {
  const { t } = view;
  room(view, "#3a0c12", "#0b0206");
  layer(view, 0.2, (ctx) => glow(ctx, 120, 760, 820, "#ff4a2c", 0.62));
  vapour(view, {
    seed: 91, top: 120, height: 640, dark: "#3a0a10", light: "#b8443a", cover: 0.4, opacity: 0.5, depth: 0.3,
    drift: 10, cells: 2, crisp: 0.05,
  });
  layer(view, 1, (ctx) =>
    crane(
      ctx,
      { x: 670, y: 430, scale: 4.9, flip: true, turn: 0.02 },
      {
        t, wind: 0, light: "#ff6a48", from: [1, 0.2], reveal: 0.66, lit: "#d8785a", shade: "#2a0d12",
        eye: "open",
      },
    ),
  );
  motes(view, {
    seed: 28, count: 22, size: 4, color: "#ff7a4c", strength: 0.6, rise: 60, sway: 24, ember: true,
  });
};

/** Elias alone, his lantern below him, the stair dark behind. */
export const keeper: Scene = (view) => {
  const { t } = view;
  room(view, "#10202c", "#03070b");
  layer(view, 0.25, (ctx) => {
    for (let i = 0; i < 9; i++) {
      ctx.fillStyle = fade("#6f9ab8", 0.05 + i * 0.012);
      ctx.fill(
        outline([
          [-200, 1200 - i * 150, 1], [420 + i * 46, 1120 - i * 150, 1], [420 + i * 46, 1150 - i * 150, 1],
          [-200, 1240 - i * 150, 1],
        ]),
      );
    }
    glow(ctx, 150, 1000, 760, "#ffa04c", 0.5);
  });
  layer(view, 1, (ctx) => {
    elias(
      ctx,
      { x: 650, y: 350, scale: 4.9, flip: true },
      {
        t, wind: 0.05, light: "#ffb566", from: [0.8, 0.7], reveal: 0.85, lit: "#d98a58", shade: "#231a1e",
        eye: t > 1.7 ? "open" : "down",
      },
      true,
    );
    placed(ctx, { x: 128, y: 880 + Math.sin(t * 1.2) * 5, scale: 5.8, turn: Math.sin(t * 1.1) * 0.03 }, () =>
      lantern(ctx, "#ffb45c", 0.95),
    );
  });
  motes(view, {
    seed: 48, count: 12, size: 4, color: "#ffb566", strength: 0.4, rise: 20, sway: 14, ember: true,
  });
};
