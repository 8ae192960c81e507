import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { ffmpeg, makeVideo, tools } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { defineTranscode } from "../jobs.ts";
import { listCaptions } from "../repository.ts";
import { openUploadFiles, uploadsFolder } from "./files.ts";
import { takeIn } from "./take-in.ts";

let app: TestApp;
let editor: MadeOperator;
let jobs: Awaited<ReturnType<typeof openJobs>>;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  jobs = await openJobs(app.database, silentLog);
  await defineTranscode(jobs);
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-film-captions-"));
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test("C25: captions inside a new film are there for viewers of the old one, which plays until the new one is encoded", async () => {
  const { episodes } = await makeSeries(app, { episodes: 1 });
  const { id = "", assetId } = episodes[0] ?? {};
  const at = (name: string) => join(folder, name);
  makeVideo(at("bare.mp4"), { size: "90x160", rate: "10", seconds: 3 });
  await writeFile(at("fr.srt"), "1\n00:00:00,500 --> 00:00:02,000\nLa marée.\n");
  const inputs = ["bare.mp4", "fr.srt"].flatMap((name) => ["-i", at(name)]);
  const language = ["-metadata:s:s:0", "language=fra"];
  ffmpeg([...inputs, "-map", "0", "-map", "1", "-c", "copy", "-c:s", "mov_text", ...language, at("new.mp4")]);

  const bytes = await readFile(at("new.mp4"));
  const file = { name: "new.mp4", size: bytes.length, lastModified: 7 };
  const requestKey = newId(app.clock.now()).toUpperCase();
  const { info } = await editor.call("POST", "/episode/replace", { requestKey, id, file });
  const uploadId = info.files[0].id;
  await writeFile(join(uploadsFolder(app.dataDir), uploadId), bytes);
  await app.database.pool.query("update upload set state = 'checking' where id = $1", [uploadId]);
  const uploads = openUploadFiles(app.config, app.store);
  const context = { ...app, db: app.database.db, jobs, tools: await tools(), uploads };
  await takeIn({ ...context, profile: "standard" }, uploadId);

  const { rows } = await app.database.pool.query("select asset_id from episode where id = $1", [id]);
  expect(rows).toEqual([{ asset_id: assetId }]);
  const captions = await listCaptions(app.database.db, id);
  expect(captions).toMatchObject([{ language: "fr" }]);
  const text = await readFile(pathIn(app.store, `assets/${assetId}/${captions[0]?.file}`), "utf8");
  expect(text).toContain("La marée.");
});

test("C25: captions that are taken in the moment in which another film becomes ready are beside that one", async () => {
  const { id: seriesId, episodes } = await makeSeries(app, { episodes: 2 });
  const [first, second] = episodes;
  const text = "1\n00:00:00,500 --> 00:00:02,000\nEbbe.\n";
  const file = { name: "1.de.srt", size: text.length, lastModified: 7 };
  const requestKey = newId(app.clock.now()).toUpperCase();
  const { info } = await editor.call("POST", "/upload", { requestKey, seriesId, files: [file] });
  const uploadId = info.files[0].id;
  await writeFile(join(uploadsFolder(app.dataDir), uploadId), text);
  await app.database.pool.query("update upload set state = 'checking' where id = $1", [uploadId]);
  const change = "update episode set asset_id = $1 where id = $2";
  const store: typeof app.store = {
    ...app.store,
    async addTexts(key, texts) {
      await app.store.addTexts(key, texts);
      await unaudited(app.database.pool).query(change, [second?.assetId, first?.id]);
    },
  };
  const uploads = openUploadFiles(app.config, app.store);
  const context = { ...app, store, db: app.database.db, jobs, tools: await tools(), uploads };
  await takeIn({ ...context, profile: "standard" }, uploadId);
  const captions = await listCaptions(app.database.db, first?.id ?? "");
  expect(captions).toMatchObject([{ language: "de" }]);
  const stored = pathIn(app.store, `assets/${second?.assetId}/${captions[0]?.file}`);
  expect(await readFile(stored, "utf8")).toContain("Ebbe.");
});
