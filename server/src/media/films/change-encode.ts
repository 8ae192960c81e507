import { type Acting, audited } from "#platform/db/audit";
import { DomainError, notFound } from "#platform/http/errors";
import type { Jobs } from "#platform/jobs";
import { defineTranscode, sendTranscode } from "../jobs.ts";
import { TRANSCODE } from "../names.ts";
import * as repository from "./repository.ts";

/** Lets the film of an episode be encoded next. The one that is being encoded is not interrupted. */
export async function encodeFirst(acting: Acting, jobs: Jobs, episodeId: string): Promise<void> {
  await defineTranscode(jobs);
  await audited(acting, { action: "job.first" }, async (trx) => {
    const film = await repository.lockEpisodeFilm(trx, episodeId);
    if (!film) throw notFound();
    if (film.state !== "queued") throw new DomainError(409, "already_so");
    const priority = await repository.raisePriority(trx, film.assetId);
    if (priority === null) return { result: undefined, changes: [] };
    await jobs.first(trx, TRANSCODE, film.assetId, priority);
    // Where its job waits for a retry in another process, nothing is sent; where it was lost, this one counts.
    await sendTranscode(trx, jobs, film.assetId);
    return { result: undefined, changes: [changeOf(film, { place: "in turn" }, { place: "first" })] };
  });
}

/**
 * Cancels the encoding of an episode's film. It becomes a failed one that says so, and its source is kept, so that it can be encoded
 * again. A worker that encodes it notices within a second, ends ffmpeg and removes what it wrote.
 */
export async function cancelEncode(acting: Acting, jobs: Jobs, episodeId: string): Promise<void> {
  await defineTranscode(jobs);
  await audited(acting, { action: "job.cancel" }, async (trx) => {
    const film = await repository.lockEpisodeFilm(trx, episodeId);
    if (!film) throw notFound();
    if (film.state !== "queued" && film.state !== "encoding") throw new DomainError(409, "already_so");
    await repository.cancelFilm(trx, film.assetId, acting.clock.now());
    await jobs.cancelWaiting(trx, TRANSCODE, film.assetId);
    const change = changeOf(film, { state: film.state }, { state: "cancelled" });
    return { result: undefined, changes: [change] };
  });
}

function changeOf({ seriesId, name }: { seriesId: string; name: string }, before: object, after: object) {
  return { subject: { kind: "series", id: seriesId }, before, after: { ...after, file: name } };
}
