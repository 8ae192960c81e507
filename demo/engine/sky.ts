import { clamp, fbm, lerp, random, smooth } from "./math.ts";
import { channels, fade, glow, layer, ramp, sprite, type View } from "./paint.ts";

const OVER = 140;

/** The whole sky as one gradient. Stops from zenith (0) to the bottom of the frame (1). */
export function sky(view: View, stops: readonly (readonly [number, string])[]): void {
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [0, height], stops);
  ctx.fillRect(0, 0, width, height);
}

/** Fixed stars above `bottom`; a few are larger. */
export function stars(
  view: View,
  look: { seed: number; count: number; bottom: number; strength?: number },
): void {
  const picture = sprite(view, `stars${look.seed}/${look.bottom}`, view.width + OVER, look.bottom, (ctx) => {
    const next = random(look.seed);
    for (let i = 0; i < look.count; i++) {
      const y = next() * look.bottom;
      const size = 0.5 + next() ** 6 * 1.7;
      ctx.fillStyle = `rgba(255,250,235,${(0.25 + next() * 0.7) * smooth(look.bottom, look.bottom * 0.5, y)})`;
      ctx.beginPath();
      ctx.arc(next() * (view.width + OVER), y, size, 0, 7);
      ctx.fill();
    }
  });
  layer(view, 0.04, (ctx) => {
    ctx.globalAlpha = look.strength ?? 1;
    ctx.drawImage(picture, -OVER / 2, 0, view.width + OVER, look.bottom);
  });
}

/** Sun or moon with its halo; `pock` gives it seas. */
export function orb(
  view: View,
  look: {
    x: number;
    y: number;
    radius: number;
    core: string;
    edge: string;
    halo: string;
    haloStrength?: number;
    pock?: number;
  },
): void {
  layer(view, 0.08, (ctx) => {
    glow(ctx, look.x, look.y, look.radius * 6.5, look.halo, (look.haloStrength ?? 0.5) * 0.6);
    glow(ctx, look.x, look.y, look.radius * 2.6, look.halo, look.haloStrength ?? 0.5);
    const face = ctx.createRadialGradient(
      look.x - look.radius * 0.3,
      look.y - look.radius * 0.3,
      0,
      look.x,
      look.y,
      look.radius,
    );
    face.addColorStop(0, look.core);
    face.addColorStop(0.75, look.core);
    face.addColorStop(1, look.edge);
    ctx.fillStyle = face;
    ctx.beginPath();
    ctx.arc(look.x, look.y, look.radius, 0, 7);
    ctx.fill();
    if (!look.pock) return;
    ctx.save();
    ctx.clip();
    const next = random(look.pock);
    for (let i = 0; i < 9; i++) {
      const r = look.radius * (0.12 + next() * 0.3);
      const x = look.x + (next() * 2 - 1) * look.radius * 0.8;
      const y = look.y + (next() * 2 - 1) * look.radius * 0.8;
      const sea = ctx.createRadialGradient(x, y, 0, x, y, r);
      sea.addColorStop(0, fade(look.edge, 0.55));
      sea.addColorStop(1, fade(look.edge, 0));
      ctx.fillStyle = sea;
      ctx.fillRect(x - r, y - r, r * 2, r * 2);
    }
    ctx.restore();
  });
}

/** A band of cloud, fog, mist or smoke that drifts. */
export interface Vapour {
  seed: number;
  top: number;
  height: number;
  /** Colour in the shade and in the light; the light comes from above. */
  dark: string;
  light: string;
  /** 0 = wisps, 1 = closed cover. */
  cover: number;
  opacity: number;
  depth: number;
  /** Units a second, to the left when negative. */
  drift: number;
  /** Cells across the tile: few = big shapes. */
  cells?: number;
  /** How hard the edges of the clouds are, 0..1. */
  crisp?: number;
}

/** Draws a drifting band: a tile of fractal noise, lit from above, faded at its top and bottom. */
export function vapour(view: View, look: Vapour): void {
  const wide = view.width * 1.9;
  const key = `vapour${look.seed}/${look.dark}${look.light}${look.cover}/${look.cells}/${look.crisp}`;
  const picture = sprite({ ...view, scale: 1 }, key, 640, 320, (ctx) => paintVapour(ctx, look));
  layer(view, look.depth, (ctx) => {
    const shift = (((view.t * look.drift + look.seed * 131) % wide) + wide) % wide;
    ctx.globalAlpha = clamp(look.opacity);
    for (const x of [shift - wide, shift, shift - 2 * wide]) {
      if (x > view.width + OVER || x + wide < -OVER) continue;
      ctx.drawImage(picture, x, look.top, wide + 1, look.height);
    }
  });
}

function paintVapour(ctx: CanvasRenderingContext2D, look: Vapour): void {
  const [w, h] = [ctx.canvas.width, ctx.canvas.height];
  const image = ctx.createImageData(w, h);
  const [dark, light] = [channels(look.dark), channels(look.light)];
  const soft = lerp(0.34, 0.1, look.crisp ?? 0.3);
  const floor = 0.72 - look.cover * 0.5;
  const cells = look.cells ?? 4;
  const field = new Float32Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) field[y * w + x] = fbm(x / w, (y / w) * 1.7, cells, 5, look.seed);
  for (let y = 0; y < h; y++) {
    const edge = smooth(0, 0.42, y / h) * smooth(1, 0.5, y / h);
    for (let x = 0; x < w; x++) {
      const n = field[y * w + x] ?? 0;
      const above = field[Math.max(0, y - 9) * w + ((x + 5) % w)] ?? n;
      const lit = clamp(0.42 + (n - above) * 3.4);
      const i = (y * w + x) * 4;
      for (const c of [0, 1, 2] as const) image.data[i + c] = lerp(dark[c], light[c], lit);
      image.data[i + 3] = 255 * edge * smooth(floor, floor + soft, n * lerp(0.75, 1.1, edge));
    }
  }
  ctx.putImageData(image, 0, 0);
}
