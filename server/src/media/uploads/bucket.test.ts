import { randomBytes } from "node:crypto";
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordFiles } from "#platform/db/media-files";
import { newId } from "#platform/ids";
import { openJobs } from "#platform/jobs";
import { openStore } from "#platform/store/open-store";
import { secondNode, type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { rememberedTools } from "#test/media-runs";
import { makeFilm } from "#test/media-sources";
import { type S3Double, startS3Double } from "#test/s3-double";
import { silentLog } from "#test/silent-log";
import { limits } from "../../../../vitest.limits.ts";
import { startTranscoding } from "../jobs.ts";
import { openUploadFiles, uploadsFolder } from "./files.ts";
import { forgottenUploadsTask } from "./forgotten.ts";

let double: S3Double;
let app: TestApp;
let other: Awaited<ReturnType<typeof secondNode>>;
let editor: MadeOperator;
let elsewhere: string;
beforeAll(async () => {
  double = await startS3Double({ pageSize: 2 });
  elsewhere = await mkdtemp(join(tmpdir(), "cliffhanger-elsewhere-"));
  const { settings } = double;
  app = await testApp({
    MEDIA_STORE: "s3",
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_PREFIX: settings.prefix,
  });
  // Another machine: its folder has nothing of what the first one received.
  const config = { ...app.config, dataDir: elsewhere };
  other = await secondNode({ ...app, store: recordFiles(await openStore(config), app.database.db) }, config);
  editor = await makeOperator(app, "editor");
});
afterAll(async () => {
  await other.stop(0);
  await app.close();
  await double.close();
  await rm(elsewhere, { recursive: true, force: true });
});

async function begin(bytes: Buffer): Promise<string> {
  const requestKey = newId(app.clock.now()).toUpperCase();
  const files = [{ name: "1.mp4", size: bytes.length, lastModified: 7 }];
  const { info } = await editor.call("POST", "/upload", { requestKey, title: "Harbour", files });
  return info.files[0].id;
}

async function tus(
  { http }: Pick<TestApp, "http">,
  id: string,
  piece?: { offset: number; bytes: Buffer },
): Promise<{ status: number; offset: number }> {
  const response = await http.inject({
    method: piece ? "PATCH" : "HEAD",
    url: `/api/console/tus/${id}`,
    headers: {
      host: "localhost:3000",
      origin: "http://localhost:3000",
      cookie: `console=${editor.cookie}`,
      "tus-resumable": "1.0.0",
      ...(piece && {
        "upload-offset": String(piece.offset),
        "content-type": "application/offset+octet-stream",
      }),
    },
    ...(piece && { payload: piece.bytes }),
  });
  return { status: response.statusCode, offset: Number(response.headers["upload-offset"]) };
}

const piecesOf = (id: string) => [...double.objects.keys()].filter((key) => key.includes(`/uploads/${id}/`));
const rowOf = async (id: string) =>
  (await app.database.pool.query("select state, sentence, series_id from upload where id = $1", [id]))
    .rows[0];

/** Works like a machine of its own until the condition holds. */
async function work(until: () => Promise<void>): Promise<void> {
  const jobs = await openJobs(app.database, silentLog);
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-worker-"));
  const config = { ...app.config, dataDir: folder };
  const store = recordFiles(await openStore(config), app.database.db);
  const options = { ...app, store, jobs, log: silentLog, ffmpegPath: null, tools: await rememberedTools() };
  const worker = await startTranscoding({ ...options, uploads: openUploadFiles(config, store) });
  try {
    await vi.waitFor(until, { timeout: limits.testTimeout, interval: 200 });
  } finally {
    await worker.stop();
    await jobs.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

test("O35, C20: an upload begun at one node goes on at another, and a worker with another DATA_DIR takes it in from the bucket", async () => {
  makeFilm(join(elsewhere, "1.mp4"));
  const bytes = await readFile(join(elsewhere, "1.mp4"));
  const [third, half] = [Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)];
  const id = await begin(bytes);
  expect(await tus(app, id)).toEqual({ status: 200, offset: 0 });
  expect(await tus(app, id, { offset: 0, bytes: bytes.subarray(0, third) })).toEqual({
    status: 204,
    offset: third,
  });
  expect((await tus(other, id, { offset: 0, bytes })).status).toBe(409);
  expect(await tus(other, id)).toEqual({ status: 200, offset: third });

  double.fail({ on: "PUT uploads/", how: 500 });
  expect((await tus(other, id, { offset: third, bytes: bytes.subarray(third, half) })).status).toBe(503);
  double.heal();
  expect(await tus(app, id)).toEqual({ status: 200, offset: third });
  expect((await tus(other, id, { offset: third, bytes: bytes.subarray(third, half) })).offset).toBe(half);
  // What a node leaves that was slow and lost its lease changes nothing.
  const stale = `${double.settings.prefix}uploads/${id}/${String(third).padStart(12, "0")}-9`;
  double.objects.set(stale, { body: bytes.subarray(third, third + 9), at: new Date() });
  expect((await tus(app, id, { offset: half, bytes: bytes.subarray(half) })).status).toBe(204);
  expect((await rowOf(id)).state).toBe("checking");
  await expect(access(uploadsFolder(app.dataDir))).rejects.toThrow(/ENOENT/);

  const { series_id } = await rowOf(id);
  const look = async () => (await editor.call("GET", `/series/episodes?id=${series_id}`)).info.episodes[0];
  await work(async () => expect(await look()).toMatchObject({ number: 1, film: { state: "ready" } }));
  expect((await rowOf(id)).state).toBe("done");
  expect(piecesOf(id)).toEqual([]);
});

test("an upload whose pieces are no longer in the bucket is refused with a sentence", async () => {
  const bytes = randomBytes(9_000);
  const id = await begin(bytes);
  await tus(app, id, { offset: 0, bytes: bytes.subarray(0, 4_000) });
  await tus(app, id, { offset: 4_000, bytes: bytes.subarray(4_000) });
  for (const key of piecesOf(id).slice(0, 1)) double.objects.delete(key);
  await work(async () => expect((await rowOf(id)).state).toBe("refused"));
  expect((await rowOf(id)).sentence).toBe("1.mp4 is no longer here as a whole. Upload it again.");
  expect(piecesOf(id)).toEqual([]);
});

test("abandoned uploads are removed from the bucket: after seven days, and at once when nothing waits for them; others stay", async () => {
  const bytes = randomBytes(5_000);
  const [old, fresh] = [await begin(bytes), await begin(randomBytes(6_000))];
  for (const id of [old, fresh]) await tus(app, id, { offset: 0, bytes: bytes.subarray(0, 1_000) });
  const left = `${double.settings.prefix}uploads/${newId(app.clock.now())}/000000000000-9`;
  double.objects.set(left, { body: bytes.subarray(0, 9), at: new Date() });
  await app.database.pool.query("update upload set touched_at = now() - interval '8 days' where id = $1", [
    old,
  ]);
  await forgottenUploadsTask(openUploadFiles(app.config, app.store), app.store).run({
    db: app.database.db,
    clock: app.clock,
    log: silentLog,
    signal: new AbortController().signal,
  });
  expect(double.objects.has(left)).toBe(false);
  expect([piecesOf(old).length, piecesOf(fresh).length]).toEqual([0, 1]);
  expect([(await rowOf(old)).state, (await rowOf(fresh)).state]).toEqual(["cancelled", "receiving"]);
  const { series_id } = await rowOf(fresh);
  await editor.call("POST", "/upload/cancel", { seriesId: series_id });
  expect(piecesOf(fresh)).toEqual([]);
});
