// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { lantern, man, woman } from "../../engine/figure.ts";
import { beam, } from "../../engine/light.ts";
import { hash, lerp, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { SCARF } from "./sets.ts";

/** Up the well of the stair: steps wind towards the lamp, a lantern climbs. */
export const stairs: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#0a0d16"], [0.5, "#141a28"], [1, "#05070c"]]);
  layer(view, 1, (ctx) => {
    const [cx, cy] = [390, 560];
    glow(ctx, cx, cy, 620, "#3a5a80", 0.5);
    const walk = 3.8 + t * 0.5;
    ctx.save();
    ctx.translate(cx, cy);
    ctx.rotate(t * 0.035);
    const steps = 74;
    for (let i = steps; i >= 0; i--) {
      const a = i * 0.262;
      const R = 1010 * 0.9665 ** i;
      const r = R * 0.5;
      const depth = i / steps;
      const lampNear = Math.exp(-(((a - walk - 2.4) / 0.9) ** 2));
      const face = mix(
        mix("#131a29", "#557091", depth ** 1.3),
        "#ffb45c",
        lampNear * 0.62 + (depth > 0.8 ? (depth - 0.8) * 2 : 0),
      );
      ctx.beginPath();
      ctx.arc(0, 0, R, a, a + 0.268);
      ctx.arc(0, 0, r, a + 0.268, a, true);
      ctx.closePath();
      const turn = (k: number): [number, number] => [
        Math.cos(a + k) * (R + r) * 0.5, Math.sin(a + k) * (R + r) * 0.5,
      ];
      ctx.fillStyle = ramp(ctx, turn(0), turn(0.268), [
        [0, mix(face, "#000000", 0.62)], [0.25, mix(face, "#000000", 0.3)], [1, face],
      ]);
      ctx.fill();
      ctx.strokeStyle = fade(mix("#9fc0e0", "#ffcf8a", lampNear), 0.18 + lampNear * 0.5);
      ctx.lineWidth = 2.4 * (R / 700);
      ctx.beginPath();
      ctx.moveTo(Math.cos(a) * r, Math.sin(a) * r);
      ctx.lineTo(Math.cos(a) * R, Math.sin(a) * R);
      ctx.stroke();
    }
    ctx.strokeStyle = "#04060a";
    for (const [k, w] of [[0.5, 12], [0.46, 5]] as const) {
      ctx.beginPath();
      for (let i = 0; i <= steps * 3; i++) {
        const a = (i / 3) * 0.262;
        const r = 1010 * 0.9665 ** (i / 3) * k;
        ctx.lineTo(Math.cos(a) * r, Math.sin(a) * r);
      }
      ctx.lineWidth = w;
      ctx.stroke();
    }
    const place = (a: number, k: number): [number, number, number] => {
      const R = 1010 * 0.9665 ** (a / 0.262);
      return [Math.cos(a) * R * k, Math.sin(a) * R * k, R];
    };
    for (const [ahead, who] of [[2.55, "him"], [2.05, "her"]] as const) {
      const [x, y, R] = place(walk + ahead, 0.6);
      placed(ctx, { x, y, scale: R / 520, turn: walk + ahead - Math.PI / 2 + Math.PI }, () => {
        const look = {
          t, wind: 0.1, body: "#070a12", ground: "#070a12", light: "#ffb45c",
          from: [who === "her" ? 1 : -1, -0.4] as const,
        };
        if (who === "her") woman(ctx, { ...look, accent: SCARF });
        else man(ctx, look, { arm: "lamp" });
        if (who === "him") placed(ctx, { x: 52, y: -142, scale: 1 }, () => lantern(ctx, "#ffb45c", 0.9));
      });
    }
    ctx.restore();
    glow(ctx, cx, cy, 300, "#ffdf9a", 0.8);
    glow(ctx, cx, cy, 90, "#fff4d8", 0.9);
  });
};

/** The lamp room: a wall of glass rings, and the paper that burns in the middle of it. */
export const lensRoom: Scene = (view) => {
  const { t } = view;
  const fire = smooth(4.1, 5.2, t);
  sky(view, [[0, "#050a16"], [0.5, mix("#14243a", "#7a3a1c", fire * 0.8)], [1, "#04060c"]]);
  const [cx, cy] = [360, 540];
  layer(view, 0.3, (ctx) => {
    ctx.strokeStyle = "#03050a";
    ctx.lineWidth = 20;
    for (const x of [-20, 170, 550, 740])
      ctx.stroke(outline([[x, -150], [x, 1100]], false));
    ctx.stroke(outline([[-150, 180], [900, 180]], false));
  });
  layer(view, 0.7, (ctx) => {
    glow(ctx, cx, cy, 700, "#ff9a3c", fire * 0.8);
    for (let i = 9; i >= 1; i--) {
      const rx = 34 + i * 27;
      const ry = 44 + i * 37;
      const shine = fire * (1 - i / 12);
      ctx.beginPath();
      ctx.ellipse(cx, cy, rx, ry, 0, 0, 7);
      ctx.fillStyle = ramp(
        ctx,
        [cx - rx, cy - ry],
        [cx + rx, cy + ry],
        [
          [0, mix("#3a5f7a", "#ffd08a", shine)], [0.35, mix("#0f2438", "#e8832e", shine)],
          [0.6, mix("#1d3d58", "#ffb45c", shine)], [1, mix("#081522", "#8a3a12", shine)],
        ],
      );
      ctx.fill();
      ctx.lineWidth = 2.5;
      ctx.strokeStyle = fade(mix("#9fd0f0", "#fff0cc", fire), 0.35 + fire * 0.4);
      ctx.stroke();
    }
    ctx.strokeStyle = "#060a10";
    ctx.lineWidth = 9;
    for (const a of [0.62, 2.52, 3.76, 5.66])
      ctx.stroke(
        outline(
          [[cx + Math.cos(a) * 60, cy + Math.sin(a) * 80], [cx + Math.cos(a) * 282, cy + Math.sin(a) * 384]],
          false,
        ),
      );
    ctx.beginPath();
    ctx.ellipse(cx, cy, 284, 386, 0, 0, 7);
    ctx.lineWidth = 18;
    ctx.stroke();
    const burn = fire * (0.9 + 0.1 * Math.sin(t * 7));
    for (let i = 0; i < 7; i++) {
      const sway = Math.sin(t * 3.4 + i * 1.9) * 22;
      const tall = (130 + hash(i, 3) * 190 - Math.abs(i - 3) * 34) * burn;
      const x = cx - 66 + i * 22;
      ctx.save();
      ctx.globalCompositeOperation = "screen";
      ctx.fillStyle = ramp(
        ctx,
        [0, cy + 80],
        [0, cy + 80 - tall],
        [[0, "rgba(255,200,110,0)"], [0.16, "#ffdf96"], [0.45, "#ff9a2c"], [1, "rgba(255,60,16,0)"]],
      );
      if (tall > 4)
        ctx.fill(
          outline([
            [x, cy + 100], [x - 27, cy + 84 - tall * 0.16], [x - 15 + sway * 0.2, cy + 84 - tall * 0.5],
            [x + sway, cy + 84 - tall, 1], [x + 19 + sway * 0.3, cy + 84 - tall * 0.5],
            [x + 27, cy + 84 - tall * 0.14],
          ]),
        );
      ctx.restore();
    }
    glow(ctx, cx, cy + 20, 330, "#ffe0a0", fire * 0.9);
    for (const side of [0.06, Math.PI - 0.06])
      beam(ctx, {
        x: cx, y: cy, angle: side, spread: 0.7, length: 760, color: "#ffcf8a", strength: fire * 0.55,
      });
  });
  layer(view, 1, (ctx) => {
    const thrown = smooth(3.2, 4.3, t);
    const light = {
      t, wind: 0.35, body: "#07060a", ground: "#030305", light: mix("#8ac0e0", "#ffb45c", fire), edge: 3.4,
    };
    placed(ctx, { x: 170, y: 1275, scale: 3.7 }, () =>
      woman(ctx, { ...light, from: [1, -0.5], accent: SCARF }, { arm: "reach" }),
    );
    placed(ctx, { x: 590, y: 1290, scale: 3.55, flip: true }, () =>
      man(ctx, { ...light, wind: 0.1, from: [1, -0.5] }, { arm: "down" }),
    );
    placed(
      ctx,
      {
        x: lerp(322, cx, thrown), y: lerp(700, cy + 40, thrown) - Math.sin(thrown * Math.PI) * 80,
        turn: thrown * 2.4 - 0.3, scale: 1 - thrown * 0.25, alpha: 1 - smooth(0.85, 1, thrown),
      },
      () => {
        ctx.fillStyle = ramp(ctx, [-40, -50], [40, 60], [[0, "#fff0d0"], [1, "#c89a5c"]]);
        ctx.fill(outline([[-38, -52, 1], [36, -46, 1], [40, 50], [-6, 44], [-36, 54, 1]]));
      },
    );
  });
  motes(view, {
    seed: 51, count: 34, size: 5, color: "#ffb04c", strength: 0.85 * fire, rise: 150, sway: 40, ember: true,
  });
};
