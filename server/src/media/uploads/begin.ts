import type { Language, SeriesContent, UploadFile, UploadPlan, UploadRow } from "@cliffhanger/contract";
import { createDraft, readEdited } from "#catalogue";
import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { DomainError, invalid } from "#platform/http/errors";
import { newId } from "#platform/ids";
import { faultAt } from "#platform/said";
import { storedIn } from "#platform/stored-sentence";
import { listEpisodeFilms } from "../films/repository.ts";
import { FREE_EPISODES } from "../names.ts";
import type { UploadFiles } from "./files.ts";
import { type KnownEpisode, missingNumbers, planUpload, quota } from "./plan.ts";
import * as repository from "./repository.ts";

/** Space that an upload leaves on the disk. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/** What an operator wants to upload, and where to. */
export interface UploadRequest {
  requestKey: string;
  seriesId?: string | undefined;
  title?: string | undefined;
  language?: Language | undefined;
  files: UploadFile[];
}

/** Where the files of uploads are kept while they arrive. */
export interface UploadContext extends Acting {
  uploads: UploadFiles;
}

/** Answers where each file of an upload would go. Changes nothing. */
export async function previewUpload(db: Db, request: UploadRequest): Promise<UploadPlan> {
  const { seriesId } = request;
  if (seriesId !== undefined) await readEdited(db, seriesId);
  const known = seriesId === undefined ? [] : await knownEpisodes(db, seriesId);
  const places = planUpload(request.files, known);
  return {
    seriesId: seriesId ?? null,
    files: places.map((place) => ({ ...place, id: null })),
    missing: missingNumbers(places, known),
  };
}

/**
 * Begins an upload: creates the draft of a new series, and a place for each file. Files that are here already are left
 * out, and one that was broken off continues.
 */
export async function beginUpload(context: UploadContext, request: UploadRequest): Promise<UploadPlan> {
  const { title, language = "en", files: given } = request;
  if (request.seriesId === undefined && title === undefined)
    throw invalid([faultAt("title", (t) => t("seriesFault.newTitle"))]);
  // A repeated request finds the series that the first one created.
  const seriesId = request.seriesId ?? request.requestKey.toLowerCase();
  await refuseTooMuch(context, given);
  const plan = await audited(context, { action: "upload.begin" }, async (trx) => {
    const isNew = request.seriesId === undefined && !(await readEdited(trx, seriesId).catch(() => null));
    if (isNew)
      await createDraft(context, trx, {
        id: seriesId,
        title: { [language]: title ?? "" },
        language,
        free: FREE_EPISODES,
      });
    const { content } = await readEdited(trx, seriesId, { lock: true });
    const known = await knownEpisodes(trx, seriesId);
    const places = planUpload(given, known);
    const rows: UploadPlan["files"] = [];
    const begun: string[] = [];
    for (const [at, place] of places.entries()) {
      const { row, isNew: isFirst } = await placeFile(context, trx, {
        seriesId,
        content,
        place,
        // The episode of that number, so that a new order of the episodes meanwhile does not matter.
        episodeId: known.find(({ number }) => number === place.number)?.id ?? null,
        file: given[at] as UploadFile,
      });
      rows.push(row);
      // A file that continues was named when it began.
      if (isFirst) begun.push(row.name);
    }
    const subject = { kind: "series", id: seriesId };
    return {
      result: { seriesId, files: rows, missing: missingNumbers(places, known) },
      changes: [
        ...(begun.length > 0 ? [{ subject, before: null, after: { files: begun } }] : []),
        ...(isNew
          ? [{ subject, before: null, after: { title, language }, action: "series.create" as const }]
          : []),
      ],
    };
  });
  for (const { id } of plan.files) if (id !== null) await context.uploads.create(id);
  return plan;
}

/** Refuses more than may be uploaded at once, or than fits on the disk. */
export async function refuseTooMuch(
  { uploads }: UploadContext,
  given: readonly Pick<UploadFile, "size">[],
): Promise<void> {
  const bytes = given.reduce((sum, { size }) => sum + size, 0);
  if (bytes > quota.bytes) throw new DomainError(409, "upload_quota");
  if ((await uploads.freeBytes()) - bytes < MIN_FREE_BYTES) throw new DomainError(409, "disk_full");
}

async function placeFile(
  context: UploadContext,
  trx: Trx,
  arrival: {
    seriesId: string;
    content: SeriesContent;
    place: ReturnType<typeof planUpload>[number];
    episodeId: string | null;
    file: UploadFile;
  },
): Promise<{ row: UploadPlan["files"][number]; isNew: boolean }> {
  const { seriesId, content, place, episodeId, file } = arrival;
  const { kind, number, language, leftOut, name } = place;
  if (leftOut !== null || kind === null) return { row: { ...place, id: null }, isNew: false };
  const operatorId = context.by.id;
  const [same] = await repository.findSame(trx, seriesId, file);
  // A picture that was deleted since is not here any more, though its upload once came.
  const isDeleted = same?.state === "done" && (kind === "poster" || kind === "cover") && !content[kind];
  if (same && same.state !== "receiving" && !isDeleted)
    return { row: { ...place, leftOut: "here", id: null }, isNew: false };
  if (same?.state === "receiving" && same.operatorId === operatorId && same.number === number)
    return { row: { ...place, id: same.id }, isNew: false };
  const at = context.clock.now();
  const waits = file.as !== undefined;
  for (const id of await repository.cancelSlot(trx, { seriesId, kind, number, episodeId, language, waits }))
    await context.uploads.remove(id);
  const id = newId(at);
  const { size, lastModified } = file;
  await repository.insertUpload(trx, {
    id,
    seriesId,
    operatorId,
    name,
    size,
    lastModified,
    kind,
    number,
    episodeId,
    language,
    waits,
    at,
  });
  return { row: { ...place, id }, isNew: true };
}

async function knownEpisodes(db: Db, seriesId: string): Promise<(KnownEpisode & { id: string })[]> {
  const { content } = await readEdited(db, seriesId);
  return (await listEpisodeFilms(db, seriesId)).map(({ id, number, film, captions }) => ({
    id,
    // As the operator sees it, whose order may not be published yet.
    number: content.numbers?.[id] ?? number,
    hasFilm: film !== null,
    captions: captions.map(({ language }) => language),
  }));
}

/** Lists the uploads into a series that are under way or were refused, with why in a language. */
export async function listUploads(
  db: Db,
  uploads: UploadFiles,
  { seriesId, language: reader }: { seriesId: string; language: Language },
): Promise<UploadRow[]> {
  const { content } = await readEdited(db, seriesId);
  return Promise.all(
    (await repository.listUploads(db, seriesId)).map(async (row) => {
      const { id, name, size, kind, episodeId, language, state } = row;
      const sentence = row.sentence && storedIn(reader, row.sentence);
      const number = content.numbers?.[episodeId ?? ""] ?? row.number;
      const received = state === "receiving" ? await uploads.received(id) : size;
      return { id, name, size, kind, number, language, state, sentence, received: Math.min(size, received) };
    }),
  );
}

/** Ends the uploads into a series that are under way, and takes refused ones off its page. */
export async function cancelUploads(context: UploadContext, seriesId: string): Promise<void> {
  const ended = await audited(context, { action: "upload.cancel" }, async (trx) => {
    const ids = await repository.cancelAll(trx, seriesId);
    const change = {
      subject: { kind: "series", id: seriesId },
      before: null,
      after: { cancelled: ids.length },
    };
    return { result: ids, changes: ids.length > 0 ? [change] : [] };
  });
  for (const id of ended) await context.uploads.remove(id);
}
