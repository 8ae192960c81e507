import { createHash } from "node:crypto";
import { lstat, readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { digestOf, hashOf, isMediaKey, type MediaStore } from "#platform/storage";
import type { Db } from "./database.ts";
import { isLeased, withLease } from "./lease.ts";
import { openRemovalCheck } from "./store-users.ts";

/** A media file as recorded when it was published. */
export interface MediaFile {
  key: string;
  bytes: number;
  sha256: string;
}

type MediaFileTables = { media_file: { key: string; bytes: number; sha256: string } };

const AT_ONCE = 500;
/** The folders whose files a backup lists; those under `made` can be generated again. */
const LISTED = ["assets", "images", "spool"] as const;
const IS_LISTED = /^(?:assets|images|spool)\//;

/** The lease of a backup that includes the media files. */
const BACKUP = "backup with media";

/** Returns whether a backup that includes the media files is being written: it needs each of them as it was when it began. */
export function isMediaBackedUp(db: Db): Promise<boolean> {
  return isLeased(db, BACKUP);
}

/** Runs a backup that includes the media files, none of which is removed meanwhile. Returns false while another one runs. */
export function whileMediaStays(db: Db, work: () => Promise<unknown>): Promise<boolean> {
  return withLease(db, BACKUP, work);
}

/**
 * Returns the store, which from now on records each file with its size and hash when it is published, and forgets it
 * when it is removed. A file is read once for that, by the process that has just written it. While another database uses the storage,
 * or a backup reads it, nothing is removed: the upkeep does it later.
 */
export function recordFiles(store: MediaStore, db: Db): MediaStore {
  const forget = (key: string) =>
    sql`delete from media_file where key = ${key} or starts_with(key, ${`${key}/`})`.execute(db);
  const mayRemove = openRemovalCheck(db, store);
  return {
    ...store,
    async publish(path, key) {
      const files = IS_LISTED.test(key) ? await describe(path, key) : [];
      await store.publish(path, key);
      await save(db, files);
    },
    async takeIn(path, key) {
      const { size: bytes } = await stat(path);
      await store.takeIn(path, key);
      // The spool names a file by its hash, and a source of gigabytes is not read for it again.
      await save(db, [{ key, bytes, sha256: basename(key) }]);
    },
    async addTexts(key, texts) {
      await store.addTexts(key, texts);
      // Episodes that share an asset have caption files of the same names.
      const added = new Map(texts.map(({ file, body }) => [`${key}/${file}`, Buffer.from(body)]));
      const files = [...added].map(([each, bytes]) => ({
        key: each,
        bytes: bytes.length,
        sha256: sha256(bytes),
      }));
      await save(db, files);
    },
    async remove(key) {
      if ((await isMediaBackedUp(db)) || !(await mayRemove())) return;
      // Forgotten first: a record without a file would be a fault of every later backup.
      await forget(key);
      await store.remove(key);
    },
  };
}

/**
 * Records the files that are stored but not recorded, because an earlier release published them. Reads each of them;
 * returns how many there were.
 */
export async function recordOlderFiles(db: Db, store: MediaStore): Promise<number> {
  const { rows } = await sql<{ key: string }>`select key from media_file`.execute(db);
  const known = new Set(rows.map(({ key }) => key));
  let count = 0;
  for (const folder of LISTED)
    for await (const { key } of store.list(`${folder}/`)) {
      if (known.has(key)) continue;
      const found = await digestOf(store, key);
      // It was removed meanwhile.
      if (!found) continue;
      await save(db, [{ key, ...found }]);
      count += 1;
    }
  return count;
}

/** Lists the recorded media files by key. */
export async function listMediaFiles(db: Db): Promise<MediaFile[]> {
  return db
    .$extendTables<MediaFileTables>()
    .selectFrom("media_file")
    .select(["key", "bytes", "sha256"])
    .orderBy("key")
    .execute();
}

/** Returns the bytes of all recorded media files. */
export async function sumMediaBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from media_file`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Lists the keys of the recorded files below a folder. */
export async function listKeysBelow(db: Db, folder: string): Promise<string[]> {
  return (await listFilesBelow(db, folder)).map(({ key }) => key);
}

/** Lists the recorded files below a folder, or the one with this key. */
export async function listFilesBelow(db: Db, key: string): Promise<MediaFile[]> {
  return db
    .$extendTables<MediaFileTables>()
    .selectFrom("media_file")
    .select(["key", "bytes", "sha256"])
    .where(sql<boolean>`(key = ${key} or starts_with(key, ${`${key}/`}))`)
    .orderBy("key")
    .execute();
}

async function save(db: Db, files: readonly MediaFile[]): Promise<void> {
  for (let at = 0; at < files.length; at += AT_ONCE)
    await db
      .$extendTables<MediaFileTables>()
      .insertInto("media_file")
      .values(files.slice(at, at + AT_ONCE))
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet(({ ref }) => ({
          bytes: ref("excluded.bytes"),
          sha256: ref("excluded.sha256"),
        })),
      )
      .execute();
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function describe(path: string, key: string): Promise<MediaFile[]> {
  const files: MediaFile[] = [];
  for (const each of await filesBelow(path, key))
    if (isMediaKey(each.key))
      files.push({ key: each.key, bytes: each.bytes, sha256: await hashOf(each.path) });
  return files;
}

async function filesBelow(
  path: string,
  key: string,
): Promise<{ path: string; key: string; bytes: number }[]> {
  const found = await lstat(path);
  if (!found.isDirectory()) return [{ path, key, bytes: found.size }];
  const below = await Promise.all(
    (await readdir(path)).toSorted().map((name) => filesBelow(join(path, name), `${key}/${name}`)),
  );
  return below.flat();
}
