// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { lerp } from "./math.ts";
import { fade, mix, outline } from "./paint.ts";
import { ribbon } from "./ribbon.ts";
import { type Lamp, slab, solid } from "./solid.ts";

/** How a hand lies: 0 = flat, 1 = its fingers hang over an edge. */
export interface Palm {
  skin: string;
  sleeve: string;
  cuff?: string;
  lamp: Lamp;
  curl: number;
  /** How far the fingers are spread, 0..1. */
  spread?: number;
  ring?: string;
  nail?: string;
}

/** A hand on its palm seen from above, fingers to the right: knuckles at 0,0, the longest finger 118 units. */
export function palm(ctx: CanvasRenderingContext2D, p: Palm): void {
  const dark = mix(p.skin, "#2a0a08", 0.5);
  const tones = [mix(p.skin, p.lamp.color, 0.4), p.skin, dark];
  const spread = p.spread ?? 0.4;
  solid(ctx, ribbon([[-62, 40], [-24, 74], [26, 84], [58, 76]], [46, 40, 33, 24]), tones, [0, 40, 0, 100], p.lamp);
  for (const [i, long] of [96, 112, 116, 98].entries()) {
    const k = i / 3;
    const y = lerp(42, -42, k);
    const lean = lerp(0.16, -0.2, k) * spread;
    const reach = long * lerp(1, 0.62, p.curl);
    const drop = p.curl * 46;
    const line: [number, number][] = [[-16, y], [reach * 0.42, y + lean * 44 - 2], [reach * 0.82, y + lean * 84 + drop * 0.3], [reach, y + lean * 104 + drop]];
    solid(ctx, ribbon(line, [34, 32, 27, 20]), tones, [0, y - 18, 0, y + 22 + drop], p.lamp);
    ctx.strokeStyle = fade(dark, 0.45);
    ctx.lineWidth = 1.6;
    for (const q of [0.4, 0.72]) ctx.stroke(outline([[reach * q, y - 10 + lean * 100 * q], [reach * q + 4, y + lean * 100 * q], [reach * q + 1, y + 9 + lean * 100 * q]], false));
    if (p.nail) solid(ctx, slab(reach - 2, y + lean * 104 + drop - 2, 18, 14, 7), [mix(p.nail, "#ffffff", 0.45), p.nail], [0, y - 8, 0, y + 10 + drop]);
    if (p.ring && i === 2) solid(ctx, slab(reach * 0.26, y + lean * 26, 9, 36, 4), ["#fff4d0", p.ring, mix(p.ring, "#000000", 0.4)], [0, y - 18, 0, y + 18]);
  }
  solid(ctx, [[-150, -36], [-90, -52], [-20, -60], [6, -44], [12, 0], [8, 44], [-20, 62], [-80, 56], [-150, 40]], tones, [0, -62, 0, 66], p.lamp);
  ctx.strokeStyle = fade(dark, 0.3);
  ctx.lineWidth = 2;
  for (const y of [-30, -2, 26]) ctx.stroke(outline([[-70, y * 0.8], [-26, y], [-4, y]], false));
  if (p.cuff) solid(ctx, outline([[-176, -52, 1], [-128, -56], [-124, 0], [-128, 54], [-176, 52, 1]]), [mix(p.cuff, p.lamp.color, 0.5), p.cuff, mix(p.cuff, "#000000", 0.4)], [0, -56, 0, 56], p.lamp);
  solid(ctx, outline([[-900, -120, 1], [-400, -92], [-152, -62], [-146, 0], [-152, 62], [-400, 96], [-900, 130, 1]]), [mix(p.sleeve, p.lamp.color, 0.3), p.sleeve, mix(p.sleeve, "#000000", 0.55)], [0, -90, 0, 96], { ...p.lamp, width: (p.lamp.width ?? 4) * 1.3 });
  ctx.strokeStyle = fade("#000000", 0.2);
  ctx.lineWidth = 3;
  for (const x of [-220, -300, -410]) ctx.stroke(outline([[x, -66], [x + 18, -10], [x - 6, 60]], false));
}
