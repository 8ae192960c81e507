import type { Image } from "@cliffhanger/contract";
import { findRecentSnapshot } from "#billing";
import { isPictureUsed, listPlayedAssets } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { verifiedNow } from "#platform/db/verified-clock";
import { isMediaKey, type MediaStore } from "#platform/storage";
import { imageFiles } from "../images.ts";
import * as repository from "./repository.ts";

/** Longer than any grant, so that viewers can finish a video that was replaced. */
const GRACE_MS = 24 * 3600 * 1000;

/**
 * Removes assets without references for a day, pictures that nothing else shows, and folders without a row.
 * @returns how many there were
 */
export async function collectOrphans({
  db,
  clock,
  store,
}: {
  db: Db;
  clock: Clock;
  store: MediaStore;
}): Promise<number> {
  const at = await verifiedNow(db, clock);
  const unassigned = await repository.listUnassigned(db);
  // A video that is being replaced plays until its successor is ready.
  const played = await listPlayedAssets(db, unassigned);
  await repository.markOrphans(
    db,
    unassigned.filter((id) => !played.has(id)),
    at,
  );
  const orphans = await repository.deleteOrphans(db, new Date(at.getTime() - GRACE_MS));
  for (const { id, sourceHash, images } of orphans) {
    await store.remove(`assets/${id}`);
    await store.remove(`spool/${sourceHash}`);
    for (const image of images) if (image) await removeUnusedImage(db, store, image);
  }
  return orphans.length + (await removeStrays(db, store, at));
}

/** Removes the files of a picture that nothing shows. */
export async function removeUnusedImage(db: Db, store: MediaStore, image: Image): Promise<void> {
  if ((await repository.isArtUsed(db, image.url)) || (await isPictureUsed(db, image.url))) return;
  for (const file of imageFiles(image)) await store.remove(`images/${file}`);
}

/**
 * Removes folders that were published by a process that ended before it wrote their rows. After a restore, those that were published
 * since the snapshot stay for a while: the database that was moved aside, or a newer backup, has their rows.
 */
async function removeStrays(db: Db, store: MediaStore, at: Date): Promise<number> {
  const snapshotAt = await findRecentSnapshot(db);
  const names = await store.names("assets");
  const known = await repository.listKnown(db, names);
  let count = 0;
  for (const name of names.filter((each) => !known.has(each) && isMediaKey(`assets/${each}`))) {
    let newest = 0;
    for await (const { since } of store.list(`assets/${name}/`)) newest = Math.max(newest, since.getTime());
    if (at.getTime() - newest <= GRACE_MS) continue;
    if (snapshotAt !== null && newest > snapshotAt.getTime()) continue;
    await store.remove(`assets/${name}`);
    count += 1;
  }
  return count;
}
