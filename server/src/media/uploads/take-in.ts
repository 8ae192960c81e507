import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { changePictures, ensureEpisode } from "#catalogue";
import type { Actor } from "#platform/actor";
import { type Acting, asSystem, audited } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Jobs } from "#platform/jobs";
import { hashOf, type MediaStore } from "#platform/storage";
import { type CaptionText, readCaption } from "../captions.ts";
import { KilledError, MediaError, type MediaTools } from "../confine.ts";
import { isDiskFull } from "../disk-full.ts";
import * as films from "../films/repository.ts";
import { makeImage } from "../images.ts";
import { sendTranscode } from "../jobs.ts";
import type { Profile } from "../ladder.ts";
import { probe } from "../probe.ts";
import { type Readable, readEpisode } from "../read-episode.ts";
import * as media from "../repository.ts";
import { showEpisodes } from "../show-episodes.ts";
import type { UploadFiles } from "./files.ts";
import * as repository from "./repository.ts";

/** What taking in uploaded files needs. */
export interface TakeInContext extends Omit<Acting, "by"> {
  store: MediaStore;
  jobs: Jobs;
  tools: MediaTools;
  profile: Profile;
  uploads: UploadFiles;
}

/**
 * Takes in an upload whose bytes are all here: checks the file, gives its episode the film, or the captions, or its series the
 * picture. A file that cannot be used is refused with a sentence, and what the episode had stays. One whose check the system
 * ended is refused only at the last attempt: memory may be free later.
 */
export async function takeIn(
  context: TakeInContext,
  uploadId: string,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> {
  const { db, uploads } = context;
  const upload = await repository.findUpload(db, uploadId);
  if (upload?.state !== "checking") return;
  const work = await context.store.workFolder();
  try {
    // Under its own name, so that every message names the file as the operator knows it.
    const path = join(work, upload.name);
    if ((await uploads.fetch(uploadId, path)) < upload.size)
      throw new MediaError((t) => t("mediaFault.gone", { name: upload.name }));
    const acting = { ...context, by: operatorOf(upload) };
    if (upload.kind === "film") await takeFilm(acting, upload, path);
    else if (upload.kind === "captions") await takeCaptions(acting, upload, path);
    else await takePicture(acting, { ...upload, kind: upload.kind }, { path, work });
    await repository.moveUpload(db, uploadId, "checking", { state: "done" });
  } catch (error) {
    // A full disk is not the file's fault: it is taken in later.
    if (!(error instanceof MediaError) || isDiskFull(error)) throw error;
    if (error instanceof KilledError && !isLast) throw error;
    await repository.moveUpload(db, uploadId, "checking", { state: "refused", sentence: error.message });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  await uploads.remove(uploadId);
}

/** The operator who uploaded a file, as the audit log names who gave an episode its film. */
function operatorOf({ operatorId }: repository.Upload): Actor {
  return { kind: "operator", id: operatorId, role: null, sessionId: null, network: null };
}

type Working = TakeInContext & Acting;

async function takeFilm(context: Working, upload: repository.Upload, path: string): Promise<void> {
  const { tools, clock, store, jobs, profile } = context;
  const { seriesId, name } = upload;
  const number = numberOf(upload);
  const faults: string[] = [];
  const readable = await readEpisode(
    context,
    { number, path, title: {}, captions: [] },
    { faults, notes: [] },
  );
  if (!readable) throw new MediaError(faults[0] ?? ((t) => t("mediaFault.unread", { name })));
  const found = readable.found ?? (await probe(tools, path, { name }));
  await audited(context, { action: "episode.replace" }, async (trx) => {
    const episode = await episodeOf(context, trx, upload);
    if (!episode) return { result: undefined, changes: [] };
    const at = clock.now();
    const source = { id: newId(at), sourceHash: readable.hash, profile, name };
    const asset = await media.saveAsset(trx, source, at);
    const { width, height, duration, audio } = found;
    await films.saveCheck(trx, { asset_id: asset.id, has_sound: audio !== null, width, height, duration });
    const changed = await media.saveAssetEpisode(trx, asset.id, {
      episodeId: episode.id,
      seriesId,
      number: episode.number,
      fileName: name,
    });
    const added = await addEmbedded(trx, episode.id, readable.texts);
    // Players ask for them beside the film that plays, which may be the one before until this one is encoded.
    if (episode.assetId) await store.addTexts(`assets/${episode.assetId}`, added);
    if (asset.state !== "ready") {
      await media.retryAsset(trx, asset.id, name);
      await sendTranscode(trx, jobs, asset.id);
    } else if (changed && asset.art)
      await showEpisodes(trx, clock, store, { id: asset.id, duration: asset.duration ?? 0, art: asset.art });
    const change = {
      subject: { kind: "series", id: seriesId },
      before: { film: episode.assetId },
      after: { film: asset.id, episode: number, file: name },
    };
    return { result: undefined, changes: changed ? [change] : [] };
  });
}

/** Adds the subtitles inside a film in languages that the episode has no captions in. Returns them. */
async function addEmbedded(
  trx: Parameters<typeof media.saveCaption>[0],
  episodeId: string,
  texts: Readable["texts"],
): Promise<Readable["texts"]> {
  const present = await films.listCaptionLanguages(trx, episodeId);
  const added = texts.filter(({ language }) => !present.includes(language));
  for (const { language, file, body } of added)
    await media.saveCaption(trx, { episodeId, language, file, body });
  return added;
}

async function takeCaptions(context: Working, upload: repository.Upload, path: string): Promise<void> {
  const { seriesId, language, name } = upload;
  const number = numberOf(upload);
  const text: CaptionText = await readCaption(path, language ?? "");
  const episodeId = await audited(context, { action: "captions.change" }, async (trx) => {
    const episode = await episodeOf(context, trx, upload);
    if (!episode) return { result: null, changes: [] };
    const { file, body } = text;
    const changed = await media.saveCaption(trx, {
      episodeId: episode.id,
      language: text.language,
      file,
      body,
    });
    if (changed && episode.assetId)
      await context.store.addTexts(`assets/${episode.assetId}`, [{ file, body }]);
    const subject = { kind: "series", id: seriesId };
    const after = { episode: number, language: text.language, file: name };
    return { result: episode.id, changes: changed ? [{ subject, before: null, after }] : [] };
  });
  // Another film may have become ready since the episode was read.
  if (episodeId === null) return;
  const playing = await films.findEpisodeCaption(context.db, { id: episodeId, language: text.language });
  if (playing?.assetId && playing.caption?.file === text.file)
    await context.store.addTexts(`assets/${playing.assetId}`, [text]);
}

/** Returns the episode that an upload is for; undefined when a newer one took its place while it was being checked. */
async function episodeOf(
  context: Working,
  trx: Trx,
  upload: repository.Upload,
): Promise<{ id: string; number: number; assetId: string | null } | undefined> {
  const { seriesId, name } = upload;
  const present = await repository.lockChecking(trx, upload);
  if (!present) return undefined;
  const number = numberOf(upload);
  const episode = await ensureEpisode(context, trx, { seriesId, episodeId: present.episodeId, number });
  if (!episode) throw new MediaError((t) => t("mediaFault.episodeGone", { name }));
  await repository.noteBrought(trx, upload.id, { ...upload, number, episodeId: episode.id });
  return episode;
}

async function takePicture(
  context: Working,
  { seriesId, kind }: repository.Upload & { kind: "poster" | "cover" },
  { path, work }: { path: string; work: string },
): Promise<void> {
  const { db, store } = context;
  const folder = await mkdtemp(join(work, "images-"));
  const image = await makeImage(path, kind, folder);
  for (const file of await readdir(folder)) await store.publish(join(folder, file), `images/${file}`);
  const sourceHash = await hashOf(path);
  // A frame of an episode never takes the place of a picture that an operator chose.
  await asSystem(db, "ingest", (trx) => media.claimSeriesArt(trx, seriesId, 0, sourceHash));
  await changePictures(context, seriesId, { [kind]: image });
}

function numberOf({ number, name }: repository.Upload): number {
  if (number === null) throw new MediaError((t) => t("mediaFault.noEpisode", { name }));
  return number;
}
