// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { caller } from "../../engine/figure.ts";
import { bump, hash, random, smooth } from "../../engine/math.ts";
import { fade, glow, layer, mix, outline, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { sky, vapour } from "../../engine/sky.ts";
import type { Scene } from "../../engine/story.ts";
import { lightning, motes } from "../../engine/weather.ts";
import { elias, mara } from "./cast.ts";
import { flame, SCARF } from "./sets.ts";

/** The paper on the desk. `sign`: by candle, the pen writes. `second`: by daylight, the page under the page. */
export const contract: Scene = (view, mood) => {
  const { t, u } = view;
  const day = mood === "second";
  const [wood, light] = day ? ["#3b4350", "#e8f2fa"] : ["#3a1c0e", "#ffb45c"];
  sky(view, [[0, mix(wood, "#000000", 0.75)], [0.45, wood], [1, mix(wood, "#000000", 0.7)]]);
  layer(view, 0.9, (ctx) => {
    for (let i = 0; i < 9; i++) {
      ctx.strokeStyle = fade("#000000", 0.22);
      ctx.lineWidth = 3 + hash(i) * 3;
      ctx.stroke(
        outline(
          [
            [-200, 90 + i * 150], [200, 80 + i * 152 + hash(i, 3) * 14], [520, 96 + i * 150],
            [950, 84 + i * 152],
          ],
          false,
        ),
      );
    }
    glow(ctx, day ? 700 : 130, day ? 100 : 330, 1000, light, day ? 0.5 : 0.62);
    if (day)
      page(view, ctx, {
        x: 330, y: 600, turn: 0.16, key: "under", paper: "#c9d3da", ink: "#1c2836", red: true,
      });
    const slide = day ? smooth(0.15, 0.75, u) : 0;
    page(view, ctx, {
      x: 360 - slide * 330, y: 620 + slide * 190, turn: -0.1 - slide * 0.34, key: mood,
      paper: day ? "#eaf1f5" : "#e3b47c", ink: day ? "#2a3644" : "#3a1a0c", red: false,
    });
    if (day) {
      glow(ctx, 380, 742, 260, "#ff3b3b", 0.28 * smooth(0.6, 0.95, u));
      return;
    }
    const write = smooth(0.16, 0.8, u);
    const [px, py] = [
      300 + write * 205, 815 - write * 30 + Math.sin(t * 13) * 5 * (1 - smooth(0.75, 0.8, u)),
    ];
    ctx.strokeStyle = "#2a0d06";
    ctx.lineWidth = 4;
    ctx.lineCap = "round";
    ctx.beginPath();
    for (let k = 0; k <= write * 60; k++) {
      const x = 300 + k * 3.42;
      ctx.lineTo(x, 815 - k * 0.5 + Math.sin(k * 0.95) * (k % 17 < 6 ? 22 : 9) - (k < 8 ? 10 : 0));
    }
    ctx.stroke();
    writingHand(ctx, px, py);
    flame(ctx, 118, 262, 34, t);
    ctx.fillStyle = ramp(ctx, [0, 260], [0, 620], [[0, "#ffe2ac"], [0.25, "#c8813e"], [1, "#2a1008"]]);
    ctx.fill(outline([[88, 268], [118, 262], [150, 270], [156, 560, 1], [82, 560, 1]]));
    ctx.fillStyle = ramp(ctx, [40, 0], [210, 0], [[0, "#2a130a"], [0.5, "#a8622a"], [1, "#1c0a06"]]);
    ctx.fill(outline([[22, 552], [118, 530], [214, 552], [196, 596], [118, 612], [40, 596]]));
  });
  motes(view, {
    seed: 3, count: 14, size: 4, color: day ? "#ffffff" : "#ffb566", strength: 0.35, rise: 14, sway: 12,
  });
};

function page(
  view: View,
  ctx: CanvasRenderingContext2D,
  look: { x: number; y: number; turn: number; key: string; paper: string; ink: string; red: boolean },
): void {
  const [w, h] = [520, 700];
  const picture = sprite(view, `page${look.key}`, w + 80, h + 80, (to) => {
    to.translate(40, 40);
    to.shadowColor = "rgba(0,0,0,0.6)";
    to.shadowBlur = 30 * view.scale;
    to.shadowOffsetY = 14 * view.scale;
    to.fillStyle = ramp(
      to,
      [0, 0],
      [w, h],
      [[0, look.paper], [0.6, mix(look.paper, "#000000", 0.12)], [1, mix(look.paper, "#000000", 0.42)]],
    );
    to.fill(
      outline([
        [4, 2, 1], [w * 0.5, -4], [w - 2, 4, 1], [w + 4, h * 0.5], [w - 5, h, 1], [w * 0.5, h + 4],
        [0, h - 3, 1], [-4, h * 0.5],
      ]),
    );
    to.shadowColor = "transparent";
    const next = random(look.key.length * 7 + 1);
    to.strokeStyle = fade(look.ink, 0.62);
    to.lineCap = "round";
    for (let row = 0; row < 13; row++) {
      if (!look.red && row > 9) break;
      to.lineWidth = row === 0 ? 5 : 2.4;
      let x = row === 0 ? 130 : 60;
      const end = row === 0 ? 400 : 380 + next() * 90;
      if (look.red && row === 7) {
        to.fillStyle = fade("#c81f2c", 0.3);
        to.fillRect(46, 84 + row * 44 - 22, 430, 88);
      }
      while (x < end) {
        const word = 24 + next() * 46;
        to.beginPath();
        for (let k = 0; k <= word; k += 3)
          to.lineTo(
            x + k,
            80 + row * 44 + Math.sin((x + k) * 0.62) * (row === 0 ? 9 : 5) * (0.5 + next() * 0.6),
          );
        to.stroke();
        x += word + 14;
      }
    }
    for (const [r, tone] of [[46, "#6d0f18"], [40, "#a81c28"], [28, "#861420"]] as const) {
      to.fillStyle = tone;
      to.fill(
        outline(
          Array.from({ length: 11 }, (_, i) => [
            400 + Math.cos(i * 0.571) * (r + next() * 6), 612 + Math.sin(i * 0.571) * (r + next() * 6),
          ]),
        ),
      );
    }
    to.strokeStyle = "rgba(255,170,150,0.5)";
    to.lineWidth = 3;
    to.stroke(outline([[388, 630], [392, 596], [400, 584], [408, 596], [412, 630], [384, 630]]));
  });
  placed(ctx, { x: look.x, y: look.y, turn: look.turn }, () =>
    ctx.drawImage(picture, -w / 2 - 40, -h / 2 - 40, w + 80, h + 80),
  );
}

/** A hand holding a pen, its nib at x, y; sleeve leaving the frame to the lower right. */
function writingHand(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  placed(ctx, { x, y }, () => {
    ctx.strokeStyle = "#160a06";
    ctx.lineCap = "round";
    ctx.lineWidth = 9;
    ctx.stroke(outline([[26, -30], [250, -330]], false));
    ctx.fillStyle = "#d8b06a";
    ctx.fill(outline([[0, 0, 1], [14, -30], [34, -38], [24, -18]]));
    const skin = (k: number) =>
      ramp(
        ctx,
        [10, -60],
        [230, 120],
        [[0, mix("#f0a868", "#5a2412", k)], [0.5, mix("#b0683c", "#3a140c", k)], [1, "#2a0e08"]],
      );
    const warm = { color: "#ffc07a", from: [-1, -0.7] as const, width: 9, strength: 0.6 };
    const pieces: [Path2D, number][] = [
      [outline([[120, 20], [190, -40], [262, -10], [380, 90], [420, 210], [300, 240], [200, 160], [130, 100]]), 0.35],
      [ribbon([[200, 120], [130, 96], [84, 66], [72, 36]], [56, 44, 34, 26]), 0.5],
      [ribbon([[190, 80], [120, 62], [72, 36], [58, 2]], [54, 44, 34, 24]), 0.3],
      [ribbon([[208, -4], [150, -52], [96, -56], [44, -34]], [56, 46, 36, 22]), 0],
      [ribbon([[190, 60], [126, 22], [84, -2], [50, -22]], [56, 44, 32, 22]), 0.12],
    ];
    for (const [path, k] of pieces) {
      ctx.fillStyle = skin(k);
      ctx.fill(path);
      rim(ctx, path, warm);
    }
    ctx.fillStyle = "#141c2b";
    const cuff = outline([[300, 40], [400, 40], [760, 330], [700, 700], [360, 330], [250, 190]]);
    ctx.fill(cuff);
    rim(ctx, cuff, { ...warm, width: 12 });
    ctx.fillStyle = mix(SCARF, "#000000", 0.35);
    ctx.fill(outline([[286, 52], [330, 34], [296, 110], [268, 186], [240, 176]]));
  });
}

/** Dinner for three: Crane at the head of the table, lightning at his back. */
export const dinner: Scene = (view) => {
  const { t } = view;
  sky(view, [[0, "#0a0507"], [0.5, "#1c0c0e"], [1, "#050203"]]);
  const flash = Math.max(bump(t, 0.9, 0.4), bump(t, 3.6, 0.4) * 0.8);
  layer(view, 0.4, (ctx) => {
    const pane = outline([
      [150, 880, 1], [150, 360], [230, 200], [360, 130], [490, 200], [570, 360], [570, 880, 1],
    ]);
    ctx.save();
    ctx.clip(pane);
    const inner: View = { ...view, camera: { x: 0, y: 0, zoom: 1, roll: 0 } };
    sky(inner, [
      [0, "#0b1e30"], [0.4, mix("#2c5a74", "#d8f0ff", flash * 0.5)], [0.7, "#7fa8b0"], [1, "#0a1a2c"],
    ]);
    vapour(inner, {
      seed: 23, top: 60, height: 560, dark: "#12283a", light: mix("#7fa6b4", "#ffffff", flash * 0.5),
      cover: 0.6, opacity: 0.85, depth: 0, drift: -16, cells: 3, crisp: 0.4,
    });
    lightning(inner, { seed: 33, x: 250, bottom: 720, strength: flash, color: "#e4f6ff" });
    ctx.restore();
    ctx.strokeStyle = "#0a0507";
    ctx.lineWidth = 30;
    ctx.stroke(pane);
    ctx.lineWidth = 9;
    for (const line of [
      [[255, 130], [255, 880]], [[465, 130], [465, 880]], [[150, 420], [570, 420]], [[150, 660], [570, 660]],
    ] as [number, number][][])
      ctx.stroke(outline(line, false));
  });
  const side = {
    t, wind: 0, light: "#ffb05c", from: [1, 0.25] as const, reveal: 0.72, lit: "#d98a58", shade: "#34161a",
    eye: "open" as const,
  };
  layer(view, 0.75, (ctx) => {
    placed(ctx, { x: 360, y: 1150, scale: 3.05 }, () =>
      caller(ctx, {
        t, wind: 0, body: "#08060c", ground: "#050306", light: mix("#6fa0b4", "#e8f8ff", flash),
        from: [0.25, -1], edge: 2.6,
      }),
    );
    glow(ctx, 344, 590, 22, "#ff5a3c", 0.7);
  });
  layer(view, 1, (ctx) => {
    mara(ctx, { x: 8, y: 640, scale: 2.25 }, side);
    elias(ctx, { x: 716, y: 606, scale: 2.35, flip: true }, side);
    ctx.fillStyle = ramp(
      ctx,
      [0, 1010],
      [0, 1300],
      [[0, "#7a3f1e"], [0.06, "#4a2413"], [0.5, "#1c0c08"], [1, "#060303"]],
    );
    ctx.fill(
      outline([
        [-200, 1040, 1], [140, 1004, 1], [580, 1004, 1], [920, 1040, 1], [1000, 1500, 1], [-280, 1500, 1],
      ]),
    );
    for (const [x, y, s] of [[250, 1010, 1], [470, 1010, 1], [150, 1090, 1.3], [570, 1090, 1.3]] as const)
      glass(ctx, x, y, s);
    for (const x of [308, 360, 412]) {
      ctx.fillStyle = ramp(ctx, [0, 870], [0, 1010], [[0, "#ffdda0"], [0.3, "#b8763c"], [1, "#2a1008"]]);
      const top = x === 360 ? 860 : 890;
      ctx.fillRect(x - 8, top, 16, 90);
      flame(ctx, x, top, 15, t + x);
    }
    ctx.strokeStyle = "#c08a44";
    ctx.lineWidth = 8;
    ctx.stroke(outline([[308, 976], [320, 1000], [360, 1008], [400, 1000], [412, 976]], false));
    ctx.stroke(outline([[360, 950], [360, 1060]], false));
    ctx.fillStyle = "#8a5a2a";
    ctx.fill(outline([[310, 1064], [360, 1048], [410, 1064], [360, 1076]]));
  });
};

function glass(ctx: CanvasRenderingContext2D, x: number, y: number, s: number): void {
  placed(ctx, { x, y, scale: s }, () => {
    ctx.fillStyle = "rgba(150,20,34,0.85)";
    ctx.fill(outline([[-15, -52, 1], [15, -52, 1], [12, -34], [0, -26], [-12, -34]]));
    ctx.strokeStyle = "rgba(255,210,160,0.55)";
    ctx.lineWidth = 2;
    ctx.stroke(outline([[-16, -66, 1], [-14, -38], [0, -26], [14, -38], [16, -66, 1]], false));
    ctx.stroke(outline([[0, -26], [0, 2]], false));
    ctx.stroke(outline([[-14, 4], [0, 0], [14, 4]], false));
  });
}
