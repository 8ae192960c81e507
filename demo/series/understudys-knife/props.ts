// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";

/** The two colours of the house, and the light that is neither. */
export const VELVET = "#a30d24";
export const GILT = "#d9a441";
export const SPOT = "#fff3dc";

/** Velvet in folds, kept as a picture. `lit` is the share of the width, 0..1, where light falls on it. */
export function velvet(view: View, ctx: CanvasRenderingContext2D, look: { key: string; x: number; y: number; w: number; h: number; folds: number; lit: number; tone?: string; dark?: string; fringe?: boolean }): void {
  const picture = sprite(view, `velvet${look.key}`, look.w, look.h, (to) => {
    const tone = look.tone ?? VELVET;
    const dark = look.dark ?? "#14020a";
    const step = look.w / look.folds;
    for (let i = 0; i < look.folds; i++) {
      const near = 1 - Math.min(1, Math.abs((i + 0.5) / look.folds - look.lit) * 1.5);
      const bend = (hash(i, look.key.length) - 0.5) * step * 0.7;
      const top = mix(dark, tone, 0.35 + near * 0.6);
      const left = i * step;
      to.fillStyle = ramp(to, [left + bend * 0.4, 0], [left + step + bend * 0.4, 0], [
        [0, dark], [0.22, mix(dark, top, 0.7)], [0.46, mix(top, "#ff8a7a", near * 0.3)], [0.62, top], [0.9, mix(dark, top, 0.2)], [1, dark],
      ]);
      to.fill(outline([[left - 2, -4, 1], [left + step + 3, -4, 1], [left + step + 3 + bend, look.h * 0.55], [left + step + 3 + bend * 0.4, look.h + 4, 1], [left - 2 + bend * 0.2, look.h + 4, 1], [left - 2 + bend, look.h * 0.5]]));
    }
    to.fillStyle = ramp(to, [0, 0], [0, look.h], [[0, fade(dark, 0.75)], [0.4, fade(dark, 0.05)], [0.8, fade(dark, 0.15)], [1, fade(dark, 0.7)]]);
    to.fillRect(0, 0, look.w, look.h);
    if (!look.fringe) return;
    for (let x = 0; x < look.w; x += 7) {
      to.strokeStyle = mix(GILT, "#3a1404", hash(x, 2) * 0.7);
      to.lineWidth = 4;
      to.beginPath();
      to.moveTo(x, look.h - 40);
      to.lineTo(x, look.h - 4 - hash(x, 3) * 6);
      to.stroke();
    }
    to.fillStyle = ramp(to, [0, look.h - 54], [0, look.h - 36], [[0, "#ffe3a0"], [1, "#7a4a12"]]);
    to.fillRect(0, look.h - 54, look.w, 16);
  });
  ctx.drawImage(picture, look.x, look.y, look.w, look.h);
}

/** A dagger pointing down, its tip at 0, 0, 300 units tall. `slid` is how far the blade is inside the handle. */
export function knife(ctx: CanvasRenderingContext2D, light: readonly [number, number], slid = 0): void {
  ctx.save();
  const window = new Path2D();
  window.rect(-80, -206, 160, 400);
  ctx.clip(window);
  ctx.translate(0, -slid * 186);
  const blade = outline([[0, 0, 1], [15, -46], [20, -120], [19, -204, 1], [-19, -204, 1], [-20, -120], [-15, -46]]);
  ctx.fillStyle = ramp(ctx, [-20, 0], [20, 0], [[0, "#6a5a60"], [0.3, "#fdf6ec"], [0.49, "#c8bcc0"], [0.5, "#5a464e"], [0.75, "#8a7478"], [1, "#2a1820"]]);
  ctx.fill(blade);
  rim(ctx, blade, { color: "#fffaf0", from: light, width: 4, strength: 0.85 });
  ctx.restore();
  const guard = outline([[-74, -216], [-60, -204], [-20, -208], [0, -202], [20, -208], [60, -204], [74, -216], [62, -226], [22, -222], [-22, -222], [-62, -226]]);
  ctx.fillStyle = ramp(ctx, [-74, 0], [74, 0], [[0, "#5a3208"], [0.35, "#ffe2a0"], [0.6, GILT], [1, "#3a1c04"]]);
  ctx.fill(guard);
  rim(ctx, guard, { color: "#fff4d0", from: light, width: 3, strength: 0.8 });
  const grip = outline([[-13, -222, 1], [13, -222, 1], [17, -262], [12, -300, 1], [-12, -300, 1], [-17, -262]]);
  ctx.fillStyle = ramp(ctx, [-17, 0], [17, 0], [[0, "#3a0410"], [0.4, "#c81f3a"], [1, "#1c0208"]]);
  ctx.fill(grip);
  ctx.strokeStyle = fade("#ffd890", 0.8);
  ctx.lineWidth = 2.6;
  for (let y = -232; y > -298; y -= 13) ctx.stroke(outline([[-16, y], [0, y - 6], [16, y - 2]], false));
  ctx.fillStyle = ramp(ctx, [-16, 0], [16, 0], [[0, "#8a5a18"], [0.4, "#fff0c0"], [1, "#5a3208"]]);
  ctx.beginPath();
  ctx.arc(0, -312, 17, 0, 7);
  ctx.fill();
}

/** A hand closed round the grip of `knife`, drawn in the knife's own units; the arm leaves past the pommel. */
export function fist(ctx: CanvasRenderingContext2D, look: { light: string; dark: string; edge: string; from: readonly [number, number]; bend: number; glove?: string }): void {
  const light = { color: look.edge, from: look.from, width: 5, strength: 0.8 };
  const tone = ramp(ctx, [40, -220], [-40, -320], [[0, look.light], [1, look.dark]]);
  const arm = ribbon([[0, -286], [look.bend * 0.3, -380], [look.bend, -560], [look.bend * 1.6, -860]], [58, 56, 92, 120]);
  ctx.fillStyle = ramp(ctx, [0, -280], [look.bend, -640], [[0, look.light], [0.4, mix(look.light, look.dark, 0.6)], [1, look.dark]]);
  ctx.fill(arm);
  rim(ctx, arm, light);
  for (let i = 3; i >= 0; i--) {
    const y = -304 + i * 23;
    const finger = ribbon([[-34, y - 6], [-6, y - 3], [26, y], [36, y + 7]], [24, 27, 25, 20]);
    ctx.fillStyle = tone;
    ctx.fill(finger);
    rim(ctx, finger, light);
    ctx.strokeStyle = fade(look.dark, 0.7);
    ctx.lineWidth = 2.4;
    ctx.stroke(outline([[-34, y + 8], [-4, y + 11], [30, y + 13]], false));
  }
  const thumb = ribbon([[-34, -292], [-30, -256], [-8, -236], [18, -232]], [30, 27, 23, 16]);
  ctx.fillStyle = tone;
  ctx.fill(thumb);
  rim(ctx, thumb, light);
}

/** The look of a small figure: time, body colours, and the light that finds it. */
export interface Player {
  t: number;
  gown: string;
  shade: string;
  light: string;
  from: readonly [number, number];
  edge?: number;
}

function part(ctx: CanvasRenderingContext2D, p: Player, path: Path2D, color: string): void {
  ctx.fillStyle = ramp(ctx, [0, -205], [0, 0], [[0, mix(color, p.light, 0.25)], [0.45, color], [1, mix(color, p.shade, 0.8)]]);
  ctx.fill(path);
  rim(ctx, path, { color: p.light, from: p.from, width: p.edge ?? 2.4, strength: 0.9, steps: 4 });
}

/** The soprano in the gown of the last act, 200 tall. `arm`: raised with the knife, opened wide, down, or thrown back. */
export function soprano(ctx: CanvasRenderingContext2D, p: Player, look: { arm?: "raise" | "wide" | "down"; knife?: boolean; skin?: string } = {}): void {
  const skin = look.skin ?? "#d89a78";
  const s = (k: number) => Math.sin(p.t * 1.3 + k) * 1.6;
  const pale = p.gown.startsWith("#f");
  part(ctx, p, outline([[-8, -124], [-16, -108], [-34 + s(0), -80], [-54 + s(1), -38], [-67 + s(1), -3, 1], [-34, 5], [0, 8], [34, 5], [67 + s(2), -3, 1], [54 + s(2), -38], [34 + s(0), -80], [16, -108], [8, -124]]), p.gown);
  for (const [x, k] of [[-44, 0.16], [-24, 0.22], [-4, 0.14], [16, 0.22], [36, 0.16]] as const) {
    ctx.fillStyle = fade(x % 8 ? p.shade : p.light, pale ? k : k * 0.5);
    ctx.fill(ribbon([[x * 0.16, -112], [x * 0.55, -70], [x + s(x), -1]], [0.4, pale ? 4 : 1.8, pale ? 6 : 0.4]));
  }
  part(ctx, p, outline([[-7, -172], [-16, -165], [-18, -159], [-10, -150], [10, -150], [18, -159], [16, -165], [7, -172], [5, -180], [-5, -180]]), skin);
  part(ctx, p, outline([[-16.5, -163], [-8, -156.5], [0, -159], [8, -156.5], [16.5, -163], [14, -142], [8.6, -118], [-8.6, -118], [-14, -142]]), mix(p.gown, GILT, pale ? 0.35 : 0.04));
  const arms: Record<string, [number, number][][]> = {
    raise: [[[16, -162], [26, -178], [18, -202], [6, -222]], [[-16, -162], [-28, -176], [-20, -200], [-2, -222]]],
    wide: [[[16, -162], [32, -154], [50, -162], [64, -172]], [[-16, -162], [-32, -154], [-50, -162], [-64, -172]]],
    down: [[[16, -162], [21, -144], [22, -126], [18, -110]], [[-16, -162], [-21, -144], [-22, -126], [-18, -110]]],
  };
  for (const spine of arms[look.arm ?? "down"] as [number, number][][]) part(ctx, p, ribbon(spine, [7, 6.4, 5.4, 3.6]), skin);
  if (look.knife) placed(ctx, { x: look.arm === "raise" ? 2 : 18, y: look.arm === "raise" ? -196 : -74, scale: 0.125, turn: look.arm === "raise" ? 0 : 0.1 }, () => knife(ctx, p.from));
  part(ctx, p, outline([[0, -206], [9, -203], [10.6, -194], [8.4, -182], [0, -179], [-8.4, -182], [-10.6, -194], [-9, -203]]), "#2a1012");
  part(ctx, p, outline([[0, -203], [6.6, -200], [8.6, -192], [7, -183], [3, -177], [-3, -177], [-7, -183], [-8.6, -192], [-6.6, -200]]), skin);
  part(ctx, p, outline([[0, -206], [8, -203], [10.4, -194], [8, -187], [5.6, -196], [0, -199], [-5.6, -196], [-8, -187], [-10.4, -194], [-8, -203]]), "#2a1012");
  part(ctx, p, outline([[-6, -204], [-3, -212], [3, -212], [6, -204], [0, -201]]), "#2a1012");
}

/** The tenor: short cape, boots, a gold half-mask. 205 tall. */
export function tenor(ctx: CanvasRenderingContext2D, p: Player, look: { arm?: "reach" } = {}): void {
  const dark = p.gown;
  for (const x of [-9, 9]) part(ctx, p, ribbon([[x, -100], [x * 1.3, -50], [x * 1.4, -2]], [17, 13, 9]), dark);
  part(ctx, p, outline([[-9, -172], [-24, -164], [-30, -130], [-42, -70, 1], [-20, -60], [0, -66], [20, -60], [40, -70, 1], [30, -130], [24, -164], [9, -172]]), mix(dark, VELVET, 0.35));
  part(ctx, p, outline([[-12, -166], [-14, -130], [-12, -92, 1], [12, -92, 1], [14, -130], [12, -166], [0, -160]]), dark);
  if (look.arm) part(ctx, p, ribbon([[20, -160], [32, -148], [46, -146], [60, -152]], [11, 10, 8, 5]), dark);
  part(ctx, p, outline([[0, -205], [8, -202], [10, -192], [8, -182], [4, -175], [-4, -175], [-8, -182], [-10, -192], [-8, -202]]), "#b8785a");
  part(ctx, p, outline([[0, -208], [9, -205], [11, -194], [7, -196], [0, -198], [-7, -196], [-11, -194], [-9, -205]]), "#1c0c0c");
  ctx.fillStyle = GILT;
  ctx.fill(outline([[-9, -194], [0, -196], [9, -194], [7, -187], [2, -190], [-2, -190], [-7, -187]]));
}

/** A carnival half-mask of white and gold, 200 wide, seen from the front; `empty` eyes show what is behind. */
export function mask(ctx: CanvasRenderingContext2D, light: readonly [number, number], hollow: string): void {
  const face = outline([[-100, -34], [-84, -58], [-46, -66], [0, -48, 1], [46, -66], [84, -58], [100, -34], [96, 2], [74, 34], [40, 40], [16, 24], [0, 34], [-16, 24], [-40, 40], [-74, 34], [-96, 2]]);
  ctx.fillStyle = ramp(ctx, [-90, -60], [90, 60], [[0, "#fffaf0"], [0.4, "#ead6c0"], [0.7, "#a87a6a"], [1, "#3a1420"]]);
  ctx.fill(face);
  rim(ctx, face, { color: "#fffaf0", from: light, width: 7, strength: 0.85 });
  ctx.lineWidth = 5;
  ctx.strokeStyle = GILT;
  ctx.stroke(face);
  for (const k of [-1, 1]) {
    const eye = outline([[k * 18, -4, 1], [k * 38, -22], [k * 66, -18], [k * 80, -8, 1], [k * 62, 8], [k * 38, 10]]);
    ctx.fillStyle = hollow;
    ctx.fill(eye);
    ctx.lineWidth = 4;
    ctx.stroke(eye);
    for (const [x, y, r] of [[50, -42, 9], [30, -38, 6], [70, -40, 6], [60, 26, 5]] as const) {
      ctx.fillStyle = ramp(ctx, [0, y - r], [0, y + r], [[0, "#fff0c0"], [1, "#8a5a18"]]);
      ctx.beginPath();
      ctx.arc(k * x, y, r, 0, 7);
      ctx.fill();
    }
  }
  ctx.fillStyle = VELVET;
  ctx.fill(outline([[0, -62, 1], [13, -42, 1], [0, -22, 1], [-13, -42, 1]]));
  glow(ctx, -4, -48, 22, "#ffb0a0", 0.6);
}

/** Ropes from top to bottom with their weights; near ones are thicker and darker. */
export function ropes(ctx: CanvasRenderingContext2D, look: { seed: number; count: number; from: number; to: number; width: number; color: string; light: string; sway: number; top?: number; bottom?: number }): void {
  for (let i = 0; i < look.count; i++) {
    const x = lerp(look.from, look.to, (i + hash(i, look.seed) * 0.6) / look.count);
    const swing = look.sway * (0.4 + hash(i, look.seed + 1));
    const line: Point[] = [[x, look.top ?? -300], [x + swing * 0.5, 500], [x + swing, look.bottom ?? 1600]];
    ctx.strokeStyle = look.color;
    ctx.lineWidth = look.width;
    ctx.stroke(outline(line, false));
    ctx.strokeStyle = look.light;
    ctx.lineWidth = Math.max(1.4, look.width * 0.2);
    ctx.setLineDash([look.width * 1.3, look.width * 0.5]);
    ctx.stroke(outline(line.map(([a, b]): Point => [a - look.width * 0.25, b]), false));
    ctx.setLineDash([]);
  }
}

/** A sandbag on its rope; its ring is at 0, 0. */
export function sandbag(ctx: CanvasRenderingContext2D, light: string): void {
  const bag = outline([[-8, 0, 1], [8, 0, 1], [10, 22], [40, 44], [50, 100], [44, 160], [20, 178], [-20, 178], [-44, 160], [-50, 100], [-40, 44], [-10, 22]]);
  ctx.fillStyle = ramp(ctx, [-50, 0], [50, 0], [[0, "#5a3a34"], [0.35, "#a8806a"], [1, "#1c0c10"]]);
  ctx.fill(bag);
  rim(ctx, bag, { color: light, from: [-0.4, 1], width: 8, strength: 0.7 });
  ctx.strokeStyle = "#1c0c10";
  ctx.lineWidth = 7;
  ctx.stroke(outline([[-11, 22], [0, 26], [11, 22]], false));
}
