// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { woman } from "../../engine/figure.ts";
import { beam, } from "../../engine/light.ts";
import { lerp, } from "../../engine/math.ts";
import { glow, layer, outline, placed, } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { rock, } from "../../engine/sea.ts";
import { sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes, } from "../../engine/weather.ts";
import { type EdgeLight, SCARF, solid } from "./sets.ts";

/** Moonlit water from below: a girl sinks, a man dives after her. */
export const under: Scene = (view) => {
  const { t, ctx } = view;
  sky(view, [[0, "#7fd6d8"], [0.12, "#2f9aa8"], [0.4, "#0d4c66"], [0.75, "#04202f"], [1, "#010a12"]]);
  layer(view, 0.1, (to) => {
    glow(to, 380, -40, 620, "#d8fff6", 0.75);
    for (const [x, angle, spread, strength] of [
      [200, 1.78, 0.16, 0.34], [330, 1.62, 0.22, 0.42], [430, 1.5, 0.14, 0.36], [560, 1.36, 0.2, 0.3],
    ] as const) {
      beam(to, {
        x, y: -120, angle: angle + Math.sin(t * 0.5 + x) * 0.03, spread, length: 1150, color: "#b8fff0",
        strength,
      });
    }
  });
  vapour(view, {
    seed: 77, top: -90, height: 300, dark: "#4fb8c0", light: "#e9fffa", cover: 0.5, opacity: 0.7, depth: 0.2,
    drift: 22, cells: 6, crisp: 0.6,
  });
  layer(view, 0.5, (to) => {
    rock(view, to, {
      key: "deepleft", ridge: [[-150, 700], [-40, 790], [60, 900], [120, 1020], [210, 1180], [240, 1330]],
      bottom: 1420, top: "#0a3a4c", base: "#021019", light: "#5fc4c4", from: [0.6, -1], rimStrength: 0.4,
    });
    rock(view, to, {
      key: "deeprightside", ridge: [[470, 1330], [540, 1200], [600, 1120], [690, 1060], [880, 960]],
      bottom: 1420, top: "#0a3a4c", base: "#021019", light: "#5fc4c4", from: [-0.6, -1], rimStrength: 0.4,
    });
  });
  const light = { color: "#c9fff2", from: [0.15, -1] as const, width: 4.5, strength: 0.8 };
  layer(view, 1, (to) => {
    glow(to, 330, 770, 470, "#3fb0b8", 0.4);
    // Head down and to the right, so that hair and scarf rise as the body sinks.
    placed(to, { x: 130 - t * 2, y: 690 + t * 15, scale: 2.5, turn: 1.92 + Math.sin(t * 0.8) * 0.05 }, () =>
      woman(
        to,
        {
          t: t * 0.6, wind: 0.95, body: "#02141d", ground: "#02141d", light: "#bff6ea", from: [-1, 0.3],
          edge: 3.4, accent: SCARF,
        },
        { arm: "rail" },
      ),
    );
    placed(
      to,
      {
        x: lerp(300, 330, view.u), y: lerp(60, 440, view.u ** 1.2), scale: 1.75,
        turn: -0.45 + Math.sin(t * 1.2) * 0.04,
      },
      () => diver(to, t, light),
    );
  });
  motes(view, {
    seed: 5, count: 26, size: 7, color: "#dffff8", strength: 0.4, rise: 55, sway: 18, depth: 1.1,
    area: [180, 300, 420, 760],
  });
  ctx.globalAlpha = 1;
};

function diver(ctx: CanvasRenderingContext2D, t: number, light: EdgeLight): void {
  const kick = Math.sin(t * 3) * 10;
  const dark = "#02161f";
  placed(ctx, { x: 0, y: 0, turn: Math.PI / 2 + 0.35 }, () => {
    const lit = { ...light, from: [-1, 0.2] as const };
    solid(ctx, ribbon([[-44, 6], [-92, 14 + kick], [-142, 6 + kick * 1.6]], [20, 14, 6]), dark, lit);
    solid(ctx, ribbon([[-44, -6], [-94, -12 - kick], [-146, -6 - kick * 1.4]], [20, 14, 6]), dark, lit);
    solid(
      ctx,
      outline([[-56, -14], [-10, -18], [30, -22], [44, -10], [44, 12], [28, 22], [-12, 18], [-58, 15]]),
      "#031a24",
      lit,
    );
    solid(ctx, ribbon([[34, 14], [70, 22], [108, 10], [122, 6]], [15, 12, 8, 5]), dark, lit);
    solid(ctx, ribbon([[34, -14], [72, -26], [112, -16], [128, -12]], [15, 12, 8, 5]), dark, lit);
    solid(ctx, outline([[44, -12], [60, -15], [70, -4], [68, 8], [56, 13], [44, 10]]), dark, lit);
  });
}
