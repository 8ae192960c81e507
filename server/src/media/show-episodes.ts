import { publishEpisode, saveSeriesImages } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db, Trx } from "#platform/db/database";
import type { MediaStore } from "#platform/storage";
import * as repository from "./repository.ts";

/**
 * Shows every episode that waits for a ready asset, with its captions. Uses a frame as the poster of a series without
 * one.
 */
export async function showEpisodes(
  trx: Trx,
  clock: Clock,
  store: MediaStore,
  asset: { id: string; duration: number; art: repository.AssetArt },
): Promise<void> {
  const { thumbnail, poster, cover } = asset.art;
  await store.addTexts(`assets/${asset.id}`, await repository.listCaptionFiles(trx, asset.id));
  for (const { episodeId, seriesId, number } of await repository.listAssetEpisodes(trx, asset.id)) {
    if (poster && cover && (await repository.claimSeriesArt(trx, seriesId, number)))
      await saveSeriesImages(trx, seriesId, { poster, cover });
    await publishEpisode(trx, clock, {
      id: episodeId,
      assetId: asset.id,
      duration: asset.duration,
      thumbnail,
    });
  }
}

/** Puts captions beside a film that is shown now: some may have come while {@link showEpisodes} did not know of them yet. */
export async function addLateCaptions(db: Db, store: MediaStore, assetId: string): Promise<void> {
  await store.addTexts(`assets/${assetId}`, await repository.listCaptionFiles(db, assetId));
}
