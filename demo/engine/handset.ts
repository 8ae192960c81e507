// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { wander } from "./math.ts";
import { fade, glow, mix, outline, type Point, ramp } from "./paint.ts";
import { ribbon } from "./ribbon.ts";
import { disc, type Lamp, slab, solid } from "./solid.ts";

/** What a telephone shows while it rings or speaks. */
export interface Handset {
  t: number;
  top: string;
  bottom: string;
  light: string;
  /** 0 = asleep, 1 = fully lit. */
  on: number;
  state: "ring" | "talk" | "ended";
}

/** A telephone 210 units wide and 430 tall, its middle at 0,0, showing a caller without a name. */
export function handset(ctx: CanvasRenderingContext2D, h: Handset, lamp: Lamp): void {
  glow(ctx, 0, 0, 520, h.bottom, 0.5 * h.on);
  solid(ctx, slab(5, 5, 216, 436, 36), ["#181022", "#050308"], [0, -216, 0, 216]);
  solid(ctx, slab(0, 0, 214, 434, 36), [mix(lamp.color, "#08040e", 0.5), "#0b0712", "#050308"], [110, -216, -110, 216], { ...lamp, width: 4 });
  const screen = slab(0, 0, 192, 412, 26);
  ctx.save();
  ctx.clip(screen);
  ctx.fillStyle = ramp(ctx, [-60, -206], [60, 206], [[0, mix("#06030a", h.top, h.on)], [0.55, mix("#06030a", mix(h.top, h.bottom, 0.55), h.on)], [1, mix("#06030a", h.bottom, h.on)]]);
  ctx.fillRect(-110, -220, 220, 440);
  ctx.globalAlpha *= h.on;
  person(ctx, h);
  buttons(ctx, h);
  ctx.fillStyle = ramp(ctx, [-100, -200], [60, 60], [[0, "rgba(255,255,255,0.22)"], [0.5, "rgba(255,255,255,0.04)"], [0.52, "rgba(255,255,255,0)"], [1, "rgba(255,255,255,0)"]]);
  ctx.fillRect(-110, -220, 220, 440);
  ctx.restore();
  ctx.fillStyle = "#050308";
  ctx.fill(slab(0, -192, 54, 14, 7));
}

function person(ctx: CanvasRenderingContext2D, h: Handset): void {
  const beat = h.state === "ring" ? 0.5 + 0.5 * Math.sin(h.t * 5) : 0.3;
  for (const [k, a] of [[1.5, 0.1], [1.25, 0.16]] as const) {
    ctx.fillStyle = fade(h.light, a * (0.6 + beat));
    ctx.fill(disc(0, -62, 62 * (k + beat * 0.06)));
  }
  ctx.save();
  ctx.clip(disc(0, -62, 62));
  ctx.fillStyle = mix(h.light, h.bottom, 0.62);
  ctx.fillRect(-70, -130, 140, 140);
  // A woman's bust without a face.
  ctx.fillStyle = mix(h.top, "#12040f", 0.35);
  ctx.fill(outline([[-52, 14], [-46, -14], [-20, -26], [-9, -32], [9, -32], [20, -26], [46, -14], [52, 14]]));
  ctx.fillStyle = mix(h.light, "#ffffff", 0.3);
  ctx.fill(outline([[-9, -60], [9, -60], [11, -30], [20, -24], [0, -12], [-20, -24], [-11, -30]]));
  ctx.fill(outline([[0, -108], [16, -101], [19, -82], [13, -58], [0, -48], [-13, -58], [-19, -82], [-16, -101]]));
  ctx.fillStyle = mix(h.top, "#12040f", 0.75);
  ctx.fill(outline([[0, -116], [20, -110], [30, -90], [29, -60], [33, -32], [20, -30], [18, -60], [17, -84], [4, -99], [-13, -88], [-18, -66], [-20, -30], [-33, -32], [-29, -60], [-30, -90], [-20, -110]]));
  ctx.restore();
  if (h.state !== "talk") return;
  ctx.fillStyle = fade(mix(h.light, "#ffffff", 0.4), 0.95);
  for (let i = -9; i <= 9; i++) {
    const tall = 8 + Math.abs(wander(h.t * 5 + i * 1.7, 5)) * 46 * (1 - Math.abs(i) / 12);
    ctx.fill(slab(i * 8, 58, 4, tall, 2));
  }
}

function buttons(ctx: CanvasRenderingContext2D, h: Handset): void {
  const knobs: [number, string][] = h.state === "ring" ? [[-48, "#1fc77a"], [48, "#f0334d"]] : [[0, "#f0334d"]];
  for (const [x, color] of knobs) {
    const jump = h.state === "ring" && x < 0 ? Math.abs(Math.sin(h.t * 5)) * 8 : 0;
    glow(ctx, x, 142 - jump, 70, color, 0.6);
    ctx.fillStyle = ramp(ctx, [0, 108], [0, 178], [[0, mix(color, "#ffffff", 0.25)], [1, color]]);
    ctx.fill(disc(x, 142 - jump, 32));
    ctx.save();
    ctx.translate(x, 142 - jump);
    ctx.rotate(x < 0 ? -0.6 : 2.36 - 0.78);
    ctx.fillStyle = "#ffffff";
    ctx.fill(outline(([[-17, -4], [-11, -10], [-5, -5], [-6, 1], [0, 4], [6, 1], [5, -5], [11, -10], [17, -4], [11, 7], [0, 11], [-11, 7]] as Point[])));
    ctx.restore();
  }
}

/** The hand behind the telephone: palm and wrist. Draw before it; `frontOfHand` (fingers, thumb, cuff) after it. */
export function backOfHand(ctx: CanvasRenderingContext2D, look: { skin: string; lamp: Lamp }): void {
  const dark = mix(look.skin, "#000000", 0.55);
  solid(ctx, ribbon([[60, 190], [96, 340], [130, 540], [150, 760]], [196, 150, 160, 190]), [look.skin, dark], [-20, 200, 200, 700], look.lamp);
  solid(ctx, [[-40, 226], [30, 262], [120, 250], [150, 150], [152, 40], [118, -30], [60, -20], [-60, 120]], [mix(look.skin, look.lamp.color, 0.1), dark], [150, -20, 20, 240], look.lamp);
}

/** Four fingers round the left edge and the thumb over the right one. */
export function frontOfHand(ctx: CanvasRenderingContext2D, look: { skin: string; sleeve: string; lamp: Lamp; nail?: string }): void {
  const glove = [mix(look.skin, look.lamp.color, 0.26), look.skin, mix(look.skin, "#000000", 0.5)];
  for (const [i, y] of [-62, -8, 46, 98].entries()) {
    const reach = [-64, -54, -58, -72][i] as number;
    const line: [number, number][] = [[-116, y + 10], [-108, y + 2], [-90, y - 1], [reach, y + 4]];
    solid(ctx, ribbon(line, [46 - i * 2, 46 - i * 2, 42 - i * 2, 30]), glove, [-130, y - 24, -70, y + 26], look.lamp);
    ctx.strokeStyle = fade("#000000", 0.4);
    ctx.lineWidth = 1.6;
    ctx.stroke(outline([[-106, y - 22], [-100, y - 2], [-104, y + 17]], false));
    if (look.nail) solid(ctx, outline([[reach - 8, y - 9], [reach + 10, y - 5], [reach + 12, y + 9], [reach - 8, y + 13]]), [mix(look.nail, "#ffffff", 0.35), look.nail], [reach - 8, y - 9, reach + 8, y + 12]);
  }
  solid(ctx, ribbon([[96, 340], [140, 236], [150, 130], [122, 46], [84, 6]], [120, 108, 66, 50, 30]), glove, [170, 20, 80, 220], look.lamp);
  solid(ctx, outline([[0, 366, 1], [56, 390], [120, 386], [196, 346, 1], [246, 480], [300, 820, 1], [-14, 820, 1], [2, 560]]), [mix(look.sleeve, look.lamp.color, 0.12), look.sleeve, "#040208"], [0, 360, 240, 780], look.lamp);
  ctx.strokeStyle = fade(look.lamp.color, 0.2);
  ctx.lineWidth = 2.4;
  for (const k of [1, 2, 3]) ctx.stroke(outline([[2, 366 + k * 15], [58, 390 + k * 15], [122, 386 + k * 15], [198 + k * 4, 346 + k * 15]], false));
  ctx.strokeStyle = fade("#000000", 0.4);
  ctx.lineWidth = 1.8;
  ctx.stroke(outline([[104, 70], [126, 58], [146, 62]], false));
  if (look.nail) solid(ctx, outline([[76, 0], [96, 4], [104, 20], [92, 26], [76, 12]]), [mix(look.nail, "#ffffff", 0.35), look.nail], [76, 0, 100, 26]);
}
