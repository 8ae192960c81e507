import { type Acting, audited } from "#platform/db/audit";
import { DomainError, notFound } from "#platform/http/errors";
import type { Jobs } from "#platform/jobs";
import { defineTranscode, sendTranscode } from "../jobs.ts";
import * as media from "../repository.ts";
import * as repository from "./repository.ts";

/** Queues the failed film of an episode again. */
export async function encodeAgain(acting: Acting, jobs: Jobs, episodeId: string): Promise<void> {
  await defineTranscode(jobs);
  await audited(acting, { action: "episode.encode" }, async (trx) => {
    const film = await repository.findEpisodeFilm(trx, episodeId);
    if (!film) throw notFound();
    if (film.state !== "failed") throw new DomainError(409, "already_so");
    await media.retryAsset(trx, film.assetId, film.name);
    await sendTranscode(trx, jobs, film.assetId);
    const subject = { kind: "series", id: film.seriesId };
    return {
      result: undefined,
      changes: [{ subject, before: { state: "failed" }, after: { state: "queued" } }],
    };
  });
}
