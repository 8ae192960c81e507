import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  findSeries,
  findSource,
  listEpisodes,
  listTags,
  saveEpisode,
  saveSeries,
  saveSeriesImages,
  slugOf,
} from "#catalogue";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { copyOut, linkOrCopy, type MediaStore } from "#platform/storage";
import { BUNDLE_FILE, BundleFile } from "./bundle-file.ts";
import { MediaError } from "./confine.ts";
import { imageFiles } from "./images.ts";
import * as repository from "./repository.ts";
import { showEpisodes } from "./show-episodes.ts";

/** What export and import need. */
export interface BundleContext extends Acting {
  store: MediaStore;
}

type BundledEpisode = BundleFile["episodes"][number];

/**
 * Exports a visible series with its encoded files into `folder`: bundle.json, images/ and a folder per episode.
 * Creates the folder. Exporting the same series again writes the same bytes.
 * @throws MediaError when there is no such series
 */
export async function exportBundle(
  { db, store }: Pick<BundleContext, "db" | "store">,
  seriesId: string,
  folder: string,
): Promise<BundleFile> {
  const series = await findSeries(db, seriesId);
  if (!series?.poster || !series.cover)
    throw new MediaError(`There is no visible series with the id ${seriesId}.`);
  const categories = new Set((await listTags(db, "category")).map((category) => category.id));
  const episodes: BundledEpisode[] = [];
  await clear(folder);
  await mkdir(join(folder, "images"), { recursive: true });
  for (const episode of await listEpisodes(db, seriesId)) {
    episodes.push(await exportEpisode(db, store, episode, folder));
  }
  const images: Record<string, string> = {};
  for (const image of [series.poster, series.cover, ...episodes.map((episode) => episode.thumbnail)]) {
    for (const file of imageFiles(image))
      images[file] = await copyWithHash(store, `images/${file}`, join(folder, "images", file));
  }
  const bundle = BundleFile.parse({
    version: 1,
    key: slugOf(series.title.en ?? Object.values(series.title)[0] ?? "") || series.id,
    title: series.title,
    synopsis: series.synopsis,
    language: series.language,
    freeEpisodeCount: series.free_episode_count,
    completed: series.completed,
    tags: series.tags.map((tag) => ({ kind: categories.has(tag.id) ? "category" : "tag", name: tag.name })),
    poster: series.poster,
    cover: series.cover,
    images,
    episodes,
  } satisfies Record<keyof BundleFile, unknown>);
  await writeFile(join(folder, BUNDLE_FILE), `${JSON.stringify(bundle, null, 1)}\n`);
  return bundle;
}

/** Removes the files of an earlier export and nothing else. */
async function clear(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each === "images" || /^episode-\d+$/.test(each))) {
    await rm(join(folder, name), { recursive: true });
  }
}

async function exportEpisode(
  db: Db,
  store: MediaStore,
  episode: Awaited<ReturnType<typeof listEpisodes>>[number],
  folder: string,
): Promise<BundledEpisode> {
  const [asset] = await repository.findAssets(db, [episode.asset_id]);
  const prepared = await repository.findPrepared(db, episode.asset_id);
  if (!asset?.art || !prepared) throw new MediaError(`Episode ${episode.number} has no finished video.`);
  const captions = await repository.listCaptions(db, episode.id);
  const ownFiles = new Set(captions.map((caption) => caption.file));
  const name = `episode-${episode.number}`;
  const files: Record<string, string> = {};
  await mkdir(join(folder, name), { recursive: true });
  for await (const { key } of store.list(`assets/${asset.id}/`)) {
    const file = basename(key);
    // The asset may also hold captions of another episode that plays the same video.
    if (file.startsWith("captions-") && !ownFiles.has(file)) continue;
    files[file] = await copyWithHash(store, key, join(folder, name, file));
  }
  return {
    number: episode.number,
    title: episode.title,
    folder: name,
    name: asset.name,
    sourceHash: asset.sourceHash,
    profile: asset.profile,
    ...prepared,
    thumbnail: asset.art.thumbnail,
    captions: captions as BundledEpisode["captions"],
    files,
  };
}

/** Copies a file and returns its hash. */
async function copyWithHash(store: MediaStore, key: string, to: string): Promise<string> {
  const hash = await copyOut(store, key, to);
  if (hash === null) throw new MediaError(`The media file ${key} is missing. Restore it from a copy.`);
  return hash;
}

/**
 * Imports a bundle: checks every file against its hash, links or copies it into the store, then writes all rows in
 * one transaction. Needs no ffmpeg. Importing the same bundle again changes nothing.
 * @param options `restore` imports a series again that has since been removed
 * @returns whether anything was imported
 * @throws MediaError when the bundle is incomplete or damaged
 */
export async function importBundle(
  context: BundleContext,
  folder: string,
  { restore = false }: { restore?: boolean } = {},
): Promise<{ imported: boolean }> {
  const { db, store } = context;
  const { text, bundle } = await readBundle(folder);
  const hash = sha256(text);
  if ((await repository.findBundleHash(db, bundle.key)) === hash) {
    const source = await findSource(db, { sourceKey: `bundle:${bundle.key}` });
    if (!restore || source?.visible) return { imported: false };
  }
  const work = await store.workFolder();
  try {
    await importFiles(bundle.images, join(folder, "images"), join(work, "images"));
    for (const file of Object.keys(bundle.images))
      await store.publish(join(work, "images", file), `images/${file}`);
    const arrivals: Arrival[] = [];
    for (const episode of bundle.episodes) arrivals.push(await importAsset(context, episode, folder, work));
    await audited(context, { action: "series.create" }, async (trx) => {
      const known = await findSource(trx, { sourceKey: `bundle:${bundle.key}` });
      const seriesId = await saveBundle(trx, context, bundle, arrivals);
      await repository.saveBundleHash(trx, bundle.key, hash);
      const subject = { kind: "series", id: seriesId };
      const after = { title: bundle.title, episodes: arrivals.length, bundle: hash };
      const action = known ? "series.change" : "series.create";
      return { result: undefined, changes: [{ subject, after, action }] };
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return { imported: true };
}

async function readBundle(folder: string): Promise<{ text: string; bundle: BundleFile }> {
  const path = join(folder, BUNDLE_FILE);
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new MediaError(`${folder} is no bundle: it has no readable ${BUNDLE_FILE}.`, { cause });
  });
  try {
    return { text, bundle: BundleFile.parse(JSON.parse(text)) };
  } catch (cause) {
    throw new MediaError(`${path} is damaged, or from a newer Cliffhanger.`, { cause });
  }
}

/** Links each file into `to` after checking its hash. */
async function importFiles(files: Record<string, string>, from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const [file, hash] of Object.entries(files)) {
    const data = await readFile(join(from, file)).catch((cause: unknown) => {
      throw new MediaError(`The bundle is not whole: ${join(from, file)} is missing.`, { cause });
    });
    if (sha256(data) !== hash)
      throw new MediaError(`The bundle is damaged: ${join(from, file)} is not what it was.`);
    await linkOrCopy(join(from, file), join(to, file));
  }
}

/** An episode whose files are imported. Its `asset` may have existed before, encoded on this installation. */
interface Arrival {
  episode: BundledEpisode;
  asset: repository.Asset;
  captions: { language: string; file: string; body: string }[];
}

/** Returns the existing asset with the same content, or creates one from the bundle's files. */
async function importAsset(
  { db, clock, store }: BundleContext,
  episode: BundledEpisode,
  folder: string,
  work: string,
): Promise<Arrival> {
  const at = clock.now();
  const { sourceHash, profile, name } = episode;
  const asset = await repository.saveAsset(db, { id: newId(at), sourceHash, profile, name }, at);
  const files = join(work, episode.folder);
  await importFiles(episode.files, join(folder, episode.folder), files);
  const captions = await Promise.all(
    episode.captions.map(async (caption) => ({
      ...caption,
      body: await readFile(join(files, caption.file), "utf8"),
    })),
  );
  if (asset.state !== "ready") await store.publish(files, `assets/${asset.id}`);
  return { episode, asset, captions };
}

async function saveBundle(
  trx: Trx,
  { clock, store }: Pick<BundleContext, "clock" | "store">,
  bundle: BundleFile,
  arrivals: Arrival[],
): Promise<string> {
  const { title, synopsis, language, freeEpisodeCount, completed, poster, cover } = bundle;
  const series = {
    sourceKey: `bundle:${bundle.key}`,
    title,
    synopsis,
    language,
    freeEpisodeCount,
    completed,
  };
  const seriesId = await saveSeries(trx, clock, series, bundle.tags);
  await repository.claimSeriesArt(trx, seriesId, 0);
  await saveSeriesImages(trx, seriesId, { poster, cover });
  for (const { episode, asset, captions } of arrivals) {
    const { number } = episode;
    const art = asset.art ?? { thumbnail: episode.thumbnail, poster, cover };
    const episodeId = await saveEpisode(trx, clock, { seriesId, number, title: episode.title });
    await repository.saveAssetEpisode(trx, asset.id, { episodeId, seriesId, number });
    for (const caption of captions) await repository.saveCaption(trx, { episodeId, ...caption });
    if (asset.state !== "ready")
      await repository.finishAsset(trx, asset.id, { prepared: episode, art, readyAt: clock.now() });
    await showEpisodes(trx, clock, store, {
      id: asset.id,
      duration: asset.duration ?? episode.duration,
      art,
    });
  }
  return seriesId;
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}
