// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import type { Figure } from "./figure.ts";
import { fade, mix, outline, type Point } from "./paint.ts";
import { ribbon } from "./ribbon.ts";
import { solid } from "./solid.ts";

/** People of today seen from behind; like those of figure.ts 200 units tall, feet at y = 0. */

function cloth(ctx: CanvasRenderingContext2D, f: Figure, shape: Path2D | Point[], color: string, share = 1): Path2D {
  return solid(ctx, shape, [mix(color, f.light, 0.12), color, mix(color, f.ground, 0.6)], [0, -200, 0, 0], { color: f.light, from: f.from, width: f.edge ?? 3, strength: 0.85 * share });
}

/** A woman in a fitted coat: bare calves and heels, or `long` to the ground. `hat` is wide; `step` walks. */
export function cityWoman(ctx: CanvasRenderingContext2D, f: Figure, look: { hat?: string; coat?: string; skin?: string; hair?: string; bag?: boolean; long?: boolean; step?: number; arms?: "down" | "hips" | "hat" } = {}): void {
  const coat = look.coat ?? f.body;
  const skin = look.skin ?? mix(f.body, f.light, 0.3);
  const step = look.step ?? 0;
  for (const s of [-1, 1]) {
    const lift = Math.max(0, s * step) * 7;
    cloth(ctx, f, ribbon([[s * 7, -66], [s * 8.4, -46], [s * 8 - s * 1.5, -30 - lift * 0.4], [s * 6.6, -7 - lift]], [13, 11.5, 11, 5.4]), skin, 0.8);
    cloth(ctx, f, outline([[s * 6.6 - 4, -12 - lift], [s * 6.6 + 4, -12 - lift], [s * 6.6 + 4.8, -3 - lift], [s * 6.6 + 1.4, 1 - lift, 1], [s * 6.6 - 1.4, 1 - lift, 1], [s * 6.6 - 4.8, -3 - lift]]), f.body, 0.6);
  }
  if (look.bag) suitcase(ctx, f);
  sleeves(ctx, f, coat, look.arms ?? "down");
  const sway = Math.sin(f.t * 2) * 2 * (0.3 + f.wind) - f.wind * 6 + step * 2.5;
  if (look.long) longCoat(ctx, f, coat, sway);
  else cloth(ctx, f, outline([
    [-6, -171], [-17, -165], [-20.5, -154], [-17, -138], [-12.2, -119], [-15.6, -103], [-20.4, -82], [-23 + sway, -54, 1],
    [0 + sway, -51], [23 + sway * 0.6, -54, 1], [20.4, -82], [15.6, -103], [12.2, -119], [17, -138], [20.5, -154], [17, -165], [6, -171],
  ]), coat);
  ctx.fillStyle = fade(f.light, 0.14);
  for (const x of look.long ? [] : [-9, 0, 9]) ctx.fill(ribbon([[x * 0.5, -116], [x * 1.1, -90], [x * 1.6 + sway * 0.6, -57]], [0.2, 1.6, 0.3]));
  cloth(ctx, f, outline([[-12.6, -122, 1], [0, -120], [12.6, -122, 1], [13, -116], [0, -113.6], [-13, -116]]), mix(coat, f.light, 0.1));
  hairOf(ctx, f, look.hair ?? f.body);
  if (look.hat) wideBrim(ctx, f, look.hat);
}

function longCoat(ctx: CanvasRenderingContext2D, f: Figure, coat: string, sway: number): void {
  const fly = (k: number) => sway * k + Math.sin(f.t * 2.3 + k * 2) * 3 * (0.3 + f.wind);
  cloth(ctx, f, outline([
    [-6, -171], [-17, -165], [-20.5, -154], [-17, -138], [-12.2, -119], [-16, -98], [-21, -66], [-29 + fly(0.9), -32], [-40 + fly(2.2), -9, 1], [-20 + fly(1.4), -13],
    [-4 + fly(0.8), -9, 1], [0, -34], [5 + fly(0.4), -10, 1], [18 + fly(0.5), -13], [33 + fly(0.6), -8, 1], [26, -38], [20, -70], [15.6, -98], [12.2, -119], [17, -138], [20.5, -154], [17, -165], [6, -171],
  ]), coat);
  ctx.fillStyle = fade(f.light, 0.15);
  for (const x of [-10, -4, 5, 11]) ctx.fill(ribbon([[x * 0.5, -114], [x, -80], [x * 1.6 + fly(0.4), -46], [x * 2.3 + fly(1), -14]], [0.2, 1.5, 1.7, 0.3]));
  ctx.fillStyle = fade("#000000", 0.3);
  ctx.fill(ribbon([[0, -110], [0.4, -70], [0, -30]], [0.3, 1.4, 3]));
}

function hairOf(ctx: CanvasRenderingContext2D, f: Figure, color: string): void {
  for (let i = 0; i < 7; i++) {
    const x = -9.6 + i * 3.2;
    const wave = Math.sin(f.t * 1.9 + i * 0.9) * 2.2 * (0.3 + f.wind);
    const reach = -f.wind * (10 + (i % 3) * 7);
    const lock = ribbon([[x * 0.8, -192], [x * 1.15, -174], [x * 1.3 + reach * 0.4 + wave * 0.5, -156], [x * 1.15 + reach + wave, -137 - (i % 3) * 5]], [8, 8.4, 6.4, 0.6]);
    solid(ctx, lock, [mix(color, f.light, 0.06 + (i % 3) * 0.04), mix(color, "#000000", 0.3)], [0, -195, 0, -140], { color: f.light, from: f.from, width: 1.2, strength: 0.35 });
  }
  solid(ctx, outline([[0, -202], [8.4, -199], [11.4, -190], [10.8, -178], [6, -170], [-6, -170], [-10.8, -178], [-11.4, -190], [-8.4, -199]]), [mix(color, f.light, 0.1), color], [0, -202, 0, -170], { color: f.light, from: f.from, width: f.edge ?? 3, strength: 0.7 });
  ctx.fillStyle = fade(f.light, 0.14);
  for (const x of [-6, -1, 5]) ctx.fill(ribbon([[x * 0.5, -200], [x * 1.3, -184], [x * 1.4, -160]], [0.2, 1.2, 0.2]));
}

function wideBrim(ctx: CanvasRenderingContext2D, f: Figure, color: string): void {
  felt(ctx, f, outline([[-15, -192], [-14, -205], [-10, -215], [0, -218.5], [10, -215], [14, -205], [15, -192]]), color);
  felt(ctx, f, outline([[-46, -186], [-30, -193.5], [-14, -196.5], [0, -195.5], [14, -196.5], [30, -193.5], [46, -186], [34, -184.6], [16, -188.4], [0, -188], [-16, -188.4], [-34, -184.6]]), color);
  ctx.fillStyle = mix(color, "#000000", 0.5);
  ctx.fill(outline([[-15.2, -199], [0, -197.4], [15.2, -199], [15.4, -194.4], [0, -192.8], [-15.4, -194.4]]));
}

function felt(ctx: CanvasRenderingContext2D, f: Figure, path: Path2D, color: string): void {
  solid(ctx, path, [mix(color, f.light, 0.07), color, mix(color, "#000000", 0.4)], [0, -218, 0, -184], { color: f.light, from: f.from, width: (f.edge ?? 3) * 0.8, strength: 0.8 });
}

function sleeves(ctx: CanvasRenderingContext2D, f: Figure, coat: string, arms: "down" | "hips" | "hat"): void {
  const left: [number, number][] = arms === "hips" ? [[-17, -160], [-28, -138], [-18, -117]] : [[-17, -160], [-21.5, -136], [-22, -114], [-20, -97]];
  const right: [number, number][] = arms === "hat" ? [[17, -160], [32, -172], [27, -193]] : arms === "hips" ? [[17, -160], [28, -138], [18, -117]] : [[17, -160], [21.5, -136], [22, -114], [20, -97]];
  for (const line of [left, right]) cloth(ctx, f, ribbon(line, [9.5, 10, 8.4, 5.4]), coat);
}

/** One suitcase held in the left hand. */
function suitcase(ctx: CanvasRenderingContext2D, f: Figure): void {
  ctx.strokeStyle = mix(f.body, f.light, 0.2);
  ctx.lineWidth = 2.4;
  ctx.stroke(outline([[-30, -88], [-29, -97, 1], [-13, -97, 1], [-12, -88]], false));
  const leather = f.accent ?? mix(f.body, f.light, 0.12);
  cloth(ctx, f, outline([[-46, -88], [-44, -90], [4, -90], [6, -88], [6, -50], [4, -48], [-44, -48], [-46, -50]].map(([x, y]): Point => [(x as number) - 1, y as number, 1])), leather);
  ctx.fillStyle = fade("#000000", 0.35);
  for (const x of [-37, -7]) ctx.fillRect(x, -90, 5, 42);
}

/** A man in a dark suit, hair cut short. */
export function cityMan(ctx: CanvasRenderingContext2D, f: Figure, look: { suit?: string; arms?: "down" | "pockets" | "raised"; hair?: string } = {}): void {
  const suit = look.suit ?? f.body;
  for (const s of [-1, 1]) {
    cloth(ctx, f, ribbon([[s * 8, -98], [s * 10, -56], [s * 10, -5]], [20, 15, 11]), suit, 0.8);
    cloth(ctx, f, outline([[s * 10 - 6, -8, 1], [s * 10 + 6, -8, 1], [s * 10 + 7, 1, 1], [s * 10 - 7, 1, 1]]), mix(f.body, "#000000", 0.4), 0.5);
    const arm: [number, number][] = look.arms === "pockets" ? [[s * 22, -160], [s * 29, -130], [s * 21, -100]] : look.arms === "raised" && s > 0 ? [[21, -160], [36, -176], [34, -204]] : [[s * 22, -160], [s * 26.5, -132], [s * 26, -96]];
    cloth(ctx, f, ribbon(arm, [13, 13, 10.5, 8]), suit);
  }
  cloth(ctx, f, outline([
    [-8, -175], [-20, -169], [-26.4, -159], [-24.6, -136], [-19.4, -114], [-20.6, -92], [-21.6, -82, 1], [0, -79], [21.6, -82, 1], [20.6, -92], [19.4, -114], [24.6, -136], [26.4, -159], [20, -169], [8, -175],
  ]), suit);
  ctx.strokeStyle = fade("#000000", 0.4);
  ctx.lineWidth = 1.2;
  ctx.stroke(outline([[0, -108], [0.6, -80]], false));
  cloth(ctx, f, outline([[-7, -170], [-8, -182], [8, -182], [7, -170], [0, -167]]), mix(suit, f.light, 0.2), 0.6);
  cloth(ctx, f, outline([[0, -203], [9, -200], [11.8, -190], [10, -178], [5, -173.5], [-5, -173.5], [-10, -178], [-11.8, -190], [-9, -200]]), look.hair ?? f.body);
}
