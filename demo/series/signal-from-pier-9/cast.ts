// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { bust, type Lit, type Place } from "../../engine/busts.ts";
import { bob, shortHair } from "../../engine/coiffure.ts";
import { fade, mix, outline, ramp, rim } from "../../engine/paint.ts";
import type { Portrait } from "../../engine/portrait.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { disc } from "../../engine/solid.ts";
import { HUE } from "./sets.ts";

function phones(ctx: CanvasRenderingContext2D, p: Portrait): void {
  const band = ribbon([[37, 46], [30, 22], [29, 5], [34, -6], [42, -10]], [10, 9.5, 9, 7, 2.4]);
  ctx.fillStyle = ramp(ctx, [50, -24], [20, 50], [[0, mix("#2a2624", p.light, 0.4)], [1, "#0a0a0a"]]);
  ctx.fill(band);
  rim(ctx, band, { color: p.light, from: [p.from[0], p.from[1] - 0.4], width: 4, strength: 0.8 });
  for (const [r, a, b] of [[21, "#4a352a", "#0a0807"], [15, "#1c1714", "#060505"], [7, "#8a5434", "#2a160c"]] as const) {
    ctx.fillStyle = ramp(ctx, [50, 40], [24, 76], [[0, mix(a, p.light, 0.25)], [1, b]]);
    const cup = disc(37, 57, r, 1.18);
    ctx.fill(cup);
    if (r > 20) rim(ctx, cup, { color: p.light, from: p.from, width: 5, strength: 0.85 });
  }
  const boom = ribbon([[40, 74], [54, 92], [74, 96], [90, 90]], [4, 3.4, 3, 3]);
  ctx.fillStyle = "#0b0b0b";
  ctx.fill(boom);
  rim(ctx, boom, { color: p.light, from: p.from, width: 2, strength: 0.8 });
  ctx.fillStyle = mix("#141210", p.light, 0.25);
  ctx.fill(disc(91, 88, 5, 1.2));
  ctx.strokeStyle = fade("#050505", 0.9);
  ctx.lineWidth = 3;
  ctx.stroke(outline([[33, 78], [24, 120], [34, 170], [22, 330]], false));
}

/** Vera Holt of the night watch: dark bob, rust-coloured pullover; the headset when she is on the air. */
export function vera(ctx: CanvasRenderingContext2D, at: Place, lit: Omit<Lit, "lit" | "shade">, headset = true): void {
  bust(ctx, at, { ...lit, lit: "#f4c8a0", shade: "#2a211e" }, {
    face: "soft", hair: "#1d1210", coat: "#6a2f1c", lips: "#b0453a", broad: 0.84, collar: 1.4,
    over: (to, p) => {
      bob(to, p);
      if (headset) phones(to, p);
    },
  });
}

/** Mateo Kern, harbour pilot: cropped hair, oilskin, a scarf of rust. */
export function mateo(ctx: CanvasRenderingContext2D, at: Place, lit: Omit<Lit, "lit" | "shade">, wet = 1): void {
  bust(ctx, at, { ...lit, lit: "#e0a478", shade: "#2c201b" }, {
    face: "strong", hair: "#171210", coat: "#1c2426", lips: "#84493a", broad: 1.1, collar: 1.5,
    over: (to, p) => {
      shortHair(to, p, wet);
      to.save();
      to.clip(outline(p.face));
      to.fillStyle = fade("#120c0a", 0.34);
      to.fill(outline([[48, 64], [60, 80], [76, 80], [84, 86], [84, 104], [60, 104], [40, 88]]));
      to.restore();
    },
  });
}

export const GREEN_LIT = { light: HUE.radium, wind: 0 } as const;
export const RUST_LIT = { light: HUE.ember, wind: 0.1 } as const;

/** Vera on the pier from behind, 200 units tall, feet at 0: bob, belted coat, rust scarf; `headset` on her ears. */
export function veraStanding(ctx: CanvasRenderingContext2D, look: { body: string; light: string; from: readonly [number, number]; t: number; headset: boolean }): void {
  const part = (path: Path2D, base = look.body) => {
    ctx.fillStyle = ramp(ctx, [0, -205], [0, 0], [[0, mix(base, look.light, 0.12)], [0.6, base], [1, mix(base, "#000000", 0.5)]]);
    ctx.fill(path);
    rim(ctx, path, { color: look.light, from: look.from, width: 2.6, strength: 0.85, steps: 4 });
  };
  const hem = Math.sin(look.t * 1.9) * 2 - 4;
  for (const side of [-1, 1]) {
    part(outline([[6 * side - 3.6, -8], [6 * side + 3.6, -8], [6 * side + 4.4, 0, 1], [6 * side - 4.4, 0, 1]]));
    part(ribbon([[6 * side, -50], [6.6 * side, -24], [6 * side, -5]], [12, 10, 7]));
    part(ribbon([[15.5 * side, -157], [19.5 * side, -134], [19.4 * side, -114], [17 * side, -95]], [10, 10, 8.4, 5.4]));
  }
  part(outline([[-5, -170], [-13, -165.5], [-18, -158], [-15, -136], [-11.6, -120], [-15, -98], [-20, -66], [-25 + hem, -34, 1], [0, -30], [24 + hem * 0.5, -35, 1], [19, -66], [15, -98], [11.6, -120], [15, -136], [18, -158], [13, -165.5], [5, -170]]));
  part(outline([[-11.8, -122], [0, -120], [11.8, -122], [12, -117], [0, -115], [-12, -117]]));
  ctx.strokeStyle = fade(look.light, 0.12);
  ctx.lineWidth = 0.9;
  for (const x of [-8, -2, 4, 9]) ctx.stroke(outline([[x * 0.6, -112], [x, -74], [x * 1.7 + hem * 0.3, -36]], false));
  const wave = Math.sin(look.t * 2.4) * 3;
  part(ribbon([[8, -166], [20, -158], [34, -160 + wave], [48, -152 - wave]], [6, 9, 9, 5]), HUE.rust);
  part(outline([[-11, -160], [-11.6, -170], [-5, -173], [5, -173], [11.6, -170], [11, -160], [0, -156]]), HUE.rust);
  part(outline([[0, -205], [8, -202.4], [12, -194], [13, -182], [13.6, -171.5, 1], [5, -169.4], [-5, -169.4], [-13.6, -171.5, 1], [-13, -182], [-12, -194], [-8, -202.4]]), mix(look.body, "#3a1c12", 0.4));
  for (const x of [-8, -3, 3, 8]) ctx.stroke(outline([[x * 0.5, -203], [x, -190], [x * 1.15, -171]], false));
  if (!look.headset) return;
  const band = ribbon([[-13, -186], [-12, -199], [0, -208], [12, -199], [13, -186]], [3, 3.4, 3.8, 3.4, 3]);
  part(band, "#0a0a0a");
  for (const side of [-1, 1]) {
    part(disc(side * 14.4, -186, 4.4, 1.7), "#0a0a0a");
    ctx.fillStyle = fade("#d06a3a", 0.9);
    ctx.fill(disc(side * 16.4, -186, 1.5, 2.6));
  }
}
