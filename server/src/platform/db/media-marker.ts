import { sql } from "kysely";
import { randomWord } from "#platform/ids";
import type { MediaStore } from "#platform/storage";
import type { Db } from "./database.ts";
import { noteUse } from "./store-users.ts";

/** How often a process notes that its database uses the storage. */
const NOTE_EVERY_MS = 30 * 60_000;

/**
 * Ties the media storage to the database: the first call writes a marker file there and records it. Later calls throw a
 * sentence when that file is missing, because a disk that is not mounted must not be filled.
 * Notes that this database uses the storage.
 * @returns a function that tells whether the storage is available at the time of the call, and renews the note when that is due
 */
export async function claimStore(db: Db, store: MediaStore): Promise<() => Promise<boolean>> {
  const recorded = (await readRecord(db)) ?? (await record(db, store));
  const found = await store.marker.read();
  if (found !== recorded) throw new Error(sentenceOf(store, recorded, found));
  let notedAt = performance.now();
  // A full disk, or one that may only be read, keeps no process from starting or serving: without a note it removes no less safely,
  // because it still sees the notes of others.
  const note = () => noteUse(db, store).catch(() => undefined);
  await note();
  return async () => {
    const isThere = (await store.marker.read().catch(() => null)) === recorded;
    if (isThere && performance.now() - notedAt >= NOTE_EVERY_MS) {
      notedAt = performance.now();
      void note();
    }
    return isThere;
  };
}

/** Marks a storage whose files were restored together with the database, unless it has a marker. */
export async function markStore(db: Db, store: MediaStore): Promise<void> {
  const recorded = await readRecord(db);
  if (recorded !== null) await store.marker.make(recorded);
}

/** Throws a sentence when a storage is that of another database, so that nothing is copied into it. */
export async function refuseForeignStore(db: Db, { marker }: MediaStore): Promise<void> {
  const found = await marker.read();
  if (found === null || found === (await readRecord(db))) return;
  throw new Error(
    `${marker.place} names another installation: its media is there. Give another folder or bucket.`,
  );
}

function sentenceOf({ marker }: MediaStore, recorded: string, now: string | null): string {
  const fault = now === null ? "is missing" : "names another installation";
  return (
    `The media storage of this database is not there: ${marker.place} ${fault}. Mount the disk, or correct DATA_DIR or S3_BUCKET. ` +
    `If the media moved here or is gone for ever, accept this storage: ${marker.command(recorded)}`
  );
}

async function record(db: Db, store: MediaStore): Promise<string> {
  // Written before it is recorded: after a crash in between, the next start records the file that it finds.
  await store.marker.make(randomWord(16));
  const marker = (await store.marker.read()) ?? "";
  await sql`insert into media_marker (marker) values (${marker}) on conflict do nothing`.execute(db);
  return (await readRecord(db)) ?? marker;
}

async function readRecord(db: Db): Promise<string | null> {
  const { rows } = await sql<{ marker: string }>`select marker from media_marker`.execute(db);
  return rows[0]?.marker ?? null;
}
