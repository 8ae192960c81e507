import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Crop, Image, PictureSource } from "@cliffhanger/contract";
import { readEdited, replacePicture, type SeenPicture } from "#catalogue";
import { type Acting, asSystem } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { DomainError, invalid, notFound } from "#platform/http/errors";
import { hashOf, type MediaStore } from "#platform/storage";
import { MediaError, type MediaTools } from "../confine.ts";
import { findEpisodeFilm } from "../films/repository.ts";
import { type FrameSource, fromStore, withFrameAt } from "../frames.ts";
import { makeImage } from "../images.ts";
import * as media from "../repository.ts";
import type { UploadFiles } from "../uploads/files.ts";
import { findUpload, moveUpload } from "../uploads/repository.ts";

/** What pictures of a series are made with. */
export interface PictureContext {
  db: Db;
  store: MediaStore;
  /** Finds ffmpeg, which frames of films need. */
  tools: () => Promise<MediaTools>;
  uploads: UploadFiles;
}

/** A picture that an operator made: where it comes from, and the part of it that they chose. */
export interface ChosenPicture extends SeenPicture {
  source: PictureSource;
  crop: Crop;
}

/** Makes a poster or cover of the part that an operator chose, and gives it to its series: to the draft of a live one. */
export async function setPicture(
  context: PictureContext & Acting,
  { source, crop, ...seen }: ChosenPicture,
): Promise<void> {
  const { db, uploads } = context;
  // Refuses a series that is not there before anything is made for it.
  await readEdited(db, seen.id);
  const make = (path: string) => publishImage(context, seen, { path, crop });
  if ("episode" in source) {
    const made = await fromFrame(context, { ...source, type: "png", seriesId: seen.id }, make);
    return give(context, seen, made);
  }
  const upload = await findUpload(db, source.upload);
  const isTheirs = upload?.operatorId === context.by.id && upload.seriesId === seen.id;
  if (!isTheirs || upload.state !== "received") throw new DomainError(410, "upload_gone");
  const work = await context.store.workFolder();
  try {
    // Under its own name, so that every message names the file as the operator knows it.
    const path = join(work, upload.name);
    await uploads.fetch(upload.id, path);
    await give(context, seen, await make(path));
    await moveUpload(db, upload.id, "received", { state: "done" });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    await moveUpload(db, upload.id, "received", { state: "refused", sentence: error.message });
    throw invalid([error.at("source")]);
  } finally {
    await rm(work, { recursive: true, force: true });
    const left = await findUpload(db, upload.id);
    if (left?.state !== "received") await uploads.remove(upload.id);
  }
}

async function give(
  context: PictureContext & Acting,
  seen: SeenPicture,
  { image, hash }: { image: Image; hash: string },
): Promise<void> {
  // A frame of an episode never takes the place of a picture that an operator chose.
  await asSystem(context.db, "ingest", (trx) => media.claimSeriesArt(trx, seen.id, 0, hash));
  await replacePicture(context, seen, image);
}

async function publishImage(
  { store }: PictureContext,
  { kind }: SeenPicture,
  { path, crop }: { path: string; crop: Crop },
): Promise<{ image: Image; hash: string }> {
  const work = await store.workFolder();
  try {
    const images = join(work, "images");
    await mkdir(images);
    const image = await makeImage(path, kind, images, { crop });
    for (const file of await readdir(images)) await store.publish(join(images, file), `images/${file}`);
    return { image, hash: await hashOf(path) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Returns the frame that an episode's film shows at a second, as JPEG. */
export async function readFrame(
  context: PictureContext,
  { id, at }: { id: string; at: number },
): Promise<Buffer> {
  return fromFrame(context, { episode: id, at, type: "jpg" }, (path) => readFile(path));
}

/** One at a time: an operator who looks through a film asks for many, and viewers share the processor. */
let last: Promise<unknown> = Promise.resolve();

async function fromFrame<T>(
  { db, store, tools }: PictureContext,
  wanted: { episode: string; at: number; type: "png" | "jpg"; seriesId?: string },
  use: (path: string) => Promise<T>,
): Promise<T> {
  const film = await findEpisodeFilm(db, wanted.episode);
  if (!film || (wanted.seriesId !== undefined && film.seriesId !== wanted.seriesId)) throw notFound();
  const prepared = await media.findPrepared(db, film.assetId);
  if (!prepared) throw new DomainError(409, "not_ready");
  const source: FrameSource = {
    read: fromStore(store, film.assetId),
    duration: prepared.duration,
    label: prepared.renditions[0]?.label ?? 0,
  };
  const turn = last.then(async () =>
    withFrameAt(await tools(), { ...source, at: wanted.at, type: wanted.type }, use),
  );
  last = turn.catch(() => undefined);
  return turn.catch((error: unknown) => {
    throw error instanceof MediaError ? invalid([error.at("source")]) : error;
  });
}
