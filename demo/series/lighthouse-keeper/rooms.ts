// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { lantern, man, woman } from "../../engine/figure.ts";
import { shaft } from "../../engine/light.ts";
import { bump, hash, lerp, random, } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { sky } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { motes } from "../../engine/weather.ts";
import { masonry, SCARF } from "./sets.ts";

/** The passage that ends at the red door. Light beats under it; `open` pushes through. */
export const redDoor: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#070406"], [1, "#030203"]]);
  const beat = Math.max(bump(t, 1.5, 0.5), bump(t, 2.9, 0.5), bump(t, 4.3, 0.6));
  layer(view, 0.6, (ctx) => {
    masonry(view, ctx, {
      key: "passage", x: -120, y: -120, w: 960, h: 1240, stone: "#3a2c34", joint: "#120c10", light: "#ff5a3c",
      at: [480, 900], reach: 760,
    });
    const arch = outline([
      [196, 1000, 1], [196, 470], [260, 350], [360, 300], [460, 350], [524, 470], [524, 1000, 1],
    ]);
    ctx.fillStyle = "#0b0608";
    ctx.lineWidth = 54;
    ctx.strokeStyle = "#1f161b";
    ctx.stroke(arch);
    ctx.fillStyle = ramp(ctx, [0, 300], [0, 1000], [[0, "#4c0a10"], [0.45, "#a3161f"], [1, "#5e0c13"]]);
    ctx.fill(arch);
    ctx.save();
    ctx.clip(arch);
    for (let i = 0; i < 8; i++) {
      ctx.fillStyle = fade("#000000", 0.12 + hash(i, 2) * 0.22);
      ctx.fillRect(196 + i * 41, 280, 37 - hash(i) * 4, 740);
      ctx.fillStyle = "rgba(0,0,0,0.7)";
      ctx.fillRect(196 + i * 41 - 3, 280, 4, 740);
    }
    for (const y of [470, 690, 890]) {
      ctx.fillStyle = ramp(ctx, [0, y], [0, y + 34], [[0, "#3a3034"], [1, "#0c090a"]]);
      ctx.fillRect(190, y, 340, 34);
      for (let x = 214; x < 520; x += 58) {
        ctx.fillStyle = "#6a5a58";
        ctx.beginPath();
        ctx.arc(x, y + 17, 6, 0, 7);
        ctx.fill();
      }
    }
    ctx.restore();
    rim(ctx, arch, { color: "#ff8a5c", from: [0, 1], width: 26, strength: 0.35 + beat * 0.5 });
    ctx.fillStyle = "#0a0708";
    ctx.fill(outline([[470, 640, 1], [498, 640, 1], [498, 720, 1], [470, 720, 1]]));
    glow(ctx, 484, 676, 60, "#ffb45c", 0.6 + beat * 0.4);
    ctx.fillStyle = "#ffdf9a";
    ctx.beginPath();
    ctx.arc(484, 672, 5, 0, 7);
    ctx.fill();
    ctx.fillRect(482, 674, 4, 14);
    ctx.fillStyle = ramp(
      ctx,
      [0, 1000],
      [0, 1420],
      [[0, mix("#4a2016", "#ff9a4c", 0.3 + beat * 0.5)], [0.25, "#2a1210"], [1, "#050303"]],
    );
    ctx.fill(outline([[150, 1000, 1], [570, 1000, 1], [900, 1500, 1], [-180, 1500, 1]]));
    ctx.fillStyle = mix("#ffb45c", "#fff0cc", beat);
    ctx.fillRect(200, 994, 320, 8);
    glow(ctx, 360, 1000, 360, "#ff9a4c", 0.55 + beat * 0.4);
  });
  layer(view, 1.15, (ctx) => {
    placed(ctx, { x: 250, y: 1330, scale: 3.3 }, () =>
      woman(
        ctx,
        {
          t, wind: 0.06, body: "#08060a", ground: "#040304", light: "#ff9a5c", from: [0.5, 0.4],
          accent: SCARF, edge: 3,
        },
        { arm: "lamp" },
      ),
    );
  });
  motes(view, {
    seed: 11, count: 14, size: 4, color: "#ff9a5c", strength: 0.4, rise: 16, sway: 12, ember: true,
  });
};

/** The room behind it: a drowned ship's bell, and one face pinned a hundred times over. */
export const bellRoom: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#0a1424"], [0.6, "#101c2c"], [1, "#04070c"]]);
  layer(view, 0.45, (ctx) => {
    masonry(view, ctx, {
      key: "bellchamber", x: -120, y: -140, w: 960, h: 1300, stone: "#2c3c52", joint: "#0d1420",
      light: "#a8d0f0", at: [640, 420], reach: 900,
    });
    sheets(view, ctx);
    const pane = outline([[560, 560, 1], [560, 250], [620, 170], [680, 250], [680, 560, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 180], [0, 560], [[0, "#eaf6ff"], [1, "#9cc6e6"]]);
    ctx.fill(pane);
    ctx.strokeStyle = "#0b121c";
    ctx.lineWidth = 8;
    ctx.stroke(outline([[620, 170], [620, 560]], false));
    ctx.stroke(outline([[560, 370], [680, 370]], false));
    glow(ctx, 620, 370, 420, "#bfe2ff", 0.5);
  });
  layer(view, 0.7, (ctx) =>
    shaft(ctx, { from: [620, 350, 190], to: [170, 1250, 560], color: "#bfe0ff", strength: 0.75 }),
  );
  layer(view, 0.9, (ctx) => {
    ctx.fillStyle = ramp(ctx, [0, 1060], [0, 1420], [[0, "#1c2a3c"], [1, "#03050a"]]);
    ctx.fillRect(-150, 1080, 1020, 400);
    ctx.fillStyle = "#070b12";
    ctx.fillRect(-150, 96, 1020, 54);
    const swing = Math.sin(t * 1.5) * 0.07;
    placed(ctx, { x: 350, y: 140, turn: swing }, () => bell(ctx));
  });
  layer(view, 1.1, (ctx) =>
    placed(ctx, { x: 300, y: 1236, scale: 2.35 }, () =>
      woman(
        ctx,
        {
          t, wind: 0.05, body: "#0a0f18", ground: "#04070c", light: "#c9e6ff", from: [0.8, -0.7],
          accent: SCARF, edge: 2.8,
        },
        { arm: "reach" },
      ),
    ),
  );
  motes(view, {
    seed: 31, count: 24, size: 4, color: "#d8ecff", strength: 0.5, rise: 8, sway: 10,
    area: [120, 300, 520, 800],
  });
};

function bell(ctx: CanvasRenderingContext2D): void {
  ctx.strokeStyle = "#05080d";
  ctx.lineWidth = 16;
  ctx.stroke(outline([[0, 0], [0, 90]], false));
  const shape = outline([
    [-30, 86], [0, 66], [30, 86], [72, 130], [92, 240], [108, 350], [168, 440, 1], [160, 470], [0, 484],
    [-160, 470], [-168, 440, 1], [-108, 350], [-92, 240], [-72, 130],
  ]);
  ctx.fillStyle = ramp(
    ctx,
    [-170, 0],
    [170, 0],
    [
      [0, "#1c1712"], [0.3, "#4a3822"], [0.58, "#8a6a3c"], [0.76, "#e8c98a"], [0.84, "#a07a44"],
      [1, "#2c2116"],
    ],
  );
  ctx.fill(shape);
  rim(ctx, shape, { color: "#d8ecff", from: [1, -0.5], width: 10, strength: 0.8 });
  ctx.save();
  ctx.clip(shape);
  for (const y of [168, 190, 376, 400, 436]) {
    ctx.strokeStyle = "rgba(0,0,0,0.4)";
    ctx.lineWidth = 6;
    ctx.stroke(outline([[-200, y - 6], [0, y + 12], [200, y - 6]], false));
    ctx.strokeStyle = "rgba(255,230,180,0.28)";
    ctx.lineWidth = 2;
    ctx.stroke(outline([[-200, y], [0, y + 18], [200, y]], false));
  }
  const star = Array.from({ length: 16 }, (_, i): [number, number, number] => [
    Math.cos(i * 0.3927) * (i % 2 ? 16 : i % 4 ? 34 : 58),
    286 + Math.sin(i * 0.3927) * (i % 2 ? 16 : i % 4 ? 34 : 58), 1,
  ]);
  ctx.fillStyle = "rgba(20,12,6,0.55)";
  ctx.fill(outline(star));
  ctx.restore();
  ctx.fillStyle = "#0c0a08";
  ctx.beginPath();
  ctx.arc(0, 498, 26, 0, 7);
  ctx.fill();
}

function sheets(view: View, ctx: CanvasRenderingContext2D): void {
  const picture = sprite(view, "sheets", 900, 900, (to) => {
    const next = random(77);
    for (let row = 0; row < 5; row++) {
      for (let col = 0; col < 6; col++) {
        const [x, y] = [70 + col * 82 + next() * 22, 40 + row * 150 + next() * 40];
        if (x > 480 && y < 500) continue;
        placed(to, { x, y, turn: (next() - 0.5) * 0.3 }, () => {
          to.fillStyle = mix("#c8d6e2", "#26364a", 0.35 + next() * 0.3);
          to.fillRect(-29, -38, 58, 76);
          to.save();
          to.beginPath();
          to.rect(-26, -35, 52, 70);
          to.clip();
          to.fillStyle = "#16202e";
          to.fill(
            outline([
              [-8, -16], [4, -24], [14, -14], [15, -4], [18, 0], [13, 4], [12, 10], [4, 14], [16, 26],
              [22, 60], [-26, 60], [-18, 24], [-8, 14], [-14, 0],
            ]),
          );
          to.fill(outline([[-20, -6], [-13, -10], [-8, -4], [-10, 4], [-17, 5]]));
          to.fillStyle = fade(SCARF, 0.75);
          to.fillRect(-9, 13, 19, 7);
          to.restore();
        });
      }
    }
  });
  ctx.drawImage(picture, 0, 230, 900, 900);
}

/** He stands in the lit doorway; his shadow reaches her. */
export const doorway: Scene = (view) => {
  const { t, u } = view;
  sky(view, [[0, "#07090f"], [0.6, "#0a0d14"], [1, "#020306"]]);
  layer(view, 0.6, (ctx) => {
    masonry(view, ctx, {
      key: "entry", x: -120, y: -140, w: 960, h: 1160, stone: "#2a2c36", joint: "#0c0d12", light: "#ffc07a",
      at: [480, 800], reach: 620,
    });
    const opening = outline([[222, 880, 1], [222, 400], [360, 268], [498, 400], [498, 880, 1]]);
    ctx.fillStyle = ramp(ctx, [0, 280], [0, 880], [[0, "#ffdf9a"], [0.5, "#ffb45c"], [1, "#e8873c"]]);
    ctx.fill(opening);
    glow(ctx, 360, 640, 560, "#ffa04c", 0.6);
    ctx.fillStyle = ramp(ctx, [0, 870], [0, 1400], [[0, "#d9823c"], [0.4, "#5a2c16"], [1, "#0a0504"]]);
    ctx.fill(outline([[222, 878, 1], [498, 878, 1], [760, 1440, 1], [-40, 1440, 1]]));
    ctx.fillStyle = "#06070b";
    ctx.fill(outline([[-300, 878, 1], [222, 878, 1], [-40, 1440, 1], [-300, 1440, 1]]));
    ctx.fill(outline([[498, 878, 1], [1000, 878, 1], [1000, 1440, 1], [760, 1440, 1]]));
    ctx.fillStyle = ramp(ctx, [0, 880], [0, 1420], [[0, "rgba(4,3,4,0.95)"], [1, "rgba(4,3,4,0.75)"]]);
    ctx.fill(
      outline([
        [322, 884], [398, 884], [452, 1100], [470, 1280], [420, 1440], [300, 1440], [250, 1280], [268, 1100],
      ]),
    );
    const sway = Math.sin(t * 0.9) * 1.2;
    placed(ctx, { x: 360 + sway, y: 896, scale: lerp(2.35, 2.6, u) }, () => {
      man(
        ctx,
        { t, wind: 0.12, body: "#07070b", ground: "#07070b", light: "#ffd08a", from: [0.6, -0.7], edge: 2.4 },
        { arm: "lamp" },
      );
      placed(ctx, { x: 52, y: -142 }, () => lantern(ctx, "#ffb45c", 0.9));
    });
  });
  motes(view, { seed: 41, count: 16, size: 4, color: "#ffc07a", strength: 0.4, rise: 10, sway: 12 });
};
