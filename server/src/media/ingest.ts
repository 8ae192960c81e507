import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, realpath, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { saveEpisode, saveSeries, saveSeriesImages } from "#catalogue";
import type { Clock } from "#platform/clock";
import { type Db, inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Jobs } from "#platform/jobs";
import type { MediaStore } from "#platform/storage";
import { type CaptionText, readCaption } from "./captions.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import { makeImage } from "./images.ts";
import { sendTranscode, showEpisodes } from "./jobs.ts";
import type { Profile } from "./ladder.ts";
import { probe } from "./probe.ts";
import * as repository from "./repository.ts";
import type { EpisodeFile, SeriesFolder } from "./series-folder.ts";

/** What taking folders in needs. */
export interface IngestContext {
  db: Db;
  clock: Clock;
  store: MediaStore;
  jobs: Jobs;
  tools: MediaTools;
  profile: Profile;
}

/** One video that was taken in: encoded already, or on its way. */
export interface Taken {
  assetId: string;
  /** Folder and file name, as a person knows it. */
  name: string;
  ready: boolean;
}

/** What came of a folder; `faults` are sentences about what was left out. */
export interface IngestResult {
  seriesId: string | null;
  taken: Taken[];
  faults: string[];
}

interface Readable extends EpisodeFile {
  hash: string;
  texts: CaptionText[];
}

/**
 * Takes a series folder in: its sources into the spool, its rows into the catalogue, a job for each video that
 * is new. Nothing of it is seen before its video is ready. Doing it again changes only what changed.
 */
export async function ingestSeries(context: IngestContext, folder: SeriesFolder): Promise<IngestResult> {
  const faults: string[] = [];
  const readable: Readable[] = [];
  for (const episode of folder.episodes) {
    const found = await readEpisode(context, episode, faults);
    if (found) readable.push(found);
  }
  if (readable.length === 0) return { seriesId: null, taken: [], faults };
  const images = await readImages(context.store, folder, faults);
  return inTransaction(context.db, (trx) => saveAll(context, trx, folder, readable, images)).then((saved) => ({ ...saved, faults }));
}

async function readEpisode(context: IngestContext, episode: EpisodeFile, faults: string[]): Promise<Readable | null> {
  const { db, store, tools, profile } = context;
  try {
    const path = await realpath(episode.path);
    if (!(await stat(path)).isFile()) throw new MediaError(`${basename(episode.path)} is not a file.`);
    const hash = await hashOf(path);
    const known = await repository.findAssetOf(db, hash, profile);
    if (known?.state !== "ready") {
      await probe(tools, path);
      await store.takeIn(path, `spool/${hash}`);
    }
    const texts: CaptionText[] = [];
    for (const { path: file, language } of episode.captions) {
      const text = await readCaption(file, language).catch((error: unknown) => {
        faults.push(sentence(error, file));
      });
      if (text) texts.push(text);
    }
    return { ...episode, hash, texts };
  } catch (error) {
    faults.push(sentence(error, episode.path));
    return null;
  }
}

type Images = Parameters<typeof saveSeriesImages>[2];

/** poster.jpg or cover.jpg; one of them serves as both. */
async function readImages(store: MediaStore, folder: SeriesFolder, faults: string[]): Promise<Images | null> {
  const poster = folder.poster ?? folder.cover;
  const cover = folder.cover ?? folder.poster;
  if (!poster || !cover) return null;
  const work = await store.workFolder();
  try {
    const images = { poster: await makeImage(poster, "poster", work), cover: await makeImage(cover, "cover", work) };
    for (const file of await readdir(work)) await store.publish(join(work, file), `images/${file}`);
    return images;
  } catch (error) {
    faults.push(sentence(error, poster));
    return null;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function saveAll(
  { clock, store, jobs, profile }: IngestContext,
  trx: Db,
  folder: SeriesFolder,
  readable: readonly Readable[],
  images: Images | null,
): Promise<{ seriesId: string; taken: Taken[] }> {
  const { about, title, sourceKey } = folder;
  const { synopsis, language, free: freeEpisodeCount, completed, tags } = about;
  const seriesId = await saveSeries(trx, clock, { sourceKey, title, synopsis, language, freeEpisodeCount, completed }, tags);
  if (images && (await repository.claimSeriesArt(trx, seriesId, 0))) await saveSeriesImages(trx, seriesId, images);
  const taken: Taken[] = [];
  const ready = new Map<string, repository.Asset>();
  for (const { number, title: episodeTitle, path, hash, texts } of readable) {
    const episodeId = await saveEpisode(trx, clock, { seriesId, number, title: episodeTitle });
    const at = clock.now();
    const asset = await repository.keepAsset(trx, { id: newId(at), sourceHash: hash, profile, name: basename(path) }, at);
    let changed = await repository.keepAssetEpisode(trx, asset.id, { episodeId, seriesId, number });
    for (const text of texts) changed = (await repository.keepCaption(trx, { episodeId, ...text })) || changed;
    if (asset.state === "ready" && changed) ready.set(asset.id, asset);
    if (asset.state !== "ready") {
      if (asset.state === "failed") await repository.setAssetState(trx, asset.id, "queued");
      await sendTranscode(trx, jobs, asset.id);
    }
    taken.push({ assetId: asset.id, name: `${basename(folder.path)}/${basename(path)}`, ready: asset.state === "ready" });
  }
  for (const { id, duration, art } of ready.values()) {
    if (art) await showEpisodes(trx, clock, store, { id, duration: duration ?? 0, art });
  }
  return { seriesId, taken };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest("hex");
}

/** What a person is told about a file that was left out. */
function sentence(error: unknown, path: string): string {
  if (error instanceof MediaError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  const name = basename(path);
  if (code === "ENOENT") return `${name} is a link to nothing, or was just removed.`;
  if (code === "EACCES" || code === "EPERM") return `${name} may not be read. Give this user the right to (chmod u+r).`;
  if (code === "ENOSPC") return `The disk is full: ${name} could not be taken in.`;
  throw error;
}
