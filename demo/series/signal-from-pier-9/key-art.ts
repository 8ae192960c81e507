// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { hash } from "../../engine/math.ts";
import { fade, glow, layer, outline, placed, ramp, type View } from "../../engine/paint.ts";
import { disc } from "../../engine/solid.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { veraStanding } from "./cast.ts";
import { crane, fogBank, freighter, HUE, harbour, scope, trace } from "./sets.ts";

/** The screen of the set stands over the harbour like a moon; the ship without lights is in it. */
function keyArt(view: View, at: { x: number; y: number; r: number; horizon: number; ship: number; foot: number; tall: number; cranes: readonly (readonly [number, number, boolean])[] }): void {
  const { width, height } = view;
  harbour(view, { horizon: at.horizon, x: at.x, green: 1.1 });
  layer(view, 0, (ctx) => {
    glow(ctx, at.x, at.y, at.r * 2.5, HUE.tube, 0.42);
    placed(ctx, { x: at.x, y: at.y }, () => scope(ctx, { r: at.r, t: 2.62, kind: "voice", bezel: false }));
    // The trace runs on, past the edge of the screen.
    ctx.save();
    ctx.globalCompositeOperation = "screen";
    const path = new Path2D();
    for (let x = -20; x <= width + 20; x += 4) {
      const k = (x - at.x) / at.r;
      const y = at.y + (Math.abs(k) < 1 ? trace("voice", k, 2.62) : (hash(x, 5) - 0.5) * 0.03) * at.r;
      path[x > -20 ? "lineTo" : "moveTo"](x, y);
    }
    for (const [w, a] of [[14, 0.12], [5, 0.4], [1.8, 0.9]] as const) {
      ctx.strokeStyle = fade(HUE.radium, a * 0.8);
      ctx.lineWidth = w;
      ctx.stroke(path);
    }
    ctx.restore();
    ctx.strokeStyle = fade("#d8ffe4", 0.5);
    ctx.lineWidth = 3;
    ctx.stroke(disc(at.x, at.y, at.r));
  });
  layer(view, 0, (ctx) => placed(ctx, { x: at.x, y: at.horizon + 34, scale: at.ship }, () => freighter(ctx, { on: 0, body: "#030606", light: HUE.radium, t: 1, rust: 0.25 })));
  fogBank(view, { top: at.horizon - 90, height: 190, depth: 0, drift: 0, opacity: 0.55, seed: 63, warm: 0.6 });
  layer(view, 0, (ctx) => {
    for (const [x, h, flip] of at.cranes) {
      const side = flip ? -1 : 1;
      placed(ctx, { x, y: at.horizon + 60, flip }, () => crane(ctx, { h, t: 1.1, color: "#0a0a0a", light: HUE.ember, seed: h }));
      ctx.fillStyle = ramp(ctx, [0, at.horizon + 56], [0, at.horizon + 190], [[0, "#140e0c"], [1, fade("#040506", 0)]]);
      ctx.fill(outline([[x - side * h * 0.26, at.horizon + 56, 1], [x + side * 900, at.horizon + 56, 1], [x + side * 900, at.horizon + 190, 1], [x - side * h * 0.22, at.horizon + 190, 1]]));
    }
    ctx.save();
    ctx.globalCompositeOperation = "screen";
    ctx.fillStyle = ramp(ctx, [0, at.horizon + 30], [0, height * 0.9], [[0, fade("#3fd08a", 0.75)], [1, fade(HUE.tube, 0.1)]]);
    for (let i = 0; i < 64; i++) {
      const y = at.horizon + 30 + (i / 64) ** 1.25 * height * 0.24;
      const [x, w] = [at.x + (hash(i, 14) - 0.5) * at.r * 1.5, at.r * (0.1 + hash(i, 12) * 0.3)];
      ctx.fill(outline([[x - w, y, 1], [x, y - 1.2 - i * 0.03], [x + w, y, 1], [x, y + 1.4 + i * 0.03]]));
    }
    ctx.restore();
    const mid = at.x;
    const far = at.foot - 20;
    ctx.fillStyle = ramp(ctx, [0, far], [0, height], [[0, "#3a5a48"], [0.12, "#33241a"], [0.5, "#140e0b"], [1, "#030404"]]);
    ctx.fill(outline([[mid - 92, far, 1], [mid + 92, far, 1], [mid + 330, height + 10, 1], [mid - 330, height + 10, 1]]));
    ctx.strokeStyle = fade("#000000", 0.6);
    for (let i = 0; i < 10; i++) {
      const k = (i / 10) ** 1.7;
      ctx.lineWidth = 1 + k * 5;
      ctx.stroke(outline([[mid - 92 - 238 * k, far + (height - far) * k], [mid + 92 + 238 * k, far + (height - far) * k]], false));
    }
    ctx.strokeStyle = fade(HUE.radium, 0.5);
    ctx.lineWidth = 2.4;
    ctx.stroke(outline([[mid - 92, far], [mid + 92, far]], false));
    for (const side of [-1, 1]) {
      ctx.fillStyle = "#050606";
      ctx.fillRect(mid + side * 96 - 9, far - 34, 18, 60);
      ctx.fillRect(mid + side * 150 - 13, far + 40, 26, 90);
    }
    ctx.fillStyle = ramp(ctx, [0, at.foot], [0, at.foot + 240], [[0, fade("#000000", 0.75)], [1, fade("#000000", 0)]]);
    ctx.fill(outline([[mid - 40, at.foot - 4], [mid + 40, at.foot - 4], [mid + 120, at.foot + 240, 1], [mid - 120, at.foot + 240, 1]]));
    placed(ctx, { x: mid, y: at.foot, scale: at.tall }, () => veraStanding(ctx, { body: "#050605", light: HUE.radium, from: [0, -1], t: 2.2, headset: true }));
  });
  fogBank(view, { top: height - 210, height: 260, depth: 0, drift: 0, opacity: 0.4, seed: 71, warm: 0.4 });
  motes(view, { seed: 3, count: 26, size: 3.2, color: HUE.radium, strength: 0.5, rise: 8, sway: 14, ember: true });
  layer(view, 0, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, height * 0.78], [0, height], [[0, fade("#020303", 0)], [1, fade("#020303", 0.85)]]);
    ctx.fillRect(0, height * 0.78, width, height * 0.22);
  });
}

/** 2:3. */
export const poster: Scene = (view) =>
  keyArt(view, { x: 360, y: 352, r: 258, horizon: 598, ship: 0.68, foot: 908, tall: 1.46, cranes: [[54, 440, true], [662, 350, false]] });

/** 16:9: the screen to the right, the left dark for words. */
export const cover: Scene = (view) => {
  keyArt(view, { x: 900, y: 270, r: 216, horizon: 460, ship: 0.54, foot: 650, tall: 1, cranes: [[618, 320, true], [1190, 300, false]] });
  const { ctx, width, height } = view;
  ctx.fillStyle = ramp(ctx, [0, 0], [width * 0.56, 0], [[0, fade("#050606", 0.92)], [0.6, fade("#050606", 0.55)], [1, fade("#050606", 0)]]);
  ctx.fillRect(0, 0, width, height);
};
