// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import type { Lit, Person } from "../../engine/busts.ts";
import { looseHair, pinnedHair } from "../../engine/hair.ts";
import { hash, lerp } from "../../engine/math.ts";
import { mix, outline, ramp, rim } from "../../engine/paint.ts";
import type { Portrait } from "../../engine/portrait.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { EMBER } from "./sets.ts";

/** A wolf's collar: tufts of fur round the neck. */
function collar(ctx: CanvasRenderingContext2D, p: Portrait): void {
  for (let row = 0; row < 5; row++)
    for (let i = 0; i < 44; i++) {
      const k = i / 43;
      const x = lerp(-38, 90, k) + hash(i, row) * 4;
      const y = 112 + Math.sin(k * Math.PI) * 20 + row * 9;
      const long = 17 + hash(i, row + 3) * 13;
      const lean = (k - 0.5) * 20 + (hash(i, row + 9) - 0.5) * 8;
      const lit = p.from[0] > 0 ? k : 1 - k;
      ctx.fillStyle = mix(mix("#1c242c", p.light, 0.02 + hash(i, row + 7) * 0.16 + lit * 0.16), "#06090e", 0.4 - row * 0.09);
      ctx.fill(ribbon([[x - lean * 0.2, y - 7], [x + lean * 0.3, y + long * 0.45], [x + lean, y + long]], [0.6, 4.6, 0.3]));
    }
}

/** A short beard along the jaw. */
function beard(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const path = outline([[44, 58], [50, 69], [58, 76], [67, 77.4], [75, 75], [81, 73.4], [84.6, 75.4], [80, 78], [75, 80.4], [78, 84.4], [80.6, 86.4], [84.4, 94], [81.6, 102.6], [72, 106.4], [55, 102], [41, 91], [36, 76]]);
  ctx.fillStyle = ramp(ctx, [88, 70], [36, 96], [[0, mix(p.hair, p.light, 0.3)], [0.4, mix(p.hair, "#000000", 0.2)], [1, mix(p.hair, "#000000", 0.6)]]);
  ctx.fill(path);
  rim(ctx, path, { color: p.light, from: p.from, width: 3, strength: 0.5 });
}

/** Vera, the lawyer: dark hair pinned low, charcoal coat, a scarf the colour of embers. */
export const VERA: Person = { face: "soft", hair: "#1c1512", coat: "#1c2834", lips: "#b04a3c", broad: 0.86, scarf: "#d8581c", over: (ctx, p) => pinnedHair(ctx, p) };

/** Ivo of the grey pack: long grey-black hair, fur at the neck. */
export const IVO: Person = {
  face: "strong", hair: "#2a3038", coat: "#10181f", lips: "#8a4a3c", broad: 1.12, collar: 0.8,
  back: (ctx, p) => looseHair(ctx, p, "back"),
  over: (ctx, p) => {
    beard(ctx, p);
    collar(ctx, p);
    looseHair(ctx, p, "front");
  },
};

/** Fire from the front and below, the cold behind. */
export const fireLit = (t: number, reveal = 0.88): Lit => ({ t, wind: 0.12, light: EMBER.soft, from: [1, 0.2], reveal, lit: "#f0a070", shade: "#22303f", eye: "open" });
