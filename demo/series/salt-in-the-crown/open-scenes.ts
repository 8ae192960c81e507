// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, outline, type Point, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { dune, dust, lowSun, redSky, saltPans } from "./land.ts";
import { camel, carrier, crown, GOLD, hooded, monarch, veiled } from "./props.ts";

/** The picture of the series: a veiled woman with a crown against the sun. `end`: he walks up to her, bareheaded. */
export const crownSun: Scene = (view, mood) => {
  const { t, u } = view;
  const end = mood === "end";
  redSky(view, 850, end ? "dawn" : "fire");
  lowSun(view, 360, lerp(590, end ? 520 : 610, u), 290);
  dust(view, 250, 330, 0.5, 0.05, 6, "#ff9a4c", 11);
  layer(view, 0.2, (ctx) => {
    dune(ctx, { ridge: [[-200, 850], [40, 800], [200, 836], [380, 812], [560, 846], [740, 802], [960, 850]], bottom: 1100, top: "#c2401f", base: "#8a1f16", light: "#ffc878", width: 4, strength: 0.5 });
  });
  layer(view, 0.35, (ctx) => {
    for (let i = 0; i < 5; i++)
      placed(ctx, { x: 30 + i * 58 + t * 7, y: 872 + Math.sin(i * 1.3) * 4, scale: 0.34 }, () =>
        camel(ctx, { t, wind: 0.3, body: "#5a1210", ground: "#6a1a12", light: "#ffb860", from: [0.5, -1], edge: 4 }, i * 1.4));
    dune(ctx, { ridge: [[-220, 890], [60, 872], [250, 880], [460, 862], [640, 880], [960, 846]], bottom: 1200, top: "#8f2417", base: "#5a120f", light: "#ffb860", width: 5, strength: 0.6 });
  });
  dust(view, 740, 260, 0.55, 0.5, 22, "#ff9450", 12);
  layer(view, 1, (ctx) => {
    dune(ctx, { ridge: [[-260, 1200], [-40, 1130], [150, 1066], [300, 1030], [372, 1022], [470, 1040], [640, 1110], [980, 1210]], bottom: 1560, top: "#4a0e0c", base: "#120304", light: "#ff9a4c", width: 9 });
    glow(ctx, 360, 700, 420, "#ffb050", 0.22);
    placed(ctx, { x: 362, y: 1032, scale: 2.5 }, () =>
      veiled(ctx, { t, wind: end ? 0.45 : 0.85, body: "#1a0406", ground: "#120304", light: "#ffb45c", from: [0.25, -1], edge: 2.6 }, { crown: true, train: 18, ...(end && u > 0.55 ? { arm: "reach" as const } : {}) }));
    if (end) placed(ctx, { x: lerp(690, 556, smooth(0, 0.75, u)), y: lerp(1112, 1070, smooth(0, 0.75, u)), scale: 2.3, flip: true }, () =>
      monarch(ctx, { t, wind: -0.2, body: "#1a0406", ground: "#120304", light: "#ffb45c", from: [0.25, -1], edge: 2.6 }, u > 0.6 ? { arm: "reach" } : {}));
  });
  dust(view, 1010, 260, 0.4, 1.3, 46, "#ff9a5c", 13);
  motes(view, { seed: 4, count: 34, size: 4, color: "#ffc07a", strength: 0.6, rise: 14, sway: 60, ember: true });
};

/** The white terraces. `day`: carriers in line. `dusk`: two rise out of the salt. */
export const terraces: Scene = (view, mood) => {
  const { t, u } = view;
  const dusk = mood === "dusk";
  redSky(view, 470, dusk ? "dusk" : "fire");
  lowSun(view, 470, dusk ? 400 : 372, dusk ? 120 : 104);
  layer(view, 0.1, (ctx) => {
    dune(ctx, { ridge: [[-200, 430, 1], [-40, 350, 1], [60, 372, 1], [150, 300, 1], [240, 384, 1], [330, 420, 1], [560, 440, 1], [660, 372, 1], [760, 330, 1], [960, 440, 1]], bottom: 620, top: "#7a1c18", base: "#b84a2a", light: "#ffb060", width: 4, strength: 0.6, from: [0.6, -1] });
  });
  dust(view, 330, 220, 0.7, 0.12, 8, "#ffa860", 21);
  const line = (row: number, y: number) => {
    if (dusk) return;
    if (row === 2 || row === 4) layer(view, row * 0.14, (ctx) => {
      const s = row === 2 ? 0.3 : 0.62;
      for (let i = 0; i < 7; i++)
        placed(ctx, { x: -60 + i * 128 * (0.6 + s) + t * (row === 2 ? 9 : 20), y: y + 6 + Math.sin(i * 2.1) * 3, scale: s }, () =>
          carrier(ctx, { t, wind: 0.2, body: "#30090a", ground: "#4a1210", light: "#ffc07a", from: [0.3, -1], edge: 6 }, i * 1.9));
    });
  };
  saltPans(view, { horizon: 466, bottom: 1230, sun: 440, sky: dusk ? "#b23a24" : "#f0783a", salt: dusk ? "#c88a7c" : "#f8dcc8", shade: dusk ? "#4a141c" : "#a8483c" }, line);
  layer(view, 1, (ctx) => {
    const lit = { t, wind: 0.35, body: "#240608", ground: "#3a0e0e", light: "#ffbe74", from: [0.45, -1] as const, edge: 2.8 };
    if (dusk) {
      const near = lerp(0.92, 1.06, u);
      placed(ctx, { x: 270, y: 1080, scale: 2.3 * near }, () => veiled(ctx, lit, { train: 6 }));
      placed(ctx, { x: 450, y: 1092, scale: 2.35 * near }, () => monarch(ctx, lit, { crown: true }));
      return;
    }
    placed(ctx, { x: lerp(235, 300, u), y: 1096 + Math.abs(Math.sin(t * 2)) * -5, scale: 2.5 }, () => veiled(ctx, lit, { arm: "sack" }));
  });
  dust(view, 1000, 330, 0.4, 1.25, 30, "#ffb880", 23);
  motes(view, { seed: 14, count: 26, size: 3.6, color: "#fff0dc", strength: 0.55, rise: 10, sway: 40 });
};

/** The storm. `wall`: it stands over the caravan. `inside`: two people in it, one holding up the other. */
export const storm: Scene = (view, mood) => {
  const { t, u } = view;
  if (mood === "inside") return inStorm(view);
  redSky(view, 900, "dusk");
  lowSun(view, 140, 800, 120, 0.9);
  layer(view, 0.25, (ctx) => {
    const push = u * 60;
    for (let j = 0; j < 4; j++) {
      const tone = ["#5a1210", "#7a1f14", "#9a3018", "#b8461f"][j] as string;
      const lift = j * 120;
      const points: Point[] = [];
      for (let i = 0; i <= 14; i++) {
        const x = 1000 - (i / 14) * (940 - j * 40) - push;
        const y = 40 + lift + (i / 14) ** 2.2 * (860 - lift) + Math.sin(i * 2.2 + j * 1.7 + t * 0.7) * (46 - j * 4);
        points.push([x, y]);
      }
      const path = outline([...points, [200 - push, 1000, 1], [1100, 1000, 1]]);
      ctx.fillStyle = ramp(ctx, [200, 200], [1000, 900], [[0, tone], [1, "#2a0608"]]);
      ctx.fill(path);
      for (const [i, [x, y]] of points.entries()) {
        const r = 90 + hash(i, j) * 70;
        const puff = ctx.createRadialGradient(x + 20 - r * 0.35, y + 30 - r * 0.3, 0, x + 20, y + 40, r);
        puff.addColorStop(0, fade("#ff9a50", 0.34 - j * 0.03));
        puff.addColorStop(0.6, fade(tone, 0.5));
        puff.addColorStop(1, fade(tone, 0));
        ctx.fillStyle = puff;
        ctx.beginPath();
        ctx.arc(x + 20, y + 40, r, 0, 7);
        ctx.fill();
      }
    }
  });
  dust(view, 500, 480, 0.8, 0.4, -50, "#d8602c", 31);
  layer(view, 0.6, (ctx) => {
    dune(ctx, { ridge: [[-260, 960], [0, 936], [240, 950], [480, 920], [720, 944], [980, 930]], bottom: 1300, top: "#7a1c12", base: "#3a0a0a", light: "#ffa050", width: 6 });
    for (let i = 0; i < 6; i++)
      placed(ctx, { x: 610 - i * 108 - t * 10, y: 948 + Math.sin(i) * 6, scale: 0.82, flip: true }, () =>
        camel(ctx, { t, wind: 0.8, body: "#1c0506", ground: "#2a0808", light: "#ff9a50", from: [1, -0.7], edge: 3 }, i * 1.1));
  });
  layer(view, 1.1, (ctx) => {
    dune(ctx, { ridge: [[-260, 1130], [60, 1150], [330, 1096], [560, 1110], [980, 1050]], bottom: 1560, top: "#3a0a0a", base: "#0c0203", light: "#e86a30", width: 8 });
    const look = { t, wind: 0.95, body: "#140304", ground: "#0c0203", light: "#ff8c48", from: [-1, -0.5] as const, edge: 3 };
    placed(ctx, { x: 250, y: 1124, scale: 1.9 }, () => veiled(ctx, look, { train: 14 }));
    placed(ctx, { x: 338, y: 1120, scale: 1.95, turn: -0.08 }, () => monarch(ctx, look, { crown: true }));
  });
  motes(view, { seed: 9, count: 40, size: 4, color: "#ff9a5c", strength: 0.6, rise: 4, sway: -260 });
};

function inStorm(view: View): void {
  const { t, u } = view;
  const { ctx } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, 1280], [[0, "#6a1a10"], [0.4, "#b8481f"], [0.62, "#e07a38"], [1, "#3a0c0a"]]);
  ctx.fillRect(0, 0, 720, 1280);
  layer(view, 0.1, (to) => glow(to, 380, 470, 420, "#ffb860", 0.55));
  dust(view, -80, 760, 0.85, 0.2, -80, "#ffa858", 41);
  dust(view, 380, 700, 0.8, 0.4, -120, "#f08a44", 42);
  layer(view, 1, (to) => {
    dune(to, { ridge: [[-260, 1120], [100, 1094], [380, 1060], [700, 1084], [980, 1120]], bottom: 1560, top: "#6a1a10", base: "#1c0606", light: "#ffb060", width: 8 });
    const look = { t, wind: 1, body: "#2c0808", ground: "#4a120c", light: "#ffb868", from: [0.3, -1] as const, edge: 2.6 };
    const walk = lerp(-34, 40, u);
    placed(to, { x: 452 + walk, y: 1082, scale: 2.65, turn: 0.2 + Math.sin(t * 2) * 0.02 }, () => monarch(to, look));
    placed(to, { x: 330 + walk, y: 1084 + Math.sin(t * 3) * 4, scale: 2.6, turn: 0.08 }, () => veiled(to, look, { arm: "reach" }));
  });
  dust(view, 560, 620, 0.75, 1.3, -190, "#ffa858", 43);
  dust(view, 100, 700, 0.45, 1.5, -240, "#d86a30", 44);
  motes(view, { seed: 19, count: 46, size: 4, color: "#ffd09a", strength: 0.6, rise: 10, sway: -330 });
}

/** The brine pit at dawn. `throw`: the crown turns in the air. `falls`: the man who jumped for it. */
export const pit: Scene = (view, mood) => {
  const { t, u } = view;
  const falls = mood === "falls";
  redSky(view, 420, falls ? "dusk" : "dawn");
  lowSun(view, 360, 330, 130);
  dust(view, 230, 240, 0.6, 0.1, 6, "#ffb070", 51);
  layer(view, 0.3, (ctx) => dune(ctx, { ridge: [[-200, 430], [120, 400], [360, 424], [600, 396], [960, 436]], bottom: 620, top: "#a8402c", base: "#6a1c18", light: "#ffd090", width: 5 }));
  layer(view, 0.6, (ctx) => {
    const lip = outline([[-200, 560, 1], [80, 520], [360, 506], [640, 524], [960, 566, 1], [960, 1600, 1], [-200, 1600, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 500], [0, 760], [[0, "#fff0e0"], [0.3, "#e0a890"], [1, "#5a1c1c"]]);
    ctx.fill(lip);
    for (let i = 0; i < 6; i++) {
      ctx.beginPath();
      ctx.ellipse(360, 850 + i * 14, 520 - i * 34, 300 - i * 26, 0, 0, 7);
      ctx.fillStyle = ["#f4d8c4", "#c88470", "#8a3a34", "#5a1a1c", "#360c12", "#1c060a"][i] as string;
      ctx.fill();
    }
    ctx.save();
    ctx.beginPath();
    ctx.ellipse(360, 934, 330, 152, 0, 0, 7);
    ctx.fillStyle = ramp(ctx, [0, 790], [0, 1090], [[0, "#ff9a4c"], [0.3, "#b8321e"], [1, "#1c0408"]]);
    ctx.fill();
    ctx.clip();
    for (let i = 0; i < 7; i++) {
      const r = ((t * 46 + i * 60) % 420);
      ctx.strokeStyle = fade("#ffe0a8", 0.4 * smooth(420, 40, r) * (falls || u > 0.62 ? 1 : 0.3));
      ctx.lineWidth = 3;
      ctx.beginPath();
      ctx.ellipse(360, 940, r, r * 0.42, 0, 0, 7);
      ctx.stroke();
    }
    ctx.restore();
  });
  layer(view, 0.8, (ctx) => {
    const lit = { t, wind: 0.4, body: "#240608", ground: "#3a0e0e", light: "#ffc078", from: [0.3, -1] as const, edge: 3 };
    if (falls) {
      const sink = smooth(0, 1, u);
      ctx.save();
      ctx.beginPath();
      ctx.rect(-200, -200, 1200, 1136);
      ctx.clip();
      placed(ctx, { x: 330, y: 940 + sink * 300, scale: 2.2, turn: Math.sin(t * 1.6) * 0.05 }, () => drowning(ctx));
      ctx.restore();
      glow(ctx, 350, 936, 120, "#ffe0b0", 0.35);
      placed(ctx, { x: 420, y: 740 + sink * 190, scale: 0.95, turn: Math.sin(t) * 0.12, alpha: 1 - smooth(0.8, 1, u) }, () =>
        crown(ctx, { gold: GOLD, shade: "#3a0a08", light: "#fff0c0", from: [0, -1], edge: 8 }));
      glow(ctx, 420, 700 + sink * 190, 240, "#ffc060", 0.5);
      return;
    }
    placed(ctx, { x: 150, y: 660, scale: 1.5 }, () => veiled(ctx, lit, { arm: "reach" }));
    placed(ctx, { x: 634, y: 656, scale: 1.5 }, () => hooded(ctx, { ...lit, from: [-0.3, -1] }));
    placed(ctx, { x: 572, y: 664, scale: 1.46, flip: true }, () => monarch(ctx, { ...lit, from: [-0.3, -1] }));
    const fly = smooth(0.08, 0.66, u);
    const [x, y] = [lerp(250, 360, fly), lerp(420, 930, fly ** 1.7) - Math.sin(fly * Math.PI) * 200];
    glow(ctx, x, y, 200, "#ffd080", 0.6);
    if (u < 0.68) placed(ctx, { x, y, scale: 0.9, turn: -0.3 + fly * 5.6 }, () => crown(ctx, { gold: GOLD, shade: "#3a0a08", light: "#fff0c0", from: [0, -1], edge: 8 }));
    else glow(ctx, 360, 930, 300, "#ffe0a0", smooth(0.95, 0.68, u));
  });
  dust(view, 940, 340, 0.35, 1.3, 26, "#ffb880", 53);
  motes(view, { seed: 24, count: 22, size: 4, color: "#ffe0b0", strength: 0.6, rise: 20, sway: 26, ember: true });
};

/** An arm in a wide sleeve stretched out of the brine, open-handed. Its elbow is at 0, 0. */
function drowning(ctx: CanvasRenderingContext2D): void {
  const lit = { color: "#ffb468", from: [0.4, -1] as const, width: 4, strength: 0.85 };
  const skin = "#5a1c14";
  for (const [spine, w] of [
    [[[-4, -104], [-16, -116], [-22, -130]], 6.4], [[[0, -110], [-4, -128], [-6, -144]], 6.2], [[[6, -111], [8, -130], [9, -148]], 6.2], [[[11, -109], [18, -126], [22, -142]], 5.8],
    [[[12, -98], [24, -106], [32, -114]], 6.6],
  ] as [[number, number][], number][]) {
    const finger = ribbon(spine, [w, w * 0.95, w * 0.6]);
    ctx.fillStyle = skin;
    ctx.fill(finger);
    rim(ctx, finger, { ...lit, width: 2.4 });
  }
  const palm = outline([[-8, -90], [-9, -104], [-3, -114], [8, -115], [15, -104], [13, -92], [8, -80], [9, -50], [-7, -50], [-5, -78]]);
  ctx.fillStyle = skin;
  ctx.fill(palm);
  rim(ctx, palm, lit);
  const sleeve = outline([[-12, -64], [2, -70], [14, -62], [24, -20], [40, 30], [46, 120, 1], [-50, 120, 1], [-36, 30], [-20, -20]]);
  ctx.fillStyle = "#2a0609";
  ctx.fill(sleeve);
  rim(ctx, sleeve, lit);
}
