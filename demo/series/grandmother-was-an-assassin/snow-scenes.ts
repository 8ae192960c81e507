// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bust } from "../../engine/busts.ts";
import { firs } from "../../engine/land-forms.ts";
import { glide, hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { disc } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { ANNA, ANTON, frost } from "./cast.ts";
import { alps, bank, COLD, cabin, chalet, type Hour, thread, wool } from "./sets.ts";

function snowfall(view: View): void {
  motes(view, { seed: 4, count: 46, size: 4, color: "#ffffff", strength: 0.85, rise: -60, sway: 26, depth: 0.5 });
  motes(view, { seed: 9, count: 9, size: 12, color: "#ffffff", strength: 0.5, rise: -100, sway: 30, depth: 1.3 });
}

/** The village; a ball of red wool rolls down into it. `cable`: the last cabin comes in. */
export const village: Scene = (view, mood) => {
  const { t, u } = view;
  const cable = mood === "cable";
  const hour: Hour = cable ? "night" : "dusk";
  const c = COLD[hour];
  alps(view, { foot: 560, hour, ...(cable ? { moon: [520, 170, 62] as const } : {}) });
  layer(view, 0.42, (ctx) => {
    for (const [i, [x, y, s]] of ([[90, 690, 0.62], [232, 668, 0.52], [610, 676, 0.6], [486, 654, 0.44]] as const).entries())
      placed(ctx, { x, y, scale: s }, () => chalet(ctx, { hour, lit: cable ? 0.9 : 0.6, seed: i }));
    // The church.
    ctx.fillStyle = mix(c.near, c.mid, 0.4);
    ctx.fill(outline([[336, 690, 1], [336, 520, 1], [360, 420, 1], [384, 520, 1], [384, 690, 1]]));
    ctx.fillStyle = "#f0f6fc";
    ctx.fill(outline([[334, 522, 1], [360, 412, 1], [362, 440, 1], [352, 522, 1]]));
    ctx.fillStyle = "#ffcf7c";
    ctx.fill(disc(360, 560, 8, 1.6));
    bank(ctx, { crest: [[-200, 706], [120, 682], [360, 694], [620, 680], [920, 706]], bottom: 1100, hour });
  });
  layer(view, 0.75, (ctx) => {
    for (const [x, y, s, seed] of [[112, 868, 1.25, 7], [600, 850, 1.1, 9]] as const) placed(ctx, { x, y, scale: s }, () => chalet(ctx, { hour, lit: 0.75, seed }));
    bank(ctx, { crest: [[-220, 900], [60, 862], [330, 890], [600, 850], [950, 880]], bottom: 1300, hour, warm: [120, 860, 240] });
  });
  if (cable)
    layer(view, 0.9, (ctx) => {
      ctx.strokeStyle = "#16243f";
      ctx.lineWidth = 5;
      ctx.stroke(outline([[-200, 70], [900, 470]], false));
      const k = glide(u);
      placed(ctx, { x: lerp(-60, 400, k), y: 70 + (lerp(-60, 400, k) + 200) * 0.3636, scale: lerp(1.6, 1.9, k), turn: Math.sin(t * 1.4) * 0.03 }, () => cabin(ctx, { hour, passenger: true, t }));
    });
  layer(view, 1.1, (ctx) => {
    bank(ctx, { crest: [[-220, 1130], [80, 1040], [380, 1066], [640, 1010], [950, 1040]], bottom: 1500, hour });
    if (cable) return;
    const k = smooth(0, 1, u * 0.96);
    const x = lerp(690, 250, k);
    const y = lerp(948, 1000, k) + Math.sin(k * Math.PI) * 22;
    thread(ctx, [[900, 900], [770, 968], [690, 990], [lerp(690, 480, k), lerp(990, 1052, k)], [x + 40, y + 44]], 9);
    wool(ctx, x, y, 62, -k * 8);
  });
  snowfall(view);
};

/** A wire between two firs, thin as a breath; a light runs along it. */
export const wire: Scene = (view) => {
  const { t, u } = view;
  alps(view, { foot: 620, hour: "night", moon: [360, 300, 120] });
  firs(view, { seed: 41, foot: 800, low: 160, high: 400, gap: 84, color: "#23406e", ground: "#5f80b0", light: "#dcebfa", depth: 0.5, snow: 0.7, side: 1, profile: (k) => 0.35 + 1.2 * Math.abs(k - 0.5) });
  layer(view, 0.8, (ctx) => bank(ctx, { crest: [[-220, 860], [120, 800], [360, 822], [610, 796], [950, 850]], bottom: 1400, hour: "night" }));
  layer(view, 1, (ctx) => {
    for (let i = 0; i < 7; i++) {
      const k = i / 6;
      ctx.fillStyle = fade("#1b3056", 0.55);
      ctx.fill(disc(lerp(380, 330, k) + (i % 2 ? 34 : -34) * (0.5 + k), lerp(850, 1120, k), lerp(9, 27, k), 0.5));
    }
    for (const s of [-1, 1]) {
      const x = 360 + s * 318;
      ctx.fillStyle = ramp(ctx, [x - 56, 0], [x + 56, 0], [[0, "#0b1528"], [0.5, "#1c2e54"], [1, s > 0 ? "#0b1528" : "#5f82b6"]]);
      ctx.fill(outline([[x - 44, -200, 1], [x + 44, -200, 1], [x + 50, 700], [x + 76, 1400, 1], [x - 76, 1400, 1], [x - 50, 700]]));
      for (let i = 0; i < 16; i++) {
        ctx.fillStyle = fade(i % 3 ? "#06101f" : "#a9c6ea", i % 3 ? 0.4 : 0.16);
        const bx = x - 40 + hash(i, 8) * 78;
        ctx.fill(ribbon([[bx, -120 + i * 82], [bx + 6, -80 + i * 82], [bx - 2, -20 + i * 82]], [0.4, 5, 0.4]));
      }
      // Boughs that hang into the picture under their snow.
      for (const [y, long, drop] of [[-40, 250, 130], [150, 190, 110], [430, 150, 80]] as const) {
        const sway = Math.sin(t * 0.9 + y) * 5;
        const tip: [number, number] = [x - s * long, y + drop + sway];
        ctx.fillStyle = "#0f1d38";
        ctx.fill(ribbon([[x, y], [x - s * long * 0.5, y + drop * 0.36 + sway * 0.5], tip], [26, 15, 2]));
        for (let i = 1; i < 12; i++) {
          const k = i / 12;
          const [px, py] = [x - s * long * k, y + drop * k ** 1.3 + sway * k];
          ctx.fill(ribbon([[px, py], [px - s * 20, py + 34 * (1.2 - k)], [px - s * 30, py + 66 * (1.2 - k)]], [9, 6, 0.5]));
        }
        ctx.fillStyle = "#e6f0fb";
        ctx.fill(ribbon([[x, y - 12], [x - s * long * 0.5, y + drop * 0.36 - 10 + sway * 0.5], [tip[0] + s * 8, tip[1] - 3]], [16, 15, 3]));
      }
    }
    const hum = Math.sin(t * 26) * 1.6;
    ctx.lineWidth = 2.2;
    ctx.strokeStyle = fade("#f6fbff", 0.75);
    ctx.stroke(outline([[70, 612], [360, 640 + hum], [650, 600]], false));
    const gx = lerp(90, 640, (u * 1.4) % 1);
    const gy = 612 + Math.sin(((gx - 70) / 580) * Math.PI) * 27 - ((gx - 70) / 580) * 12;
    glow(ctx, gx, gy, 130, "#ffffff", 0.9);
    ctx.fillStyle = "#ffffff";
    ctx.fill(outline([[gx - 74, gy, 1], [gx, gy - 3], [gx + 74, gy, 1], [gx, gy + 3]]));
    ctx.fill(outline([[gx, gy - 46, 1], [gx + 2.4, gy], [gx, gy + 46, 1], [gx - 2.4, gy]]));
    // Red wool tied to it: the warning of somebody who is fond of you.
    thread(ctx, [[236, 628], [228, 670], [250, 712], [232, 760 + Math.sin(t * 2) * 8], [244, 800]], 7);
    thread(ctx, [[236, 628], [256, 652], [268, 690 + Math.sin(t * 2 + 1) * 8]], 7);
  });
  snowfall(view);
};

/** Anna and Anton in the snow. `close`: nearer, at dusk. */
export const pair: Scene = (view, mood) => {
  const { t, u } = view;
  const close = mood === "close";
  const hour: Hour = close ? "dusk" : "night";
  alps(view, { foot: 700, hour, ...(close ? {} : { moon: [372, 240, 92] as const }) });
  firs(view, { seed: 51, foot: 860, low: 120, high: 300, gap: 62, color: COLD[hour].near, ground: COLD[hour].shade, light: COLD[hour].light, depth: 0.5, snow: 0.7, side: 1 });
  layer(view, 1, (ctx) => {
    const lit = frost(t);
    const gap = close ? lerp(80, 40, glide(u)) : 96;
    const alone = mood === "alone";
    if (!alone) bust(ctx, { x: 360 + gap / 2 + 340, y: 384 + Math.sin(t * 1.2) * 3, scale: 3.8, flip: true, turn: -0.02 }, { ...lit, wind: 0.1, eye: t > 2.2 && !close ? "down" : "open" }, ANTON);
    bust(ctx, { x: alone ? 130 : 360 - gap / 2 - 318, y: (alone ? 390 : 440) + Math.sin(t * 1.1 + 1) * 3, scale: alone ? 4.3 : 3.7, turn: close ? 0.02 : -0.03 }, lit, ANNA);
    for (const [x, y, ph] of [[330, 724, 0], [404, 690, 1.7]] as const) {
      const k = (t * 0.5 + ph * 0.3) % 1;
      glow(ctx, x + (ph ? -1 : 1) * k * 60, y - k * 40, 40 + k * 90, "#ffffff", 0.34 * Math.sin(k * Math.PI));
    }
    for (let i = 0; i < 9; i++) {
      ctx.fillStyle = fade("#ffffff", 0.8);
      ctx.fill(disc(hash(i, 3) > 0.5 ? 520 + hash(i) * 150 : 60 + hash(i) * 150, 905 + hash(i, 5) * 50, 3 + hash(i, 7) * 3));
    }
  });
  snowfall(view);
};
