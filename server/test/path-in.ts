import type { MediaStore } from "#platform/storage";

/** Returns where a file store keeps a key, for tests that look at the folder or damage what is in it. */
export function pathIn(store: MediaStore, key: string): string {
  const path = store.localPath(key);
  if (path === null) throw new Error(`${key} is in no folder of this machine`);
  return path;
}
