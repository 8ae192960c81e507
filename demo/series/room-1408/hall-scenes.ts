// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bump, clamp, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { guest, lady, luggage, madame, porter, type Stance } from "./figures.ts";
import { corridor, type Eye, HUE, panelled, seen } from "./sets.ts";

const AGAINST: Stance = { body: "#020806", light: HUE.pale, from: [0, -1], edge: 3 };

/** A long shadow on the carpet, towards us. */
function shadow(ctx: CanvasRenderingContext2D, x: number, y: number, wide: number, long: number, strength: number): void {
  ctx.fillStyle = ramp(ctx, [0, y], [0, y + long], [[0, fade("#010403", strength)], [1, fade("#010403", 0)]]);
  ctx.fill(outline([[x - wide * 0.4, y - 4], [x + wide * 0.4, y - 4], [x + wide * 1.1, y + long, 1], [x - wide * 1.1, y + long, 1]]));
}

/** The corridor: "walk" he goes with the case, "two" they go together, "out" the lamps die one by one. */
export const hall: Scene = (view, mood) => {
  const { t } = view;
  const out = mood === "out";
  const eye: Eye = { x: 360, y: 590, lens: 640, walk: out ? 0.5 + t * 0.25 : t * 0.85 };
  const end = mood === "two" ? 21 : 27;
  const open = mood === "two" ? smooth(2.4, 4.6, t) : out ? 0 : 0.16;
  const lit = (i: number) => {
    if (out) return smooth(0, 0.16, 0.5 + (9 - i) * 0.44 - t) * 0.95;
    return i === 3 && mood !== "two" ? 0.5 + 0.5 * Math.sign(Math.sin(t * 17) + 0.6) * bump(t, 2.2, 1.6) : 0.9;
  };
  sky(view, [[0, HUE.night], [1, "#010403"]]);
  layer(view, 0.6, (ctx) => {
    corridor(ctx, { eye, t, lit, open, end });
    const step = Math.sin(t * 5.4);
    const far = out ? 9.4 - t * 1.25 : 5.4 + t * 1.15;
    const place = (x: number, draw: () => void) => {
      const [px, py] = seen(eye, x, 1.45, far);
      const scale = (eye.lens / (far - eye.walk)) * 0.0094;
      shadow(ctx, px, py, 24 * scale, 90 * scale, 0.55);
      placed(ctx, { x: px, y: py + Math.abs(step) * scale * 1.4, scale }, draw);
    };
    const s: Stance = { body: "#03100b", light: mix(HUE.gold, HUE.pale, open), from: out ? [0.5, -1] : [-0.4, -1], edge: 2.6 };
    if (mood === "two") place(-0.42, () => lady(ctx, s, { step: -step }));
    place(mood === "two" ? 0.42 : 0, () => porter(ctx, s, { step: out ? step * 1.2 : step, leak: mood === "two" ? 0.8 : 0.4, front: out }));
  });
  motes(view, { seed: 5, count: 16, size: 3.4, color: HUE.gold, strength: 0.35, rise: 7, sway: 14, ember: true, area: [60, 260, 600, 760] });
};

/** What the lit door throws on wall, floor and air. */
function doorway(view: View, look: { open: number; w: number; h: number; foot: number; color: string; haze?: number }): void {
  const { w, h, foot, open, color } = look;
  const cx = view.width / 2;
  const [x0, x1] = [cx - w / 2, cx + w / 2];
  layer(view, 0.5, (ctx) => {
    panelled(ctx, { x: cx - 760, y: -200, w: 1520, h: foot + 200, light: [cx, foot - h * 0.5], reach: 760, color, strength: open });
    ctx.fillStyle = ramp(ctx, [0, foot], [0, foot + 420], [[0, mix("#0a1f18", color, open * 0.3)], [0.35, "#081a14"], [1, "#010403"]]);
    ctx.fillRect(cx - 760, foot, 1520, 640);
    for (let row = 0; row < 7; row++) {
      const k = (v: number) => foot + (1 / (1 - v * 0.128) - 1) * 90;
      for (let col = -9; col < 9; col++) {
        if ((row + col) % 2 === 0) continue;
        const fan = (c: number, v: number) => cx + c * 62 * (1 / (1 - v * 0.128)) * 0.9;
        const near = smooth(7, 0, Math.hypot(col + 0.5, row * 0.5)) * open;
        ctx.fillStyle = fade(mix("#1f5a48", color, 0.5 * near), 0.22 + near * 0.35);
        ctx.fill(outline([[fan(col, row), k(row), 1], [fan(col + 1, row), k(row), 1], [fan(col + 1, row + 1), k(row + 1), 1], [fan(col, row + 1), k(row + 1), 1]]));
      }
    }
    for (const [grow, tone] of [[46, 0.12], [34, 0.55], [20, 0.3], [10, 0.85]] as const) {
      ctx.fillStyle = mix("#0a0703", HUE.brass, tone * (0.4 + open * 0.6));
      ctx.fillRect(x0 - grow, foot - h - grow, w + grow * 2, h + grow);
    }
    ctx.fillStyle = ramp(ctx, [0, foot - h], [0, foot], [[0, mix("#04110c", "#fdfde8", open)], [0.6, mix("#04110c", color, open)], [1, mix("#061a12", mix(color, HUE.brass, 0.22), open)]]);
    ctx.fillRect(x0, foot - h, w, h);
    if (open < 0.4) {
      ctx.fillStyle = fade(color, 0.95);
      ctx.fillRect(x0, foot - 6, w, 6);
    }
    ctx.fillStyle = ramp(ctx, [0, foot], [0, foot + 460], [[0, fade(color, 0.75 * open)], [0.4, fade(color, 0.2 * open)], [1, fade(color, 0)]]);
    ctx.fill(outline([[x0, foot, 1], [x1, foot, 1], [x1 + 300, foot + 470, 1], [x0 - 300, foot + 470, 1]]));
    glow(ctx, cx, foot - h * 0.55, 620, color, 0.5 * open + (look.haze ?? 0));
  });
}

/** Someone in the lit doorway: "porter" before it, "madame", "guest" inside it, "takes" the light takes her. */
export const door: Scene = (view, mood) => {
  const { t, u } = view;
  sky(view, [[0, HUE.night], [1, "#010403"]]);
  const open = mood === "guest" ? smooth(0.3, 1.8, t) : mood === "takes" ? clamp(1 - smooth(4, 4.7, t)) : 1;
  const swell = mood === "takes" ? smooth(1.4, 3.6, t) : 0;
  doorway(view, { open, w: 292, h: 640, foot: 890, color: HUE.pale, haze: swell * 0.35 });
  layer(view, 0.95, (ctx) => {
    const sway = Math.sin(t * 0.9) * 1.4;
    if (mood === "porter") {
      shadow(ctx, 360, 1000, 90, 400, 0.9);
      placed(ctx, { x: 360 + sway, y: 1010, scale: 3.5 }, () => porter(ctx, AGAINST, { leak: 0.9, front: true }));
    } else if (mood === "guest") {
      shadow(ctx, 360, 900, 80, 420, 0.9 * open);
      placed(ctx, { x: 360 + sway, y: 900, scale: lerp(2.6, 2.8, u), }, () => guest(ctx, { ...AGAINST, strength: 0.85 * open }));
    } else {
      const gone = mood === "takes" ? smooth(2.6, 3.9, t) : 0;
      const y = lerp(940, 880, gone);
      shadow(ctx, 360, y, 70, 400, 0.9 * (1 - gone));
      ctx.globalAlpha = 1 - gone * 0.9;
      placed(ctx, { x: 360 + sway, y, scale: lerp(3.1, 2, gone) }, () => madame(ctx, { ...AGAINST, edge: 3 + swell * 5 }));
    }
  });
  if (mood === "guest") {
    layer(view, 1.5, (ctx) => {
      placed(ctx, { x: 96, y: 1460, scale: 3.9 }, () => lady(ctx, { body: "#010403", light: HUE.pale, from: [1, -0.6], edge: 1.7, strength: 0.5 + open * 0.4 }));
      placed(ctx, { x: 634, y: 1470, scale: 4 }, () => porter(ctx, { body: "#010403", light: HUE.pale, from: [-1, -0.6], edge: 1.7, strength: 0.5 + open * 0.4 }, { carries: false }));
    });
  }
  motes(view, { seed: 9, count: 22, size: 3.6, color: HUE.pale, strength: 0.5 * open, rise: 9, sway: 16, ember: true, area: [140, 260, 440, 800] });
};

const TURN = 24;
const STEPS = 240;
const INNER = 0.6;

type Round = (i: number, radius: number) => [number, number, number];

/** A spiral stair from above. `lamp(turn)` lights each round; 0 is the deepest. */
function spiral(ctx: CanvasRenderingContext2D, lamp: (turn: number) => number, climber: number | null): void {
  const size = (i: number) => 1320 * 0.7 ** ((STEPS - i) / TURN);
  const at: Round = (i, radius) => {
    const a = (i / TURN) * Math.PI * 2;
    return [Math.cos(a) * radius * size(i), Math.sin(a) * radius * size(i), 1];
  };
  const light = (i: number) => {
    const turn = Math.floor(i / TURN);
    const k = i / TURN - turn;
    const round = (0.5 + 0.5 * Math.cos((i / TURN) * Math.PI * 2 - 2.5)) ** 1.5;
    return lerp(lamp(turn), lamp(turn + 1), k) * (0.16 + 0.84 * round);
  };
  glow(ctx, 0, 0, 210, HUE.pale, 0.9 * lamp(0));
  for (let i = 6; i < STEPS; i++) {
    const l = light(i);
    const near = size(i) / 1320;
    const [a, b, c, d] = [at(i, INNER), at(i, 1), at(i + 1.05, 1), at(i + 1.05, INNER)];
    ctx.fillStyle = ramp(ctx, [a[0], a[1]], [b[0], b[1]], [[0, mix("#020a07", "#5c7a44", l * 0.95)], [0.35, mix("#020a07", "#1d6a4c", l)], [0.8, mix("#010604", "#0d3c2c", l)], [1, "#010604"]]);
    ctx.fill(outline([a, b, c, d]));
    ctx.strokeStyle = fade("#000000", 0.55);
    ctx.lineWidth = 0.6 + near * 9;
    ctx.stroke(outline([at(i + 1.02, INNER), at(i + 1.02, 1)], false));
    ctx.strokeStyle = fade(HUE.gold, 0.06 + l * 0.4);
    ctx.lineWidth = 0.4 + near * 2.4;
    ctx.stroke(outline([at(i + 0.1, INNER), at(i + 0.1, 0.96)], false));
    ctx.strokeStyle = fade("#010302", 0.85);
    ctx.lineWidth = 0.8 + near * 7;
    ctx.stroke(outline([at(i - 2, INNER - 0.012), at(i - 2, INNER + 0.03)], false));
    ctx.lineWidth = 2 + near * 26;
    ctx.stroke(outline([at(i - 2.1, INNER + 0.016), at(i - 0.95, INNER + 0.016)], false));
    ctx.strokeStyle = mix("#150e04", HUE.gold, 0.1 + l * 0.85);
    ctx.lineWidth = 1.2 + near * 15;
    ctx.stroke(outline([at(i - 2.1, INNER + 0.02), at(i - 0.95, INNER + 0.02)], false));
    // After the steps in front of him, before the round above covers them.
    if (climber !== null && Math.floor(climber) + 5 === i) walker(ctx, climber, at, size(climber));
  }
}

function walker(ctx: CanvasRenderingContext2D, i: number, at: Round, size: number): void {
  const [x, y] = at(i + 0.5, 0.745);
  const [sx, sy] = at(i - 1.6, 0.75);
  ctx.strokeStyle = fade("#000000", 0.5);
  ctx.lineWidth = size * 0.11;
  ctx.lineCap = "round";
  ctx.stroke(outline([[x, y], [sx, sy]], false));
  ctx.lineCap = "butt";
  placed(ctx, { x, y, scale: size * 0.0034, turn: (i / TURN) * Math.PI * 2 + Math.PI }, () => {
    const s: Stance = { body: "#030b08", light: HUE.gold, from: [-0.7, -0.7], edge: 3 };
    placed(ctx, { x: 34, y: -14, turn: 0.1, scale: 0.8 }, () => luggage(ctx, s, 0.9, 44));
    ctx.fillStyle = "#04120d";
    ctx.beginPath();
    ctx.ellipse(0, 0, 30, 16, 0, 0, 7);
    ctx.fill();
    ctx.fillStyle = fade(HUE.gold, 0.75);
    for (const side of [-1, 1]) ctx.fillRect(side * 24 - 4, -7, 8, 4);
    ctx.fillStyle = "#0c3a2b";
    ctx.beginPath();
    ctx.arc(0, -1, 12, 0, 7);
    ctx.fill();
    ctx.strokeStyle = fade(HUE.gold, 0.85);
    ctx.lineWidth = 2.2;
    ctx.stroke();
  });
}

/** The stairwell from above: "climb" he goes round with the case, "watch" a hand on the rail, "out" the dark climbs. */
export const stairwell: Scene = (view, mood) => {
  const { t } = view;
  sky(view, [[0, "#010504"], [1, "#010504"]]);
  const out = mood === "out";
  const lamp = (turn: number) => (out ? smooth(0, 0.35, turn * 0.42 + 0.3 - t) : 0.92);
  layer(view, 0.5, (ctx) => {
    placed(ctx, { x: 360, y: 600, turn: t * 0.03 }, () => spiral(ctx, lamp, 151 + t * 2.4));
  });
  if (mood === "watch") {
    layer(view, 1.5, (ctx) => {
      placed(ctx, { x: 610, y: 1560, scale: 5.2, turn: -0.16 }, () => madame(ctx, { body: "#010403", light: HUE.gold, from: [-1, -0.7], edge: 1.5 }));
    });
  }
  motes(view, { seed: 15, count: 16, size: 3.4, color: HUE.gold, strength: 0.4, rise: -14, sway: 12, ember: true, area: [100, 200, 520, 800] });
};
