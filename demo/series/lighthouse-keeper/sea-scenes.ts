import { caller, lantern, man, woman } from "../../engine/figure.ts";
import { beam, lamp } from "../../engine/light.ts";
import { bump, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { rock, sea } from "../../engine/sea.ts";
import { orb, sky, stars, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { lightning, motes, rain } from "../../engine/weather.ts";
import { lighthouse, SCARF, schooner, steamer } from "./sets.ts";

function stormClouds(view: View, dark: string, light: string, strength = 1): void {
  vapour(view, { seed: 3, top: -120, height: 560, dark, light, cover: 0.78, opacity: 0.9 * strength, depth: 0.06, drift: -7, cells: 3, crisp: 0.2 });
  vapour(view, { seed: 8, top: 150, height: 520, dark, light: mix(light, dark, 0.3), cover: 0.6, opacity: 0.8 * strength, depth: 0.12, drift: -15, cells: 4, crisp: 0.5 });
}

/** The bay in a storm. `dies`: the lamp goes out. `again`: it is out, a steamer comes. `returns`: fire lights it. */
export const storm: Scene = (view, mood) => {
  const { t } = view;
  const fire = mood === "returns";
  const lit = mood === "dies" ? smooth(2.9, 2.55, t) : mood === "again" ? smooth(1.25, 0.95, t) : smooth(0.5, 1.2, t);
  const flash = mood === "dies" ? bump(t, 3.3, 0.35) * 0.9 + bump(t, 0.25, 0.3) * 0.6 : bump(t, 1.8, 0.4) * 0.7;
  const top = fire ? "#0a0f26" : "#02090f";
  const low = fire ? "#54304a" : "#15505a";
  sky(view, [[0, top], [0.3, mix(top, low, 0.35)], [0.62, mix(low, "#9fd0c4", 0.12 + flash * 0.35)], [1, top]]);
  stormClouds(view, mix(top, "#000000", 0.2), mix(low, fire ? "#ff9a5c" : "#7fc4bd", 0.3 + flash * 0.5));
  lightning(view, { seed: mood === "dies" ? 21 : 44, x: mood === "dies" ? 165 : 560, bottom: 760, strength: flash, color: "#d9f4ff" });
  const glowColor = fire ? "#ffab5e" : "#ffe6ac";
  const [tx, ty, th] = mood === "dies" ? [500, 668, 440] : mood === "again" ? [190, 668, 330] : [486, 668, 420];
  layer(view, 0.3, (ctx) => {
    rock(view, ctx, { key: `island${mood}`, ridge: [[tx - 330, 850], [tx - 250, 812], [tx - 200, 790], [tx - 150, 720], [tx - 96, 676], [tx - 50, 662], [tx + 66, 660], [tx + 110, 690], [tx + 190, 722], [tx + 240, 780], [tx + 360, 830]], bottom: 930, top: "#0d2024", base: "#040b0f", light: mix(low, "#bfe8df", 0.4), from: [-0.6, -1], rough: 24 });
    const head = lighthouse(ctx, { x: tx, y: ty, height: th, wall: fire ? "#c9a396" : "#9bb3b0", band: "#8a2433", shade: "#040d13", light: mix(low, "#d8fff4", 0.5), from: [-1, -0.3], lit, lamp: glowColor });
    const facing = lamp(ctx, { x: head.x, y: head.y, turn: fire ? 0.03 + t * 0.07 : 0.1 + t * 0.14, reach: 900, color: glowColor, strength: lit * (fire ? 0.85 : 0.62) });
    glow(ctx, head.x, head.y, 300, glowColor, lit * (0.3 + facing * 0.6));
    if (fire) glow(ctx, head.x, head.y, 620, "#ff7a35", lit * 0.4);
  });
  const water = { horizon: 800, bottom: 1330, far: mix(low, top, 0.35), near: "#020a10", crest: mix("#8fd2c9", glowColor, fire ? 0.5 : 0.1), swell: 0.95, shine: { x: tx, color: glowColor, width: 120, strength: lit * 0.8 } };
  const shipRow = mood === "dies" ? 3 : 6;
  sea(view, water, (row, y) => {
    if (row !== shipRow) return;
    const size = mood === "dies" ? 1.35 : 3.1;
    const [from, to] = mood === "dies" ? [205, 150] : mood === "again" ? [640, 470] : [150, 210];
    layer(view, 0.5, (ctx) => {
      const x = lerp(from, to, view.u);
      const turn = Math.sin(t * 1.1) * 0.07 + (mood === "dies" ? 0.12 * smooth(2.8, 4, t) : mood === "returns" ? -0.06 : 0.03);
      placed(ctx, { x, y: y - 6 - Math.sin(t * 1.3) * 8, scale: size, turn, flip: mood === "again" }, () => {
        if (mood === "dies") schooner(ctx, { body: "#020a0e", light: "#8fd2c9", from: [1, -0.6], windows: fade("#ffd28a", 0.9) });
        else steamer(ctx, { body: "#050c12", light: fire ? "#ffab5e" : "#6fb4ae", from: [mood === "again" ? -1 : 1, -0.6], windows: "#ffd28a", lit: 0.95 });
      });
      glow(ctx, x, y - 20, 90 * size * 0.6, "#ffc070", 0.25);
    });
  });
  vapour(view, { seed: 15, top: 720, height: 320, dark: mix(low, top, 0.5), light: mix(low, "#cdeee6", 0.3), cover: 0.45, opacity: 0.4, depth: 0.5, drift: 26, cells: 3, crisp: 0.1 });
  rain(view, { count: 70, slant: -0.3, color: "#cfeeee", strength: 0.2 });
};

/** A rowing boat in the fog at dawn; the tower comes out of it. */
export const crossing: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#3d3b5c"], [0.3, "#8a6a80"], [0.5, "#e2a08a"], [0.62, "#f6c9a0"], [1, "#4a4460"]]);
  orb(view, { x: 250, y: 640, radius: 66, core: "#fff1d6", edge: "#ffd9a8", halo: "#ffb98a", haloStrength: 0.7 });
  vapour(view, { seed: 12, top: 40, height: 460, dark: "#6d5670", light: "#f3bfa4", cover: 0.5, opacity: 0.55, depth: 0.05, drift: 5, cells: 3, crisp: 0.1 });
  layer(view, 0.22, (ctx) => {
    rock(view, ctx, { key: "dawnisland", ridge: [[330, 800], [400, 750], [470, 716], [560, 700], [650, 722], [760, 770], [860, 800]], bottom: 860, top: "#866780", base: "#a07a88", light: "#ffd9b4", from: [-1, -0.6], rimWidth: 7 });
    const head = lighthouse(ctx, { x: 560, y: 706, height: 430, wall: "#c99a92", band: "#9a4a58", shade: "#5f4a68", light: "#ffdcb8", from: [-1, -0.2], lit: 0.5 });
    glow(ctx, head.x, head.y, 130, "#ffe9b0", 0.5);
  });
  vapour(view, { seed: 31, top: 560, height: 330, dark: "#b88c90", light: "#ffdcc0", cover: 0.75, opacity: 0.85, depth: 0.3, drift: 12, cells: 3, crisp: 0.05 });
  sea(view, { horizon: 806, bottom: 1330, far: "#d09a90", near: "#2a2a44", crest: "#ffdcb8", swell: 0.12, shine: { x: 250, color: "#fff0cf", width: 90, strength: 0.9 }, rows: 12, seed: 4 }, (row, y) => {
    if (row !== 8) return;
    layer(view, 0.9, (ctx) => {
      const x = 330 + t * 6;
      const bob = Math.sin(t * 1.3) * 5;
      placed(ctx, { x, y: y - 6 + bob, scale: 1.3, turn: Math.sin(t * 1.1) * 0.018 }, () => {
        const lit = { body: "#1c1830", ground: "#1c1830", light: "#ffcfa0", from: [-0.5, -0.8] as const };
        placed(ctx, { x: -62, y: 66, scale: 1.22 }, () => woman(ctx, { ...lit, t, wind: 0.3, accent: SCARF }, { arm: "down" }));
        placed(ctx, { x: 82, y: 74, scale: 1.16 }, () => man(ctx, { ...lit, t, wind: 0.2 }, { arm: "reach" }));
        const oar = Math.sin(t * 1.5) * 14;
        ctx.strokeStyle = "#1a1628";
        ctx.lineWidth = 7;
        ctx.lineCap = "round";
        ctx.beginPath();
        ctx.moveTo(126, -108);
        ctx.lineTo(222 + oar, 44);
        ctx.stroke();
        const hull = outline([[-226, -52, 1], [-130, -22], [90, -22], [206, -58, 1], [176, 20], [110, 52], [-120, 52], [-190, 18]]);
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
  });
  vapour(view, { seed: 40, top: 900, height: 460, dark: "#8d7486", light: "#e9bfb2", cover: 0.5, opacity: 0.55, depth: 1.3, drift: 26, cells: 2, crisp: 0 });
};

/** Moonlit water from below: a girl sinks, a man dives after her. */
export const under: Scene = (view) => {
  const { t, ctx } = view;
  sky(view, [[0, "#7fd6d8"], [0.12, "#2f9aa8"], [0.4, "#0d4c66"], [0.75, "#04202f"], [1, "#010a12"]]);
  layer(view, 0.1, (to) => {
    glow(to, 380, -40, 620, "#d8fff6", 0.75);
    for (const [x, angle, spread, strength] of [[200, 1.78, 0.16, 0.34], [330, 1.62, 0.22, 0.42], [430, 1.5, 0.14, 0.36], [560, 1.36, 0.2, 0.3]] as const) {
      beam(to, { x, y: -120, angle: angle + Math.sin(t * 0.5 + x) * 0.03, spread, length: 1150, color: "#b8fff0", strength });
    }
  });
  vapour(view, { seed: 77, top: -90, height: 300, dark: "#4fb8c0", light: "#e9fffa", cover: 0.5, opacity: 0.7, depth: 0.2, drift: 22, cells: 6, crisp: 0.6 });
  layer(view, 0.5, (to) => {
    rock(view, to, { key: "deepleft", ridge: [[-150, 700], [-40, 790], [60, 900], [120, 1020], [210, 1180], [240, 1330]], bottom: 1420, top: "#0a3a4c", base: "#021019", light: "#5fc4c4", from: [0.6, -1], rimStrength: 0.4 });
    rock(view, to, { key: "deeprightside", ridge: [[470, 1330], [540, 1200], [600, 1120], [690, 1060], [880, 960]], bottom: 1420, top: "#0a3a4c", base: "#021019", light: "#5fc4c4", from: [-0.6, -1], rimStrength: 0.4 });
  });
  const light = { color: "#c9fff2", from: [0.15, -1] as const, width: 9, strength: 0.8 };
  layer(view, 1, (to) => {
    placed(to, { x: 350 - t * 3, y: 760 + t * 13, scale: 1.95, turn: -0.16 + Math.sin(t * 0.8) * 0.05 }, () => drowning(to, t, light));
    placed(to, { x: lerp(640, 520, view.u), y: lerp(60, 330, view.u), scale: 1.6, turn: 0.5 + Math.sin(t * 1.2) * 0.04 }, () => diver(to, t, light));
  });
  motes(view, { seed: 5, count: 26, size: 7, color: "#dffff8", strength: 0.4, rise: 55, sway: 18, depth: 1.1, area: [180, 300, 420, 760] });
  ctx.globalAlpha = 1;
};

type Light = { color: string; from: readonly [number, number]; width: number; strength: number };

function body(ctx: CanvasRenderingContext2D, path: Path2D, fill: string, light: Light): void {
  ctx.fillStyle = fill;
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  for (let k = 1; k <= 4; k++) {
    const rest = new Path2D();
    rest.rect(-999, -999, 1998, 1998);
    rest.addPath(path, new DOMMatrix().translate(-light.from[0] * light.width * (k / 4) * 0.5, -light.from[1] * light.width * (k / 4) * 0.5));
    ctx.globalAlpha = light.strength * 0.34;
    ctx.fillStyle = light.color;
    ctx.fill(rest, "evenodd");
  }
  ctx.restore();
}

function drowning(ctx: CanvasRenderingContext2D, t: number, light: Light): void {
  const drift = (phase: number) => Math.sin(t * 1.1 + phase) * 6;
  const dark = "#02141d";
  for (let i = 0; i < 7; i++) body(ctx, ribbon([[-92, 6], [-104 - i * 3, -26 - i * 4], [-96 - i * 9 + drift(i), -66 - i * 5], [-112 - i * 7 + drift(i + 1) * 2, -104 - i * 6]], [13, 11, 7, 0.5]), mix(dark, "#1a5a66", i / 14), light);
  body(ctx, ribbon([[52, 22], [84, -14], [96 + drift(1) * 0.5, -62]], [15, 11, 5]), dark, light);
  body(ctx, ribbon([[48, 26], [92, 6], [122 + drift(2) * 0.5, -34]], [15, 11, 5]), dark, light);
  body(ctx, ribbon([[-58, 6], [-46, -34], [-30 + drift(3), -78], [-24 + drift(3) * 1.5, -92]], [11, 8, 6, 3]), dark, light);
  body(ctx, ribbon([[-64, 10], [-72, -30], [-62 + drift(4), -70], [-68 + drift(4) * 1.5, -84]], [11, 8, 6, 3]), dark, light);
  body(ctx, outline([[-76, 2], [-58, -8], [-24, 4], [10, 0], [44, -22 + drift(0)], [88, -66 + drift(1), 1], [84, -26], [112, -22 + drift(2), 1], [96, 14], [108, 40 + drift(0), 1], [58, 52], [10, 50], [-34, 42], [-70, 24]]), "#02141d", light);
  body(ctx, outline([[-112, 12], [-106, -4], [-92, -10], [-80, -2], [-76, 14], [-86, 26], [-102, 26]]), dark, light);
  ctx.fillStyle = SCARF;
  const tail = ribbon([[-74, 12], [-62, -22], [-84 + drift(2), -58], [-60 + drift(3) * 1.6, -112]], [9, 10, 11, 12]);
  body(ctx, tail, mix(SCARF, "#04202d", 0.3), light);
}

function diver(ctx: CanvasRenderingContext2D, t: number, light: Light): void {
  const kick = Math.sin(t * 3) * 10;
  const dark = "#02161f";
  placed(ctx, { x: 0, y: 0, turn: Math.PI / 2 + 0.35 }, () => {
    const lit = { ...light, from: [-1, 0.2] as const };
    body(ctx, ribbon([[-44, 6], [-92, 14 + kick], [-142, 6 + kick * 1.6]], [20, 14, 6]), dark, lit);
    body(ctx, ribbon([[-44, -6], [-94, -12 - kick], [-146, -6 - kick * 1.4]], [20, 14, 6]), dark, lit);
    body(ctx, outline([[-56, -14], [-10, -18], [30, -22], [44, -10], [44, 12], [28, 22], [-12, 18], [-58, 15]]), "#031a24", lit);
    body(ctx, ribbon([[34, 14], [70, 22], [108, 10], [122, 6]], [15, 12, 8, 5]), dark, lit);
    body(ctx, ribbon([[34, -14], [72, -26], [112, -16], [128, -12]], [15, 12, 8, 5]), dark, lit);
    body(ctx, outline([[44, -12], [60, -15], [70, -4], [68, 8], [56, 13], [44, 10]]), dark, lit);
  });
}

/** Crane on the headland against a red moon, the lamp dead behind him. */
export const headland: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#12040c"], [0.3, "#3d0a18"], [0.55, "#8c1f24"], [0.7, "#d65a35"], [1, "#160408"]]);
  orb(view, { x: 400, y: 470, radius: 205, core: "#ffb98a", edge: "#ef6a48", halo: "#ff5a3c", haloStrength: 0.5, pock: 9 });
  vapour(view, { seed: 51, top: 60, height: 420, dark: "#2a0710", light: "#a8323a", cover: 0.6, opacity: 0.75, depth: 0.08, drift: -9, cells: 3, crisp: 0.3 });
  vapour(view, { seed: 52, top: 480, height: 260, dark: "#5a1220", light: "#ff8a5c", cover: 0.5, opacity: 0.7, depth: 0.12, drift: -14, cells: 4, crisp: 0.2 });
  layer(view, 0.25, (ctx) => {
    lighthouse(ctx, { x: 128, y: 850, height: 330, wall: "#6a2a34", band: "#3d0d18", shade: "#1c060d", light: "#ff8a5c", from: [1, -0.2], lit: 0.04 });
    rock(view, ctx, { key: "redfar", ridge: [[-160, 880], [-20, 850], [60, 838], [200, 842], [330, 880], [420, 920]], bottom: 1000, top: "#3a0f1a", base: "#1c070e", light: "#ff7a50", from: [0.7, -1] });
  });
  sea(view, { horizon: 868, bottom: 1330, far: "#a8382e", near: "#160409", crest: "#ffb07a", swell: 0.5, shine: { x: 400, color: "#ffd0a0", width: 110, strength: 0.75 }, seed: 9 });
  layer(view, 1, (ctx) => {
    placed(ctx, { x: 430, y: 1002, scale: 3 }, () => caller(ctx, { t, wind: 0.45, body: "#12040a", ground: "#0a0206", light: "#ff8a5a", from: [-0.5, -0.8], edge: 2.6 }));
    rock(view, ctx, { key: "headlandrock", ridge: [[170, 1290], [230, 1160], [290, 1050], [360, 1004], [470, 994], [580, 1010], [700, 1000], [900, 990]], bottom: 1420, top: "#1c070d", base: "#050103", light: "#ff8050", from: [-0.8, -0.8], rough: 20 });
    const drop = smooth(1.2, 2.6, t);
    placed(ctx, { x: 548 - 4 * drop, y: 700 + 320 * drop ** 2, scale: 2.4, turn: drop * 1.2, alpha: 1 - smooth(0.85, 1, drop) }, () => lantern(ctx, "#ffb45c", 1 - smooth(0.5, 0.95, drop)));
  });
  motes(view, { seed: 6, count: 20, size: 4, color: "#ff9a5c", strength: 0.5, rise: 40, sway: 26, ember: true });
};

/** Crane's black ship out of the fog, a red lamp at its bow. */
export const blackship: Scene = (view) => {
  const { t, u } = view;
  sky(view, [[0, "#0b1018"], [0.4, "#27313f"], [0.62, "#5a6470"], [1, "#0a0e14"]]);
  orb(view, { x: 520, y: 330, radius: 60, core: "#e9eef0", edge: "#b4c0c8", halo: "#a8bcc8", haloStrength: 0.45, pock: 4 });
  vapour(view, { seed: 61, top: 120, height: 560, dark: "#2b3441", light: "#7f8c98", cover: 0.65, opacity: 0.75, depth: 0.06, drift: 8, cells: 3, crisp: 0.1 });
  const x = 360;
  const size = lerp(2.5, 3.4, u);
  sea(view, { horizon: 790, bottom: 1330, far: "#57616d", near: "#070b11", crest: "#aebcc6", swell: 0.4, shine: { x: 360, color: "#ff4a3c", width: 60, strength: 0.75 }, seed: 12 }, (row, y) => {
    if (row !== 5) return;
    layer(view, 0.8, (ctx) => {
      placed(ctx, { x, y: y + 8 + Math.sin(t) * 5, scale: size, turn: Math.sin(t * 0.8) * 0.012 }, () => bow(ctx, t));
    });
  });
  vapour(view, { seed: 62, top: 640, height: 330, dark: "#4c5662", light: "#a4b0ba", cover: 0.7, opacity: 0.6, depth: 0.7, drift: 20, cells: 3, crisp: 0 });
  vapour(view, { seed: 63, top: 930, height: 420, dark: "#1c232d", light: "#66727e", cover: 0.5, opacity: 0.5, depth: 1.2, drift: -30, cells: 2, crisp: 0 });
};

/** The ship head-on: a tall knife of a bow, two decks, a funnel. */
function bow(ctx: CanvasRenderingContext2D, t: number): void {
  const tone = { color: "#9fb2c0", from: [0.5, -1] as const, width: 4, strength: 0.8 };
  for (let i = 0; i < 5; i++) {
    const k = (t * 0.25 + i / 5) % 1;
    const r = 12 + k * 40;
    const puff = ctx.createRadialGradient(-6 - k * 50, -178 - k * 70, 0, -6 - k * 50, -178 - k * 70, r);
    puff.addColorStop(0, fade("#10151c", 0.55 * (1 - k)));
    puff.addColorStop(1, fade("#10151c", 0));
    ctx.fillStyle = puff;
    ctx.fillRect(-160, -330, 220, 300);
  }
  body(ctx, outline([[-13, -96, 1], [-12, -176, 1], [12, -176, 1], [13, -96, 1]]), "#0d1219", tone);
  ctx.fillStyle = "#7a1a20";
  ctx.fillRect(-12.4, -166, 24.8, 11);
  body(ctx, outline([[-40, -76, 1], [-36, -122, 1], [36, -122, 1], [40, -76, 1]]), "#0b1016", tone);
  ctx.fillStyle = fade("#ffc27a", 0.85);
  for (const wx of [-27, -15, -3, 9, 21]) ctx.fillRect(wx, -112, 7, 9);
  ctx.strokeStyle = "#0b1016";
  ctx.lineWidth = 2;
  ctx.stroke(outline([[0, -120], [0, -226]], false));
  ctx.stroke(outline([[-30, -206], [30, -206]], false));
  body(ctx, outline([[-62, -84, 1], [-30, -74], [0, -80], [30, -74], [62, -84, 1], [56, -30], [30, 24, 1], [0, 34], [-30, 24, 1], [-56, -30]]), "#07090e", tone);
  ctx.strokeStyle = fade("#9fb2c0", 0.5);
  ctx.lineWidth = 1.4;
  ctx.stroke(outline([[0, -80], [1, 30]], false));
  const pulse = 0.75 + 0.25 * Math.sin(t * 2.2);
  glow(ctx, 0, -92, 120, "#ff2f2f", 0.8 * pulse);
  glow(ctx, 0, -92, 22, "#ffb0a0", pulse);
}
