import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BundleFile } from "../../server/src/media/bundle-file.ts";
import { renditionFiles } from "../../server/src/media/names.ts";
import { writePlaylists } from "../../server/src/media/playlists.ts";
import { folder, run } from "../processes.ts";

type Bundle = BundleFile;
type Episode = Bundle["episodes"][number];

/** The title of the benchmarks' series, and its number of episodes, all free. */
export const TITLE = "Forty Evenings";
export const EPISODES = 40;

/** The number of different videos, which repeat. Each is a sequence of demo episodes. */
const VIDEOS = 14;
const PARTS = 4;
const DEMO = join(import.meta.dirname, "../../demo/catalogue");
const SOURCES = [
  "contract-with-the-lighthouse-kee",
  "room-1408-pays-cash",
  "salt-in-the-crown",
  "vow-of-the-fox-bride",
];

/** The folders of a bundle of one series, and of the same videos as plain MP4 of the lowest quality. */
export interface Videos {
  bundle: string;
  mp4: (number: number) => string;
}

/**
 * Joins demo episodes, which are too short to be swiped away after a third, to videos of more than a minute, without encoding.
 * The result is cached.
 */
export async function makeVideos(): Promise<Videos> {
  const home = await folder("player-films");
  const videos = {
    bundle: join(home, "bundle"),
    mp4: (number: number) => join(home, "mp4", `${(number - 1) % VIDEOS}.mp4`),
  };
  if (existsSync(join(videos.bundle, "bundle.json"))) return videos;
  console.log(`Joining ${VIDEOS} videos, once…`);
  const made = join(home, "making");
  await rm(made, { recursive: true, force: true });
  await rm(videos.bundle, { recursive: true, force: true });
  await mkdir(join(made, "images"), { recursive: true });
  await mkdir(join(home, "mp4"), { recursive: true });
  const bundles = await Promise.all(
    SOURCES.map(
      async (name) => JSON.parse(await readFile(join(DEMO, name, "bundle.json"), "utf8")) as Bundle,
    ),
  );
  const joined: Episode[] = [];
  for (let video = 0; video < VIDEOS; video++) {
    const source = video % SOURCES.length;
    const from = bundles[source] as Bundle;
    const first = Math.floor(video / SOURCES.length) * 2;
    const parts = Array.from(
      { length: PARTS },
      (_, part) => from.episodes[(first + part) % from.episodes.length] as Episode,
    );
    joined.push(await joinParts(join(DEMO, SOURCES[source] as string), parts, made, video));
    await copyFile(join(made, `episode-${video + 1}`, "plain.mp4"), join(home, "mp4", `${video}.mp4`));
    await rm(join(made, `episode-${video + 1}`, "plain.mp4"));
  }
  await writeBundle(made, bundles[0] as Bundle, joined);
  await rename(made, videos.bundle);
  return videos;
}

async function joinParts(demo: string, parts: Episode[], into: string, video: number): Promise<Episode> {
  const [head] = parts as [Episode, ...Episode[]];
  const target = join(into, `episode-${video + 1}`);
  await mkdir(target);
  for (const { label } of head.renditions) {
    const list = join(target, "list.txt");
    const files: string[] = [];
    for (const part of parts) {
      files.push(join(target, `part-${files.length}.mp4`));
      await writeFile(files.at(-1) as string, await wholeOf(join(demo, part.folder), label));
    }
    await writeFile(list, files.map((file) => `file '${file}'`).join("\n"));
    const { init, segments, playlist } = renditionFiles(label);
    const joined = ["-v", "error", "-nostdin", "-y", "-f", "concat", "-safe", "0", "-i", list, "-c", "copy"];
    // Every key frame starts a segment, as in the product's packaging.
    const hls = ["-f", "hls", "-hls_time", "0.5", "-hls_list_size", "0", "-hls_playlist_type", "vod"];
    const names = ["-hls_fmp4_init_filename", init, "-hls_segment_filename", join(target, segments)];
    await run("ffmpeg", [...joined, ...hls, "-hls_segment_type", "fmp4", ...names, join(target, playlist)]);
    if (label === Math.min(...head.renditions.map((each) => each.label)))
      await run("ffmpeg", [...joined, "-movflags", "+faststart", join(target, "plain.mp4")]);
    for (const file of [list, ...files]) await rm(file);
  }
  for (const name of await readdir(join(demo, head.folder))) {
    if (/^(iframes|storyboard)/.test(name))
      await link(join(demo, head.folder, name), join(target, name)).catch(() =>
        copyFile(join(demo, head.folder, name), join(target, name)),
      );
  }
  // Removed and written below, because a linked file is the demo's.
  await rewrite(join(target, "iframes.m3u8"));
  const ladderSteps = head.renditions.map((each) => ({ ...each }) as never);
  const { renditions, duration, bytes } = await writePlaylists(
    target,
    ladderSteps,
    head.renditions[0]?.frameRate ?? 24,
  );
  for (const { url } of imagesOf(head)) await copyImage(demo, into, url);
  return { ...head, captions: [], renditions, duration, bytes, sourceHash: hashOf(`${demo} ${video}`) };
}

async function wholeOf(asset: string, label: number): Promise<Buffer> {
  const names = (await readdir(asset)).filter((name) => new RegExp(`^v${label}-\\d+\\.m4s$`).test(name));
  const files = [renditionFiles(label).init, ...names.toSorted()];
  return Buffer.concat(await Promise.all(files.map((name) => readFile(join(asset, name)))));
}

async function rewrite(path: string): Promise<void> {
  const text = await readFile(path);
  await rm(path);
  await writeFile(path, text);
}

async function writeBundle(made: string, like: Bundle, joined: Episode[]): Promise<void> {
  for (const image of [like.poster, like.cover]) {
    for (const { url } of [image, ...image.srcset, ...(image.avif ?? [])])
      await copyImage(join(DEMO, SOURCES[0] as string), made, url);
  }
  const files: Record<string, string>[] = [];
  for (const [video] of joined.entries()) files.push(await hashes(join(made, `episode-${video + 1}`)));
  const bundle = {
    ...like,
    key: "forty-evenings",
    title: Object.fromEntries(Object.keys(like.title).map((language) => [language, TITLE])),
    freeEpisodeCount: EPISODES,
    images: await hashes(join(made, "images")),
    episodes: Array.from({ length: EPISODES }, (_, at) => ({
      ...(joined[at % VIDEOS] as Episode),
      number: at + 1,
      folder: `episode-${(at % VIDEOS) + 1}`,
      files: files[at % VIDEOS],
    })),
  };
  await writeFile(join(made, "bundle.json"), JSON.stringify(bundle));
}

function imagesOf({ thumbnail }: Episode): { url: string }[] {
  return [thumbnail, ...thumbnail.srcset, ...(thumbnail.avif ?? [])];
}

async function copyImage(demo: string, into: string, url: string): Promise<void> {
  const name = url.slice(url.lastIndexOf("/") + 1);
  await copyFile(join(demo, "images", name), join(into, "images", name));
}

async function hashes(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, hashOf(await readFile(join(path, name)))])),
  );
}

function hashOf(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
