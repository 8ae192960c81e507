import { caller, lantern, man, woman } from "../../engine/figure.ts";
import { beam, shaft } from "../../engine/light.ts";
import { bump, hash, lerp, random, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { lightning, motes } from "../../engine/weather.ts";
import { crane, elias, mara } from "./cast.ts";
import { flame, masonry, SCARF } from "./sets.ts";

/** The paper on the desk. `sign`: by candle, the pen writes. `second`: by daylight, the page under the page. */
export const contract: Scene = (view, mood) => {
  const { t, u } = view;
  const day = mood === "second";
  const [wood, light] = day ? ["#3b4350", "#e8f2fa"] : ["#3a1c0e", "#ffb45c"];
  sky(view, [[0, mix(wood, "#000000", 0.75)], [0.45, wood], [1, mix(wood, "#000000", 0.7)]]);
  layer(view, 0.9, (ctx) => {
    for (let i = 0; i < 9; i++) {
      ctx.strokeStyle = fade("#000000", 0.22);
      ctx.lineWidth = 3 + hash(i) * 3;
      ctx.stroke(outline([[-200, 90 + i * 150], [200, 80 + i * 152 + hash(i, 3) * 14], [520, 96 + i * 150], [950, 84 + i * 152]], false));
    }
    glow(ctx, day ? 700 : 130, day ? 100 : 330, 1000, light, day ? 0.5 : 0.62);
    if (day) page(view, ctx, { x: 330, y: 600, turn: 0.16, key: "under", paper: "#c9d3da", ink: "#1c2836", red: true });
    const slide = day ? smooth(0.15, 0.75, u) : 0;
    page(view, ctx, { x: 360 - slide * 330, y: 620 + slide * 190, turn: -0.1 - slide * 0.34, key: mood, paper: day ? "#eaf1f5" : "#e3b47c", ink: day ? "#2a3644" : "#3a1a0c", red: false });
    if (day) {
      glow(ctx, 380, 742, 260, "#ff3b3b", 0.28 * smooth(0.6, 0.95, u));
      return;
    }
    const write = smooth(0.16, 0.8, u);
    const [px, py] = [300 + write * 205, 815 - write * 30 + Math.sin(t * 13) * 5 * (1 - smooth(0.75, 0.8, u))];
    ctx.strokeStyle = "#2a0d06";
    ctx.lineWidth = 4;
    ctx.lineCap = "round";
    ctx.beginPath();
    for (let k = 0; k <= write * 60; k++) {
      const x = 300 + k * 3.42;
      ctx.lineTo(x, 815 - k * 0.5 + Math.sin(k * 0.95) * (k % 17 < 6 ? 22 : 9) - (k < 8 ? 10 : 0));
    }
    ctx.stroke();
    writingHand(ctx, px, py);
    flame(ctx, 118, 262, 34, t);
    ctx.fillStyle = ramp(ctx, [0, 260], [0, 620], [[0, "#ffe2ac"], [0.25, "#c8813e"], [1, "#2a1008"]]);
    ctx.fill(outline([[88, 268], [118, 262], [150, 270], [156, 560, 1], [82, 560, 1]]));
    ctx.fillStyle = ramp(ctx, [40, 0], [210, 0], [[0, "#2a130a"], [0.5, "#a8622a"], [1, "#1c0a06"]]);
    ctx.fill(outline([[22, 552], [118, 530], [214, 552], [196, 596], [118, 612], [40, 596]]));
  });
  motes(view, { seed: 3, count: 14, size: 4, color: day ? "#ffffff" : "#ffb566", strength: 0.35, rise: 14, sway: 12 });
};

function page(view: View, ctx: CanvasRenderingContext2D, look: { x: number; y: number; turn: number; key: string; paper: string; ink: string; red: boolean }): void {
  const [w, h] = [520, 700];
  const picture = sprite(view, `page${look.key}`, w + 80, h + 80, (to) => {
    to.translate(40, 40);
    to.shadowColor = "rgba(0,0,0,0.6)";
    to.shadowBlur = 30 * view.scale;
    to.shadowOffsetY = 14 * view.scale;
    to.fillStyle = ramp(to, [0, 0], [w, h], [[0, look.paper], [0.6, mix(look.paper, "#000000", 0.12)], [1, mix(look.paper, "#000000", 0.42)]]);
    to.fill(outline([[4, 2, 1], [w * 0.5, -4], [w - 2, 4, 1], [w + 4, h * 0.5], [w - 5, h, 1], [w * 0.5, h + 4], [0, h - 3, 1], [-4, h * 0.5]]));
    to.shadowColor = "transparent";
    const next = random(look.key.length * 7 + 1);
    to.strokeStyle = fade(look.ink, 0.62);
    to.lineCap = "round";
    for (let row = 0; row < 13; row++) {
      if (!look.red && row > 9) break;
      to.lineWidth = row === 0 ? 5 : 2.4;
      let x = row === 0 ? 130 : 60;
      const end = row === 0 ? 400 : 380 + next() * 90;
      if (look.red && row === 7) {
        to.fillStyle = fade("#c81f2c", 0.3);
        to.fillRect(46, 84 + row * 44 - 22, 430, 88);
      }
      while (x < end) {
        const word = 24 + next() * 46;
        to.beginPath();
        for (let k = 0; k <= word; k += 3) to.lineTo(x + k, 80 + row * 44 + Math.sin((x + k) * 0.62) * (row === 0 ? 9 : 5) * (0.5 + next() * 0.6));
        to.stroke();
        x += word + 14;
      }
    }
    for (const [r, tone] of [[46, "#6d0f18"], [40, "#a81c28"], [28, "#861420"]] as const) {
      to.fillStyle = tone;
      to.fill(outline(Array.from({ length: 11 }, (_, i) => [400 + Math.cos(i * 0.571) * (r + next() * 6), 612 + Math.sin(i * 0.571) * (r + next() * 6)])));
    }
    to.strokeStyle = "rgba(255,170,150,0.5)";
    to.lineWidth = 3;
    to.stroke(outline([[388, 630], [392, 596], [400, 584], [408, 596], [412, 630], [384, 630]]));
  });
  placed(ctx, { x: look.x, y: look.y, turn: look.turn }, () => ctx.drawImage(picture, -w / 2 - 40, -h / 2 - 40, w + 80, h + 80));
}

/** A hand holding a pen, its nib at x, y; sleeve leaving the frame to the lower right. */
function writingHand(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  placed(ctx, { x, y }, () => {
    ctx.strokeStyle = "#160a06";
    ctx.lineCap = "round";
    ctx.lineWidth = 9;
    ctx.stroke(outline([[26, -30], [250, -330]], false));
    ctx.fillStyle = "#d8b06a";
    ctx.fill(outline([[0, 0, 1], [14, -30], [34, -38], [24, -18]]));
    const skin = (k: number) => ramp(ctx, [10, -60], [230, 120], [[0, mix("#f0a868", "#5a2412", k)], [0.5, mix("#b0683c", "#3a140c", k)], [1, "#2a0e08"]]);
    const warm = { color: "#ffc07a", from: [-1, -0.7] as const, width: 9, strength: 0.6 };
    const pieces: [Path2D, number][] = [
      [outline([[120, 20], [190, -40], [262, -10], [380, 90], [420, 210], [300, 240], [200, 160], [130, 100]]), 0.35],
      [ribbon([[200, 120], [130, 96], [84, 66], [72, 36]], [56, 44, 34, 26]), 0.5],
      [ribbon([[190, 80], [120, 62], [72, 36], [58, 2]], [54, 44, 34, 24]), 0.3],
      [ribbon([[208, -4], [150, -52], [96, -56], [44, -34]], [56, 46, 36, 22]), 0],
      [ribbon([[190, 60], [126, 22], [84, -2], [50, -22]], [56, 44, 32, 22]), 0.12],
    ];
    for (const [path, k] of pieces) {
      ctx.fillStyle = skin(k);
      ctx.fill(path);
      rim(ctx, path, warm);
    }
    ctx.fillStyle = "#141c2b";
    const cuff = outline([[300, 40], [400, 40], [760, 330], [700, 700], [360, 330], [250, 190]]);
    ctx.fill(cuff);
    rim(ctx, cuff, { ...warm, width: 12 });
    ctx.fillStyle = mix(SCARF, "#000000", 0.35);
    ctx.fill(outline([[286, 52], [330, 34], [296, 110], [268, 186], [240, 176]]));
  });
}

/** Up the well of the stair: steps wind towards the lamp, a lantern climbs. */
export const stairs: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#0a0d16"], [0.5, "#141a28"], [1, "#05070c"]]);
  layer(view, 1, (ctx) => {
    const [cx, cy] = [390, 560];
    glow(ctx, cx, cy, 620, "#3a5a80", 0.5);
    const walk = 1.1 + t * 0.62;
    ctx.save();
    ctx.translate(cx, cy);
    ctx.rotate(t * 0.035);
    const steps = 74;
    for (let i = steps; i >= 0; i--) {
      const a = i * 0.262;
      const R = 1010 * 0.9665 ** i;
      const r = R * 0.5;
      const depth = i / steps;
      const lampNear = Math.exp(-(((a - walk - 2.4) / 0.9) ** 2));
      const face = mix(mix("#131a29", "#557091", depth ** 1.3), "#ffb45c", lampNear * 0.62 + (depth > 0.8 ? (depth - 0.8) * 2 : 0));
      ctx.beginPath();
      ctx.arc(0, 0, R, a, a + 0.268);
      ctx.arc(0, 0, r, a + 0.268, a, true);
      ctx.closePath();
      const turn = (k: number): [number, number] => [Math.cos(a + k) * (R + r) * 0.5, Math.sin(a + k) * (R + r) * 0.5];
      ctx.fillStyle = ramp(ctx, turn(0), turn(0.268), [[0, mix(face, "#000000", 0.62)], [0.25, mix(face, "#000000", 0.3)], [1, face]]);
      ctx.fill();
      ctx.strokeStyle = fade(mix("#9fc0e0", "#ffcf8a", lampNear), 0.18 + lampNear * 0.5);
      ctx.lineWidth = 2.4 * (R / 700);
      ctx.beginPath();
      ctx.moveTo(Math.cos(a) * r, Math.sin(a) * r);
      ctx.lineTo(Math.cos(a) * R, Math.sin(a) * R);
      ctx.stroke();
    }
    ctx.strokeStyle = "#04060a";
    for (const [k, w] of [[0.5, 12], [0.46, 5]] as const) {
      ctx.beginPath();
      for (let i = 0; i <= steps * 3; i++) {
        const a = (i / 3) * 0.262;
        const r = 1010 * 0.9665 ** (i / 3) * k;
        ctx.lineTo(Math.cos(a) * r, Math.sin(a) * r);
      }
      ctx.lineWidth = w;
      ctx.stroke();
    }
    const place = (a: number, k: number): [number, number, number] => {
      const R = 1010 * 0.9665 ** (a / 0.262);
      return [Math.cos(a) * R * k, Math.sin(a) * R * k, R];
    };
    for (const [ahead, who] of [[2.55, "him"], [2.05, "her"]] as const) {
      const [x, y, R] = place(walk + ahead, 0.6);
      placed(ctx, { x, y, scale: R / 520, turn: walk + ahead - Math.PI / 2 + Math.PI }, () => {
        const look = { t, wind: 0.1, body: "#070a12", ground: "#070a12", light: "#ffb45c", from: [who === "her" ? 1 : -1, -0.4] as const };
        if (who === "her") woman(ctx, { ...look, accent: SCARF });
        else man(ctx, look, { arm: "lamp" });
        if (who === "him") placed(ctx, { x: 52, y: -142, scale: 1 }, () => lantern(ctx, "#ffb45c", 0.9));
      });
    }
    ctx.restore();
    glow(ctx, cx, cy, 300, "#ffdf9a", 0.8);
    glow(ctx, cx, cy, 90, "#fff4d8", 0.9);
  });
};

/** The passage that ends at the red door. Light beats under it; `open` pushes through. */
export const redDoor: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#070406"], [1, "#030203"]]);
  const beat = Math.max(bump(t, 1.5, 0.5), bump(t, 2.9, 0.5), bump(t, 4.3, 0.6));
  layer(view, 0.6, (ctx) => {
    masonry(view, ctx, { key: "passage", x: -120, y: -120, w: 960, h: 1240, stone: "#3a2c34", joint: "#120c10", light: "#ff5a3c", at: [480, 900], reach: 760 });
    const arch = outline([[196, 1000, 1], [196, 470], [260, 350], [360, 300], [460, 350], [524, 470], [524, 1000, 1]]);
    ctx.fillStyle = "#0b0608";
    ctx.lineWidth = 54;
    ctx.strokeStyle = "#1f161b";
    ctx.stroke(arch);
    ctx.fillStyle = ramp(ctx, [0, 300], [0, 1000], [[0, "#4c0a10"], [0.45, "#a3161f"], [1, "#5e0c13"]]);
    ctx.fill(arch);
    ctx.save();
    ctx.clip(arch);
    for (let i = 0; i < 8; i++) {
      ctx.fillStyle = fade("#000000", 0.12 + hash(i, 2) * 0.22);
      ctx.fillRect(196 + i * 41, 280, 37 - hash(i) * 4, 740);
      ctx.fillStyle = "rgba(0,0,0,0.7)";
      ctx.fillRect(196 + i * 41 - 3, 280, 4, 740);
    }
    for (const y of [470, 690, 890]) {
      ctx.fillStyle = ramp(ctx, [0, y], [0, y + 34], [[0, "#3a3034"], [1, "#0c090a"]]);
      ctx.fillRect(190, y, 340, 34);
      for (let x = 214; x < 520; x += 58) {
        ctx.fillStyle = "#6a5a58";
        ctx.beginPath();
        ctx.arc(x, y + 17, 6, 0, 7);
        ctx.fill();
      }
    }
    ctx.restore();
    rim(ctx, arch, { color: "#ff8a5c", from: [0, 1], width: 26, strength: 0.35 + beat * 0.5 });
    ctx.fillStyle = "#0a0708";
    ctx.fill(outline([[470, 640, 1], [498, 640, 1], [498, 720, 1], [470, 720, 1]]));
    glow(ctx, 484, 676, 60, "#ffb45c", 0.6 + beat * 0.4);
    ctx.fillStyle = "#ffdf9a";
    ctx.beginPath();
    ctx.arc(484, 672, 5, 0, 7);
    ctx.fill();
    ctx.fillRect(482, 674, 4, 14);
    ctx.fillStyle = ramp(ctx, [0, 1000], [0, 1420], [[0, mix("#4a2016", "#ff9a4c", 0.3 + beat * 0.5)], [0.25, "#2a1210"], [1, "#050303"]]);
    ctx.fill(outline([[150, 1000, 1], [570, 1000, 1], [900, 1500, 1], [-180, 1500, 1]]));
    ctx.fillStyle = mix("#ffb45c", "#fff0cc", beat);
    ctx.fillRect(200, 994, 320, 8);
    glow(ctx, 360, 1000, 360, "#ff9a4c", 0.55 + beat * 0.4);
  });
  layer(view, 1.15, (ctx) => {
    placed(ctx, { x: 250, y: 1330, scale: 3.3 }, () => woman(ctx, { t, wind: 0.06, body: "#08060a", ground: "#040304", light: "#ff9a5c", from: [0.5, 0.4], accent: SCARF, edge: 3 }, { arm: "lamp" }));
  });
  motes(view, { seed: 11, count: 14, size: 4, color: "#ff9a5c", strength: 0.4, rise: 16, sway: 12, ember: true });
};

/** The room behind it: a drowned ship's bell, and one face pinned a hundred times over. */
export const bellRoom: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#0a1424"], [0.6, "#101c2c"], [1, "#04070c"]]);
  layer(view, 0.45, (ctx) => {
    masonry(view, ctx, { key: "bellchamber", x: -120, y: -140, w: 960, h: 1300, stone: "#2c3c52", joint: "#0d1420", light: "#a8d0f0", at: [640, 420], reach: 900 });
    sheets(view, ctx);
    const pane = outline([[560, 560, 1], [560, 250], [620, 170], [680, 250], [680, 560, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 180], [0, 560], [[0, "#eaf6ff"], [1, "#9cc6e6"]]);
    ctx.fill(pane);
    ctx.strokeStyle = "#0b121c";
    ctx.lineWidth = 8;
    ctx.stroke(outline([[620, 170], [620, 560]], false));
    ctx.stroke(outline([[560, 370], [680, 370]], false));
    glow(ctx, 620, 370, 420, "#bfe2ff", 0.5);
  });
  layer(view, 0.7, (ctx) => shaft(ctx, { from: [620, 350, 190], to: [170, 1250, 560], color: "#bfe0ff", strength: 0.75 }));
  layer(view, 0.9, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 1060], [0, 1420], [[0, "#1c2a3c"], [1, "#03050a"]]);
    ctx.fillRect(-150, 1080, 1020, 400);
    ctx.fillStyle = "#070b12";
    ctx.fillRect(-150, 96, 1020, 54);
    const swing = Math.sin(t * 1.5) * 0.07;
    placed(ctx, { x: 350, y: 140, turn: swing }, () => bell(ctx));
  });
  layer(view, 1.1, (ctx) => placed(ctx, { x: 300, y: 1236, scale: 2.35 }, () => woman(ctx, { t, wind: 0.05, body: "#0a0f18", ground: "#04070c", light: "#c9e6ff", from: [0.8, -0.7], accent: SCARF, edge: 2.8 }, { arm: "reach" })));
  motes(view, { seed: 31, count: 24, size: 4, color: "#d8ecff", strength: 0.5, rise: 8, sway: 10, area: [120, 300, 520, 800] });
};

function bell(ctx: CanvasRenderingContext2D): void {
  ctx.strokeStyle = "#05080d";
  ctx.lineWidth = 16;
  ctx.stroke(outline([[0, 0], [0, 90]], false));
  const shape = outline([[-30, 86], [0, 66], [30, 86], [72, 130], [92, 240], [108, 350], [168, 440, 1], [160, 470], [0, 484], [-160, 470], [-168, 440, 1], [-108, 350], [-92, 240], [-72, 130]]);
  ctx.fillStyle = ramp(ctx, [-170, 0], [170, 0], [[0, "#1c1712"], [0.3, "#4a3822"], [0.58, "#8a6a3c"], [0.76, "#e8c98a"], [0.84, "#a07a44"], [1, "#2c2116"]]);
  ctx.fill(shape);
  rim(ctx, shape, { color: "#d8ecff", from: [1, -0.5], width: 10, strength: 0.8 });
  ctx.save();
  ctx.clip(shape);
  for (const y of [168, 190, 376, 400, 436]) {
    ctx.strokeStyle = "rgba(0,0,0,0.4)";
    ctx.lineWidth = 6;
    ctx.stroke(outline([[-200, y - 6], [0, y + 12], [200, y - 6]], false));
    ctx.strokeStyle = "rgba(255,230,180,0.28)";
    ctx.lineWidth = 2;
    ctx.stroke(outline([[-200, y], [0, y + 18], [200, y]], false));
  }
  const star = Array.from({ length: 16 }, (_, i): [number, number, number] => [Math.cos(i * 0.3927) * (i % 2 ? 16 : i % 4 ? 34 : 58), 286 + Math.sin(i * 0.3927) * (i % 2 ? 16 : i % 4 ? 34 : 58), 1]);
  ctx.fillStyle = "rgba(20,12,6,0.55)";
  ctx.fill(outline(star));
  ctx.restore();
  ctx.fillStyle = "#0c0a08";
  ctx.beginPath();
  ctx.arc(0, 498, 26, 0, 7);
  ctx.fill();
}

function sheets(view: View, ctx: CanvasRenderingContext2D): void {
  const picture = sprite(view, "sheets", 900, 900, (to) => {
    const next = random(77);
    for (let row = 0; row < 5; row++) {
      for (let col = 0; col < 6; col++) {
        const [x, y] = [70 + col * 82 + next() * 22, 40 + row * 150 + next() * 40];
        if (x > 480 && y < 500) continue;
        placed(to, { x, y, turn: (next() - 0.5) * 0.3 }, () => {
          to.fillStyle = mix("#c8d6e2", "#26364a", 0.35 + next() * 0.3);
          to.fillRect(-29, -38, 58, 76);
          to.save();
          to.beginPath();
          to.rect(-26, -35, 52, 70);
          to.clip();
          to.fillStyle = "#16202e";
          to.fill(outline([[-8, -16], [4, -24], [14, -14], [15, -4], [18, 0], [13, 4], [12, 10], [4, 14], [16, 26], [22, 60], [-26, 60], [-18, 24], [-8, 14], [-14, 0]]));
          to.fillStyle = fade(SCARF, 0.75);
          to.fillRect(-9, 13, 19, 7);
          to.restore();
        });
      }
    }
  });
  ctx.drawImage(picture, 0, 230, 900, 900);
}

/** He stands in the lit doorway; his shadow reaches her. */
export const doorway: Scene = (view) => {
  const { t, u } = view;
  sky(view, [[0, "#07090f"], [0.6, "#0a0d14"], [1, "#020306"]]);
  layer(view, 0.6, (ctx) => {
    masonry(view, ctx, { key: "entry", x: -120, y: -140, w: 960, h: 1160, stone: "#2a2c36", joint: "#0c0d12", light: "#ffc07a", at: [480, 800], reach: 620 });
    const opening = outline([[222, 880, 1], [222, 400], [360, 268], [498, 400], [498, 880, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 280], [0, 880], [[0, "#ffdf9a"], [0.5, "#ffb45c"], [1, "#e8873c"]]);
    ctx.fill(opening);
    glow(ctx, 360, 640, 560, "#ffa04c", 0.6);
    ctx.fillStyle = ramp(ctx, [0, 870], [0, 1400], [[0, "#d9823c"], [0.4, "#5a2c16"], [1, "#0a0504"]]);
    ctx.fill(outline([[222, 878, 1], [498, 878, 1], [760, 1440, 1], [-40, 1440, 1]]));
    ctx.fillStyle = "#06070b";
    ctx.fill(outline([[-300, 878, 1], [222, 878, 1], [-40, 1440, 1], [-300, 1440, 1]]));
    ctx.fill(outline([[498, 878, 1], [1000, 878, 1], [1000, 1440, 1], [760, 1440, 1]]));
    ctx.fillStyle = ramp(ctx, [0, 880], [0, 1420], [[0, "rgba(4,3,4,0.95)"], [1, "rgba(4,3,4,0.75)"]]);
    ctx.fill(outline([[322, 884], [398, 884], [452, 1100], [470, 1280], [420, 1440], [300, 1440], [250, 1280], [268, 1100]]));
    const sway = Math.sin(t * 0.9) * 1.2;
    placed(ctx, { x: 360 + sway, y: 896, scale: lerp(2.35, 2.6, u) }, () => {
      man(ctx, { t, wind: 0.12, body: "#07070b", ground: "#07070b", light: "#ffd08a", from: [0.6, -0.7], edge: 2.4 }, { arm: "lamp" });
      placed(ctx, { x: 52, y: -142 }, () => lantern(ctx, "#ffb45c", 0.9));
    });
  });
  motes(view, { seed: 41, count: 16, size: 4, color: "#ffc07a", strength: 0.4, rise: 10, sway: 12 });
};

/** Dinner for three: Crane at the head of the table, lightning at his back. */
export const dinner: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#0a0507"], [0.5, "#1c0c0e"], [1, "#050203"]]);
  const flash = Math.max(bump(t, 0.9, 0.4), bump(t, 3.6, 0.4) * 0.8);
  layer(view, 0.4, (ctx) => {
    const pane = outline([[150, 880, 1], [150, 360], [230, 200], [360, 130], [490, 200], [570, 360], [570, 880, 1]]);
    ctx.save();
    ctx.clip(pane);
    const inner: View = { ...view, camera: { x: 0, y: 0, zoom: 1, roll: 0 } };
    sky(inner, [[0, "#0b1e30"], [0.4, mix("#2c5a74", "#d8f0ff", flash * 0.5)], [0.7, "#7fa8b0"], [1, "#0a1a2c"]]);
    vapour(inner, { seed: 23, top: 60, height: 560, dark: "#12283a", light: mix("#7fa6b4", "#ffffff", flash * 0.5), cover: 0.6, opacity: 0.85, depth: 0, drift: -16, cells: 3, crisp: 0.4 });
    lightning(inner, { seed: 33, x: 250, bottom: 720, strength: flash, color: "#e4f6ff" });
    ctx.restore();
    ctx.strokeStyle = "#0a0507";
    ctx.lineWidth = 30;
    ctx.stroke(pane);
    ctx.lineWidth = 9;
    for (const line of [[[255, 130], [255, 880]], [[465, 130], [465, 880]], [[150, 420], [570, 420]], [[150, 660], [570, 660]]] as [number, number][][]) ctx.stroke(outline(line, false));
  });
  const side = { t, wind: 0, light: "#ffb05c", from: [1, 0.25] as const, reveal: 0.72, lit: "#d98a58", shade: "#34161a", eye: "open" as const };
  layer(view, 0.75, (ctx) => {
    placed(ctx, { x: 360, y: 1150, scale: 3.05 }, () => caller(ctx, { t, wind: 0, body: "#08060c", ground: "#050306", light: mix("#6fa0b4", "#e8f8ff", flash), from: [0.25, -1], edge: 2.6 }));
    glow(ctx, 344, 590, 22, "#ff5a3c", 0.7);
  });
  layer(view, 1, (ctx) => {
    mara(ctx, { x: 8, y: 640, scale: 2.25 }, side);
    elias(ctx, { x: 716, y: 606, scale: 2.35, flip: true }, side);
    ctx.fillStyle = ramp(ctx, [0, 1010], [0, 1300], [[0, "#7a3f1e"], [0.06, "#4a2413"], [0.5, "#1c0c08"], [1, "#060303"]]);
    ctx.fill(outline([[-200, 1040, 1], [140, 1004, 1], [580, 1004, 1], [920, 1040, 1], [1000, 1500, 1], [-280, 1500, 1]]));
    for (const [x, y, s] of [[250, 1010, 1], [470, 1010, 1], [150, 1090, 1.3], [570, 1090, 1.3]] as const) glass(ctx, x, y, s);
    for (const x of [308, 360, 412]) {
      ctx.fillStyle = ramp(ctx, [0, 870], [0, 1010], [[0, "#ffdda0"], [0.3, "#b8763c"], [1, "#2a1008"]]);
      const top = x === 360 ? 860 : 890;
      ctx.fillRect(x - 8, top, 16, 90);
      flame(ctx, x, top, 15, t + x);
    }
    ctx.strokeStyle = "#c08a44";
    ctx.lineWidth = 8;
    ctx.stroke(outline([[308, 976], [320, 1000], [360, 1008], [400, 1000], [412, 976]], false));
    ctx.stroke(outline([[360, 950], [360, 1060]], false));
    ctx.fillStyle = "#8a5a2a";
    ctx.fill(outline([[310, 1064], [360, 1048], [410, 1064], [360, 1076]]));
  });
};

function glass(ctx: CanvasRenderingContext2D, x: number, y: number, s: number): void {
  placed(ctx, { x, y, scale: s }, () => {
    ctx.fillStyle = "rgba(150,20,34,0.85)";
    ctx.fill(outline([[-15, -52, 1], [15, -52, 1], [12, -34], [0, -26], [-12, -34]]));
    ctx.strokeStyle = "rgba(255,210,160,0.55)";
    ctx.lineWidth = 2;
    ctx.stroke(outline([[-16, -66, 1], [-14, -38], [0, -26], [14, -38], [16, -66, 1]], false));
    ctx.stroke(outline([[0, -26], [0, 2]], false));
    ctx.stroke(outline([[-14, 4], [0, 0], [14, 4]], false));
  });
}

/** The lamp room: a wall of glass rings, and the paper that burns in the middle of it. */
export const lensRoom: Scene = (view, mood) => {
  const { t } = view;
  const fire = mood === "dead" ? 0 : smooth(1.3, 2.4, t);
  sky(view, [[0, "#050a16"], [0.5, mix("#14243a", "#7a3a1c", fire * 0.8)], [1, "#04060c"]]);
  const [cx, cy] = [360, 540];
  layer(view, 0.3, (ctx) => {
    ctx.strokeStyle = "#03050a";
    ctx.lineWidth = 20;
    for (const x of [-20, 170, 550, 740]) ctx.stroke(outline([[x, -150], [x, 1100]], false));
    ctx.stroke(outline([[-150, 180], [900, 180]], false));
  });
  layer(view, 0.7, (ctx) => {
    glow(ctx, cx, cy, 700, "#ff9a3c", fire * 0.8);
    for (let i = 9; i >= 1; i--) {
      const rx = 34 + i * 27;
      const ry = 44 + i * 37;
      const shine = fire * (1 - i / 12);
      ctx.beginPath();
      ctx.ellipse(cx, cy, rx, ry, 0, 0, 7);
      ctx.fillStyle = ramp(ctx, [cx - rx, cy - ry], [cx + rx, cy + ry], [[0, mix("#3a5f7a", "#ffd08a", shine)], [0.35, mix("#0f2438", "#e8832e", shine)], [0.6, mix("#1d3d58", "#ffb45c", shine)], [1, mix("#081522", "#8a3a12", shine)]]);
      ctx.fill();
      ctx.lineWidth = 2.5;
      ctx.strokeStyle = fade(mix("#9fd0f0", "#fff0cc", fire), 0.35 + fire * 0.4);
      ctx.stroke();
    }
    ctx.strokeStyle = "#060a10";
    ctx.lineWidth = 9;
    for (const a of [0.62, 2.52, 3.76, 5.66]) ctx.stroke(outline([[cx + Math.cos(a) * 60, cy + Math.sin(a) * 80], [cx + Math.cos(a) * 282, cy + Math.sin(a) * 384]], false));
    ctx.beginPath();
    ctx.ellipse(cx, cy, 284, 386, 0, 0, 7);
    ctx.lineWidth = 18;
    ctx.stroke();
    const burn = fire * (0.9 + 0.1 * Math.sin(t * 7));
    for (let i = 0; i < 5; i++) {
      const sway = Math.sin(t * 4.2 + i * 1.9) * 16;
      const tall = (150 + hash(i, 3) * 110) * burn;
      const x = cx - 50 + i * 25;
      ctx.save();
      ctx.globalCompositeOperation = "screen";
      ctx.fillStyle = ramp(ctx, [0, cy + 80], [0, cy + 80 - tall], [[0, "#fff4cc"], [0.4, "#ffb03c"], [1, "rgba(255,70,20,0)"]]);
      if (tall > 4) ctx.fill(outline([[x - 26, cy + 84], [x - 22, cy + 84 - tall * 0.45], [x + sway, cy + 84 - tall, 1], [x + 24, cy + 84 - tall * 0.4], [x + 26, cy + 84]]));
      ctx.restore();
    }
    glow(ctx, cx, cy + 20, 330, "#ffe0a0", fire * 0.9);
    for (const side of [0.06, Math.PI - 0.06]) beam(ctx, { x: cx, y: cy, angle: side, spread: 0.7, length: 760, color: "#ffcf8a", strength: fire * 0.55 });
  });
  layer(view, 1, (ctx) => {
    const thrown = smooth(0.5, 1.5, t);
    const light = { t, wind: 0.35, body: "#07060a", ground: "#030305", light: mix("#8ac0e0", "#ffb45c", fire), edge: 3.4 };
    placed(ctx, { x: 170, y: 1275, scale: 3.7 }, () => woman(ctx, { ...light, from: [1, -0.5], accent: SCARF }, { arm: "reach" }));
    placed(ctx, { x: 590, y: 1290, scale: 3.55, flip: true }, () => man(ctx, { ...light, wind: 0.1, from: [1, -0.5] }, { arm: "down" }));
    placed(ctx, { x: lerp(322, cx, thrown), y: lerp(700, cy + 40, thrown) - Math.sin(thrown * Math.PI) * 80, turn: thrown * 2.4 - 0.3, scale: 1 - thrown * 0.25, alpha: 1 - smooth(0.85, 1, thrown) }, () => {
      ctx.fillStyle = ramp(ctx, [-40, -50], [40, 60], [[0, "#fff0d0"], [1, "#c89a5c"]]);
      ctx.fill(outline([[-38, -52, 1], [36, -46, 1], [40, 50], [-6, 44], [-36, 54, 1]]));
    });
  });
  motes(view, { seed: 51, count: 34, size: 5, color: "#ffb04c", strength: 0.85 * fire, rise: 150, sway: 40, ember: true });
};
