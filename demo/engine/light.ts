import { clamp } from "./math.ts";
import { fade, ramp, sprite, type View } from "./paint.ts";

/** A cone of light from a point, soft at its sides, fading with distance. Angles in radians, 0 = right. */
export function beam(
  ctx: CanvasRenderingContext2D,
  look: {
    x: number;
    y: number;
    angle: number;
    spread: number;
    length: number;
    color: string;
    strength: number;
  },
): void {
  if (look.strength <= 0.01) return;
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  ctx.translate(look.x, look.y);
  ctx.rotate(look.angle);
  const layers = 16;
  for (let i = 1; i <= layers; i++) {
    const half = Math.tan(look.spread / 2) * look.length * (i / layers);
    ctx.fillStyle = ramp(
      ctx,
      [0, 0],
      [look.length, 0],
      [
        [0, fade(look.color, (look.strength * 1.9) / layers)],
        [0.25, fade(look.color, look.strength / layers)],
        [0.65, fade(look.color, (look.strength * 0.35) / layers)],
        [1, fade(look.color, 0)],
      ],
    );
    ctx.beginPath();
    ctx.moveTo(0, -3);
    ctx.lineTo(look.length, -half);
    ctx.lineTo(look.length, half);
    ctx.lineTo(0, 3);
    ctx.fill();
  }
  ctx.restore();
}

/** The two beams of a turning lamp seen from the side. `turn` in revolutions; returns how much it faces us, 0..1. */
export function lamp(
  ctx: CanvasRenderingContext2D,
  look: { x: number; y: number; turn: number; reach: number; color: string; strength: number },
): number {
  const angle = look.turn * Math.PI * 2;
  const across = Math.cos(angle);
  const toward = Math.abs(Math.sin(angle));
  for (const side of [1, -1]) {
    const length = look.reach * Math.max(0.12, Math.abs(across));
    const lean = 0.05 + Math.sin(angle) * side * 0.1;
    const heading = across * side >= 0 ? -lean : Math.PI + lean;
    beam(ctx, {
      x: look.x,
      y: look.y,
      angle: heading,
      spread: 0.24 + toward * 0.4,
      length,
      color: look.color,
      strength: look.strength * (0.35 + 0.65 * Math.abs(across)),
    });
  }
  return clamp((toward - 0.55) / 0.45);
}

/** Slanting light through a window: a parallelogram from its sill to the floor, soft at its far end. */
export function shaft(
  ctx: CanvasRenderingContext2D,
  look: {
    from: readonly [number, number, number];
    to: readonly [number, number, number];
    color: string;
    strength: number;
  },
): void {
  const [x0, y0, w0] = look.from;
  const [x1, y1, w1] = look.to;
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  for (let i = 1; i <= 5; i++) {
    const k = 0.72 + i * 0.07;
    ctx.fillStyle = ramp(
      ctx,
      [x0, y0],
      [x1, y1],
      [
        [0, fade(look.color, 0)],
        [0.14, fade(look.color, look.strength / 4.5)],
        [0.6, fade(look.color, look.strength / 9)],
        [1, fade(look.color, 0)],
      ],
    );
    ctx.beginPath();
    ctx.moveTo(x0 - (w0 / 2) * k, y0);
    ctx.lineTo(x0 + (w0 / 2) * k, y0);
    ctx.lineTo(x1 + (w1 / 2) * k, y1);
    ctx.lineTo(x1 - (w1 / 2) * k, y1);
    ctx.fill();
  }
  ctx.restore();
}

/** Darkens the edges, more at the bottom where captions and titles lie. */
export function vignette(view: View, strength: number): void {
  const { ctx, width, height } = view;
  const round = ctx.createRadialGradient(
    width / 2,
    height * 0.44,
    height * 0.24,
    width / 2,
    height * 0.48,
    height * 0.76,
  );
  round.addColorStop(0, "rgba(0,0,0,0)");
  round.addColorStop(0.6, `rgba(0,0,0,${strength * 0.35})`);
  round.addColorStop(1, `rgba(0,0,0,${strength})`);
  ctx.fillStyle = round;
  ctx.fillRect(0, 0, width, height);
  ctx.fillStyle = ramp(
    ctx,
    [0, height * 0.72],
    [0, height],
    [
      [0, "rgba(0,0,0,0)"],
      [1, `rgba(0,0,0,${strength * 0.55})`],
    ],
  );
  ctx.fillRect(0, height * 0.72, width, height * 0.28);
}

/** Light spilling over: the bright parts of the frame, blurred and added. */
export function bloom(view: View, strength: number): void {
  const { ctx, width, height } = view;
  const [w, h] = [Math.round(width / 5), Math.round(height / 5)];
  const small = sprite({ ...view, scale: 1 }, `bloom${width}x${height}`, w, h, (to) =>
    to.fillRect(0, 0, w, h),
  );
  const to = small.getContext("2d") as CanvasRenderingContext2D;
  to.globalCompositeOperation = "copy";
  to.drawImage(ctx.canvas, 0, 0, w, h);
  // Squaring keeps the lights and drops the rest.
  to.globalCompositeOperation = "multiply";
  to.drawImage(small, 0, 0);
  to.globalCompositeOperation = "copy";
  to.filter = "blur(5px)";
  to.drawImage(small, 0, 0);
  to.filter = "none";
  ctx.save();
  ctx.globalCompositeOperation = "screen";
  ctx.globalAlpha = strength;
  ctx.drawImage(small, 0, 0, width, height);
  ctx.restore();
}

/** A still paper grain: it breaks the bands of dark gradients and costs a video encoder next to nothing. */
export function grain(view: View, strength: number): void {
  const { ctx, width, height } = view;
  const picture = sprite({ ...view, scale: 1 }, `grain${width}x${height}`, width, height, (to) => {
    const image = to.createImageData(to.canvas.width, to.canvas.height);
    let state = 7;
    for (let i = 0; i < image.data.length; i += 4) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const n = state / 4294967296 - 0.5;
      image.data.fill(n > 0 ? 255 : 0, i, i + 3);
      image.data[i + 3] = Math.abs(n) * 2 * 255;
    }
    to.putImageData(image, 0, 0);
  });
  ctx.save();
  ctx.globalAlpha = strength;
  ctx.drawImage(picture, 0, 0, width, height);
  ctx.restore();
}
