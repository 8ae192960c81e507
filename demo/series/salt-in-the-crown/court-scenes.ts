// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { shaft } from "../../engine/light.ts";
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, type View } from "../../engine/paint.ts";
import { stars } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { dune, dust, lowSun, redSky } from "./land.ts";
import { BLOOD, camel, glassLamp, hooded, monarch, veiled } from "./props.ts";

const LAMPS = ["#ff8a34", "#ff4a2c", "#ffb04a", "#e8302a"] as const;

/** The palace of glass lamps at nightfall: domes that glow from inside, above the caravan road. */
export const palace: Scene = (view) => {
  const { t } = view;
  redSky(view, 900, "dusk");
  stars(view, { seed: 31, count: 90, bottom: 520, strength: 0.8 });
  lowSun(view, 360, 850, 170, 0.9);
  dust(view, 420, 360, 0.5, 0.06, 6, "#d8502c", 61);
  layer(view, 0.4, (ctx) => {
    ctx.translate(360, 930);
    ctx.scale(1.3, 1.3);
    ctx.translate(-360, -930);
    dome(ctx, 110, 820, 92, 240, t, 1);
    dome(ctx, 610, 830, 100, 220, t, 2);
    dome(ctx, 360, 800, 168, 330, t, 3);
    for (const [x, h] of [[226, 470], [496, 500], [20, 330], [706, 360]] as const) tower(ctx, x, 900, h, t);
    ctx.fillStyle = ramp(ctx, [0, 800], [0, 960], [[0, "#6a1814"], [1, "#1c0506"]]);
    ctx.fill(outline([[-200, 850, 1], [60, 838, 1], [60, 800, 1], [660, 800, 1], [660, 838, 1], [960, 850, 1], [960, 1100, 1], [-200, 1100, 1]]));
    for (let i = 0; i < 13; i++) {
      const x = -20 + i * 63;
      ctx.fillStyle = ramp(ctx, [0, 826], [0, 910], [[0, "#ffe0a0"], [1, "#ff7a2c"]]);
      ctx.fill(outline([[x - 13, 912, 1], [x - 13, 860], [x, 836, 1], [x + 13, 860], [x + 13, 912, 1]]));
      glow(ctx, x, 876, 60, "#ff8a3a", 0.3);
    }
  });
  dust(view, 830, 200, 0.5, 0.6, 18, "#ff8a48", 62);
  layer(view, 0.9, (ctx) => {
    dune(ctx, { ridge: [[-260, 1000], [60, 1010], [300, 972], [520, 990], [980, 950]], bottom: 1560, top: "#3a0b0a", base: "#0c0203", light: "#ff8a44", width: 7 });
    for (let i = 0; i < 4; i++)
      placed(ctx, { x: 20 + i * 136 + t * 16, y: 1000 - Math.sin(i * 0.9) * 10, scale: 0.92 }, () =>
        camel(ctx, { t, wind: 0.2, body: "#160405", ground: "#120304", light: "#ff9a50", from: [0.4, -1], edge: 3 }, i * 1.7));
    placed(ctx, { x: 566 + t * 16, y: 994, scale: 0.95 }, () =>
      veiled(ctx, { t, wind: 0.4, body: "#160405", ground: "#120304", light: "#ff9a50", from: [0.4, -1] }, { arm: "sack" }));
  });
  motes(view, { seed: 34, count: 26, size: 4, color: "#ffb060", strength: 0.7, rise: 26, sway: 18, ember: true });
};

function dome(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, tall: number, t: number, seed: number): void {
  const lit = 0.85 + 0.15 * Math.sin(t * 1.3 + seed * 2);
  glow(ctx, x, y - tall * 0.35, r * 3, "#ff7a30", 0.45 * lit);
  const path = outline([[x - r, y + 60, 1], [x - r, y - 10], [x - r * 1.06, y - tall * 0.34], [x - r * 0.52, y - tall * 0.74], [x, y - tall, 1], [x + r * 0.52, y - tall * 0.74], [x + r * 1.06, y - tall * 0.34], [x + r, y - 10], [x + r, y + 60, 1]]);
  const fill = ctx.createRadialGradient(x, y - tall * 0.2, r * 0.1, x, y - tall * 0.3, r * 1.9);
  fill.addColorStop(0, "#fff0c0");
  fill.addColorStop(0.3, mix("#7a1a10", "#ffa040", lit));
  fill.addColorStop(0.75, "#b82a1a");
  fill.addColorStop(1, "#4a0c10");
  ctx.fillStyle = fill;
  ctx.fill(path);
  ctx.save();
  ctx.clip(path);
  ctx.strokeStyle = "rgba(40,6,8,0.75)";
  ctx.lineWidth = r * 0.035;
  for (const k of [-0.8, -0.45, 0, 0.45, 0.8])
    ctx.stroke(outline([[x + k * r, y + 60], [x + k * r * 1.1, y - tall * 0.34], [x + k * r * 0.4, y - tall * 0.78], [x, y - tall]], false));
  for (const k of [0.02, 0.3, 0.56]) ctx.stroke(outline([[x - r * 1.2, y - tall * k], [x, y - tall * k + r * 0.16], [x + r * 1.2, y - tall * k]], false));
  ctx.restore();
  ctx.strokeStyle = "#ffcf80";
  ctx.lineWidth = r * 0.04;
  ctx.stroke(outline([[x, y - tall], [x, y - tall - r * 0.4]], false));
}

function tower(ctx: CanvasRenderingContext2D, x: number, y: number, h: number, t: number): void {
  ctx.fillStyle = ramp(ctx, [x - 18, 0], [x + 18, 0], [[0, "#7a1f16"], [0.6, "#3a0c0c"], [1, "#1c0506"]]);
  ctx.fill(outline([[x - 17, y, 1], [x - 12, y - h, 1], [x + 12, y - h, 1], [x + 17, y, 1]]));
  ctx.fill(outline([[x - 20, y - h, 1], [x, y - h - 62, 1], [x + 20, y - h, 1]]));
  ctx.fillStyle = "#ffd890";
  ctx.fill(outline([[x - 7, y - h + 34, 1], [x, y - h + 8, 1], [x + 7, y - h + 34, 1]]));
  glow(ctx, x, y - h + 22, 80, "#ff9a48", 0.55 + 0.1 * Math.sin(t * 2 + x));
}

/** The hall under a thousand lamps. `court`: she brings salt. `private`: the doors are shut. `wedding`: a red bride. `trial`: the people look on. */
export const hall: Scene = (view, mood) => {
  const { t, u } = view;
  const { ctx: top } = view;
  top.fillStyle = ramp(top, [0, 0], [0, 1280], [[0, "#14030a"], [0.4, "#5a1012"], [0.62, "#a8321c"], [0.72, "#4a0e0e"], [1, "#0c0203"]]);
  top.fillRect(0, 0, 720, 1280);
  layer(view, 0.15, (ctx) => {
    const arch: Point[] = [[210, 900, 1], [210, 420], [262, 280], [360, 190, 1], [458, 280], [510, 420], [510, 900, 1]];
    ctx.fillStyle = ramp(ctx, [0, 200], [0, 900], [[0, "#b8301c"], [0.5, "#ff8a3c"], [0.9, "#ffd890"], [1, "#ffe8b8"]]);
    ctx.fill(outline(arch));
    ctx.save();
    ctx.clip(outline(arch));
    const sunY = mood === "trial" ? 420 : 560;
    glow(ctx, 360, sunY, 380, "#ffe0a0", 0.6);
    ctx.fillStyle = "#fff2cc";
    ctx.beginPath();
    ctx.arc(360, sunY, 108, 0, 7);
    ctx.fill();
    ctx.strokeStyle = "rgba(70,10,10,0.85)";
    ctx.lineWidth = 5;
    for (const x of [260, 310, 360, 410, 460]) ctx.stroke(outline([[x, 160], [x, 900]], false));
    for (const y of [330, 450, 570, 690]) ctx.stroke(outline([[200, y], [520, y]], false));
    ctx.restore();
    glow(ctx, 360, 640, 620, "#ff8a3c", 0.4);
  });
  for (const [d, gap, w, tone] of [[0.3, 250, 50, "#5a1214"], [0.5, 350, 74, "#360a0e"], [0.85, 470, 110, "#1c0508"]] as const)
    layer(view, d, (ctx) => {
      for (const side of [-1, 1]) {
        const x = 360 + side * gap;
        ctx.fillStyle = ramp(ctx, [x - side * w, 0], [x + side * w, 0], [[0, mix(tone, "#ff9a4c", 0.5)], [0.16, mix(tone, "#ff7a3a", 0.16)], [0.5, tone], [1, "#0c0203"]]);
        ctx.fillRect(x - w, -200, w * 2, 1700);
      }
    });
  layer(view, 0.55, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 880], [0, 1400], [[0, "#ffb060"], [0.06, "#a83a20"], [0.3, "#4a100e"], [1, "#0c0203"]]);
    ctx.fill(outline([[-300, 900, 1], [1020, 900, 1], [1300, 1600, 1], [-600, 1600, 1]]));
    ctx.fillStyle = ramp(ctx, [0, 890], [0, 1300], [[0, "#d8362a"], [1, "#3a060a"]]);
    ctx.fill(outline([[300, 898, 1], [420, 898, 1], [600, 1600, 1], [120, 1600, 1]]));
    for (let i = 0; i < 4; i++) {
      ctx.fillStyle = mix("#b83a20", "#2a0808", i * 0.2);
      ctx.fillRect(230 - i * 22, 872 + i * 15, 260 + i * 44, 16);
    }
  });
  layer(view, 0.4, (ctx) => {
    for (let i = 0; i < 22; i++) glassLamp(ctx, 20 + hash(i, 3) * 680, 60 + hash(i, 5) ** 1.2 * 330, 9 + hash(i, 8) * 12, LAMPS[i % 4] as string, t);
  });
  people(view, mood, u);
  layer(view, 1.2, (ctx) => {
    for (const [x, y, r] of [[80, 170, 44], [640, 110, 52], [250, 60, 34], [505, 250, 28], [-10, 420, 40], [724, 440, 38]] as const)
      glassLamp(ctx, x + Math.sin(t * 0.7 + x) * 4, y, r, LAMPS[(x + 20) % 4 < 2 ? 0 : 1], t);
  });
  motes(view, { seed: 44, count: 26, size: 4, color: "#ffc070", strength: 0.6, rise: 16, sway: 16, ember: true });
};

function people(view: View, mood: string, u: number): void {
  const { t } = view;
  const back = { t, wind: 0.02, body: "#1a0406", ground: "#3a0c0c", light: "#ffc070", from: [0, -1] as const, edge: 2.6 };
  layer(view, 0.65, (ctx) => {
    glow(ctx, 360, 720, 260, "#ffd890", 0.3);
    if (mood === "trial") {
      placed(ctx, { x: 268, y: 890, scale: 1.45 }, () => veiled(ctx, back, { crown: true }));
      placed(ctx, { x: 452, y: 890, scale: 1.45 }, () => monarch(ctx, back, { crown: true }));
      return;
    }
    const walk = mood === "private" ? smooth(0.1, 0.9, u) : 0;
    placed(ctx, { x: 360 - walk * 26, y: 884 + walk * 120, scale: 1.5 + walk * 0.75 }, () => monarch(ctx, back, { crown: true }));
    if (mood === "wedding") placed(ctx, { x: 520, y: 892, scale: 1.4 }, () => hooded(ctx, back));
  });
  if (mood === "trial") {
    crowd(view);
    return;
  }
  layer(view, 1, (ctx) => {
    const bride = mood === "wedding";
    const x = { private: 520, court: 316 }[mood] ?? 360;
    placed(ctx, { x, y: lerp(1210, 1180, u), scale: mood === "private" ? 2.7 : 2.4 }, () =>
      veiled(ctx, { ...back, wind: bride ? 0.12 : 0.04, body: bride ? "#5a0a12" : "#140305", ground: bride ? BLOOD : "#0c0203" }, bride ? { train: 60 } : mood === "court" ? { arm: "sack" } : {}));
  });
}

function crowd(view: View): void {
  for (const [d, y, s, n] of [[0.9, 1110, 1.3, 9], [1.2, 1260, 1.9, 7]] as const)
    layer(view, d, (ctx) => {
      for (let i = 0; i < n; i++) {
        const x = -60 + (i / (n - 1)) * 840 + hash(i, n) * 30;
        const tall = y + hash(i, 4) * 30;
        ctx.fillStyle = ramp(ctx, [0, tall - 130 * s], [0, tall], [[0, "#3a0c0c"], [1, "#0c0203"]]);
        const sway = Math.sin(view.t * 1.1 + i) * 3;
        const body = outline([[x + sway, tall - 128 * s], [x + 17 * s + sway, tall - 108 * s], [x + 20 * s, tall - 84 * s], [x + 44 * s, tall - 60 * s], [x + 50 * s, tall + 80, 1], [x - 50 * s, tall + 80, 1], [x - 44 * s, tall - 60 * s], [x - 20 * s, tall - 84 * s], [x - 17 * s + sway, tall - 108 * s]]);
        ctx.fill(body);
        ctx.strokeStyle = fade("#ff9a50", 0.55);
        ctx.lineWidth = 2.4;
        ctx.stroke(outline([[x - 20 * s, tall - 84 * s], [x - 17 * s + sway, tall - 108 * s], [x + sway, tall - 128 * s], [x + 17 * s + sway, tall - 108 * s], [x + 20 * s, tall - 84 * s], [x + 42 * s, tall - 62 * s]], false));
      }
    });
}

/** Two wedding cups of red glass on a tray; a hand turns the tray. `swap` says it. */
export const cups: Scene = (view) => {
  const { t, u } = view;
  const { ctx: top } = view;
  top.fillStyle = ramp(top, [0, 0], [0, 1280], [[0, "#2a060a"], [0.45, "#7a1a12"], [0.6, "#3a0a0c"], [1, "#0c0203"]]);
  top.fillRect(0, 0, 720, 1280);
  layer(view, 0.2, (ctx) => {
    for (let i = 0; i < 12; i++) {
      const r = 26 + hash(i, 2) * 54;
      glow(ctx, hash(i, 4) * 720, 60 + hash(i, 6) * 520, r * 2.4, LAMPS[i % 4] as string, 0.38 + 0.08 * Math.sin(t * 1.4 + i));
    }
  });
  layer(view, 0.5, (ctx) => shaft(ctx, { from: [620, -40, 200], to: [200, 1150, 560], color: "#ffb060", strength: 0.5 }));
  layer(view, 1, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 850], [0, 1280], [[0, "#8a2418"], [0.12, "#4a0e0e"], [1, "#0c0203"]]);
    ctx.fillRect(-200, 850, 1120, 700);
    ctx.fillStyle = "rgba(0,0,0,0.5)";
    ctx.beginPath();
    ctx.ellipse(366, 966, 350, 104, 0, 0, 7);
    ctx.fill();
    for (const [r, a, b] of [[340, "#ffcf80", "#5a1a10"], [316, "#7a2a16", "#d8803a"], [300, "#e89a48", "#4a140c"]] as const) {
      ctx.beginPath();
      ctx.ellipse(360, 930, r, r * 0.28, 0, 0, 7);
      ctx.fillStyle = ramp(ctx, [40, 0], [680, 0], [[0, b], [0.42, a], [0.62, mix(a, "#fff4d8", 0.4)], [1, b]]);
      ctx.fill();
    }
    const turn = smooth(0.3, 0.78, u) * Math.PI;
    const spots = [turn, turn + Math.PI].map((a, i) => ({ x: 360 - Math.cos(a) * 165, y: 930 + Math.sin(a) * 42, poisoned: i === 0 }));
    for (const s of spots.toSorted((a, b) => a.y - b.y)) cup(ctx, s.x, s.y, 1 + (s.y - 930) * 0.0022, s.poisoned, t);
    const hx = 690 - smooth(0.05, 0.3, u) * 60 + smooth(0.78, 1, u) * 120;
    hand(ctx, hx, 944, smooth(0.3, 0.78, u) * 12);
  });
  motes(view, { seed: 54, count: 16, size: 4, color: "#ffc070", strength: 0.5, rise: 16, sway: 14, ember: true });
};

function cup(ctx: CanvasRenderingContext2D, x: number, y: number, s: number, poisoned: boolean, t: number): void {
  placed(ctx, { x, y, scale: s * 1.1 }, () => {
    glow(ctx, 0, -190, 190, poisoned ? "#ff3a2c" : "#ffa040", 0.4);
    ctx.fillStyle = ramp(ctx, [-60, 0], [60, 0], [[0, "#6a2412"], [0.36, "#ffcf80"], [1, "#3a1008"]]);
    ctx.fill(outline([[-10, -96, 1], [-7, -30], [-54, -6], [-54, 2], [0, 10], [54, 2], [54, -6], [7, -30], [10, -96, 1]]));
    const bowl = outline([[-74, -300, 1], [-78, -210], [-46, -124], [0, -96], [46, -124], [78, -210], [74, -300, 1], [40, -292], [0, -289], [-40, -292]]);
    ctx.fillStyle = ramp(ctx, [-78, 0], [78, 0], [[0, "rgba(255,150,90,0.75)"], [0.25, "rgba(150,20,20,0.82)"], [0.7, "rgba(200,40,26,0.8)"], [1, "rgba(255,190,120,0.8)"]]);
    ctx.fill(bowl);
    ctx.save();
    ctx.clip(bowl);
    ctx.fillStyle = ramp(ctx, [0, -250], [0, -90], [[0, poisoned ? "#8a0a18" : "#c83a1a"], [1, "#2a0408"]]);
    ctx.fillRect(-90, -250, 180, 170);
    ctx.restore();
    ctx.beginPath();
    ctx.ellipse(0, -250, 75, 13, 0, 0, 7);
    ctx.fillStyle = poisoned ? "#d8203a" : "#ff7a3a";
    ctx.fill();
    if (poisoned) for (let i = 0; i < 4; i++) glow(ctx, Math.sin(t * 0.9 + i * 1.9) * 48, -251 + Math.cos(t + i) * 6, 18, "#fff0f0", 0.5);
    ctx.beginPath();
    ctx.ellipse(0, -300, 74, 11, 0, 0, 7);
    ctx.strokeStyle = "rgba(255,226,180,0.9)";
    ctx.lineWidth = 4;
    ctx.stroke();
    ctx.fillStyle = "rgba(255,244,220,0.55)";
    ctx.fill(outline([[-58, -284], [-50, -284], [-54, -210], [-42, -150], [-60, -206]]));
  });
}

function hand(ctx: CanvasRenderingContext2D, x: number, y: number, lift: number): void {
  placed(ctx, { x, y: y - lift }, () => {
    const skin = ramp(ctx, [-60, -60], [120, 90], [[0, "#e8925a"], [0.45, "#8a3a24"], [1, "#2a0c08"]]);
    for (const [dy, len] of [[-30, 74], [-10, 88], [11, 84], [31, 66]] as const) {
      ctx.fillStyle = skin;
      ctx.fill(outline([[30, dy - 13], [-len * 0.5, dy - 14], [-len, dy - 6], [-len, dy + 6], [-len * 0.5, dy + 10], [30, dy + 12]]));
      ctx.strokeStyle = "rgba(30,6,4,0.5)";
      ctx.lineWidth = 2.5;
      ctx.stroke(outline([[20, dy + 11], [-len * 0.5, dy + 10], [-len * 0.9, dy + 6]], false));
    }
    ctx.fillStyle = skin;
    ctx.fill(outline([[10, -50], [60, -56], [140, -40], [150, 56], [60, 60], [12, 48]]));
    ctx.fillStyle = ramp(ctx, [0, -90], [0, 100], [[0, "#8a1a1c"], [1, "#1c0408"]]);
    ctx.fill(outline([[96, -74], [130, -86], [420, -130, 1], [420, 190, 1], [130, 92], [96, 78], [112, 0]]));
    ctx.strokeStyle = "#f0a850";
    ctx.lineWidth = 6;
    ctx.stroke(outline([[98, -74], [113, 0], [98, 78]], false));
  });
}
