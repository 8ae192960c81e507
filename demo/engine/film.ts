import { bloom, grain, vignette } from "./light.ts";
import { glide, lerp, smooth, wander } from "./math.ts";
import type { Camera, View } from "./paint.ts";
import { type Art, type Episode, lengthOf, type Shot } from "./story.ts";

/** Browser side: draws frames of a series and hands them to the renderer over loopback HTTP. */

const canvas = document.createElement("canvas");

function surface(width: number, height: number, scale: number): CanvasRenderingContext2D {
  canvas.width = width * scale;
  canvas.height = height * scale;
  const ctx = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  if (!ctx) throw new Error("This browser gives no 2D canvas: run with a full Chromium.");
  ctx.scale(scale, scale);
  return ctx;
}

function cameraAt(shot: Shot, t: number): Camera {
  const k = glide(t / shot.seconds);
  const from = shot.camera?.from ?? [0, 0, 1];
  const to = shot.camera?.to ?? from;
  const shake = shot.camera?.shake ?? 0;
  const at = (i: 0 | 1 | 2 | 3) => lerp(from[i] ?? 0, to[i] ?? 0, k);
  return {
    x: at(0) + wander(t * 1.3, 3) * shake,
    y: at(1) + wander(t * 1.1, 8) * shake,
    zoom: at(2),
    roll: at(3) + wander(t * 0.8, 5) * shake * 0.0006,
  };
}

function drawEpisode(
  art: Art,
  episode: Episode,
  time: number,
  ctx: CanvasRenderingContext2D,
  scale: number,
): void {
  let start = 0;
  for (const [i, shot] of episode.shots.entries()) {
    const t = time - start;
    if (t >= shot.seconds && i < episode.shots.length - 1) {
      start += shot.seconds;
      continue;
    }
    const scene = art.scenes[shot.scene];
    if (!scene) throw new Error(`No scene is called "${shot.scene}".`);
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    const view: View = {
      ctx,
      width: 720,
      height: 1280,
      scale,
      t: t + (shot.skip ?? 0),
      u: t / shot.seconds,
      camera: cameraAt(shot, t),
    };
    scene(view, shot.mood ?? "");
    finish(view);
    const total = lengthOf(episode);
    const dark = Math.max(i === 0 ? 0.7 * smooth(0.35, 0, t) : 0, smooth(total - 0.5, total - 0.04, time));
    ctx.fillStyle = `rgba(0,0,0,${dark})`;
    if (dark > 0.003) ctx.fillRect(0, 0, 720, 1280);
    return;
  }
}

function finish(view: View): void {
  bloom(view, 0.38);
  vignette(view, 0.54);
  grain(view, 0.006);
}

async function post(url: string, body: BodyInit): Promise<void> {
  const answer = await fetch(url, { method: "POST", body });
  if (!answer.ok) throw new Error(`The renderer answered ${answer.status}.`);
}

/** Sends every frame of an episode as JPEG, in order, each after the last was taken. */
export async function play(art: Art, number: number, fps: number, url: string): Promise<number> {
  const episode = art.series.episodes[number - 1] as Episode;
  const ctx = surface(720, 1280, 1);
  const frames = Math.round(lengthOf(episode) * fps);
  let sent: Promise<void> = Promise.resolve();
  for (let i = 0; i < frames; i++) {
    drawEpisode(art, episode, i / fps, ctx, 1);
    const picture = encoded(canvas, "image/jpeg", 0.97);
    await sent;
    sent = picture.then((blob) => post(url, blob));
  }
  await sent;
  return frames;
}

/** A grid of moments of an episode, as PNG. */
export async function sheet(
  art: Art,
  number: number,
  times: readonly number[] | null,
  cell: number,
  url: string,
): Promise<void> {
  const episode = art.series.episodes[number - 1] as Episode;
  const moments = times ?? Array.from({ length: 18 }, (_, i) => ((i + 0.5) / 18) * lengthOf(episode));
  const columns = Math.min(6, moments.length);
  const grid = document.createElement("canvas");
  grid.width = columns * cell;
  grid.height = Math.ceil(moments.length / columns) * cell * (16 / 9);
  const to = grid.getContext("2d") as CanvasRenderingContext2D;
  const ctx = surface(720, 1280, 1);
  for (const [i, time] of moments.entries()) {
    drawEpisode(art, episode, time, ctx, 1);
    to.drawImage(
      canvas,
      (i % columns) * cell,
      Math.floor(i / columns) * cell * (16 / 9),
      cell,
      cell * (16 / 9),
    );
  }
  await post(url, await encoded(grid, "image/png"));
}

/** Poster (1080x1620) or cover (1920x1080), as PNG. */
export async function still(art: Art, kind: "poster" | "cover", url: string): Promise<void> {
  const [width, height] = kind === "poster" ? [720, 1080] : [1280, 720];
  const view: View = {
    ctx: surface(width, height, 1.5),
    width,
    height,
    scale: 1.5,
    t: 2.2,
    u: 0.5,
    camera: { x: 0, y: 0, zoom: 1, roll: 0 },
  };
  art[kind](view, kind);
  bloom(view, 0.4);
  if (kind === "poster") vignette(view, 0.5);
  grain(view, 0.035);
  await post(url, await encoded(canvas, "image/png"));
}

function encoded(from: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((done, fail) =>
    from.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error("The picture could not be encoded."))),
      type,
      quality,
    ),
  );
}
