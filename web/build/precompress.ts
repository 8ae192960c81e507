import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import type { Plugin } from "vite";

const compress = promisify(brotliCompress);

/** Under this the server sends a file as it is. */
const SMALL_BYTES = 800;

/**
 * Writes a `.br` next to each script and style sheet, with brotli's best compression. That takes too long per request: what
 * the server compresses itself is a tenth larger.
 */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
      await Promise.all(names.map((name) => compressFile(join(dir ?? "", name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const body = await readFile(path);
  if (body.length >= SMALL_BYTES) await writeFile(`${path}.br`, await compress(body));
}
