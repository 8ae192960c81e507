// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash } from "../../engine/math.ts";
import { fade, outline, type Point, ramp, rim } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";

/** A hill in front, lit along its back, with dry thistles on it. */
export function dune(ctx: CanvasRenderingContext2D, look: { ridge: readonly Point[]; bottom: number; top: string; base: string; light: string }): void {
  const [first, last] = [look.ridge[0] as Point, look.ridge.at(-1) as Point];
  const path = outline([...look.ridge, [last[0], look.bottom, 1], [first[0], look.bottom, 1]]);
  const high = Math.min(...look.ridge.map(([, y]) => y));
  for (let i = 0; i < 46; i++) {
    const k = hash(i, 3);
    const x = first[0] + (last[0] - first[0]) * k;
    const y = heightOf(look.ridge, x) + 10;
    const tall = 20 + hash(i, 5) * 62;
    const lean = 6 + hash(i, 7) * 20;
    ctx.fillStyle = fade(look.base, 0.9);
    ctx.fill(ribbon([[x, y], [x + lean * 0.4, y - tall * 0.6], [x + lean, y - tall]], [3.4, 2, 0.6]));
    if (i % 4 === 0) ctx.fill(outline([[x + lean - 5, y - tall - 4], [x + lean, y - tall - 9], [x + lean + 6, y - tall - 4], [x + lean + 1, y - tall + 5]]));
  }
  ctx.fillStyle = ramp(ctx, [0, high], [0, high + 260], [[0, look.top], [0.3, look.base], [1, look.base]]);
  ctx.fill(path);
  rim(ctx, path, { color: look.light, from: [0.1, -1], width: 7, strength: 0.6 });
}

function heightOf(line: readonly Point[], x: number): number {
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] as Point, line[i] as Point];
    if (x <= b[0]) return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0]);
  }
  return (line.at(-1) as Point)[1];
}
