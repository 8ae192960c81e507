import type { Point } from "./paint.ts";

/** A tapering band along a smooth spine: limbs, locks of hair, scarves, smoke. Widths are full widths. */
export function ribbon(spine: readonly (readonly [number, number])[], widths: readonly number[]): Path2D {
  const line = sampled(spine, 7);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i < line.length; i++) {
    const [x0, y0] = line[Math.max(0, i - 1)] as [number, number];
    const [x1, y1] = line[Math.min(line.length - 1, i + 1)] as [number, number];
    const size = Math.hypot(x1 - x0, y1 - y0) || 1;
    const half = widthAt(widths, i / (line.length - 1)) / 2;
    const [x, y] = line[i] as [number, number];
    left.push([x - ((y1 - y0) / size) * half, y + ((x1 - x0) / size) * half]);
    right.unshift([x + ((y1 - y0) / size) * half, y - ((x1 - x0) / size) * half]);
  }
  const path = new Path2D();
  const around = [
    ...left,
    ...cap(left.at(-1) as Point, right[0] as Point),
    ...right,
    ...cap(right.at(-1) as Point, left[0] as Point),
  ];
  for (const [i, [x, y]] of around.entries()) {
    if (i > 0) path.lineTo(x, y);
    else path.moveTo(x, y);
  }
  path.closePath();
  return path;
}

/** A half circle from one side of an end to the other, so that the whole band stays one outline. */
function cap(from: Point, to: Point): Point[] {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const start = Math.atan2(from[1] - y, from[0] - x);
  const radius = Math.hypot(from[0] - x, from[1] - y);
  return [0.12, 0.25, 0.38, 0.5, 0.62, 0.75, 0.88].map(
    (k): Point => [x + Math.cos(start - Math.PI * k) * radius, y + Math.sin(start - Math.PI * k) * radius],
  );
}

function widthAt(widths: readonly number[], k: number): number {
  const at = k * (widths.length - 1);
  const i = Math.min(widths.length - 2, Math.floor(at));
  const f = at - i;
  return (widths[i] as number) * (1 - f) + (widths[i + 1] as number) * f;
}

function sampled(spine: readonly (readonly [number, number])[], parts: number): [number, number][] {
  const out: [number, number][] = [];
  const at = (i: number) => spine[Math.min(spine.length - 1, Math.max(0, i))] as readonly [number, number];
  for (let i = 0; i < spine.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let p = 0; p < parts; p++) {
      const s = p / parts;
      const part = (j: 0 | 1) =>
        0.5 *
        (2 * b[j] +
          (c[j] - a[j]) * s +
          (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * s * s +
          (3 * b[j] - a[j] - 3 * c[j] + d[j]) * s ** 3);
      out.push([part(0), part(1)]);
    }
  }
  out.push([...at(spine.length - 1)] as [number, number]);
  return out;
}
