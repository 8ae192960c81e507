// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { fade, mix, outline, type Point, placed, ramp, rim } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { HUE } from "./sets.ts";

/** Light on a standing silhouette, 200 units tall, feet at 0. */
export interface Stance {
  body: string;
  light: string;
  from: readonly [number, number];
  edge?: number;
  strength?: number;
}

function part(ctx: CanvasRenderingContext2D, s: Stance, path: Path2D, tone = 0, base = s.body): void {
  ctx.fillStyle = ramp(ctx, [0, -205], [0, 0], [[0, mix(base, s.light, 0.1 + tone)], [0.5, mix(base, s.light, 0.03 + tone)], [1, mix(base, s.body, 0.6)]]);
  ctx.fill(path);
  rim(ctx, path, { color: s.light, from: s.from, width: s.edge ?? 2.6, strength: s.strength ?? 0.85, steps: 4 });
}

const disc = (x: number, y: number, rx: number, ry = rx): Path2D => {
  const path = new Path2D();
  path.ellipse(x, y, rx, ry, 0, 0, 7);
  return path;
};

/** The case: leather, brass corners, light in its seam when `leak` is above 0. Handle at 0,0. */
export function luggage(ctx: CanvasRenderingContext2D, s: Stance, leak = 0, wide = 60): void {
  const [w, h] = [wide / 2, wide * 0.68];
  ctx.strokeStyle = mix(s.body, s.light, 0.3);
  ctx.lineWidth = 2.6;
  ctx.stroke(outline([[-9, 5], [-7, 0], [7, 0], [9, 5]], false));
  part(ctx, s, outline([[-w, 8], [-w + 3, 5], [w - 3, 5], [w, 8], [w, 5 + h - 3], [w - 3, 5 + h], [-w + 3, 5 + h], [-w, 5 + h - 3]]), 0.04);
  ctx.fillStyle = fade(HUE.gold, 0.55);
  for (const [x, y, sx, sy] of [[-w, 5, 1, 1], [w, 5, -1, 1], [-w, 5 + h, 1, -1], [w, 5 + h, -1, -1]] as const)
    ctx.fill(outline([[x, y + 2 * sy, 1], [x + 2 * sx, y, 1], [x + 8 * sx, y, 1], [x, y + 8 * sy, 1]]));
  for (const x of [-w * 0.55, w * 0.55 - 4]) ctx.fillRect(x, h * 0.36, 4, 6);
  ctx.fillStyle = leak > 0 ? fade(HUE.pale, leak) : fade("#000000", 0.5);
  ctx.fillRect(-w + 0.6, h * 0.4 + 1, w * 2 - 1.2, leak > 0 ? 1.7 : 1.4);
}

/** The night porter: tailcoat, brass on the shoulders, white gloves, pillbox cap, the case. `step` moves the legs. */
export function porter(
  ctx: CanvasRenderingContext2D,
  s: Stance,
  look: { step?: number; carries?: boolean; leak?: number; front?: boolean } = {},
): void {
  const step = look.step ?? 0;
  const glove = mix(s.body, "#efe6c8", 0.6);
  for (const [side, lift] of [[-1, Math.max(0, step)], [1, Math.max(0, -step)]] as const) {
    const x = 8.6 * side;
    part(ctx, s, outline([[x - 4.4, -9 - lift * 9], [x + 4.4, -9 - lift * 9], [x + 5 + side * 1.6, 0 - lift * 6, 1], [x - 5 + side * 1.6, 0 - lift * 6, 1]]));
    part(ctx, s, ribbon([[6.4 * side, -98], [7.6 * side, -54 - lift * 3], [x, -6 - lift * 9]], [17, 13, 9.4]));
  }
  if (look.carries !== false) placed(ctx, { x: 30.5, y: -84, turn: step * 0.04 }, () => luggage(ctx, s, look.leak, 54));
  const swing = step * 3;
  part(ctx, s, disc(-25.5 - swing, -83, 4, 6), 0, glove);
  part(ctx, s, ribbon([[-20, -161], [-25.5, -138], [-27, -113], [-25.5 - swing, -88]], [11, 12, 9.6, 7.4]));
  part(ctx, s, disc(30.5, -84, 4.2, 4.8), 0, glove);
  part(ctx, s, ribbon([[20, -161], [25.5, -138], [28.5, -113], [30, -89]], [11, 12, 9.6, 7.4]));
  part(ctx, s, outline([
    [-6, -173], [-15, -169.5], [-23, -164.5], [-25, -156], [-20.5, -134], [-15.5, -114], [-16.5, -94], [-20, -60, 1],
    [-5.5, -57, 1], [0, -86, 1], [5.5, -57, 1], [20, -60, 1], [16.5, -94], [15.5, -114], [20.5, -134], [25, -156], [23, -164.5], [15, -169.5], [6, -173],
  ]));
  ctx.strokeStyle = fade(s.light, 0.13);
  ctx.lineWidth = 0.8;
  for (const line of [[[0, -168], [0.4, -120], [0, -86]], [[-13, -160], [-10, -136], [-11, -100]], [[13, -160], [10, -136], [11, -100]]] as Point[][]) ctx.stroke(outline(line, false));
  ctx.fillStyle = fade(HUE.gold, 0.7);
  for (const side of [-1, 1]) {
    ctx.fill(outline([[13 * side, -170.4], [23.5 * side, -165], [25.6 * side, -159.5], [14 * side, -166.6]]));
    if (look.front) for (let i = 0; i < 4; i++) ctx.fill(disc((7 - i * 0.7) * side, -158 + i * 14, 1.5));
    else ctx.fill(disc(4.5 * side, -108, 1.5));
  }
  head(ctx, s, 0);
  part(ctx, s, outline([[-6.6, -177.5], [6.6, -177.5], [8.6, -168.5], [0, -166], [-8.6, -168.5]]), 0.03);
  ctx.strokeStyle = fade(HUE.gold, 0.6);
  ctx.lineWidth = 0.9;
  ctx.stroke(outline([[-6.6, -177.5], [0, -176], [6.6, -177.5]], false));
  part(ctx, s, outline([[-10, -196.5, 1], [-9.4, -209.5], [-7, -211.4], [7, -211.4], [9.4, -209.5], [10, -196.5, 1], [0, -194.4]]), 0.05);
  ctx.fillStyle = fade(HUE.gold, 0.7);
  ctx.fill(outline([[-10, -199], [0, -196.8], [10, -199], [10, -197.2], [0, -195], [-10, -197.2]]));
}

/** Skull, ears and neck; `hair` widens the crown. */
function head(ctx: CanvasRenderingContext2D, s: Stance, hair: number): void {
  part(ctx, s, outline([[-4.4, -186], [4.4, -186], [5.4, -168], [-5.4, -168]]));
  for (const side of [-1, 1]) part(ctx, s, disc(8.9 * side, -189, 1.7, 3.2));
  part(ctx, s, outline([[0, -205 - hair], [6.8, -202.6 - hair], [9.2 + hair * 0.3, -194], [8.2, -186], [5, -179.4], [2, -177.4], [-2, -177.4], [-5, -179.4], [-8.2, -186], [-9.2 - hair * 0.3, -194], [-6.8, -202.6 - hair]]));
}

/** A lady in a long coat and an oxblood cloche, seen from behind. */
export function lady(ctx: CanvasRenderingContext2D, s: Stance, look: { step?: number } = {}): void {
  const step = look.step ?? 0;
  for (const side of [-1, 1]) {
    const lift = Math.max(0, step * side) * 5;
    part(ctx, s, ribbon([[5.6 * side, -50], [6.2 * side, -24], [5.6 * side, -5 - lift]], [10, 8, 4]));
    part(ctx, s, outline([[5.6 * side - 2.6, -7 - lift], [5.6 * side + 2.6, -7 - lift], [5.6 * side + 3.2, -lift, 1], [5.6 * side - 3.2, -lift, 1]]));
  }
  for (const side of [-1, 1]) {
    part(ctx, s, disc(17 * side, -93, 3, 4.6), 0, mix(s.body, HUE.wax, 0.35));
    part(ctx, s, ribbon([[14.5 * side, -157], [18.5 * side, -134], [18.4 * side, -114], [17 * side, -97]], [9, 9, 7.4, 5.4]));
  }
  part(ctx, s, outline([[-5, -169], [-12, -165], [-16.5, -158], [-14, -136], [-11, -120], [-14, -98], [-18, -66], [-21 + step * 2, -36, 1], [0, -32], [21 + step * 2, -36, 1], [18, -66], [14, -98], [11, -120], [14, -136], [16.5, -158], [12, -165], [5, -169]]));
  part(ctx, s, outline([[-11, -122], [0, -120], [11, -122], [11.2, -117], [0, -115], [-11.2, -117]]), 0.06);
  part(ctx, s, outline([[-3.8, -184], [3.8, -184], [4.6, -166], [-4.6, -166]]));
  part(ctx, s, outline([[-11, -161], [-10.5, -171], [-6, -175], [0, -172], [6, -175], [10.5, -171], [11, -161], [0, -156]]), 0.08);
  part(ctx, s, outline([[-8, -188], [8, -188], [6, -178], [2, -175.5], [-2, -175.5], [-6, -178]]));
  const hat = mix(s.body, HUE.wax, 0.45);
  part(ctx, s, outline([[-11.6, -184, 1], [-10.4, -195], [-6, -203], [0, -205], [6, -203], [10.4, -195], [11.6, -184, 1], [6, -181.6], [0, -181], [-6, -181.6]]), 0.02, hat);
  ctx.fillStyle = fade("#000000", 0.4);
  ctx.fill(outline([[-11.2, -189], [0, -186], [11.2, -189], [11.4, -185.6], [0, -182.6], [-11.4, -185.6]]));
}

/** Madame Oriel: a dress to the floor, high collar, upswept hair, hands folded, a brass key on her breast. */
export function madame(ctx: CanvasRenderingContext2D, s: Stance): void {
  part(ctx, s, outline([[-4, -170], [-10, -166.5], [-16, -161], [-17.4, -150], [-15, -132], [-13, -118], [-15, -96], [-19, -50], [-27, 0, 1], [27, 0, 1], [19, -50], [15, -96], [13, -118], [15, -132], [17.4, -150], [16, -161], [10, -166.5], [4, -170]]));
  ctx.strokeStyle = fade(s.light, 0.12);
  ctx.lineWidth = 0.8;
  for (const x of [-9, -3, 4, 10]) ctx.stroke(outline([[x * 0.7, -104], [x * 1.1, -50], [x * 1.8, -2]], false));
  for (const side of [-1, 1]) part(ctx, s, ribbon([[14 * side, -158], [17 * side, -140], [14.6 * side, -124], [3 * side, -114]], [8, 9, 8, 5]));
  part(ctx, s, disc(0, -113.5, 5, 3.4), 0.12);
  part(ctx, s, outline([[-3.4, -184], [3.4, -184], [4, -166], [-4, -166]]));
  part(ctx, s, outline([[-4.6, -177], [0, -175.6], [4.6, -177], [6.6, -166], [0, -163.4], [-6.6, -166]]), 0.05);
  part(ctx, s, outline([[-7.4, -196], [7.4, -196], [6.8, -187], [3.8, -180.4], [1.4, -178.6], [-1.4, -178.6], [-3.8, -180.4], [-6.8, -187]]));
  part(ctx, s, outline([[-8.4, -187], [-11, -195], [-10, -203], [-5, -207.6], [0, -208.4], [5, -207.6], [10, -203], [11, -195], [8.4, -187], [6, -193], [0, -196], [-6, -193]]), 0.08);
  part(ctx, s, outline([[0, -214.6], [4.4, -212.6], [5, -208], [0, -206], [-5, -208], [-4.4, -212.6]]), 0.06);
  ctx.strokeStyle = fade(HUE.gold, 0.75);
  ctx.lineWidth = 0.8;
  ctx.stroke(outline([[-4, -166], [0, -147], [4, -166]], false));
  ctx.lineWidth = 1.2;
  ctx.stroke(disc(0, -144.6, 2.2));
  ctx.fillStyle = HUE.gold;
  ctx.fillRect(-0.6, -142.6, 1.2, 8);
  ctx.fillRect(0, -137, 2.6, 1.2);
}

/** A man in an overcoat, bare-headed. */
export function guest(ctx: CanvasRenderingContext2D, s: Stance): void {
  for (const side of [-1, 1]) {
    part(ctx, s, outline([[7.6 * side - 4.6, -9], [7.6 * side + 4.6, -9], [7.6 * side + 5.6 + side, 0, 1], [7.6 * side - 5.6 + side, 0, 1]]));
    part(ctx, s, ribbon([[7 * side, -70], [7.6 * side, -6]], [15, 9.6]));
  }
  for (const side of [-1, 1]) part(ctx, s, ribbon([[19 * side, -160], [25 * side, -136], [24 * side, -110], [16 * side, -101]], [11, 12, 10, 7]));
  part(ctx, s, outline([[-6, -173], [-16, -168], [-23, -161], [-21, -136], [-18, -112], [-20, -78], [-22, -44, 1], [22, -44, 1], [20, -78], [18, -112], [21, -136], [23, -161], [16, -168], [6, -173]]));
  head(ctx, s, 1.4);
  part(ctx, s, outline([[-8, -178], [0, -174], [8, -178], [10.4, -166], [0, -161], [-10.4, -166]]), 0.04);
}
