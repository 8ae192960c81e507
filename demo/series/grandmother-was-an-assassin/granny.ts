// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import type { Figure } from "../../engine/figure.ts";
import { fade, glow, mix, outline, type Point, placed } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { disc, solid } from "../../engine/solid.ts";

function cloth(ctx: CanvasRenderingContext2D, f: Figure, shape: Path2D | Point[], tone = 0): void {
  const c = mix(f.body, f.light, tone);
  solid(ctx, shape, [mix(c, f.light, 0.08), c, mix(c, f.ground, 0.6)], [0, -150, 0, 0], { color: f.light, from: f.from, width: f.edge ?? 3, strength: 0.85 });
}

/** A steel needle from its knob to its point, with a light running along it. */
export function needle(ctx: CanvasRenderingContext2D, from: readonly [number, number], to: readonly [number, number], width: number, shine = 0.5): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const at = (k: number): [number, number] => [from[0] + dx * k, from[1] + dy * k];
  ctx.fillStyle = "#52627c";
  ctx.fill(ribbon([from, at(0.5), to], [width, width, 0.2]));
  ctx.fillStyle = "#f2f8ff";
  ctx.fill(ribbon([at(0.02), at(0.5), at(0.99)], [width * 0.34, width * 0.34, 0.1]));
  ctx.fillStyle = "#2b3650";
  ctx.fill(disc(from[0], from[1], width * 1.3));
  const [x, y] = at(shine);
  glow(ctx, x, y, width * 7, "#ffffff", 0.8);
}

/** She stands, 150 tall, feet at y = 0: bun, shawl, round skirt; the needles in her hands point down like blades. */
export function granny(ctx: CanvasRenderingContext2D, f: Figure, look: { glasses?: number } = {}): void {
  for (const s of [-1, 1]) cloth(ctx, f, [[s * 5, -10, 1], [s * 15, -10, 1], [s * 20, 0], [s * 4, 1, 1]]);
  cloth(ctx, f, [[-17, -88], [-26, -60], [-36, -26], [-40, -7, 1], [-14, -3], [14, -3], [40, -7, 1], [36, -26], [26, -60], [17, -88]]);
  ctx.fillStyle = fade(f.light, 0.1);
  for (const x of [-20, -8, 5, 18]) ctx.fill(ribbon([[x * 0.6, -78], [x * 1.1, -40], [x * 1.5, -8]], [0.2, 2, 0.3]));
  for (const s of [-1, 1]) {
    cloth(ctx, f, ribbon([[s * 20, -100], [s * 32, -78], [s * 34, -60]], [14, 13, 8]), 0.03);
    needle(ctx, [s * 27, -84], [s * 62, 22], 2.8, 0.3 + 0.3 * Math.sin(f.t * 1.3 + s));
    cloth(ctx, f, disc(s * 34, -61, 5.4), 0.08);
  }
  cloth(ctx, f, [[0, -120], [13, -116], [27, -102], [33, -82], [22, -76], [9, -62], [0, -50, 1], [-9, -62], [-22, -76], [-33, -82], [-27, -102], [-13, -116]], 0.04);
  ctx.fillStyle = fade(f.light, 0.16);
  for (const s of [-1, 1]) ctx.fill(ribbon([[s * 4, -112], [s * 14, -92], [s * 6, -66]], [0.3, 1.8, 0.3]));
  cloth(ctx, f, disc(0, -127, 14.4, 1.08));
  cloth(ctx, f, [[-16, -124], [-16, -138], [-8, -146], [8, -146], [16, -138], [16, -124], [10, -136], [-10, -136]], 0.05);
  cloth(ctx, f, disc(0, -150, 8.4, 0.86), 0.05);
  if (!look.glasses) return;
  for (const s of [-1, 1]) {
    glow(ctx, s * 5.6, -126, 15, "#fff2cf", look.glasses * 0.8);
    ctx.fillStyle = fade("#fff6dc", look.glasses);
    ctx.fill(disc(s * 5.6, -126, 4));
  }
  ctx.fillStyle = fade("#fff6dc", look.glasses * 0.8);
  ctx.fillRect(-2, -126.6, 4, 1.2);
}

/** She sits in her rocking chair, in profile, looking right, and knits; floor at y = 0, 130 tall. */
export function rocking(ctx: CanvasRenderingContext2D, f: Figure, look: { empty?: boolean } = {}): void {
  const rock = Math.sin(f.t * 1.5) * 0.05;
  placed(ctx, { x: 0, y: 0, turn: rock }, () => {
    ctx.strokeStyle = f.body;
    ctx.lineCap = "round";
    ctx.lineWidth = 5;
    ctx.stroke(outline([[-62, -10], [-30, 0], [16, 1], [54, -8]], false));
    ctx.lineWidth = 4.4;
    for (const [a, b, c, d] of [[-34, -2, -28, -42], [32, -3, 30, -40], [-28, -42, 34, -40], [-28, -42, -46, -128], [-40, -66, 20, -62], [20, -62, 22, -40]] as const) ctx.stroke(outline([[a, b], [c, d]], false));
    ctx.lineWidth = 3;
    for (const k of [0.35, 0.6, 0.85]) ctx.stroke(outline([[-28 - 18 * k, -42 - 86 * k], [-20 - 18 * k, -44 - 84 * k]], false));
    if (look.empty) return;
    cloth(ctx, f, [[-34, -46], [-30, -96], [-16, -106], [2, -100], [8, -76], [16, -62], [44, -58], [52, -44], [54, -10, 1], [26, -8, 1], [24, -38], [-20, -36]]);
    cloth(ctx, f, [[46, -12, 1], [58, -10], [70, -4], [68, 0, 1], [40, 0, 1]]);
    cloth(ctx, f, disc(-6, -116, 15, 1.06), 0.02);
    cloth(ctx, f, [[8, -117, 1], [12.4, -111], [9, -108], [7, -104], [0, -102], [2, -118]]);
    cloth(ctx, f, [[-23, -112], [-22, -126], [-10, -134], [6, -130], [10, -121], [-2, -124], [-14, -108]], 0.05);
    cloth(ctx, f, disc(-22, -129, 8), 0.05);
    ctx.strokeStyle = "#fff2cf";
    ctx.lineWidth = 1.3;
    ctx.stroke(disc(5, -117, 3.6));
    cloth(ctx, f, ribbon([[-16, -98], [-4, -76], [24, -80]], [15, 13, 8]), 0.04);
    const work = Math.sin(f.t * 9);
    needle(ctx, [14, -92 + work], [52, -82 - work * 2], 2, 0.5);
    needle(ctx, [52, -98 - work], [20, -76 + work * 2], 2, 0.4);
  });
}
