// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bump, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { oriel } from "./cast.ts";
import { porter } from "./figures.ts";
import { bokeh, HUE } from "./sets.ts";

/** A brass key on its ring with a tag, hanging from 0,0. */
function key(ctx: CanvasRenderingContext2D, light: number): void {
  const brass = ramp(ctx, [-10, 0], [12, 0], [[0, mix("#1a1206", HUE.brass, light)], [0.45, mix("#2a1c08", HUE.gold, light)], [1, mix("#120c04", HUE.brass, light * 0.6)]]);
  ctx.strokeStyle = brass;
  ctx.lineWidth = 3.4;
  ctx.beginPath();
  ctx.arc(0, 11, 8.5, 0, 7);
  ctx.stroke();
  ctx.fillStyle = brass;
  ctx.fillRect(-2.2, 19, 4.4, 36);
  ctx.fillRect(0, 42, 11, 4.5);
  ctx.fillRect(0, 50, 8, 4.5);
  ctx.fillStyle = mix("#06140f", "#b8342c", 0.2 + light * 0.5);
  ctx.fill(outline([[-14, 24], [-6, 18], [-2, 28], [-6, 54], [-16, 52]]));
}

/** The board behind the desk: rows of pigeonholes with keys. Drawn once per tone. */
function board(view: View, light: readonly [number, number], gap: boolean): HTMLCanvasElement {
  return sprite(view, `board${light[0]}${gap}`, 920, 1580, (ctx) => {
    ctx.fillStyle = "#06160f";
    ctx.fillRect(0, 0, 920, 1580);
    for (let row = 0; row < 12; row++)
      for (let col = 0; col < 7; col++) {
        const [x, y] = [14 + col * 128, 10 + row * 130];
        const l = smooth(820, 60, Math.hypot(x + 60 - light[0], y + 60 - light[1]));
        ctx.fillStyle = ramp(ctx, [0, y], [0, y + 122], [[0, "#010504"], [0.6, mix("#03110c", "#0f4a36", l * 0.7)], [1, mix("#051a13", HUE.brass, l * 0.55)]]);
        ctx.fillRect(x, y, 118, 122);
        ctx.fillStyle = fade("#000000", 0.45);
        ctx.fill(outline([[x, y, 1], [x + 118, y, 1], [x + 100, y + 30, 1], [x + 18, y + 30, 1]]));
        ctx.strokeStyle = mix("#0c0a05", HUE.gold, 0.08 + l * 0.62);
        ctx.lineWidth = 3;
        ctx.strokeRect(x, y, 118, 122);
        const centre = gap && row === 4 && col === 3;
        if (centre || hash(row * 7 + col, 5) < 0.16) continue;
        if (hash(row * 7 + col, 8) < 0.3) {
          ctx.fillStyle = mix("#0a100c", HUE.ivory, 0.12 + l * 0.6);
          ctx.fill(outline([[x + 22, y + 118, 1], [x + 34, y + 62, 1], [x + 92, y + 70, 1], [x + 86, y + 118, 1]]));
        }
        placed(ctx, { x: x + 59, y: y + 20, scale: 1.35, turn: (hash(row, col + 40) - 0.5) * 0.14 }, () => key(ctx, 0.14 + l * 0.86));
      }
  });
}

/** A green banker's lamp, foot at 0,0, 260 tall. */
function lamp(ctx: CanvasRenderingContext2D, beat: number): void {
  glow(ctx, 0, -150, 360, HUE.gold, 0.5 * beat);
  ctx.fillStyle = ramp(ctx, [-50, 0], [50, 0], [[0, "#2a1c08"], [0.4, HUE.gold], [0.6, HUE.brass], [1, "#1a1004"]]);
  ctx.fillRect(-5, -200, 10, 196);
  ctx.fill(outline([[-58, 0, 1], [-48, -14], [0, -22], [48, -14], [58, 0, 1]]));
  const shade = outline([[-112, -178, 1], [-92, -226], [-40, -250], [40, -250], [92, -226], [112, -178, 1]]);
  ctx.fillStyle = ramp(ctx, [0, -250], [0, -176], [[0, "#0d5a3f"], [0.55, "#1f9a6c"], [1, mix("#bff0b8", "#ffffff", 0.3)]]);
  ctx.fill(shade);
  rim(ctx, shade, { color: HUE.pale, from: [0, 1], width: 12, strength: 0.8 });
  glow(ctx, 0, -172, 130, "#fff2c4", 0.8 * beat);
  ctx.fillStyle = "#fff8dc";
  ctx.fillRect(-104, -179, 208, 5);
}

/** Polished counter with the light lying on it. */
function counter(ctx: CanvasRenderingContext2D, y: number, x: number): void {
  ctx.fillStyle = ramp(ctx, [0, y], [0, y + 300], [[0, "#3a2410"], [0.04, "#150d06"], [0.3, "#0a0a06"], [1, "#020403"]]);
  ctx.fillRect(-200, y, 1120, 600);
  ctx.fillStyle = fade(HUE.gold, 0.7);
  ctx.fillRect(-200, y, 1120, 3);
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  const pool = ctx.createRadialGradient(x, y + 40, 10, x, y + 60, 420);
  pool.addColorStop(0, fade("#c89a4c", 0.6));
  pool.addColorStop(0.4, fade("#4a3a18", 0.35));
  pool.addColorStop(1, fade("#000000", 0));
  ctx.fillStyle = pool;
  ctx.fillRect(-200, y + 3, 1120, 420);
  ctx.restore();
}

/** The key board: "madame" she sits at the desk, "gap" one hook is empty. */
export const keys: Scene = (view, mood) => {
  const { t } = view;
  sky(view, [[0, HUE.night], [1, "#010403"]]);
  const gap = mood === "gap";
  const beat = 0.95 + 0.05 * Math.sin(t * 2.3);
  layer(view, 0.45, (ctx) => {
    ctx.drawImage(board(view, gap ? [460, 560] : [300, 780], gap), -100, -130, 920, 1580);
    if (!gap) return;
    glow(ctx, 357, 460, 300, HUE.pale, 0.6 + 0.1 * Math.sin(t * 2));
    ctx.fillStyle = HUE.gold;
    ctx.fillRect(354, 410, 7, 16);
  });
  if (gap) {
    layer(view, 1.2, (ctx) => {
      placed(ctx, { x: 352 + Math.sin(t * 0.8) * 2, y: 1760, scale: 5.3 }, () => porter(ctx, { body: "#010604", light: HUE.pale, from: [0, -1], edge: 1.8 }));
    });
  } else {
    layer(view, 0.8, (ctx) => {
      oriel(ctx, { x: 596, y: 470, scale: 3, flip: true }, { t, light: HUE.gold, from: [1, 0.5], reveal: 0.8, eye: t > 2.2 ? "open" : "down" });
    });
    layer(view, 1, (ctx) => {
      counter(ctx, 1000, 190);
      placed(ctx, { x: 180, y: 1030, scale: 1.2 }, () => lamp(ctx, beat));
      placed(ctx, { x: 590, y: 1046 }, () => {
        ctx.fillStyle = ramp(ctx, [-56, 0], [56, 0], [[0, "#4a3210"], [0.35, "#fff0c0"], [0.6, HUE.brass], [1, "#1a1004"]]);
        ctx.fill(outline([[-54, 0, 1], [-48, -34], [0, -58], [48, -34], [54, 0, 1]]));
        ctx.fillRect(-6, -72, 12, 16);
        ctx.fillStyle = "#0a0703";
        ctx.fillRect(-64, 0, 128, 10);
      });
    });
  }
  motes(view, { seed: 25, count: 14, size: 3.4, color: HUE.gold, strength: 0.4, rise: 8, sway: 12, ember: true, area: [60, 400, 500, 600] });
};

/** The envelope, 520 wide, centred: the sealed back, or the front with a hand's quick strokes on it. */
function letter(ctx: CanvasRenderingContext2D, front: boolean, ink = 1): void {
  const paper = outline([[-260, -160, 1], [260, -160, 1], [260, 160, 1], [-260, 160, 1]]);
  ctx.fillStyle = "rgba(0,0,0,0.4)";
  ctx.fill(outline([[-250, -140, 1], [276, -146, 1], [276, 178, 1], [-246, 180, 1]]));
  ctx.fillStyle = ramp(ctx, [-260, -160], [260, 160], [[0, "#fdf4d8"], [0.5, "#e6d6a8"], [1, "#8a7a50"]]);
  ctx.fill(paper);
  rim(ctx, paper, { color: "#fff9e4", from: [-0.6, -1], width: 5, strength: 0.8 });
  if (front) {
    ctx.strokeStyle = fade("#1c1a12", 0.9);
    ctx.lineCap = "round";
    const stroke = (points: Point[], width: number, from: number, to: number) => {
      const k = Math.min(1, Math.max(0, (ink - from) / (to - from)));
      const count = Math.ceil((points.length - 1) * k) + 1;
      ctx.lineWidth = width;
      if (k > 0 && count > 1) ctx.stroke(outline(points.slice(0, count), false));
    };
    // A scrawl, no letters: the name is the reader's.
    const wave = (x0: number, y: number, count: number, seed: number): Point[] => Array.from({ length: count }, (_, i): Point => [x0 + i * 11, y + (i % 2 ? -1 : 1) * (6 + hash(i, seed) * 17) - (hash(i, seed + 3) > 0.8 ? 26 : 0)]);
    stroke([[-160, 30], [-168, -46], [-130, -70], [-118, -36], [-150, -10], [-104, 22]], 5, 0, 0.2);
    stroke(wave(-100, 8, 13, 3), 3.6, 0.2, 0.5);
    stroke([[52, 26], [60, -60], [44, 22], [92, 18]], 5, 0.5, 0.65);
    stroke(wave(92, 8, 10, 9), 3.6, 0.65, 0.88);
    stroke([[-150, 66], [0, 54], [190, 62], [120, 70]], 3, 0.88, 1);
    return;
  }
  ctx.strokeStyle = fade("#6a5a34", 0.6);
  ctx.lineWidth = 3;
  ctx.stroke(outline([[-260, -160, 1], [0, 34], [260, -160, 1]], false));
  ctx.fillStyle = fade("#4a3a1a", 0.14);
  ctx.fill(outline([[-260, -160, 1], [260, -160, 1], [20, 24], [0, 34], [-20, 24]]));
  placed(ctx, { x: 0, y: 26 }, () => {
    const wax = outline(Array.from({ length: 14 }, (_, i): Point => [Math.cos(i * 0.449) * (46 + hash(i, 2) * 10), Math.sin(i * 0.449) * (44 + hash(i, 3) * 10)]));
    ctx.fillStyle = ramp(ctx, [-40, -50], [40, 50], [[0, "#d0443c"], [0.5, HUE.wax], [1, "#3a0a0a"]]);
    ctx.fill(wax);
    rim(ctx, wax, { color: "#ffb09a", from: [-0.7, -1], width: 7, strength: 0.7 });
    ctx.strokeStyle = fade("#3a0808", 0.7);
    ctx.lineWidth = 5;
    ctx.beginPath();
    ctx.arc(0, -10, 12, 0, 7);
    ctx.stroke();
    ctx.stroke(outline([[0, 2], [0, 26]], false));
    ctx.stroke(outline([[0, 18], [12, 18]], false));
  });
}

/** A gloved hand that holds a sheet from below: `thumb` lies over the paper, the rest behind it. Thumb tip at 0,0. */
export function holding(ctx: CanvasRenderingContext2D, over: boolean, sleeve: string): void {
  const edge = { color: "#fff6d8", from: [-0.7, -0.7] as const, width: 9, strength: 0.8 };
  const cloth = ramp(ctx, [-20, 0], [190, 260], [[0, "#f6ecd0"], [0.45, "#bcb494"], [1, "#2c362e"]]);
  if (over) {
    const thumb = ribbon([[150, 190], [92, 110], [44, 52], [6, 14]], [88, 70, 56, 42]);
    ctx.fillStyle = cloth;
    ctx.fill(thumb);
    rim(ctx, thumb, edge);
    ctx.strokeStyle = fade("#2a3028", 0.35);
    ctx.lineWidth = 4;
    ctx.stroke(outline([[46, 92], [70, 84], [88, 66]], false));
    return;
  }
  const palm = outline([[60, 120], [150, 60], [240, 90], [290, 190], [286, 300], [180, 330], [96, 260]]);
  ctx.fillStyle = cloth;
  ctx.fill(palm);
  rim(ctx, palm, edge);
  const cuff = outline([[120, 300], [296, 210], [560, 700, 1], [280, 760, 1]]);
  ctx.fillStyle = ramp(ctx, [170, 220], [380, 640], [[0, mix(sleeve, HUE.gold, 0.2)], [0.35, sleeve], [1, "#010403"]]);
  ctx.fill(cuff);
  rim(ctx, cuff, { ...edge, color: HUE.gold, strength: 0.6 });
  ctx.strokeStyle = fade(HUE.gold, 0.85);
  ctx.lineWidth = 8;
  ctx.stroke(outline([[138, 336], [316, 246]], false));
}

/** Her hand writing: an oxblood glove, the nib at 0,0. */
function writing(ctx: CanvasRenderingContext2D): void {
  ctx.strokeStyle = "#0a0805";
  ctx.lineCap = "round";
  ctx.lineWidth = 13;
  ctx.stroke(outline([[26, -30], [230, -300]], false));
  ctx.strokeStyle = fade(HUE.gold, 0.7);
  ctx.lineWidth = 3;
  ctx.stroke(outline([[24, -34], [224, -300]], false));
  ctx.fillStyle = ramp(ctx, [0, 0], [30, -36], [[0, "#fff0c0"], [1, HUE.brass]]);
  ctx.fill(outline([[0, 0, 1], [14, -30], [34, -38], [24, -18]]));
  const edge = { color: "#ffc0a0", from: [-1, -0.7] as const, width: 9, strength: 0.6 };
  const pieces: [Path2D, number][] = [
    [outline([[120, 20], [190, -40], [262, -10], [380, 90], [420, 210], [300, 240], [200, 160], [130, 100]]), 0.35],
    [ribbon([[200, 120], [130, 96], [84, 66], [72, 36]], [56, 44, 34, 26]), 0.5],
    [ribbon([[190, 80], [120, 62], [72, 36], [58, 2]], [54, 44, 34, 24]), 0.3],
    [ribbon([[208, -4], [150, -52], [96, -56], [44, -34]], [56, 46, 36, 22]), 0],
    [ribbon([[190, 60], [126, 22], [84, -2], [50, -22]], [56, 44, 32, 22]), 0.12],
  ];
  for (const [path, k] of pieces) {
    ctx.fillStyle = ramp(ctx, [10, -60], [230, 140], [[0, mix("#b03a34", "#3a0a0e", k)], [0.5, mix("#6c1a1c", "#2a080a", k)], [1, "#180406"]]);
    ctx.fill(path);
    rim(ctx, path, edge);
  }
  const cuff = outline([[300, 40], [400, 40], [760, 330], [700, 700], [360, 330], [250, 190]]);
  ctx.fillStyle = ramp(ctx, [280, 60], [560, 480], [[0, "#1e2f28"], [0.4, "#111c18"], [1, "#010403"]]);
  ctx.fill(cuff);
  rim(ctx, cuff, { ...edge, color: HUE.gold, width: 12 });
}

/** The envelope in the lamplight: "own" it turns and shows a name, "ink" another name is written. */
export const envelope: Scene = (view, mood) => {
  const { t } = view;
  sky(view, [[0, "#03110c"], [0.5, "#0a2a20"], [1, "#010403"]]);
  layer(view, 0.3, (ctx) => {
    bokeh(ctx, { seed: 7, count: 26, area: [-60, 40, 840, 900], size: 74, color: "#c8963e", strength: 0.34, t });
    glow(ctx, 190, 240, 620, HUE.gold, 0.4);
  });
  const ink = mood === "ink";
  const turn = ink ? 1 : smooth(1, 2, t);
  const sway = Math.sin(t * 1.1) * 6;
  if (ink) layer(view, 1, (ctx) => counter(ctx, 820, 300));
  layer(view, 1, (ctx) => {
    if (!ink) placed(ctx, { x: 470, y: 690 + sway, turn: -0.06 }, () => holding(ctx, false, "#0a2a20"));
    placed(ctx, { x: 350, y: 600 + (ink ? 60 : sway), turn: -0.09 + (ink ? 0 : Math.sin(t * 0.8) * 0.012), scale: 1.12 }, () => {
      const width = Math.abs(Math.cos(turn * Math.PI));
      ctx.save();
      ctx.scale(Math.max(0.03, width), 1 + (1 - width) * 0.05);
      letter(ctx, turn > 0.5, ink ? smooth(0.5, 3.3, t) : 1);
      ctx.restore();
    });
    if (!ink) placed(ctx, { x: 470, y: 690 + sway, turn: -0.06 }, () => holding(ctx, true, "#0a2a20"));
  });
  if (ink) layer(view, 1.1, (ctx) => {
    const k = smooth(0.5, 3.3, t);
    const busy = bump(t, 1.9, 1.5);
    placed(ctx, { x: lerp(165, 560, k) + Math.sin(t * 13) * 6 * busy, y: 690 + Math.sin(t * 9) * 9 * busy - k * 20, scale: 0.86 }, () => writing(ctx));
  });
  motes(view, { seed: 35, count: 14, size: 4, color: HUE.gold, strength: 0.45, rise: 8, sway: 14, ember: true });
};

export { counter, lamp };
