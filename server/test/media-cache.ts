import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { extname, join } from "node:path";

const folder = join(import.meta.dirname, "../../.cache/test-media");

/** Returns a function that calls `read` once and returns its result from then on. */
export function once<T>(read: () => T): () => T {
  let known: { value: T } | null = null;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

/** Returns the version of ffmpeg as it names it. */
export const ffmpegVersion = once(
  () => spawnSync("ffmpeg", ["-version"], { encoding: "utf8" }).stdout.split("\n", 1)[0] ?? "",
);

/**
 * Puts a generated file at `path`: a copy from the cache when an earlier run generated it from the same recipe with the
 * same ffmpeg, otherwise the file that `make` writes to the path it receives. Another process may generate the same
 * file at the same time.
 */
export function cachedMedia(recipe: unknown, path: string, make: (path: string) => void): void {
  const extension = extname(path);
  const key = createHash("sha256")
    .update(JSON.stringify([recipe, extension, ffmpegVersion()]))
    .digest("hex")
    .slice(0, 32);
  const cached = join(folder, `${key}${extension}`);
  if (!existsSync(cached)) {
    mkdirSync(folder, { recursive: true });
    const unfinished = join(folder, `unfinished-${randomUUID()}${extension}`);
    make(unfinished);
    renameSync(unfinished, cached);
  }
  copyFileSync(cached, path);
}
