import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { saveSeriesImages } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { hashOf, type MediaStore } from "#platform/storage";
import { makeArt } from "./art.ts";
import type { MediaTools } from "./confine.ts";
import { fromStore } from "./frames.ts";
import { makeImage } from "./images.ts";
import { faultOf } from "./read-episode.ts";
import * as repository from "./repository.ts";
import type { SeriesFolder } from "./series-folder.ts";

/** What a folder's poster means for its series: a new picture, a removed one, or no change. */
export type SeriesArt =
  | { kind: "own"; images: Parameters<typeof saveSeriesImages>[2]; sourceHash: string }
  | { kind: "gone" }
  | { kind: "same" };

interface ArtContext {
  db: Db;
  store: MediaStore;
  tools: MediaTools;
}

/**
 * Reads poster.jpg and cover.jpg; if only one exists, it serves as both. Skips pictures that the series already
 * shows.
 */
export async function readArt(
  { db, store }: Pick<ArtContext, "db" | "store">,
  folder: SeriesFolder,
  seriesId: string | undefined,
  faults: string[],
): Promise<SeriesArt> {
  const poster = folder.poster ?? folder.cover;
  const cover = folder.cover ?? folder.poster;
  const shown = seriesId === undefined ? undefined : await repository.findSeriesArt(db, seriesId);
  if (!poster || !cover) return shown?.number === 0 ? { kind: "gone" } : { kind: "same" };
  const work = await store.workFolder();
  try {
    const hashes = [await hashOf(poster), await hashOf(cover)];
    const sourceHash = createHash("sha256").update(hashes.join()).digest("hex");
    if (shown?.sourceHash === sourceHash) return { kind: "same" };
    const images = {
      poster: await makeImage(poster, "poster", work),
      cover: await makeImage(cover, "cover", work),
    };
    for (const file of await readdir(work)) await store.publish(join(work, file), `images/${file}`);
    return { kind: "own", images, sourceHash };
  } catch (error) {
    faults.push(faultOf(error, poster));
    return { kind: "same" };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Uses a frame of the first ready episode as the poster of a series without one. */
export async function restoreFrame(context: ArtContext, seriesId: string): Promise<void> {
  const { db, store, tools } = context;
  if (await repository.findSeriesArt(db, seriesId)) return;
  const first = (await repository.listSeriesAssets(db, seriesId)).find((each) => each.state === "ready");
  if (!first) return;
  const [asset] = await repository.findAssets(db, [first.assetId]);
  const prepared = await repository.findPrepared(db, first.assetId);
  const work = await store.workFolder();
  try {
    let { poster, cover } = asset?.art ?? { poster: null, cover: null };
    if (!poster || !cover) {
      const source = {
        read: fromStore(store, first.assetId),
        duration: prepared?.duration ?? 0,
        label: prepared?.renditions[0]?.label ?? 0,
      };
      const made = await makeArt(tools, source, ["poster", "cover"], join(work, "images"));
      if (!made.poster || !made.cover) return;
      for (const file of await readdir(join(work, "images")))
        await store.publish(join(work, "images", file), `images/${file}`);
      ({ poster, cover } = { poster: made.poster, cover: made.cover });
    }
    const art = { poster, cover };
    await asSystem(db, "ingest", async (trx) => {
      await repository.savePosterArt(trx, first.assetId, art);
      if (await repository.claimSeriesArt(trx, seriesId, first.number))
        await saveSeriesImages(trx, seriesId, art);
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
