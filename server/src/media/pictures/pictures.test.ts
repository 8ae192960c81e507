import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Image } from "@cliffhanger/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "#platform/ids";
import { openJobs } from "#platform/jobs";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { rememberedTools } from "#test/media-runs";
import { makeVideo } from "#test/media-sources";
import { pathIn } from "#test/path-in";
import { silentLog } from "#test/silent-log";
import { limits } from "../../../../vitest.limits.ts";
import { startTranscoding } from "../jobs.ts";
import { openUploadFiles, uploadsFolder } from "../uploads/files.ts";

let app: TestApp;
let editor: MadeOperator;
let root: string;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  root = await mkdtemp(join(tmpdir(), "cliffhanger-pictures-"));
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

/** Sends a picture for a series, as the browser does; returns its upload. */
async function send(seriesId: string, name: string, bytes: Buffer, as = "poster"): Promise<string> {
  const files = [{ name, size: bytes.length, lastModified: 7, as }];
  const requestKey = newId(app.clock.now()).toUpperCase();
  const { info } = await editor.call("POST", "/upload", { requestKey, seriesId, files });
  const { id } = info.files[0];
  await patch(id, bytes);
  return id;
}

const patch = (id: string, payload: Buffer) =>
  app.http.inject({
    method: "PATCH",
    url: `/api/console/tus/${id}`,
    headers: {
      host: "localhost:3000",
      origin: "http://localhost:3000",
      cookie: `console=${editor.cookie}`,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    },
    payload,
  });

const middle = { x: 0.5, y: 0.5, zoom: 1 };
const set = (id: string, source: object, more: object = {}) =>
  editor.call("POST", "/picture", { id, kind: "poster", from: null, source, crop: middle, ...more });
const read = async (id: string) => (await editor.call("GET", `/series/one?id=${id}`)).info;
const posterOfViewers = async (id: string) => {
  await app.notified();
  const answer = await app.http.inject({ url: `/api/video?id=${id}`, headers: { host: "localhost:3000" } });
  return answer.json().info.poster.url;
};
const rowsOf = async (id: string) =>
  (
    await app.database.pool.query(
      "select action, before, after, actor from audit where subject_id = $1 and action !~ 'upload' order by id",
      [id],
    )
  ).rows;
const pixelsOf = async (url: string) => {
  const file = await readFile(pathIn(app.store, `images/${url.slice("/media/images/".length)}`));
  return sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
};

/** A picture whose colours tell the place: red grows to the right, green downwards. */
function gradient(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      data[at] = Math.round((x / (width - 1)) * 255);
      data[at + 1] = Math.round((y / (height - 1)) * 255);
      data[at + 2] = 90;
    }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Compares a picture with the part of the gradient that it should show; all in parts of the whole. */
async function expectPart(url: string, part: { left: number; top: number; width: number; height: number }) {
  const { data, info } = await pixelsOf(url);
  for (const [x, y] of [
    [0.05, 0.05],
    [0.5, 0.5],
    [0.95, 0.05],
    [0.05, 0.95],
    [0.95, 0.95],
  ] as const) {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const place = [part.left + x * part.width, part.top + y * part.height];
    for (const [channel, share] of place.entries())
      expect(Math.abs((data[at + channel] ?? -1) - share * 255), `${url} ${x} ${y}`).toBeLessThan(9);
  }
  return { width: info.width, height: info.height };
}

test("C34: a crop gives the four sizes of a poster, and a cover of 16:9, pixel for pixel from the chosen part", async () => {
  const { id } = await makeSeries(app);
  const { poster, cover } = (await read(id)).content;
  const file = await gradient(2400, 1600).jpeg({ quality: 95 }).toBuffer();
  const crop = { x: 0.25, y: 0.6, zoom: 1.25 };
  const answer = await set(
    id,
    { upload: await send(id, "Night Train (final).JPG", file) },
    { from: poster.url, crop },
  );
  const made: Image = answer.info.content.poster;
  // The frame is 853 × 1280 with its middle at 600, 960: it would leave the picture at the right and below.
  const part = { left: 173.5 / 2400, top: 320 / 1600, width: 853 / 2400, height: 1280 / 1600 };
  expect(made.srcset.map(({ width }) => width)).toEqual([180, 360, 540, 720]);
  for (const files of [made.srcset, made.avif ?? []])
    for (const { url, width } of files)
      expect(await expectPart(url, part)).toEqual({ width, height: (width * 3) / 2 });

  const wide = await set(
    id,
    {
      upload: await send(
        id,
        "wide.webp",
        await gradient(1600, 1600).webp({ quality: 95 }).toBuffer(),
        "cover",
      ),
    },
    { kind: "cover", from: cover.url, crop: { x: 0.5, y: 0.05, zoom: 1 } },
  );
  const top = { left: 0, top: 0, width: 1, height: 900 / 1600 };
  expect(await expectPart(wide.info.content.cover.url, top)).toEqual({ width: 1080, height: 608 });
});

test("C34, T38: a bomb of more than 60 million pixels, SVG, a page and a broken file are refused with a sentence, and the poster stays", async () => {
  const { id } = await makeSeries(app);
  const { poster } = (await read(id)).content;
  const plain = { create: { width: 8000, height: 8000, channels: 3, background: "#123456" } } as const;
  const bomb = await sharp(plain).png().toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  const whole = await gradient(300, 450).jpeg().toBuffer();
  const cases: [string, Buffer, RegExp][] = [
    ["bomb.png", bomb, /^bomb\.png has more than 60 million pixels/],
    [
      "art.svg",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /^art\.svg is svg; save it as JPEG/,
    ],
    ["page.jpg", Buffer.from("<html><script>alert(1)</script></html>"), /^page\.jpg is not a picture/],
    ["half.jpg", whole.subarray(0, 200), /^half\.jpg /],
    ["animation.gif", Buffer.from("GIF89a\u0001\u0000\u0001\u0000"), /^animation\.gif is not a picture/],
  ];
  for (const [name, bytes, sentence] of cases) {
    const upload = await send(id, name, bytes);
    const refused = await set(id, { upload }, { from: poster.url });
    expect(refused.errors, name).toMatchObject([
      { field: "source", message: expect.stringMatching(sentence) },
    ]);
    expect((await set(id, { upload }, { from: poster.url })).reason).toBe("upload_gone");
    await expect(readFile(join(uploadsFolder(app.dataDir), upload))).rejects.toThrow(/ENOENT/);
  }
  const source = { upload: await send(id, "art.svg", cases[1]?.[1] ?? whole) };
  const german = { "accept-language": "de" };
  const body = { id, kind: "poster", from: poster.url, source, crop: middle };
  expect((await editor.call("POST", "/picture", body, german)).errors?.[0]?.message).toBe(
    "art.svg ist svg; speichern Sie es als JPEG, PNG oder WebP.",
  );
  const large = [{ name: "large.jpg", size: 21 * 1024 ** 2, lastModified: 1, as: "poster" }];
  const requestKey = newId(app.clock.now()).toUpperCase();
  const { info } = await editor.call("POST", "/upload", { requestKey, seriesId: id, files: large });
  expect(info.files[0]).toMatchObject({ leftOut: "too_big", id: null });
  expect((await read(id)).content.poster.url).toBe(poster.url);
  expect(await rowsOf(id)).toEqual([]);
});

test("C30, C11: a poster of a live series is in its draft; its removal can be undone for a day, unless another one came", async () => {
  const { id } = await makeSeries(app);
  const before = (await read(id)).content.poster.url;
  const file = await gradient(400, 600).png().toBuffer();
  const upload = await send(id, "a.png", file);
  expect(await set(id, { upload }, { from: "/media/images/another.webp" })).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
    info: { current: { poster: before } },
  });
  const other = await makeOperator(app, "editor");
  const body = { id, kind: "poster", from: before, source: { upload }, crop: middle };
  expect((await other.call("POST", "/picture", body)).reason).toBe("upload_gone");
  const changed = (await editor.call("POST", "/picture", body)).info;
  expect(changed.unpublished).toEqual(["poster"]);
  expect(await posterOfViewers(id)).toBe(before);

  const from = changed.content.poster.url;
  app.clock.advance(1);
  const removed = (await editor.call("DELETE", "/picture", { id, kind: "poster", from })).info;
  expect(removed.content.poster).toBeNull();
  const publish = await editor.call("POST", "/series/publish", { id, version: removed.version });
  expect(publish.errors?.map(({ message }) => message)).toContain("no_poster");
  const undo = { id, kind: "poster", version: removed.version };
  expect((await editor.call("POST", "/series/undo", { ...undo, kind: "cover" })).reason).toBe("not_found");
  app.clock.advance(1);
  const undone = (await editor.call("POST", "/series/undo", undo)).info;
  expect(undone.content.poster.url).toBe(from);
  // A repeated request changes nothing.
  expect((await editor.call("POST", "/series/undo", undo)).info.version).toBe(undone.version);
  expect(await rowsOf(id)).toMatchObject([
    { action: "picture.change", actor: editor.id, before: { poster: before }, after: { poster: from } },
    { action: "picture.delete", before: { poster: from }, after: { poster: null } },
    { action: "series.undo", before: { poster: null }, after: { poster: from } },
  ]);

  const again = (await editor.call("DELETE", "/picture", { id, kind: "poster", from })).info;
  app.clock.advance(24 * 3600 + 1);
  const late = await makeOperator(app, "editor");
  const version = again.version;
  expect((await late.call("POST", "/series/undo", { ...undo, version })).reason).toBe("not_found");
  const support = await makeOperator(app, "support");
  expect((await support.call("DELETE", "/picture", { id, kind: "cover", from: null })).reason).toBe(
    "not_permitted",
  );
  editor = late;
});

test("C34: a frame of a film at a chosen second becomes the poster, and is the one that was shown to choose from", async () => {
  const boxes = [
    ["red", "lt(t,2)"],
    ["blue", "gte(t,2)"],
  ].map(([colour, when]) => `drawbox=color=${colour}:t=fill:enable='${when}'`);
  const path = join(root, "1.mp4");
  makeVideo(path, {
    size: "90x160",
    rate: "10",
    seconds: 4,
    options: ["-vf", boxes.join(","), "-c:v", "libx264", "-preset", "ultrafast"],
  });
  const bytes = await readFile(path);
  const requestKey = newId(app.clock.now()).toUpperCase();
  const files = [{ name: "1.mp4", size: bytes.length, lastModified: 1 }];
  const { info } = await editor.call("POST", "/upload", { requestKey, title: "Colours", files });
  await patch(info.files[0].id, bytes);
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
  const look = async () => (await editor.call("GET", `/series/episodes?id=${seriesId}`)).info.episodes[0];
  try {
    await vi.waitFor(async () => expect((await look())?.film?.state).toBe("ready"), {
      timeout: limits.testTimeout,
      interval: 500,
    });
  } finally {
    await worker.stop();
    await jobs.stop();
  }
  const episode = (await look()).id;
  const frameAt = async (at: number) => {
    const headers = { host: "localhost:3000", cookie: `console=${editor.cookie}` };
    const answer = await app.http.inject({
      url: `/api/console/episode/frame?id=${episode}&at=${at}`,
      headers,
    });
    expect(answer.headers["content-type"]).toBe("image/jpeg");
    return (await sharp(answer.rawPayload).stats()).dominant;
  };
  expect(await frameAt(1.8)).toMatchObject({ r: expect.toSatisfy((red: number) => red > 200) });
  expect(await frameAt(2.2)).toMatchObject({ b: expect.toSatisfy((blue: number) => blue > 200) });
  expect(await frameAt(500)).toMatchObject({ b: expect.toSatisfy((blue: number) => blue > 200) });
  const from = (await read(seriesId)).content.poster.url;
  const { content } = (await set(seriesId, { episode, at: 3 }, { from })).info;
  const { data } = await pixelsOf(content.poster.url);
  expect(data[2]).toBeGreaterThan(200);
  const foreign = await makeSeries(app);
  expect((await set(foreign.id, { episode, at: 3 })).reason).toBe("not_found");
});
