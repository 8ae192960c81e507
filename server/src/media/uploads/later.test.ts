import { mkdtemp, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { makeFilm, tools } from "#test/media-sources";
import { silentLog } from "#test/silent-log";
import { findMediaTools } from "../confine.ts";
import { openUploadFiles, uploadsFolder } from "./files.ts";
import { defineTakeIn, startTakeIn } from "./queue.ts";
import { takeIn } from "./take-in.ts";

let app: TestApp;
let editor: MadeOperator;
let jobs: Awaited<ReturnType<typeof openJobs>>;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  jobs = await openJobs(app.database, silentLog);
  await defineTakeIn(jobs);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const full = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
const stateOf = async (id: string) =>
  (await app.database.pool.query("select state, sentence from upload where id = $1", [id])).rows[0];

/** Makes an upload whose bytes are all here. */
async function received(name: string, write: (path: string) => Promise<void>): Promise<string> {
  const { id: seriesId } = await makeSeries(app, { episodes: 1 });
  const requestKey = newId(app.clock.now()).toUpperCase();
  const { info } = await editor.call("POST", "/upload", {
    requestKey,
    seriesId,
    files: [{ name, size: 40, lastModified: 7 }],
  });
  const [{ id }] = info.files;
  await write(join(uploadsFolder(app.dataDir), id));
  await app.database.pool.query("update upload set state = 'checking' where id = $1", [id]);
  return id;
}

test("C22: an upload that is taken in while the disk is full is neither refused nor removed", async () => {
  const uploads = openUploadFiles(app.config, app.store);
  const id = await received("1.mp4", async (path) => {
    makeFilm(`${path}.mp4`);
    await rename(`${path}.mp4`, path);
  });
  const store = { ...app.store, takeIn: () => Promise.reject(full()) };
  const context = { ...app, db: app.database.db, jobs, tools: await tools(), uploads };
  await expect(takeIn({ ...context, store, profile: "standard" }, id)).rejects.toThrow(/disk is full/);
  expect(await stateOf(id)).toEqual({ state: "checking", sentence: null });
  expect(await uploads.received(id)).toBeGreaterThan(0);
});

test("C22: an upload whose check the system ends for want of memory is tried again, and refused only at the last attempt", async () => {
  const uploads = openUploadFiles(app.config, app.store);
  const id = await received("1.mp4", (path) => writeFile(path, "forty bytes of what is a film, in truth."));
  const folder = await mkdtemp(join(app.dataDir, "killed-"));
  await symlink((await tools()).ffmpeg, join(folder, "ffmpeg"));
  await writeFile(join(folder, "ffprobe"), "#!/bin/sh\nkill -9 $$\n", { mode: 0o755 });
  const context = {
    ...app,
    db: app.database.db,
    jobs,
    tools: await findMediaTools(join(folder, "ffmpeg")),
    uploads,
    profile: "standard" as const,
  };
  await expect(takeIn(context, id)).rejects.toThrow(/ended by the system/);
  expect(await stateOf(id)).toEqual({ state: "checking", sentence: null });
  expect(await uploads.received(id)).toBe(40);
  await takeIn(context, id, { isLast: true });
  expect(await stateOf(id)).toEqual({ state: "refused", sentence: expect.stringContaining("memory") });
});

test("C22: an upload is taken in when the disk or the storage is back, however long they were away", async () => {
  const files = openUploadFiles(app.config, app.store);
  const text = "1\n00:00:00,500 --> 00:00:02,000\nLa marée.\n";
  const id = await received("1.fr.srt", (path) => writeFile(path, text));
  const { pool, db } = app.database;
  // Its other attempts have failed.
  await jobs.send(db, "media.take-in", { uploadId: id }, { singletonKey: id });
  await pool.query("update jobs.job set retry_count = retry_limit where singleton_key = $1", [id]);
  let isAway = true;
  const uploads = {
    ...files,
    fetch: (each: string, path: string) =>
      isAway && each === id ? Promise.reject(full()) : files.fetch(each, path),
  };
  await startTakeIn({ ...app, db, jobs, tools: await tools(), uploads });
  const waiting =
    "select start_after > now() as later from jobs.job where singleton_key = $1 and state = 'created'";
  await expect.poll(async () => (await pool.query(waiting, [id])).rows).toEqual([{ later: true }]);
  expect(await stateOf(id)).toMatchObject({ state: "checking" });
  isAway = false;
  await pool.query("update jobs.job set start_after = now() where singleton_key = $1", [id]);
  await expect.poll(() => stateOf(id)).toMatchObject({ state: "done" });
});
