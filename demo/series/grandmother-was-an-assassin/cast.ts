// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import type { Lit, Person } from "../../engine/busts.ts";
import { bob, bun, shortHair } from "../../engine/coiffure.ts";
import { fade, mix, outline } from "../../engine/paint.ts";
import type { Portrait } from "../../engine/portrait.ts";
import { disc, solid } from "../../engine/solid.ts";
import { WOOL } from "./sets.ts";

/** A knitted cap with its bobble, pulled over the hair. */
function cap(ctx: CanvasRenderingContext2D, p: Portrait, color: string): void {
  const lamp = { color: p.light, from: [p.from[0], p.from[1] - 0.6] as const, width: 5, strength: 0.85 };
  const tones = [mix(color, p.light, 0.3), color, mix(color, "#000000", 0.5)];
  solid(ctx, disc(16, -34, 17), tones, [34, -50, 0, -14], lamp);
  const dome = solid(ctx, [[-16, 26], [-18, -2], [-2, -24], [30, -31], [60, -24], [76, -6], [79, 16], [34, 24]], tones, [70, -30, 0, 26], lamp);
  ctx.save();
  ctx.clip(dome);
  ctx.strokeStyle = fade("#000000", 0.2);
  ctx.lineWidth = 1.6;
  for (let i = 0; i < 12; i++) ctx.stroke(outline([[24, -32], [-22 + i * 9, -6], [-24 + i * 10, 26]], false));
  ctx.restore();
  const band = solid(ctx, [[-20, 14], [30, 12], [80, 5], [84, 21], [34, 31], [-19, 34]], tones, [84, 0, -14, 30], lamp);
  ctx.save();
  ctx.clip(band);
  for (let i = 0; i < 20; i++) ctx.stroke(outline([[-20 + i * 5.4, 8], [-18 + i * 5.4, 36]], false));
  ctx.restore();
}

/** Anna: fair bob under a powder-blue cap, and grandmother's red scarf. */
export const ANNA: Person = {
  face: "soft", hair: "#7a5a3c", coat: "#34507e", lips: "#c04450", broad: 0.86, scarf: WOOL,
  over: (ctx, p) => {
    bob(ctx, p);
    cap(ctx, p, "#9db9d8");
  },
};

/** Anton: short black hair, navy coat with a high collar. */
export const ANTON: Person = { face: "strong", hair: "#1b1a22", coat: "#1c2740", lips: "#8a4a48", broad: 1.1, collar: 1.5, over: (ctx, p) => shortHair(ctx, p) };

/** Grandmother: white knot of hair, round glasses that catch the lamp. */
export const GRANDMOTHER: Person = {
  face: "gaunt", hair: "#d8dde8", coat: "#3a3550", lips: "#9a5a58", broad: 0.9, collar: 1.3,
  over: (ctx, p) => {
    bun(ctx, p);
    ctx.strokeStyle = "#f7e2b0";
    ctx.lineWidth = 1.5;
    ctx.stroke(outline([[67, 50], [50, 47], [36, 50]], false));
    ctx.fillStyle = fade("#fff0c8", 0.3 + 0.55 * Math.max(0, Math.sin(p.t * 1.5)));
    ctx.fill(disc(73, 51, 7, 1.16));
    ctx.stroke(disc(73, 51, 7, 1.16));
  },
};

/** Snow light from the front. */
export const frost = (t: number): Lit => ({ t, wind: 0.25, light: "#f2f8ff", from: [1, -0.4], reveal: 0.92, lit: "#f0c8b4", shade: "#4c5a80", eye: "open" });

/** Lamp light from the front and below. */
export const hearth = (t: number): Lit => ({ t, wind: 0, light: "#ffcf8a", from: [1, 0.1], reveal: 0.85, lit: "#f0b083", shade: "#3c2a48", eye: "open" });
