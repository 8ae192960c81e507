// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { beam } from "../../engine/light.ts";
import { clamp, hash, lerp } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, type Point, placed, ramp, rim, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky, stars, vapour } from "../../engine/sky.ts";
import { disc } from "../../engine/solid.ts";

/** Night under glass. */
export const JADE = { black: "#020f0e", deep: "#06302b", mid: "#11584c", soft: "#3f9a83", pale: "#bff0dc", moon: "#eefff6" } as const;
/** The colour of a lie. */
export const PINK = { dark: "#5e0f48", full: "#e2489c", soft: "#ff9ad2", pale: "#ffe0f2" } as const;

/** The great glass hall: arches running to a vanishing point, the moon behind them. */
export function vault(view: View, look: { cx: number; vy: number; wide: number; moon: readonly [number, number, number]; floor?: number; bed?: boolean }): void {
  const { cx, vy, wide } = look;
  sky(view, [[0, "#041a1c"], [0.25, "#0a3a38"], [0.5, "#2a7a6c"], [0.62, "#7cc4a8"], [0.66, "#14463c"], [1, JADE.black]]);
  stars(view, { seed: 17, count: 90, bottom: view.height * 0.4, strength: 0.7 });
  const [mx, my, mr] = look.moon;
  layer(view, 0.05, (ctx) => {
    glow(ctx, mx, my, mr * 5, "#bff0dc", 0.6);
    glow(ctx, mx, my, mr * 2, "#eafff4", 0.6);
    ctx.fillStyle = ramp(ctx, [mx - mr, my - mr], [mx + mr, my + mr], [[0, "#ffffff"], [0.6, JADE.moon], [1, "#b4e4d0"]]);
    ctx.fill(disc(mx, my, mr));
  });
  vapour(view, { seed: 7, top: view.height * 0.05, height: view.height * 0.4, dark: "#0d4a46", light: "#9fdcc4", cover: 0.4, opacity: 0.55, depth: 0.06, drift: -6, cells: 3, crisp: 0.3 });
  const at = (x: number, y: number, z: number): [number, number] => [cx + x * z, vy + y * z];
  const arch = (z: number): [number, number][] => {
    const line: [number, number][] = [at(-wide, 560, z)];
    for (let i = 0; i <= 22; i++) {
      const a = Math.PI * (1 - i / 22);
      line.push(at(Math.cos(a) * wide, -240 - Math.sin(a) * wide * 0.98, z));
    }
    line.push(at(wide, 560, z));
    return line;
  };
  const zs = [0.16, 0.22, 0.3, 0.41, 0.56, 0.76, 1.04, 1.42, 1.95];
  for (const [i, z] of zs.entries())
    layer(view, lerp(0.15, 0.95, i / (zs.length - 1)), (ctx) => {
      const k = i / (zs.length - 1);
      const iron = mix("#5fae98", JADE.black, clamp(0.25 + k * 0.85));
      const line = arch(z);
      const next = zs[i + 1];
      if (next) {
        // Bars that run along the hall, and a breath of light on some panes.
        const nearer = arch(next);
        ctx.strokeStyle = iron;
        ctx.lineWidth = 2.4 * z + 0.6;
        for (let j = 1; j < line.length - 1; j += 2) {
          const [a, b] = [line[j] as [number, number], nearer[j] as [number, number]];
          ctx.beginPath();
          ctx.moveTo(...a);
          ctx.lineTo(...b);
          ctx.stroke();
          if (j + 2 >= line.length || hash(i, j) > 0.36) continue;
          const [c, d] = [nearer[j + 2] as [number, number], line[j + 2] as [number, number]];
          ctx.fillStyle = fade("#d8fff0", 0.05 + hash(j, i) * 0.09);
          ctx.fill(outline([[...a, 1], [...b, 1], [...c, 1], [...d, 1]]));
        }
        for (const s of [-1, 1])
          for (const y of [-20, 190, 400]) {
            ctx.beginPath();
            ctx.moveTo(...at(s * wide, y, z));
            ctx.lineTo(...at(s * wide, y, next));
            ctx.stroke();
          }
      }
      ctx.strokeStyle = iron;
      ctx.lineWidth = 15 * z + 1.4;
      ctx.stroke(outline(line.map(([x, y]): Point => [x, y]), false));
      ctx.strokeStyle = fade("#d8fff0", 0.5 - k * 0.1);
      ctx.lineWidth = 2.6 * z + 0.4;
      ctx.stroke(outline(line.map(([x, y]): Point => [x - 4 * z, y + 4 * z]), false));
      if (i === 0 && look.bed) bedFar(ctx, cx, vy + 560 * z, z);
    });
  layer(view, 0.5, (ctx) => {
    const y0 = vy + 560 * 0.16;
    ctx.fillStyle = ramp(ctx, [0, y0], [0, view.height], [[0, "#a8dcc6"], [0.1, "#3f8a76"], [0.4, "#0e463c"], [1, JADE.black]]);
    ctx.fill(outline([[cx - wide * 0.16, y0, 1], [cx + wide * 0.16, y0, 1], [cx + wide * 2.4, view.height + 160, 1], [cx - wide * 2.4, view.height + 160, 1]]));
    ctx.fillStyle = fade("#d8fff0", 0.16);
    ctx.fill(outline([[cx - wide * 0.04, y0, 1], [cx + wide * 0.04, y0, 1], [cx + wide * 0.5, view.height + 160, 1], [cx - wide * 0.5, view.height + 160, 1]]));
  });
  layer(view, 0.4, (ctx) => {
    for (const [k, w] of [[-0.5, 0.16], [-0.1, 0.24], [0.34, 0.18]] as const)
      beam(ctx, { x: mx, y: my, angle: Math.PI / 2 + k * 0.8 + Math.sin(view.t * 0.3 + k * 9) * 0.02, spread: w, length: view.height * 1.1, color: "#c8f5e2", strength: 0.34 });
  });
}

function bedFar(ctx: CanvasRenderingContext2D, x: number, y: number, z: number): void {
  const s = z / 0.16;
  placed(ctx, { x, y, scale: s }, () => {
    glow(ctx, 0, -20, 90, "#f4fff9", 0.6);
    ctx.fillStyle = "#1a4a44";
    ctx.fillRect(-30, -42, 60, 42);
    ctx.fillStyle = "#eefcf5";
    ctx.fill(outline([[-28, 2, 1], [-27, -14], [0, -19], [27, -14], [28, 2, 1]]));
    ctx.fillStyle = "#0b2a28";
    ctx.fill(outline([[-10, -12, 1], [-9, -26], [0, -31], [9, -26], [10, -12, 1]]));
    ctx.fill(disc(0, -37, 6, 1.15));
    ctx.fill(outline([[-7, -40], [0, -46], [7, -40], [8, -24], [-8, -24]]));
  });
}

/** One palm or fern leaf from its root: a bent rib with leaflets. */
export function frond(ctx: CanvasRenderingContext2D, look: { x: number; y: number; long: number; angle: number; bend: number; color: string; light: string; t: number; wide?: number }): void {
  const sway = Math.sin(look.t * 0.8 + look.x * 0.01) * 0.03;
  const rib: [number, number][] = [];
  for (let i = 0; i <= 14; i++) {
    const k = i / 14;
    const a = look.angle + (look.bend + sway) * k * k;
    const last = rib.at(-1) ?? [look.x, look.y];
    rib.push(i ? [last[0] + Math.cos(a) * (look.long / 14), last[1] + Math.sin(a) * (look.long / 14)] : [look.x, look.y]);
  }
  for (let i = 2; i < 15; i++) {
    const k = i / 14;
    const [x, y] = rib[i] as [number, number];
    const a = look.angle + look.bend * k * k;
    const reach = look.long * 0.34 * (look.wide ?? 1) * Math.sin(Math.PI * (0.12 + k * 0.84));
    for (const s of [-1, 1]) {
      const b = a + s * lerp(1.15, 0.5, k);
      const tip: [number, number] = [x + Math.cos(b) * reach, y + Math.sin(b) * reach + reach * 0.22];
      ctx.fillStyle = s < 0 ? mix(look.color, look.light, 0.22) : look.color;
      ctx.fill(ribbon([[x, y], [x + Math.cos(b) * reach * 0.5, y + Math.sin(b) * reach * 0.5], tip], [reach * 0.05, reach * 0.17, 0.4]));
    }
  }
  ctx.fillStyle = mix(look.color, look.light, 0.4);
  ctx.fill(ribbon(rib, [look.long * 0.02, look.long * 0.012, 0.4]));
}

/** Leaves that frame the picture from left and right. */
export function jungle(view: View, look: { foot: number; size: number; depth: number; color: string; light: string; seed: number; inner?: number }): void {
  layer(view, look.depth, (ctx) => {
    for (const s of [-1, 1])
      for (let i = 0; i < 6; i++) {
        const k = hash(i, look.seed + s);
        frond(ctx, {
          x: view.width / 2 + s * (view.width * (0.5 + (look.inner ?? 0.02)) + k * 50), y: look.foot + i * look.size * 0.12 - look.size * 0.1, long: look.size * (0.7 + k * 0.6),
          angle: -Math.PI / 2 - s * (0.1 + i * 0.16), bend: -s * (0.7 + k * 0.9), color: look.color, light: look.light, t: view.t + i,
        });
      }
  });
}

/** An orchid, about 200 wide, its heart at 0,0. `open` 0 is a bud, 1 in full flower. */
export function orchid(ctx: CanvasRenderingContext2D, open: number, t: number, look: { light?: readonly [number, number] } = {}): void {
  const from = look.light ?? [-0.4, -1];
  const o = clamp(open);
  const e = o * o * (3 - 2 * o);
  const petal = (turn: number, long: number, wide: number, dark: string, pale: string) =>
    placed(ctx, { x: 0, y: 0, turn: turn * lerp(0.16, 1, e) + Math.sin(t * 0.9 + turn) * 0.015, scale: 1 }, () => {
      const w = wide * lerp(0.34, 1, e);
      const l = long * lerp(0.62, 1, e);
      const path = outline([[0, 6], [-w * 0.42, -l * 0.2], [-w * 0.72, -l * 0.58], [-w * 0.34, -l * 0.94], [0, -l * 1.02], [w * 0.34, -l * 0.94], [w * 0.72, -l * 0.58], [w * 0.42, -l * 0.2]]);
      ctx.fillStyle = ramp(ctx, [0, 0], [0, -l], [[0, dark], [0.32, PINK.full], [0.75, pale], [1, PINK.pale]]);
      ctx.fill(path);
      ctx.save();
      ctx.clip(path);
      ctx.fillStyle = fade("#b01a70", 0.26);
      for (let i = -3; i <= 3; i++) ctx.fill(ribbon([[0, 0], [i * w * 0.16, -l * 0.45], [i * w * 0.2, -l * 0.95]], [2.2, 1.4, 0.2]));
      ctx.restore();
      rim(ctx, path, { color: "#fff0fa", from: [Math.cos(-turn) * from[0] - Math.sin(-turn) * from[1], Math.sin(-turn) * from[0] + Math.cos(-turn) * from[1]], width: 5, strength: 0.7 });
    });
  petal(2.5, 92, 52, PINK.dark, PINK.soft);
  petal(-2.5, 92, 52, PINK.dark, PINK.soft);
  petal(0, 104, 58, PINK.dark, PINK.soft);
  petal(1.35, 106, 96, "#a82474", PINK.soft);
  petal(-1.35, 106, 96, "#a82474", PINK.soft);
  if (e < 0.12) return;
  placed(ctx, { x: 0, y: 6, scale: lerp(0.3, 1, e) }, () => {
    const lip = outline([[-13, -14], [-30, 4], [-34, 26], [-17, 36], [-12, 62], [0, 74], [12, 62], [17, 36], [34, 26], [30, 4], [13, -14]]);
    ctx.fillStyle = ramp(ctx, [0, -14], [0, 72], [[0, "#ffe9a8"], [0.2, "#d8206e"], [0.6, "#8a0e54"], [1, "#d8428f"]]);
    ctx.fill(lip);
    rim(ctx, lip, { color: "#ffc0e2", from, width: 4, strength: 0.8 });
    ctx.fillStyle = "#ffe28a";
    for (const [x, y] of [[-9, 8], [9, 8], [-5, 20], [5, 20], [0, 12]] as const) ctx.fill(disc(x, y, 2.4));
    const column = outline([[-11, -16], [-9, -28], [0, -33], [9, -28], [11, -16], [6, -2], [-6, -2]]);
    ctx.fillStyle = ramp(ctx, [0, -33], [0, 0], [[0, "#fff6fb"], [1, "#f08ac0"]]);
    ctx.fill(column);
  });
}

/** A stem that leans, with flowers along it; each opens a little after the one before. */
export function stem(ctx: CanvasRenderingContext2D, look: { x: number; y: number; tall: number; lean: number; flowers: number; size: number; open: number; t: number }): void {
  const { x, y, tall, lean } = look;
  const sway = Math.sin(look.t * 0.7 + x * 0.01) * tall * 0.012;
  const at = (k: number): [number, number] => [x + lean * k ** 1.6 + sway * k, y - tall * Math.sin(k * 2.15)];
  const line = [0, 0.2, 0.4, 0.6, 0.8, 1].map(at);
  ctx.fillStyle = "#0d4638";
  ctx.fill(ribbon(line, [tall * 0.018, tall * 0.014, tall * 0.006]));
  ctx.fillStyle = fade("#8fe0bc", 0.5);
  ctx.fill(ribbon(line.map(([px, py]) => [px - tall * 0.004, py] as const), [tall * 0.004, tall * 0.003, tall * 0.001]));
  for (let i = look.flowers - 1; i >= 0; i--) {
    const [fx, fy] = at(0.46 + (0.54 * (i + 0.9)) / look.flowers);
    const o = clamp(look.open * 1.6 - i * (0.6 / look.flowers));
    glow(ctx, fx, fy, look.size * 1.6, PINK.full, 0.4 * o);
    placed(ctx, { x: fx, y: fy + look.size * 0.14, scale: (look.size / 100) * lerp(1, 0.72, i / look.flowers), turn: (hash(i, 7) - 0.5) * 0.6 + lean * 0.0006 }, () => orchid(ctx, o, look.t + i));
  }
}

/** The doctor from behind: a long white coat; 200 tall, feet at y = 0. `hidden`: an orchid behind his back. */
export function doctor(ctx: CanvasRenderingContext2D, look: { t: number; light: string; from: readonly [number, number]; hidden?: boolean; open?: number }): void {
  const part = (shape: Path2D | readonly Point[], colors: readonly [string, string], width = 3, strength = 0.9) => {
    const path = shape instanceof Path2D ? shape : outline(shape);
    ctx.fillStyle = ramp(ctx, [0, -200], [0, 0], [[0, colors[0]], [1, colors[1]]]);
    ctx.fill(path);
    rim(ctx, path, { color: look.light, from: look.from, width, strength });
  };
  const sway = Math.sin(look.t * 1.3) * 1.6;
  for (const s of [-1, 1]) {
    part(ribbon([[s * 9, -60], [s * 10, -30], [s * 10, -4]], [17, 14, 11]), ["#0c2a28", "#04130f"], 2, 0.5);
    part([[s * 10 - 7, -7, 1], [s * 10 + 7, -7, 1], [s * 10 + 9, 1, 1], [s * 10 - 8, 1, 1]], ["#061816", "#020a09"], 1, 0.3);
  }
  const coat: readonly [string, string] = ["#dcefe6", "#5f8f80"];
  if (look.hidden) {
    for (const s of [-1, 1]) part(ribbon([[s * 22, -160], [s * 31, -132], [s * 24, -108], [s * 5, -101]], [14, 14, 12, 9]), coat);
  } else for (const s of [-1, 1]) part(ribbon([[s * 22, -160], [s * 27, -130], [s * 26, -98]], [14, 14, 10]), coat);
  part([[-8, -175], [-21, -169], [-27, -157], [-24, -132], [-20, -112], [-22, -84], [-28 + sway, -40, 1], [-0.6 + sway, -36, 1], [0, -84, 1], [1 + sway, -36, 1], [28 + sway, -42, 1], [22, -84], [20, -112], [24, -132], [27, -157], [21, -169], [8, -175]], coat);
  ctx.fillStyle = fade("#2a5f54", 0.4);
  for (const line of [[[0, -166], [0.5, -130], [0, -84]], [[-14, -160], [-12, -136], [-11, -116]], [[14, -160], [12, -136], [11, -116]], [[-12, -108], [-15, -76], [-18 + sway, -44]], [[12, -108], [15, -76], [18 + sway, -44]]] as const)
    ctx.fill(ribbon(line, [0.2, 1.6, 0.4]));
  part([[-13, -119, 1], [13, -119, 1], [13, -112, 1], [-13, -112, 1]], ["#cfe6da", "#8fbaa8"], 1.4, 0.5);
  part([[-9, -172], [-9, -180], [9, -180], [9, -172], [0, -169]], ["#b88a74", "#8a5a4c"], 2, 0.4);
  part([[-12, -166], [-12, -177], [0, -173], [12, -177], [12, -166], [0, -163]], ["#eefaf4", "#b4d6c8"], 2, 0.6);
  part([[0, -203], [9, -200], [11.8, -190], [10, -179], [5, -174.5], [-5, -174.5], [-10, -179], [-11.8, -190], [-9, -200]], ["#141a1c", "#0a0f10"], 2.4);
  if (!look.hidden) return;
  for (const s of [-1, 1]) part(ribbon([[s * 24, -110], [s * 12, -102], [-s * 3, -99]], [12, 10, 8]), coat, 2);
  part(disc(-2, -99, 6.4), ["#d8a890", "#a8705c"], 2, 0.6);
  ctx.fillStyle = "#0d4638";
  ctx.fill(ribbon([[1, -74], [-1, -96], [-3, -118]], [2, 2, 1.4]));
  glow(ctx, -3, -124, 46, PINK.full, 0.55);
  placed(ctx, { x: -3, y: -124, scale: 0.2, turn: -0.1 }, () => orchid(ctx, look.open ?? 1, look.t));
}

/** Mist along the floor. */
export function mist(view: View, top: number, height: number, opacity: number, depth: number, tint = "#bff0dc"): void {
  vapour(view, { seed: 61, top, height, dark: "#2a7a6c", light: tint, cover: 0.6, opacity, depth, drift: 10, cells: 3, crisp: 0.08 });
}
