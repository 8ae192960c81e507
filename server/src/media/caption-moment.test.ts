import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestApp, openIngestApp, pollUntil } from "#test/ingest-app";
import { makeFilm } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { actingOn } from "#test/unaudited";
import { captionFile } from "./captions.ts";
import { ingestSeries } from "./ingest.ts";
import { defineTranscode, startTranscoding } from "./jobs.ts";
import { findAssets, saveCaption } from "./repository.ts";
import { readSeriesFolder } from "./series-folder.ts";

let films: string;
let app: IngestApp;
beforeAll(async () => {
  films = await mkdtemp(join(tmpdir(), "cliffhanger-moment-"));
  makeFilm(join(films, "one.mp4"));
  app = await openIngestApp(films);
  await defineTranscode(app.jobs);
});
afterAll(async () => {
  await app.close();
  await rm(films, { recursive: true, force: true });
});

test("C25: captions that come in the moment in which a film becomes ready are there for its viewers", async () => {
  const path = await app.folder("Moment", { "1.mp4": "one.mp4" });
  await ingestSeries({ ...app, ...actingOn(app), profile: "demo" }, await readSeriesFolder(path));
  const { db, pool } = app.database;
  const { rows } = await pool.query("select episode_id, asset_id from asset_episode");
  const [{ episode_id: episodeId, asset_id: assetId }] = rows;
  const body = "WEBVTT\n\n00:00:00.100 --> 00:00:00.900\nLa marée.\n";
  const file = captionFile("fr", body);
  let isFirst = true;
  const store: typeof app.store = {
    ...app.store,
    async addTexts(key, texts) {
      await app.store.addTexts(key, texts);
      // The captions of the film have been listed, and it is not shown yet.
      if (isFirst) await saveCaption(db, { episodeId, language: "fr", file, body });
      isFirst = false;
    },
  };
  const worker = await startTranscoding({ ...app, store });
  try {
    await pollUntil(async () => (await findAssets(db, [assetId]))[0]?.state === "ready");
    const text = () => readFile(pathIn(app.store, `assets/${assetId}/${file}`), "utf8").catch(() => null);
    await expect.poll(text).toBe(body);
  } finally {
    await app.jobs.stop();
    await worker.stop();
  }
});
