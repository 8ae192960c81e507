import { sprite, type View } from "./paint.ts";

/** Draws something whole and then lays it on at `opacity`: overlapping parts do not show through one another. */
export function ghost(
  view: View,
  ctx: CanvasRenderingContext2D,
  opacity: number,
  draw: (to: CanvasRenderingContext2D) => void,
): void {
  if (opacity <= 0.004) return;
  if (opacity >= 0.996) {
    draw(ctx);
    return;
  }
  const sheet = sprite(view, `ghost${view.width}x${view.height}`, view.width, view.height, () => undefined);
  const to = sheet.getContext("2d") as CanvasRenderingContext2D;
  to.setTransform(1, 0, 0, 1, 0, 0);
  to.clearRect(0, 0, sheet.width, sheet.height);
  to.setTransform(ctx.getTransform());
  to.save();
  draw(to);
  to.restore();
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = opacity;
  ctx.drawImage(sheet, 0, 0);
  ctx.restore();
}
