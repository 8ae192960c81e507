import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { Stage } from "./stage.ts";

/** Frames a second of every demo film. */
export const FPS = 24;

/** Which drawing module of demo/ to load in the page, and which episode (from 1). */
export interface Job {
  art: string;
  episode: number;
}

/** Renders one episode with its score into a high-quality MP4. Returns frames and seconds spent. */
export async function renderFilm(
  stage: Stage,
  job: Job,
  wav: string,
  out: string,
): Promise<{ frames: number; seconds: number }> {
  const began = performance.now();
  // Pictures come as full-range BT.601 JPEG and leave as BT.709 video.
  const args = [
    `-v error -y -f image2pipe -c:v mjpeg -framerate ${FPS} -i pipe:0 -i`.split(" "),
    wav,
    "-map 0:v -map 1:a -c:v libx264 -preset veryfast -crf 14 -pix_fmt yuv420p".split(" "),
    "-vf scale=in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv".split(" "),
    "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv".split(" "),
    "-c:a aac -b:a 192k -shortest -movflags +faststart".split(" "),
    out,
  ].flat();
  const ffmpeg = spawn("ffmpeg", args, { stdio: ["pipe", "inherit", "inherit"] });
  const ended = once(ffmpeg, "exit");
  stage.onPost(async (body) => {
    if (!ffmpeg.stdin.write(body)) await once(ffmpeg.stdin, "drain");
  });
  const frames = await stage.page.evaluate(
    async ([url, art, episode, fps]) => {
      const [film, module] = await Promise.all([
        import(`${location.origin}/engine/film.ts`),
        import(`${location.origin}/${art}`),
      ]);
      return (await film.play(module.art, episode, fps, url)) as number;
    },
    [stage.url, job.art, job.episode, FPS] as const,
  );
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} while writing ${out}.`);
  return { frames, seconds: (performance.now() - began) / 1000 };
}

/** Writes a PNG grid of an episode: 18 moments over its length, or those given in seconds. */
export async function renderSheet(
  stage: Stage,
  job: Job,
  out: string,
  times: number[] | null = null,
  cell = 240,
): Promise<void> {
  stage.onPost((body) => writeFile(out, body));
  await stage.page.evaluate(
    async ([url, art, episode, moments, size]) => {
      const [film, module] = await Promise.all([
        import(`${location.origin}/engine/film.ts`),
        import(`${location.origin}/${art}`),
      ]);
      await film.sheet(module.art, episode, moments, size, url);
    },
    [stage.url, job.art, job.episode, times, cell] as const,
  );
}

/** Writes poster.png (1080x1620) or cover.png (1920x1080). */
export async function renderStill(
  stage: Stage,
  art: string,
  kind: "poster" | "cover",
  out: string,
): Promise<void> {
  stage.onPost((body) => writeFile(out, body));
  await stage.page.evaluate(
    async ([url, path, which]) => {
      const [film, module] = await Promise.all([
        import(`${location.origin}/engine/film.ts`),
        import(`${location.origin}/${path}`),
      ]);
      await film.still(module.art, which, url);
    },
    [stage.url, art, kind] as const,
  );
}
