// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { helmet } from "./coiffure.ts";
import { fade, glow, mix, outline, placed } from "./paint.ts";
import { head, type Portrait, STRONG_FACE } from "./portrait.ts";
import { ribbon } from "./ribbon.ts";
import { disc, type Lamp, slab, solid } from "./solid.ts";

/** A delivery scooter with its rider, going right: 340 units long, wheels on y = 0. */
export interface Scooter {
  t: number;
  /** Units a second; turns the wheels and lifts the scarf. */
  speed: number;
  paint: string;
  jacket: string;
  box: string;
  shell: string;
  skin: string;
  lamp: Lamp;
  rider?: boolean;
  /** Drawn on the side of the box, its middle at 0,0, about 60 units. */
  badge?: (ctx: CanvasRenderingContext2D) => void;
}

/** Draws the scooter, the box and, unless left out, the rider. */
export function scooter(ctx: CanvasRenderingContext2D, s: Scooter): void {
  const dark = "#07060f";
  const lamp = s.lamp;
  for (const x of [-118, 122]) wheel(ctx, x, s);
  const bob = Math.sin(s.t * 9) * (s.speed > 0 ? 1.2 : 0.2);
  ctx.save();
  ctx.translate(0, bob);
  solid(ctx, ribbon([[124, -46], [112, -110], [100, -176]], [13, 12, 11]), [mix("#8a8a9c", lamp.color, 0.3), "#1c1a26"], [100, -180, 124, -40], lamp);
  solid(ctx, [[88, -64], [122, -84], [164, -64], [172, -36, 1], [154, -52], [124, -60], [100, -50, 1]], [mix(s.paint, lamp.color, 0.3), s.paint, mix(s.paint, dark, 0.7)], [0, -84, 0, -36], lamp);
  solid(ctx, [[-26, -44, 1], [60, -40], [88, -50], [98, -22], [20, -16], [-40, -20]], [mix(s.paint, dark, 0.4), dark], [0, -46, 0, -16], lamp);
  solid(ctx, [[60, -34, 1], [72, -90], [84, -150], [106, -166], [116, -140], [112, -80], [98, -28], [80, -22]], [mix(s.paint, lamp.color, 0.35), s.paint, mix(s.paint, dark, 0.65)], [110, -160, 64, -30], lamp);
  solid(ctx, [[-178, -64], [-166, -104], [-96, -116], [-22, -108], [4, -74], [-4, -34], [-40, -22], [-70, -66], [-118, -76], [-160, -52]], [mix(s.paint, lamp.color, 0.35), s.paint, mix(s.paint, dark, 0.7)], [-60, -116, -110, -24], lamp);
  ctx.fillStyle = fade("#ffffff", 0.3);
  ctx.fill(ribbon([[-156, -90], [-96, -104], [-30, -98]], [0.6, 5, 0.6]));
  solid(ctx, [[-150, -112], [-130, -126], [-50, -128], [-6, -118], [-14, -106], [-90, -108]], ["#3a2c40", dark], [0, -128, 0, -106], lamp);
  solid(ctx, slab(-174, -74, 12, 26, 5), ["#ff9aa8", "#ff2440"], [0, -86, 0, -62]);
  glow(ctx, -180, -74, 70, "#ff2440", 0.8);
  box(ctx, s);
  if (s.rider !== false) rider(ctx, s);
  solid(ctx, ribbon([[104, -168], [92, -186], [66, -192]], [9, 8, 9]), ["#3a3a4c", dark], [0, -192, 0, -168], lamp);
  solid(ctx, disc(112, -162, 17), ["#ffffff", "#fff0c0", "#c9a860"], [124, -176, 96, -148], lamp);
  glow(ctx, 124, -162, 130, "#fff2c8", 0.75);
  ctx.strokeStyle = "#2a2636";
  ctx.lineWidth = 4;
  ctx.stroke(outline([[92, -182], [82, -206], [76, -216]], false));
  solid(ctx, disc(74, -220, 13, 0.8), [mix("#4a5a70", lamp.color, 0.5), dark], [0, -232, 0, -210], lamp);
  ctx.restore();
}

function wheel(ctx: CanvasRenderingContext2D, x: number, s: Scooter): void {
  solid(ctx, disc(x, -40, 40), ["#2c2838", "#0a0812"], [x, -80, x, 0], { ...s.lamp, width: 4 });
  solid(ctx, disc(x, -40, 24), ["#a8a8bc", "#3a3648"], [x, -64, x, -16]);
  ctx.save();
  ctx.translate(x, -40);
  ctx.rotate((s.t * s.speed) / 40);
  ctx.fillStyle = "#14101e";
  for (let i = 0; i < 5; i++) {
    ctx.rotate((Math.PI * 2) / 5);
    ctx.fill(disc(14, 0, 5.4, 0.8));
  }
  ctx.restore();
  solid(ctx, disc(x, -40, 6), ["#e8e8f4", "#5a566a"], [x, -46, x, -34]);
}

function box(ctx: CanvasRenderingContext2D, s: Scooter): void {
  const dark = "#07060f";
  solid(ctx, slab(-136, -124, 130, 10, 3), ["#4a4658", dark], [0, -130, 0, -118], s.lamp);
  solid(ctx, slab(-138, -194, 138, 134, 12), [mix(s.box, s.lamp.color, 0.3), s.box, mix(s.box, dark, 0.6)], [-70, -262, -200, -126], { ...s.lamp, width: 7 });
  solid(ctx, slab(-138, -258, 146, 20, 8), [mix(s.box, "#ffffff", 0.35), mix(s.box, dark, 0.2)], [0, -268, 0, -248], s.lamp);
  ctx.fillStyle = fade("#ffffff", 0.16);
  ctx.fillRect(-206, -150, 136, 8);
  if (s.badge) placed(ctx, { x: -138, y: -196 }, () => s.badge?.(ctx));
}

function rider(ctx: CanvasRenderingContext2D, s: Scooter): void {
  const dark = "#07060f";
  const lamp = { ...s.lamp, width: 5 };
  const cloth = (shape: Path2D, color: string, along: [number, number, number, number]) => solid(ctx, shape, [mix(color, s.lamp.color, 0.22), color, mix(color, dark, 0.65)], along, lamp);
  cloth(ribbon([[-52, -132], [14, -138], [42, -104], [40, -52]], [50, 44, 34, 26]), "#241c34", [20, -160, 0, -50]);
  cloth(outline([[24, -54], [54, -56], [78, -40], [80, -28, 1], [22, -28, 1]]), mix("#e8e4f0", s.jacket, 0.15), [0, -56, 0, -26]);
  cloth(outline([[-84, -124], [-88, -170], [-74, -226], [-46, -254], [-12, -258], [8, -236], [2, -190], [-14, -144], [-20, -120]]), s.jacket, [10, -250, -90, -120]);
  ctx.fillStyle = fade("#ffffff", 0.75);
  ctx.fill(ribbon([[-84, -176], [-44, -166], [-2, -172]], [7, 8, 6]));
  const p: Portrait = { face: STRONG_FACE, lit: mix(s.skin, s.lamp.color, 0.2), shade: mix(s.skin, "#5a1c50", 0.5), hair: "#15101c", coat: s.jacket, light: s.lamp.color, from: [1, -0.2], reveal: 0.9, t: s.t, wind: 0, eye: "open" };
  placed(ctx, { x: -52, y: -334, scale: 0.78, turn: 0.06 }, () => {
    solid(ctx, outline([[20, 70], [60, 88], [58, 118], [8, 118]]), [p.shade, mix(p.shade, "#000000", 0.4)], [0, 70, 0, 118]);
    head(ctx, p, { lips: "#a05a50", brow: "#15101c" });
    helmet(ctx, p, s.shell, "#ffffff");
  });
  cloth(ribbon([[-28, -232], [10, -196], [40, -182], [78, -190]], [34, 30, 25, 19]), mix(s.jacket, s.lamp.color, 0.08), [0, -240, 0, -170]);
  solid(ctx, ribbon([[70, -190], [86, -190]], [22, 20]), ["#3a3048", dark], [0, -200, 0, -180], lamp);
  const long = 30 + Math.min(80, s.speed * 0.18);
  for (const k of [1, 0]) {
    const wave = (share: number) => Math.sin(s.t * 8 - share * 4 + k) * 9 * share;
    const tail = [0, 0.35, 0.7, 1].map((share): [number, number] => [-30 - long * share * (1 - k * 0.25), -248 + share * (10 + k * 16) + wave(share)]);
    solid(ctx, ribbon(tail, [12, 13, 11, 3]), k ? ["#d8b090", "#8a5a5c"] : ["#fff0d8", "#d8b090"], [0, -258, 0, -232], lamp);
  }
  solid(ctx, ribbon([[-38, -246], [-16, -240], [6, -246]], [13, 16, 13]), ["#fff0d8", "#c9a08a"], [0, -256, 0, -232], lamp);
}
