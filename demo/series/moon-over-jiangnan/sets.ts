// biome-ignore-all format: outlines and colour stops read as rows of points, not as columns.
import { ghost } from "../../engine/ghost.ts";
import { hash, lerp } from "../../engine/math.ts";
import { fade, glow, mix, outline, type Point, placed, ramp, rim, sprite, type View } from "../../engine/paint.ts";
import { paperLantern } from "../../engine/paper-lights.ts";
import { ribbon } from "../../engine/ribbon.ts";
import { orb, sky, stars, vapour } from "../../engine/sky.ts";

/** Colours of the series: everything is blue but the umbrella and a few lamps. */
export const RED = "#d8202e";
export const LAMP = "#ff7a3c";
export const MOON = "#fff3d2";

/** Blue night over the water, with the moon. `pale` turns it towards the far bank, or towards morning. */
export function night(view: View, moon: { x: number; y: number; r: number }, pale = 0): void {
  const c = (color: string) => mix(color, "#a9c6d8", pale);
  sky(view, [[0, c("#040c20")], [0.25, c("#0a2148")], [0.48, c("#1c4b82")], [0.62, c("#4d86b4")], [0.74, c("#12305a")], [1, c("#040b1a")]]);
  stars(view, { seed: 21, count: 110, bottom: view.height * 0.42, strength: 0.75 * (1 - pale) });
  orb(view, { ...moon, radius: moon.r, core: "#fffbe8", edge: "#eadcae", halo: "#9fc8f0", haloStrength: 0.6, pock: 7 });
  vapour(view, { seed: 91, top: moon.y - 40, height: moon.r * 2.6, dark: "#1c416e", light: "#a8cbe6", cover: 0.42, opacity: 0.55, depth: 0.05, drift: 8, cells: 3, crisp: 0.15 });
}

/** Mist on the water. */
export function mist(view: View, look: { seed: number; top: number; height: number; depth: number; opacity?: number; light?: string; dark?: string }): void {
  vapour(view, { seed: look.seed, top: look.top, height: look.height, dark: look.dark ?? "#2a5688", light: look.light ?? "#a9cde6", cover: 0.66, opacity: look.opacity ?? 0.55, depth: look.depth, drift: look.seed % 2 ? 12 : -10, cells: 3, crisp: 0.02 });
}

/** Soft hills far away. */
export function hills(ctx: CanvasRenderingContext2D, y: number, width: number, top: string, base: string, seed: number): void {
  const points: Point[] = [];
  for (let i = 0; i <= 8; i++) points.push([-200 + (i / 8) * (width + 400), y - hash(i, seed) * 120 - (i % 2) * 50]);
  points.push([width + 200, y + 300, 1], [-200, y + 300, 1]);
  ctx.fillStyle = ramp(ctx, [0, y - 160], [0, y + 40], [[0, top], [1, base]]);
  ctx.fill(outline(points));
}

/** One house of the canal: white wall, black tiles with lifted eaves, a lattice window that may be lit. Base at y. */
function house(to: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, look: { wall: string; roof: string; light: string; lit: number; seed: number }): void {
  const wall = outline([[x, y, 1], [x, y - h, 1], [x + w, y - h, 1], [x + w, y, 1]]);
  to.fillStyle = ramp(to, [0, y - h], [0, y], [[0, look.wall], [0.6, mix(look.wall, look.roof, 0.45)], [1, mix(look.wall, look.roof, 0.78)]]);
  to.fill(wall);
  for (let i = 0; i < 5; i++) {
    to.fillStyle = fade(look.roof, 0.1 + hash(i, look.seed) * 0.12);
    to.fillRect(x + hash(i, look.seed + 2) * w * 0.9, y - h * hash(i, look.seed + 5), 4 + hash(i, look.seed + 7) * w * 0.12, h * 0.5);
  }
  const floors = h > 190 ? 2 : 1;
  for (let f = 0; f < floors; f++) {
    const n = Math.max(1, Math.round(w / 85));
    for (let i = 0; i < n; i++) {
      const [wx, wy, ww, wh] = [x + ((i + 0.5) / n) * w - 17, y - h + 36 + f * (h * 0.48), 34, 48];
      const on = hash(i + f * 7, look.seed + 11) < look.lit;
      to.fillStyle = on ? ramp(to, [0, wy], [0, wy + wh], [[0, "#ffd79a"], [1, "#e2823c"]]) : mix(look.roof, "#000000", 0.25);
      to.fillRect(wx, wy, ww, wh);
      to.fillStyle = mix(look.roof, "#2a1410", on ? 0.4 : 0);
      for (const k of [0.25, 0.5, 0.75]) to.fillRect(wx + ww * k - 1, wy, 2, wh);
      for (const k of [0.33, 0.66]) to.fillRect(wx, wy + wh * k - 1, ww, 2);
      to.fillRect(wx - 4, wy + wh, ww + 8, 4);
      if (on) glow(to, wx + ww / 2, wy + wh / 2, 80, LAMP, 0.42);
    }
  }
  for (const [ry, out] of floors === 2 ? [[y - h, 26], [y - h * 0.5, 16]] as const : [[y - h, 26]] as const) {
    const rise = ry === y - h ? 54 : 22;
    const roof = outline([[x - out - 14, ry - 12, 1], [x - out * 0.2, ry - 10], [x + w * 0.2, ry - rise * 0.75], [x + w * 0.3, ry - rise, 1], [x + w * 0.7, ry - rise, 1], [x + w * 0.8, ry - rise * 0.75], [x + w + out * 0.2, ry - 10], [x + w + out + 14, ry - 12, 1], [x + w + out, ry + 7, 1], [x - out, ry + 7, 1]]);
    to.fillStyle = ramp(to, [0, ry - rise], [0, ry + 8], [[0, mix(look.roof, look.light, 0.24)], [1, mix(look.roof, "#000000", 0.3)]]);
    to.fill(roof);
    rim(to, roof, { color: look.light, from: [0.2, -1], width: 4, strength: 0.6 });
    to.strokeStyle = fade(look.light, 0.12);
    to.lineWidth = 1.2;
    to.save();
    to.clip(roof);
    for (let tx = x - out; tx < x + w + out; tx += 9) to.stroke(outline([[lerp(tx, x + w / 2, 0.25), ry - rise], [tx, ry + 8]], false));
    to.restore();
  }
}

/** Houses on both sides of the water, lower towards the middle; drawn once. */
export function town(view: View, ctx: CanvasRenderingContext2D, look: { key: string; base: number; width: number; gap: readonly [number, number]; tall: number; wall: string; roof: string; light: string; lit: number; seed: number }): void {
  const h = look.tall * 1.5;
  const picture = sprite(view, `town${look.key}`, look.width + 400, h + 40, (to) => {
    to.translate(200, h);
    for (const side of [-1, 1]) {
      const [from, until] = side < 0 ? [-180, look.gap[0]] : [look.width + 180, look.gap[1]];
      const n = Math.max(2, Math.round(Math.abs(until - from) / 130));
      for (let i = n - 1; i >= 0; i--) {
        const w = (Math.abs(until - from) / n) * 1.06;
        const x = side < 0 ? from + (i / n) * (until - from) : from + (i / n) * (until - from) - w;
        const tall = lerp(look.tall, look.tall * 0.4, i / n) * (0.85 + hash(i, look.seed + side) * 0.35);
        house(to, x, 0, w, tall, { ...look, seed: look.seed + i * 3 + side });
      }
    }
    to.fillStyle = ramp(to, [0, -14], [0, 30], [[0, mix(look.wall, look.roof, 0.6)], [1, look.roof]]);
    to.fillRect(-200, -12, look.gap[0] + 200, 60);
    to.fillRect(look.gap[1], -12, look.width + 200 - look.gap[1], 60);
  });
  ctx.drawImage(picture, -200, look.base - h, look.width + 400, h + 40);
}

/** A high stone bridge; with its image in the water its arch is a full circle round x, y (the waterline). */
export function bridge(view: View, ctx: CanvasRenderingContext2D, look: { x: number; y: number; r: number; top: string; base: string; light: string; from: readonly [number, number] }): void {
  const { r } = look;
  const w = r * 4.4;
  const h = r * 1.5;
  const picture = sprite(view, `bridge${r}${look.top}`, w, h + 20, (to) => {
    to.translate(w / 2, h);
    const deck = (x: number) => -r * 1.2 + (Math.abs(x) / (r * 2.1)) ** 1.7 * r * 1.05;
    const edge: Point[] = [];
    for (let i = -14; i <= 14; i++) edge.push([(i / 14) * r * 2.15, deck((i / 14) * r * 2.15)]);
    const path = outline([...edge, [r * 2.15, 20, 1], [-r * 2.15, 20, 1]]);
    const arch = new Path2D();
    arch.arc(0, 0, r, 0, 7);
    const body = new Path2D(path);
    body.addPath(arch);
    to.fillStyle = ramp(to, [0, -r * 1.2], [0, 20], [[0, look.top], [0.5, mix(look.top, look.base, 0.55)], [1, look.base]]);
    to.fill(body, "evenodd");
    to.save();
    to.clip(body, "evenodd");
    for (let i = 0; i < 46; i++) {
      const a = (i / 46) * Math.PI;
      to.strokeStyle = fade(look.base, 0.5);
      to.lineWidth = 2;
      to.stroke(outline([[-Math.cos(a) * r, -Math.sin(a) * r], [-Math.cos(a) * r * 1.13, -Math.sin(a) * r * 1.13]], false));
    }
    to.strokeStyle = fade(look.light, 0.5);
    to.lineWidth = 5;
    to.stroke(arch);
    to.strokeStyle = fade(look.base, 0.6);
    to.lineWidth = 2.4;
    to.beginPath();
    to.arc(0, 0, r * 1.13, 0, 7);
    to.stroke();
    for (let i = 0; i < 70; i++) {
      to.fillStyle = fade(hash(i, 3) > 0.5 ? look.light : look.base, 0.05 + hash(i, 5) * 0.08);
      to.fillRect((hash(i, 7) - 0.5) * r * 4.2, -r * 1.15 + hash(i, 9) * r * 1.2, 26 + hash(i, 2) * 60, 13);
    }
    to.restore();
    const rail = ribbon(edge.map(([x, y]) => [x, y - r * 0.115] as const), [9, 9]);
    to.fillStyle = mix(look.top, look.light, 0.18);
    to.fill(rail);
    rim(to, rail, { color: look.light, from: look.from, width: 4, strength: 0.8 });
    for (let i = -14; i <= 14; i++) {
      const x = (i / 14) * r * 2.1;
      const post = outline([[x - 6, deck(x) + 4, 1], [x - 6, deck(x) - r * 0.16, 1], [x, deck(x) - r * 0.19], [x + 6, deck(x) - r * 0.16, 1], [x + 6, deck(x) + 4, 1]]);
      to.fillStyle = mix(look.top, look.light, 0.14);
      to.fill(post);
      rim(to, post, { color: look.light, from: look.from, width: 3, strength: 0.7 });
    }
    rim(to, path, { color: look.light, from: look.from, width: 5, strength: 0.7 });
  });
  ctx.drawImage(picture, look.x - w / 2, look.y - h, w, h + 20);
}

/** Still water from `y` down with the image of what `draw` paints in it, a path of moonlight, and slow ripples. */
export function water(view: View, ctx: CanvasRenderingContext2D, look: { y: number; bottom: number; shine: number; far: string; near: string; strength?: number }, draw: (to: CanvasRenderingContext2D) => void): void {
  const { t, width } = view;
  const h = look.bottom - look.y;
  ctx.fillStyle = ramp(ctx, [0, look.y], [0, look.bottom], [[0, look.far], [0.45, mix(look.far, look.near, 0.7)], [1, look.near]]);
  ctx.fillRect(-220, look.y, width + 440, h + 200);
  ctx.save();
  ctx.beginPath();
  ctx.rect(-220, look.y, width + 440, h + 200);
  ctx.clip();
  ghost(view, ctx, look.strength ?? 0.55, (to) => {
    to.translate(Math.sin(t * 0.9) * 2, look.y * 2);
    to.scale(1, -1);
    draw(to);
  });
  ctx.restore();
  for (let i = 0; i < 34; i++) {
    const k = hash(i, 5) ** 1.2;
    const y = look.y + 6 + k * h;
    const onPath = i % 2 === 0;
    const w = lerp(26, 190, k) * (0.6 + hash(i, 6) * 0.7);
    const x = onPath ? look.shine + (hash(i, 8) - 0.5) * lerp(60, 260, k) : hash(i, 9) * (width + 120) - 60;
    const sway = Math.sin(t * 0.8 + i * 1.9) * lerp(4, 20, k);
    const beat = 0.5 + 0.5 * Math.sin(t * 1.4 + i * 2.3);
    ctx.fillStyle = onPath ? fade(MOON, 0.14 + 0.34 * beat) : fade("#9fc8ea", 0.06 + 0.1 * beat);
    ctx.fill(ribbon([[x - w / 2 + sway, y], [x + sway, y + 1.5], [x + w / 2 + sway, y]], [0.2, lerp(1.6, 5.5, k), 0.2]));
  }
}

/** Red lanterns in a row under an eave. */
export function lanterns(ctx: CanvasRenderingContext2D, t: number, list: readonly (readonly [number, number, number])[], strength = 1): void {
  for (const [i, [x, y, scale]] of list.entries()) placed(ctx, { x, y, scale }, () => paperLantern(ctx, { t, seed: i * 2.1, color: "#ff4a30", strength, round: 1.15 }));
}

/** Willow branches that hang into the frame from above. */
export function willow(ctx: CanvasRenderingContext2D, t: number, x: number, side: number, color: string, count = 9): void {
  for (let i = 0; i < count; i++) {
    const sx = x + side * i * 26 - side * 30;
    const long = 240 + hash(i, 4) * 330 - i * 12;
    const sway = Math.sin(t * 0.9 + i * 0.6) * 16;
    const at = (k: number): [number, number] => [sx + side * 24 * k + sway * k * k, -60 + long * k];
    ctx.fillStyle = color;
    ctx.fill(ribbon([at(0), at(0.4), at(0.75), at(1)], [4, 3, 2, 0.4]));
    for (let j = 3; j < 15; j++) {
      const [lx, ly] = at(j / 15);
      const d = j % 2 ? 1 : -1;
      ctx.fill(ribbon([[lx, ly], [lx + d * 7, ly + 12], [lx + d * 9, ly + 27]], [0.6, 4.4, 0.4]));
    }
  }
}
