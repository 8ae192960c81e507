import { stat } from "node:fs/promises";
import {
  findAbout,
  findSource,
  listSourceEpisodes,
  saveEpisode,
  saveFolderPrice,
  saveSeries,
  saveSeriesImages,
  withdrawEpisodes,
} from "#catalogue";
import type { Clock } from "#platform/clock";
import { type Acting, audited, type Change } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Jobs } from "#platform/jobs";
import type { MediaStore } from "#platform/storage";
import { nameOf } from "#platform/terminal";
import type { MediaTools } from "./confine.ts";
import { sendTranscode } from "./jobs.ts";
import type { Profile } from "./ladder.ts";
import { faultOf, type Readable, readEpisode } from "./read-episode.ts";
import * as repository from "./repository.ts";
import { readArt, restoreFrame, type SeriesArt } from "./series-art.ts";
import type { SeriesFolder } from "./series-folder.ts";
import { showEpisodes } from "./show-episodes.ts";

/** What ingesting folders needs. */
export interface IngestContext extends Acting {
  store: MediaStore;
  jobs: Jobs;
  tools: MediaTools;
  profile: Profile;
}

/** How a folder is ingested. `prune` removes episodes whose files are gone. */
export interface IngestOptions {
  prune?: boolean;
}

/** One ingested video: already encoded, or queued. */
export interface IngestedVideo {
  assetId: string;
  /** Folder and file name, as the operator knows it. */
  name: string;
  ready: boolean;
  /** Size of the source. */
  bytes: number;
}

/** The outcome for a folder: `faults` are sentences about what was left out, `notes` about what changed. */
export interface IngestResult {
  seriesId: string | null;
  ingested: IngestedVideo[];
  faults: string[];
  notes: string[];
}

/**
 * Ingests a series folder: copies its sources into the spool, writes its rows to the catalogue and queues a job for
 * each new video. Episodes stay hidden until their videos are ready. Running it again applies only what changed: an
 * episode with a new file plays the old video until the new one is ready.
 */
export async function ingestSeries(
  context: IngestContext,
  folder: SeriesFolder,
  options: IngestOptions = {},
): Promise<IngestResult> {
  const faults: string[] = [];
  const notes: string[] = [];
  const readable: Readable[] = [];
  for (const episode of folder.episodes) {
    const found = await readEpisode(context, episode, { faults, notes }).catch((error: unknown) => {
      faults.push(faultOf(error, episode.path));
      return null;
    });
    if (found) readable.push(found);
  }
  if (readable.length === 0) return { seriesId: null, ingested: [], faults, notes };
  const known = await findSource(context.db, folder);
  const art = await readArt(context, folder, known?.id, faults);
  const sizes = new Map<string, number>();
  for (const { path } of readable) sizes.set(path, (await stat(path)).size);
  const saved = await audited(context, { action: "series.change" }, async (trx) => {
    const before = known && (await stateOf(trx, known.id));
    const prune = options.prune ?? false;
    const done = await saveAll(context, trx, { folder, readable, art, sizes, prune });
    return { result: done, changes: changesOf(done.seriesId, before, await stateOf(trx, done.seriesId)) };
  });
  await restoreFrame(context, saved.seriesId);
  return { ...saved, faults, notes: [...notes, ...saved.notes] };
}

/** Returns what an operator decides about a series, and which videos its episodes have or wait for. */
async function stateOf(trx: Trx, seriesId: string): Promise<object> {
  const [about, episodes] = [
    await findAbout(trx, seriesId),
    await repository.listSeriesAssets(trx, seriesId),
  ];
  return { ...about, episodes: episodes.map(({ number, assetId }) => `${number} ${assetId}`) };
}

/** Returns the row of the audit log; none when the folder was ingested again as it was. */
function changesOf(id: string, before: object | undefined, after: object): Change[] {
  const subject = { kind: "series", id };
  if (!before) return [{ subject, after, action: "series.create" }];
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ subject, before, after }];
}

interface Arrival {
  folder: SeriesFolder;
  readable: readonly Readable[];
  art: SeriesArt;
  /** Sizes in bytes, by path. */
  sizes: ReadonlyMap<string, number>;
  prune: boolean;
}

type Saved = Omit<IngestResult, "faults"> & { seriesId: string };

async function saveAll(context: IngestContext, trx: Trx, arrival: Arrival): Promise<Saved> {
  const { clock, store } = context;
  const { folder, readable, art, sizes } = arrival;
  const notes: string[] = [];
  const seriesId = await saveAbout(clock, trx, folder);
  if (art.kind === "own" && (await repository.claimSeriesArt(trx, seriesId, 0, art.sourceHash))) {
    await saveSeriesImages(trx, seriesId, art.images);
    notes.push("The poster is new.");
  }
  if (art.kind === "gone") {
    await repository.releaseSeriesArt(trx, seriesId);
    notes.push("The poster is gone from the folder; a frame takes its place.");
  }
  const before = new Map(
    (await listSourceEpisodes(trx, seriesId)).map((episode) => [episode.number, episode.assetId]),
  );
  const ingested: IngestedVideo[] = [];
  const ready = new Map<string, repository.Asset>();
  for (const episode of readable) {
    const playing = before.get(episode.number);
    const { asset, changed } = await saveVideo(context, trx, { seriesId, episode, playing });
    if (asset.state === "ready" && changed) ready.set(asset.id, asset);
    if (playing && playing !== asset.id)
      notes.push(
        asset.state === "ready"
          ? `Episode ${episode.number} plays ${nameOf(episode.path)} now.`
          : `Episode ${episode.number} is replaced; it plays the old video until ${nameOf(episode.path)} is ready.`,
      );
    ingested.push({
      assetId: asset.id,
      name: `${nameOf(folder.path)}/${nameOf(episode.path)}`,
      ready: asset.state === "ready",
      bytes: sizes.get(episode.path) ?? 0,
    });
  }
  for (const { id, duration, art: pictures } of ready.values()) {
    if (pictures) await showEpisodes(trx, clock, store, { id, duration: duration ?? 0, art: pictures });
  }
  notes.push(...(await saveGone(clock, trx, seriesId, arrival)));
  return { seriesId, ingested, notes };
}

async function saveAbout(clock: Clock, trx: Trx, { about, title, sourceKey }: SeriesFolder): Promise<string> {
  const { synopsis, language, free: freeEpisodeCount, completed, tags, unlockPrice } = about;
  const series = { sourceKey, title, synopsis, language, freeEpisodeCount, completed };
  const seriesId = await saveSeries(trx, clock, series, tags);
  await saveFolderPrice(trx, seriesId, unlockPrice);
  return seriesId;
}

/** Saves the rows of one episode, and queues a job if its video is not encoded yet. */
async function saveVideo(
  { clock, store, jobs, profile }: IngestContext,
  trx: Trx,
  video: { seriesId: string; episode: Readable; playing: string | null | undefined },
): Promise<{ asset: repository.Asset; changed: boolean }> {
  const { seriesId, episode, playing } = video;
  const { number, title, path, hash, texts, unread } = episode;
  const episodeId = await saveEpisode(trx, clock, { seriesId, number, title });
  const at = clock.now();
  const source = { id: newId(at), sourceHash: hash, profile, name: nameOf(path) };
  const asset = await repository.saveAsset(trx, source, at);
  let changed = await repository.saveAssetEpisode(trx, asset.id, { episodeId, seriesId, number });
  let captionsChanged = false;
  for (const { language, file, body } of texts)
    captionsChanged =
      (await repository.saveCaption(trx, { episodeId, language, file, body })) || captionsChanged;
  // A caption file that is unreadable now was readable before: its captions stay.
  const remainingLanguages = [...texts.map((text) => text.language), ...unread];
  captionsChanged =
    (await repository.removeOtherCaptions(trx, episodeId, remainingLanguages)) || captionsChanged;
  changed ||= captionsChanged;
  if (captionsChanged && playing && playing !== asset.id) await store.addTexts(`assets/${playing}`, texts);
  if (asset.state !== "ready") {
    await repository.retryAsset(trx, asset.id, nameOf(path));
    await sendTranscode(trx, jobs, asset.id);
  }
  return { asset, changed };
}

/** Removes episodes whose files are gone when `prune` is set; otherwise reports them. */
async function saveGone(
  clock: Clock,
  trx: Trx,
  seriesId: string,
  { folder, prune }: Arrival,
): Promise<string[]> {
  const presentNumbers = new Set(folder.episodes.map((episode) => episode.number));
  const gone = (await repository.listSeriesAssets(trx, seriesId)).filter(
    ({ number }) => !presentNumbers.has(number),
  );
  if (gone.length === 0) return [];
  const numbers = gone.map(({ number }) => number).join(", ");
  const which = gone.length === 1 ? `Episode ${numbers}` : `Episodes ${numbers}`;
  if (!prune) return [`${which}: no longer in the folder, but still shown. Give --prune to remove them.`];
  const ids = gone.map(({ episodeId }) => episodeId);
  await repository.removeAssetEpisodes(trx, ids);
  await withdrawEpisodes(trx, clock, seriesId, ids);
  return [`${which}: removed, because no longer in the folder.`];
}
