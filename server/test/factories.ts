import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Image } from "@cliffhanger/contract";
import {
  publishEpisode,
  saveEpisode,
  saveSeries,
  saveSeriesImages,
  type TagInput,
  type Texts,
} from "#catalogue";
import { asSystem } from "#platform/db/audit";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { TestApp } from "#test/app";

/** The description of an image; the file itself is not created. */
export const anImage: Image = {
  url: "/media/images/0123456789abcdef0123-360.webp",
  width: 360,
  height: 540,
  placeholder: "#221F2B",
  srcset: [{ url: "/media/images/0123456789abcdef0123-360.webp", width: 360 }],
};

/** A published series and its contents. */
export interface MadeSeries {
  id: string;
  episodes: { id: string; assetId: string }[];
}

/** Publishes a series with episodes; each has an asset folder with a playlist, an init segment, a segment and captions. */
export async function makeSeries(
  app: Pick<TestApp, "database" | "clock" | "store" | "notified">,
  options: { title?: Texts; episodes?: number; free?: number; tags?: TagInput[] } = {},
): Promise<MadeSeries> {
  // In one transaction that declares itself, because tests make what an ingest would.
  const made = await asSystem(app.database.db, "restore", (db) => saveMade(app, db, options));
  // A late notification would clear the caches in the middle of a test.
  await app.notified();
  return made;
}

async function saveMade(
  app: Pick<TestApp, "clock" | "store">,
  db: Trx,
  options: NonNullable<Parameters<typeof makeSeries>[1]>,
): Promise<MadeSeries> {
  const title = options.title ?? { en: "The Salt Road" };
  const id = await saveSeries(
    db,
    app.clock,
    {
      sourceKey: newId(app.clock.now()),
      title,
      synopsis: { en: "Two sisters, one mine." },
      language: "en",
      freeEpisodeCount: options.free ?? 2,
      completed: false,
    },
    options.tags ?? [],
  );
  await saveSeriesImages(db, id, { poster: anImage, cover: anImage });
  const episodes = [];
  for (let number = 1; number <= (options.episodes ?? 3); number++) {
    const episodeId = await saveEpisode(db, app.clock, {
      seriesId: id,
      number,
      title: { en: `Part ${number}` },
    });
    const assetId = newId(app.clock.now());
    await makeAssetFolder(app, assetId);
    await publishEpisode(db, app.clock, { id: episodeId, assetId, duration: 18, thumbnail: null });
    episodes.push({ id: episodeId, assetId });
  }
  return { id, episodes };
}

async function makeAssetFolder(app: Pick<TestApp, "store">, assetId: string): Promise<void> {
  const key = `assets/${assetId}`;
  const path = app.store.localPath(key);
  const folder = path ?? join(await app.store.workFolder(), assetId);
  await mkdir(folder, { recursive: true });
  const files: Record<string, string | Buffer> = {
    "index.m3u8": "#EXTM3U\nv720.m3u8\n",
    "v720.m3u8": "#EXTM3U\nv720-00000.m4s\n",
    "v720-init.mp4": Buffer.alloc(700, 1),
    "v720-00000.m4s": Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251)),
    "captions-en-0123456789ab.vtt": "WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n",
    "storyboard.jpg": Buffer.alloc(300, 2),
  };
  for (const [name, body] of Object.entries(files)) await writeFile(join(folder, name), body);
  if (path === null) await app.store.publish(folder, key);
}
