import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { digestOf, type MediaStore, requireMediaKey } from "#platform/storage";
import { readEntries } from "./archive-reader.ts";
import { type CheckedBackup, keyOfEntry } from "./check-backup.ts";
import { entryNames, type MediaLine } from "./manifest.ts";

/** A listed media file that is not in the storage as it was. */
export interface MediaFault {
  key: string;
  fault: "missing" | "different";
}

/** Compares every media file of a list, such as that of a backup, with the storage. */
export async function checkMedia(
  { media }: { media: readonly MediaLine[] },
  store: MediaStore,
): Promise<MediaFault[]> {
  const faults: MediaFault[] = [];
  for (const { key, bytes, sha256 } of media) {
    const found = await digestOf(store, key);
    if (!found) faults.push({ key, fault: "missing" });
    else if (found.bytes !== bytes || found.sha256 !== sha256) faults.push({ key, fault: "different" });
  }
  return faults;
}

/** Puts the media files that a backup includes into the storage, each folder as a whole. */
export async function restoreMedia({ path }: CheckedBackup, store: MediaStore): Promise<number> {
  const work = await store.workFolder();
  let group: string | null = null;
  let count = 0;
  const publish = async () => {
    if (group !== null) await store.publish(join(work, group), group);
    group = null;
  };
  try {
    await readEntries(
      path,
      async ({ name, chunks }) => {
        if (!name.startsWith(entryNames.media)) return;
        const key = keyOfEntry(name);
        requireMediaKey(key); // refuses a key that leads out of the storage
        const next = groupOf(key);
        if (next !== group) await publish();
        group = next;
        await mkdir(dirname(join(work, key)), { recursive: true });
        await pipeline(chunks, createWriteStream(join(work, key)));
        count += 1;
      },
      { sealed: false },
    );
    await publish();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return count;
}

/** An asset is one folder, which appears as a whole; every other file stands alone. */
function groupOf(key: string): string {
  return key.split("/").slice(0, 2).join("/");
}
