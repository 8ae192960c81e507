import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { randomWord } from "#platform/ids";

/**
 * Where media is stored. A key is a path of plain words: `assets/<id>`, `assets/<id>/index.m3u8`, `images/<name>`,
 * `spool/<hash>`, `made/<name>` for files that can be generated again at any time. A key's content is complete or
 * absent.
 */
export interface MediaStore {
  /** Returns the absolute path to read a key at, whether or not it exists. Throws RangeError for an invalid key. */
  pathOf(key: string): string;
  /** Creates an empty folder next to the keys, to prepare content in; `sweep` removes it after a crash. */
  workFolder(): Promise<string>;
  /** Moves a finished file or folder to its key, replacing existing content; it is synced to disk before this returns. */
  publish(path: string, key: string): Promise<void>;
  /** Adds a file that belongs to someone else under a key: as a hard link to the same bytes, or a copy. */
  takeIn(path: string, key: string): Promise<void>;
  /** Writes small files into a published folder. Their names change with their content, so nobody reads half of one. */
  addTexts(key: string, texts: readonly { file: string; body: string }[]): Promise<void>;
  /** Lists the content under the first word of keys, with its time. */
  list(folder: "assets" | "images" | "spool" | "made"): Promise<{ name: string; since: Date }[]>;
  /** Removes a key and everything below it; a missing key is fine. */
  remove(key: string): Promise<void>;
  /** The file that identifies this storage, so that a disk that is not mounted is noticed. */
  markerFile: string;
  /** Returns the content of the marker file; null when it cannot be read. */
  readMarker(): Promise<string | null>;
  /** Creates the marker file unless it exists: of two nodes the first one names the storage. */
  makeMarker(marker: string): Promise<void>;
  /** Removes work folders whose process has ended; call it at the start. Returns how many there were. */
  sweep(): Promise<number>;
}

const KEY = /^(?:[a-z0-9_-]+\/)+[a-z0-9_-]+(?:\.[a-z0-9]+)?$/;
const WORK = "work";
const AT_ONCE = 8;
const HASH_CHUNK_BYTES = 2 ** 20;
/** Hard links are refused across file systems and by some file systems. */
const CANNOT_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EACCES", "ENOSYS"]);

/** Returns whether a path below the storage is a key; other programs leave files such as `.DS_Store` there. */
export function isMediaKey(key: string): boolean {
  return KEY.test(key);
}

/** Opens the store under `<dataDir>/media`, creating its folders. */
export async function openStore(dataDir: string): Promise<MediaStore> {
  const root = join(resolve(dataDir), "media");
  for (const folder of ["assets", "images", "spool", "made", WORK])
    await mkdir(join(root, folder), { recursive: true });
  const markerFile = join(root, "cliffhanger-media");
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!isMediaKey(key) || !path.startsWith(root + sep))
      throw new RangeError(`no key of the media store: ${key}`);
    return path;
  };
  const workFolder = async () => {
    const folder = join(root, WORK, `${hostname()}.${process.pid}.${randomWord(9)}`);
    await mkdir(folder);
    return folder;
  };
  return {
    pathOf,
    workFolder,
    async publish(path, key) {
      const target = pathOf(key);
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
      for (const { file, body } of texts) await writeFile(pathOf(`${key}/${file}`), body);
    },
    list: (folder) => list(join(root, folder)),
    remove: (key) => rm(pathOf(key), { recursive: true, force: true }),
    markerFile,
    readMarker: async () => (await readFile(markerFile, "utf8").catch(() => null))?.trim() ?? null,
    async makeMarker(marker) {
      try {
        await writeFile(markerFile, `${marker}\n`, { flag: "wx" });
        await flushEntry(markerFile);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    },
    sweep: () => sweep(join(root, WORK)),
  };
}

/** Creates a hard link to the same bytes; a copy when the file system does not support it. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (!CANNOT_LINK.has(error.code ?? "")) throw error;
    // A clone when the file system supports it, otherwise a copy.
    return copyFile(from, to, constants.COPYFILE_FICLONE);
  });
}

/**
 * Returns the SHA-256 of a file in hexadecimal. A stream allocates a whole chunk for a file of a few kilobytes, of which an asset
 * has hundreds, so small files are read at once.
 */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const { size } = await stat(path);
  if (size <= HASH_CHUNK_BYTES) hash.update(await readFile(path));
  else await pipeline(createReadStream(path, { highWaterMark: HASH_CHUNK_BYTES }), hash);
  return hash.digest("hex");
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

async function list(folder: string): Promise<{ name: string; since: Date }[]> {
  const names = await readdir(folder);
  // Links have the time of their content; the time of the entry is when it was added.
  return Promise.all(names.map(async (name) => ({ name, since: (await lstat(join(folder, name))).ctime })));
}

/**
 * Removes dead work folders, which are named after host and process; one from before this process started is dead even
 * with our own process id.
 */
async function sweep(folder: string): Promise<number> {
  const [host, own] = [hostname(), process.pid];
  let count = 0;
  for (const name of await readdir(folder)) {
    const parts = name.split(".");
    const pid = Number(parts.at(-2));
    if (parts.slice(0, -2).join(".") !== host || (pid !== own && isAlive(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
    count += 1;
  }
  return count;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
