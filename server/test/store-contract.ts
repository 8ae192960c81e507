import { deepEqual, equal, ok, rejects, throws } from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { copyOut, digestOf, type MediaStore } from "#platform/storage";

/** What every store keeps, whatever it is made of. */
export interface StoreCase {
  title: string;
  run(store: MediaStore): Promise<void>;
}

/** Runs on a store that is empty: each case uses names of its own. */
export const storeContract: readonly StoreCase[] = [
  {
    title: "a published folder is there with every file, and its source is gone",
    async run(store) {
      const path = await folderOf(store, { "index.m3u8": "one", "v720-00000.m4s": "segment" });
      await store.publish(path, "assets/whole");
      equal(await textOf(store, "assets/whole/index.m3u8"), "one");
      equal(await textOf(store, "assets/whole/v720-00000.m4s"), "segment");
      await rejects(access(path));
      ok((await store.names("assets")).includes("whole"));
    },
  },
  {
    title: "publishing again replaces the remains, and leaves none of their files",
    async run(store) {
      await store.publish(await folderOf(store, { "a.m4s": "old", "b.m4s": "old" }), "assets/again");
      await store.publish(await folderOf(store, { "a.m4s": "new" }), "assets/again");
      equal(await textOf(store, "assets/again/a.m4s"), "new");
      equal(await store.read("assets/again/b.m4s"), null);
      deepEqual(await keysOf(store, "assets/again/"), ["assets/again/a.m4s"]);
    },
  },
  {
    title: "a part of a file has both its ends, and the size of the whole",
    async run(store) {
      await put(store, "images/range.webp", "0123456789");
      const part = await store.open("images/range.webp", { start: 2, end: 5 });
      equal(part?.bytes, 10);
      equal((await buffer(part?.body ?? missing())).toString(), "2345");
      const whole = await store.open("images/range.webp");
      equal((await buffer(whole?.body ?? missing())).toString(), "0123456789");
    },
  },
  {
    title: "an absent file is null everywhere, and removing it is fine",
    async run(store) {
      equal(await store.read("images/none.webp"), null);
      equal(await store.open("images/none.webp"), null);
      equal(await store.read("assets/none/index.m3u8"), null);
      equal(await digestOf(store, "spool/none"), null);
      await store.remove("images/none.webp");
      await store.remove("assets/none");
    },
  },
  {
    title: "an empty file is a file",
    async run(store) {
      await put(store, "images/empty.webp", "");
      equal((await store.read("images/empty.webp"))?.length, 0);
      deepEqual((await digestOf(store, "images/empty.webp"))?.bytes, 0);
    },
  },
  {
    title: "no key leads out of the store",
    async run(store) {
      const keys = ["../secret", "assets/../../x", "/etc/passwd", "assets/.env", "assets//a", "assets", ""];
      for (const key of keys) {
        throws(() => store.localPath(key), RangeError, key);
        await rejects(async () => store.read(key), RangeError, key);
        await rejects(async () => store.remove(key), RangeError, key);
      }
    },
  },
  {
    title: "a file that is taken in stays where it was, and twice is once",
    async run(store) {
      await withFile(randomBytes(2_000), async (path, hash) => {
        await store.takeIn(path, `spool/${hash}`);
        await store.takeIn(path, `spool/${hash}`);
        await access(path);
        equal((await digestOf(store, `spool/${hash}`))?.sha256, hash);
        const copy = `${path}.copy`;
        equal(await copyOut(store, `spool/${hash}`, copy), hash);
        deepEqual(await readFile(copy), await readFile(path));
      });
    },
  },
  {
    title: "a large file arrives whole, through its parts",
    async run(store) {
      await withFile(randomBytes(12 * 2 ** 20 + 5), async (path, hash) => {
        await store.takeIn(path, `spool/${hash}`);
        deepEqual(await digestOf(store, `spool/${hash}`), { bytes: 12 * 2 ** 20 + 5, sha256: hash });
        await store.remove(`spool/${hash}`);
        equal(await store.open(`spool/${hash}`), null);
      });
    },
  },
  {
    title: "a listing is in the order of bytes, over all its pages, and goes on after a key",
    async run(store) {
      const names = ["a-b.webp", "a.webp", "a0.webp", "b.webp", "z_z.webp"].map((name) => `made/l-${name}`);
      for (const name of names.toReversed()) await put(store, name, name);
      await store.publish(await folderOf(store, { "one.m4s": "1", "two.m4s": "2" }), "assets/listed");
      await store.publish(await folderOf(store, { "one.m4s": "1" }), "assets/listed-too");
      const listed = (await keysOf(store, "made/")).filter((key) => key.startsWith("made/l-"));
      deepEqual(listed, names.toSorted());
      const after = names.toSorted()[1] ?? "";
      deepEqual(
        (await keysOf(store, "made/", after)).filter((key) => key.startsWith("made/l-")),
        names.toSorted().slice(2),
      );
      const assets = (await keysOf(store, "assets")).filter((key) => key.startsWith("assets/listed"));
      deepEqual(assets, ["assets/listed-too/one.m4s", "assets/listed/one.m4s", "assets/listed/two.m4s"]);
      deepEqual(
        (await keysOf(store, "assets", "assets/listed/one.m4s")).filter((key) =>
          key.startsWith("assets/listed"),
        ),
        ["assets/listed/two.m4s"],
      );
      for await (const { key, bytes, since } of store.list("made/"))
        if (key === names[0]) ok(bytes === key.length && Math.abs(since.getTime() - Date.now()) < 60_000);
    },
  },
  {
    title: "texts join a published asset, and a removed asset is gone with all of it",
    async run(store) {
      await store.publish(await folderOf(store, { "index.m3u8": "x" }), "assets/texts");
      await store.addTexts("assets/texts", [{ file: "captions-en-0.vtt", body: "WEBVTT\nö\n" }]);
      equal(await textOf(store, "assets/texts/captions-en-0.vtt"), "WEBVTT\nö\n");
      await store.remove("assets/texts");
      equal(await store.read("assets/texts/index.m3u8"), null);
      equal(await store.read("assets/texts/captions-en-0.vtt"), null);
      ok(!(await store.names("assets")).includes("texts"));
    },
  },
  {
    title: "a note is listed with the time at which it was written last",
    async run(store) {
      deepEqual(await keysOf(store, "notes/"), []);
      await store.note("notes/1-2", "first");
      await store.note("notes/3-4", "other");
      const timesOf = async () => {
        const times = new Map<string, number>();
        for await (const { key, since } of store.list("notes/")) times.set(key, since.getTime());
        return times;
      };
      const before = await timesOf();
      deepEqual([...before.keys()], ["notes/1-2", "notes/3-4"]);
      // Buckets tell whole seconds.
      await pause(1_100);
      await store.note("notes/1-2", "second");
      equal(await textOf(store, "notes/1-2"), "second");
      const after = await timesOf();
      ok((after.get("notes/1-2") ?? 0) > (before.get("notes/1-2") ?? 0));
      equal(after.get("notes/3-4"), before.get("notes/3-4"));
    },
  },
  {
    title: "the marker is made once: the second keeps the first",
    async run(store) {
      equal(await store.marker.read(), null);
      await store.marker.make("first");
      await store.marker.make("second");
      equal(await store.marker.read(), "first");
    },
  },
];

/** Writes files into a work folder, and returns it. */
export async function folderOf(store: MediaStore, files: Record<string, string | Buffer>): Promise<string> {
  const folder = join(await store.workFolder(), "asset");
  await mkdir(folder);
  for (const [name, body] of Object.entries(files)) await writeFile(join(folder, name), body);
  return folder;
}

/** Makes a file with its hash for the duration of `use`. */
export async function withFile(
  bytes: Buffer,
  use: (path: string, hash: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-file-"));
  try {
    const path = join(folder, "film.mp4");
    await writeFile(path, bytes);
    await use(path, createHash("sha256").update(bytes).digest("hex"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function put(store: MediaStore, key: string, body: string): Promise<void> {
  const path = join(await store.workFolder(), "file");
  await writeFile(path, body);
  await store.publish(path, key);
}

async function textOf(store: MediaStore, key: string): Promise<string | null> {
  return (await store.read(key))?.toString() ?? null;
}

async function keysOf(store: MediaStore, prefix: string, after?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix, after)) keys.push(key);
  return keys;
}

function missing(): never {
  throw new Error("The file is missing");
}
