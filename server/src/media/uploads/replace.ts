import type { UploadPlan } from "@cliffhanger/contract";
import { readEdited } from "#catalogue";
import { audited } from "#platform/db/audit";
import { invalid, notFound } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import { findEpisodeSeries } from "../films/repository.ts";
import { refuseTooMuch, type UploadContext } from "./begin.ts";
import { planUpload } from "./plan.ts";
import * as repository from "./repository.ts";

/** A file that takes the place of an episode's film. */
export interface Replacement {
  requestKey: string;
  id: string;
  file: { name: string; size: number; lastModified: number };
}

/**
 * Begins the upload of another film for an episode, whatever the file's name is. The episode keeps its id, number, captions and
 * what viewers have done with it, and plays the present film until the new one is ready.
 */
export async function replaceFilm(
  context: UploadContext,
  { requestKey, id: episodeId, file }: Replacement,
): Promise<UploadPlan> {
  await refuseTooMuch(context, [file]);
  const plan = await audited(context, { action: "episode.replace" }, async (trx) => {
    const seriesId = await findEpisodeSeries(trx, episodeId);
    if (seriesId === undefined) throw notFound();
    const { content } = await readEdited(trx, seriesId, { lock: true });
    const number = content.numbers?.[episodeId] ?? 0;
    const [place] = planUpload([{ ...file, number }], []);
    if (place?.kind !== "film" || place.leftOut !== null) throw noFilm(file.name, place?.leftOut ?? null);
    const uploadId = requestKey.toLowerCase();
    const answer = (id: string): UploadPlan => ({
      seriesId,
      files: [{ ...place, replaces: true, id }],
      missing: [],
    });
    // A repeated request finds the upload that the first one began; a file that was broken off continues.
    const same = (await repository.findSame(trx, seriesId, file)).find(
      (one) =>
        one.id === uploadId ||
        (one.state === "receiving" && one.episodeId === episodeId && one.operatorId === context.by.id),
    );
    if (same) return { result: answer(same.id), changes: [] };
    const slot = { seriesId, kind: "film" as const, number, language: null, waits: false, episodeId };
    for (const ended of await repository.cancelSlot(trx, slot)) await context.uploads.remove(ended);
    const at = context.clock.now();
    await repository.insertUpload(trx, { ...slot, ...file, id: uploadId, operatorId: context.by.id, at });
    const subject = { kind: "series", id: seriesId };
    const after = { episode: number, upload: file.name };
    return { result: answer(uploadId), changes: [{ subject, before: null, after }] };
  });
  for (const { id } of plan.files) if (id !== null) await context.uploads.create(id);
  return plan;
}

function noFilm(name: string, why: string | null) {
  const id =
    why === "empty" ? "filmFault.empty" : why === "too_big" ? "filmFault.tooBig" : "filmFault.unreadable";
  return invalid([faultAt("file", (t) => t(id, { name }))]);
}
