import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Plugin } from "vite";

const pack = promisify(brotliCompress);

/** Under this the server sends a file as it is. */
const SMALL_BYTES = 800;

/**
 * Lays a `.br` beside each script and style sheet, packed as tightly as brotli can. That takes too long to be done when a
 * visitor asks: what a server packs by itself is a tenth larger.
 */
export function packedFiles(): Plugin {
  return {
    name: "packed-files",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
      await Promise.all(names.map((name) => packFile(join(dir ?? "", name))));
    },
  };
}

async function packFile(path: string): Promise<void> {
  const body = await readFile(path);
  if (body.length >= SMALL_BYTES) await writeFile(`${path}.br`, await pack(body));
}
