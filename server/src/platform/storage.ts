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
  writeFile,
} from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { randomWord } from "#platform/ids";

/**
 * Where media lies. A key is a path of plain words: `assets/<id>`, `assets/<id>/index.m3u8`, `images/<name>`,
 * `spool/<hash>`, `made/<name>` for what can be made again at any time. What is under a key is whole or not there.
 */
export interface MediaStore {
  /** The absolute path to read a key at, whether or not it exists. Throws RangeError where it is no key. */
  pathOf(key: string): string;
  /** A new empty folder beside the keys, to prepare something in; gone after a crash and `sweep`. */
  workFolder(): Promise<string>;
  /** Moves a finished file or folder to its key, replacing what was there; on the disk before it returns. */
  publish(path: string, key: string): Promise<void>;
  /** Takes a file of somebody else in under a key: as a second name of the same bytes, or a copy. */
  takeIn(path: string, key: string): Promise<void>;
  /** What lies under a first word of keys, and since when. */
  list(folder: "assets" | "images" | "spool" | "made"): Promise<{ name: string; since: Date }[]>;
  /** Removes a key and all below it; nothing there is fine. */
  remove(key: string): Promise<void>;
  /** The file that names this storage, so that a disk that is not mounted is noticed. */
  markerFile: string;
  /** What the marker file says; null where it cannot be read. */
  readMarker(): Promise<string | null>;
  /** Makes the marker file, unless it is there: of two nodes the first one names the storage. */
  makeMarker(marker: string): Promise<void>;
  /** Removes work folders whose process is gone; call when starting. Returns how many there were. */
  sweep(): Promise<number>;
}

const KEY = /^(?:[a-z0-9_-]+\/)+[a-z0-9_-]+(?:\.[a-z0-9]+)?$/;
const WORK = "work";
const AT_ONCE = 8;
/** Hard links are refused across file systems and on some of them altogether. */
const CANNOT_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EACCES", "ENOSYS"]);

/** Opens the store under `<dataDir>/media`, making its folders. */
export async function openStore(dataDir: string): Promise<MediaStore> {
  const root = join(resolve(dataDir), "media");
  for (const folder of ["assets", "images", "spool", "made", WORK])
    await mkdir(join(root, folder), { recursive: true });
  const markerFile = join(root, "cliffhanger-media");
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!KEY.test(key) || !path.startsWith(root + sep))
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
      // A folder cannot be renamed onto another one: what an interrupted attempt left goes aside first.
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
        // Half a copy would keep a full disk full.
        await rm(folder, { recursive: true });
      }
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

/** The same bytes under a second name; a copy where the file system does not do that. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (!CANNOT_LINK.has(error.code ?? "")) throw error;
    // A clone where the file system knows how, else bytes.
    return copyFile(from, to, constants.COPYFILE_FICLONE);
  });
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest("hex");
}

async function isFolder(path: string): Promise<boolean> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found?.isDirectory() ?? false;
}

/** Every byte below on the disk: a database that says "ready" must not outlive the files it means. */
async function flush(path: string): Promise<void> {
  const names = (await isFolder(path)) ? await readdir(path) : [];
  // Several at once: each waits for the disk alone, and an asset has hundreds of small files.
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
  // Links keep the time of their content; the time of the entry is when it came here.
  return Promise.all(names.map(async (name) => ({ name, since: (await lstat(join(folder, name))).ctime })));
}

/** Folders are named after host and process; a process number of ours from before this start is a dead one too. */
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
