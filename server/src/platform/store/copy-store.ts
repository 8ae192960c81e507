import { mkdir, rm, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { copyOut, digestOf, hashOf, linkOrCopy, type MediaStore } from "../storage.ts";
import { inTurns } from "./in-turns.ts";

/** A media file as the database knows it. */
interface RecordedFile {
  key: string;
  bytes: number;
  sha256: string;
}

/** How far a copy is. */
export interface CopyProgress {
  /** Videos, pictures and sources of films, each of which is copied as a whole. */
  done: number;
  total: number;
  doneBytes: number;
  totalBytes: number;
}

/** What was copied. */
export interface CopyResult {
  copied: number;
  copiedBytes: number;
  /** What was there already. */
  kept: number;
  /** What could not be copied, and why, as sentences. */
  faults: string[];
}

/** From where to where, and what. */
export interface CopyOrder {
  from: MediaStore;
  to: MediaStore;
  /** The files that must be in the new place, by key. */
  files: readonly RecordedFile[];
  /** Returns what is recorded now of a file or of the files below a folder: the site may change it meanwhile. */
  recordedBelow(key: string): Promise<RecordedFile[]>;
  /** Whether each file of the new place is read again. */
  verify: boolean;
  tell(progress: CopyProgress): void;
}

/** The disk of the new place is too small, as a sentence. */
export class CopyRoomError extends Error {
  override name = "CopyRoomError";
}

/** What is copied as a whole: an asset, or a file. */
interface Unit {
  key: string;
  files: readonly RecordedFile[];
  bytes: number;
}

const AT_ONCE = 4;
const FILES_AT_ONCE = 8;
/** An encode that is published in this moment has its files there before its records. */
const TRIES = 3;
const AGAIN_MS = 500;
/** What stays free on a disk that is filled. */
const MIN_FREE_BYTES = 2 * 1024 ** 3;

/**
 * Copies recorded files from one store to another. What is there already, as it is recorded, stays; so a copy that was interrupted
 * goes on, and a second one brings what was added meanwhile. Each file is hashed on its way, and nothing is stored whose hash is not
 * the recorded one. Removes nothing from the old place.
 */
export async function copyStore(order: CopyOrder): Promise<CopyResult> {
  const { from, to, verify, tell } = order;
  await Promise.all([from.sweep(), to.sweep()]);
  const units = unitsOf(order.files);
  const stored = await sizesIn(to);
  await requireRoom(to, units, stored);
  const progress = { done: 0, total: units.length, doneBytes: 0, totalBytes: sum(units) };
  const result: CopyResult = { copied: 0, copiedBytes: 0, kept: 0, faults: [] };
  await inTurns(AT_ONCE, units, async (unit) => {
    if (await isThere(to, unit, (key) => stored.get(key), verify)) result.kept += 1;
    else {
      const ended = await copyUnit(order, unit);
      if (ended.fault !== null) result.faults.push(ended.fault);
      else if (ended.bytes !== null) {
        result.copied += 1;
        result.copiedBytes += ended.bytes;
      }
    }
    progress.done += 1;
    progress.doneBytes += unit.bytes;
    tell({ ...progress });
  });
  return result;
}

function unitOf(key: string): string {
  return /^assets\/[^/]+/.exec(key)?.[0] ?? key;
}

function unitsOf(files: readonly RecordedFile[]): Unit[] {
  const units = Map.groupBy(files, ({ key }) => unitOf(key));
  return [...units].map(([key, of]) => ({ key, files: of, bytes: sum(of) }));
}

function sum(files: readonly { bytes: number }[]): number {
  return files.reduce((all, { bytes }) => all + bytes, 0);
}

async function sizesIn(store: MediaStore): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const folder of ["assets/", "images/", "spool/"])
    for await (const { key, bytes } of store.list(folder)) sizes.set(key, bytes);
  return sizes;
}

/** Refuses what does not fit on a disk. Nobody knows the room of a bucket. */
async function requireRoom(
  to: MediaStore,
  units: readonly Unit[],
  stored: ReadonlyMap<string, number>,
): Promise<void> {
  if (!isFolder(to)) return;
  const missing = units.flatMap(({ files }) => files).filter(({ key, bytes }) => stored.get(key) !== bytes);
  const { bavail, bsize } = await statfs(to.scratch);
  const short = sum(missing) + MIN_FREE_BYTES - bavail * bsize;
  if (missing.length > 0 && short > 0)
    throw new CopyRoomError(
      `The disk of ${to.scratch} lacks ${Math.ceil(short / 2 ** 30)} GB for the media. Nothing was copied; free some room first.`,
    );
}

function isFolder(store: MediaStore): boolean {
  return store.localPath("assets/any") !== null;
}

/** Returns whether the new place has what is recorded: by sizes and the hashes that it keeps, or by reading every file. */
async function isThere(
  to: MediaStore,
  { key, files }: Unit,
  sizeOf: (key: string) => number | undefined,
  verify: boolean,
): Promise<boolean> {
  if (files.some((file) => sizeOf(file.key) !== file.bytes)) return false;
  if (key.startsWith("assets/") && !isFolder(to)) {
    const complete = await to.read(`${key}/complete.json`);
    if (complete === null) return false;
    const kept: Record<string, { sha256: string } | undefined> = JSON.parse(complete.toString()).files;
    // Captions join an asset later; their names are made of their content.
    if (files.some((file) => (kept[basename(file.key)]?.sha256 ?? file.sha256) !== file.sha256)) return false;
  }
  if (!verify) return true;
  let isEqual = true;
  await inTurns(FILES_AT_ONCE, files, async (file) => {
    if (isEqual && (await digestOf(to, file.key))?.sha256 !== file.sha256) isEqual = false;
  });
  return isEqual;
}

/** Copies a unit. `bytes` is null if the site has removed it meanwhile. */
async function copyUnit(
  { from, to, recordedBelow, verify }: CopyOrder,
  { key }: Unit,
): Promise<{ bytes: number | null; fault: string | null }> {
  const work = await to.workFolder();
  try {
    for (let tries = 1; ; tries += 1) {
      const files = await recordedBelow(key);
      if (files.length === 0) return { bytes: null, fault: null };
      const folder = join(work, `unit-${tries}`);
      await mkdir(folder);
      let fault = await fetchFiles(from, files, folder);
      if (fault === null) {
        await storeUnit(to, key, folder);
        const unit = { key, files, bytes: sum(files) };
        if (!verify || (await isThere(to, unit, sizesOf(files), true)))
          return { bytes: unit.bytes, fault: null };
        fault = `${key} differs in the new place after it was copied.`;
      }
      if (tries >= TRIES) return { bytes: null, fault };
      await pause(AGAIN_MS);
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The sizes of files that were stored by this process. */
function sizesOf(files: readonly RecordedFile[]): (key: string) => number | undefined {
  const sizes = new Map(files.map(({ key, bytes }) => [key, bytes]));
  return (key) => sizes.get(key);
}

/** Brings files into a folder of this machine. Returns why one of them is not what is recorded. */
async function fetchFiles(
  from: MediaStore,
  files: readonly RecordedFile[],
  folder: string,
): Promise<string | null> {
  let fault: string | null = null;
  await inTurns(FILES_AT_ONCE, files, async ({ key, sha256 }) => {
    const found = await fetchFile(from, key, join(folder, basename(key)));
    if (found === null) fault ??= `${key} is missing in the old place.`;
    else if (found !== sha256)
      fault ??= `${key} is damaged in the old place: its hash is not the recorded one.`;
  });
  return fault;
}

/** Returns the hash of what was brought; null when there is no such file. */
async function fetchFile(from: MediaStore, key: string, path: string): Promise<string | null> {
  const local = from.localPath(key);
  if (local === null) return copyOut(from, key, path);
  try {
    await linkOrCopy(local, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return hashOf(path);
}

async function storeUnit(to: MediaStore, key: string, folder: string): Promise<void> {
  if (key.startsWith("assets/")) return to.publish(folder, key);
  const path = join(folder, basename(key));
  if (!key.startsWith("spool/")) return to.publish(path, key);
  // What has the name of this hash and is not it would stay.
  await to.remove(key);
  await to.takeIn(path, key);
}
