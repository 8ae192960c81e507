import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "#platform/ids";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { rememberedTools } from "#test/media-runs";
import { makeFilm } from "#test/media-sources";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { limits } from "../../../../vitest.limits.ts";
import { startTranscoding } from "../jobs.ts";
import { openUploadFiles, uploadsFolder } from "./files.ts";
import { type TakeInContext, takeIn } from "./take-in.ts";

// Several encodes beside other tests.
vi.setConfig({ testTimeout: 2 * limits.testTimeout });

let app: TestApp;
let editor: MadeOperator;
let films: string;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  films = await mkdtemp(join(tmpdir(), "cliffhanger-films-"));
});
afterAll(async () => {
  await app.close();
  await rm(films, { recursive: true, force: true });
});

async function film(name: string, number: number): Promise<Buffer> {
  makeFilm(join(films, name), number);
  return readFile(join(films, name));
}
const key = () => newId(app.clock.now()).toUpperCase();
const marks = (files: Record<string, Buffer>) =>
  Object.entries(files).map(([name, bytes]) => ({ name, size: bytes.length, lastModified: 7 }));
const begin = (files: Record<string, Buffer>, more: object = { title: "Harbour" }, who = editor) =>
  who.call("POST", "/upload", { requestKey: key(), files: marks(files), ...more });

/** Sends a request of the tus protocol. */
async function tus(
  who: MadeOperator,
  method: "HEAD" | "PATCH",
  id: string,
  piece?: { offset: number; bytes: Buffer; type?: string },
) {
  const response = await app.http.inject({
    method,
    url: `/api/console/tus/${id}`,
    headers: {
      host: "localhost:3000",
      origin: "http://localhost:3000",
      cookie: `console=${who.cookie}`,
      "tus-resumable": "1.0.0",
      ...(piece && {
        "upload-offset": String(piece.offset),
        "content-type": piece.type ?? "application/offset+octet-stream",
      }),
    },
    ...(piece && { payload: piece.bytes }),
  });
  return { status: response.statusCode, offset: Number(response.headers["upload-offset"]) };
}

const stored = (id: string) => readFile(join(uploadsFolder(app.dataDir), id));
const stateOf = async (id: string) =>
  (await app.database.pool.query("select state from upload where id = $1", [id])).rows[0]?.state;

test("C19, C22: pieces continue where the file ends; a wrong offset, a piece past the end and a foreign operator change nothing", async () => {
  const bytes = randomBytes(300_000);
  const { info } = await begin({ "1.mp4": bytes });
  const id = info.files[0].id;
  expect(info).toMatchObject({ missing: [], files: [{ kind: "film", number: 1, leftOut: null }] });
  expect(await tus(editor, "HEAD", id)).toMatchObject({ status: 200, offset: 0 });
  expect(await tus(editor, "PATCH", id, { offset: 0, bytes: bytes.subarray(0, 100_000) })).toMatchObject({
    status: 204,
    offset: 100_000,
  });
  expect((await tus(editor, "PATCH", id, { offset: 0, bytes })).status).toBe(409);
  const tooLong = Buffer.concat([bytes.subarray(100_000), randomBytes(10)]);
  expect((await tus(editor, "PATCH", id, { offset: 100_000, bytes: tooLong })).status).toBe(413);
  expect((await tus(editor, "PATCH", id, { offset: 100_000, bytes, type: "text/plain" })).status).toBe(415);
  const other = await makeOperator(app, "editor");
  const support = await makeOperator(app, "support");
  expect((await tus(other, "PATCH", id, { offset: 100_000, bytes: bytes.subarray(100_000) })).status).toBe(
    410,
  );
  expect((await tus(support, "HEAD", id)).status).not.toBe(204);
  expect((await tus(editor, "HEAD", "../../etc/passwd")).status).toBe(404);
  expect((await stored(id)).equals(bytes.subarray(0, 100_000))).toBe(true);

  // The same file again continues; a repeated beginning creates nothing.
  const again = await begin({ "1.mp4": bytes }, { seriesId: info.seriesId });
  expect(again.info.files[0].id).toBe(id);
  expect(await tus(editor, "HEAD", id)).toMatchObject({ offset: 100_000 });
  await tus(editor, "PATCH", id, { offset: 100_000, bytes: bytes.subarray(100_000) });
  expect((await stored(id)).equals(bytes)).toBe(true);
  expect(await stateOf(id)).toBe("checking");
  expect((await tus(editor, "PATCH", id, { offset: 0, bytes })).status).toBe(410);
  // A browser that lost the last answer asks how far it came.
  expect(await tus(editor, "HEAD", id)).toEqual({ status: 200, offset: bytes.length });
  expect((await tus(other, "HEAD", id)).status).toBe(410);
  expect((await begin({ "1.mp4": bytes }, { seriesId: info.seriesId })).info.files[0].leftOut).toBe("here");
});

test("C21, C11: a preview changes nothing, too much is refused before a byte, and a repeated beginning makes one draft", async () => {
  const count = async () =>
    Number((await app.database.pool.query("select count(*) from series")).rows[0].count);
  const before = await count();
  const preview = await begin({ "1.mp4": randomBytes(9), "3.mp4": randomBytes(9) }, { dryRun: true });
  expect(preview.info).toMatchObject({ seriesId: null, missing: [2], files: [{ id: null }, { id: null }] });
  const large = [1, 2, 3].map((at) => ({ name: `${at}.mp4`, size: 7.5 * 1024 ** 3, lastModified: 1 }));
  const refused = await editor.call("POST", "/upload", { requestKey: key(), title: "Large", files: large });
  expect(refused).toMatchObject({ code: 409, reason: "upload_quota" });
  expect(await count()).toBe(before);

  const request = { requestKey: key(), title: "Once", files: marks({ "1.mp4": randomBytes(9) }) };
  const [first, second] = [
    await editor.call("POST", "/upload", request),
    await editor.call("POST", "/upload", request),
  ];
  expect(second.info).toEqual(first.info);
  expect(await count()).toBe(before + 1);
  const { rows } = await app.database.pool.query(
    "select action, actor from audit where subject_id = $1 order by action",
    [first.info.seriesId],
  );
  expect(rows).toEqual([
    { action: "series.create", actor: editor.id },
    { action: "upload.begin", actor: editor.id },
  ]);
});

test("C24, C27, C30: an uploaded film is encoded and stays hidden until its findings are accepted and the series is published", async () => {
  await writeFile(join(films, "2.mp4"), "<html><script>alert(1)</script></html>");
  const files = {
    "1.mp4": await film("1.mp4", 1),
    "2.mp4": await readFile(join(films, "2.mp4")),
    "1.en.srt": Buffer.from("1\n00:00:00,100 --> 00:00:00,900\nThe tide is out.\n"),
  };
  const { info } = await begin(files, { title: "Tideland" });
  for (const { id, name } of info.files)
    await tus(editor, "PATCH", id, { offset: 0, bytes: files[name as keyof typeof files] });
  // Equal files are one asset, and each episode has the name of its own file.
  const twin = (await begin({ "1 Finale.mp4": files["1.mp4"] }, { title: "Twin" })).info;
  await tus(editor, "PATCH", twin.files[0].id, { offset: 0, bytes: files["1.mp4"] });
  const jobs = await openJobs(app.database, silentLog);
  const worker = await startTranscoding({
    ...app,
    jobs,
    log: silentLog,
    ffmpegPath: null,
    tools: await rememberedTools(),
    uploads: openUploadFiles(app.config, app.store),
  });
  const { seriesId } = info;
  const look = async (id = seriesId) => (await editor.call("GET", `/series/episodes?id=${id}`)).info;
  try {
    await vi.waitFor(
      async () => {
        const { episodes, uploads } = await look();
        expect(episodes[0]).toMatchObject({
          number: 1,
          isLive: false,
          captions: ["en"],
          film: { state: "ready", file: "1.mp4" },
        });
        expect((await look(twin.seriesId)).episodes).toMatchObject([
          { film: { state: "ready", file: "1 Finale.mp4" } },
        ]);
        expect(uploads).toMatchObject([{ name: "2.mp4", state: "refused" }]);
      },
      { timeout: limits.testTimeout, interval: 500 },
    );
  } finally {
    await worker.stop();
    await jobs.stop();
  }
  const { uploads, findings } = await look();
  expect(uploads[0].sentence).toMatch(/^2\.mp4 /);
  const isVisible = async () => {
    await app.notified();
    const answer = await app.http.inject({
      url: `/api/video?id=${seriesId}`,
      headers: { host: "localhost:3000" },
    });
    return answer.json().code === 200;
  };
  expect(await isVisible()).toBe(false);
  const version = async () => (await editor.call("GET", `/series/one?id=${seriesId}`)).info.version;
  const early = await editor.call("POST", "/series/publish", { id: seriesId, version: await version() });
  expect(early).toMatchObject({ code: 409, reason: "not_ready" });
  expect(findings.every(({ severity }: { severity: string }) => severity === "warning")).toBe(true);
  for (const { key: finding } of findings)
    await editor.call("POST", "/series/accept", { id: seriesId, key: finding, word: "A test clip" });
  expect(await isVisible()).toBe(false);
  const published = await editor.call("POST", "/series/publish", { id: seriesId, version: await version() });
  expect(published.info).toMatchObject({ state: "live", unpublished: null });
  expect(await isVisible()).toBe(true);
});

test("C25: an episode plays its film until the new one is encoded, and keeps its id and captions", async () => {
  const send = (id: string, bytes: Buffer) => tus(editor, "PATCH", id, { offset: 0, bytes });
  const first = await film("old.mp4", 1);
  const { info } = await begin({ "1.mp4": first }, { title: "Ferry" });
  await send(info.files[0].id, first);
  const jobs = await openJobs(app.database, silentLog);
  const work = async () =>
    startTranscoding({
      ...app,
      jobs,
      log: silentLog,
      ffmpegPath: null,
      tools: await rememberedTools(),
      uploads: openUploadFiles(app.config, app.store),
    });
  const look = async () =>
    (await editor.call("GET", `/series/episodes?id=${info.seriesId}`)).info.episodes[0];
  const playing = async () =>
    (await app.database.pool.query("select asset_id from episode where series_id = $1", [info.seriesId]))
      .rows[0].asset_id;
  const waitFor = (file: string) =>
    vi.waitFor(async () => expect(await look()).toMatchObject({ film: { file, state: "ready" } }), {
      timeout: limits.testTimeout,
      interval: 500,
    });
  let worker = await work();
  try {
    await waitFor("1.mp4");
    await worker.stop();
    const before = await look();
    const old = await playing();
    await app.database.pool.query("insert into caption values ($1, 'fr', 'captions-fr-0.vtt', 'WEBVTT')", [
      before.id,
    ]);
    const bytes = await film("new.mp4", 2);
    const file = { name: "The ferry, final.mp4", size: bytes.length, lastModified: 7 };
    const begun = await editor.call("POST", "/episode/replace", { requestKey: key(), id: before.id, file });
    await send(begun.info.files[0].id, bytes);
    expect(await playing()).toBe(old);
    expect(await look()).toMatchObject({ film: { file: "1.mp4" } });
    worker = await work();
    await waitFor("The ferry, final.mp4");
    expect(await look()).toMatchObject({ id: before.id, number: 1, captions: ["fr"] });
    expect(await playing()).not.toBe(old);
    const { rows } = await app.database.pool.query(
      "select after from audit where subject_id = $1 and action = 'episode.replace'",
      [info.seriesId],
    );
    const files = rows.map(({ after }) => after.file ?? after.upload);
    expect(files).toHaveLength(3);
    expect(new Set(files)).toEqual(new Set(["1.mp4", file.name]));
  } finally {
    await worker.stop();
    await jobs.stop();
  }
});

test("C25: a file whose episode, captions or picture were removed, or that another has replaced, is not here any more and is uploaded again", async () => {
  const first = { "1.mp4": await film("first.mp4", 1) };
  const second = { "1 new.mp4": await film("second.mp4", 2) };
  const text = { "1.es.srt": Buffer.from("1\n00:00:00,100 --> 00:00:00,900\nLa marea.\n") };
  const jobs = await openJobs(app.database, silentLog);
  const worker = await startTranscoding({
    ...app,
    jobs,
    log: silentLog,
    ffmpegPath: null,
    tools: await rememberedTools(),
    uploads: openUploadFiles(app.config, app.store),
  });
  let seriesId: string | undefined;
  /** Uploads files of the series; returns the reasons why some were left out. */
  const upload = async (files: Record<string, Buffer>) => {
    const { info } = await begin(files, seriesId === undefined ? { title: "Quay" } : { seriesId });
    ({ seriesId } = info);
    for (const { id, name } of info.files.filter((one: { id: string | null }) => one.id !== null)) {
      await tus(editor, "PATCH", id, { offset: 0, bytes: files[name] as Buffer });
      await vi.waitFor(async () => expect(await stateOf(id)).toBe("done"), {
        timeout: limits.testTimeout,
        interval: 100,
      });
    }
    return info.files.map(({ leftOut }: { leftOut: string | null }) => leftOut);
  };
  const look = async () => (await editor.call("GET", `/series/episodes?id=${seriesId}`)).info.episodes[0];
  try {
    expect(await upload({ ...first, ...text })).toEqual([null, null]);
    expect(await upload({ ...first, ...text })).toEqual(["here", "here"]);
    // The film before it is wanted again.
    expect(await upload(second)).toEqual([null]);
    expect(await upload(first)).toEqual([null]);
    expect(await look()).toMatchObject({ film: { file: "1.mp4" } });
    expect(await upload(first)).toEqual(["here"]);

    const { id } = await look();
    const { file } = (await editor.call("GET", `/captions?id=${id}&language=es`)).info;
    await editor.call("DELETE", "/captions", { id, language: "es", from: file });
    expect(await upload({ ...first, ...text })).toEqual(["here", null]);
    expect(await look()).toMatchObject({ captions: ["es"] });
    const plain = { create: { width: 400, height: 600, channels: 3, background: "#123456" } } as const;
    const poster = { "poster.png": await sharp(plain).png().toBuffer() };
    expect(await upload(poster)).toEqual([null]);
    expect(await upload(poster)).toEqual(["here"]);
    const series = async () => (await editor.call("GET", `/series/one?id=${seriesId}`)).info.content;
    const from = (await series()).poster.url;
    await editor.call("DELETE", "/picture", { id: seriesId, kind: "poster", from });
    expect(await upload(poster)).toEqual([null]);
    expect((await series()).poster.url).toBe(from);
    const { hash } = (await editor.call("POST", "/episode/remove", { id, dryRun: true })).info.effect;
    expect((await editor.call("POST", "/episode/remove", { id, effect: hash })).code).toBe(200);
    expect(await upload({ ...first, ...text })).toEqual([null, null]);
    expect(await look()).toMatchObject({ number: 1, captions: ["es"], film: { file: "1.mp4" } });
  } finally {
    await worker.stop();
    await jobs.stop();
  }
});

test("C25: of two files for the same place the one that was uploaded last stays, also when the first is checked again after it", async () => {
  const { id: seriesId, episodes } = await makeSeries(app, { episodes: 1 });
  const srt = (words: string) => Buffer.from(`1\n00:00:00,500 --> 00:00:02,000\n${words}\n`);
  const upload = async (files: Record<string, Buffer>) => {
    const { info } = await begin(files, { seriesId });
    const [{ id, name }] = info.files;
    await tus(editor, "PATCH", id, { offset: 0, bytes: files[name] as Buffer });
    expect(await stateOf(id)).toBe("checking");
    app.clock.advance(1);
    return id;
  };
  const older = await upload({ "1.fr.srt": srt("Ancien") });
  const newer = await upload({ "1.fr.srt": srt("La version finale") });
  const uploads = openUploadFiles(app.config, app.store);
  const context = { ...app, db: app.database.db, profile: "standard", uploads } as never;
  // The storage did not answer for the first one, which waits for its next turn.
  for (const id of [newer, older]) await takeIn(context, id);
  expect([await stateOf(older), await stateOf(newer)]).toEqual(["cancelled", "done"]);
  const shown = await editor.call("GET", `/captions?id=${episodes[0]?.id}&language=fr`);
  expect(shown.info.cues).toMatchObject([{ text: "La version finale" }]);
});

test("C18, C25: files on their way reach their own episode when its order changes, and no gap is closed that a film on its way fills", async () => {
  const { id: seriesId, episodes } = await makeSeries(app, { episodes: 4 });
  const srt = (words: string) => Buffer.from(`1\n00:00:00,500 --> 00:00:02,000\n${words}\n`);
  const [a = "", b = "", c = "", d = ""] = episodes.map(({ id }) => id);
  for (const text of [
    "update series set state = 'draft', published_at = null where id = $1",
    "update episode set published_at = null, held = true where series_id = $1",
  ])
    await unaudited(app.database.pool).query(text, [seriesId]);
  await unaudited(app.database.pool).query("delete from episode where id = $1", [c]);
  const look = async () => (await editor.call("GET", `/series/episodes?id=${seriesId}`)).info;
  const context = { ...app, db: app.database.db, profile: "standard" } as never as TakeInContext;
  const uploads = openUploadFiles(app.config, app.store);
  const files = {
    "3.mp4": randomBytes(9),
    "3.fr.srt": srt("Trois"),
    "5.mp4": randomBytes(9),
    "5.fr.srt": srt("Cinq"),
  };
  const { info } = await begin(files, { seriesId });
  const idOf = (name: string) => info.files.find((one: { name: string }) => one.name === name).id;
  const closeGaps = () =>
    editor.call("POST", "/episode/reorder", {
      id: seriesId,
      from: [a, b, d],
      order: [a, b, d],
      closeGaps: true,
    });
  expect((await closeGaps()).errors?.[0]?.message).toBe(
    "A file for episode 3 is on its way. Wait until it is here, or cancel the upload.",
  );

  // Its captions make episode 5, which then changes places with 4 before its film is here.
  await tus(editor, "PATCH", idOf("5.fr.srt"), { offset: 0, bytes: files["5.fr.srt"] });
  await takeIn({ ...context, uploads }, idOf("5.fr.srt"));
  const five = (await look()).episodes.find(({ number }: { number: number }) => number === 5).id;
  const from = [a, b, d, five];
  expect(
    (await editor.call("POST", "/episode/reorder", { id: seriesId, from, order: [a, b, five, d] })).code,
  ).toBe(200);
  const film = (await look()).uploads.find(({ name }: { name: string }) => name === "5.mp4");
  expect(film).toMatchObject({ number: 4 });

  await editor.call("POST", "/upload/cancel", { seriesId });
  const order = [a, b, five, d];
  const closed = { id: seriesId, from: order, order, closeGaps: true };
  expect((await editor.call("POST", "/episode/reorder", closed)).code).toBe(200);
  expect(
    (await look()).episodes.map(({ id, number }: { id: string; number: number }) => [number, id]),
  ).toEqual(order.map((id, at) => [at + 1, id]));
});
