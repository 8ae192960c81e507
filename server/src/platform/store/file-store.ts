import { createReadStream } from "node:fs";
import { lstat, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { giveTreeToOwner, makeOwnedFolder } from "../owner.ts";
import { isMediaKey, linkOrCopy, type MediaStore, requireMediaKey, type StoredFile } from "../storage.ts";
import { makeWorkFolder, sweepWork } from "./work-folders.ts";

const WORK = "work";
const AT_ONCE = 8;
const MISSING = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** Opens the store in the folder `<dataDir>/media`, creating it. */
export async function openFileStore(dataDir: string): Promise<MediaStore> {
  const root = join(resolve(dataDir), "media");
  const scratch = join(root, WORK);
  for (const folder of ["assets", "images", "spool", "made", WORK]) await makeOwnedFolder(join(root, folder));
  const pathOf = (key: string) => join(root, requireMediaKey(key));
  const workFolder = () => makeWorkFolder(scratch);
  return {
    localPath: pathOf,
    scratch,
    workFolder,
    open: (key, range) => openIfThere(pathOf(key), range),
    read: (key) => readFile(pathOf(key)).catch(nullIfMissing),
    async publish(path, key) {
      const target = pathOf(key);
      await giveTreeToOwner(path, root);
      await flush(path);
      // A folder cannot be renamed onto another one: the remains of an interrupted attempt are moved away first.
      if (await isFolder(target)) {
        const trash = await workFolder();
        await rename(target, join(trash, "replaced"));
        await rm(trash, { recursive: true });
      }
      await rename(path, target);
      await flushEntry(dirname(target));
    },
    async takeIn(path, key) {
      const folder = await workFolder();
      try {
        const half = join(folder, "file");
        await linkOrCopy(path, half);
        await rename(half, pathOf(key));
      } finally {
        // An incomplete copy would keep a full disk full.
        await rm(folder, { recursive: true });
      }
    },
    async addTexts(key, texts) {
      for (const { file, body } of texts) await writeOwned(pathOf(`${key}/${file}`), body);
    },
    list: (prefix, after) => listBelow(root, prefix.replace(/\/$/, ""), after),
    names: (folder) => readdir(join(root, folder)),
    remove: (key) => rm(pathOf(key), { recursive: true, force: true }),
    sweep: () => sweepWork(scratch),
    discardUnfinished: async () => 0,
    observe: () => undefined,
    async note(key, text) {
      // Only now: a folder that this process may only read can be opened as well.
      await makeOwnedFolder(dirname(pathOf(key)));
      await writeOwned(pathOf(key), text);
    },
    marker: markerAt(join(root, "cliffhanger-media")),
  };
}

async function writeOwned(path: string, body: string): Promise<void> {
  await writeFile(path, body);
  await giveTreeToOwner(path, dirname(path));
}

function markerAt(place: string): MediaStore["marker"] {
  return {
    place,
    read: async () => (await readFile(place, "utf8").catch(() => null))?.trim() ?? null,
    async make(marker) {
      try {
        await writeFile(place, `${marker}\n`, { flag: "wx" });
        await giveTreeToOwner(place, dirname(place));
        await flushEntry(place);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    },
    command: (marker) => `echo ${marker} > "${place}"`,
  };
}

async function openIfThere(path: string, range?: { start: number; end: number }) {
  const handle = await open(path, "r").catch(nullIfMissing);
  if (!handle) return null;
  const facts = await handle.stat();
  if (!facts.isFile()) {
    await handle.close();
    return null;
  }
  return {
    // The stream closes the handle.
    body: createReadStream(path, { fd: handle, highWaterMark: 2 ** 18, ...range }),
    bytes: facts.size,
    etag: `"${facts.size.toString(36)}-${facts.mtimeMs.toString(36)}"`,
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (MISSING.has(error.code ?? "")) return null;
  throw error;
}

/** Lists in the order in which a bucket would: a folder's name counts with its slash. */
async function* listBelow(root: string, key: string, after = ""): AsyncGenerator<StoredFile> {
  const path = join(root, key);
  // Links have the time of their content; the time of the entry is when it was added.
  const facts = await lstat(path).catch(nullIfMissing);
  if (!facts) return;
  if (!facts.isDirectory()) {
    if (isMediaKey(key) && key > after) yield { key, bytes: facts.size, since: facts.ctime };
    return;
  }
  const entries = (await readdir(path, { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  const names = entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .toSorted(byBytes);
  for (const name of names) {
    const below = `${key}/${name}`;
    // What lies in a folder that sorts before `after`, and does not hold it, comes before it as well.
    if (below <= after && !after.startsWith(below)) continue;
    yield* listBelow(root, below.replace(/\/$/, ""), after);
  }
}

function byBytes(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

async function isFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found?.isDirectory() ?? false;
}

/** Syncs every file below to disk: a database that says "ready" must not outlive the files it refers to. */
async function flush(path: string): Promise<void> {
  const names = (await isFolder(path)) ? await readdir(path) : [];
  // Concurrently, because each sync waits only for the disk, and an asset has hundreds of small files.
  const waiting = names.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const name of waiting) await flush(join(path, name));
  });
  await Promise.all(workers);
  await flushEntry(path);
}

async function flushEntry(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
