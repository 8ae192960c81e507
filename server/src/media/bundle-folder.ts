import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { BUNDLE_FILE } from "./bundle-file.ts";
import { MediaError } from "./confine.ts";

/**
 * Returns the folder itself if it is a bundle, otherwise the bundles directly in it, sorted by name.
 * @throws MediaError when there is none
 */
export async function findBundles(folder: string): Promise<string[]> {
  if (await isFile(join(folder, BUNDLE_FILE))) return [folder];
  const names: string[] = await readdir(folder).catch(() => []);
  const inside = [];
  for (const name of names.toSorted()) {
    if (await isFile(join(folder, name, BUNDLE_FILE))) inside.push(join(folder, name));
  }
  if (inside.length === 0)
    throw new MediaError(`${folder} is no bundle and holds none: there is no ${BUNDLE_FILE}.`);
  return inside;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
