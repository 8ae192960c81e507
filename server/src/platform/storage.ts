import { constants } from "node:fs";
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { randomWord } from "#platform/ids";

/**
 * Where media lies. A key is a path of plain words: `assets/<id>`, `assets/<id>/index.m3u8`, `images/<name>`,
 * `spool/<hash>`. What is under a key is whole or not there.
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
  /** Removes a key and all below it; nothing there is fine. */
  remove(key: string): Promise<void>;
  /** Removes work folders whose process is gone; call when starting. Returns how many there were. */
  sweep(): Promise<number>;
}

const KEY = /^(?:[a-z0-9_-]+\/)+[a-z0-9_-]+(?:\.[a-z0-9]+)?$/;
const WORK = "work";
/** Hard links are refused across file systems and on some of them altogether. */
const CANNOT_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EACCES", "ENOSYS"]);

/** Opens the store under `<dataDir>/media`, making its folders. */
export async function openStore(dataDir: string): Promise<MediaStore> {
  const root = join(resolve(dataDir), "media");
  for (const folder of ["assets", "images", "spool", WORK]) await mkdir(join(root, folder), { recursive: true });
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!KEY.test(key) || !path.startsWith(root + sep)) throw new RangeError(`no key of the media store: ${key}`);
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
      const half = join(folder, "file");
      await link(path, half).catch((error: NodeJS.ErrnoException) => {
        if (!CANNOT_LINK.has(error.code ?? "")) throw error;
        // A clone where the file system knows how, else bytes.
        return copyFile(path, half, constants.COPYFILE_FICLONE);
      });
      await rename(half, pathOf(key));
      await rm(folder, { recursive: true });
    },
    remove: (key) => rm(pathOf(key), { recursive: true, force: true }),
    sweep: () => sweep(join(root, WORK)),
  };
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
  if (await isFolder(path)) for (const name of await readdir(path)) await flush(join(path, name));
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
