import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "#platform/config";
import { openS3Store } from "#platform/store/s3-store";
import { type S3Double, startS3Double } from "#test/s3-double";
import { folderOf } from "#test/store-contract";
import { openDiskCache } from "./disk-cache.ts";
import { openMediaFiles } from "./files.ts";

let folder: string;
let double: S3Double;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-copies-"));
  double = await startS3Double();
});
afterEach(async () => {
  await double.close();
  await rm(folder, { recursive: true, force: true });
});

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function bytesBelow(path: string): Promise<number> {
  const sizes = await Promise.all((await filesBelow(path)).map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("O35: a file of the bucket is read from it once, then from its copy; a damaged or removed copy is read again; playlists are never copied", async () => {
  const store = await openS3Store(double.settings, folder);
  const segment = randomBytes(90_000);
  await store.publish(
    await folderOf(store, { "index.m3u8": "#EXTM3U", "v720-00000.m4s": segment }),
    "assets/one",
  );
  const copies = openDiskCache(join(folder, "copies"), 10_000_000, store.marker.place);
  const gets = () => double.asked.filter((line) => line.startsWith("GET ") && line.includes("v720")).length;
  const read = async () => {
    // A process that has nothing in memory.
    const files = openMediaFiles(store, 0, undefined, copies);
    const bodies = await Promise.all([1, 2, 3].map(() => files.read("assets/one/v720-00000.m4s")));
    await copies.settled();
    for (const body of bodies) expect(body?.equals(segment)).toBe(true);
    return gets();
  };
  expect([await read(), await read()]).toEqual([1, 1]);
  const [copy = ""] = await filesBelow(join(folder, "copies"));
  const whole = await readFile(copy);
  await writeFile(copy, whole.fill(7, 1_000, 1_010));
  expect([await read(), await read()]).toEqual([2, 2]);
  await writeFile(copy, whole.subarray(0, 20));
  expect([await read(), await read()]).toEqual([3, 3]);
  await rm(join(folder, "copies"), { recursive: true });
  expect([await read(), await read()]).toEqual([4, 4]);

  // While the bucket is away, the copy is served.
  double.fail({ on: "GET ", how: 500 }, { on: "HEAD ", how: 500 });
  expect(await read()).toBe(4);
  double.heal();
  await openMediaFiles(store, 0, undefined, copies).read("assets/one/index.m3u8");
  await copies.settled();
  expect(await filesBelow(join(folder, "copies"))).toHaveLength(1);
  // Another bucket may have another file under the same key.
  expect(
    await openDiskCache(join(folder, "copies"), 10_000_000, "s3://other").get("assets/one/v720-00000.m4s"),
  ).toBeNull();
});

test("the copies stay within their size, and the least recently used go first; a file that is too large is not copied", async () => {
  const maxBytes = 1_000_000;
  const copies = openDiskCache(folder, maxBytes, "s3://media");
  copies.put("images/large.webp", randomBytes(maxBytes / 8 + 1));
  for (let number = 0; number < 80; number += 1) {
    copies.put(`images/${number}.webp`, randomBytes(20_000));
    await copies.settled();
    expect(await bytesBelow(folder)).toBeLessThanOrEqual(maxBytes);
    // Each is older than the next, and the first one is used again and again.
    for (const file of await filesBelow(folder)) {
      const { mtimeMs } = await stat(file);
      const earlier = new Date(mtimeMs - 70_000);
      await utimes(file, earlier, earlier);
    }
    expect(await copies.get("images/0.webp"), String(number)).not.toBeNull();
  }
  expect(await copies.get("images/79.webp")).not.toBeNull();
  expect(await copies.get("images/1.webp")).toBeNull();
  expect(await copies.get("images/large.webp")).toBeNull();
});

test("processes share the copies: three write and evict at once, and none reads a wrong or half file", async () => {
  const program = join(folder, "program.mjs");
  await writeFile(
    program,
    `import { openDiskCache } from ${JSON.stringify(join(import.meta.dirname, "disk-cache.ts"))};
const copies = openDiskCache(${JSON.stringify(join(folder, "copies"))}, 2_000_000, "s3://media");
const bodyOf = (number) => Buffer.alloc(30_000 + number, number);
let wrong = 0, found = 0;
for (let round = 0; round < 600; round += 1) {
  const number = Math.floor(Math.random() * 120);
  const body = await copies.get("images/" + number);
  if (body) { found += 1; if (!body.equals(bodyOf(number))) wrong += 1; }
  else copies.put("images/" + number, bodyOf(number));
  if (round % 20 === 0) await copies.settled();
}
await copies.settled();
process.send({ wrong, found });
process.disconnect();`,
  );
  const told = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = fork(program, { execArgv: [] });
      const [[message]] = await Promise.all([once(child, "message"), once(child, "exit")]);
      return message as { wrong: number; found: number };
    }),
  );
  for (const { wrong, found } of told) {
    expect(wrong).toBe(0);
    expect(found).toBeGreaterThan(50);
  }
  expect(await bytesBelow(join(folder, "copies"))).toBeLessThanOrEqual(2_000_000);
});

test("MEDIA_DISK_CACHE_GB is of a bucket alone", () => {
  const bucket = {
    MEDIA_STORE: "s3",
    S3_ENDPOINT: "https://s3.example.com",
    S3_BUCKET: "media",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  expect(readConfig({ ...bucket, MEDIA_DISK_CACHE_GB: "2" }, folder).mediaDiskCacheBytes).toBe(2 ** 31);
  expect(readConfig(bucket, folder).mediaDiskCacheBytes).toBe(0);
  expect(() => readConfig({ MEDIA_DISK_CACHE_GB: "2" }, folder)).toThrow(/MEDIA_STORE is file/);
  expect(() => readConfig({ ...bucket, MEDIA_DISK_CACHE_GB: "0.5" }, folder)).toThrow(/whole gigabytes/);
});
