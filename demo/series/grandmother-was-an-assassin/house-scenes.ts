// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bust } from "../../engine/busts.ts";
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, } from "../../engine/paint.ts";
import { disc, slab, solid } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { GRANDMOTHER, hearth } from "./cast.ts";
import { granny, needle, rocking } from "./granny.ts";
import { bank, COLD, thread, WOOL, wool } from "./sets.ts";

/** Her window from the snow outside. `empty`: only the chair rocks. `stands`: she has come to the glass. */
export const window: Scene = (view, mood) => {
  const { t } = view;
  const { ctx: sheet } = view;
  const c = COLD.night;
  sheet.fillStyle = ramp(sheet, [0, 0], [0, 1280], [[0, "#1c2f58"], [0.5, "#2c4878"], [1, "#152444"]]);
  sheet.fillRect(0, 0, 720, 1280);
  const lit = mood === "empty" ? smooth(0.5, 0.9, t) : 1;
  layer(view, 0.7, (ctx) => {
    for (let i = 0; i < 34; i++) {
      const y = -120 + i * 44;
      ctx.fillStyle = mix("#22396a", "#3d5c92", hash(i, 4) * 0.7);
      ctx.fillRect(-200, y, 1120, 41);
      ctx.fillStyle = fade("#0a1430", 0.5);
      ctx.fillRect(-200, y + 40, 1120, 5);
      ctx.fillStyle = fade("#a9c6ea", 0.14);
      ctx.fillRect(-200, y, 1120, 3);
    }
    glow(ctx, 360, 520, 700, "#ffb458", 0.5 * lit);
    const pane = outline([[110, 860, 1], [110, 420], [190, 240], [360, 176], [530, 240], [610, 420], [610, 860, 1]]);
    ctx.fillStyle = "#152038";
    ctx.lineWidth = 60;
    ctx.strokeStyle = "#16213e";
    ctx.stroke(pane);
    ctx.save();
    ctx.clip(pane);
    ctx.fillStyle = ramp(ctx, [0, 180], [0, 860], [[0, mix("#33507e", "#fff2c8", lit)], [0.5, mix("#22386a", "#ffcd78", lit)], [1, mix("#16264a", "#f08a3c", lit)]]);
    ctx.fillRect(0, 100, 720, 900);
    glow(ctx, 470, 330, 240, "#fffbe8", 0.8 * lit);
    ctx.fillStyle = fade("#6a2c1c", 0.45 * lit);
    for (const [x, w, h] of [[150, 60, 180], [226, 40, 130], [520, 70, 220]] as const) ctx.fillRect(x, 860 - h, w, h);
    const f = { t, wind: 0, body: "#1d1222", ground: "#120a18", light: "#ffcf86", from: [0.5, -0.8] as const, edge: 2 };
    if (mood === "stands") placed(ctx, { x: 360, y: 930, scale: 4 }, () => granny(ctx, { ...f, edge: 3 }, { glasses: smooth(0.6, 1.6, t) }));
    else placed(ctx, { x: 350, y: 850, scale: 3.5 }, () => rocking(ctx, f, { empty: mood === "empty" && t < 2.2 }));
    for (const s of [-1, 1]) {
      ctx.fillStyle = ramp(ctx, [360 + s * 150, 0], [360 + s * 260, 0], [[0, fade("#a8402c", 0)], [0.2, fade("#c8603c", 0.75)], [1, fade("#7a2a24", 0.95)]]);
      ctx.fill(outline([[360 + s * 280, 150, 1], [360 + s * 120, 200], [360 + s * 168, 480], [360 + s * 236, 640, 1], [360 + s * 280, 640, 1]]));
    }
    ctx.restore();
    ctx.lineWidth = 13;
    ctx.stroke(outline([[360, 176], [360, 860]], false));
    ctx.stroke(outline([[110, 470], [610, 470]], false));
    ctx.lineWidth = 3;
    ctx.strokeStyle = fade("#ffcf86", 0.7 * lit);
    ctx.stroke(pane);
    const sill = outline([[50, 894], [80, 858], [200, 846], [370, 838], [520, 850], [644, 858], [672, 894], [360, 906]]);
    ctx.fillStyle = ramp(ctx, [0, 840], [0, 904], [[0, "#fff0d8"], [0.4, c.snow], [1, c.shade]]);
    ctx.fill(sill);
    rim(ctx, sill, { color: "#fff0cc", from: [0, -1], width: 7, strength: 0.8 * lit });
    ctx.fillStyle = "#dceafa";
    for (let i = 0; i < 14; i++) ctx.fill(outline([[76 + i * 44, 896, 1], [92 + i * 44, 896, 1], [84 + i * 44, 916 + hash(i, 2) * 60, 1]]));
  });
  layer(view, 1.1, (ctx) => {
    bank(ctx, { crest: [[-220, 1090], [120, 1040], [380, 1066], [640, 1030], [950, 1070]], bottom: 1500, hour: "night", warm: [360, 1090, 420] });
    if (mood === "empty") return;
    thread(ctx, [[470, 870], [500, 960], [470, 1040], [400, 1066], [300, 1040], [238, 1062]], 9);
    wool(ctx, 190, 1020, 52, 0.4 + Math.sin(t * 2) * 0.2);
  });
  motes(view, { seed: 4, count: 46, size: 4.4, color: "#ffffff", strength: 0.85, rise: -60, sway: 24, depth: 1.2 });
};

/** The pattern: rows of red and white stitches, each row a name; the last one stops. `hers`: the last row is knitted to its end. */
export const pattern: Scene = (view, mood) => {
  const { t, u } = view;
  const { ctx: sheet } = view;
  sheet.fillStyle = ramp(sheet, [0, 0], [720, 1280], [[0, "#8fadd0"], [0.5, "#5b7cab"], [1, "#22396a"]]);
  sheet.fillRect(0, 0, 720, 1280);
  layer(view, 0.8, (ctx) => {
    for (let i = 0; i < 15; i++) {
      ctx.fillStyle = fade(i % 2 ? "#ffffff" : "#0c1a3c", 0.05);
      ctx.fillRect(-200 + i * 84, -200, 42, 1700);
    }
    glow(ctx, 200, 260, 620, "#ffffff", 0.4);
  });
  layer(view, 1, (ctx) => {
    placed(ctx, { x: 360, y: 470, turn: -0.05 }, () => {
      // Knitted cloth: little hearts of wool, row on row.
      const [w, rows, cols] = [26, 24, 19];
      ctx.fillStyle = fade("#0c1a3c", 0.35);
      ctx.fill(slab(18, 24, cols * w + 26, rows * 24 + 20, 16));
      const done = mood === "hers" ? lerp(0.5, 1, smooth(0.15, 0.8, u)) : 0.42;
      for (let r = 0; r < rows; r++)
        for (let i = 0; i < cols; i++) {
          const last = r === rows - 1;
          if (last && i / cols > done) continue;
          const named = (r % 3 === 1 && r < rows - 2) || last;
          const red = named && hash(i * 3 + (r >> 1), r + 11) > 0.42 && i > 0 && i < cols - 1;
          const [x, y] = [(i - cols / 2 + 0.5) * w, (r - rows / 2) * 24];
          const wave = Math.max(0, Math.sin(t * 1.6 - r * 0.35 - i * 0.05)) ** 6;
          const c = red ? WOOL : last ? "#f6f0e4" : "#eef3fa";
          ctx.fillStyle = ramp(ctx, [0, y - 14], [0, y + 16], [[0, mix(c, "#ffffff", 0.4 * wave + (red ? 0.16 : 0.2))], [1, mix(c, red ? "#3a0410" : "#7f9bc4", 0.5)]]);
          for (const s of [-1, 1]) ctx.fill(outline([[x, y + 15, 1], [x + s * 2, y + 1], [x + s * 7, y - 11], [x + s * 12, y - 10], [x + s * 11, y + 2]]));
        }
      const end = (Math.min(1, done) - 0.5) * cols * w;
      const y = (rows / 2 - 1) * 24 + 4;
      thread(ctx, [[end, y], [end + 40, y + 34], [end - 20, y + 88], [end + 60, y + 140], [end + 10, y + 210]], 9);
      const k = Math.sin(t * 3) * 4;
      needle(ctx, [end + 250, y - 116 + k], [end - 30, y + 26 - k], 13, 0.4 + 0.3 * Math.sin(t));
      needle(ctx, [end + 200, y + 150 - k], [end - 24, y - 16 + k], 13, 0.5 - 0.3 * Math.sin(t));
    });
    wool(ctx, 128, 1000, 96, 0.3 + u * 0.5);
  });
  motes(view, { seed: 7, count: 12, size: 5, color: "#ffffff", strength: 0.5, rise: -10, sway: 16 });
};

/** Grandmother close, by the lamp: needles cross before her face. */
export const chair: Scene = (view, mood) => {
  const { t } = view;
  const { ctx: sheet } = view;
  sheet.fillStyle = ramp(sheet, [0, 0], [0, 1280], [[0, "#2a2440"], [0.5, "#5a3a44"], [1, "#140f1e"]]);
  sheet.fillRect(0, 0, 720, 1280);
  layer(view, 0.4, (ctx) => {
    const pane = slab(560, 330, 330, 460, 20);
    ctx.fillStyle = ramp(ctx, [0, 100], [0, 560], [[0, "#5577a6"], [1, "#bcd3e8"]]);
    ctx.fill(pane);
    ctx.strokeStyle = "#241a2c";
    ctx.lineWidth = 20;
    ctx.stroke(pane);
    ctx.lineWidth = 9;
    ctx.stroke(outline([[560, 100], [560, 560]], false));
    ctx.stroke(outline([[395, 330], [725, 330]], false));
    ctx.fillStyle = "#eef5fc";
    ctx.fill(outline([[404, 556], [470, 520], [560, 534], [640, 510], [720, 556]]));
    glow(ctx, 620, 860, 560, "#ff9f48", 0.5);
    // The portraits of those she knew; some are crossed with a red thread.
    for (const [x, y, w, h] of [[52, 180, 110, 140], [182, 120, 110, 140], [312, 150, 110, 140], [60, 20, 96, 120], [320, -20, 96, 120]] as const) {
      solid(ctx, slab(x, y, w, h, 6), ["#8a6a4c", "#4a342c"], [x - w / 2, y - h / 2, x + w / 2, y + h / 2]);
      ctx.fillStyle = "#c4cfdf";
      ctx.fill(slab(x, y, w - 22, h - 22, 3));
      ctx.fillStyle = "#4c5a78";
      ctx.fill(disc(x, y - h * 0.1, w * 0.15, 1.2));
      ctx.fill(outline([[x - w * 0.28, y + h / 2 - 12, 1], [x - w * 0.2, y + h * 0.14], [x, y + h * 0.08], [x + w * 0.2, y + h * 0.14], [x + w * 0.28, y + h / 2 - 12, 1]]));
      thread(ctx, [[x - w * 0.36, y - h * 0.36], [x + w * 0.36, y + h * 0.36]], 4);
    }
  });
  layer(view, 1, (ctx) => {
    glow(ctx, 640, 760, 420, "#ffb45c", 0.4);
    bust(ctx, { x: 70, y: 350, scale: 4.7, turn: 0.03 + Math.sin(t * 1.5) * 0.012 }, { ...hearth(t), eye: t % 3.2 > 2.9 ? "closed" : "open" }, GRANDMOTHER);
    const k = Math.sin(t * (mood === "finish" ? 3 : 7)) * 10;
    solid(ctx, outline([[430, 1010, 1], [470, 958], [590, 950], [640, 1000, 1], [660, 1300, 1], [410, 1300, 1]]), [mix(WOOL, "#ffb45c", 0.2), WOOL, "#5a0a18"], [0, 950, 0, 1290], { color: "#ffcf8a", from: [0.5, -1], width: 7, strength: 0.7 });
    needle(ctx, [720, 800 + k], [400, 1010 - k * 0.5], 15, 0.5 + 0.4 * Math.sin(t * 1.4));
    needle(ctx, [330, 830 - k], [640, 1000 + k * 0.5], 15, 0.5 - 0.4 * Math.sin(t * 1.4));
  });
  motes(view, { seed: 17, count: 14, size: 4, color: "#ffcf8a", strength: 0.5, rise: 16, sway: 16, ember: true });
};
