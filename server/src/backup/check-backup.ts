import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type ArchiveEntry,
  bodyOf,
  damaged,
  readEntries,
  readHeadOf,
  unpackedBodyOf,
} from "./archive-reader.ts";
import { type HashedRows, hashRows } from "./hashed-rows.ts";
import {
  entryNames,
  type Head,
  type Manifest,
  type MediaLine,
  nameOfTable,
  readManifest,
  readMediaLines,
} from "./manifest.ts";

/** A backup whose every byte was compared with its hash. */
export interface CheckedBackup {
  path: string;
  manifest: Manifest;
  media: MediaLine[];
}

/**
 * Reads a backup from disk and compares every hash in it. Throws BackupError when it is not whole. `accept` may refuse
 * it by its first entry, before the rest is read.
 */
export async function checkBackup(
  path: string,
  accept: (head: Head) => void = () => undefined,
): Promise<CheckedBackup> {
  accept(await readHeadOf(path));
  const tables = new Map<string, HashedRows>();
  const files = new Map<string, string>();
  const found: { manifest?: Manifest; media?: Buffer } = {};
  const use = async ({ name, chunks }: ArchiveEntry) => {
    if (name.startsWith(entryNames.tables)) {
      const table = tableOfEntry(name);
      const hashed = tables.get(table) ?? hashRows();
      tables.set(table, hashed);
      hashed.add(await unpackedBodyOf(chunks, path));
    } else if (name.startsWith(entryNames.media)) files.set(keyOfEntry(name), await hashOfBody(chunks));
    else if (name === entryNames.mediaList) found.media = await unpackedBodyOf(chunks, path);
    else if (name === entryNames.manifest)
      found.manifest = readManifest((await bodyOf(chunks)).toString("utf8"), path);
  };
  await readEntries(path, use, { sealed: true });
  const { manifest, media } = found;
  if (!manifest || !media) throw damaged(path);
  for (const table of manifest.tables) {
    const { rows, bytes, sha256 } = table;
    const sum = (tables.get(nameOfTable(table)) ?? hashRows()).sum();
    if (!isDeepStrictEqual(sum, { rows, bytes, sha256 })) throw damaged(path);
  }
  if (createHash("sha256").update(media).digest("hex") !== manifest.media.sha256) throw damaged(path);
  const lines = readMediaLines(media.toString("utf8"), path);
  if (manifest.media.included && lines.some(({ key, sha256 }) => files.get(key) !== sha256))
    throw damaged(path);
  return { path, manifest, media: lines };
}

/** Returns the table, with its schema, that an entry belongs to. */
export function tableOfEntry(name: string): string {
  return name.slice(entryNames.tables.length).replace(/\.\d+\.zst$/, "");
}

/** Returns the key of an entry with a media file. */
export function keyOfEntry(name: string): string {
  return name.slice(entryNames.media.length);
}

async function hashOfBody(chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
