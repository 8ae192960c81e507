import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { digestOf, type MediaStore, type StoreFault } from "#platform/storage";
import { openFileStore } from "#platform/store/file-store";
import { openS3Store } from "#platform/store/s3-store";
import { type BucketSettings, readBucket } from "#platform/store-settings";
import { type S3Double, startS3Double } from "#test/s3-double";
import { folderOf, storeContract, withFile } from "#test/store-contract";
import { startEngine } from "../../tools/engine.ts";
import { timeLimit } from "../../tools/time-limit.ts";

/** The bucket shares the tests' process, so on a slow machine a pause of that process must not look like the bucket's. */
const QUICK = { connectMs: timeLimit(0.5), firstByteMs: timeLimit(0.4), silenceMs: timeLimit(0.3) };
const upload = { partBytes: 5 * 2 ** 20, wholeBytes: 6 * 2 ** 20 };

let folder: string;
let double: S3Double;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cliffhanger-stores-"));
  double = await startS3Double();
});
afterAll(async () => {
  await double.close();
  await rm(folder, { recursive: true, force: true });
});

/** The long tests run the contract on a real server, too. */
const engine = process.env["S3_ENGINE"] === "1" ? startEngine("s3") : null;
if (engine && "missing" in engine) throw new Error(engine.missing);
afterAll(() => engine && "down" in engine && engine.down());

function engineSettings(): BucketSettings {
  const given = engine && "settings" in engine ? engine.settings : {};
  const faults: string[] = [];
  const settings = readBucket((name) => given[name] ?? null, faults);
  if (!settings) throw new Error(faults.join("\n"));
  return settings;
}

describe.each([
  ...(engine
    ? [{ name: "a Ceph gateway", open: () => openS3Store(engineSettings(), folder, { upload }) }]
    : []),
  { name: "a folder", open: () => openFileStore(folder) },
  { name: "a bucket", open: () => openS3Store(double.settings, folder, { upload }) },
])("O23: on $name,", ({ open }) => {
  let store: MediaStore;
  beforeAll(async () => {
    store = await open();
  });
  test.each(storeContract.map(({ title, run }) => [title, run] as const))("%s", async (_title, run) => {
    await expect(run(store)).resolves.toBeUndefined();
  });
});

/** Opens a bucket of its own whose faults a test chooses. */
async function faulty() {
  const own = await startS3Double();
  onTestFinished(own.close);
  const store = await openS3Store(own.settings, folder, { upload, limits: QUICK });
  const faults: (StoreFault | null)[] = [];
  store.observe(({ fault }) => faults.push(fault));
  const another = () => openS3Store(own.settings, folder, { upload, limits: QUICK });
  return { double: own, store, faults, another };
}

const film = { "index.m3u8": "#EXTM3U", "v720-00000.m4s": Buffer.alloc(100_000, 1) };

describe("O23: with faults of the bucket,", () => {
  test.each([
    ["an error of the server", { on: "PUT v720", how: 500 }, "server"],
    ["too many requests", { on: "PUT v720", how: 503 }, "server"],
    ["a broken connection", { on: "PUT v720", how: "reset" }, "cut"],
    ["a server that never answers", { on: "PUT v720", how: "silent" }, "timeout"],
    ["an answer that is lost", { on: "PUT v720", how: "lost" }, "cut"],
  ] as const)("%s is tried again, and the asset is whole", async (_what, fault, kind) => {
    const { double: own, store, faults } = await faulty();
    own.fail({ ...fault, times: 2 });
    await store.publish(await folderOf(store, film), "assets/one");
    expect(faults.filter((each) => each !== null)).toEqual([kind, kind]);
    expect((await digestOf(store, "assets/one/v720-00000.m4s"))?.sha256).toBe(
      createHash("sha256").update(film["v720-00000.m4s"]).digest("hex"),
    );
  });

  test.each([
    ["cut", "cut"],
    ["stall", "cut"],
  ] as const)("an answer that is %s is read again", async (how, kind) => {
    const { double: own, store, faults } = await faulty();
    await store.publish(await folderOf(store, film), "assets/one");
    own.fail({ on: "GET v720", how, times: 1 });
    expect((await store.read("assets/one/v720-00000.m4s"))?.equals(film["v720-00000.m4s"])).toBe(true);
    expect(faults.filter((each) => each !== null)).toEqual([kind]);
    own.fail({ on: "GET v720", how, times: 1 });
    const opened = await store.open("assets/one/v720-00000.m4s");
    // What was passed on cannot be taken back: the reader learns that it is not whole.
    if (!opened) throw new Error("The file is missing");
    await expect(buffer(opened.body)).rejects.toThrow(/ended early|silent|was cut/);
  });

  test("a wrong ETag means nothing", async () => {
    const { double: own, store } = await faulty();
    own.fail({ on: "PUT ", how: "etag" });
    await store.publish(await folderOf(store, film), "assets/one");
    expect((await store.read("assets/one/index.m3u8"))?.toString()).toBe("#EXTM3U");
  });

  test("an asset without complete.json is never served, listed as complete or taken for one by another process", async () => {
    const { double: own, store, another } = await faulty();
    const other = await another();
    own.fail({ on: "PUT complete.json", how: 403 });
    await expect(store.publish(await folderOf(store, film), "assets/one")).rejects.toThrow("AccessDenied");
    own.heal();
    expect(own.objects.has("site-1/assets/one/v720-00000.m4s")).toBe(true);
    for (const each of [store, other]) {
      expect(await each.read("assets/one/v720-00000.m4s")).toBeNull();
      expect(await each.open("assets/one/index.m3u8")).toBeNull();
    }
    // The next attempt makes it whole, for both.
    await store.publish(await folderOf(store, { "index.m3u8": "#EXTM3U" }), "assets/one");
    for (const each of [store, other])
      expect((await each.read("assets/one/index.m3u8"))?.toString()).toBe("#EXTM3U");
    expect(own.asked.findLast((line) => line.startsWith("PUT "))).toContain("complete.json");
  });

  test("an asset of which a file did not arrive is never complete", async () => {
    const { double: own, store } = await faulty();
    own.fail({ on: "PUT v720", how: 403 });
    await expect(store.publish(await folderOf(store, film), "assets/one")).rejects.toThrow("AccessDenied");
    expect([...own.objects.keys()].filter((key) => key.endsWith("complete.json"))).toEqual([]);
    expect(await store.read("assets/one/index.m3u8")).toBeNull();
  });

  test("a film that changes while it is uploaded is not stored under its former hash", async () => {
    const { double: own, store } = await faulty();
    for (const size of [1_000, 12 * 2 ** 20])
      await withFile(randomBytes(size), async (path) => {
        const hash = createHash("sha256").update("another film").digest("hex");
        await expect(store.takeIn(path, `spool/${hash}`)).rejects.toThrow(
          /was changed while it was uploaded/,
        );
        expect(await store.open(`spool/${hash}`)).toBeNull();
      });
    expect(own.uploads.size).toBe(0);
  });

  test("an upload that was interrupted goes on with the parts that did not arrive", async () => {
    const { double: own, store, another } = await faulty();
    await withFile(randomBytes(21 * 2 ** 20), async (path, hash) => {
      own.fail({ on: "PUT partNumber=4", how: 403 });
      await expect(store.takeIn(path, `spool/${hash}`)).rejects.toThrow("AccessDenied");
      own.heal();
      const arrived = [...own.uploads.values()].flatMap(({ parts }) => [...parts.keys()]);
      expect(arrived.length).toBeGreaterThan(0);
      own.asked.length = 0;
      await (await another()).takeIn(path, `spool/${hash}`);
      const sent = own.asked.filter((line) => line.includes("partNumber="));
      expect(sent).toHaveLength(5 - arrived.length);
      expect((await digestOf(store, `spool/${hash}`))?.sha256).toBe(hash);
      expect(own.uploads.size).toBe(0);
    });
  });

  test("the answer to the last call of an upload may be lost", async () => {
    const { double: own, store } = await faulty();
    await withFile(randomBytes(12 * 2 ** 20), async (path, hash) => {
      own.fail({ on: "POST uploadId", how: "lost", times: 1 });
      await store.takeIn(path, `spool/${hash}`);
      expect((await digestOf(store, `spool/${hash}`))?.sha256).toBe(hash);
    });
  });

  test("a bucket that is away is asked no more after ten failures, and again five seconds later", async () => {
    const { double: own, store, faults } = await faulty();
    await store.publish(await folderOf(store, film), "assets/one");
    own.fail({ on: "GET ", how: 500 });
    for (let tries = 0; tries < 4; tries += 1)
      await expect(store.read("assets/one/index.m3u8")).rejects.toMatchObject({ statusCode: 503 });
    const asked = own.asked.length;
    const since = performance.now();
    await expect(store.read("assets/one/index.m3u8")).rejects.toMatchObject({ statusCode: 503 });
    expect(performance.now() - since).toBeLessThan(timeLimit(0.1));
    expect(own.asked.length).toBe(asked);
    expect(faults.at(-1)).toBe("breaker");
    own.heal();
    await expect
      .poll(() => store.read("assets/one/index.m3u8").catch(() => null), {
        timeout: timeLimit(9),
        interval: 250,
      })
      .not.toBeNull();
  });

  test("upkeep removes what is unfinished for days, and nothing that is complete or new", async () => {
    const { double: own, store } = await faulty();
    await store.publish(await folderOf(store, film), "assets/whole");
    await store.publish(await folderOf(store, film), "assets/half");
    own.objects.delete("site-1/assets/half/complete.json");
    own.uploads.set("left", { key: "site-1/spool/x", at: new Date(), parts: new Map() });
    own.uploads.set("of-others", { key: "site-2/spool/x", at: new Date(), parts: new Map() });
    const another = await openS3Store(own.settings, folder);
    const hour = 3_600_000;
    expect(await another.discardUnfinished(new Date(Date.now() + hour))).toBe(0);
    expect(await another.discardUnfinished(new Date(Date.now() + 49 * hour))).toBe(2);
    expect(await another.names("assets")).toEqual(["whole"]);
    expect([...own.uploads.keys()]).toEqual(["of-others"]);
  });
});
