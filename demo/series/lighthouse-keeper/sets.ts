// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { fade, glow, mix, outline, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";

/** Mara's scarf: the one red that runs through the series. */
export const SCARF = "#d8293f";

/** The tower: 100 units tall at scale 1, its foot at x, y. `lit` is how bright the lamp room is. */
export function lighthouse(
  ctx: CanvasRenderingContext2D,
  at: {
    x: number;
    y: number;
    height: number;
    wall: string;
    band: string;
    shade: string;
    light: string;
    from: readonly [number, number];
    lit: number;
    lamp?: string;
  },
): { x: number; y: number } {
  const scale = at.height / 100;
  const lampColor = at.lamp ?? "#ffe9b0";
  placed(ctx, { x: at.x, y: at.y, scale }, () => {
    const tower = outline([
      [-14, 2, 1], [-11.5, -12], [-9, -45], [-7.6, -78, 1], [7.6, -78, 1], [9, -45], [11.5, -12], [14, 2, 1],
    ]);
    ctx.fillStyle = at.wall;
    ctx.fill(tower);
    ctx.save();
    ctx.clip(tower);
    ctx.fillStyle = at.band;
    for (const [top, bottom] of [[-70, -56], [-41, -26], [-10, 4]] as const)
      ctx.fill(
        outline([
          [-20, top, 1], [0, top + 1.6], [20, top, 1], [20, bottom, 1], [0, bottom + 1.6], [-20, bottom, 1],
        ]),
      );
    const sunny = at.from[0] >= 0;
    ctx.fillStyle = ramp(
      ctx,
      [sunny ? 12 : -12, 0],
      [sunny ? -12 : 12, 0],
      [[0, fade(at.shade, 0)], [0.42, fade(at.shade, 0.35)], [1, fade(at.shade, 0.93)]],
    );
    ctx.fillRect(-20, -80, 40, 90);
    ctx.fillStyle = ramp(
      ctx,
      [0, -78],
      [0, 2],
      [[0, fade(at.shade, 0)], [0.55, fade(at.shade, 0.2)], [1, fade(at.shade, 0.8)]],
    );
    ctx.fillRect(-20, -80, 40, 90);
    ctx.restore();
    rim(ctx, tower, { color: at.light, from: at.from, width: 2.2, strength: 0.6, steps: 4 });
    for (const [x, y] of [[1.5, -20], [-2, -48], [1, -66]] as const) {
      ctx.fillStyle = mix(at.shade, lampColor, 0.25 + 0.6 * Math.min(1, at.lit + 0.2));
      ctx.fill(outline([[x - 1.1, y, 1], [x - 1.1, y - 3], [x, y - 4.2], [x + 1.1, y - 3], [x + 1.1, y, 1]]));
    }
    lanternRoom(ctx, at, lampColor);
  });
  return { x: at.x, y: at.y - 86 * scale };
}

function lanternRoom(
  ctx: CanvasRenderingContext2D,
  at: { shade: string; light: string; band: string; from: readonly [number, number]; lit: number },
  lampColor: string,
): void {
  const iron = mix(at.shade, "#000000", 0.35);
  const deck = outline([
    [-11.5, -78.5, 1], [11.5, -78.5, 1], [11, -76.8, 1], [8, -73.5, 1], [-8, -73.5, 1], [-11, -76.8, 1],
  ]);
  ctx.fillStyle = iron;
  ctx.fill(deck);
  rim(ctx, deck, { color: at.light, from: [at.from[0], -1], width: 1, strength: 0.6, steps: 2 });
  const glass = outline([[-6, -79, 1], [-6, -92, 1], [6, -92, 1], [6, -79, 1]]);
  ctx.fillStyle = ramp(
    ctx,
    [0, -92],
    [0, -79],
    [
      [0, mix(iron, lampColor, at.lit * 0.8)], [0.5, mix(iron, mix(lampColor, "#ffffff", 0.5), at.lit)],
      [1, mix(iron, lampColor, at.lit * 0.75)],
    ],
  );
  ctx.fill(glass);
  ctx.strokeStyle = iron;
  ctx.lineWidth = 0.55;
  ctx.beginPath();
  for (const x of [-6, -3, 0, 3, 6]) {
    ctx.moveTo(x, -79);
    ctx.lineTo(x, -92);
  }
  ctx.moveTo(-6, -85.5);
  ctx.lineTo(6, -85.5);
  ctx.stroke();
  ctx.lineWidth = 0.4;
  ctx.beginPath();
  for (let x = -11; x <= 11; x += 2.2) {
    ctx.moveTo(x, -78);
    ctx.lineTo(x, -83);
  }
  ctx.moveTo(-11, -83);
  ctx.lineTo(11, -83);
  ctx.moveTo(-11, -80.6);
  ctx.lineTo(11, -80.6);
  ctx.stroke();
  const dome = outline([
    [-7.6, -91.6, 1], [-6, -96], [-2.4, -99.6], [0, -103.5, 1], [2.4, -99.6], [6, -96], [7.6, -91.6, 1],
  ]);
  ctx.fillStyle = mix(at.band, at.shade, 0.55);
  ctx.fill(dome);
  rim(ctx, dome, { color: at.light, from: at.from, width: 1.6, strength: 0.7, steps: 3 });
  glow(ctx, 0, -85.5, 34, lampColor, at.lit * 0.75);
}

/** A two-masted ship, 100 units long, waterline at y = 0. */
export function schooner(
  ctx: CanvasRenderingContext2D,
  look: { body: string; light: string; from: readonly [number, number]; windows: string },
): void {
  const hull = outline([
    [-52, -13, 1], [-30, -8], [20, -8], [58, -17, 1], [44, 4], [30, 9], [-38, 9], [-48, 2],
  ]);
  const sails = [
    [[-26, -70, 1], [-8, -40], [-6, -14, 1], [-34, -13, 1], [-32, -40]],
    [[6, -82, 1], [27, -46], [28, -14, 1], [-2, -14, 1], [1, -46]], [[12, -76, 1], [56, -18, 1], [34, -24]],
  ] as [number, number, number?][][];
  ctx.strokeStyle = look.body;
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  for (const [x, top] of [[-22, -78], [10, -90]] as const) {
    ctx.moveTo(x, -8);
    ctx.lineTo(x, top);
  }
  ctx.moveTo(10, -86);
  ctx.lineTo(70, -19);
  ctx.moveTo(10, -84);
  ctx.lineTo(-50, -13);
  ctx.moveTo(48, -14);
  ctx.lineTo(74, -21);
  ctx.stroke();
  for (const points of sails) {
    const sail = outline(points);
    ctx.fillStyle = mix(look.body, look.light, 0.2);
    ctx.fill(sail);
    rim(ctx, sail, { color: look.light, from: look.from, width: 7, strength: 0.5, steps: 4 });
  }
  ctx.fillStyle = look.body;
  ctx.fill(hull);
  rim(ctx, hull, { color: look.light, from: [look.from[0], -1], width: 2, strength: 0.6, steps: 3 });
  ctx.fillStyle = look.windows;
  for (let x = -36; x <= 34; x += 10) ctx.fillRect(x, -4, 3.4, 3);
}

/** A steamer, 100 units long, waterline at y = 0, seen from the side. */
export function steamer(
  ctx: CanvasRenderingContext2D,
  look: { body: string; light: string; from: readonly [number, number]; windows: string; lit: number },
): void {
  const parts = [
    outline([[-24, -17, 1], [-24, -30, 1], [26, -30, 1], [30, -17, 1]]),
    outline([[-8, -30, 1], [-8, -40, 1], [14, -40, 1], [17, -30, 1]]),
    outline([[-21, -30, 1], [-20, -58, 1], [-10, -58, 1], [-10, -30, 1]]),
    outline([[-54, -14, 1], [-30, -16], [26, -17], [60, -24, 1], [50, 4], [42, 12], [-42, 12], [-52, 2]]),
  ];
  ctx.strokeStyle = look.body;
  ctx.lineWidth = 1.2;
  ctx.beginPath();
  for (const [x, top] of [[38, -66], [-40, -52]] as const) {
    ctx.moveTo(x, -14);
    ctx.lineTo(x, top);
  }
  ctx.moveTo(38, -62);
  ctx.lineTo(-15, -60);
  ctx.lineTo(-52, -15);
  ctx.moveTo(38, -62);
  ctx.lineTo(58, -24);
  ctx.stroke();
  for (const path of parts) {
    ctx.fillStyle = look.body;
    ctx.fill(path);
    rim(ctx, path, { color: look.light, from: look.from, width: 2.4, strength: 0.6, steps: 3 });
  }
  ctx.fillStyle = fade(look.windows, look.lit);
  for (let x = -40; x <= 44; x += 7) ctx.fillRect(x, -9, 2.6, 2.6);
  for (let x = -20; x <= 22; x += 6) ctx.fillRect(x, -25, 3, 4);
  for (let x = -4; x <= 11; x += 5) ctx.fillRect(x, -37, 3, 4);
}

/** Stone blocks filling a box; kept as a picture. Light falls from a point in the box. */
export function masonry(
  view: View,
  ctx: CanvasRenderingContext2D,
  look: {
    key: string;
    x: number;
    y: number;
    w: number;
    h: number;
    stone: string;
    joint: string;
    light: string;
    at: readonly [number, number];
    reach: number;
    course?: number;
  },
): void {
  const picture = sprite(view, `wall${look.key}`, look.w, look.h, (to) => {
    to.fillStyle = look.joint;
    to.fillRect(0, 0, look.w, look.h);
    const course = look.course ?? 64;
    let seed = look.key.length * 977 + 3;
    const next = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return seed / 4294967296;
    };
    for (let y = 0; y < look.h; y += course) {
      for (let x = -next() * 90; x < look.w; ) {
        const wide = course * (1.3 + next() * 1.2);
        to.fillStyle = mix(look.stone, look.joint, next() * 0.55);
        to.fill(
          outline([
            [x + 3, y + 3 + next() * 3, 1], [x + wide * 0.5, y + 2 + next() * 3],
            [x + wide - 3, y + 3 + next() * 3, 1], [x + wide - 2 - next() * 3, y + course * 0.5],
            [x + wide - 3 - next() * 2, y + course - 3, 1], [x + 3 + next() * 3, y + course - 3, 1],
          ]),
        );
        x += wide;
      }
    }
    const [lx, ly] = look.at;
    const fall = to.createRadialGradient(lx, ly, 0, lx, ly, look.reach);
    fall.addColorStop(0, fade(look.light, 0.42));
    fall.addColorStop(0.4, fade(look.light, 0.14));
    fall.addColorStop(1, fade(look.light, 0));
    to.globalCompositeOperation = "screen";
    to.fillStyle = fall;
    to.fillRect(0, 0, look.w, look.h);
    to.globalCompositeOperation = "source-over";
    const night = to.createRadialGradient(lx, ly, look.reach * 0.15, lx, ly, look.reach * 1.15);
    night.addColorStop(0, "rgba(0,0,0,0)");
    night.addColorStop(1, "rgba(0,0,0,0.88)");
    to.fillStyle = night;
    to.fillRect(0, 0, look.w, look.h);
  });
  ctx.drawImage(picture, look.x, look.y, look.w, look.h);
}

/** A candle flame at its wick: two tongues and a glow that breathes slowly. */
export function flame(ctx: CanvasRenderingContext2D, x: number, y: number, size: number, t: number): void {
  const breath = 1 + 0.06 * Math.sin(t * 5.1) + 0.05 * Math.sin(t * 8.3);
  const lean = Math.sin(t * 2.7) * 0.12;
  glow(ctx, x, y - size * 0.8, size * 15, "#ff9a3d", 0.42 * breath);
  glow(ctx, x, y - size * 0.9, size * 4, "#ffd27a", 0.8);
  for (const [k, color] of [[1, "#ffb347"], [0.62, "#fff2c2"]] as const) {
    const tall = size * 2.3 * k * breath;
    ctx.fillStyle = color;
    ctx.fill(
      outline([
        [x, y], [x - size * 0.42 * k, y - tall * 0.32], [x + lean * tall * 0.6, y - tall, 1],
        [x + size * 0.42 * k, y - tall * 0.32],
      ]),
    );
  }
}

/** Edge light for `solid`: colour, the side it comes from, width in units, strength 0..1. */
export interface EdgeLight {
  color: string;
  from: readonly [number, number];
  width: number;
  strength: number;
}

/** Fills a shape and lights its edge. */
export function solid(ctx: CanvasRenderingContext2D, path: Path2D, fill: string, light: EdgeLight): void {
  ctx.fillStyle = fill;
  ctx.fill(path);
  rim(ctx, path, light);
}
