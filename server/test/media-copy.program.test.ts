import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listMediaFiles, recordFiles, recordOlderFiles } from "#platform/db/media-files";
import { claimStore } from "#platform/db/media-marker";
import { digestOf, type MediaStore } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { openS3Store } from "#platform/store/s3-store";
import { type BucketSettings, readBucket } from "#platform/store-settings";
import { secondNode, type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { pathIn } from "#test/path-in";
import { runCommandHere } from "#test/run-command";
import { type S3Double, startS3Double } from "#test/s3-double";
import { withFile } from "#test/store-contract";
import { startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";
import { main } from "../src/media-command.ts";

/** The long tests copy to and from a real server. */
const engine = process.env["S3_ENGINE"] === "1" ? startEngine("s3") : null;
if (engine && "missing" in engine) throw new Error(engine.missing);
afterAll(() => engine && "down" in engine && engine.down());

let double: S3Double;
let app: TestApp;
let elsewhere: string;
beforeAll(async () => {
  double = await startS3Double({ pageSize: 100 });
});
afterAll(() => double.close());
beforeEach(async () => {
  double.heal();
  double.objects.clear();
  double.asked.length = 0;
  app = await testApp();
  elsewhere = await mkdtemp(join(tmpdir(), "cliffhanger-elsewhere-"));
  await claimStore(app.database.db, app.store);
});
afterEach(async () => {
  await app.close();
  await rm(elsewhere, { recursive: true, force: true });
});

const envOf = (bucket: BucketSettings, dataDir = app.dataDir): Record<string, string> => ({
  DATA_DIR: dataDir,
  DATABASE_URL: app.database.url,
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucket.bucket,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  S3_PREFIX: bucket.prefix,
});
const copy = (args: string[], env: Record<string, string>) => runCommandHere(main, ["copy", ...args], env);
const toBucket = ["--from", "file", "--to", "s3"];
const toFolder = ["--from", "s3", "--to", "file"];

function engineSettings(): BucketSettings {
  const given = engine && "settings" in engine ? engine.settings : {};
  const faults: string[] = [];
  const settings = readBucket((name) => given[name] ?? null, faults);
  if (!settings) throw new Error(faults.join("\n"));
  return settings;
}

/** Adds a series with three episodes, a picture, and a source that waits. */
async function addMedia(): Promise<void> {
  await makeSeries(app, { free: 3 });
  // In a folder of the storage's own: a rename into it from another disk would fail.
  const picture = join(await app.store.workFolder(), "picture");
  await writeFile(picture, randomBytes(40_000));
  await app.store.publish(picture, "images/0123456789abcdef0123-360.webp");
  await withFile(randomBytes(90_000), (path, hash) => app.store.takeIn(path, `spool/${hash}`));
  await recordOlderFiles(app.database.db, app.store);
}

/** Lists the recorded files that a store does not have as they are recorded. */
async function differing(store: MediaStore): Promise<string[]> {
  const files = await listMediaFiles(app.database.db);
  expect(files.length).toBeGreaterThan(10);
  const found = await Promise.all(
    files.map(async ({ key, sha256 }) => ((await digestOf(store, key))?.sha256 === sha256 ? [] : [key])),
  );
  return found.flat();
}

/** Viewers who play every episode over and over from whichever node serves. Each file must be the one that was published. */
function startViewers(serving: () => Pick<TestApp, "http">, episodes: readonly string[]) {
  const first = new Map<string, string>();
  const errors: string[] = [];
  let answers = 0;
  let isOn = true;
  const watch = async (episode: string) => {
    const get = async (url: string) => {
      const answer = await serving().http.inject({ url });
      answers += 1;
      return answer;
    };
    while (isOn) {
      const { info } = (await get(`/api/video/episode?id=${episode}`)).json();
      for (const file of ["index.m3u8", "v720.m3u8", "v720-init.mp4", "v720-00000.m4s", "storyboard.jpg"]) {
        const { statusCode, rawPayload } = await get(info.playback.hls.replace("index.m3u8", file));
        const hash = createHash("sha256").update(rawPayload).digest("hex");
        const before = first.get(`${episode}/${file}`) ?? hash;
        first.set(`${episode}/${file}`, before);
        if (statusCode !== 200 || hash !== before) errors.push(`${episode}/${file}: ${statusCode}`);
      }
      await pause(5);
    }
  };
  const watching = episodes.map(watch);
  return {
    errors,
    answered: () => answers,
    async stop() {
      isOn = false;
      await Promise.all(watching);
    },
  };
}

test("O36: a site's media moves from the folder into a bucket and back under viewing: no playback error, every hash equal", async () => {
  const bucket = engine ? engineSettings() : { ...double.settings, prefix: "copy/" };
  await addMedia();
  const series = await makeSeries(app, { free: 3 });
  await recordOlderFiles(app.database.db, app.store);
  const opened: { stop(maxMs: number): Promise<unknown> }[] = [];
  let serving: Pick<TestApp, "http"> = app;
  const serveFrom = async (store: MediaStore) => {
    const node = await secondNode({ ...app, store });
    opened.push(node);
    await node.http.ready();
    serving = node;
  };
  const viewers = startViewers(
    () => serving,
    series.episodes.map(({ id }) => id),
  );
  const seen = async () => {
    const before = viewers.answered();
    await expect.poll(viewers.answered, { timeout: timeLimit(20) }).toBeGreaterThan(before + 60);
  };
  try {
    await seen();
    const away = await copy(toBucket, envOf(bucket));
    expect(away.output).toMatch(/of \d+ videos, pictures and sources[\s\S]*Next: set MEDIA_STORE=s3/);
    const remote = await openS3Store(bucket, elsewhere);
    expect(await differing(remote)).toEqual([]);
    // Published in the old place between the copy and the switch: the next run brings it, and nothing else.
    await makeSeries(app, { episodes: 1 });
    await recordOlderFiles(app.database.db, app.store);
    await claimStore(app.database.db, remote);
    await serveFrom(recordFiles(remote, app.database.db));
    await seen();
    const again = await copy([...toBucket, "--verify"], { ...envOf(bucket), MEDIA_STORE: "s3" });
    expect(again.output).toMatch(/Copied 1 \(.*\); [1-9]\d* were there; 0 failed/);
    expect(await differing(remote)).toEqual([]);
    const back = await copy(toFolder, { ...envOf(bucket, elsewhere), MEDIA_STORE: "s3" });
    expect([away.code, again.code, back.code], back.output).toEqual([0, 0, 0]);
    const local = await openFileStore(elsewhere);
    expect(await differing(local)).toEqual([]);
    await claimStore(app.database.db, local);
    await serveFrom(recordFiles(local, app.database.db));
    await seen();
  } finally {
    await viewers.stop();
    for (const node of opened) await node.stop(0);
  }
  expect(viewers.errors).toEqual([]);
  expect(await differing(app.store)).toEqual([]);
});

test.skipIf(engine)(
  "O36: a copy that is killed leaves a storage that no site starts on, and the next run sends only what is missing",
  async () => {
    for (let count = 0; count < 8; count += 1) await addMedia();
    const env = envOf(double.settings);
    const program = join(import.meta.dirname, "../src/media-command.ts");
    const child = spawn(process.execPath, [program, "copy", ...toBucket], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    const ended = once(child, "exit");
    const completed = () => [...double.objects.keys()].filter((key) => key.endsWith("complete.json")).length;
    while (completed() < 4 && child.exitCode === null) await pause(1);
    child.kill("SIGKILL");
    await ended;
    const remote = await openS3Store(double.settings, elsewhere);
    const there = completed();
    expect(there).toBeGreaterThanOrEqual(4);
    expect(there).toBeLessThan(24);
    await expect(claimStore(app.database.db, remote)).rejects.toThrow(/is missing/);
    double.asked.length = 0;
    const rest = await copy(toBucket, env);
    expect(rest.code, rest.output).toBe(0);
    const sent = double.asked.filter((line) => /^PUT .*complete\.json/.test(line));
    expect(sent).toHaveLength(24 - there);
    expect(await differing(remote)).toEqual([]);
    await claimStore(app.database.db, remote);
    double.asked.length = 0;
    expect((await copy(toBucket, env)).output).toContain("Copied 0 ");
    expect(
      double.asked.filter((line) => line.startsWith("PUT ") && !line.includes("cliffhanger-media")),
    ).toEqual([]);
  },
);

test.skipIf(engine)(
  "O36: what is damaged in the old place is named and not copied; --verify mends what differs in the new one; another site's bucket is refused",
  async () => {
    await addMedia();
    const env = envOf(double.settings);
    const [asset = ""] = await app.store.names("assets");
    const path = pathIn(app.store, `assets/${asset}/v720-00000.m4s`);
    const good = await readFile(path);
    await writeFile(path, Buffer.alloc(good.length, 1));
    const damaged = await copy(toBucket, env);
    expect(damaged.code).toBe(1);
    expect(damaged.output).toContain(`assets/${asset}/v720-00000.m4s is damaged in the old place`);
    expect([...double.objects.keys()].filter((key) => key.includes(asset))).toEqual([]);
    await writeFile(path, good);
    expect((await copy(toBucket, env)).code).toBe(0);

    const key = `${double.settings.prefix}assets/${asset}/v720-00000.m4s`;
    double.objects.set(key, { body: Buffer.alloc(good.length, 2), at: new Date() });
    expect((await copy(toBucket, env)).output).toContain("Copied 0 ");
    expect((await copy([...toBucket, "--verify"], env)).output).toContain("Copied 1 ");
    expect(double.objects.get(key)?.body.equals(good)).toBe(true);

    const marker = `${double.settings.prefix}cliffhanger-media`;
    double.objects.set(marker, { body: Buffer.from("of-another-site\n"), at: new Date() });
    const foreign = await copy(toBucket, env);
    expect([foreign.code, foreign.output]).toEqual([
      1,
      expect.stringContaining("names another installation"),
    ]);
    expect((await copy(["--from", "s3", "--to", "s3"], env)).code).toBe(1);
  },
);
